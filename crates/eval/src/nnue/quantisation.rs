//! The fixed-point numbers of a network and their bounds.
//!
//! Feature weights have 8 bits, −128 to 127, so an accumulator is at most [`MAX_FEATURE_BIAS`] + 32 · 128, for at
//! most 32 pieces. The square of a clipped neuron is at most 2¹⁴; 32 of them, times a weight of at most
//! [`MAX_OUTPUT_WEIGHT`], are below 2³¹.

/// Quantisation of feature weights and biases: this is 1, the upper end of the clipped ReLU.
pub const QA: i32 = 128;
/// Quantisation of output weights: this is 1.
pub const QB: i32 = 4096;
/// An output of 1, as the sum of output weights times squared neurons.
pub const OUTPUT_ONE: i32 = QA * QA * QB;

/// Greatest absolute value of a feature bias.
pub const MAX_FEATURE_BIAS: i16 = 128;
/// Greatest absolute value of an output weight.
pub const MAX_OUTPUT_WEIGHT: i16 = 4064;
