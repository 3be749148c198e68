//! The record of a match: the result of every game. It is kept in a file, so that a
//! later process goes on with the pairs that are missing.

use games::arena::{Elo, NormalizedElo, Pentanomial, PlayedPair, Sprt, SprtOutcome};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What was played so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    pub games: GameResults,
    /// Why games ended, with the number of games.
    pub ends: BTreeMap<String, u64>,
}

/// The results of the games by the number of their pair: the first side's half points, with White
/// and with Black; `None` where a pair was not played. In a file it is a text with two characters a
/// pair: `W`, `D`, `L` for games won, drawn and lost, `.` for games not played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameResults(Vec<Option<[usize; 2]>>);

/// The characters of 0, 1 and 2 half points.
const LETTERS: [char; 3] = ['L', 'D', 'W'];

impl GameResults {
    /// Adds a pair; a second result of the same pair takes the place of the first.
    pub fn add(&mut self, pair: usize, half_points: [usize; 2]) {
        if self.0.len() <= pair {
            self.0.resize(pair + 1, None);
        }
        self.0[pair] = Some(half_points);
    }

    /// The number after that of the last pair.
    pub fn end(&self) -> usize {
        self.0.len()
    }

    /// The numbers below `pairs` that were not played.
    pub fn missing(&self, pairs: usize) -> Vec<usize> {
        (0..pairs).filter(|&pair| self.0.get(pair).is_none_or(Option::is_none)).collect()
    }
}

impl From<GameResults> for String {
    fn from(results: GameResults) -> Self {
        let letter = |half_points: usize| LETTERS[half_points.min(2)];
        let pair = |pair: Option<[usize; 2]>| pair.map_or(['.'; 2], |pair| pair.map(letter));
        results.0.into_iter().flat_map(pair).collect()
    }
}

impl TryFrom<String> for GameResults {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let letters: Vec<char> = text.chars().collect();
        let half_points = |letter: char| LETTERS.iter().position(|&known| known == letter);
        let pair = |pair: &[char]| match *pair {
            ['.', '.'] => Ok(None),
            [first, second] => match (half_points(first), half_points(second)) {
                (Some(first), Some(second)) => Ok(Some([first, second])),
                _ => Err(format!("`{first}{second}` is no result of a pair")),
            },
            _ => Err("the last pair has one game".to_owned()),
        };
        letters.chunks(2).map(pair).collect::<Result<_, _>>().map(Self)
    }
}

/// The results with what follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub games: u64,
    /// Games that the first side won.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs by the points of the first side: 0, ½, 1, 1½, 2.
    pub pentanomial: [u64; 5],
    /// The difference in Elo; `None` without games.
    pub elo: Option<Elo>,
    pub normalized_elo: Option<NormalizedElo>,
    pub sprt: Option<SprtSummary>,
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    pub bounds: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// How the test has ended; `None` if it has not.
    pub outcome: Option<SprtOutcome>,
}

impl Summary {
    /// Sums up results, with a test where there is one.
    pub fn new(results: &GameResults, sprt: Option<Sprt>) -> Self {
        let mut pairs = Pentanomial::default();
        let mut games = [0; 3];
        for pair in results.0.iter().flatten() {
            pairs.add(pair.iter().sum());
            pair.iter().for_each(|&half_points| games[half_points.min(2)] += 1);
        }
        let [losses, draws, wins] = games;
        Self {
            games: games.iter().sum(),
            wins,
            draws,
            losses,
            pentanomial: pairs.0,
            elo: pairs.elo(),
            normalized_elo: pairs.normalized_elo(),
            sprt: sprt.map(|bounds| SprtSummary {
                bounds,
                llr: bounds.llr(&pairs),
                outcome: bounds.outcome(&pairs),
            }),
        }
    }

