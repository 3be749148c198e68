//! King shelter: own pawns around the king (pawn shelter) and enemy pawns that advance against
//! it (pawn storm).

use board::{Bitboard, CastlingRights, CastlingSide, Color, File, Rank, Square};

use super::masks::{front_span, relative_rank};
use super::pawn_table::PawnInput;
use super::{Tapered, Weights};

/// King shelter on the king's square, or on a square it can still castle to if that is better.
pub(super) fn shelter(input: &PawnInput, us: Color, weights: &Weights) -> Tapered {
    let king = input.kings[us.index()];
    let rights = CastlingRights::from_bits_retain(input.castling);
    let mut best = shelter_at(input, us, king, weights);
    for (side, file) in [(CastlingSide::Short, File::G), (CastlingSide::Long, File::C)] {
        if rights.contains(CastlingRights::of(us, side)) {
            let home = Square::new(file, Rank::First).relative_to(us);
            let castled = shelter_at(input, us, home, weights) + weights.shelter_uncastled;
            if castled.mg() > best.mg() {
                best = castled;
            }
        }
    }
    best + weights.king_pawn_distance * nearest_pawn_distance(input.pawns[us.index()], king)
}

/// King steps to the nearest own pawn; 0 where there is none.
fn nearest_pawn_distance(pawns: Bitboard, king: Square) -> u32 {
    pawns.into_iter().map(|square| king.distance(square)).min().unwrap_or(0)
}

/// Shelter and storm on the three files around a king on `king`.
fn shelter_at(input: &PawnInput, us: Color, king: Square, weights: &Weights) -> Tapered {
    // Pawns behind the king do not count.
    let rank = king.rank().bitboard();
    let beside_or_in_front = rank | front_span(us, rank);
    let own = input.pawns[us.index()] & beside_or_in_front;
    let enemy = input.pawns[(!us).index()] & beside_or_in_front;
    let mut score = Tapered::ZERO;
    let middle = king.file().index().clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = File::from_index(index).bitboard();
        let edge = index.min(7 - index);
        let own_rank = nearest_pawn_rank(us, own & file);
        let enemy_rank = nearest_pawn_rank(us, enemy & file);
        score += weights.shelter[edge][own_rank];
        if enemy_rank != 0 {
            score += if own_rank != 0 && own_rank + 1 == enemy_rank {
                weights.storm_blocked[enemy_rank]
            } else {
                weights.storm[edge][enemy_rank]
            };
        } else if own_rank == 0 {
            score += weights.king_open_file;
        }
    }
    score
}

/// The relative rank (0 to 7) of the pawn nearest to the first rank of `us`; 0 if there is none.
fn nearest_pawn_rank(us: Color, set: Bitboard) -> usize {
    let square = match us {
        Color::White => set.first(),
        Color::Black => set.last(),
    };
    square.map_or(0, |square| relative_rank(us, square))
}
