//! [`Nnue`]: evaluation by a neural network, an efficiently updatable one (NNUE).
//!
//! `architecture` says what the inputs are, `network` and `file` hold and store the weights, `accumulator` keeps the hidden layer up to date,
//! `simd` has its loops, `x86` those for x86-64, and `layers` further layers. Training is not here: it is a task of `cargo xtask`.

mod accumulator;
mod architecture;
mod file;
mod layers;
mod network;
mod simd;
mod trace;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use architecture::{Architecture, HIDDEN_STEP, Head, INPUTS, MAX_HIDDEN, Perspective, Threats};
pub use layers::{FLOATS, LAYER_1, LAYER_2, LAYER_UNITS, MAX_LAYER_VALUE};
pub use network::{
    MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, Network, NetworkError, OUTPUT_ONE, Parameters, QA, QB,
};
pub use simd::Simd;
pub use trace::trace;

use crate::classical::is_bare_king;
use crate::{Classical, Evaluator, MAX_PLY, Score};
use accumulator::AccumulatorStack;
use board::{Color, Position};
use std::sync::{Arc, LazyLock};

/// The network file in the binary, which `build.rs` chooses.
const EMBEDDED: &[u8] = include_bytes!(env!("BARTIZAN_NETWORK"));

impl Network {
    /// The network in the binary, which [`Nnue::default`] uses.
    ///
    /// # Panics
    /// When this version cannot read it, which a test excludes for the network of the source tree.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            Arc::new(Network::decode(EMBEDDED).unwrap_or_else(|error| panic!("EVALFILE: {error}")))
        });
        Arc::clone(&NETWORK)
    }
}

/// Evaluation by a network; by [`Classical`] if a side has only its king.
///
/// To the network only the pieces, with the attacks on them, and the side to move matter. The state
/// consists of accumulators, which find out by themselves what has changed, and of the state of
/// [`Classical`].
#[derive(Clone, Debug)]
pub struct Nnue {
    network: Arc<Network>,
    simd: Simd,
    accumulators: AccumulatorStack,
    classical: Classical,
}

impl Nnue {
    /// Its name in the registry.
    pub const NAME: &str = "nnue";

    /// An evaluator with a network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_simd(network, Simd::best())
    }

    /// An evaluator that uses these instructions. The scores are the same with all.
    #[must_use]
    pub fn with_simd(network: Arc<Network>, simd: Simd) -> Self {
        let accumulators = AccumulatorStack::new(&network, MAX_PLY + 1);
        Self { network, simd, accumulators, classical: Classical::default() }
    }
}

impl Default for Nnue {
    fn default() -> Self {
        Self::new(Network::embedded())
    }
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        if has_bare_king(position) {
            return self.classical.evaluate(position, ply);
        }
        let Self { network, simd, accumulators, .. } = self;
        let (ply, us) = (ply.min(MAX_PLY), position.side_to_move());
        accumulators.update(network, *simd, position, ply);
        let [us, them] = [us, !us].map(|color| accumulators.accumulator(ply, color));
        let bucket = network.architecture().output_bucket(position.occupied().count());
        network.output(*simd, us, them, bucket)
    }

    /// Accumulators of other games are as good as any.
    fn reset(&mut self) {
        self.classical.reset();
    }
}

/// Whether the classical evaluation is used, which knows how to mate a bare king: with the network
/// alone the engine did not mate with king and queen against king.
fn has_bare_king(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| is_bare_king(position, color))
}

#[cfg(test)]
mod tests;
