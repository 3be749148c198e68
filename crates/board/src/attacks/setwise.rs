//! Attacks of several sliders at once: with AVX2 by filling along all eight directions, which needs neither
//! tables nor branches, elsewhere slider by slider.
//!
//! Source: Chess Programming Wiki, "Kogge-Stone Algorithm" and "AVX2" (four directions in a register).

use crate::Bitboard;

/// Squares that any of the sliders attacks with this occupancy, the first blocker of each line included:
/// those of `diagonal` as bishops, and those of `straight` as rooks.
///
/// ```
/// use bartizan_board::{Bitboard, Square, attacks};
///
/// let rooks = Square::A1.bitboard() | Square::H8;
/// let [diagonal, straight] = attacks::slider_attacks_set(Bitboard::EMPTY, rooks, rooks);
/// assert_eq!((diagonal.count(), straight.count()), (0, 26));
/// ```
#[inline(always)]
pub fn slider_attacks_set(
    diagonal: Bitboard,
    straight: Bitboard,
    occupied: Bitboard,
) -> [Bitboard; 2] {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        avx2::slider_attacks_set(diagonal, straight, occupied)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    {
        one_by_one(diagonal, straight, occupied)
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
#[inline(always)]
fn one_by_one(diagonal: Bitboard, straight: Bitboard, occupied: Bitboard) -> [Bitboard; 2] {
    let union = |sliders: Bitboard, attacks: fn(crate::Square, Bitboard) -> Bitboard| {
        sliders.into_iter().fold(Bitboard::EMPTY, |set, from| set | attacks(from, occupied))
    };
    [union(diagonal, super::bishop), union(straight, super::rook)]
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use crate::{Bitboard, File};
    use core::arch::x86_64::*;

    /// Steps to a higher square along a file, a rank and two diagonals; the other four are their opposites.
    const STEPS: [i64; 4] = [8, 1, 9, 7];
    /// Squares that such a step, or the opposite one, cannot reach: the first of the next line.
    const WRAPPED_UP: [Bitboard; 4] =
        [Bitboard::EMPTY, File::A.bitboard(), File::A.bitboard(), File::H.bitboard()];
    const WRAPPED_DOWN: [Bitboard; 4] =
        [Bitboard::EMPTY, File::H.bitboard(), File::H.bitboard(), File::A.bitboard()];

    #[inline(always)]
    pub(super) fn slider_attacks_set(
        diagonal: Bitboard,
        straight: Bitboard,
        occupied: Bitboard,
    ) -> [Bitboard; 2] {
        // SAFETY: compiled only for targets that have AVX2.
        unsafe {
            let [diagonal, straight] = [diagonal.0 as i64, straight.0 as i64];
            let sliders = _mm256_set_epi64x(diagonal, diagonal, straight, straight);
            let occupied = _mm256_set1_epi64x(occupied.0 as i64);
            let lanes = _mm256_or_si256(
                fill(sliders, occupied, WRAPPED_UP, |set, steps| _mm256_sllv_epi64(set, steps)),
                fill(sliders, occupied, WRAPPED_DOWN, |set, steps| _mm256_srlv_epi64(set, steps)),
            );
            let pairs = _mm256_or_si256(lanes, _mm256_unpackhi_epi64(lanes, lanes));
            let straight = _mm_cvtsi128_si64(_mm256_castsi256_si128(pairs));
            let diagonal = _mm_cvtsi128_si64(_mm256_extracti128_si256(pairs, 1));
            [Bitboard(diagonal as u64), Bitboard(straight as u64)]
        }
    }

    /// The attacks of each lane's sliders in its direction.
    #[inline(always)]
    unsafe fn fill(
        sliders: __m256i,
        occupied: __m256i,
        wrapped: [Bitboard; 4],
        shift: impl Fn(__m256i, __m256i) -> __m256i,
    ) -> __m256i {
        // SAFETY: the caller's target has AVX2.
        unsafe {
            let lanes =
                |values: [i64; 4]| _mm256_set_epi64x(values[3], values[2], values[1], values[0]);
            let steps = |factor: i64| lanes(STEPS.map(|step| factor * step));
            let wrapped = lanes(wrapped.map(|squares| squares.0 as i64));
            let (one, two, four) = (steps(1), steps(2), steps(4));
            // Squares that are reached, and those through which a slider passes in so many steps.
            let mut set = sliders;
            let mut free =
                _mm256_andnot_si256(_mm256_or_si256(occupied, wrapped), _mm256_set1_epi64x(-1));
            set = _mm256_or_si256(set, _mm256_and_si256(free, shift(set, one)));
            free = _mm256_and_si256(free, shift(free, one));
            set = _mm256_or_si256(set, _mm256_and_si256(free, shift(set, two)));
            free = _mm256_and_si256(free, shift(free, two));
            set = _mm256_or_si256(set, _mm256_and_si256(free, shift(set, four)));
            _mm256_andnot_si256(wrapped, shift(set, one))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Rng;

    #[test]
    fn sets_match_single_sliders() {
        // Any bits make an occupancy; sliders are some of the pieces, on edges and in corners too.
        let mut rng = Rng::new(1);
        let mut random = || rng.next_u64();
        for round in 0..testkit::cases(2_000) {
            let occupied = random() & if round % 2 == 0 { random() } else { u64::MAX };
            let [diagonal, straight] = [(); 2].map(|()| Bitboard(occupied & random() & random()));
            let occupied = Bitboard(occupied);
            assert_eq!(
                slider_attacks_set(diagonal, straight, occupied),
                one_by_one(diagonal, straight, occupied)
            );
        }
    }
}
