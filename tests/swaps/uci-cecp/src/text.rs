//! Moves, scores, thinking output and results as CECP writes them.

use board::{Color, Move, Position};
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
pub(crate) fn result_text(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate(Color::White) => "1-0 {White mates}",
        Termination::Checkmate(Color::Black) => "0-1 {Black mates}",
        Termination::Stalemate => "1/2-1/2 {Stalemate}",
        Termination::FiftyMoves => "1/2-1/2 {Draw by fifty-move rule}",
        Termination::Repetition => "1/2-1/2 {Draw by repetition}",
        Termination::InsufficientMaterial => "1/2-1/2 {Insufficient material}",
    }
}
