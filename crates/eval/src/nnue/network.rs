//! [`Network`]: the weights of a network, ready for inference.

use super::architecture::{Architecture, HIDDEN_STEP, Head, MAX_HIDDEN, Perspective, Perspectives};
use super::layers::{FLOATS, LAYER_1, LAYER_2, LAYER_UNITS, Layers};
use super::simd::{Block, RowBlock, Simd};
use crate::Score;
use board::{Color, Position, Square};
use std::{fmt, io};

/// Quantisation of feature weights and biases: this is 1, the upper end of the clipped ReLU.
pub const QA: i32 = 128;
/// Quantisation of output weights: this is 1.
pub const QB: i32 = 4096;
/// An output of 1, as the sum of output weights times squared neurons.
pub const OUTPUT_ONE: i32 = QA * QA * QB;

/// Greatest absolute value of a feature bias. Feature weights have 8 bits, −128 to 127, so an accumulator is at most
/// this + 32 · 128, for at most 32 pieces.
pub const MAX_FEATURE_BIAS: i16 = 128;
/// Greatest absolute value of an output weight. The square of a clipped neuron is at most 2¹⁴; 32 of them, times a
/// weight of at most this, are below 2³¹.
pub const MAX_OUTPUT_WEIGHT: i16 = 4064;

/// Greatest length of the note, in bytes.
const MAX_NOTE: usize = 1000;

/// Why a file or parameters are no network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The system's error.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file does not begin as a network file does.
    #[error("not a network file")]
    Foreign,
    /// What is damaged, out of bounds, or not supported by this program.
    #[error("{0}")]
    Invalid(String),
}

/// The weights of a network, quantised. Those of another head are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// A row of hidden size for each input, in units of 1/[`QA`].
    pub feature_weights: Vec<i8>,
    /// One for each hidden neuron, in units of 1/[`QA`].
    pub feature_biases: Vec<i16>,
    /// For each output bucket the weights of the accumulator of the side to move, then those of the
    /// other one, in units of 1/[`QB`].
    pub output_weights: Vec<i16>,
    /// One for each output bucket, in units of 1/[`OUTPUT_ONE`].
    pub output_biases: Vec<i32>,
    /// [`Head::Layers`]: for each output bucket and neuron of the first hidden layer the weights of the products of the
    /// side to move, then of the other side, in units of 1/`layer_unit`.
    pub layer_weights: Vec<i8>,
    /// One for each output bucket and neuron of that layer, in units of 1/([`QA`] · `layer_unit`).
    pub layer_biases: Vec<i32>,
    /// Quantisation of these weights, 64 to 4,096; of no use to other heads.
    pub layer_unit: u16,
    /// For each output bucket the weights of each neuron of the first layer to all of the second, those of their
    /// squares, the biases of the second layer, the weights of its neurons to the output, and the output bias.
    pub layer_floats: Vec<f32>,
}

impl Parameters {
    /// The numbers of each kind that an architecture has, in the order of the fields.
    #[must_use]
    pub fn sizes(architecture: &Architecture) -> [usize; 7] {
        let Architecture { hidden, head, output_buckets, .. } = *architecture;
        let (features, neurons) = (architecture.rows() * hidden, output_buckets * LAYER_1);
        match head {
            Head::Screlu => {
                [features, hidden, output_buckets * 2 * hidden, output_buckets, 0, 0, 0]
            }
            Head::Layers => {
                [features, hidden, 0, 0, neurons * hidden, neurons, output_buckets * FLOATS]
            }
        }
    }

    /// Parameters whose weights and feature biases are drawn from `value` in the order of the fields,
    /// output weights times 32 as their unit is smaller, numbers in floating point as 64ths. The biases of the output
    /// and of the first hidden layer are 0.
    #[must_use]
    pub fn from_fn(architecture: &Architecture, mut value: impl FnMut() -> i8) -> Self {
        let mut draw = |count| -> Vec<i8> { (0..count).map(|_| value()).collect() };
        let [features, biases, weights, output_biases, layer_weights, layer_biases, floats] =
            Self::sizes(architecture);
        Self {
            feature_weights: draw(features),
            feature_biases: draw(biases).into_iter().map(i16::from).collect(),
            output_weights: draw(weights).into_iter().map(|value| 32 * i16::from(value)).collect(),
            output_biases: vec![0; output_biases],
            layer_weights: draw(layer_weights),
            layer_biases: vec![0; layer_biases],
            layer_unit: *LAYER_UNITS.start(),
            layer_floats: draw(floats).into_iter().map(|value| f32::from(value) / 64.0).collect(),
        }
    }
}

