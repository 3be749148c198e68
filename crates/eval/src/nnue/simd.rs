//! The loops of a network: the update of an accumulator, and the output. Each has a
//! version for every set of SIMD instructions, chosen when the program runs. All versions give the
//! same integers.
//!
//! No sum overflows within the bounds of `quantisation`. Updates of an accumulator wrap, so intermediate
//! values do no harm.

use super::architecture::RowPair;
use super::quantisation::{PRODUCT_SHIFT, QA};
use std::fmt;

/// Neurons that are processed together: a cache line, and two registers of AVX2.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block(pub [i16; Self::SIZE]);

impl Block {
    /// Neurons in a block.
    pub const SIZE: usize = super::HIDDEN_STEP;
    const ZERO: Self = Self([0; Self::SIZE]);
}

/// A clipped neuron is shifted to the left by so many bits: the instructions for a product of 16-bit
/// fractions then shift it to the right by [`PRODUCT_SHIFT`] bits, rounded.
const NEURON_SHIFT: u32 = 15 - PRODUCT_SHIFT;
/// Lanes in which products are summed: each takes those of at most 64 neurons, which fit into 32 bits.
const LANES: usize = 16;

/// A set of SIMD instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Path);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_feature = "simd128")]
    Simd128,
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Path::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            #[cfg(target_arch = "aarch64")]
            Path::Neon => "NEON",
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => "SIMD128",
        })
    }
}

impl Simd {
    /// All sets that this processor has, the fastest last. Not AVX-512: with registers of 512 bits a search was
    /// 6 % slower (Sapphire Rapids), and with those of 256 bits its instructions save nothing.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        let sets = [
            Some(Path::Scalar),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx2").then_some(Path::Avx2),
            #[cfg(target_arch = "aarch64")]
            std::arch::is_aarch64_feature_detected!("neon").then_some(Path::Neon),
            // WebAssembly has no detection: a module with unknown instructions is not loaded.
            #[cfg(target_feature = "simd128")]
            Some(Path::Simd128),
        ];
        sets.into_iter().flatten().map(Self)
    }

    /// The fastest set that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self(Path::Scalar))
    }

    /// Computes an accumulator from `source`, or changes it where that is `None`.
    #[inline(always)]
    pub fn update(
        self,
        weights: &[Block],
        source: Option<&[Block]>,
        target: &mut [Block],
        changes: Changes<'_>,
    ) {
        match self.0 {
            Path::Scalar => update(weights, source, target, changes),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, see `available`.
            Path::Avx2 => unsafe { x86::update_avx2(weights, source, target, changes) },
            // NEON belongs to the targets of this architecture, so the loop is compiled to it.
            #[cfg(target_arch = "aarch64")]
            Path::Neon => update(weights, source, target, changes),
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => update(weights, source, target, changes),
        }
    }

    /// Sum over the neurons of both sides of weight times squared clipped ReLU (SCReLU): v · r for an accumulator
    /// clipped to v = 0…1020, where r is v times the weight in units of 2¹⁰, rounded. The weights are those of one
    /// side and then of the other.
    #[inline]
    pub fn forward(self, accumulators: [&[Block]; 2], weights: &[Block]) -> i64 {
        let (first, second) = weights.split_at(accumulators[0].len());
        let sides = [(accumulators[0], first), (accumulators[1], second)];
        match self.0 {
            Path::Scalar => forward(sides),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, see `available`.
            Path::Avx2 => unsafe { x86::forward_avx2(sides) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the processor has NEON, see `available`.
            Path::Neon => unsafe { neon::forward(sides) },
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => wasm::forward(sides),
        }
    }
}

