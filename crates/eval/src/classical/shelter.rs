//! The pawns around a king: his own that shelter him, and the enemy's that storm him.

use board::{Bitboard, CastlingRights, CastlingSide, Color, File, Rank, Square};

use super::masks::{ahead, rank_of};
use super::pawn_table::PawnInput;
use super::{Tapered, Weights};

/// The shelter of the king where he stands, or where he may still castle to if that is better.
pub(super) fn shelter(input: &PawnInput, us: Color, weights: &Weights) -> Tapered {
    let king = input.kings[us.index()];
    let rights = CastlingRights::from_bits_retain(input.castling);
    let mut best = at(input, us, king, weights);
    for (side, file) in [(CastlingSide::Short, File::G), (CastlingSide::Long, File::C)] {
        if rights.contains(CastlingRights::of(us, side)) {
            let home = Square::new(file, Rank::First).relative_to(us);
            let castled = at(input, us, home, weights) + weights.shelter_uncastled;
            if castled.mg() > best.mg() {
                best = castled;
            }
        }
    }
    best + weights.king_pawn_distance * nearest_pawn(input.pawns[us.index()], king)
}

/// King steps to the nearest own pawn; 0 where there is none.
fn nearest_pawn(pawns: Bitboard, king: Square) -> u32 {
    pawns.into_iter().map(|square| king.distance(square)).min().unwrap_or(0)
}

/// Shelter and storm on the three files around a king on `king`.
fn at(input: &PawnInput, us: Color, king: Square, weights: &Weights) -> Tapered {
    // Pawns behind the king neither shelter nor storm him; those beside him do.
    let rank = king.rank().bitboard();
    let reach = rank | ahead(us, rank);
    let own = input.pawns[us.index()] & reach;
    let enemy = input.pawns[(!us).index()] & reach;
    let mut score = Tapered::ZERO;
    let middle = king.file().index().clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = File::from_index(index).bitboard();
        let edge = index.min(7 - index);
        let guard = nearest(us, own & file);
        let stormer = nearest(us, enemy & file);
        score += weights.shelter[edge][guard];
        if stormer != 0 {
            score += if guard != 0 && guard + 1 == stormer {
                weights.storm_blocked[stormer]
            } else {
                weights.storm[edge][stormer]
            };
        } else if guard == 0 {
            score += weights.king_open_file;
        }
    }
    score
}

/// The rank, as `us` counts from 0, of the pawn of this file's set that is nearest to the own
/// first rank; 0 where there is none, since no pawn stands there.
fn nearest(us: Color, set: Bitboard) -> usize {
    let square = match us {
        Color::White => set.first(),
        Color::Black => set.last(),
    };
    square.map_or(0, |square| rank_of(us, square))
}
