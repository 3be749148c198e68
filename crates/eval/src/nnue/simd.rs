//! The loops of a network: the update of an accumulator, and the output. Each has a
//! version for every set of SIMD instructions, chosen when the program runs. All versions give the
//! same integers.
//!
//! No sum overflows within the bounds of `network`, intermediate ones included.

use super::MAX_HIDDEN;
use super::architecture::RowPair;
use super::layers::Layers;
use super::network::QA;
#[cfg(target_arch = "x86_64")]
use super::x86;
use std::fmt;

/// Neurons that are processed together, and biases or output weights for them.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block(pub [i16; Self::SIZE]);

impl Block {
    /// Neurons in a block.
    pub const SIZE: usize = super::HIDDEN_STEP;
}

/// Feature weights for the neurons of a block, a cache line. To each 128 is added, which does not matter to a
/// difference: the instruction for weighted sums of two bytes takes unsigned ones. The eighths of the block are in
/// the order [`RowBlock::ORDER`].
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBlock(pub(super) [u8; Block::SIZE]);

impl RowBlock {
    /// Weights of 0.
    pub const ZERO: Self = Self([1 << 7; Block::SIZE]);
    /// Where bytes of two registers of AVX2 are interleaved, the first eight of each half give one register and
    /// the others another one. In this order they are those of neighbouring neurons. It is its own inverse.
    const ORDER: [usize; 8] = [0, 2, 1, 3, 4, 6, 5, 7];

    /// From weights in the order of the neurons.
    pub fn new(weights: &[i8; Block::SIZE]) -> Self {
        Self(Self::reorder(weights).map(|weight| weight as u8 ^ 1 << 7))
    }

    /// The weights in the order of the neurons.
    pub fn weights(&self) -> [i8; Block::SIZE] {
        Self::reorder(&self.0).map(|byte| (byte ^ 1 << 7) as i8)
    }

    fn reorder<T: Copy>(values: &[T; Block::SIZE]) -> [T; Block::SIZE] {
        std::array::from_fn(|at| values[8 * Self::ORDER[at / 8] + at % 8])
    }
}

/// Lanes in which products are summed: each takes those of at most 32 neurons, which fit into 32 bits.
const LANES: usize = 32;

/// A set of SIMD instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Path);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
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
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Path::Neon => "NEON",
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => "SIMD128",
        })
    }
}

impl Simd {
    /// All sets that this processor has, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        let sets = [
            Some(Path::Scalar),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx2").then_some(Path::Avx2),
            #[cfg(target_arch = "x86_64")]
            has_avx512().then_some(Path::Avx512),
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
        weights: &[RowBlock],
        source: Option<&[Block]>,
        target: &mut [Block],
        changes: Changes<'_>,
    ) {
        match self.0 {
            Path::Scalar => update(weights, source, target, changes),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, see `available`.
            Path::Avx2 => unsafe { x86::update_avx2(weights, source, target, changes) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX-512, see `available`.
            Path::Avx512 => unsafe { x86::update_avx512(weights, source, target, changes) },
            // NEON belongs to the targets of this architecture, so the loop is compiled to it.
            #[cfg(target_arch = "aarch64")]
            Path::Neon => update(weights, source, target, changes),
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => update(weights, source, target, changes),
        }
    }

    /// The output of hidden layers, from the accumulators of the side to move and of the other side.
    #[inline]
    pub(super) fn layers(self, layers: &Layers, accumulators: [&[Block]; 2], bucket: usize) -> f32 {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, see `available`.
            Path::Avx2 => unsafe { x86::output(&x86::OUTPUTS_AVX2, layers, accumulators, bucket) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX-512, see `available`.
            Path::Avx512 => unsafe {
                x86::output(&x86::OUTPUTS_AVX512, layers, accumulators, bucket)
            },
            // NEON and SIMD128 belong to their targets, so the loops are compiled to them.
            _ => layers.output(accumulators, bucket),
        }
    }

    /// Sum over the neurons of both sides of weight times squared clipped ReLU (SCReLU), the square of an
    /// accumulator clipped to 0…128. The weights are those of one side and then of the other.
    #[inline]
    pub fn forward(self, accumulators: [&[Block]; 2], weights: &[Block]) -> i64 {
        let length = accumulators[0].len();
        let (first, second) = weights.split_at(length);
        let sides = [(accumulators[0], first), (accumulators[1], second)];
        if length <= MAX_HIDDEN / 2 / Block::SIZE {
            self.sum(&sides)
        } else {
            self.sum(&sides[..1]) + self.sum(&sides[1..])
        }
    }

    /// The part of that sum of one or both sides, together at most 1,024 neurons, for the bounds of 32 bits.
    #[inline]
    fn sum(self, sides: Sides<'_, '_>) -> i64 {
        match self.0 {
            Path::Scalar => forward(sides),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, see `available`; it is part of AVX-512.
            Path::Avx2 | Path::Avx512 => unsafe { x86::forward_avx2(sides) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the processor has NEON, see `available`.
            Path::Neon => unsafe { neon::forward(sides) },
            #[cfg(target_feature = "simd128")]
            Path::Simd128 => wasm::forward(sides),
        }
    }
}

/// Whether the processor has what the functions for AVX-512 are compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vnni")
}

