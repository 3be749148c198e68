//! `data wdl`: fits the WDL model of [`Score::wdl`](eval::Score::wdl) to the results of games, by
//! maximum likelihood.

use anyhow::{Context, Result, ensure};
use bartizan::table::{Align, Table, thousands};
use board::Color;
use eval::material_count;
use games::data::{GameResult, Sample, games, identity};
use games::output::write_text;
use games::statistics::logistic;
use std::io::Write;
use std::path::PathBuf;

/// Material at the start of a game, the greatest that is counted.
const MATERIAL: usize = 78;
/// Scores are counted in steps of this many centipawns, up to a greatest one.
const STEP: i32 = 10;
const MAX_SCORE: i32 = 1_500;
const STEPS: usize = (2 * MAX_SCORE / STEP + 1) as usize;
/// First and last change of a coefficient in the search for the best ones, in centipawns.
const CHANGES: [f64; 2] = [32.0, 0.02];
/// Rounds after which the search ends in any case. Games of an engine need some hundred.
const MAX_ROUNDS: usize = 5_000;

/// How often positions of one material and score were lost, drawn and won by the side to move.
type Cell = [u64; 3];

/// The counts of games, by material and score.
struct Counts(Vec<Cell>);

/// Coefficients of the model: a score with an even chance to win of `a[0] + a[1] · m` and a scale of
/// `b[0] + b[1] · m`, with `m` from the material.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Model {
    a: [f64; 2],
    b: [f64; 2],
}

/// Runs the command.
pub fn run(files: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let mut counts = Counts::new();
    for game in games(files) {
        let game = game?;
        let samples = game.replay().and_then(Iterator::collect::<Result<Vec<Sample>, _>>);
        samples.with_context(|| identity(&game))?.iter().for_each(|sample| counts.add(sample));
    }
    ensure!(counts.total() > 0, "no position has a score");
    write_text(out, &counts.fit().report(&counts))
}

impl Counts {
    fn new() -> Self {
        Self(vec![Cell::default(); (MATERIAL + 1) * STEPS])
    }

    /// Adds a position, unless its score is decisive, missing or too great, or its game unfinished.
    fn add(&mut self, sample: &Sample) {
        let &Sample { ref position, score, result: Some(result), .. } = sample else { return };
        let us = position.side_to_move();
        let score = score.map(|score| score.relative_to(us).raw());
        let Some(score) = score.filter(|score| score.abs() <= MAX_SCORE) else { return };
        let result = match us {
            Color::White => result as usize,
            Color::Black => GameResult::WhiteWin as usize - result as usize,
        };
        let material = (material_count(position) as usize).min(MATERIAL);
        let step = (score + MAX_SCORE + STEP / 2) / STEP;
        self.0[material * STEPS + step as usize][result] += 1;
    }

    fn total(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// The cells that have positions: material, score, counts.
    fn cells(&self) -> impl Iterator<Item = (usize, f64, Cell)> {
        let cells = self.0.iter().enumerate().filter(|(_, cell)| **cell != [0; 3]);
        cells.map(|(index, cell)| {
            let score = index as i32 % STEPS as i32 * STEP - MAX_SCORE;
            (index / STEPS, f64::from(score), *cell)
        })
    }

    /// The model with the greatest likelihood, by changing one coefficient after the other.
    fn fit(&self) -> Model {
        let cells: Vec<_> = self.cells().collect();
        let mut best = Model { a: [105.0, 25.0], b: [32.0, 33.0] };
        let mut loss = best.loss(&cells);
        let [mut change, last] = CHANGES;
        for _ in 0..MAX_ROUNDS {
            if change <= last {
                break;
            }
            let before = loss;
            for coefficient in 0..4 {
                for step in [change, -change] {
                    let mut model = best;
                    *model.coefficients()[coefficient] += step;
                    let found = model.loss(&cells);
                    if found < loss {
                        (best, loss) = (model, found);
                    }
                }
            }
            if loss == before {
                change /= 2.0;
            }
        }
        best
    }
}

impl Model {
    fn coefficients(&mut self) -> [&mut f64; 4] {
        let Self { a: [a0, a1], b: [b0, b1] } = self;
        [a0, a1, b0, b1]
    }

    /// Score with an even chance to win, and scale.
    fn at(&self, material: usize) -> (f64, f64) {
        let m = (material as f64 / MATERIAL as f64).clamp(0.2, 1.0);
        (self.a[0] + self.a[1] * m, self.b[0] + self.b[1] * m)
    }

    /// Chances of loss, draw and win.
    fn chances(&self, material: usize, score: f64) -> [f64; 3] {
        let (a, b) = self.at(material);
        let chance = |score: f64| logistic((score - a) / b);
        let (win, loss) = (chance(score), chance(-score));
        [loss, 1.0 - win - loss, win]
    }

