//! Training: batches in random order, gradients on all threads, AdamW.

use super::dataset::{Dataset, PackedPosition};
use super::model::{Model, Scratch, Target};
use crate::pool;
use crate::random::numbered_rng;
use eval::nnue::{Architecture, Parameters, QA};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

/// Parts of a batch. Each has a gradient of its own and the sums are formed in their order, so the
/// result does not depend on the number of threads, and more threads than parts are of no use.
const PARTS: usize = 8;
/// Parameters that one thread updates at a time.
const CHUNK: usize = 1 << 14;
/// Validation positions that one thread evaluates at a time.
const VALIDATION_CHUNK: usize = 4096;
/// Points of the loss curve in an epoch.
const POINTS: usize = 10;
/// Decay of the mean of gradients, and of that of squared gradients.
const BETAS: [f64; 2] = [0.9, 0.999];
/// Keeps a step finite where gradients vanish.
const EPSILON: f32 = 1e-8;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions of a batch.
    pub batch: usize,
    /// Learning rate of the first step.
    pub rate: f64,
    /// Learning rate of the last step; between the two it follows a cosine.
    pub final_rate: f64,
    /// Weight decay, as a share of the weight for each unit of the learning rate.
    pub decay: f64,
    /// Chooses the first weights and the order of positions.
    pub seed: u64,
}

/// A point of the loss curve.
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
    /// Passes completed.
    pub epochs: u32,
    /// Batches completed in the present pass.
    pub batches: usize,
    /// Steps in all.
    pub steps: u64,
    /// Sum of losses since the last point of the curve, and their number.
    loss: (f64, u64),
    /// The loss curve.
    pub curve: Vec<LossPoint>,
    /// Seconds spent on training.
    pub seconds: f64,
}

/// A run that can be continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainState {
    /// The network's parameters.
    #[serde(with = "float_bits")]
    pub parameters: Vec<f32>,
    /// AdamW's mean of gradients.
    #[serde(with = "float_bits")]
    mean: Vec<f32>,
    /// AdamW's mean of squared gradients.
    #[serde(with = "float_bits")]
    mean_square: Vec<f32>,
    /// How far it is.
    pub progress: Progress,
}

impl TrainState {
    /// The state before the first step.
    #[must_use]
    pub fn new(parameters: Vec<f32>) -> Self {
        let zeros = vec![0.0; parameters.len()];
        Self { parameters, mean: zeros.clone(), mean_square: zeros, progress: Progress::default() }
    }
}

/// Numbers as a string with eight hexadecimal digits each.
mod float_bits {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};
    use std::fmt::Write;

    pub fn serialize<S: Serializer>(values: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(8 * values.len());
        for value in values {
            write!(text, "{:08x}", value.to_bits()).expect("a String takes any text");
        }
        text.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (chunks, rest) = text.as_bytes().as_chunks::<8>();
        let value = |digits: &[u8; 8]| {
            let digits = str::from_utf8(digits).ok()?;
            Some(f32::from_bits(u32::from_str_radix(digits, 16).ok()?))
        };
        let values: Option<Vec<f32>> = chunks.iter().map(value).collect();
        values.filter(|_| rest.is_empty()).ok_or_else(|| D::Error::custom("no list of numbers"))
    }
}

