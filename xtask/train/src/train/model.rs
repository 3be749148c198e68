//! A network in floating point: its evaluation, and the gradient of the loss.

use super::dataset::{Inputs, PackedPosition};
use super::head::{self, LayerScratch, Part};
use anyhow::{Result, ensure};
use eval::nnue::{
    Architecture, FLOATS, HIDDEN_STEP, Head, INPUTS, LAYER_1, LAYER_2, LAYER_UNITS,
    MAX_FEATURE_BIAS, MAX_LAYER_VALUE, MAX_OUTPUT_WEIGHT, Network, NetworkError, OUTPUT_ONE,
    Parameters, QA, QB,
};
use serde::Serialize;
use std::ops::Range;
use testkit::Rng;

/// Greatest absolute value of an output bias.
const MAX_OUTPUT_BIAS: f32 = 2.0;

/// What an output is compared with.
#[derive(clap::Args, Clone, Copy, Debug, Serialize)]
pub struct Target {
    /// Centipawns of an output of 1, in the file
    #[arg(long, value_name = "CP", default_value_t = 400,
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub scale: u16,
    /// Centipawns that divide a score before the logistic function
    #[arg(long, value_name = "CP", default_value_t = 200,
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub sigmoid_scale: u16,
    /// Share of the result in the target, the rest being the score of the search, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    pub result_share: f32,
}

impl Target {
    fn of(&self, position: &PackedPosition) -> f32 {
        let by_score = logistic(f32::from(position.score) / f32::from(self.sigmoid_scale));
        let Some(result) = position.result() else { return by_score };
        self.result_share * result + (1.0 - self.result_share) * by_score
    }

