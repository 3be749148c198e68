//! AdamW (Loshchilov and Hutter 2019) with a factoriser of the first layer and a running mean of weights.
//!
//! The factoriser is that of Stockfish's trainer: the row of an input is the sum of a row of its own, one that it
//! shares with the other king buckets, and one that it shares with the other threat states as well, so that what holds
//! for all of them is learned from all positions. AdamW's decay is linear in the weights, so the sum alone is
//! stored, and only the moments of the shared rows.

use super::model::Model;
use super::trainer::TrainState;
use bartizan::pool;
use eval::nnue::INPUTS;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

/// Decay of the mean of gradients, and of that of squared gradients.
const BETAS: [f64; 2] = [0.9, 0.999];
/// Keeps a step finite where gradients vanish.
const EPSILON: f32 = 1e-8;

/// AdamW's moments of some parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    #[serde(with = "super::float_bits")]
    mean: Vec<f32>,
    #[serde(with = "super::float_bits")]
    mean_square: Vec<f32>,
}

impl Moments {
    /// Those before the first step.
    pub fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], mean_square: vec![0.0; count] }
    }

    fn is_empty(&self) -> bool {
        self.mean.is_empty()
    }
}

/// Parameters that the factoriser of a model adds: a common row for each of the [`INPUTS`], then, with king buckets and
/// threats, a row for each threat state of it.
pub fn factor_parameters(model: &Model) -> usize {
    let architecture = &model.architecture;
    let (buckets, states) = (architecture.king_bucket_count(), architecture.inputs() / INPUTS);
    let rows = match (buckets, states) {
        (1, 1) => 0,
        (1, _) | (_, 1) => 1,
        _ => 1 + states,
    };
    rows * INPUTS * architecture.hidden
}

/// What is the same for all parameters in a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub rate: f64,
    /// Weight decay, as a share of the weight for each unit of the learning rate.
    pub decay: f64,
    pub count: usize,
    pub rounded: f64,
    pub average: f64,
}

/// Parameters that follow each other, with what belongs to them.
struct Row<'a> {
    start: usize,
    parameters: &'a mut [f32],
    mean: &'a mut [f32],
    mean_square: &'a mut [f32],
    average: Option<&'a mut [f32]>,
}

/// Moments of a shared row.
type Factor<'a> = (&'a mut [f32], &'a mut [f32]);

/// All rows of one input, or the parameters of one kind beside the feature weights.
struct Job<'a> {
    rows: Vec<Row<'a>>,
    factors: Vec<Factor<'a>>,
    bound: f32,
    /// Quantisation of those that are rounded while others learn.
    unit: Option<i32>,
}

/// AdamW's constants in a step.
#[derive(Clone, Copy)]
struct Adam {
    betas: [f32; 2],
    step: f32,
    mean_square_scale: f32,
}

impl Adam {
    fn new(rate: f64, time: u64) -> Self {
        let corrections = BETAS.map(|beta| 1.0 - beta.powf(time as f64));
        Self {
            betas: BETAS.map(|beta| beta as f32),
            step: (rate / corrections[0]) as f32,
            mean_square_scale: (1.0 / corrections[1]) as f32,
        }
    }

    /// Updates moments by gradients, and adds to `steps` what is to be taken off the parameters.
    fn add(
        self,
        (mean, mean_square): (&mut [f32], &mut [f32]),
        gradient: &[f32],
        steps: &mut [f32],
    ) {
        let [beta_1, beta_2] = self.betas;
        let moments = mean.iter_mut().zip(mean_square);
        for (((mean, square), &gradient), step) in moments.zip(gradient).zip(steps) {
            *mean = beta_1 * *mean + (1.0 - beta_1) * gradient;
            *square = beta_2 * *square + (1.0 - beta_2) * gradient * gradient;
            *step += self.step * *mean / ((*square * self.mean_square_scale).sqrt() + EPSILON);
        }
    }
}