/// The share of parameters that are rounded before this one: multiples of the golden ratio's fraction are evenly
/// spread.
fn rounding_order(index: usize) -> f64 {
    ((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1u64 << 53) as f64
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
    /// A trainer of networks of an architecture.
    #[must_use]
    pub fn new(
        data: &'a Dataset,
        architecture: Architecture,
        schedule: Schedule,
        target: Target,
        threads: usize,
    ) -> Self {
        let model = Model::new(architecture);
        let gradient = vec![0.0; Parameters::sizes(&architecture).iter().sum()];
        let part = || Part { gradient: gradient.clone(), scratch: model.scratch(), loss: 0.0 };
        let parts = (0..PARTS).map(|_| part()).collect();
        let order = (None, Vec::new());
        Self { data, model, schedule, target, threads, parts, rounding: false, order }
    }

    /// A trainer that rounds the weights and biases of the first layer to what the format holds, more and more
    /// of them, spread evenly. One that was rounded stays, and the others learn to make up for the error. In
    /// the last tenth of the steps only the output still learns.
    #[must_use]
    pub fn rounding(self) -> Self {
        Self { rounding: true, ..self }
    }

    /// Batches of an epoch.
    #[must_use]
    pub fn batches(&self) -> usize {
        self.data.training.len().div_ceil(self.schedule.batch)
    }

    /// Positions of all epochs.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.data.training.len() * self.schedule.epochs as usize
    }

    /// The share of all steps that a state has completed.
    #[must_use]
    pub fn share(&self, state: &TrainState) -> f64 {
        state.progress.steps as f64 / (f64::from(self.schedule.epochs) * self.batches() as f64)
    }

    /// Whether all epochs are completed.
    #[must_use]
    pub fn is_finished(&self, state: &TrainState) -> bool {
        state.progress.epochs >= self.schedule.epochs
    }

    /// The learning rate of the next step.
    #[must_use]
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

    /// Trains on the next batch.
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
        self.update(state, (end - start) as f32);
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
        let validation = (done == batches).then(|| self.validation_loss(&state.parameters));
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
        let size = members.len().div_ceil(PARTS).max(1);
        let groups = members.chunks(size).chain(std::iter::repeat(&[][..]));
        let jobs: Vec<_> = self.parts.iter_mut().zip(groups).map(Mutex::new).collect();
        let (data, model, target) = (self.data, &self.model, self.target);
        let Ok(_) = pool::run(&jobs, self.threads, |job| {
            let (part, members) = &mut *job.lock().unwrap_or_else(PoisonError::into_inner);
            part.gradient.fill(0.0);
            part.loss = 0.0;
            // Copied first: so the processor waits for many of them at a time.
            let positions: Vec<_> =
                members.iter().map(|&member| data.training[member as usize]).collect();
            for position in &positions {
                let output = model.forward(parameters, position, &mut part.scratch);
                let (loss, derivative) = target.loss(output, position);
                part.loss += f64::from(loss);
                let Part { scratch, gradient, .. } = &mut **part;
                model.backward(parameters, position, derivative, scratch, gradient);
            }
            Ok::<_, Infallible>(())
        });
        drop(jobs);
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// A step of AdamW (Loshchilov and Hutter 2019) by the mean gradient over `count` positions.
    fn update(&self, state: &mut TrainState, count: f32) {
        let rate = self.rate(state);
        let time = (state.progress.steps + 1) as f64;
        let corrections = BETAS.map(|beta| 1.0 - beta.powf(time));
        let step = (rate / corrections[0]) as f32;
        let mean_square_scale = (1.0 / corrections[1]) as f32;
        let kept = (1.0 - rate * self.schedule.decay) as f32;
        let [beta_1, beta_2] = BETAS.map(|beta| beta as f32);
        let (rounded, first_layer) = (self.rounded_share(state), self.model.ranges()[1].end);
        let chunks = state
            .parameters
            .chunks_mut(CHUNK)
            .zip(state.mean.chunks_mut(CHUNK))
            .zip(state.mean_square.chunks_mut(CHUNK));
        let jobs: Vec<_> = chunks.enumerate().map(Mutex::new).collect();
        let (parts, bounds) = (&self.parts, self.model.bounds());
        let Ok(_) = pool::run(&jobs, self.threads, |job| {
            let (index, ((parameters, mean), mean_square)) =
                &mut *job.lock().unwrap_or_else(PoisonError::into_inner);
            let start = *index * CHUNK;
            let mut gradient = vec![0.0; parameters.len()];
            for part in parts {
                let values = &part.gradient[start..start + gradient.len()];
                gradient.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            let moments = mean.iter_mut().zip(mean_square.iter_mut());
            let values = parameters.iter_mut().zip(moments).zip(gradient);
            for (index, ((parameter, (mean, mean_square)), gradient)) in (start..).zip(values) {
                if rounded > 0.0 && index < first_layer && rounding_order(index) < rounded {
                    *parameter = (*parameter * QA as f32).round() / QA as f32;
                    continue;
                }
                let gradient = gradient / count;
                *mean = beta_1 * *mean + (1.0 - beta_1) * gradient;
                *mean_square = beta_2 * *mean_square + (1.0 - beta_2) * gradient * gradient;
                let divisor = (*mean_square * mean_square_scale).sqrt() + EPSILON;
                *parameter = *parameter * kept - step * *mean / divisor;
            }
            for (range, bound) in &bounds {
                let from = range.start.max(start) - start;
                let to = range.end.saturating_sub(start).min(parameters.len());
                let kind = parameters.get_mut(from..to).unwrap_or_default();
                kind.iter_mut().for_each(|value| *value = value.clamp(-bound, *bound));
            }
            Ok::<_, Infallible>(())
        });
    }

    /// Mean loss over the validation positions.
    #[must_use]
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
