//! The hidden layers between accumulators and output, where a network has them ([`Head::Layers`](super::Head)).
//!
//! The first is in integers. What follows is in floating point of 32 bits, whose sums depend on their order; that is
//! fixed here, and Rust neither reorders nor fuses operations, so the scores are the same with all instructions.

use super::network::{NetworkError, QA};
use super::simd::Block;
use std::ops::RangeInclusive;

/// Neurons of the first hidden layer after the accumulators.
pub const LAYER_1: usize = 16;
/// Neurons of the second one.
pub const LAYER_2: usize = 32;
/// Activations that the second one sees: those of the first, and their squares.
const ACTIVATIONS: usize = 2 * LAYER_1;
/// Numbers in floating point of an output bucket: for each activation its weights to the second layer, biases of that,
/// weights of the output and its bias.
pub const FLOATS: usize = ACTIVATIONS * LAYER_2 + 2 * LAYER_2 + 1;
/// What the quantisation of the weights of the first layer may be.
pub const LAYER_UNITS: RangeInclusive<u16> = 64..=4096;
/// Greatest absolute value of these numbers and of the biases of the first layer. With at most 1,024 products of 128
/// and a weight, sums are below 2³¹, and scores too.
pub const MAX_LAYER_VALUE: i16 = 64;

/// Sums that are formed at a time, as each addition waits for the one before.
const TURNS: usize = 4;
/// Products that are multiplied by weights together, or skipped if all are 0.
const GROUP: usize = 4;
/// Groups of the widest accumulators.
const GROUPS: usize = super::MAX_HIDDEN / GROUP;

/// For each neuron of the first layer the weights of a group, a cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weights([i8; GROUP * LAYER_1]);

/// What follows the sums of the first layer.
#[repr(C, align(64))]
#[derive(Clone, Debug, PartialEq)]
struct Tail {
    weights: [[[f32; LAYER_2]; LAYER_1]; 2],
    biases: [f32; LAYER_2],
    output_weights: [f32; LAYER_2],
    first_biases: [i32; LAYER_1],
    output_bias: f32,
}

/// The weights of the layers, for each output bucket.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layers {
    /// Quantisation of the weights.
    pub(super) unit: u16,
    weights: Box<[Weights]>,
    tails: Box<[Tail]>,
}

/// The first layer's sums are so many times its neurons.
fn scale_of(unit: u16) -> f32 {
    1.0 / (QA as f32 * f32::from(unit))
}

/// Where the weight from an input to a neuron of the first layer is: its group, and its place there.
fn place(inputs: usize, neuron: usize, input: usize) -> (usize, usize) {
    let (bucket, neuron) = (neuron / LAYER_1, neuron % LAYER_1);
    (bucket * inputs / GROUP + input / GROUP, neuron * GROUP + input % GROUP)
}