/// A step by the sum of the gradients of all parts of a batch.
pub fn update(
    model: &Model,
    state: &mut TrainState,
    step: Step,
    gradients: &[&[f32]],
    threads: usize,
) {
    let adam = Adam::new(step.rate, state.progress.steps + 1);
    let kept = (1.0 - step.rate * step.decay) as f32;
    let states = model.architecture.inputs() / INPUTS;
    let jobs: Vec<_> = jobs(model, state).into_iter().map(Mutex::new).collect();
    let Ok(_) = pool::run(&jobs, threads, |job| {
        let job = &mut *job.lock().unwrap_or_else(PoisonError::into_inner);
        let width = job.rows[0].parameters.len();
        let mut sums = vec![0.0; job.rows.len() * width];
        for (row, sums) in job.rows.iter().zip(sums.chunks_mut(width)) {
            for gradient in gradients {
                let gradient = &gradient[row.start..];
                sums.iter_mut().zip(gradient).for_each(|(sum, value)| *sum += value);
            }
            sums.iter_mut().for_each(|sum| *sum /= step.count as f32);
        }
        // The steps of the shared rows: the first of all rows, the others of those of one state.
        let shared: Vec<Vec<f32>> = job
            .factors
            .iter_mut()
            .enumerate()
            .map(|(at, factor)| {
                let (mut gradient, mut steps) = (vec![0.0; width], vec![0.0; width]);
                for (index, sums) in sums.chunks(width).enumerate() {
                    if at == 0 || index % states == at - 1 {
                        gradient.iter_mut().zip(sums).for_each(|(sum, value)| *sum += value);
                    }
                }
                adam.add((&mut *factor.0, &mut *factor.1), &gradient, &mut steps);
                steps
            })
            .collect();
        let mut steps = vec![0.0; width];
        for (index, (row, gradient)) in job.rows.iter_mut().zip(sums.chunks(width)).enumerate() {
            steps.fill(0.0);
            for shared in shared.first().into_iter().chain(shared.get(1 + index % states)) {
                steps.iter_mut().zip(shared).for_each(|(step, shared)| *step += shared);
            }
            let unit = job.unit.filter(|_| step.rounded > 0.0);
            let unit_of =
                |at: usize| unit.filter(|_| rounding_order(row.start + at) < step.rounded);
            adam.add((&mut *row.mean, &mut *row.mean_square), gradient, &mut steps);
            for (at, (parameter, step)) in row.parameters.iter_mut().zip(&steps).enumerate() {
                *parameter = if let Some(unit) = unit_of(at) {
                    (*parameter * unit as f32).round() / unit as f32
                } else {
                    (*parameter * kept - step).clamp(-job.bound, job.bound)
                };
            }
            if let Some(average) = &mut row.average {
                let share = 1.0 - step.average as f32;
                let values = average.iter_mut().zip(&*row.parameters);
                values.for_each(|(average, value)| *average += share * (value - *average));
            }
        }
        Ok::<_, Infallible>(())
    });
}

/// The parameters of a state by jobs that are independent of each other.
fn jobs<'a>(model: &Model, state: &'a mut TrainState) -> Vec<Job<'a>> {
    let hidden = model.architecture.hidden;
    let TrainState { parameters, moments, factors, average, .. } = state;
    let mut rest = Row {
        start: 0,
        parameters,
        mean: &mut moments.mean,
        mean_square: &mut moments.mean_square,
        average: (!average.is_empty()).then_some(average),
    };
    let [(features, bound, unit), others @ ..] = model.kinds();
    let job = |rows, bound, unit| Job { rows, factors: Vec::new(), bound, unit };
    let mut jobs: Vec<Job<'_>> = (0..INPUTS).map(|_| job(Vec::new(), bound, unit)).collect();
    for row in 0..features.len() / hidden {
        jobs[row % INPUTS].rows.push(rest.take(hidden));
    }
    for (range, bound, unit) in others.into_iter().filter(|(range, ..)| !range.is_empty()) {
        jobs.push(job(vec![rest.take(range.len())], bound, unit));
    }
    if !factors.is_empty() {
        let moments = factors.mean.chunks_mut(hidden).zip(factors.mean_square.chunks_mut(hidden));
        moments.enumerate().for_each(|(row, moments)| jobs[row % INPUTS].factors.push(moments));
    }
    jobs
}

