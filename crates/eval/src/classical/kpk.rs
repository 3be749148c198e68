//! King and pawn against king, exactly: which positions are won, worked out once by going
//! backwards from the ends. 24 pawn squares by two kings by the turn; a bit each, 24 KiB.
//!
//! The pawn is White's and stands on files A to D; others are mirrored into that.

use std::sync::LazyLock;

use board::{Bitboard, Color, File, Rank, Square, attacks};

/// Whether White, with a king on `king` and a pawn on `pawn`, wins against the lone king on
/// `victim`. `white_turn` tells who moves.
pub(super) fn is_won(king: Square, pawn: Square, victim: Square, white_turn: bool) -> bool {
    let side = |square: Square| if pawn.file() > File::D { square.mirror() } else { square };
    let place = Place { king: side(king), pawn: side(pawn), victim: side(victim), white_turn };
    let index = place.index();
    WON[index / 64] >> (index % 64) & 1 != 0
}

/// One position of the ending.
#[derive(Clone, Copy)]
struct Place {
    king: Square,
    pawn: Square,
    victim: Square,
    white_turn: bool,
}

const PLACES: usize = 24 * 64 * 64 * 2;

static WON: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Marks positions won until no more are found. Drawn is what remains.
fn solve() -> Vec<u64> {
    let mut won = vec![0u64; PLACES / 64];
    let places: Vec<Place> =
        (0..PLACES).map(Place::from_index).filter(|place| place.is_legal()).collect();
    let get = |won: &[u64], place: Place| {
        let index = place.index();
        won[index / 64] >> (index % 64) & 1 != 0
    };
    loop {
        let mut changed = false;
        for &place in &places {
            if !get(&won, place) && place.wins(|next| get(&won, next)) {
                let index = place.index();
                won[index / 64] |= 1 << (index % 64);
                changed = true;
            }
        }
        if !changed {
            return won;
        }
    }
}

impl Place {
    fn index(self) -> usize {
        let pawn = (self.pawn.rank().index().wrapping_sub(1)) * 4 + self.pawn.file().index();
        // Only pawns on the second to seventh rank exist; the remainder keeps every other
        // caller inside the table.
        (((pawn % 24) * 64 + self.king.index()) * 64 + self.victim.index()) * 2
            + usize::from(self.white_turn)
    }

    fn from_index(index: usize) -> Self {
        let pawn = index / (64 * 64 * 2);
        Self {
            king: Square::from_index(index / 128),
            pawn: Square::new(File::from_index(pawn % 4), Rank::from_index(pawn / 4 + 1)),
            victim: Square::from_index(index / 2),
            white_turn: index % 2 == 1,
        }
    }

    fn is_legal(self) -> bool {
        let pawn_hits = attacks::pawn_attacks(Color::White, self.pawn).contains(self.victim);
        self.king != self.pawn
            && self.victim != self.pawn
            && self.king.distance(self.victim) > 1
            && !(self.white_turn && pawn_hits)
    }

    /// Whether the side to move brings about a win for White: White by some move, Black because he
    /// must move and every move loses.
    fn wins(self, won: impl Fn(Place) -> bool) -> bool {
        if self.white_turn { self.white_wins(won) } else { self.black_loses(won) }
    }

    fn white_wins(self, won: impl Fn(Place) -> bool) -> bool {
        let next = Place { white_turn: false, ..self };
        let guarded = attacks::king(self.victim) | self.pawn.bitboard();
        let king_wins = (attacks::king(self.king) - guarded)
            .into_iter()
            .any(|king| won(Place { king, ..next }));
        king_wins || self.pawn_wins(next, won)
    }

    /// By a step of the pawn: to promotion that cannot be taken, or to a won position.
    fn pawn_wins(self, next: Place, won: impl Fn(Place) -> bool) -> bool {
        let blocked = self.king.bitboard() | self.victim.bitboard();
        let step = self.pawn.bitboard().north() - blocked;
        let Some(pawn) = step.first() else {
            return false;
        };
        if pawn.rank() == Rank::Eighth {
            return pawn.distance(self.victim) > 1 || pawn.distance(self.king) == 1;
        }
        if won(Place { pawn, ..next }) {
            return true;
        }
        let double = (step & Rank::Third.bitboard()).north() - blocked;
        double.first().is_some_and(|pawn| won(Place { pawn, ..next }))
    }

    fn black_loses(self, won: impl Fn(Place) -> bool) -> bool {
        let guarded: Bitboard =
            attacks::king(self.king) | attacks::pawn_attacks(Color::White, self.pawn);
        let moves = attacks::king(self.victim) - guarded - self.king.bitboard();
        let next = Place { white_turn: true, ..self };
        // Taking the pawn draws; having no move is stalemate, for the pawn alone cannot mate.
        moves.any()
            && !moves.contains(self.pawn)
            && moves.into_iter().all(|victim| won(Place { victim, ..next }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_endings() {
        use Square as S;
        // In front of the pawn with the opposition: who moves loses the game or the win.
        assert!(is_won(S::E6, S::E5, S::E8, true));
        assert!(is_won(S::E6, S::E5, S::E8, false));
        assert!(!is_won(S::E5, S::E4, S::E7, true));
        assert!(is_won(S::E5, S::E4, S::E7, false));
        // The king behind his pawn: opposition holds.
        assert!(!is_won(S::E4, S::E5, S::E7, true));
        // The rook pawn and the corner.
        assert!(!is_won(S::B6, S::A5, S::A8, true));
        assert!(!is_won(S::G6, S::H5, S::H8, true));
        // Outside the square, and just inside it.
        assert!(is_won(S::A1, S::H5, S::C5, true));
        assert!(!is_won(S::A1, S::H4, S::D4, false));
    }

    #[test]
    fn as_many_wins_as_published() {
        // The known number of won positions with the pawn on files A to D; checked as well
        // against the Syzygy table of this ending, position by position.
        let won: u32 = WON.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}
