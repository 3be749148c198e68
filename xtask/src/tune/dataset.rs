//! The positions of own games with their linearised evaluations.

use super::requirement::{Requirement, is_linear};
use super::weights::WeightVector;
use crate::data::{self, GameRecord, GameResult, Sample};
use crate::pool;
use anyhow::{Result, ensure};
use board::Position;
use eval::{Classical, EvalParts, Explanation};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Change of a weight for a finite difference, in centipawns: large against the rounding of terms
/// that are not linear.
const STEP: i32 = 16;
/// Positions that one thread linearises at a time: many, since each weight takes an evaluator.
const CHUNK: usize = 16_384;

/// Positions: score, target and derivatives of each, all from White's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Evaluation by the weights around which it is linearised, centipawns.
    pub evals: Vec<f32>,
    /// Score of the search, centipawns.
    pub scores: Vec<f32>,
    /// White's points.
    pub results: Vec<f32>,
    /// Shares of the middlegame and endgame sums in the evaluation.
    shares: Vec<[f32; 2]>,
    /// Where the derivatives of each position end.
    ends: Vec<usize>,
    weights: Vec<u16>,
    /// Derivatives of the middlegame and endgame sums, times twice [`STEP`].
    differences: Vec<[i16; 2]>,
}

impl Rows {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.evals.len()
    }

    /// The derivatives of a position by the halves of a weight, centipawns per centipawn, without
    /// weights where both are zero.
    pub fn derivatives(&self, row: usize) -> impl Iterator<Item = (usize, [f32; 2])> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        let range = start..self.ends[row];
        let factors = self.shares[row].map(|share| share / (2 * STEP) as f32);
        let weights = self.weights[range.clone()].iter().map(|&weight| usize::from(weight));
        weights.zip(
            self.differences[range]
                .iter()
                .map(move |&[mg, eg]| [f32::from(mg) * factors[0], f32::from(eg) * factors[1]]),
        )
    }

    fn push(&mut self, sample: &Sample, base: &EvalParts, derivatives: &[(u16, [i16; 2])]) {
        let shares = shares(base);
        self.evals.push(base.sum.mg() as f32 * shares[0] + base.sum.eg() as f32 * shares[1]);
        self.scores.push(sample.score.map_or(0, |score| score.raw()) as f32);
        self.results.push(sample.result.map_or(0.5, GameResult::points));
        self.shares.push(shares);
        for &(weight, difference) in derivatives {
            self.weights.push(weight);
            self.differences.push(difference);
        }
        self.ends.push(self.weights.len());
    }

    fn append(&mut self, mut other: Self) {
        let offset = self.weights.len();
        self.evals.append(&mut other.evals);
        self.scores.append(&mut other.scores);
        self.results.append(&mut other.results);
        self.shares.append(&mut other.shares);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.weights.append(&mut other.weights);
        self.differences.append(&mut other.differences);
    }
}

/// The positions of all games, divided by game.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// What the weights are fitted to.
    pub training: Rows,
    /// What they are judged by.
    pub validation: Rows,
}

