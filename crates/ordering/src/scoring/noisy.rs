//! The default scheme's view of captures and promotions.

use crate::Mode;
use crate::params::OrderingParams;
use crate::tables::CaptureHistory;
use crate::{SeeValues, see_ge};
use board::{Move, PieceKind, Position};

/// Below every other noisy move: promotions to anything but a queen.
const UNDERPROMOTION: i32 = -1_000_000;

/// The weighted value of what the move takes and of a new queen, plus how the
/// capture did before; far below that for an underpromotion.
#[inline]
pub(crate) fn score(
    params: &OrderingParams,
    captures: &CaptureHistory,
    position: &Position,
    mv: Move,
) -> i32 {
    let victim = position.captured(mv);
    let gain = match mv.promotion() {
        None => 0,
        Some(PieceKind::Queen) => params.victim_queen() - params.victim_pawn(),
        Some(_) => UNDERPROMOTION / params.victim_weight(),
    };
    let taken = victim.map_or(0, |kind| params.victim_value(kind));
    params.victim_weight() * (taken + gain) + captures.get(position.moved_piece(mv), mv, victim)
}

/// Whether a move of that score belongs before the quiet moves: it loses at most a
/// part of its score in the exchange (in quiescence: nothing), and it is no
/// underpromotion.
#[inline]
pub(crate) fn is_good(
    params: &OrderingParams,
    position: &Position,
    mode: Mode,
    mv: Move,
    score: i32,
) -> bool {
    let threshold = match mode {
        Mode::Quiescence | Mode::Captures => params.good_noisy_quiescence(),
        Mode::Main | Mode::ProbCut(_) => -score / params.good_noisy_divisor(),
    };
    score > UNDERPROMOTION / 2 && see_ge(position, mv, threshold, &SeeValues::DEFAULT)
}
