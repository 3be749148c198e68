//! Play of limited strength: a search of few nodes, and a choice among its best lines in which
//! worse moves are the less likely the more they lose; below its least level a search that overlooks moves.
//!
//! The moves stay plausible: the search sees what loses a piece at once, and its choice is among
//! its best lines. The table `CALIBRATION` says how many nodes and how much chance make
//! which Elo, `OVERLOOKED` how much is overlooked below; `docs/src/measure.md` how to calibrate them.

use crate::overlooking;
use board::Move;
use eval::Score;
use game::Game;
use searcher::{Bound, Limits, Options, Report, Reporter, SearchResult, Searcher, Signals};
use std::ops::RangeInclusive;

/// Elo, nodes of a move, temperature of the choice in centipawns. Between two rows the logarithm of
/// the nodes and the temperature are interpolated.
const CALIBRATION: [(u32, u64, f64); 8] = [
    (1320, 800, 75.0),
    (1500, 1_500, 60.0),
    (1750, 5_000, 38.0),
    (2000, 15_000, 20.0),
    (2250, 30_000, 10.0),
    (2500, 90_000, 4.0),
    (2800, 120_000, 1.5),
    (2850, 200_000, 1.0),
];

/// Elo, rate of overlooked moves, below the least level of `CALIBRATION`; see [`overlooking::search`]. Between two
/// rows the logarithm of the rate is interpolated.
const OVERLOOKED: [(u32, f64); 7] = [
    (400, 0.425),
    (570, 0.31),
    (720, 0.231),
    (870, 0.162),
    (1020, 0.108),
    (1170, 0.068),
    (1320, 0.037),
];

/// The most lines that a move is chosen from.
const MAX_LINES: f64 = 4.0;
/// A line more for each of these centipawns of temperature: the lines further down would hardly ever be
/// chosen, and searching them takes nodes from the first.
const TEMPERATURE_PER_LINE: f64 = 4.0;
/// Scores are compared up to this bound: beyond it a game is won either way.
const MAX_SCORE: i32 = 1500;

/// How a limited strength is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Nodes of the search for a move.
    nodes: u64,
    /// The probability of a line is proportional to `e^(-loss / temperature)`, `loss` being the
    /// difference of its score to that of the best line, in centipawns.
    temperature: f64,
    /// The rate at which moves are overlooked, if that is how it is played.
    overlooked: Option<f64>,
}

impl Strength {
    /// The Elo that can be asked for.
    pub const ELO_RANGE: RangeInclusive<u32> =
        OVERLOOKED[0].0..=CALIBRATION[CALIBRATION.len() - 1].0;
    /// The Elo unless another is asked for: that of the least level whose search overlooks nothing.
    pub const DEFAULT_ELO: u32 = CALIBRATION[0].0;

    /// The strength of an Elo, which is moved into [`Self::ELO_RANGE`].
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        let elo = elo.clamp(*Self::ELO_RANGE.start(), *Self::ELO_RANGE.end());
        let (low, high, share) = rows(&OVERLOOKED, |row| row.0, elo);
        let rate = between(low.1.ln(), high.1.ln(), share).exp();
        let overlooked = (elo < Self::DEFAULT_ELO).then_some(rate);
        let (low, high, share) = rows(&CALIBRATION, |row| row.0, elo);
        let log_nodes = between((low.1 as f64).ln(), (high.1 as f64).ln(), share);
        let temperature = between(low.2, high.2, share);
        Self { nodes: log_nodes.exp().round() as u64, temperature, overlooked }
    }

    /// The number of lines that a move is chosen from.
    fn lines(&self) -> usize {
        (1.0 + self.temperature / TEMPERATURE_PER_LINE).round().min(MAX_LINES) as usize
    }

    /// Searches with a searcher that has `options`, and chooses a line. Of the lines to choose from it
    /// reports as many as the options ask for, and at the end the chosen one. A strength that overlooks moves has
    /// a searcher of its own and one line.
    pub fn search(
        &self,
        (searcher, options): (&mut dyn Searcher, &Options),
        (game, limits): (&Game, &Limits),
        signals: &Signals,
        reporter: &mut dyn Reporter,
        random: &mut fastrand::Rng,
    ) -> SearchResult {
        if let Some(rate) = self.overlooked {
            let rate_and_seed = (rate, random.u32(..));
            return overlooking::search(rate_and_seed, options, (game, limits), signals, reporter);
        }
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(self.nodes);
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        let shown = options.multi_pv;
        let mut lines = LineCollector { inner: reporter, shown, lines: Vec::new(), last: None };
        // A hash table that cannot be had was reported when the options were set.
        let _ = searcher.set_options(&Options { multi_pv: self.lines(), ..options.clone() });
        let result = searcher.search(game, &limits, signals, &mut lines);
        let _ = searcher.set_options(options);
        let LineCollector { mut lines, last, .. } = lines;
        let scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
        let Some(index) = self.choose(&scores, random) else { return result };
        if result.best == lines[index].pv.first().copied() {
            return result;
        }
        // Of all lines, the chosen one first, so that no move stands twice; at the end of the search.
        let chosen = lines.remove(index);
        lines.insert(0, chosen);
        for (index, line) in lines.iter().enumerate().take(shown) {
            let Report { nodes, time, hashfull, tb_hits, .. } = *last.as_ref().unwrap_or(line);
            let (multi_pv, pv) = (index + 1, line.pv.clone());
            reporter.report(&Report { multi_pv, nodes, time, hashfull, tb_hits, pv, ..*line });
        }
        let Report { score, bound, pv, .. } = lines.remove(0);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        SearchResult { best, ponder, score, bound, pv, ..result }
    }

    /// The index of a line, by the scores of all lines, best first; `None` without lines.
    fn choose(&self, scores: &[Score], random: &mut fastrand::Rng) -> Option<usize> {
        let bounded = |score: &Score| score.raw().clamp(-MAX_SCORE, MAX_SCORE);
        let best = bounded(scores.first()?);
        let weight = |score| (-f64::from(best - bounded(score)).max(0.0) / self.temperature).exp();
        let weights: Vec<f64> = scores.iter().map(weight).collect();
        let mut drawn = random.f64() * weights.iter().sum::<f64>();
        let index = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        Some(index.unwrap_or_default())
    }
}

