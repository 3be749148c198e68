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

/// Products that are multiplied by weights together, or skipped if all are 0.
pub(super) const GROUP: usize = 4;
/// Groups of the widest accumulators.
const GROUPS: usize = super::MAX_HIDDEN / GROUP;

/// For each neuron of the first layer the weights of a group, a cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights(pub(super) [i8; GROUP * LAYER_1]);

/// What follows the sums of the first layer.
#[repr(C, align(64))]
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tail {
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
pub(super) fn scale_of(unit: u16) -> f32 {
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
    pub(super) fn bucket(&self, bucket: usize) -> (&[Weights], &Tail) {
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
                let bits = groups.iter().rev().map(|group| u16::from(*group != [0; GROUP]));
                inputs.block(at, bits.fold(0, |bits, bit| bits << 1 | bit)).copy_from_slice(groups);
            }
        }
        let mut sums = [0; LAYER_1];
        inputs.for_each::<{ GROUPS / 64 }>(|at, group, _| {
            // The words of wider accumulators have no groups.
            let Some(weights) = weights.get(at) else { return };
            let group = group.map(i32::from);
            for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<GROUP>().0) {
                for (weight, product) in weights.iter().zip(group) {
                    *sum += i32::from(*weight) * product;
                }
            }
        });
        tail.output(sums, scale_of(self.unit))
    }
}

/// Blocks of products of a side.
pub(super) fn first_blocks(accumulator: &[Block]) -> usize {
    accumulator.len() / 2
}

/// The product of two neurons of up to [`QA`] is divided by a power of two, so that it is at most [`QA`], and rounded.
pub(super) const PRODUCT_SHIFT: i32 = QA.ilog2() as i32;
pub(super) const HALF: i16 = QA as i16 / 2;
/// Groups of a block of products.
const BLOCK_GROUPS: usize = Block::SIZE / GROUP;
/// Groups that have bits in one word, and a cache line of zeros.
const WORD_GROUPS: usize = 64 + 64 / GROUP;

/// The products of both sides, the inputs of the first layer.
#[repr(C, align(64))]
pub(super) struct Inputs {
    /// By word of `used`.
    groups: [[[u8; GROUP]; WORD_GROUPS]; GROUPS / 64],
    /// A bit for each group that is not 0.
    used: [u64; GROUPS / 64],
}

impl Inputs {
    pub(super) const NONE: Self =
        Self { groups: [[[0; GROUP]; WORD_GROUPS]; GROUPS / 64], used: [0; GROUPS / 64] };

    /// The groups of the block `at`, of which those in `used` will not be 0.
    #[inline(always)]
    pub(super) fn block(&mut self, at: usize, used: u16) -> &mut [[u8; GROUP]; BLOCK_GROUPS] {
        let (word, first) = (at * BLOCK_GROUPS / 64, at * BLOCK_GROUPS % 64);
        self.used[word] |= u64::from(used) << first;
        self.groups[word][first..].first_chunk_mut().expect("a block has so many groups")
    }

    /// Calls `add` for the groups that are not 0, those of each of `WORDS` words in turn, with the number of the word. A
    /// word that has no more gives zeros: a branch for each would often be mispredicted.
    #[inline(always)]
    pub(super) fn for_each<const WORDS: usize>(
        &self,
        mut add: impl FnMut(usize, [u8; GROUP], usize),
    ) {
        let mut used: [u64; WORDS] = std::array::from_fn(|word| self.used[word]);
        let most = used.into_iter().map(u64::count_ones).max().unwrap_or(0);
        for _ in 0..most {
            for (word, used) in used.iter_mut().enumerate() {
                // At 64, without a bit, there are zeros.
                let at = used.trailing_zeros() as usize;
                *used &= used.wrapping_sub(1);
                add(64 * word + at % 64, self.groups[word][at], word);
            }
        }
    }
}

impl Tail {
    /// The output from the sums of the first layer, without its biases. For each neuron of the second one the
    /// activations are added one by one, their squares apart from them.
    #[inline(always)]
    pub(super) fn output(&self, sums: [i32; LAYER_1], scale: f32) -> f32 {
        let neurons: [f32; LAYER_1] =
            std::array::from_fn(|at| (sums[at] + self.first_biases[at]) as f32 * scale);
        let squares = neurons.map(|neuron| (neuron * neuron).min(1.0));
        let neurons = neurons.map(|neuron| neuron.clamp(0.0, 1.0));
        let (mut sums, mut others) = (self.biases, [0.0; LAYER_2]);
        for at in 0..LAYER_1 {
            for lane in 0..LAYER_2 {
                sums[lane] += neurons[at] * self.weights[0][at][lane];
                others[lane] += squares[at] * self.weights[1][at][lane];
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
