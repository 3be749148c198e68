//! The positions of own games with their linearised evaluations.

use super::weights::WeightVector;
use crate::data::{self, GameRecord, Sample};
use crate::pool;
use anyhow::{Result, ensure};
use board::{Color, Position};
use eval::{Classical, Evaluator};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Change of a weight for its finite difference, in centipawns. Scores are whole centipawns, so a
/// derivative is known to 1/32.
const STEP: i32 = 16;
/// Positions that one thread linearises at a time.
const CHUNK: usize = 4096;
/// One game of this many is set aside for validation.
const VALIDATION_SHARE: u32 = 20;

/// Positions: score, target and derivatives of each, all from White's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Evaluation by the weights around which it is linearised.
    pub evals: Vec<f32>,
    /// Score of the search, centipawns.
    pub scores: Vec<f32>,
    /// White's points.
    pub results: Vec<f32>,
    /// Where the derivatives of each position end.
    ends: Vec<usize>,
    indices: Vec<u16>,
    /// Derivatives times twice [`STEP`].
    differences: Vec<i16>,
}

impl Rows {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.evals.len()
    }

    /// The derivatives of a position that are not zero: index of the half, centipawns per centipawn.
    pub fn derivatives(&self, row: usize) -> impl Iterator<Item = (usize, f32)> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        let range = start..self.ends[row];
        let differences = self.differences[range.clone()].iter();
        let value = |&difference: &i16| f32::from(difference) / (2 * STEP) as f32;
        self.indices[range].iter().map(|&index| usize::from(index)).zip(differences.map(value))
    }

    fn push(&mut self, sample: &Sample, eval: i32, derivatives: &[(u16, i16)]) {
        self.evals.push(eval as f32);
        self.scores.push(sample.score.map_or(0, |score| score.raw()) as f32);
        self.results.push(sample.result.points());
        for &(index, difference) in derivatives {
            self.indices.push(index);
            self.differences.push(difference);
        }
        self.ends.push(self.indices.len());
    }

    fn append(&mut self, mut other: Self) {
        let offset = self.indices.len();
        self.evals.append(&mut other.evals);
        self.scores.append(&mut other.scores);
        self.results.append(&mut other.results);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.indices.append(&mut other.indices);
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
    /// Reads games and linearises the evaluation of their kept positions around `weights`. `None`
    /// when it was stopped. `progress` gets the number of positions so far.
    ///
    /// # Errors
    /// When a file cannot be read, or there are no positions for one of the parts.
    pub fn linearise(
        files: &[PathBuf],
        weights: &WeightVector,
        limit: usize,
        threads: usize,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize),
    ) -> Result<Option<Self>> {
        let mut dataset = Self::default();
        let mut samples = data::games(files).flat_map(|game| match game.and_then(tagged_samples) {
            Ok(samples) => samples.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        });
        let mut left = limit;
        loop {
            let batch: Vec<_> =
                samples.by_ref().take(left.min(CHUNK * threads)).collect::<Result<_>>()?;
            if batch.is_empty() {
                break;
            }
            left -= batch.len();
            let chunks: Vec<_> = batch.chunks(CHUNK).collect();
            let rows = pool::run(&chunks, threads, |chunk| {
                Ok::<_, anyhow::Error>(linearise_chunk(chunk, weights))
            })?;
            for [training, validation] in rows {
                dataset.training.append(training);
                dataset.validation.append(validation);
            }
            progress(limit - left);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let enough = dataset.training.len() > 0 && dataset.validation.len() > 0;
        ensure!(enough, "too few games: there must be positions for training and for validation");
        Ok(Some(dataset))
    }
}

/// The kept positions of a game, and whether they are for validation.
fn tagged_samples(game: GameRecord) -> Result<Vec<(Sample, bool)>> {
    let validation = game.number.is_multiple_of(VALIDATION_SHARE);
    let samples = game.replay()?.filter(|sample| sample.as_ref().map_or(true, Sample::is_kept));
    let tagged = samples.map(|sample| Ok((sample?, validation)));
    tagged.collect()
}

/// Linearises one chunk: the rows for training and for validation.
fn linearise_chunk(samples: &[(Sample, bool)], weights: &WeightVector) -> [Rows; 2] {
    let positions: Vec<&Position> = samples.iter().map(|(sample, _)| &sample.position).collect();
    let base = white_evals(weights, &[], &positions);
    let mut derivatives: Vec<Vec<(u16, i16)>> = vec![Vec::new(); samples.len()];
    for weight in 0..weights.len() / 2 {
        let halves = [2 * weight, 2 * weight + 1];
        // Most weights do not matter to most positions: one evaluation finds out.
        let both = white_evals(weights, &halves.map(|half| (half, STEP)), &positions);
        let rows: Vec<usize> = (0..samples.len()).filter(|&row| both[row] != base[row]).collect();
        let affected: Vec<&Position> = rows.iter().map(|&row| positions[row]).collect();
        for half in halves {
            let up = white_evals(weights, &[(half, STEP)], &affected);
            let down = white_evals(weights, &[(half, -STEP)], &affected);
            for ((&row, up), down) in rows.iter().zip(up).zip(down) {
                let difference = (up - down).clamp(i32::from(i16::MIN), i32::from(i16::MAX));
                if difference != 0 {
                    derivatives[row].push((half as u16, difference as i16));
                }
            }
        }
    }
    let mut parts = [Rows::default(), Rows::default()];
    for (((sample, validation), eval), derivatives) in samples.iter().zip(base).zip(derivatives) {
        parts[usize::from(*validation)].push(sample, eval, &derivatives);
    }
    parts
}

/// Evaluations from White's view by the weights with some changes.
fn white_evals(
    weights: &WeightVector,
    changes: &[(usize, i32)],
    positions: &[&Position],
) -> Vec<i32> {
    if positions.is_empty() {
        return Vec::new();
    }
    let mut evaluator = Classical::with_weights(weights.with(changes));
    let evaluate = |position: &&Position| {
        let eval = evaluator.evaluate(position, 0).raw();
        if position.side_to_move() == Color::White { eval } else { -eval }
    };
    positions.iter().map(evaluate).collect()
}