/// Starts to load a block, the first one of a row: more of them would keep other loads waiting.
/// Nothing where the processor is not x86-64.
#[inline(always)]
pub fn prefetch(weights: &[RowBlock], at: usize) {
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
pub type Sides<'a, 'b> = &'a [(&'b [Block], &'b [Block])];

/// Changes of the accumulator of one side.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// Rows of weights to add.
    pub added: &'a [RowPair],
    /// As many rows to subtract.
    pub removed: &'a [RowPair],
    /// Which row of a pair counts: that of White (0) or Black (1).
    pub side: usize,
}

// The loops below are compiled for the instructions of the functions that they are inlined into. Lanes
// are loops over arrays, which the compiler turns into vectors.

#[inline(always)]
fn update(
    weights: &[RowBlock],
    source: Option<&[Block]>,
    target: &mut [Block],
    Changes { added, removed, side }: Changes<'_>,
) {
    // Half a block at a time, so that the sums stay in registers.
    const HALF: usize = Block::SIZE / 2;
    let length = target.len();
    for (at, target) in target.iter_mut().enumerate() {
        for half in 0..2 {
            let before = source.map_or(&*target, |source| &source[at]);
            let row = |pair: &RowPair| {
                let row = &weights[pair[side] as usize * length + at].0;
                &row[HALF * half..][..HALF]
            };
            let mut sums = [0; HALF];
            sums.copy_from_slice(&before.0[HALF * half..][..HALF]);
            for (new, old) in added.iter().zip(removed) {
                let (new, old) = (row(new), row(old));
                for (eighth, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let start = 8 * RowBlock::ORDER[eighth];
                    for lane in 0..8 {
                        sums[lane] += i16::from(new[start + lane]) - i16::from(old[start + lane]);
                    }
                }
            }
            target.0[HALF * half..][..HALF].copy_from_slice(&sums);
        }
    }
}

fn forward(sides: Sides<'_, '_>) -> i64 {
    let mut sums = [0_i32; LANES];
    for &(accumulator, weights) in sides {
        for (neurons, weights) in accumulator.iter().zip(weights) {
            for lane in 0..Block::SIZE {
                let v = i32::from(neurons.0[lane].clamp(0, QA as i16));
                sums[lane % LANES] += v * v * i32::from(weights.0[lane]);
            }
        }
    }
    sums.into_iter().map(i64::from).sum()
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::{Block, QA, Sides};
    use std::arch::aarch64::*;

    #[target_feature(enable = "neon")]
    pub fn forward(sides: Sides<'_, '_>) -> i64 {
        let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA as i16));
        let part = |block: &Block, at: usize| {
            let values: &[i16; 8] = block.0[8 * at..].first_chunk().expect("a block has 8 parts");
            // SAFETY: eight values are there.
            unsafe { vld1q_s16(values.as_ptr()) }
        };
        let mut sums = [vdupq_n_s32(0); 8];
        for &(accumulator, weights) in sides {
            for (neurons, weights) in accumulator.iter().zip(weights) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let v = vminq_s16(vmaxq_s16(part(neurons, at), zero), one);
                    let (squares, weights) = (vmulq_s16(v, v), part(weights, at));
                    *sum = vmlal_s16(*sum, vget_low_s16(squares), vget_low_s16(weights));
                    *sum = vmlal_high_s16(*sum, squares, weights);
                }
            }
        }
        sums.into_iter().map(|sum| vaddlvq_s32(sum)).sum()
    }
}

#[cfg(target_feature = "simd128")]
mod wasm {
    use super::{Block, QA, Sides};
    use std::arch::wasm32::*;

    pub fn forward(sides: Sides<'_, '_>) -> i64 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(QA as i16));
        let part = |block: &Block, at: usize| {
            let values: &[i16; 8] = block.0[8 * at..].first_chunk().expect("a block has 8 parts");
            // SAFETY: eight values are there.
            unsafe { v128_load(values.as_ptr().cast()) }
        };
        let mut sums = [zero; 8];
        for &(accumulator, weights) in sides {
            for (neurons, weights) in accumulator.iter().zip(weights) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let v = i16x8_min(i16x8_max(part(neurons, at), zero), one);
                    let products = i32x4_dot_i16x8(i16x8_mul(v, v), part(weights, at));
                    *sum = i32x4_add(*sum, products);
                }
            }
        }
        let wide = |sum| i64x2_add(i64x2_extend_low_i32x4(sum), i64x2_extend_high_i32x4(sum));
        let sum = sums.into_iter().map(wide).fold(zero, |sum, more| i64x2_add(sum, more));
        i64x2_extract_lane::<0>(sum) + i64x2_extract_lane::<1>(sum)
    }
}