/// The rows of a table before and after an Elo, and how far from the first to the second it lies; the ends for what
/// lies outside. There are two rows at least.
fn rows<T: Copy>(table: &[T], elo_of: impl Fn(&T) -> u32, elo: u32) -> (T, T, f64) {
    let last = table.len() - 1;
    let above = table.iter().position(|row| elo_of(row) >= elo).unwrap_or(last).max(1);
    let [low, high] = [table[above - 1], table[above]];
    let [from, to] = [&low, &high].map(&elo_of);
    (low, high, f64::from(elo.clamp(from, to) - from) / f64::from(to - from))
}

fn between(low: f64, high: f64, share: f64) -> f64 {
    low + (high - low) * share
}

/// Keeps the latest line of each rank, best first and each first move once, and passes on those that are
/// shown.
struct LineCollector<'a> {
    inner: &'a mut dyn Reporter,
    shown: usize,
    lines: Vec<Report>,
    /// The latest report of any rank.
    last: Option<Report>,
}

impl Reporter for LineCollector<'_> {
    fn report(&mut self, report: &Report) {
        if report.multi_pv <= self.shown {
            self.inner.report(report);
        }
        self.last = Some(report.clone());
        let rank = report.multi_pv;
        // After a fail low the earlier line still is the best that is known.
        if report.bound == Bound::Upper || report.pv.is_empty() {
            return;
        }
        // A line that has overtaken another leaves its former rank.
        self.lines.retain(|line| line.multi_pv != rank && line.pv[0] != report.pv[0]);
        let at = self.lines.partition_point(|line| line.multi_pv < rank);
        self.lines.insert(at, report.clone());
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.inner.current_move(depth, mv, number);
    }

    fn info_string(&mut self, text: &str) {
        self.inner.info_string(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{EngineConfig, build};
    use searcher::NullReporter;

    #[test]
    fn calibration_is_monotonic() {
        assert!(CALIBRATION.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1 && a.2 > b.2));
        let strengths: Vec<Strength> = (1300..3300).step_by(10).map(Strength::of_elo).collect();
        assert!(
            strengths.is_sorted_by(|a, b| a.nodes <= b.nodes && a.temperature >= b.temperature)
        );
        for (elo, nodes, temperature) in CALIBRATION {
            let strength = Strength { nodes, temperature, overlooked: None };
            assert_eq!(Strength::of_elo(elo), strength);
        }
        assert_eq!([1320, 2500, 2850].map(|elo| Strength::of_elo(elo).lines()), [4, 2, 1]);
        assert_eq!(Strength::of_elo(5000), Strength::of_elo(2850));
    }

    #[test]
    fn the_lower_a_level_the_more_it_overlooks() {
        assert!(OVERLOOKED.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
        let rate = |elo| Strength::of_elo(elo).overlooked;
        let rates: Vec<Option<f64>> = (400..1320).map(rate).collect();
        assert!(rates.is_sorted_by(|a, b| a > b && b.is_some()));
        for (elo, expected) in &OVERLOOKED[..OVERLOOKED.len() - 1] {
            assert!((rate(*elo).expect("a rate") - expected).abs() < 1e-9, "{elo}");
        }
        // The tables join.
        let join = OVERLOOKED[OVERLOOKED.len() - 1];
        assert_eq!((join.0, rate(join.0)), (CALIBRATION[0].0, None));
        assert_eq!(Strength::of_elo(0), Strength::of_elo(400));
    }

    #[test]
    fn choice_follows_the_scores() {
        let strength = Strength { nodes: 1, temperature: 50.0, overlooked: None };
        let mut random = fastrand::Rng::with_seed(3);
        let mut count = |scores: &[i32]| {
            let scores: Vec<Score> = scores.iter().copied().map(Score::new).collect();
            let mut counts = vec![0_u32; scores.len()];
            for _ in 0..10_000 {
                counts[strength.choose(&scores, &mut random).expect("a line")] += 1;
            }
            counts
        };
        // e^0 : e^-1 : e^-20
        let counts = count(&[100, 50, -900]);
        assert!(counts[0].abs_diff(7311) < 200 && counts[2] == 0, "{counts:?}");
        // Beyond the bound all wins are alike; a line better than the first is as good.
        let counts = count(&[Score::MATE.raw() - 5, 1600, 1400]);
        assert!(counts[0].abs_diff(counts[1]) < 300 && counts[2] < counts[1], "{counts:?}");
        assert!(count(&[0, 10])[0].abs_diff(5000) < 300);
        assert_eq!(strength.choose(&[], &mut random), None);
    }

    /// The reports of a search: rank, nodes, time and first move.
    #[derive(Default)]
    struct Recorder(Vec<(usize, u64, std::time::Duration, Move)>);

    impl Reporter for Recorder {
        fn report(&mut self, report: &Report) {
            self.0.push((report.multi_pv, report.nodes, report.time, report.pv[0]));
        }
    }

    #[test]
    fn reports_end_with_the_chosen_line_and_show_each_move_once() {
        let mut searcher = build(EngineConfig::default());
        let (strength, mut random) = (Strength::of_elo(1320), fastrand::Rng::with_seed(9));
        let limits = [1, 7, 30, 200, 800].map(Limits::nodes);
        let soon = [0, 1].map(|ms| Limits::movetime(std::time::Duration::from_millis(ms)));
        let mut others = 0;
        for fen in search::bench::POSITIONS.iter().take(12) {
            let game = Game::new(board::Position::from_fen(fen).expect("a position"));
            for (limits, multi_pv) in limits.iter().chain(&soon).zip([1, 2, 3, 4].iter().cycle()) {
                let options = Options { multi_pv: *multi_pv, ..Options::default() };
                searcher.set_options(&options).expect("memory");
                let mut recorder = Recorder::default();
                let result = strength.search(
                    (searcher.as_mut(), &options),
                    (&game, limits),
                    &Signals::new(),
                    &mut recorder,
                    &mut random,
                );
                let reports = recorder.0;
                assert!(reports.is_sorted_by_key(|report| (report.1, report.2)), "{reports:?}");
                let mut shown = vec![None; *multi_pv];
                reports.iter().for_each(|report| shown[report.0 - 1] = Some(report.3));
                assert_eq!(shown[0], result.best, "{reports:?}");
                let heads: Vec<Move> = shown.into_iter().flatten().collect();
                let twice = (1..heads.len()).any(|index| heads[..index].contains(&heads[index]));
                assert!(!twice, "{fen} {limits:?}: {reports:?}");
                others += usize::from(reports.iter().any(|report| Some(report.3) != result.best));
            }
        }
        assert!(others > 0, "the best line was always chosen");
    }

    #[test]
    fn a_rook_far_away_is_taken_the_more_often_the_higher_the_level() {
        let mut searcher = build(EngineConfig::default());
        let fen = "8/6B1/4k3/8/8/8/1r4PP/6K1 w - - 0 1";
        let game = Game::new(board::Position::from_fen(fen).expect("a position"));
        let mut taken = |elo| {
            let mut random = fastrand::Rng::with_seed(6);
            let takes = |_: &i32| {
                let result = Strength::of_elo(elo).search(
                    (searcher.as_mut(), &Options::default()),
                    (&game, &Limits::default()),
                    &Signals::new(),
                    &mut NullReporter,
                    &mut random,
                );
                result.best.is_some_and(|mv| mv.to() == board::Square::B2)
            };
            (0..100).filter(takes).count()
        };
        let counts = [400, 700, 1000, 1319].map(&mut taken);
        assert!(counts.is_sorted_by(|a, b| a < b) && counts[3] > 80, "{counts:?}");
    }

    #[test]
    fn weak_play_varies_without_losing_pieces() {
        let mut searcher = build(EngineConfig::default());
        // The queen is attacked by a pawn, and every move but those with her loses her.
        let fen = "rnb1kbnr/ppp2ppp/8/3qp3/2P5/5N2/PP1PPPPP/RNBQKB1R b KQkq - 0 4";
        let game = Game::new(board::Position::from_fen(fen).expect("a position"));
        let mut random = fastrand::Rng::with_seed(4);
        let mut chosen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            searcher.new_game();
            let result = Strength::of_elo(1320).search(
                (searcher.as_mut(), &Options::default()),
                (&game, &Limits::default()),
                &Signals::new(),
                &mut NullReporter,
                &mut random,
            );
            assert_eq!(result.best, result.pv.first().copied());
            chosen.insert(result.best.expect("a move").to_string());
        }
        let is_of_queen = |mv: &String| mv.starts_with("d5");
        assert!(chosen.len() > 1 && chosen.iter().all(is_of_queen), "{chosen:?}");
    }
}
