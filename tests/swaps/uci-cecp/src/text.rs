//! Moves, scores, thinking output and results as CECP writes them.

use board::{Move, Position};
use eval::Score;
use game::Termination;
use movegen::legal_moves;
use searcher::Report;

/// A move in coordinates, castling as a move of the king by two files: `e2e4`, `e7e8q`, `e1g1`.
pub(crate) fn move_text(mv: Move) -> String {
    let to = if mv.is_castle() { mv.castle_king_target() } else { mv.to() };
    let promotion = mv.promotion().map(|kind| kind.to_char().to_string()).unwrap_or_default();
    format!("{}{to}{promotion}", mv.from())
}

/// The legal move that a text means.
pub(crate) fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    legal_moves(position).iter().copied().find(|&mv| move_text(mv) == text)
}

/// Centipawns; mate in n moves is ±(100,000 + n).
fn score_number(score: Score) -> i32 {
    match score.mate_moves() {
        Some(moves) => (100_000 + moves.abs()) * score.raw().signum(),
        None => score.raw(),
    }
}

/// A line of thinking output: depth, score, time in centiseconds, nodes, principal variation.
pub(crate) fn thinking_line(report: &Report) -> String {
    let pv: Vec<String> = report.pv.iter().copied().map(move_text).collect();
    let (score, centiseconds) = (score_number(report.score), report.time.as_millis() / 10);
    format!("{} {score} {centiseconds} {} {}", report.depth, report.nodes, pv.join(" "))
}

/// The result of a game and its reason.
pub(crate) fn result_text(termination: Termination) -> String {
    format!("{} {{{termination}}}", termination.outcome())
}
