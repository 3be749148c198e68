//! The loops of a network for x86-64, written out with intrinsics, as the compiler's own vectors are shuffled between
//! the products, which took about twice the time.

use super::architecture::RowPair;
use super::layers::{GROUP, HALF, Inputs, LAYER_1, Layers, PRODUCT_SHIFT, first_blocks, scale_of};
use super::network::QA;
use super::simd::{Block, Changes, RowBlock, Sides};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2")]
pub fn update_avx2(
    weights: &[RowBlock],
    source: Option<&[Block]>,
    target: &mut [Block],
    changes: Changes<'_>,
) {
    // The sums of a tile stay in registers, of which there are 16, or 32 with AVX-512.
    if cfg!(target_feature = "avx512vl") && target.len().is_multiple_of(4) {
        update_tiles::<4, 16>(weights, source, target, changes);
    } else if target.len().is_multiple_of(2) {
        update_tiles::<2, 8>(weights, source, target, changes);
    } else {
        update_tiles::<1, 4>(weights, source, target, changes);
    }
}

/// The update tile by tile of `N` blocks or `REGISTERS` registers.
#[inline]
#[target_feature(enable = "avx2")]
fn update_tiles<const N: usize, const REGISTERS: usize>(
    weights: &[RowBlock],
    source: Option<&[Block]>,
    target: &mut [Block],
    Changes { added, removed, side }: Changes<'_>,
) {
    const { assert!(REGISTERS == 4 * N, "a block has four registers") };
    let source = source.map(|source| source.as_chunks::<N>().0);
    let (weights, target) = (weights.as_chunks::<N>().0, target.as_chunks_mut::<N>().0);
    let length = target.len();
    // New weights minus old ones.
    let signs = _mm256_set1_epi16(i16::from_le_bytes([1, 0xFF]));
    for (at, target) in target.iter_mut().enumerate() {
        let before = source.map_or(&*target, |source| &source[at]).as_ptr().cast::<__m256i>();
        // SAFETY: the blocks have so many registers, and are aligned to 64 bytes.
        let mut sums: [__m256i; REGISTERS] =
            std::array::from_fn(|at| unsafe { _mm256_load_si256(before.add(at)) });
        let row =
            |pair: &RowPair| weights[pair[side] as usize * length + at].as_ptr().cast::<__m256i>();
        for (new, old) in added.iter().zip(removed) {
            let (new, old) = (row(new), row(old));
            for (at, sums) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                // SAFETY: `N` blocks have two registers each, half of `REGISTERS`, and are aligned to 64 bytes.
                let (new, old) =
                    unsafe { (_mm256_load_si256(new.add(at)), _mm256_load_si256(old.add(at))) };
                let pairs = [_mm256_unpacklo_epi8(new, old), _mm256_unpackhi_epi8(new, old)];
                for (sum, pairs) in sums.iter_mut().zip(pairs) {
                    *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(pairs, signs));
                }
            }
        }
        let target = target.as_mut_ptr().cast::<__m256i>();
        for (at, sum) in sums.into_iter().enumerate() {
            // SAFETY: as for the sums before.
            unsafe { _mm256_store_si256(target.add(at), sum) };
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn update_avx512(
    weights: &[RowBlock],
    source: Option<&[Block]>,
    target: &mut [Block],
    changes: Changes<'_>,
) {
    // With 768 neurons 4 % faster (Zen 5). With 256 the output in registers of 512 bits made a search 6 % slower (Sapphire
    // Rapids), so they are left to wide networks.
    if target.len().is_multiple_of(12) {
        // 24 of 32 registers.
        update_tiles_512::<12>(weights, source, target, changes);
    } else if target.len().is_multiple_of(8) {
        update_tiles_512::<8>(weights, source, target, changes);
    } else {
        update_avx2(weights, source, target, changes);
    }
}

/// The update tile by tile of `N` blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn update_tiles_512<const N: usize>(
    weights: &[RowBlock],
    source: Option<&[Block]>,
    target: &mut [Block],
    Changes { added, removed, side }: Changes<'_>,
) {
    let source = source.map(|source| source.as_chunks::<N>().0);
    let (weights, target) = (weights.as_chunks::<N>().0, target.as_chunks_mut::<N>().0);
    let length = target.len();
    // New weights minus old ones.
    let signs = _mm512_set1_epi16(i16::from_le_bytes([1, 0xFF]));
    // The halves of a register hold the quarters of a block in the order in which bytes are interleaved, which is
    // its own inverse.
    let exchange = |[first, second]: [__m512i; 2]| {
        [
            _mm512_shuffle_i64x2::<0b01_00_01_00>(first, second),
            _mm512_shuffle_i64x2::<0b11_10_11_10>(first, second),
        ]
    };
    for (at, target) in target.iter_mut().enumerate() {
        let before = source.map_or(&*target, |source| &source[at]);
        let mut sums: [[__m512i; 2]; N] = std::array::from_fn(|block| {
            let half = before[block].0.as_ptr().cast::<__m512i>();
            // SAFETY: a block has two halves of 64 bytes and is aligned to that.
            exchange(unsafe { [_mm512_load_si512(half), _mm512_load_si512(half.add(1))] })
        });
        for (new, old) in added.iter().zip(removed) {
            let row = |pair: &RowPair| &weights[pair[side] as usize * length + at];
            for ((sums, new), old) in sums.iter_mut().zip(row(new)).zip(row(old)) {
                // SAFETY: a block of weights has 64 bytes and is aligned to that.
                let [new, old] =
                    [new, old].map(|block| unsafe { _mm512_load_si512(block.0.as_ptr().cast()) });
                let pairs = [_mm512_unpacklo_epi8(new, old), _mm512_unpackhi_epi8(new, old)];
                for (sum, pairs) in sums.iter_mut().zip(pairs) {
                    *sum = _mm512_add_epi16(*sum, _mm512_maddubs_epi16(pairs, signs));
                }
            }
        }
        for (target, sums) in target.iter_mut().zip(sums) {
            let half = target.0.as_mut_ptr().cast::<__m512i>();
            let [first, second] = exchange(sums);
            // SAFETY: as for the sums before.
            unsafe {
                _mm512_store_si512(half, first);
                _mm512_store_si512(half.add(1), second);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn forward_avx2(sides: Sides<'_, '_>) -> i64 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let quarter = |block: &Block, at: usize| {
        // SAFETY: a block has four quarters of 32 bytes and is aligned to 64.
        unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(at)) }
    };
    let mut sums = [zero; 4];
    for &(accumulator, weights) in sides {
        for (neurons, weights) in accumulator.iter().zip(weights) {
            for (at, sum) in sums.iter_mut().enumerate() {
                let v = _mm256_min_epi16(_mm256_max_epi16(quarter(neurons, at), zero), one);
                let squares = _mm256_mullo_epi16(v, v);
                let products = _mm256_madd_epi16(squares, quarter(weights, at));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
    }
    let wide = |sum| {
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sum, 1));
        _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum)), high)
    };
    let sums = sums.map(wide);
    let (even, odd) = (_mm256_add_epi64(sums[0], sums[2]), _mm256_add_epi64(sums[1], sums[3]));
    let sum = _mm256_add_epi64(even, odd);
    let sum = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    _mm_cvtsi128_si64(sum) + _mm_extract_epi64(sum, 1)
}

