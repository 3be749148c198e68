//! A worked example of a replaced layer: a move generator with the public names of Bartizan's own,
//! written the plain way. It lists what each piece could do, then asks of every move whether the
//! king would stand attacked after it. Slower than the original, which knows the pins beforehand.
//!
//! It replaces everything that says which moves there are. Move lists, notation and exchanges it
//! passes on from the original crate.

mod candidates;
mod count;
mod facts;

pub use count::{divide, perft, perft_plain};
pub use facts::{attacked_by, gives_check, has_legal_move, is_legal, moves_for};
// ANCHOR: passed_on
pub use original::notation;
pub use original::{
    All, Counter, Kind, MoveList, MoveParseError, MoveSink, Noisy, Quiet, SeeValues, parse_san,
    parse_uci, see, see_ge, to_san, to_uci,
};
// ANCHOR_END: passed_on

use board::{Bitboard, Position};

/// Hands the legal moves of a kind to `sink`.
pub fn generate<K: Kind>(position: &Position, sink: &mut impl MoveSink) {
    candidates::each(position, |mv| {
        let wanted = if mv.is_noisy() { K::NOISY } else { K::QUIET };
        if wanted && facts::keeps_king_safe(position, mv) {
            sink.push(mv);
        }
    });
}

/// All legal moves.
#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    list
}

/// Hands the legal captures of a man on `victims` by a man on `aggressors` to `sink`; en passant
/// counts as the capture of the pawn that it takes.
pub fn generate_captures_between(
    position: &Position,
    victims: Bitboard,
    aggressors: Bitboard,
    sink: &mut impl MoveSink,
) {
    for mv in legal_moves(position) {
        let victim = if mv.is_en_passant() { candidates::passed_pawn(mv) } else { mv.to() };
        if mv.is_capture() && victims.contains(victim) && aggressors.contains(mv.from()) {
            sink.push(mv);
        }
    }
}
