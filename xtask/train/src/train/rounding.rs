//! Rounding of a network's first layer weight by weight, while the others learn to make up for the errors.

use super::dataset::{Dataset, PackedPosition};
use super::model::{Model, Target};
use super::trainer::{Schedule, TrainState, Trainer};
use super::{Args, train};
use anyhow::{Result, ensure};
use bartizan::progress::note;

/// How weights are rounded. Each step is small, as the network is to stay what it is.
const ROUNDING: Schedule = Schedule {
    epochs: 0,
    batch: 8192,
    rate: 6e-5,
    final_rate: 3e-6,
    decay: 0.0,
    seed: 0,
    factorise: false,
    sparsity: 0.0,
    average: 0.0,
};

/// Most positions of a pass. Their scores have no noise, so that fewer are enough than for training.
const POSITIONS: usize = 16_000_000;

/// The parameters with a first layer that the format holds, if `--rounding-epochs` asks for that. The positions
/// are of the training, with the evaluations of the parameters for scores. `None` when it was interrupted.
pub fn round_weights(
    args: &Args,
    model: &Model,
    data: &Dataset,
    parameters: &[f32],
) -> Result<Option<Vec<f32>>> {
    if args.rounding_epochs == 0 {
        return Ok(Some(parameters.to_vec()));
    }
    let step = data.training.len().div_ceil(POSITIONS).max(1);
    let some = |positions: &[PackedPosition]| positions.iter().step_by(step).copied().collect();
    let mut relabelled =
        Dataset { training: some(&data.training), validation: some(&data.validation) };
    let threads = args.run.threads.count();
    let target = Target { result_share: 0.0, ..args.target };
    relabelled.relabel(model, parameters, target.scale, threads);
    // At least sixteen steps, as weights are rounded at each.
    let batch = ROUNDING.batch.min(relabelled.training.len().div_ceil(16));
    let schedule =
        Schedule { epochs: args.rounding_epochs, batch, seed: args.schedule.seed, ..ROUNDING };
    note(&format!("{} epochs in which weights are rounded", args.rounding_epochs));
    let mut state = TrainState::new(model, &schedule, parameters.to_vec());
    let mut trainer =
        Trainer::new(&relabelled, model.architecture, schedule, target, threads).rounding();
    let finished = train(&mut trainer, &mut state, |_| Ok(()))?;
    let finite = state.parameters.iter().all(|parameter| parameter.is_finite());
    ensure!(finite, "the rounding diverged");
    Ok(finished.then_some(state.parameters))
}
