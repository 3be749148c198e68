//! KPK bitbase: whether king and pawn win against king. One bit for each of 24 pawn squares,
//! 64 squares of each king and the side to move: 24 KiB, built by retrograde analysis on first
//! use.
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
    let mirrored = |square: Square| if pawn.file() > File::D { square.mirror() } else { square };
    let position = KpkPosition {
        white_king: mirrored(white_king),
        pawn: mirrored(pawn),
        black_king: mirrored(black_king),
        white_to_move,
    };
    is_marked(&BITBASE, position)
}

#[derive(Clone, Copy)]
struct KpkPosition {
    white_king: Square,
    pawn: Square,
    black_king: Square,
    white_to_move: bool,
}

const POSITIONS: usize = 24 * 64 * 64 * 2;

static BITBASE: LazyLock<Vec<u64>> = LazyLock::new(build_bitbase);

/// Marks won positions until none is added. The others are drawn. A pawn only advances, so pawns
/// closer to promotion come first.
fn build_bitbase() -> Vec<u64> {
    const POSITIONS_PER_PAWN: usize = POSITIONS / 24;
    let mut won = vec![0u64; POSITIONS / 64];
    for pawn in (0..24).rev() {
        let first = pawn * POSITIONS_PER_PAWN;
        let mut undecided: Vec<KpkPosition> = (first..first + POSITIONS_PER_PAWN)
            .map(KpkPosition::from_index)
            .filter(|position| position.is_legal())
            .collect();
        let mut count = usize::MAX;
        while undecided.len() < count {
            count = undecided.len();
            undecided.retain(|position| {
                let index = position.index();
                let wins = position.wins(|next| is_marked(&won, next));
                won[index / 64] |= u64::from(wins) << (index % 64);
                !wins
            });
        }
    }
    won
}

fn is_marked(won: &[u64], position: KpkPosition) -> bool {
    let index = position.index();
    won[index / 64] >> (index % 64) & 1 != 0
}

impl KpkPosition {
    fn index(self) -> usize {
        let pawn = (self.pawn.rank().index().wrapping_sub(1)) * 4 + self.pawn.file().index();
        // Pawns are on the second to seventh rank; the remainder keeps other input in bounds.
        (((pawn % 24) * 64 + self.white_king.index()) * 64 + self.black_king.index()) * 2
            + usize::from(self.white_to_move)
    }

    fn from_index(index: usize) -> Self {
        let pawn = index / (64 * 64 * 2);
        Self {
            white_king: Square::from_index(index / 128),
            pawn: Square::new(File::from_index(pawn % 4), Rank::from_index(pawn / 4 + 1)),
            black_king: Square::from_index(index / 2),
            white_to_move: index % 2 == 1,
        }
    }

    fn is_legal(self) -> bool {
        let pawn_gives_check =
            attacks::pawn_attacks(Color::White, self.pawn).contains(self.black_king);
        self.white_king != self.pawn
            && self.black_king != self.pawn
            && self.white_king.distance(self.black_king) > 1
            && !(self.white_to_move && pawn_gives_check)
    }

    /// Whether White wins: with White to move by at least one move, with Black to move because
    /// every move loses.
    fn wins(self, won: impl Fn(KpkPosition) -> bool) -> bool {
        if self.white_to_move { self.white_wins(won) } else { self.black_loses(won) }
    }

    fn white_wins(self, won: impl Fn(KpkPosition) -> bool) -> bool {
        let next = KpkPosition { white_to_move: false, ..self };
        let guarded = attacks::king(self.black_king) | self.pawn.bitboard();
        let king_wins = (attacks::king(self.white_king) - guarded)
            .into_iter()
            .any(|white_king| won(KpkPosition { white_king, ..next }));
        king_wins || self.pawn_wins(next, won)
    }

    /// Whether a pawn move wins: a promotion that Black cannot capture, or a won position.
    fn pawn_wins(self, next: KpkPosition, won: impl Fn(KpkPosition) -> bool) -> bool {
        let blocked = self.white_king.bitboard() | self.black_king.bitboard();
        let step = self.pawn.bitboard().north() - blocked;
        let Some(pawn) = step.first() else {
            return false;
        };
        if pawn.rank() == Rank::Eighth {
            return pawn.distance(self.black_king) > 1 || pawn.distance(self.white_king) == 1;
        }
        if won(KpkPosition { pawn, ..next }) {
            return true;
        }
        let double = (step & Rank::Third.bitboard()).north() - blocked;
        double.first().is_some_and(|pawn| won(KpkPosition { pawn, ..next }))
    }

    fn black_loses(self, won: impl Fn(KpkPosition) -> bool) -> bool {
        let guarded: Bitboard =
            attacks::king(self.white_king) | attacks::pawn_attacks(Color::White, self.pawn);
        let moves = attacks::king(self.black_king) - guarded - self.white_king.bitboard();
        let next = KpkPosition { white_to_move: true, ..self };
        // Capturing the pawn draws. No move is stalemate, because a pawn alone cannot mate.
        moves.any()
            && !moves.contains(self.pawn)
            && moves.into_iter().all(|black_king| won(KpkPosition { black_king, ..next }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_kpk_results() {
        use Square as S;
        // King two ranks in front of the pawn; then one rank, where the opposition decides.
        assert!(probe(S::E6, S::E5, S::E8, true));
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
        let won: u32 = BITBASE.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}