impl Layers {
    /// From parameters of the right numbers: for each output bucket and neuron of the first layer the weights of all
    /// inputs; its biases; [`FLOATS`] numbers for each output bucket. `unit` is the quantisation of the weights.
    pub(super) fn new(
        unit: u16,
        weights: &[i8],
        biases: &[i32],
        floats: &[f32],
    ) -> Result<Self, NetworkError> {
        let (most, scale) = (f32::from(MAX_LAYER_VALUE), scale_of(unit));
        let bias = biases.iter().map(|&bias| bias as f32 * scale);
        // What is no number is not within the bounds either.
        let is_valid = |value: &f32| value.abs() <= most;
        if let Some(value) = bias.chain(floats.iter().copied()).find(|value| !is_valid(value)) {
            let error = format!("weight or bias {value} of a hidden layer is beyond ±{most}");
            return Err(NetworkError::Invalid(error));
        }
        let inputs = weights.len() / biases.len().max(1);
        let mut groups = vec![Weights([0; GROUP * LAYER_1]); weights.len() / (GROUP * LAYER_1)];
        for (neuron, weights) in weights.chunks_exact(inputs.max(1)).enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                let (group, at) = place(inputs, neuron, input);
                groups[group].0[at] = weight;
            }
        }
        let tail = |(first_biases, floats): (&[i32; LAYER_1], &[f32])| {
            let (rows, rest) = floats.as_chunks().0.split_at(ACTIVATIONS);
            Tail {
                weights: std::array::from_fn(|half| {
                    std::array::from_fn(|at| rows[half * LAYER_1 + at])
                }),
                biases: rest[0],
                output_weights: rest[1],
                first_biases: *first_biases,
                output_bias: floats[FLOATS - 1],
            }
        };
        let tails =
            biases.as_chunks().0.iter().zip(floats.chunks_exact(FLOATS)).map(tail).collect();
        let unit = if biases.is_empty() { 0 } else { unit };
        Ok(Self { unit, weights: groups.into(), tails })
    }

    /// The parameters that it was made from.
    pub(super) fn parameters(&self) -> (Vec<i8>, Vec<i32>, Vec<f32>) {
        let neurons = self.tails.len() * LAYER_1;
        let inputs = self.weights.len() * GROUP / self.tails.len().max(1);
        let weight = |neuron: usize, input: usize| {
            let (group, at) = place(inputs, neuron, input);
            self.weights[group].0[at]
        };
        let weights = (0..neurons).flat_map(|neuron| (0..inputs).map(move |input| (neuron, input)));
        let floats = |tail: &Tail| {
            let rows = tail.weights.iter().flatten().chain([&tail.biases, &tail.output_weights]);
            rows.flatten().copied().chain([tail.output_bias]).collect::<Vec<f32>>()
        };
        (
            weights.map(|(neuron, input)| weight(neuron, input)).collect(),
            self.tails.iter().flat_map(|tail| tail.first_biases).collect(),
            self.tails.iter().flat_map(floats).collect(),
        )
    }

    /// The weights of an output bucket.
    fn bucket(&self, bucket: usize) -> (&[Weights], &Tail) {
        let groups = self.weights.len() / self.tails.len();
        (&self.weights[bucket * groups..][..groups], &self.tails[bucket])
    }

    /// The output from the accumulators of the side to move and of the other side. It is compiled for the instructions
    /// of the function that it is inlined into.
    #[inline(always)]
    pub(super) fn output(&self, accumulators: [&[Block]; 2], bucket: usize) -> f32 {
        let (weights, tail) = self.bucket(bucket);
        let mut inputs = Inputs::NONE;
        for (side, accumulator) in accumulators.into_iter().enumerate() {
            let (first, second) = accumulator.split_at(accumulator.len() / 2);
            for (at, (first, second)) in first.iter().zip(second).enumerate() {
                let at = side * first_blocks(accumulator) + at;
                let products: [u8; Block::SIZE] = std::array::from_fn(|lane| {
                    let clip = |block: &Block| block.0[lane].clamp(0, QA as i16);
                    ((clip(first) * clip(second) + HALF) >> PRODUCT_SHIFT) as u8
                });
                let groups = products.as_chunks().0;
                for (bit, group) in groups.iter().enumerate() {
                    let is_used = u64::from(*group != [0; GROUP]);
                    inputs.used[at / BLOCKS_PER_WORD] |=
                        is_used << (at % BLOCKS_PER_WORD * groups.len() + bit);
                }
                inputs.groups[at * groups.len()..][..groups.len()].copy_from_slice(groups);
            }
        }
        let mut sums = tail.first_biases;
        inputs.for_each(|at, group, _| {
            let group = group.map(i32::from);
            for (sum, weights) in sums.iter_mut().zip(weights[at].0.as_chunks::<GROUP>().0) {
                for (weight, product) in weights.iter().zip(group) {
                    *sum += i32::from(*weight) * product;
                }
            }
        });
        tail.output(sums, scale_of(self.unit))
    }
}

/// Blocks of products of a side.
fn first_blocks(accumulator: &[Block]) -> usize {
    accumulator.len() / 2
}

/// The product of two neurons of up to [`QA`] is divided by a power of two, so that it is at most [`QA`], and rounded.
const PRODUCT_SHIFT: i32 = QA.ilog2() as i32;
const HALF: i16 = QA as i16 / 2;
/// Blocks of products whose groups have bits in one word.
const BLOCKS_PER_WORD: usize = 64 * GROUP / Block::SIZE;

/// The products of both sides, the inputs of the first layer.
#[repr(C, align(64))]
struct Inputs {
    groups: [[u8; GROUP]; GROUPS],
    /// A bit for each group that is not 0.
    used: [u64; GROUPS / 64],
}

impl Inputs {
    const NONE: Self = Self { groups: [[0; GROUP]; GROUPS], used: [0; GROUPS / 64] };