/// Starts to load the cache line of a block, the first one of a row: more lines would keep other loads waiting.
/// Nothing where the processor is not x86-64.
#[inline(always)]
pub fn prefetch(weights: &[Block], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint without effect on memory, of any address, and SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(weights.as_ptr().wrapping_add(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (weights, at);
}

/// The accumulators with the output weights of their neurons.
type Sides<'a> = [(&'a [Block], &'a [Block]); 2];

/// Changes of the accumulator of one side.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// Rows of weights to add.
    pub added: &'a [RowPair],
    /// Rows to subtract.
    pub removed: &'a [RowPair],
    /// Which row of a pair counts: that of White (0) or Black (1).
    pub side: usize,
}

// The loops below are compiled for the instructions of the functions that they are inlined into. Lanes
// are loops over arrays, which the compiler turns into vectors.

#[inline(always)]
fn update(weights: &[Block], source: Option<&[Block]>, target: &mut [Block], changes: Changes<'_>) {
    if target.len().is_multiple_of(8) {
        update_tiles::<8>(weights, source, target, changes);
    } else if target.len().is_multiple_of(4) {
        update_tiles::<4>(weights, source, target, changes);
    } else {
        update_tiles::<1>(weights, source, target, changes);
    }
}

/// The same, tile by tile of `N` blocks, of which an accumulator must be a multiple. A tile stays in
/// registers, sixteen of AVX2 if it has eight blocks, while all rows are added: the more, the less often the
/// rows are walked.
#[inline(always)]
fn update_tiles<const N: usize>(
    weights: &[Block],
    source: Option<&[Block]>,
    target: &mut [Block],
    Changes { added, removed, side }: Changes<'_>,
) {
    let source = source.map(|source| source.as_chunks::<N>().0);
    let (weights, target) = (weights.as_chunks::<N>().0, target.as_chunks_mut::<N>().0);
    let length = target.len();
    // Nearly as many rows are added as removed.
    let pairs = added.len().min(removed.len());
    for (at, target) in target.iter_mut().enumerate() {
        let before = source.map_or(&*target, |source| &source[at]);
        let mut tile = [Block::ZERO; N];
        for_each_block::<N>(|block| tile[block] = before[block]);
        let row = |pair: RowPair| &weights[pair[side] as usize * length + at];
        for (&new, &old) in added.iter().zip(removed) {
            change_tile(&mut tile, row(new), i16::wrapping_add);
            change_tile(&mut tile, row(old), i16::wrapping_sub);
        }
        for &new in &added[pairs..] {
            change_tile(&mut tile, row(new), i16::wrapping_add);
        }
        for &old in &removed[pairs..] {
            change_tile(&mut tile, row(old), i16::wrapping_sub);
        }
        for_each_block::<N>(|block| target[block] = tile[block]);
    }
}

#[inline(always)]
fn change_tile<const N: usize>(
    tile: &mut [Block; N],
    row: &[Block; N],
    change: impl Fn(i16, i16) -> i16,
) {
    for_each_block::<N>(|at| {
        for lane in 0..Block::SIZE {
            tile[at].0[lane] = change(tile[at].0[lane], row[at].0[lane]);
        }
    });
}

/// A loop over the blocks of a tile, written out: else the compiler may leave the tile in memory.
#[inline(always)]
fn for_each_block<const N: usize>(mut block: impl FnMut(usize)) {
    const { assert!(N <= 8, "a block without a line below") };
    let mut block = |at: usize| {
        if at < N {
            block(at);
        }
    };
    block(0);
    block(1);
    block(2);
    block(3);
    block(4);
    block(5);
    block(6);
    block(7);
}

fn forward(sides: Sides<'_>) -> i64 {
    let mut sums = [0_i32; LANES];
    for (accumulator, weights) in sides {
        for (neurons, weights) in accumulator.iter().zip(weights) {
            for lane in 0..Block::SIZE {
                let v = i32::from(neurons.0[lane].clamp(0, QA as i16));
                let product = v * i32::from(weights.0[lane]);
                let rounded = (product + (1 << PRODUCT_SHIFT >> 1)) >> PRODUCT_SHIFT;
                sums[lane % LANES] += rounded * v;
            }
        }
    }
    sums.into_iter().map(i64::from).sum()
}

/// Written out with intrinsics, as the compiler's own vectors are shuffled between the products, which
/// took about twice the time.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Block, Changes, NEURON_SHIFT, QA, Sides};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2")]
    pub fn update_avx2(
        weights: &[Block],
        source: Option<&[Block]>,
        target: &mut [Block],
        changes: Changes<'_>,
    ) {
        super::update(weights, source, target, changes);
    }

    #[target_feature(enable = "avx2")]
    pub fn forward_avx2(sides: Sides<'_>) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
        let half = |block: &Block, at: usize| {
            // SAFETY: a block has two halves of 32 bytes and is aligned to 64.
            unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(at)) }
        };
        let mut sums = [zero; 2];
        for (accumulator, weights) in sides {
            for (neurons, weights) in accumulator.iter().zip(weights) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let v = _mm256_min_epi16(_mm256_max_epi16(half(neurons, at), zero), one);
                    let shifted = _mm256_slli_epi16::<{ NEURON_SHIFT as i32 }>(v);
                    let weighted = _mm256_mulhrs_epi16(shifted, half(weights, at));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weighted, v));
                }
            }
        }
        let wide = |sum| {
            let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sum, 1));
            _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum)), high)
        };
        let sum = _mm256_add_epi64(wide(sums[0]), wide(sums[1]));
        let sum = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        _mm_cvtsi128_si64(sum) + _mm_extract_epi64(sum, 1)
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::{Block, NEURON_SHIFT, QA, Sides};
    use std::arch::aarch64::*;

    #[target_feature(enable = "neon")]
    pub fn forward(sides: Sides<'_>) -> i64 {
        let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA as i16));
        let part = |block: &Block, at: usize| {
            let values: &[i16; 8] = block.0[8 * at..].first_chunk().expect("a block has 4 parts");
            // SAFETY: eight values are there.
            unsafe { vld1q_s16(values.as_ptr()) }
        };
        let mut sums = [vdupq_n_s32(0); 4];
        for (accumulator, weights) in sides {
            for (neurons, weights) in accumulator.iter().zip(weights) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let v = vminq_s16(vmaxq_s16(part(neurons, at), zero), one);
                    let shifted = vshlq_n_s16::<{ NEURON_SHIFT as i32 }>(v);
                    let weighted = vqrdmulhq_s16(shifted, part(weights, at));
                    *sum = vmlal_s16(*sum, vget_low_s16(weighted), vget_low_s16(v));
                    *sum = vmlal_high_s16(*sum, weighted, v);
                }
            }
        }
        sums.into_iter().map(|sum| vaddlvq_s32(sum)).sum()
    }
}

#[cfg(target_feature = "simd128")]
mod wasm {
    use super::{Block, NEURON_SHIFT, QA, Sides};
    use std::arch::wasm32::*;

    pub fn forward(sides: Sides<'_>) -> i64 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(QA as i16));
        let part = |block: &Block, at: usize| {
            let values: &[i16; 8] = block.0[8 * at..].first_chunk().expect("a block has 4 parts");
            // SAFETY: eight values are there.
            unsafe { v128_load(values.as_ptr().cast()) }
        };
        let mut sums = [zero; 4];
        for (accumulator, weights) in sides {
            for (neurons, weights) in accumulator.iter().zip(weights) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let v = i16x8_min(i16x8_max(part(neurons, at), zero), one);
                    let shifted = i16x8_shl(v, NEURON_SHIFT);
                    let weighted = i16x8_q15mulr_sat(shifted, part(weights, at));
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(weighted, v));
                }
            }
        }
        let wide = |sum| i64x2_add(i64x2_extend_low_i32x4(sum), i64x2_extend_high_i32x4(sum));
        let sum = sums.into_iter().map(wide).fold(zero, |sum, more| i64x2_add(sum, more));
        i64x2_extract_lane::<0>(sum) + i64x2_extract_lane::<1>(sum)
    }
}
