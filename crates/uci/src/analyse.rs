//! `bartizan analyse`: thinks about one position and shows it to a person, in a table that grows
//! as the search goes on. Nothing of the protocol is used here.

use crate::engine::{self, Choice};
use crate::inspect;
use crate::memory::available_mib;
use crate::output::Output;
use crate::setup::{self, Mended};
use board::{FenError, Move, Position};
use movegen::{to_san, to_uci};
use search::{Bound, Game, Limits, Options, Report, Reporter, SearchResult, Signals};
use std::fmt::Write;
use std::time::Duration;

/// Thinking time when neither depth nor time is asked for.
const USUAL: Duration = Duration::from_secs(3);

/// Moves of a line that are shown.
const SHOWN_MOVES: usize = 12;

/// What is to be thought about, and how long.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The position; the starting position where empty or `startpos`.
    pub fen: String,
    /// To this depth.
    pub depth: Option<u32>,
    /// For this time.
    pub movetime: Option<Duration>,
    /// Threads, hash table, lines.
    pub options: Options,
}

/// Thinks, showing lines as they come and the best move in the end.
///
/// # Errors
/// When the position is invalid.
pub fn run(wish: &Wish, output: &Output) -> Result<(), FenError> {
    let Mended { value: position, notes } = match wish.fen.trim() {
        "" | "startpos" => Mended { value: Position::startpos(), notes: Vec::new() },
        fen => setup::position(fen)?,
    };
    for note in notes {
        output.line(note);
    }
    output.line(inspect::display(&position));
    let mut searcher = engine::build(Choice::default());
    let mut options = wish.options.clone();
    if available_mib().is_some_and(|room| options.hash_mib > room) {
        output.line(format!("no memory for a hash table of {} MiB", options.hash_mib));
        options.hash_mib = Options::default().hash_mib;
    }
    if let Err(error) = searcher.set_options(&options) {
        output.line(error);
    }
    let limits = match (wish.depth, wish.movetime) {
        (Some(depth), _) => Limits::depth(depth),
        (None, time) => Limits::movetime(time.unwrap_or(USUAL)),
    };
    let signals = Signals::new();
    let game = Game::new(position);
    output.line(HEADER);
    let mut table =
        Table { output: output.clone(), position: game.position.clone(), signals: signals.clone() };
    let result = searcher.search(&game, &limits, &signals, &mut table);
    output.line(verdict(&game.position, &result));
    Ok(())
}

const HEADER: &str = "\ndepth     score        nodes     time  line";

/// Shows reports as rows.
struct Table {
    output: Output,
    position: Position,
    signals: Signals,
}

impl Reporter for Table {
    fn report(&mut self, report: &Report<'_>) {
        if report.bound != Bound::Exact {
            return;
        }
        self.output.line(row(&self.position, report));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(text);
    }
}

fn row(position: &Position, report: &Report<'_>) -> String {
    format!(
        "{:>2}/{:<2}  {:>8}  {:>11}  {:>6.2}s  {}",
        report.depth,
        report.seldepth.max(report.depth),
        report.score.to_string(),
        report.nodes,
        report.time.as_secs_f64(),
        san_line(position, report.pv)
    )
}

/// A line as people write it, with move numbers, cut where it gets long.
fn san_line(position: &Position, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index == SHOWN_MOVES {
            text.push_str(" …");
            break;
        }
        let number = position.fullmove_number();
        let san = to_san(&position, mv);
        let gap = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), index) {
            (board::Color::White, _) => write!(text, "{gap}{number}. {san}"),
            (board::Color::Black, 0) => write!(text, "{number}... {san}"),
            (board::Color::Black, _) => write!(text, "{gap}{san}"),
        };
        position = position.make(mv);
    }
    text
}

fn verdict(position: &Position, result: &SearchResult) -> String {
    let named =
        |position: &Position, mv| format!("{} ({})", to_uci(mv, false), to_san(position, mv));
    match (result.best, result.ponder) {
        (None, _) if position.in_check() => "\nThe game is over: checkmate.".to_owned(),
        (None, _) => "\nThe game is over: stalemate.".to_owned(),
        (Some(best), None) => format!("\nBest move: {}", named(position, best)),
        (Some(best), Some(reply)) => format!(
            "\nBest move: {}, expected reply: {}",
            named(position, best),
            named(&position.make(best), reply)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::parse_uci;

    #[test]
    fn lines_have_move_numbers() {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3"] {
            let mv = parse_uci(&position, text, false).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        let start = Position::startpos();
        assert_eq!(san_line(&start, &moves), "1. e4 e5 2. Nf3");
        assert_eq!(san_line(&start.make(moves[0]), &moves[1..]), "1... e5 2. Nf3");
        assert_eq!(san_line(&start, &[]), "");
    }

    #[test]
    fn long_lines_are_cut() {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20) {
            let mv = parse_uci(&position, text, false).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        assert!(san_line(&start, &moves).ends_with("6. Ng1 Ng8 …"));
    }
}