/// The output of layers whose groups have bits in one to four words.
type Outputs = [unsafe fn(&Layers, [&[Block]; 2], usize) -> f32; 4];

pub static OUTPUTS_AVX2: Outputs =
    [output_avx2::<1>, output_avx2::<2>, output_avx2::<3>, output_avx2::<4>];
pub static OUTPUTS_AVX512: Outputs =
    [output_avx512::<1>, output_avx512::<2>, output_avx512::<3>, output_avx512::<4>];

/// # Safety
/// The processor must have the instructions of the functions.
#[inline]
pub unsafe fn output(
    outputs: &Outputs,
    layers: &Layers,
    accumulators: [&[Block]; 2],
    bucket: usize,
) -> f32 {
    let words = (accumulators[0].len() * Block::SIZE / GROUP).div_ceil(64);
    // SAFETY: the caller's.
    unsafe { outputs[words - 1](layers, accumulators, bucket) }
}

#[target_feature(enable = "avx2")]
fn output_avx2<const WORDS: usize>(
    layers: &Layers,
    accumulators: [&[Block]; 2],
    bucket: usize,
) -> f32 {
    let (weights, tail) = layers.bucket(bucket);
    let mut inputs = Inputs::NONE;
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let rounding = _mm256_set1_epi16(HALF);
    let neurons = |block: &Block, at: usize| {
        // SAFETY: a block has four quarters of 32 bytes and is aligned to 64.
        let quarter = unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(at)) };
        _mm256_min_epi16(_mm256_max_epi16(quarter, zero), one)
    };
    for (side, accumulator) in accumulators.into_iter().enumerate() {
        let (first, second) = accumulator.split_at(accumulator.len() / 2);
        for (at, (first, second)) in first.iter().zip(second).enumerate() {
            let products = |quarter| {
                let products =
                    _mm256_mullo_epi16(neurons(first, quarter), neurons(second, quarter));
                _mm256_srli_epi16(_mm256_add_epi16(products, rounding), PRODUCT_SHIFT)
            };
            let halves = [0, 2].map(|quarter| {
                // The instruction packs the halves of registers alone.
                let packed = _mm256_packus_epi16(products(quarter), products(quarter + 1));
                _mm256_permute4x64_epi64(packed, 0b11_01_10_00)
            });
            let used = halves.map(|half| {
                let unused = _mm256_castsi256_ps(_mm256_cmpeq_epi32(half, zero));
                !_mm256_movemask_ps(unused) as u8
            });
            let at = side * first_blocks(accumulator) + at;
            let groups = inputs.block(at, u16::from_le_bytes(used)).as_mut_ptr().cast::<__m256i>();
            for (at, half) in halves.into_iter().enumerate() {
                // SAFETY: the groups are two registers of 32 bytes.
                unsafe { _mm256_storeu_si256(groups.add(at), half) };
            }
        }
    }
    // The first eight neurons and the others.
    let mut sums = [[zero; 2]; WORDS];
    inputs.for_each::<WORDS>(|at, group, word| {
        let group = _mm256_set1_epi32(i32::from_le_bytes(group));
        let weights = weights[at].0.as_ptr().cast::<__m256i>();
        for (half, sum) in sums[word].iter_mut().enumerate() {
            // SAFETY: they have two halves of 32 bytes and are aligned to 64.
            let weights = unsafe { _mm256_load_si256(weights.add(half)) };
            *sum = add_products(*sum, group, weights);
        }
    });
    let mut all = [0; LAYER_1];
    for (half, all) in all.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let sum = sums.into_iter().fold(zero, |sum, more| _mm256_add_epi32(sum, more[half]));
        // SAFETY: eight sums are 32 bytes.
        unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), sum) };
    }
    tail.output(all, scale_of(layers.unit))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn output_avx512<const WORDS: usize>(
    layers: &Layers,
    accumulators: [&[Block]; 2],
    bucket: usize,
) -> f32 {
    let (weights, tail) = layers.bucket(bucket);
    let mut inputs = Inputs::NONE;
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA as i16));
    let rounding = _mm512_set1_epi16(HALF);
    // The instruction packs parts of registers alone.
    let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    let neurons = |block: &Block, half: usize| {
        // SAFETY: a block has two halves of 64 bytes and is aligned to that.
        let half = unsafe { _mm512_load_si512(block.0.as_ptr().cast::<__m512i>().add(half)) };
        _mm512_min_epi16(_mm512_max_epi16(half, zero), one)
    };
    for (side, accumulator) in accumulators.into_iter().enumerate() {
        let (first, second) = accumulator.split_at(accumulator.len() / 2);
        for (at, (first, second)) in first.iter().zip(second).enumerate() {
            let at = side * first_blocks(accumulator) + at;
            let products = |half| {
                let products = _mm512_mullo_epi16(neurons(first, half), neurons(second, half));
                _mm512_srli_epi16::<{ PRODUCT_SHIFT as u32 }>(_mm512_add_epi16(products, rounding))
            };
            let packed = _mm512_packus_epi16(products(0), products(1));
            let packed = _mm512_permutexvar_epi64(order, packed);
            let used = _mm512_test_epi32_mask(packed, packed);
            let groups = inputs.block(at, used);
            // SAFETY: the groups are 64 bytes.
            unsafe { _mm512_storeu_si512(groups.as_mut_ptr().cast(), packed) };
        }
    }
    let mut sums = [zero; WORDS];
    inputs.for_each::<WORDS>(|at, group, word| {
        let group = _mm512_set1_epi32(i32::from_le_bytes(group));
        // SAFETY: the weights of a group are 64 bytes and aligned to that.
        let weights = unsafe { _mm512_load_si512(weights[at].0.as_ptr().cast()) };
        sums[word] = _mm512_dpbusd_epi32(sums[word], group, weights);
    });
    let sum = sums.into_iter().fold(zero, |sum, more| _mm512_add_epi32(sum, more));
    let mut sums = [0; LAYER_1];
    // SAFETY: so many sums are 64 bytes.
    unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), sum) };
    tail.output(sums, scale_of(layers.unit))
}

/// Adds the sums of four products of inputs and weights. Sums of two are within 16 bits, as inputs are at most 128.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(inputs, weights);
    _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}
