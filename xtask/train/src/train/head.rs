//! What follows the accumulators of a network in floating point, forward and backward, for each [`Head`].
//!
//! Loops are over arrays of lanes, which the compiler turns into vectors, as the order of additions of one sum is fixed.

use eval::nnue::{HIDDEN_STEP, Head, LAYER_1, LAYER_2};
use std::array;

const LANES: usize = HIDDEN_STEP / 2;
pub type Lanes = [f32; LANES];

/// Parameters of the head for one output bucket, or their gradient: weights and biases of the first layer, and of the
/// second one and the output the numbers in floating point.
#[derive(Debug)]
pub struct Part<T> {
    pub weights: T,
    pub biases: T,
    pub floats: T,
}

impl<T> Part<T> {
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Part<U> {
        Part { weights: of(self.weights), biases: of(self.biases), floats: of(self.floats) }
    }
}

/// Memory for the layers of [`Head::Layers`]: what the last evaluation has computed.
#[derive(Clone, Debug, Default)]
pub struct LayerScratch {
    /// Products of the halves of both sides, and derivatives by them.
    products: Vec<f32>,
    derivatives: Vec<f32>,
    /// Sums of the neurons of both layers.
    first: [f32; LAYER_1],
    second: [f32; LAYER_2],
}

impl LayerScratch {
    pub fn new(head: Head, hidden: usize) -> Self {
        let products = vec![0.0; if head == Head::Layers { hidden } else { 0 }];
        Self { derivatives: products.clone(), products, ..Self::default() }
    }
}

fn lanes(values: &[f32]) -> &[Lanes] {
    values.as_chunks().0
}

fn lanes_mut(values: &mut [f32]) -> &mut [Lanes] {
    values.as_chunks_mut().0
}

