//! `data stat`: what is in game files.

use anyhow::{Context, Result};
use bartizan::table::{Align, Table, thousands};
use eval::Score;
use games::data::record::Sample;
use games::data::{GameRecord, RecordedEnd, Totals, games, identity};
use games::output::write_text;
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

/// Upper ends of the score histogram's rows, in centipawns without sign; decisive scores follow.
const SCORE_ENDS: [i32; 8] = [10, 25, 50, 100, 200, 400, 1_000, 2_000];

/// Most pieces of the rows of kept positions.
const PIECE_ENDS: [u32; 6] = [5, 10, 16, 22, 28, 32];

/// Counts over all games of some files.
#[derive(Default)]
struct Statistics {
    totals: Totals,
    chess960: u64,
    longest: usize,
    terminations: [u64; RecordedEnd::ALL.len()],
    /// Positions by the size of their score, the last two being larger and decisive ones.
    scores: [u64; SCORE_ENDS.len() + 2],
    without_score: u64,
    duplicates: u64,
    /// Kept positions by the number of pieces.
    pieces: [u64; PIECE_ENDS.len()],
    /// Keys of the kept positions, and how many of these are met again.
    keys: HashSet<u64>,
    repeated: u64,
}

/// Finds games that repeat an earlier one: the same seed and number, or the same start position
/// and moves. Moves are compared by a hash of 64 bits, so that two of ten million different games
/// count as equal with a probability of about 3 in a million.
#[derive(Default)]
pub struct Duplicates {
    numbers: HashSet<(u64, u32)>,
    games: HashSet<u64>,
}

impl Duplicates {
    /// Whether the game repeats one that was asked about before.
    pub fn is_repeated(&mut self, game: &GameRecord) -> bool {
        let mut hasher = DefaultHasher::new();
        game.start.hash(&mut hasher);
        for scored in &game.moves {
            scored.mv.hash(&mut hasher);
        }
        let is_new = self.numbers.insert((game.seed, game.number));
        !(self.games.insert(hasher.finish()) && is_new)
    }
}

/// Runs the command.
pub fn run(files: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let mut statistics = Statistics::default();
    let mut duplicates = Duplicates::default();
    for game in games(files) {
        let game = game?;
        statistics.totals.add(&Totals::of(&game).with_context(|| identity(&game))?);
        statistics.chess960 += u64::from(game.chess960);
        statistics.longest = statistics.longest.max(game.moves.len());
        statistics.terminations[game.termination as usize] += 1;
        statistics.duplicates += u64::from(duplicates.is_repeated(&game));
        for sample in game.replay()? {
            statistics.add_kept(&sample.with_context(|| identity(&game))?);
        }
        for scored in &game.moves {
            match scored.score {
                Some(score) => statistics.scores[score_row(score)] += 1,
                None => statistics.without_score += 1,
            }
        }
    }
    write_text(out, &statistics.report())
}

fn score_row(score: Score) -> usize {
    if score.is_decisive() {
        return SCORE_ENDS.len() + 1;
    }
    let size = score.raw().abs();
    SCORE_ENDS.iter().position(|&end| size <= end).unwrap_or(SCORE_ENDS.len())
}

impl Statistics {
    fn add_kept(&mut self, sample: &Sample) {
        if sample.is_kept() {
            let pieces = sample.position.occupied().count();
            let row = PIECE_ENDS.iter().position(|&end| pieces <= end);
            self.pieces[row.unwrap_or(PIECE_ENDS.len() - 1)] += 1;
            self.repeated += u64::from(!self.keys.insert(sample.position.key()));
        }
    }

    fn report(&self) -> String {
        let Totals { games, positions, kept, results: [black, draws, white] } = self.totals;
        let mut table =
            Table::new(&[("", Align::Left), ("count", Align::Right), ("share", Align::Right)]);
        let mut row = |name: &str, count: u64, all: u64| {
            let share = 100.0 * count as f64 / all.max(1) as f64;
            table.row([name.to_owned(), thousands(count), format!("{share:.2} %")]);
        };
        row("games", games, games);
        row("  white wins", white, games);
        row("  draws", draws, games);
        row("  black wins", black, games);
        for (termination, &count) in RecordedEnd::ALL.into_iter().zip(&self.terminations) {
            row(&format!("  by {}", termination.name()), count, games);
        }
        row("  Chess960", self.chess960, games);
        row("  duplicates", self.duplicates, games);
        row("positions", positions, positions);
        row("  kept", kept, positions);
        for (end, &count) in PIECE_ENDS.iter().zip(&self.pieces) {
            row(&format!("    of up to {end} pieces"), count, kept);
        }
        row("    met before", self.repeated, kept);
        for (index, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_ENDS.get(index) {
                Some(end) => format!("  |score| to {end}"),
                None if index == SCORE_ENDS.len() => "  |score| beyond".to_owned(),
                None => "  mate".to_owned(),
            };
            row(&name, count, positions);
        }
        row("  without score", self.without_score, positions);
        let mean = positions as f64 / games.max(1) as f64;
        format!("{table}\nplies per game: {mean:.1}, at most {}\n", self.longest)
    }
}
