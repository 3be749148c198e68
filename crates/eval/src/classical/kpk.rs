//! KPK bitbase: whether king and pawn win against king, built by retrograde analysis on first use. It
//! has a set of squares of the lone king, those with which the pawn's side wins, for each of 24 pawn
//! squares, 64 squares of the pawn's king and both sides to move: 24 KiB.
//!
//! The pawn is White's and on files A to D; other positions are mirrored.

use std::sync::LazyLock;

use board::{Bitboard, Color, File, Rank, Square, attacks};

/// Whether White, with king and pawn, wins against the lone black king.
pub(super) fn probe(
    white_king: Square,
    pawn: Square,
    black_king: Square,
    white_to_move: bool,
) -> bool {
    let mirrored =
        |square: Square| if pawn.file() > File::D { square.flip_horizontal() } else { square };
    let won = &BITBASE[pawn_index(mirrored(pawn))][mirrored(white_king).index()];
    let squares = if white_to_move { won.white_to_move } else { won.black_to_move };
    squares.contains(mirrored(black_king))
}

/// Squares of the black king with which White wins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Won {
    white_to_move: Bitboard,
    black_to_move: Bitboard,
}

/// By square of the white king.
type PawnTable = [Won; 64];

const PAWN_SQUARES: usize = 24;

static BITBASE: LazyLock<Vec<PawnTable>> = LazyLock::new(build_bitbase);

/// Adds won positions until there are no more; the others are drawn. A pawn only advances, so pawns
/// closer to promotion come first.
fn build_bitbase() -> Vec<PawnTable> {
    let empty = Won { white_to_move: Bitboard::EMPTY, black_to_move: Bitboard::EMPTY };
    let mut bitbase = vec![[empty; 64]; PAWN_SQUARES];
    for index in (0..PAWN_SQUARES).rev() {
        let pawn = Square::new(File::from_index(index % 4), Rank::from_index(index / 4 + 1));
        loop {
            let before = bitbase[index];
            for white_king in !pawn.bitboard() {
                let won = white_to_move_wins(&bitbase, white_king, pawn);
                bitbase[index][white_king.index()].white_to_move = won;
                let won = black_to_move_loses(won, white_king, pawn);
                bitbase[index][white_king.index()].black_to_move = won;
            }
            if bitbase[index] == before {
                break;
            }
        }
    }
    bitbase
}

/// Index of a pawn on files A to D. Pawns are on the second to seventh rank; the remainder keeps
/// other input in bounds.
fn pawn_index(pawn: Square) -> usize {
    (pawn.rank().index() * 4 + pawn.file().index() + 20) % PAWN_SQUARES
}

/// Squares of the black king with which a move of White leads to a position known as won, or to a
/// queen that Black cannot capture.
fn white_to_move_wins(bitbase: &[PawnTable], white_king: Square, pawn: Square) -> Bitboard {
    let won_after = |white_king: Square, pawn: Square| {
        bitbase[pawn_index(pawn)][white_king.index()].black_to_move
    };
    let mut won = Bitboard::EMPTY;
    for target in attacks::king(white_king) - pawn.bitboard() {
        won |= won_after(target, pawn);
    }
    let step = pawn.bitboard().north() - white_king.bitboard();
    if let Some(target) = step.first() {
        let after_step = match target.rank() {
            Rank::Eighth if attacks::king(white_king).contains(target) => Bitboard::FULL,
            Rank::Eighth => !attacks::king(target),
            _ => won_after(white_king, target),
        };
        won |= after_step - step;
        let double = (step & Rank::Third.bitboard()).north() - white_king.bitboard();
        if let Some(target) = double.first() {
            won |= won_after(white_king, target) - step - double;
        }
    }
    let pawn_attacks = attacks::pawn_attacks(Color::White, pawn);
    won - attacks::king(white_king) - white_king.bitboard() - pawn.bitboard() - pawn_attacks
}

/// Squares of the black king from which every move leads to one of those with which White to move
/// wins. No move is stalemate, because a pawn alone cannot mate. Capturing the pawn draws.
fn black_to_move_loses(white_to_move_wins: Bitboard, white_king: Square, pawn: Square) -> Bitboard {
    let guarded = attacks::king(white_king) | white_king.bitboard();
    let targets = !(guarded | attacks::pawn_attacks(Color::White, pawn));
    let can_move = neighbours(targets);
    let can_hold = neighbours(targets - white_to_move_wins);
    can_move - can_hold - guarded - pawn.bitboard()
}

/// The squares a king's move away from one of the set.
fn neighbours(set: Bitboard) -> Bitboard {
    let beside = set.east() | set.west();
    let row = set | beside;
    beside | row.north() | row.south()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_kpk_results() {
        use Square as S;
        // King two ranks in front of the pawn; then one rank, where the opposition decides.
        assert!(probe(S::E6, S::E5, S::E8, false));
        assert!(!probe(S::E5, S::E4, S::E7, true));
        assert!(probe(S::E5, S::E4, S::E7, false));
        // King behind its pawn: the defender has the opposition.
        assert!(!probe(S::E4, S::E5, S::E7, true));
        // Rook pawn, defender in the corner.
        assert!(!probe(S::B6, S::A5, S::A8, true));
        assert!(!probe(S::G6, S::H5, S::H8, true));
        // Outside the square, and just inside it.
        assert!(probe(S::A1, S::H5, S::C5, true));
        assert!(!probe(S::A1, S::H4, S::D4, false));
    }

    #[test]
    fn won_position_count_matches_published_count() {
        // The known number of won positions with the pawn on files A to D; checked as well
        // against the Syzygy table of this ending, position by position.
        let count = |won: &Won| won.white_to_move.count() + won.black_to_move.count();
        assert_eq!(BITBASE.iter().flatten().map(count).sum::<u32>(), 111_282);
    }
}