    /// Mean negative logarithm of the chance that the model gives to what happened; infinite for
    /// models that have no meaning.
    fn loss(&self, cells: &[(usize, f64, Cell)]) -> f64 {
        let meaningful = |&material: &usize| {
            let (a, b) = self.at(material);
            a >= 0.0 && b >= 1.0
        };
        if ![1, MATERIAL].iter().all(meaningful) {
            return f64::INFINITY;
        }
        let terms = cells.iter().flat_map(|&(material, score, counts)| {
            let chances = self.chances(material, score);
            counts.into_iter().zip(chances)
        });
        let sum: f64 = terms.map(|(count, chance)| -(count as f64) * chance.max(1e-9).ln()).sum();
        let total: u64 = cells.iter().flat_map(|(.., counts)| counts).sum();
        sum / total as f64
    }

    /// The coefficients, and chances by score beside what happened.
    fn report(&self, counts: &Counts) -> String {
        let Self { a: [a0, a1], b: [b0, b1] } = self;
        let columns = ["score", "positions", "won", "model", "drawn", "model"];
        let mut table = Table::new(&columns.map(|name| (name, Align::Right)));
        for centre in (0..=400).step_by(50) {
            let (mut seen, mut expected) = ([0; 3], [0.0; 3]);
            for (material, score, counts) in counts.cells() {
                if (score - f64::from(centre)).abs() > 25.0 {
                    continue;
                }
                let all = counts.iter().sum::<u64>() as f64;
                for (result, chance) in self.chances(material, score).into_iter().enumerate() {
                    seen[result] += counts[result];
                    expected[result] += chance * all;
                }
            }
            let all: u64 = seen.iter().sum();
            let share = |count: f64| format!("{:.1} %", 100.0 * count / all.max(1) as f64);
            table.row([
                centre.to_string(),
                thousands(all),
                share(seen[2] as f64),
                share(expected[2]),
                share(seen[1] as f64),
                share(expected[1]),
            ]);
        }
        let even = [1.0, 0.75, 0.5, 0.25].map(|m| format!("{:.0} at {m}", a0 + a1 * m)).join(", ");
        format!(
            "{table}\na = {a0:.1} {a1:+.1} · m, b = {b0:.1} {b1:+.1} · m, loss {:.5} of {} \
             positions\nScore with an even chance to win, by m: {even}\n",
            self.loss(&counts.cells().collect::<Vec<_>>()),
            thousands(counts.total()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_that_made_the_results_is_found() {
        let truth = Model { a: [140.0, 60.0], b: [50.0, 20.0] };
        let mut counts = Counts::new();
        for (index, cell) in counts.0.iter_mut().enumerate() {
            let score = f64::from(index as i32 % STEPS as i32 * STEP - MAX_SCORE);
            let chances = truth.chances(index / STEPS, score);
            *cell = chances.map(|chance| (1e5 * chance).round() as u64);
        }
        let found = counts.fit();
        for (found, truth) in [(found.a, truth.a), (found.b, truth.b)] {
            for (found, truth) in found.into_iter().zip(truth) {
                assert!((found - truth).abs() < 1.0, "{found} for {truth}");
            }
        }
        let report = found.report(&counts);
        assert!(report.contains("200 at 1, 185 at 0.75, 170 at 0.5"), "{report}");
    }

    /// Results that no score explains have a model too, with chances that are chances.
    #[test]
    fn any_results_have_a_model() {
        for results in [[0, 0, 1], [1, 0, 0], [1, 1, 1], [0, 1, 0]] {
            let mut counts = Counts::new();
            (0..STEPS).step_by(10).for_each(|step| counts.0[40 * STEPS + step] = results);
            let model = counts.fit();
            for score in [-1500.0, 0.0, 1500.0] {
                let chances = model.chances(40, score);
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
            }
        }
    }

    #[test]
    fn positions_are_counted_for_their_side_to_move() {
        let mut counts = Counts::new();
        let game = super::super::tests::random_game(0, 60);
        let mut expected = 0;
        for sample in game.replay().unwrap() {
            let sample = sample.unwrap();
            counts.add(&sample);
            expected += u64::from(sample.score.is_some_and(|s| s.raw().abs() <= MAX_SCORE));
        }
        assert_eq!(counts.total(), expected);
        let mut won = Counts::new();
        let mut sample = game.replay().unwrap().next().unwrap().unwrap();
        let position = sample.position.make(movegen::legal_moves(&sample.position)[0]);
        (sample.score, sample.result) = (Some(eval::Score::new(-104)), Some(GameResult::BlackWin));
        sample.position = position;
        assert_eq!(sample.position.side_to_move(), Color::Black);
        won.add(&sample);
        // A score of White's view; Black is to move and wins.
        assert_eq!(won.cells().collect::<Vec<_>>(), [(78, 100.0, [0, 0, 1])]);
    }
}