    /// Squared error of an output for a position, and its derivative by the output.
    pub fn loss(&self, output: f32, position: &PackedPosition) -> (f32, f32) {
        let factor = f32::from(self.scale) / f32::from(self.sigmoid_scale);
        let prediction = logistic(output * factor);
        let error = prediction - self.of(position);
        (error * error, 2.0 * error * prediction * (1.0 - prediction) * factor)
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A network in floating point. Its parameters are a vector, in the order of [`Parameters`].
#[derive(Clone, Debug)]
pub struct Model {
    pub architecture: Architecture,
    /// Where those of each field of [`Parameters`] are.
    pub ranges: [Range<usize>; 7],
    /// What the sum of the activations after the accumulators adds to the loss, for each of them.
    pub sparsity: f32,
}

/// Memory for one evaluation at a time: the neurons of both sides, and the derivatives by them.
#[derive(Clone, Debug)]
pub struct Scratch {
    inputs: [Inputs; 2],
    neurons: Vec<f32>,
    derivatives: Vec<f32>,
    layers: LayerScratch,
    /// Inputs of positions whose derivatives are still to be added to rows.
    pending: Vec<[Inputs; 2]>,
    /// Their derivatives by strip, position and side.
    strips: Vec<f32>,
}

/// Neurons of a strip. Gradients of the first layer are added strip by strip and row by row, so that sums stay in registers
/// and derivatives in the cache.
const STRIP: usize = HIDDEN_STEP;
/// Positions whose derivatives are added to rows at a time.
const PENDING: usize = 512;

impl Model {
    pub fn new(architecture: Architecture) -> Self {
        let mut end = 0;
        let ranges = Parameters::sizes(&architecture).map(|size| {
            end += size;
            end - size..end
        });
        Self { architecture, ranges, sparsity: 0.0 }
    }

    /// Parameters to begin with: uniform random weights within one over the square root of the number of
    /// inputs, [`INPUTS`] in the first layer, biases 0.
    pub fn random_parameters(&self, seed: u64) -> Vec<f32> {
        let [features, biases, weights, output_biases, layer_weights, layer_biases, _] =
            self.ranges.clone().map(|range| range.len());
        let hidden = self.architecture.hidden;
        let mut rng = Rng::new(seed);
        let mut uniform = |count: usize, inputs: usize| -> Vec<f32> {
            let bound = 1.0 / (inputs as f32).sqrt();
            let mut value = || (rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
            (0..count).map(|_| bound * value()).collect()
        };
        let mut parameters = uniform(features, INPUTS);
        parameters.resize(features + biases, 0.0);
        parameters.extend(uniform(weights, 2 * hidden));
        parameters.resize(parameters.len() + output_biases, 0.0);
        parameters.extend(uniform(layer_weights, hidden));
        parameters.resize(parameters.len() + layer_biases, 0.0);
        for _ in 0..layer_biases / LAYER_1 {
            parameters.extend(uniform(2 * LAYER_1 * LAYER_2, 2 * LAYER_1));
            parameters.resize(parameters.len() + LAYER_2, 0.0);
            parameters.extend(uniform(LAYER_2, LAYER_2));
            parameters.push(0.0);
        }
        parameters
    }

    /// The parameters of a network. It may have fewer neurons: the output weights of the others are 0,
    /// so that they do not change its evaluation, and their feature weights random. A king bucket
    /// begins with the weights of the network's bucket for its first square, inputs of attacked
    /// pieces with those of a network without threats. Fails when the network has more neurons, other output
    /// buckets, another mirroring, another head, with [`Head::Layers`] fewer neurons, or threats that the model has not.
    pub fn parameters_of(&self, network: &Network, seed: u64) -> Result<Vec<f32>> {
        let (own, other) = (&self.architecture, network.architecture());
        ensure!(
            other.hidden <= own.hidden
                && other.head == own.head
                && (own.head == Head::Screlu || other.hidden == own.hidden)
                && other.mirrored == own.mirrored
                && (own.threats || !other.threats)
                && other.output_buckets == own.output_buckets,
            "not an architecture to begin with: {network}"
        );
        let [_, feature_biases, output_weights, output_biases, weights, biases, floats] =
            self.ranges.clone();
        let source = network.parameters();
        let mut parameters = self.random_parameters(seed);
        for bucket in 0..own.king_bucket_count() {
            let square = own.king_buckets.iter().position(|&of| usize::from(of) == bucket);
            let from = square.map_or(0, |square| usize::from(other.king_buckets[square]));
            let rows = own.inputs() * own.hidden;
            let rows = &mut parameters[bucket * rows..][..rows];
            let source = &source.feature_weights[from * other.inputs() * other.hidden..];
            for (state, rows) in rows.chunks_mut(INPUTS * own.hidden).enumerate() {
                let state = if other.threats { state } else { 0 };
                let source = &source[state * INPUTS * other.hidden..];
                copy_rows(rows, own.hidden, source, other.hidden, QA);
            }
        }
        copy_rows(
            &mut parameters[feature_biases],
            own.hidden,
            &source.feature_biases,
            other.hidden,
            QA,
        );
        parameters[output_weights.clone()].fill(0.0);
        copy_rows(
            &mut parameters[output_weights],
            own.hidden,
            &source.output_weights,
            other.hidden,
            QB,
        );
        let unit = f64::from(OUTPUT_ONE);
        for (bias, &source) in parameters[output_biases].iter_mut().zip(&source.output_biases) {
            *bias = (f64::from(source) / unit) as f32;
        }
        let unit = i32::from(source.layer_unit);
        copy_rows(&mut parameters[weights], own.hidden, &source.layer_weights, own.hidden, unit);
        for (bias, &source) in parameters[biases].iter_mut().zip(&source.layer_biases) {
            *bias = source as f32 / (QA * unit) as f32;
        }
        parameters[floats].copy_from_slice(&source.layer_floats);
        Ok(parameters)
    }

    /// For each kind of parameter where they are, the greatest absolute value that the format holds, and the
    /// quantisation of weights of 8 bits and of biases that are as coarse.
    pub fn kinds(&self) -> [(Range<usize>, f32, Option<i32>); 7] {
        let bound = |value: i16, unit: i32| f32::from(value) / unit as f32;
        let kinds = [
            (bound(i8::MAX.into(), QA), Some(QA)),
            (bound(MAX_FEATURE_BIAS, QA), Some(QA)),
            (bound(MAX_OUTPUT_WEIGHT, QB), None),
            (MAX_OUTPUT_BIAS, None),
            (bound(i8::MAX.into(), (*LAYER_UNITS.start()).into()), None),
            (MAX_LAYER_VALUE.into(), None),
            (MAX_LAYER_VALUE.into(), None),
        ];
        std::array::from_fn(|kind| (self.ranges[kind].clone(), kinds[kind].0, kinds[kind].1))
    }

    pub fn scratch(&self) -> Scratch {
        let Architecture { hidden, head, .. } = self.architecture;
        let zeros = vec![0.0; 2 * hidden];
        Scratch {
            layers: LayerScratch::new(head, hidden),
            inputs: [Inputs::new(), Inputs::new()],
            neurons: zeros.clone(),
            derivatives: zeros,
            pending: Vec::new(),
            strips: Vec::new(),
        }
    }

    /// The output for a position; in units of the scale it is the score of the side to move. Neurons and
    /// inputs stay in `scratch`.
    pub fn forward(
        &self,
        parameters: &[f32],
        position: &PackedPosition,
        scratch: &mut Scratch,
    ) -> f32 {
        let hidden = self.architecture.hidden;
        let [feature_weights, feature_biases, ..] = self.ranges.clone();
        let (weights, biases) = (&parameters[feature_weights], &parameters[feature_biases]);
        scratch.inputs = position.inputs(&self.architecture);
        for (inputs, neurons) in scratch.inputs.iter().zip(scratch.neurons.chunks_mut(hidden)) {
            add_rows(weights, biases, inputs, neurons);
        }
        let part = self.part(position).map(|range| &parameters[range]);
        if self.architecture.head == Head::Layers {
            return head::layers(&part, &scratch.neurons, &mut scratch.layers);
        }
        part.biases[0] + head::screlu(&scratch.neurons, part.weights)
    }

    /// Where the parameters of the head for a position are.
    fn part(&self, position: &PackedPosition) -> Part<Range<usize>> {
        let bucket = self.architecture.output_bucket(position.piece_count());
        let [_, _, weights, biases, layer_weights, layer_biases, floats] = &self.ranges;
        let of = |range: &Range<usize>, count: usize| {
            let start = range.start + bucket * count;
            start..start + count
        };
        let hidden = self.architecture.hidden;
        match self.architecture.head {
            Head::Screlu => Part {
                weights: of(weights, 2 * hidden),
                biases: of(biases, 1),
                floats: floats.clone(),
            },
            Head::Layers => Part {
                weights: of(layer_weights, LAYER_1 * hidden),
                biases: of(layer_biases, LAYER_1),
                floats: of(floats, FLOATS),
            },
        }
    }

    /// Adds the gradient for a position to `gradient`, where `derivative` is that of the loss by the output, which
    /// [`Model::forward`] must have computed last with this `scratch`. The first layer's is complete after
    /// [`Model::add_pending`].
    pub fn backward(
        &self,
        parameters: &[f32],
        position: &PackedPosition,
        derivative: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let hidden = self.architecture.hidden;
        let ranges = self.part(position);
        let Scratch { neurons, derivatives, layers, .. } = scratch;
        if self.architecture.head == Head::Layers {
            // The kinds follow each other.
            let (start, rest) = (ranges.weights.start, &mut gradient[ranges.weights.start..]);
            let (weights, rest) = rest.split_at_mut(ranges.biases.start - start);
            let (biases, floats) = rest.split_at_mut(ranges.floats.start - ranges.biases.start);
            let by = Part {
                weights: &mut weights[..ranges.weights.len()],
                biases: &mut biases[..ranges.biases.len()],
                floats: &mut floats[..ranges.floats.len()],
            };
            let part = ranges.map(|range| &parameters[range]);
            let factors = (derivative, self.sparsity);
            head::layers_gradient(factors, &part, neurons, layers, (derivatives, by));
        } else {
            gradient[ranges.biases.start] += derivative;
            let weights = &parameters[ranges.weights.clone()];
            let by = (&mut derivatives[..], &mut gradient[ranges.weights]);
            head::screlu_gradient((derivative, self.sparsity), weights, neurons, by);
        }
        let at = scratch.pending.len();
        scratch.strips.resize(2 * hidden * PENDING, 0.0);
        for (side, derivatives) in scratch.derivatives.chunks(hidden).enumerate() {
            for (strip, derivatives) in derivatives.chunks(STRIP).enumerate() {
                let place = ((strip * PENDING + at) * 2 + side) * STRIP;
                scratch.strips[place..place + STRIP].copy_from_slice(derivatives);
            }
        }
        scratch.pending.push(scratch.inputs.clone());
        if scratch.pending.len() == PENDING {
            self.add_pending(scratch, gradient);
        }
    }

    /// Adds what [`Model::backward`] has left to the gradient of the first layer.
    pub fn add_pending(&self, scratch: &mut Scratch, gradient: &mut [f32]) {
        let (hidden, sides) = (self.architecture.hidden, scratch.pending.as_flattened());
        let (weights, rest) = gradient.split_at_mut(self.ranges[0].end);
        // The sides that have each row, in the order of the rows: a counting sort.
        let rows = weights.len() / hidden;
        let mut ends = vec![0; rows + 1];
        sides.iter().flatten().for_each(|&row| ends[usize::from(row) + 1] += 1);
        for row in 0..rows {
            ends[row + 1] += ends[row];
        }
        let mut by_row = vec![0; ends[rows]];
        for (side, inputs) in sides.iter().enumerate() {
            for &row in inputs {
                let end = &mut ends[usize::from(row)];
                by_row[*end] = side;
                *end += 1;
            }
        }
        let strips = scratch.strips.as_chunks::<STRIP>().0.chunks(2 * PENDING);
        let biases = rest.as_chunks_mut::<STRIP>().0;
        for (strip, (biases, derivatives)) in biases.iter_mut().zip(strips).enumerate() {
            derivatives[..sides.len()].iter().for_each(|derivatives| add(biases, derivatives));
            let mut start = 0;
            for (row, &end) in weights.chunks_mut(hidden).zip(&ends) {
                if start < end {
                    let row = &mut row.as_chunks_mut::<STRIP>().0[strip];
                    let mut sums = *row;
                    for &side in &by_row[start..end] {
                        add(&mut sums, &derivatives[side]);
                    }
                    (*row, start) = (sums, end);
                }
            }
        }
        scratch.pending.clear();
    }

    /// The network as integers. Feature weights beyond the bounds of the format are clamped; another parameter
    /// beyond them is an error.
    pub fn quantise(
        &self,
        parameters: &[f32],
        scale: u16,
        note: &str,
    ) -> Result<Network, NetworkError> {
        let [features, feature_biases, output_weights, output_biases, weights, biases, floats] =
            self.ranges.clone().map(|range| &parameters[range]);
        let rounded = |values: &[f32], unit: i32| -> Vec<i16> {
            values.iter().map(|value| (value * unit as f32).round() as i16).collect()
        };
        let bytes = |values: &[f32], unit: i32| -> Vec<i8> {
            values.iter().map(|value| (value * unit as f32).round() as i8).collect()
        };
        let words = |values: &[f32], unit: i32| -> Vec<i32> {
            let value = |&value: &f32| (f64::from(value) * f64::from(unit)).round() as i32;
            values.iter().map(value).collect()
        };
        // So fine that the greatest weight has all its bits.
        let greatest = weights.iter().fold(0.0, |most: f32, weight| most.max(weight.abs()));
        let unit = (f32::from(i8::MAX) / greatest) as u16;
        let layer_unit = unit.clamp(*LAYER_UNITS.start(), *LAYER_UNITS.end());
        let parameters = Parameters {
            feature_weights: bytes(features, QA),
            feature_biases: rounded(feature_biases, QA),
            output_weights: rounded(output_weights, QB),
            output_biases: words(output_biases, OUTPUT_ONE),
            layer_weights: bytes(weights, layer_unit.into()),
            layer_biases: words(biases, QA * i32::from(layer_unit)),
            layer_unit,
            layer_floats: floats.to_vec(),
        };
        Network::new(self.architecture, scale, note, &parameters)
    }
}

/// Copies rows of integers to the beginnings of rows in floating point, as multiples of one `unit`th.
fn copy_rows<T: Copy + Into<f32>>(
    rows: &mut [f32],
    width: usize,
    source: &[T],
    source_width: usize,
    unit: i32,
) {
    for (row, source) in rows.chunks_mut(width).zip(source.chunks(source_width)) {
        for (value, &source) in row.iter_mut().zip(source) {
            *value = source.into() / unit as f32;
        }
    }
}

/// Neurons of which the sums stay in registers while all rows are added, where the hidden layer is a multiple of it.
const TILE: usize = 128;

/// Biases plus the rows of the inputs.
fn add_rows(weights: &[f32], biases: &[f32], inputs: &Inputs, neurons: &mut [f32]) {
    if neurons.len().is_multiple_of(TILE) {
        add_rows_by::<TILE>(weights, biases, inputs, neurons);
    } else {
        add_rows_by::<STRIP>(weights, biases, inputs, neurons);
    }
}

fn add_rows_by<const N: usize>(
    weights: &[f32],
    biases: &[f32],
    inputs: &Inputs,
    neurons: &mut [f32],
) {
    let hidden = neurons.len();
    let tiles = neurons.as_chunks_mut::<N>().0.iter_mut().zip(biases.as_chunks::<N>().0);
    for (at, (tile, biases)) in tiles.enumerate() {
        let mut sums = *biases;
        for &input in inputs {
            let row = weights[usize::from(input) * hidden + at * N..].first_chunk();
            add(&mut sums, row.expect("rows end with a tile"));
        }
        *tile = sums;
    }
}

// Index loops over arrays: iterators are not inlined in every build, and the sums would not stay in
// registers. All are read before one is written, without which there would be no vectors.
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], values: &[f32; N]) {
    let mut new = *sums;
    for lane in 0..N {
        new[lane] += values[lane];
    }
    *sums = new;
}