/// A network. Its weights are within the bounds above, so no evaluation overflows.
#[derive(Clone, PartialEq)]
pub struct Network {
    architecture: Architecture,
    scale: u16,
    note: String,
    /// The rows of all inputs, and that of zeros.
    pub(super) feature_weights: Box<[RowBlock]>,
    pub(super) zero_row: u32,
    /// The accumulator of an empty board.
    pub(super) feature_biases: Box<[Block]>,
    output_weights: Box<[Block]>,
    output_biases: Box<[i32]>,
    layers: Layers,
    /// For each side the perspective with its king on each square.
    perspectives: Box<[[Perspective; 64]; 2]>,
}

impl Network {
    /// A network from its parameters. `scale` is the score in centipawns of an output of 1, `note` a
    /// line for people.
    ///
    /// # Errors
    /// When the architecture or the scale is unsupported, the parameters are of another architecture, a
    /// weight is out of bounds, or the note is too long or has control characters.
    pub fn new(
        architecture: Architecture,
        scale: u16,
        note: &str,
        parameters: &Parameters,
    ) -> Result<Self, NetworkError> {
        check_header(&architecture, scale, note)?;
        let Parameters { feature_weights, feature_biases, output_weights, output_biases, .. } =
            parameters;
        let Parameters { layer_weights, layer_biases, layer_unit, layer_floats, .. } = parameters;
        let lengths = [
            feature_weights.len(),
            feature_biases.len(),
            output_weights.len(),
            output_biases.len(),
            layer_weights.len(),
            layer_biases.len(),
            layer_floats.len(),
        ];
        if lengths != Parameters::sizes(&architecture) {
            let error = "the parameters are not those of the architecture";
            return Err(NetworkError::Invalid(error.to_owned()));
        }
        let rows = feature_weights.as_chunks().0.iter().map(RowBlock::new).collect();
        let weights = [feature_biases, output_weights]
            .map(|values| values.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect());
        if architecture.head == Head::Layers && !LAYER_UNITS.contains(layer_unit) {
            return unsupported("quantisation", layer_unit);
        }
        let layers = Layers::new(*layer_unit, layer_weights, layer_biases, layer_floats)?;
        let output_biases = output_biases.clone().into();
        Self::from_blocks((architecture, scale, note), rows, weights, output_biases, layers)
    }

    /// A network from weights of the right numbers (feature weights; feature biases and output weights), with a
    /// header that [`check_header`] has accepted.
    pub(super) fn from_blocks(
        (architecture, scale, note): (Architecture, u16, &str),
        mut feature_weights: Vec<RowBlock>,
        weights: [Box<[Block]>; 2],
        output_biases: Box<[i32]>,
        layers: Layers,
    ) -> Result<Self, NetworkError> {
        let bounds = [("feature bias", MAX_FEATURE_BIAS), ("output weight", MAX_OUTPUT_WEIGHT)];
        for (blocks, (kind, bound)) in weights.iter().zip(bounds) {
            let beyond = |value: &i16| value.unsigned_abs() > bound as u16;
            // A fold, unlike `any`, has no early exit, so the compiler can vectorise it.
            let fault =
                |block: &&Block| block.0.iter().fold(false, |any, value| any | beyond(value));
            if let Some(block) = blocks.iter().find(fault) {
                let value = block.0.into_iter().find(beyond).unwrap_or_default();
                let error = format!("{kind} {value} is beyond ±{bound}");
                return Err(NetworkError::Invalid(error));
            }
        }
        let [feature_biases, output_weights] = weights;
        feature_weights.extend(std::iter::repeat_n(RowBlock::ZERO, feature_biases.len()));
        let perspectives = Color::ALL
            .map(|color| Square::ALL.map(|king| Perspective::new(&architecture, color, king)));
        Ok(Self {
            perspectives: Box::new(perspectives),
            zero_row: architecture.rows() as u32,
            architecture,
            scale,
            note: note.to_owned(),
            feature_weights: feature_weights.into(),
            feature_biases,
            output_weights,
            output_biases,
            layers,
        })
    }

