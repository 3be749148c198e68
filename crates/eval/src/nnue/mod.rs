//! [`Nnue`]: evaluation by a neural network, an efficiently updatable one (NNUE).
//!
//! `architecture` says what the inputs are, `network` and `file` hold and store the weights,
//! `accumulator` keeps the hidden layer up to date and `simd` has the two loops. Training is not here:
//! it is a task of `cargo xtask`.

mod accumulator;
mod architecture;
mod file;
mod material;
mod network;
mod simd;
mod trace;

pub use architecture::{Architecture, HIDDEN_STEP, INPUTS, Perspective};
pub use file::NetworkError;
pub use network::{Network, Parameters, QA, QB};
pub use simd::{MAX_FEATURE_BIAS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Simd};
pub use trace::trace;

use crate::{Evaluator, MAX_PLY, Score};
use accumulator::AccumulatorStack;
use board::Position;
use std::sync::{Arc, LazyLock};

/// The network in the binary. To change it, replace the file; for the first one this becomes
/// `Some(include_bytes!("default.nnue"))`.
const EMBEDDED: Option<&[u8]> = None;

impl Network {
    /// The network that [`Nnue::default`] uses: that in the binary, or one that knows material and
    /// centrality while the binary has none.
    ///
    /// # Panics
    /// When the file in the binary is no network, which a test excludes.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            Arc::new(match EMBEDDED {
                Some(bytes) => Network::decode(bytes).expect("the embedded file is a network"),
                None => material::network(),
            })
        });
        Arc::clone(&NETWORK)
    }
}

/// Evaluation by a network.
///
/// Only the pieces and the side to move matter. The state consists of accumulators, which find out
/// by themselves what has changed.
#[derive(Clone, Debug)]
pub struct Nnue {
    network: Arc<Network>,
    simd: Simd,
    accumulators: AccumulatorStack,
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
        Self { network, simd, accumulators }
    }
}

impl Default for Nnue {
    fn default() -> Self {
        Self::new(Network::embedded())
    }
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let Self { network, simd, accumulators } = self;
        let (ply, us) = (ply.min(MAX_PLY), position.side_to_move());
        accumulators.update(network, *simd, position, ply);
        let [us, them] = [us, !us].map(|color| accumulators.accumulator(ply, color));
        let bucket = network.architecture().output_bucket(position.occupied().count());
        network.output(*simd, us, them, bucket)
    }

    /// Nothing to do: accumulators of other games are as good as any.
    fn reset(&mut self) {}
}

#[cfg(test)]
mod tests;
