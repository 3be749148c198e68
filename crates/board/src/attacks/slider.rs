//! Attacks of bishops and rooks, looked up by the blockers on their lines.
//!
//! Source: Chess Programming Wiki, "BMI2 - PEXT Bitboards" and "Magic Bitboards" (fancy magic, P. Kannan).

use super::rays::{rays, sliding_attacks};
use crate::{Bitboard, Square};

/// 64 rook tables of 2^10 to 2^12 entries and 64 bishop tables of 2^5 to 2^9.
const ENTRIES: usize = 102_400 + 5_248;

/// The lookup data of one square.
#[derive(Clone, Copy)]
struct MagicEntry {
    /// Relevant blocker squares: the lines without their last square.
    mask: u64,
    /// Index of the square's first entry in [`ATTACKS`].
    offset: u32,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    shift: u32,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    magic: u64,
}

const fn mask(square: Square, diagonal: bool) -> u64 {
    let (file, rank) = (square.file().bitboard().0, square.rank().bitboard().0);
    // A blocker on the edge is not relevant, unless the slider moves along that edge.
    let sides = (crate::File::A.bitboard().0 | crate::File::H.bitboard().0) & !file;
    let ends = (crate::Rank::First.bitboard().0 | crate::Rank::Eighth.bitboard().0) & !rank;
    sliding_attacks(square, diagonal, Bitboard::EMPTY).0 & !(sides | ends)
}

/// For rooks, and after them for bishops.
static TABLE: [MagicEntry; 128] = {
    let mut table = [MagicEntry::new(Square::A1, false, 0); 128];
    let (mut i, mut offset) = (0, 0);
    while i < 128 {
        table[i] = MagicEntry::new(Square::from_index(i), i >= 64, offset);
        offset += 1 << table[i].mask.count_ones();
        i += 1;
    }
    assert!(offset as usize == ENTRIES);
    table
};

#[allow(long_running_const_eval)]
static ATTACKS: [Bitboard; ENTRIES] = {
    let mut attacks = [Bitboard::EMPTY; ENTRIES];
    let mut i = 0;
    while i < 128 {
        let magic_entry = &TABLE[i];
        let rays = rays(Square::from_index(i), i >= 64, Bitboard::EMPTY);
        let mask = magic_entry.mask;
        let (up_0, up_1, down_0, down_1) = (rays[0].0, rays[1].0, rays[2].0, rays[3].0);
        // Subsets of the mask in ascending order (Carry-Rippler), which is the order of PEXT. The
        // attacks are each ray up to its first blocker, or to its end. The code calls no functions:
        // calls take most of the time of compile-time evaluation.
        let mut blockers = 0u64;
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        let mut number = 0;
        loop {
            let first_0 = blockers & up_0 | 1 << 63;
            let first_1 = blockers & up_1 | 1 << 63;
            let last_0 = (blockers & down_0 | 1).leading_zeros();
            let last_1 = (blockers & down_1 | 1).leading_zeros();
            let set = up_0 & (first_0 ^ (first_0 - 1))
                | up_1 & (first_1 ^ (first_1 - 1))
                | down_0 & (u64::MAX << (63 - last_0))
                | down_1 & (u64::MAX << (63 - last_1));
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            let entry = magic_entry.offset as usize + number;
            #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
            let entry = magic_entry.index(Bitboard(blockers));
            assert!(attacks[entry].0 == 0 || attacks[entry].0 == set);
            attacks[entry] = Bitboard(set);
            if blockers == mask {
                break;
            }
            blockers = ((blockers | !mask) + 1) & mask;
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            {
                number += 1;
            }
        }
        i += 1;
    }
    attacks
};

impl MagicEntry {
    const fn new(square: Square, diagonal: bool, offset: u32) -> Self {
        let mask = mask(square, diagonal);
        Self {
            mask,
            offset,
            #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
            shift: 64 - mask.count_ones(),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
            magic: if diagonal {
                super::magics::BISHOP[square.index()]
            } else {
                super::magics::ROOK[square.index()]
            },
        }
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: compiled only for targets that have BMI2.
        let compressed = unsafe { core::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        self.offset as usize + compressed as usize
    }

    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask).wrapping_mul(self.magic);
        self.offset as usize + (product >> self.shift) as usize
    }

    #[inline(always)]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let index = self.index(occupied);
        debug_assert!(index < ENTRIES);
        // SAFETY: [`TABLE`] gives every square a table of 2^popcount(mask) entries after its offset,
        // checked against ENTRIES at compile time. PEXT yields at most popcount(mask) bits, and the
        // magic product is shifted to that many.
        unsafe { *ATTACKS.get_unchecked(index) }
    }
}

/// Squares a bishop attacks with this occupancy, the first blocker of each line included.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// let blocked = attacks::bishop(Square::C1, Square::B2.bitboard() | Square::D2);
/// assert_eq!(blocked, Square::B2.bitboard() | Square::D2);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[64 + square.index()].attacks(occupied)
}

/// Squares a rook attacks with this occupancy, the first blocker of each line included.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// let attacked = attacks::rook(Square::A1, Square::A3.bitboard() | Square::C1);
/// let expected = [Square::B1, Square::C1, Square::A2, Square::A3];
/// assert_eq!(attacked.iter().collect::<Vec<_>>(), expected);
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE[square.index()].attacks(occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Rng;

    #[test]
    fn slider_lookups_match_sliding_attacks() {
        let mut rng = Rng::new(1);
        for square in Square::ALL {
            for _ in 0..testkit::cases(2_000) {
                let occupied = Bitboard(rng.next_u64() & rng.next_u64());
                assert_eq!(bishop(square, occupied), sliding_attacks(square, true, occupied));
                assert_eq!(rook(square, occupied), sliding_attacks(square, false, occupied));
                let queen = crate::attacks::queen(square, occupied);
                assert_eq!(queen, crate::attacks::queen_const(square, occupied));
            }
        }
    }
}