    /// The parameters that it was made from.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let values = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        let rows = &self.feature_weights[..self.feature_weights.len() - self.feature_biases.len()];
        let (layer_weights, layer_biases, layer_floats) = self.layers.parameters();
        Parameters {
            feature_weights: rows.iter().flat_map(RowBlock::weights).collect(),
            feature_biases: values(&self.feature_biases),
            output_weights: values(&self.output_weights),
            output_biases: self.output_biases.to_vec(),
            layer_weights,
            layer_biases,
            layer_unit: self.layers.unit,
            layer_floats,
        }
    }

    /// Its architecture.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The score in centipawns of an output of 1.
    #[must_use]
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The line for people.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The perspectives of both sides in a position.
    #[inline(always)]
    pub(super) fn perspectives(&self, position: &Position) -> Perspectives {
        let of = |color: Color| self.perspectives[color.index()][position.king(color).index()];
        Perspectives::new(of(Color::White), of(Color::Black))
    }

    /// The evaluation from the accumulators of the side to move and of the other side.
    #[inline]
    pub(super) fn output(&self, simd: Simd, us: &[Block], them: &[Block], bucket: usize) -> Score {
        // Below 3·10⁷ for every network, so it fits into 32 bits.
        let score = if self.architecture.head == Head::Layers {
            (simd.layers(&self.layers, [us, them], bucket) * f32::from(self.scale)) as i32
        } else {
            let length = us.len();
            let weights = &self.output_weights[bucket * 2 * length..][..2 * length];
            let sum = i64::from(self.output_biases[bucket]) + simd.forward([us, them], weights);
            (sum * i64::from(self.scale) / i64::from(OUTPUT_ONE)) as i32
        };
        Score::new(score).clamp_eval()
    }
}

/// All its numbers are finite, so each equals itself.
impl Eq for Network {}

/// Its sizes and note, as in `768x2-128-8 first network` or `768x2-128-16-32-8 with layers`; 2304 for 768 with threats.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { hidden, output_buckets, .. } = self.architecture;
        write!(f, "{}x2", self.architecture.inputs())?;
        if self.architecture.king_bucket_count() > 1 {
            write!(f, "x{}", self.architecture.king_bucket_count())?;
        }
        if self.architecture.head == Head::Layers {
            write!(f, "-{hidden}-{LAYER_1}-{LAYER_2}-{output_buckets} {}", self.note)
        } else {
            write!(f, "-{hidden}-{output_buckets} {}", self.note)
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({self})")
    }
}

/// Checks what the header of a file may hold.
pub(super) fn check_header(
    architecture: &Architecture,
    scale: u16,
    note: &str,
) -> Result<(), NetworkError> {
    let Architecture { hidden, head, king_buckets, threats, output_buckets, .. } = *architecture;
    // Inputs have numbers of 16 bits, which would do for 28 with threats.
    let most_king_buckets = if threats { 16 } else { 32 };
    let king_bucket = king_buckets.iter().find(|&&bucket| bucket >= most_king_buckets);
    let step = if head == Head::Layers { 2 * HIDDEN_STEP } else { HIDDEN_STEP };
    if !(step..=MAX_HIDDEN).contains(&hidden) || !hidden.is_multiple_of(step) {
        unsupported("hidden size", hidden)
    } else if let Some(bucket) = king_bucket {
        unsupported("king bucket", bucket)
    } else if ![1, 2, 4, 8].contains(&output_buckets) {
        unsupported("number of output buckets", output_buckets)
    } else if !(1..=10_000).contains(&scale) {
        unsupported("scale", scale)
    } else if note.len() > MAX_NOTE {
        unsupported("note of length", note.len())
    } else if note.chars().any(char::is_control) {
        unsupported("note", format!("{note:?}"))
    } else {
        Ok(())
    }
}

/// The error of a field of the header.
pub(super) fn unsupported<T>(field: &str, value: impl fmt::Display) -> Result<T, NetworkError> {
    Err(NetworkError::Invalid(format!("unsupported {field} {value}")))
}