impl<'a> Row<'a> {
    /// Splits the first `count` parameters off.
    fn take(&mut self, count: usize) -> Row<'a> {
        let start = self.start;
        self.start += count;
        let part = |values: &mut &'a mut [f32]| {
            let (part, rest) = std::mem::take(values).split_at_mut(count);
            *values = rest;
            part
        };
        Row {
            start,
            parameters: part(&mut self.parameters),
            mean: part(&mut self.mean),
            mean_square: part(&mut self.mean_square),
            average: self.average.as_mut().map(part),
        }
    }
}

/// The share of parameters that are rounded before this one: multiples of the golden ratio's fraction are evenly
/// spread.
fn rounding_order(index: usize) -> f64 {
    ((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::trainer::Schedule;
    use eval::nnue::Architecture;
    use testkit::Rng;

    const STEP: Step = Step { rate: 0.01, decay: 0.1, count: 2, rounded: 0.0, average: 0.9 };

    /// AdamW, a parameter at a time.
    #[derive(Clone, Copy, Default)]
    struct Plain(f64, [f64; 2]);

    impl Plain {
        fn update(&mut self, gradient: f64, time: i32) {
            let Self(value, moments) = self;
            let gradients = [gradient, gradient * gradient];
            for ((moment, beta), gradient) in moments.iter_mut().zip(BETAS).zip(gradients) {
                *moment = beta * *moment + (1.0 - beta) * gradient;
            }
            let [mean, square] = [0, 1].map(|at| moments[at] / (1.0 - BETAS[at].powi(time)));
            *value -= STEP.rate * (STEP.decay * *value + mean / (square.sqrt() + 1e-8));
        }
    }

    #[test]
    fn factorised_rows_are_sums_of_rows_that_learn_alone() {
        let king_buckets = std::array::from_fn(|square| u8::from(square >= 8));
        for threats in [false, true] {
            let plain = Architecture::new(64);
            for architecture in [plain, Architecture { king_buckets, threats, ..plain }] {
                compare(&Model::new(architecture));
            }
        }
    }

    fn compare(model: &Model) {
        let (hidden, inputs) = (model.architecture.hidden, model.architecture.inputs());
        let (buckets, states) = (model.architecture.king_bucket_count(), inputs / INPUTS);
        let rows = buckets * states;
        let has = [true, rows > 1, buckets > 1 && states > 1];
        let schedule = Schedule { factorise: true, average: 0.9, ..Schedule::default() };
        let count = model.ranges[6].end;
        let mut state = TrainState::new(model, &schedule, vec![0.0; count]);
        // Neuron 5 of input 700: its own, common and state's parts, and the mean of the sums.
        let (mut own, mut common) = (vec![Plain::default(); rows], Plain::default());
        let (mut by_state, mut average) = (vec![Plain::default(); states], vec![0.0; rows]);
        let at = |row: usize| (row * INPUTS + 700) * hidden + 5;
        let mut rng = Rng::new(7);
        for time in 1..=4 {
            let mut gradients = [vec![0.0; count], vec![0.0; count]];
            let mut sums = vec![0.0; rows];
            for (row, sum) in sums.iter_mut().enumerate() {
                for gradient in &mut gradients {
                    let value = &mut gradient[at(row)];
                    *value = rng.below(1000) as f32 / 500.0 - 1.0;
                    *sum += f64::from(*value) / 2.0;
                }
            }
            update(model, &mut state, STEP, &gradients.each_ref().map(|part| &part[..]), 2);
            state.progress.steps += 1;
            common.update(sums.iter().sum(), time);
            for (of, part) in by_state.iter_mut().enumerate() {
                part.update(sums.iter().skip(of).step_by(states).sum(), time);
            }
            for (row, sum) in sums.iter().enumerate() {
                own[row].update(*sum, time);
                let parts = [own[row].0, common.0, by_state[row % states].0];
                let sum: f64 =
                    parts.iter().zip(has).filter(|(_, has)| *has).map(|(part, _)| part).sum();
                average[row] += 0.1 * (sum - average[row]);
                assert!((f64::from(state.parameters[at(row)]) - sum).abs() < 1e-5, "{row} {time}");
                assert!((f64::from(state.average[at(row)]) - average[row]).abs() < 1e-5);
            }
        }
        let learned = state.parameters.iter().filter(|value| **value != 0.0).count();
        assert_eq!(learned, rows);
    }
}