    /// Calls `add` for each group that is not 0, with the numbers below [`TURNS`] in turn.
    #[inline(always)]
    fn for_each(&self, mut add: impl FnMut(usize, [u8; GROUP], usize)) {
        for (word, &used) in self.used.iter().enumerate() {
            let mut used = used;
            while used != 0 {
                for turn in 0..TURNS {
                    if used == 0 {
                        break;
                    }
                    let at = 64 * word + used.trailing_zeros() as usize;
                    used &= used - 1;
                    add(at, self.groups[at], turn);
                }
            }
        }
    }
}

impl Tail {
    /// The output from the sums of the first layer. For each neuron of the second one the activations are added one
    /// by one, their squares apart from them.
    #[inline(always)]
    fn output(&self, sums: [i32; LAYER_1], scale: f32) -> f32 {
        let neurons = sums.map(|sum| sum as f32 * scale);
        let squares = neurons.map(|neuron| (neuron * neuron).min(1.0)).into_iter();
        let neurons = neurons.map(|neuron| neuron.clamp(0.0, 1.0)).into_iter();
        let (mut sums, mut others) = (self.biases, [0.0; LAYER_2]);
        let rows = self.weights[0].iter().zip(&self.weights[1]);
        for ((neuron, square), (weights, square_weights)) in neurons.zip(squares).zip(rows) {
            for lane in 0..LAYER_2 {
                sums[lane] += neuron * weights[lane];
                others[lane] += square * square_weights[lane];
            }
        }
        let mut products: [f32; LAYER_2] = std::array::from_fn(|lane| {
            (sums[lane] + others[lane]).clamp(0.0, 1.0) * self.output_weights[lane]
        });
        // The halves are added until one number is left.
        let mut width = LAYER_2 / 2;
        while width > 0 {
            for lane in 0..width {
                products[lane] += products[lane + width];
            }
            width /= 2;
        }
        products[0] + self.output_bias
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::{
        Block, GROUP, HALF, Inputs, LAYER_1, Layers, PRODUCT_SHIFT, QA, TURNS, first_blocks,
        scale_of,
    };
    use std::arch::x86_64::*;

    /// Products of a register.
    const BYTES: usize = 32;

    #[target_feature(enable = "avx2")]
    pub fn output_avx2(layers: &Layers, accumulators: [&[Block]; 2], bucket: usize) -> f32 {
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
                for half in 0..2 {
                    let at = 2 * (side * first_blocks(accumulator) + at) + half;
                    let products = |quarter| {
                        let products =
                            _mm256_mullo_epi16(neurons(first, quarter), neurons(second, quarter));
                        _mm256_srli_epi16(_mm256_add_epi16(products, rounding), PRODUCT_SHIFT)
                    };
                    // The instruction packs the halves of registers alone.
                    let packed = _mm256_packus_epi16(products(2 * half), products(2 * half + 1));
                    let packed = _mm256_permute4x64_epi64(packed, 0b11_01_10_00);
                    let unused = _mm256_castsi256_ps(_mm256_cmpeq_epi32(packed, zero));
                    let used = !_mm256_movemask_ps(unused) as u8;
                    inputs.used[at / 8] |= u64::from(used) << (8 * (at % 8));
                    let groups = inputs.groups[at * BYTES / GROUP..].first_chunk_mut();
                    let groups: &mut [[u8; GROUP]; BYTES / GROUP] = groups.expect("a block");
                    // SAFETY: the groups are 32 bytes.
                    unsafe { _mm256_storeu_si256(groups.as_mut_ptr().cast(), packed) };
                }
            }
        }
        // The first eight neurons and the others.
        let mut sums = [[zero; 2]; TURNS];
        inputs.for_each(|at, group, turn| {
            let group = _mm256_set1_epi32(i32::from_le_bytes(group));
            let weights = weights[at].0.as_ptr().cast::<__m256i>();
            for (half, sum) in sums[turn].iter_mut().enumerate() {
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
        let sums = std::array::from_fn(|neuron| all[neuron] + tail.first_biases[neuron]);
        tail.output(sums, scale_of(layers.unit))
    }

    /// Adds the sums of four products of inputs and weights. Sums of two are within 16 bits, as inputs are at most 128.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add_products(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        #[cfg(all(target_feature = "avx512vnni", target_feature = "avx512vl"))]
        // SAFETY: the build is for processors that have these instructions.
        return unsafe { _mm256_dpbusd_epi32(sum, inputs, weights) };
        #[cfg(not(all(target_feature = "avx512vnni", target_feature = "avx512vl")))]
        {
            let pairs = _mm256_maddubs_epi16(inputs, weights);
            _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }
}
