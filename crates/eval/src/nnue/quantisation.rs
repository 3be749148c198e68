//! The fixed-point numbers of a network and their bounds.
//!
//! An accumulator is at most [`MAX_FEATURE_BIAS`] + 32 · [`MAX_FEATURE_WEIGHT`] = 32,767, for at most
//! 32 pieces. A neuron's product is at most 8,096 · 1,020, with the weight [`MAX_OUTPUT_WEIGHT`], of
//! which 64 are below 2³⁰.

/// Quantisation of feature weights and biases: this is 1, the upper end of the clipped ReLU.
pub const QA: i32 = 1020;
/// Quantisation of output weights: this is 1.
pub const QB: i32 = 8192;
/// Bits that the product of a clipped neuron and its output weight loses, rounded, so that it has 16.
pub const PRODUCT_SHIFT: u32 = 10;
/// An output of 1, as the sum of these products times the clipped neurons.
pub const OUTPUT_ONE: i32 = QA * QA * (QB >> PRODUCT_SHIFT);

/// Greatest absolute value of a feature weight.
pub const MAX_FEATURE_WEIGHT: i16 = 992;
/// Greatest absolute value of a feature bias.
pub const MAX_FEATURE_BIAS: i16 = 1023;
/// Greatest absolute value of an output weight.
pub const MAX_OUTPUT_WEIGHT: i16 = 8128;
