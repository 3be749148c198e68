//! Fits the linearised evaluation to results: mean squared error of the logistic function, Adam
//! (Kingma and Ba 2015) with batches. The result does not depend on the number of threads.

use super::dataset::{Dataset, Rows};
use crate::pool;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// Positions of a step.
const BATCH: usize = 16_384;
/// Parts of a batch, summed in order.
const PARTS: usize = 16;
/// Decay of the mean of gradients.
const BETA_1: f64 = 0.9;
/// Decay of the mean of squared gradients.
const BETA_2: f64 = 0.999;
/// Keeps the step finite where gradients vanish.
const EPSILON: f64 = 1e-10;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Centipawns that divide a score before the logistic function.
    pub scale: f64,
    /// Share of the result in the target.
    pub result_share: f64,
    /// Step at the start, centipawns.
    pub rate: f64,
    /// Penalty for each squared centipawn.
    pub anchor: f64,
    /// Passes over the positions.
    pub epochs: u32,
    /// Threads.
    pub threads: usize,
}

/// A fit in progress. Vectors are changes of the weights.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// Passes completed.
    pub epochs: u32,
    steps: u64,
    change: Vec<f64>,
    mean: Vec<f64>,
    mean_square: Vec<f64>,
    /// The change with the least validation error so far.
    pub best: Vec<f64>,
    /// That error.
    pub best_error: f64,
}

impl Fit {
    /// The state before the first pass.
    pub fn start(&self, data: &Dataset) -> FitState {
        let zero = vec![0.0; super::WeightVector::default().len()];
        FitState {
            epochs: 0,
            steps: 0,
            best_error: self.error(&data.validation, &zero),
            change: zero.clone(),
            mean: zero.clone(),
            mean_square: zero.clone(),
            best: zero,
        }
    }

    /// One pass over the training positions.
    pub fn epoch(&self, data: &Dataset, state: &mut FitState) {
        let rows = &data.training;
        let batches = rows.len().div_ceil(BATCH);
        for batch in 0..batches {
            // Batches take every nth position: those of one game are alike.
            let members: Vec<usize> = (batch..rows.len()).step_by(batches).collect();
            let gradient = self.gradient(rows, &members, &state.change);
            let done =
                (f64::from(state.epochs) + batch as f64 / batches as f64) / f64::from(self.epochs);
            self.step(state, &gradient, self.rate * (1.0 - 0.9 * done));
        }
        state.epochs += 1;
        let error = self.error(&data.validation, &state.change);
        if error < state.best_error {
            (state.best, state.best_error) = (state.change.clone(), error);
        }
    }

    /// One step of Adam.
    fn step(&self, state: &mut FitState, gradient: &[f64], rate: f64) {
        state.steps += 1;
        let correction_1 = 1.0 - BETA_1.powf(state.steps as f64);
        let correction_2 = 1.0 - BETA_2.powf(state.steps as f64);
        for (index, &gradient) in gradient.iter().enumerate() {
            let gradient = gradient + 2.0 * self.anchor * state.change[index];
            let mean = &mut state.mean[index];
            *mean += (1.0 - BETA_1) * (gradient - *mean);
            let mean_square = &mut state.mean_square[index];
            *mean_square += (1.0 - BETA_2) * (gradient * gradient - *mean_square);
            let step = (*mean / correction_1) / ((*mean_square / correction_2).sqrt() + EPSILON);
            state.change[index] -= rate * step;
        }
    }

    /// Gradient of the mean squared error over some positions.
    fn gradient(&self, rows: &Rows, members: &[usize], change: &[f64]) -> Vec<f64> {
        let parts: Vec<_> = members.chunks(members.len().div_ceil(PARTS).max(1)).collect();
        let sum_part = |part: &&[usize]| {
            let mut gradient = vec![0.0; change.len()];
            for &row in *part {
                let prediction = logistic(eval(rows, row, change) / self.scale);
                let error = prediction - self.target(rows, row);
                let factor = 2.0 * error * prediction * (1.0 - prediction) / self.scale;
                for (weight, [mg, eg]) in rows.derivatives(row) {
                    gradient[2 * weight] += factor * f64::from(mg);
                    gradient[2 * weight + 1] += factor * f64::from(eg);
                }
            }
            Ok::<_, Infallible>(gradient)
        };
        let Ok(parts) = pool::run(&parts, self.threads, sum_part);
        let count = members.len() as f64;
        let sum = |index: usize| parts.iter().map(|part| part[index]).sum::<f64>() / count;
        (0..change.len()).map(sum).collect()
    }

    /// Mean squared error.
    pub fn error(&self, rows: &Rows, change: &[f64]) -> f64 {
        let squared = |row: usize| {
            let prediction = logistic(eval(rows, row, change) / self.scale);
            (prediction - self.target(rows, row)).powi(2)
        };
        (0..rows.len()).map(squared).sum::<f64>() / rows.len().max(1) as f64
    }

    fn target(&self, rows: &Rows, row: usize) -> f64 {
        let by_score = logistic(f64::from(rows.scores[row]) / self.scale);
        let result = f64::from(rows.results[row]);
        self.result_share * result + (1.0 - self.result_share) * by_score
    }
}

/// The evaluation of a position by the changed weights, from White's view.
fn eval(rows: &Rows, row: usize, change: &[f64]) -> f64 {
    let moved = rows.derivatives(row).map(|(weight, [mg, eg])| {
        f64::from(mg) * change[2 * weight] + f64::from(eg) * change[2 * weight + 1]
    });
    f64::from(rows.evals[row]) + moved.sum::<f64>()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The scale that predicts the results best by the scores of the search, found by golden-section
/// search.
pub fn best_scale(rows: &Rows) -> f64 {
    let error = |scale: f64| {
        let squared = |(&score, &result): (&f32, &f32)| {
            (logistic(f64::from(score) / scale) - f64::from(result)).powi(2)
        };
        rows.scores.iter().zip(&rows.results).map(squared).sum::<f64>()
    };
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20.0, 2000.0);
    while high - low > 1.0 {
        let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}