/// The sum of lanes, without a long chain of additions. Inlined it would keep the loop before from whole vectors.
#[inline(never)]
fn sum_of(sums: &Lanes) -> f32 {
    let mut parts = [0.0; 8];
    for values in sums.as_chunks::<8>().0 {
        for lane in 0..8 {
            parts[lane] += values[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    (a + e) + (c + g) + ((b + f) + (d + h))
}

fn dot(values: &[Lanes], weights: &[Lanes]) -> f32 {
    let mut sums = [0.0; LANES];
    for (values, weights) in values.iter().zip(weights) {
        for lane in 0..LANES {
            sums[lane] += values[lane] * weights[lane];
        }
    }
    sum_of(&sums)
}

/// The weighted sum of squared clipped neurons.
pub fn screlu(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums: Lanes = [0.0; LANES];
    for (neurons, weights) in lanes(neurons).iter().zip(lanes(weights)) {
        for lane in 0..LANES {
            let clipped = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    sum_of(&sums)
}

/// Gradients of that by the weights, which are added to, and by the neurons. `sparsity` is the derivative of the loss by
/// each activation besides.
pub fn screlu_gradient(
    (derivative, sparsity): (f32, f32),
    weights: &[f32],
    neurons: &[f32],
    (by_neurons, by_weights): (&mut [f32], &mut [f32]),
) {
    let gradients = lanes_mut(by_neurons).iter_mut().zip(lanes_mut(by_weights));
    for ((weights, neurons), (by_neurons, by_weights)) in
        lanes(weights).iter().zip(lanes(neurons)).zip(gradients)
    {
        let (mut to_neurons, mut to_weights) = ([0.0; LANES], *by_weights);
        for lane in 0..LANES {
            let clipped = neurons[lane].clamp(0.0, 1.0);
            to_weights[lane] += derivative * clipped * clipped;
            let slope = if neurons[lane] < 1.0 { 2.0 * clipped } else { 0.0 };
            to_neurons[lane] = (derivative * weights[lane] + sparsity) * slope;
        }
        (*by_neurons, *by_weights) = (to_neurons, to_weights);
    }
}

/// The output of the layers.
pub fn layers(part: &Part<&[f32]>, neurons: &[f32], scratch: &mut LayerScratch) -> f32 {
    let hidden = scratch.products.len();
    for (products, neurons) in scratch.products.chunks_mut(hidden / 2).zip(neurons.chunks(hidden)) {
        let (first, second) = neurons.split_at(hidden / 2);
        for ((products, first), second) in
            lanes_mut(products).iter_mut().zip(lanes(first)).zip(lanes(second))
        {
            for lane in 0..LANES {
                products[lane] = first[lane].clamp(0.0, 1.0) * second[lane].clamp(0.0, 1.0);
            }
        }
    }
    let products = lanes(&scratch.products);
    let weights = part.weights.chunks_exact(hidden).map(lanes);
    for ((sum, bias), weights) in scratch.first.iter_mut().zip(part.biases).zip(weights) {
        *sum = bias + dot(products, weights);
    }
    let (rows, rest) = lanes(part.floats).split_at(2 * LAYER_1);
    let mut sums = rest[0];
    for (activation, weights) in activations(&scratch.first).iter().flatten().zip(rows) {
        for lane in 0..LAYER_2 {
            sums[lane] += activation * weights[lane];
        }
    }
    scratch.second = sums;
    let output: Lanes = array::from_fn(|lane| sums[lane].clamp(0.0, 1.0) * rest[1][lane]);
    sum_of(&output) + part.floats[part.floats.len() - 1]
}

/// Activations of the first layer: its neurons, and their squares.
fn activations(neurons: &[f32; LAYER_1]) -> [[f32; LAYER_1]; 2] {
    [neurons.map(|neuron| neuron.clamp(0.0, 1.0)), neurons.map(|neuron| (neuron * neuron).min(1.0))]
}

/// The derivative of a clipped neuron.
fn slope(neuron: f32) -> f32 {
    if neuron > 0.0 && neuron < 1.0 { 1.0 } else { 0.0 }
}

/// Gradients of the output of the layers, that [`layers`] has computed last, by the parameters, which are added to, and
/// by the neurons. `sparsity` is the derivative of the loss by each product besides.
pub fn layers_gradient(
    (derivative, sparsity): (f32, f32),
    part: &Part<&[f32]>,
    neurons: &[f32],
    scratch: &mut LayerScratch,
    (by_neurons, by): (&mut [f32], Part<&mut [f32]>),
) {
    let hidden = scratch.products.len();
    let LayerScratch { products, derivatives, first, second } = scratch;
    let by_first = last_gradient(derivative, part.floats, (first, second), by.floats);
    by.biases.iter_mut().zip(by_first).for_each(|(sum, value)| *sum += value);
    let (weights, by_weights) = (lanes(part.weights), lanes_mut(by.weights));
    let tiles = hidden / LANES;
    let tiles_of = lanes(products).iter().zip(lanes_mut(derivatives));
    for (tile, (products, derivatives)) in tiles_of.enumerate() {
        let mut sums = [sparsity; LANES];
        for (neuron, by_neuron) in by_first.into_iter().enumerate() {
            let at = neuron * tiles + tile;
            let (weights, mut to_weights) = (&weights[at], by_weights[at]);
            for lane in 0..LANES {
                sums[lane] += by_neuron * weights[lane];
                to_weights[lane] += by_neuron * products[lane];
            }
            by_weights[at] = to_weights;
        }
        *derivatives = sums;
    }
    let sides = neurons.chunks(hidden).zip(by_neurons.chunks_mut(hidden));
    for ((neurons, by_neurons), derivatives) in sides.zip(derivatives.chunks(hidden / 2)) {
        let (first, second) = neurons.split_at(hidden / 2);
        let (by_first, by_second) = by_neurons.split_at_mut(hidden / 2);
        let pairs = lanes(first).iter().zip(lanes(second));
        let by_pairs = lanes_mut(by_first).iter_mut().zip(lanes_mut(by_second));
        for (((first, second), (by_first, by_second)), derivatives) in
            pairs.zip(by_pairs).zip(lanes(derivatives))
        {
            for lane in 0..LANES {
                let (a, b, derivative) = (first[lane], second[lane], derivatives[lane]);
                by_first[lane] = derivative * slope(a) * b.clamp(0.0, 1.0);
                by_second[lane] = derivative * slope(b) * a.clamp(0.0, 1.0);
            }
        }
    }
}

/// The derivatives by the neurons of the first layer. Those by the numbers of the second one and the output are added to
/// `by_floats`.
fn last_gradient(
    derivative: f32,
    floats: &[f32],
    (first, second): (&[f32; LAYER_1], &[f32; LAYER_2]),
    by_floats: &mut [f32],
) -> [f32; LAYER_1] {
    let last = by_floats.len() - 1;
    by_floats[last] += derivative;
    let (rows, rest) = lanes(floats).split_at(2 * LAYER_1);
    let (by_rows, by_rest) = lanes_mut(by_floats).split_at_mut(2 * LAYER_1);
    let by_second: [f32; LAYER_2] =
        array::from_fn(|lane| derivative * rest[1][lane] * slope(second[lane]));
    for lane in 0..LAYER_2 {
        by_rest[0][lane] += by_second[lane];
        by_rest[1][lane] += derivative * second[lane].clamp(0.0, 1.0);
    }
    let activations = activations(first);
    let mut by_first = [0.0; LAYER_1];
    for (at, (weights, by_weights)) in rows.iter().zip(by_rows).enumerate() {
        let (half, neuron) = (at / LAYER_1, at % LAYER_1);
        for lane in 0..LAYER_2 {
            by_weights[lane] += activations[half][neuron] * by_second[lane];
        }
        let value = first[neuron];
        let slope = match half {
            0 => slope(value),
            _ => 2.0 * value * slope(value.abs()),
        };
        if slope != 0.0 {
            let products = array::from_fn(|lane| weights[lane] * by_second[lane]);
            by_first[neuron] += slope * sum_of(&products);
        }
    }
    by_first
}
