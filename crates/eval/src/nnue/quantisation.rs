//! The fixed-point numbers of a network and their bounds.
//!
//! An accumulator is at most [`MAX_FEATURE_BIAS`] + 32 · [`MAX_FEATURE_WEIGHT`] = 32,767, for at most
//! 32 pieces. A neuron's product is at most 255 · 255 · [`MAX_OUTPUT_WEIGHT`], of which 256 are below
//! 2³¹.

/// Quantisation of feature weights and biases: this is 1, the upper end of the clipped ReLU.
pub const QA: i32 = 1020;
/// Quantisation of output weights: this is 1.
pub const QB: i32 = 128;
/// A clipped neuron of 1: [`QA`] without its two lowest bits, so that products have 16 bits.
pub const ONE: i32 = QA >> 2;

/// Greatest absolute value of a feature weight.
pub const MAX_FEATURE_WEIGHT: i16 = 992;
/// Greatest absolute value of a feature bias.
pub const MAX_FEATURE_BIAS: i16 = 1023;
/// Greatest absolute value of an output weight.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