    /// Whether a test has ended.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.outcome.is_some())
    }

    /// Elo and the test on one line.
    pub fn line(&self) -> String {
        let mut line = self.elo.map_or_else(|| "no games".to_owned(), |elo| format!("Elo {elo}"));
        if let Some(SprtSummary { bounds, llr, .. }) = self.sprt {
            line += &format!(", LLR {llr:.2} {bounds}");
        }
        line
    }

    /// All of it, a line each.
    pub fn text(&self) -> String {
        let Self { games, wins, draws, losses, .. } = self;
        let mut text = format!("games       {games}: +{wins} ={draws} -{losses}\n");
        if let (Some(elo), Some(normalized)) = (self.elo, self.normalized_elo) {
            let pairs = self.pentanomial.map(|count| count.to_string()).join(" ");
            let los = 100.0 * elo.los;
            text += &format!("pentanomial {pairs}\nElo         {elo}, LOS {los:.1} %\n");
            text += &format!("nElo        {normalized}\n");
        }
        if let Some(SprtSummary { bounds, llr, outcome }) = self.sprt {
            let outcome = match outcome {
                Some(SprtOutcome::Passed) => "passed",
                Some(SprtOutcome::Failed) => "failed",
                None => "undecided",
            };
            let bound = Sprt::LLR_BOUND;
            let range = format!("({:.2} to {bound:.2})", -bound);
            text += &format!("SPRT        {bounds} nElo: {outcome}, LLR {llr:.2} {range}\n");
        }
        text
    }
}

impl MatchRecord {
    /// Adds a pair and why its games ended.
    pub fn add(&mut self, pair: usize, half_points: [usize; 2], ends: [String; 2]) {
        self.games.add(pair, half_points);
        for end in ends {
            *self.ends.entry(end).or_default() += 1;
        }
    }

    /// Adds a pair that was played here.
    pub fn add_played(&mut self, pair: &PlayedPair) {
        let ends = [0, 1].map(|game| pair.games[game].end.name());
        self.add(pair.number, pair.half_points(), ends.map(str::to_owned));
    }

    /// The record with its summary, as it is written to a file. The summary is not read again.
    pub fn to_json(&self, sprt: Option<Sprt>) -> Value {
        let mut value = json!(self);
        value["result"] = json!(Summary::new(&self.games, sprt));
        value
    }

    /// Why the games ended, as text.
    pub fn ends_text(&self) -> String {
        let mut ends: Vec<_> = self.ends.iter().collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let ends: Vec<_> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
        if ends.is_empty() { String::new() } else { format!("ends        {}\n", ends.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_kept_by_number() {
        let mut results = GameResults::default();
        results.add(3, [2, 0]);
        results.add(1, [1, 2]);
        assert_eq!(String::from(results.clone()), "..DW..WL");
        assert_eq!(GameResults::try_from("..DW..WL".to_owned()), Ok(results.clone()));
        assert_eq!((results.missing(6), results.end()), (vec![0, 2, 4, 5], 4));
        let total = Summary::new(&results, None);
        assert_eq!((total.games, total.wins, total.draws, total.losses), (4, 2, 1, 1));
        assert_eq!(total.pentanomial, [0, 0, 1, 1, 0]);
        for text in ["W", "W.", "WX", "wd"] {
            assert!(GameResults::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut record = MatchRecord::default();
        record.add(0, [2, 2], ["checkmate".to_owned(), "repetition".to_owned()]);
        record.add(2, [0, 1], ["checkmate".to_owned(), "A loses on time".to_owned()]);
        let sprt = "0,10".parse().ok();
        let written = record.to_json(sprt);
        assert_eq!(written["result"]["games"], 4);
        assert_eq!(written["result"]["sprt"]["bounds"]["elo1"], 10.0);
        assert_eq!(serde_json::from_value::<MatchRecord>(written).unwrap(), record);
        assert!(record.ends_text().starts_with("ends        checkmate 2, "));
    }

    #[test]
    fn the_summary_has_all_numbers() {
        let mut results = GameResults::default();
        (0..400).for_each(|pair| results.add(pair, [2, usize::from(pair % 3 == 0)]));
        let summary = Summary::new(&results, "0,10".parse().ok());
        assert!(summary.is_decided());
        let text = summary.text();
        for part in ["games       800: +400 =134 -266", "pentanomial 0 0 266 134 0", "passed"] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(Summary::new(&GameResults::default(), None).text().lines().count(), 1);
    }
}
