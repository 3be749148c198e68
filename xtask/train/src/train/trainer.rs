//! Training: batches in random order, gradients on all threads. Each thread has a part of the batch and a gradient of
//! its own, so the rounding of the sums depends on their number.

use super::dataset::{Dataset, PackedPosition};
use super::model::{Model, Scratch, Target};
use super::optimizer::{self, Moments, Step, factor_parameters};
use bartizan::pool;
use eval::nnue::{Architecture, Parameters};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use xtask::random::numbered_rng;

/// Validation positions that one thread evaluates at a time.
const VALIDATION_CHUNK: usize = 4096;
/// Points of the loss curve in an epoch.
const POINTS: usize = 10;

/// How a network is trained.
#[derive(clap::Args, Clone, Copy, Debug, Default, Serialize)]
pub struct Schedule {
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// Positions of a batch
    #[arg(long, value_name = "N", default_value_t = 4_096)]
    pub batch: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "X", default_value_t = 1e-3)]
    pub rate: f64,
    /// Learning rate at the end; between the two it follows a cosine
    #[arg(long, value_name = "X", default_value_t = 1e-5)]
    pub final_rate: f64,
    /// Weight decay, as a share of the weight for each unit of the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.01)]
    pub decay: f64,
    /// Chooses the first weights and the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Learn the rows of an input in all king buckets and threat states together as well as each alone
    #[arg(long)]
    pub factorise: bool,
    /// What the sum of the activations after the accumulators adds to the loss, for each of them: more of them are 0,
    /// which is faster with layers
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    pub sparsity: f32,
    /// Share of the mean of weights (EMA) that each step keeps, such as 0.999, 0 to 1; the result is that mean. With 0
    /// it is the last weights
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = super::parse_share)]
    pub average: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LossPoint {
    /// Passes completed, with a fraction.
    pub epoch: f64,
    /// Mean loss of the training positions since the last point, each at its time.
    pub training: f64,
    /// Mean loss of the validation positions, at the end of an epoch.
    pub validation: Option<f64>,
}

/// How far a run has come, but not its weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub epochs: u32,
    /// Batches completed in the present pass.
    pub batches: usize,
    pub steps: u64,
    /// Sum of losses since the last point of the curve, and their number.
    loss: (f64, u64),
    pub curve: Vec<LossPoint>,
    pub seconds: f64,
}

/// A run that can be continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainState {
    #[serde(with = "super::float_bits")]
    pub parameters: Vec<f32>,
    pub moments: Moments,
    /// Those of the factoriser; none without one.
    pub factors: Moments,
    /// The exponential moving average (EMA) of the parameters; empty without one.
    #[serde(with = "super::float_bits")]
    pub average: Vec<f32>,
    pub progress: Progress,
}

impl TrainState {
    pub fn new(model: &Model, schedule: &Schedule, parameters: Vec<f32>) -> Self {
        let factors = if schedule.factorise { factor_parameters(model) } else { 0 };
        Self {
            moments: Moments::new(parameters.len()),
            factors: Moments::new(factors),
            average: if schedule.average > 0.0 { parameters.clone() } else { Vec::new() },
            parameters,
            progress: Progress::default(),
        }
    }

    /// The parameters that are the result: the mean of those of the last steps, if there is one.
    pub fn result(&self) -> &[f32] {
        if self.average.is_empty() { &self.parameters } else { &self.average }
    }
}

/// What the gradient of one part of a batch needs.
struct Part {
    gradient: Vec<f32>,
    scratch: Scratch,
    loss: f64,
}

/// A run over some positions.
pub struct Trainer<'a> {
    data: &'a Dataset,
    model: Model,
    schedule: Schedule,
    target: Target,
    threads: usize,
    parts: Vec<Part>,
    /// Whether weights are rounded, see [`Trainer::rounding`].
    rounding: bool,
    /// The order of the training positions in an epoch, and that epoch.
    order: (Option<u32>, Vec<u32>),
}

impl<'a> Trainer<'a> {
    pub fn new(
        data: &'a Dataset,
        architecture: Architecture,
        schedule: Schedule,
        target: Target,
        threads: usize,
    ) -> Self {
        let model = Model { sparsity: schedule.sparsity, ..Model::new(architecture) };
        let gradient = vec![0.0; Parameters::sizes(&architecture).iter().sum()];
        let part = || Part { gradient: gradient.clone(), scratch: model.scratch(), loss: 0.0 };
        let parts = (0..threads.max(1)).map(|_| part()).collect();
        let order = (None, Vec::new());
        Self { data, model, schedule, target, threads, parts, rounding: false, order }
    }

    /// A trainer that rounds the weights and biases of the first layer to what the format holds, more and more
    /// of them, spread evenly. One that was rounded stays, and the others learn to make up for the error. In
    /// the last tenth of the steps only the output still learns.
    pub fn rounding(self) -> Self {
        Self { rounding: true, ..self }
    }

    pub fn batches(&self) -> usize {
        self.data.training.len().div_ceil(self.schedule.batch)
    }

    pub fn positions(&self) -> usize {
        self.data.training.len() * self.schedule.epochs as usize
    }

    /// The share of all steps that a state has completed.
    pub fn share(&self, state: &TrainState) -> f64 {
        state.progress.steps as f64 / (f64::from(self.schedule.epochs) * self.batches() as f64)
    }