impl Dataset {
    /// Reads games and linearises the evaluation of their kept positions around `weights`: of all, or
    /// of `limit` evenly spaced ones. `None` when it was stopped. `progress` gets the number of
    /// positions so far and that of all.
    ///
    /// # Errors
    /// When a file cannot be read, or there are no positions for one of the parts.
    pub fn linearise(
        files: &[PathBuf],
        weights: &WeightVector,
        limit: Option<usize>,
        threads: usize,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Option<Self>> {
        let kept = count_kept(files)?;
        let limit = limit.map_or(kept, |limit| limit.min(kept));
        let mut dataset = Self::default();
        let samples = data::games(files).flat_map(|game| match game.and_then(tagged_samples) {
            Ok(samples) => samples.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        });
        let mut samples = samples.enumerate().filter_map(|(index, sample)| {
            (index * limit / kept != (index + 1) * limit / kept).then_some(sample)
        });
        let mut done = 0;
        loop {
            let batch: Vec<_> = samples.by_ref().take(CHUNK * threads).collect::<Result<_>>()?;
            if batch.is_empty() {
                break;
            }
            done += batch.len();
            let chunks: Vec<_> = batch.chunks(CHUNK).collect();
            let rows = pool::run(&chunks, threads, |chunk| {
                Ok::<_, anyhow::Error>(linearise_chunk(chunk, weights))
            })?;
            for [training, validation] in rows {
                dataset.training.append(training);
                dataset.validation.append(validation);
            }
            progress(done, limit);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let enough = dataset.training.len() > 0 && dataset.validation.len() > 0;
        ensure!(enough, "too few games: there must be positions for training and for validation");
        Ok(Some(dataset))
    }
}

/// The number of kept positions of games with a result.
fn count_kept(files: &[PathBuf]) -> Result<usize> {
    data::games(files).map(|game| Ok(tagged_samples(game?)?.len())).sum()
}

/// The kept positions of a game with a result, and whether they are for validation.
fn tagged_samples(game: GameRecord) -> Result<Vec<(Sample, bool)>> {
    if game.known_result().is_none() {
        return Ok(Vec::new());
    }
    let samples = data::kept(&game)?.into_iter();
    Ok(samples.map(|sample| (sample, game.is_for_validation())).collect())
}

/// Linearises one chunk: the rows for training and for validation.
fn linearise_chunk(samples: &[(Sample, bool)], weights: &WeightVector) -> [Rows; 2] {
    let positions: Vec<&Position> = samples.iter().map(|(sample, _)| &sample.position).collect();
    let base = evaluate(weights, &[], positions.iter().copied());
    let mut derivatives: Vec<Vec<(u16, [i16; 2])>> = vec![Vec::new(); samples.len()];
    for (weight, (field, index)) in weights.names().into_iter().enumerate() {
        let evaluate = |change: i32, rows: &[usize]| {
            let changes = [(2 * weight, change), (2 * weight + 1, change)];
            evaluate(weights, &changes, rows.iter().map(|&row| positions[row]))
        };
        let requirement = Requirement::of(field, index);
        let mut rows: Vec<usize> = (0..samples.len()).collect();
        rows.retain(|&row| requirement.is_met(positions[row]));
        let up = rows.iter().copied().zip(evaluate(STEP, &rows));
        let up: Vec<_> = up.filter(|(row, up)| up.sum != base[*row].sum).collect();
        let rows: Vec<usize> = up.iter().map(|&(row, _)| row).collect();
        let down = if is_linear(field) { Vec::new() } else { evaluate(-STEP, &rows) };
        for (at, (row, up)) in up.into_iter().enumerate() {
            // The sums are not rounded by the game phase: differences of linear terms are exact.
            let difference = match down.get(at) {
                Some(down) => up.sum - down.sum,
                None => (up.sum - base[row].sum) * 2i32,
            };
            derivatives[row]
                .push((weight as u16, [difference.mg() as i16, difference.eg() as i16]));
        }
    }
    let mut parts = [Rows::default(), Rows::default()];
    for (((sample, validation), base), derivatives) in samples.iter().zip(&base).zip(derivatives) {
        parts[usize::from(*validation)].push(sample, base, &derivatives);
    }
    parts
}

/// The shares of the middlegame and endgame sums in an evaluation.
fn shares(parts: &EvalParts) -> [f32; 2] {
    let mg = parts.phase as f32 / Explanation::FULL_PHASE as f32;
    [mg, (1.0 - mg) * parts.scale as f32 / Explanation::FULL_SCALE as f32]
}

/// Evaluations by the weights with some halves changed.
fn evaluate<'a>(
    weights: &WeightVector,
    changes: &[(usize, i32)],
    positions: impl Iterator<Item = &'a Position>,
) -> Vec<EvalParts> {
    let mut evaluator = Classical::with_weights(weights.with(changes));
    positions.map(|position| evaluator.evaluate_parts(position)).collect()
}
