//! What has come out of training: a network's loss, its quantisation, and its file.

use super::dataset::Dataset;
use super::model::{Model, Target};
use super::trainer::TrainState;
use anyhow::Result;
use bartizan::progress::duration;
use bartizan::table::thousands;
use eval::Score;
use eval::nnue::{Network, Simd};
use games::checksum::short_checksum;
use serde::Serialize;
use std::fmt;

/// Validation positions on which the quantised network is compared with that in floating point.
const CHECKED: usize = 10_000;

/// A network that was trained, for people and as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkResults {
    training_positions: usize,
    validation_positions: usize,
    validation_loss: f64,
    seconds: f64,
    positions_per_second: f64,
    /// Mean loss of the validation positions on which the quantised network was compared with that in
    /// floating point, of the latter and of the former.
    pub quantisation_losses: [f64; 2],
    /// Mean and greatest difference between their evaluations, in centipawns.
    pub quantisation_errors: [f64; 2],
    /// Bytes of the network file, and its checksum.
    network: (usize, String),
}

impl NetworkResults {
    pub fn new(
        data: &Dataset,
        model: &Model,
        target: Target,
        state: &TrainState,
        validation_loss: f64,
        network: &Network,
    ) -> Result<Self> {
        let step = data.validation.len().div_ceil(CHECKED);
        let mut scratch = model.scratch();
        let (mut losses, mut errors, mut count) = ([0.0; 2], [0.0f64; 2], 0.0);
        for position in data.validation.iter().step_by(step) {
            let exact = model.forward(&state.parameters, position, &mut scratch);
            let quantised = network.evaluate(Simd::best(), &position.unpack()?).raw() as f32;
            let scale = f32::from(target.scale);
            // Evaluations are bounded, outputs are not.
            let limit = Score::MAX_EVAL.raw() as f32;
            let error = f64::from(((exact * scale).clamp(-limit, limit) - quantised).abs());
            for (sum, output) in losses.iter_mut().zip([exact, quantised / scale]) {
                *sum += f64::from(target.loss(output, position).0);
            }
            errors = [errors[0] + error, errors[1].max(error)];
            count += 1.0;
        }
        let progress = &state.progress;
        let trained = f64::from(progress.epochs) * data.training.len() as f64;
        let bytes = network.encode();
        Ok(Self {
            training_positions: data.training.len(),
            validation_positions: data.validation.len(),
            validation_loss,
            seconds: progress.seconds,
            positions_per_second: trained / progress.seconds.max(1e-9),
            quantisation_losses: losses.map(|sum| sum / count),
            quantisation_errors: [errors[0] / count, errors[1]],
            network: (bytes.len(), short_checksum(&bytes)),
        })
    }
}

impl fmt::Display for NetworkResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trained, seconds) = (thousands(self.positions_per_second as u64), self.seconds);
        writeln!(f, "validation loss    {:.6}", self.validation_loss)?;
        writeln!(f, "time               {}, {trained} positions/s", duration(seconds))?;
        let [exact, quantised] = self.quantisation_losses;
        writeln!(f, "quantisation       loss {exact:.6} before, {quantised:.6} after")?;
        let [mean, greatest] = self.quantisation_errors;
        writeln!(f, "                   error {mean:.2} centipawns, at most {greatest:.1}")?;
        writeln!(f, "file               {} bytes", thousands(self.network.0 as u64))
    }
}