    pub fn is_finished(&self, state: &TrainState) -> bool {
        state.progress.epochs >= self.schedule.epochs
    }

    pub fn rate(&self, state: &TrainState) -> f64 {
        let Schedule { epochs, rate, final_rate, .. } = self.schedule;
        let steps = u64::from(epochs) * self.batches() as u64;
        let share = state.progress.steps as f64 / steps.saturating_sub(1).max(1) as f64;
        final_rate + (rate - final_rate) * 0.5 * (1.0 + (std::f64::consts::PI * share).cos())
    }

    /// The share of the first layer that is rounded in the next step.
    fn rounded_share(&self, state: &TrainState) -> f64 {
        let steps = u64::from(self.schedule.epochs) * self.batches() as u64;
        let is_last = state.progress.steps + 1 == steps;
        let left = if is_last { 0.0 } else { (1.0 - self.share(state) / 0.9).max(0.0) };
        if self.rounding { 1.0 - left * left } else { 0.0 }
    }

    pub fn step(&mut self, state: &mut TrainState) {
        let epoch = state.progress.epochs;
        if self.order.0 != Some(epoch) {
            let mut order: Vec<u32> = (0..self.data.training.len() as u32).collect();
            numbered_rng(self.schedule.seed, u64::from(epoch)).shuffle(&mut order);
            self.order = (Some(epoch), order);
        }
        let start = state.progress.batches * self.schedule.batch;
        let end = (start + self.schedule.batch).min(self.order.1.len());
        let loss = self.gradients(&state.parameters, start, end);
        self.update(state, end - start);
        let (batches, progress) = (self.batches(), &mut state.progress);
        progress.steps += 1;
        progress.batches += 1;
        progress.loss = (progress.loss.0 + loss, progress.loss.1 + (end - start) as u64);
        let done = progress.batches;
        if done == batches || done * POINTS / batches != (done - 1) * POINTS / batches {
            self.add_point(state);
        }
    }

    /// Adds a point to the loss curve, and completes the epoch at its end.
    fn add_point(&self, state: &mut TrainState) {
        let (done, batches) = (state.progress.batches, self.batches());
        let validation = (done == batches).then(|| self.validation_loss(state.result()));
        let progress = &mut state.progress;
        progress.curve.push(LossPoint {
            epoch: f64::from(progress.epochs) + done as f64 / batches as f64,
            training: progress.loss.0 / progress.loss.1 as f64,
            validation,
        });
        progress.loss = (0.0, 0);
        if done == batches {
            (progress.epochs, progress.batches) = (progress.epochs + 1, 0);
        }
    }

    /// Computes the gradients of the parts of a batch; the sum of its losses.
    fn gradients(&mut self, parameters: &[f32], start: usize, end: usize) -> f64 {
        let members = &self.order.1[start..end];
        let size = members.len().div_ceil(self.parts.len()).max(1);
        let groups = members.chunks(size).chain(std::iter::repeat(&[][..]));
        let jobs: Vec<_> = self.parts.iter_mut().zip(groups).map(Mutex::new).collect();
        let (data, model, target) = (self.data, &self.model, self.target);
        let Ok(_) = pool::run(&jobs, self.threads, |job| {
            let (part, members) = &mut *job.lock().unwrap_or_else(PoisonError::into_inner);
            part.gradient.fill(0.0);
            part.loss = 0.0;
            // Copied first: so the processor waits for many of them at a time.
            let mut positions: Vec<_> =
                members.iter().map(|&member| data.training[member as usize]).collect();
            // Those of one output bucket follow each other, so that its parameters stay in the cache.
            positions.sort_by_key(PackedPosition::piece_count);
            for position in &positions {
                let output = model.forward(parameters, position, &mut part.scratch);
                let (loss, derivative) = target.loss(output, position);
                part.loss += f64::from(loss);
                let Part { scratch, gradient, .. } = &mut **part;
                model.backward(parameters, position, derivative, scratch, gradient);
            }
            model.add_pending(&mut part.scratch, &mut part.gradient);
            Ok::<_, Infallible>(())
        });
        drop(jobs);
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// A step by the mean gradient over `count` positions.
    fn update(&self, state: &mut TrainState, count: usize) {
        let gradients: Vec<&[f32]> = self.parts.iter().map(|part| &*part.gradient).collect();
        let time = state.progress.steps as f64;
        let step = Step {
            rate: self.rate(state),
            decay: self.schedule.decay,
            count,
            rounded: self.rounded_share(state),
            // Not the first, random weights for long.
            average: self.schedule.average.min((1.0 + time) / (10.0 + time)),
        };
        optimizer::update(&self.model, state, step, &gradients, self.threads);
    }

    pub fn validation_loss(&self, parameters: &[f32]) -> f64 {
        let chunks: Vec<_> = self.data.validation.chunks(VALIDATION_CHUNK).collect();
        let sum = |chunk: &&[PackedPosition]| {
            let mut scratch = self.model.scratch();
            let loss = |position| {
                let output = self.model.forward(parameters, position, &mut scratch);
                f64::from(self.target.loss(output, position).0)
            };
            Ok::<_, Infallible>(chunk.iter().map(loss).sum::<f64>())
        };
        let Ok(sums) = pool::run(&chunks, self.threads, sum);
        sums.iter().sum::<f64>() / self.data.validation.len() as f64
    }
}
