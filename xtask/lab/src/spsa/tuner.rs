//! Simultaneous perturbation stochastic approximation (SPSA): the algorithm and its state.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization" (1998), with the scaling by `c_end` and `r_end` that Fishtest and OpenBench use.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use xtask::random::numbered_rng;

/// Decay of the learning rate.
const ALPHA: f64 = 0.602;
/// Decay of the perturbation.
const GAMMA: f64 = 0.101;
/// Share of the run in which the learning rate hardly falls (Spall's A over the number of pairs).
const STABILITY_RATIO: f64 = 0.1;

/// A parameter to be tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaParam {
    pub name: String,
    pub start: f64,
    pub min: f64,
    pub max: f64,
    /// Perturbation at the end of the run.
    pub c_end: f64,
    /// Learning rate at the end of the run, as a part of the perturbation for each game won.
    pub r_end: f64,
}

/// A run of SPSA.
#[derive(Clone, Debug)]
pub struct Spsa {
    pub parameters: Vec<SpsaParam>,
    /// Pairs of games of the whole run.
    pub pairs: usize,
    /// Pairs of an iteration. Each has its own perturbation of the values at the beginning of the
    /// iteration.
    pub batch: usize,
    /// Chooses the perturbations. Among the settings of a file it is the seed of the openings.
    pub seed: u64,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// Pairs played.
    pub pairs: usize,
    /// The values now, in the order of the parameters.
    pub values: Vec<f64>,
}

/// The two sets of values that play a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// Number of the pair, from 0.
    pub pair: usize,
    /// The values of the first side.
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
    /// How much each value changes for a game that the first side wins more than the second.
    pub step: Vec<f64>,
}

impl Spsa {
    /// The state before the first pair.
    pub fn start(&self) -> SpsaState {
        let values: Vec<f64> = self.parameters.iter().map(|p| p.start).collect();
        SpsaState { pairs: 0, values }
    }

    /// The perturbation of a pair. Values are rounded up or down at random, so that on average they
    /// are what they should be, and both sets of a parameter the same way.
    pub fn perturbation(&self, pair: usize, values: &[f64]) -> Perturbation {
        let mut rng = numbered_rng(self.seed, pair as u64);
        let (number, all) = (pair as f64 + 1.0, self.pairs as f64);
        let offset = STABILITY_RATIO * all;
        let mut perturbation =
            Perturbation { pair, plus: Vec::new(), minus: Vec::new(), step: Vec::new() };
        for (p, value) in self.parameters.iter().zip(values) {
            let c = p.c_end * (all / number).powf(GAMMA);
            let a_end = p.r_end * p.c_end * p.c_end;
            let a = a_end * ((offset + all) / (offset + number)).powf(ALPHA);
            let direction = if rng.one_in(2) { 1.0 } else { -1.0 };
            let rounding = rng.below(1 << 20) as f64 / f64::from(1 << 20);
            let rounded = |value: f64| (value.clamp(p.min, p.max) + rounding).floor() as i32;
            perturbation.plus.push(rounded(value + direction * c));
            perturbation.minus.push(rounded(value - direction * c));
            perturbation.step.push(direction * a / c);
        }
        perturbation
    }

    /// Goes on from a state. `play` plays an iteration and returns the games that the first side of
    /// each pair has won less those it has lost, or `None` when it was interrupted; `finished` is
    /// called after each iteration.
    pub fn run(
        &self,
        state: &mut SpsaState,
        mut play: impl FnMut(&[Perturbation]) -> Result<Option<Vec<i32>>>,
        mut finished: impl FnMut(&SpsaState) -> Result<()>,
    ) -> Result<()> {
        while state.pairs < self.pairs {
            let numbers = state.pairs..(state.pairs + self.batch).min(self.pairs);
            let perturb = |pair| self.perturbation(pair, &state.values);
            let batch: Vec<Perturbation> = numbers.map(perturb).collect();
            let Some(results) = play(&batch)? else { return Ok(()) };
            for (perturbation, result) in batch.iter().zip(results) {
                for (value, step) in state.values.iter_mut().zip(&perturbation.step) {
                    *value += step * f64::from(result);
                }
            }
            for (value, p) in state.values.iter_mut().zip(&self.parameters) {
                *value = value.clamp(p.min, p.max);
            }
            state.pairs += batch.len();
            finished(state)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(pairs: usize) -> Spsa {
        let parameter = |name: &str, start: f64, c_end: f64| SpsaParam {
            name: name.to_owned(),
            start,
            min: 0.0,
            max: 1000.0,
            c_end,
            r_end: 0.02,
        };
        let parameters = vec![
            parameter("one", 100.0, 20.0),
            parameter("two", 700.0, 30.0),
            parameter("three", 20.0, 3.0),
        ];
        Spsa { parameters, pairs, batch: 16, seed: 5 }
    }

    const OPTIMUM: [f64; 3] = [300.0, 500.0, 8.0];

    /// Results of pairs by the squared distances from the optimum, in units of `c_end`.
    fn play(spsa: &Spsa, batch: &[Perturbation]) -> Vec<i32> {
        let distance = |values: &[i32]| {
            let terms = values.iter().zip(OPTIMUM).zip(&spsa.parameters);
            terms.map(|((&v, best), p)| ((f64::from(v) - best) / p.c_end).powi(2)).sum::<f64>()
        };
        let result = |p: &Perturbation| (distance(&p.minus) - distance(&p.plus)).clamp(-2.0, 2.0);
        batch.iter().map(|perturbation| result(perturbation).round() as i32).collect()
    }

    #[test]
    fn a_deterministic_objective_is_maximised() {
        let spsa = spsa(4000);
        let mut state = spsa.start();
        let mut iterations = 0;
        spsa.run(
            &mut state,
            |batch| Ok(Some(play(&spsa, batch))),
            |_| {
                iterations += 1;
                Ok(())
            },
        )
        .unwrap();
        assert_eq!((state.pairs, iterations), (4000, 250));
        for ((value, best), p) in state.values.iter().zip(OPTIMUM).zip(&spsa.parameters) {
            assert!((value - best).abs() < p.c_end, "{}: {value} instead of {best}", p.name);
        }
    }

    #[test]
    fn a_run_in_parts_is_the_same_run() {
        let spsa = spsa(320);
        let run = |state: &mut SpsaState, iterations: usize| {
            let mut left = iterations;
            spsa.run(
                state,
                |batch| {
                    left = left.wrapping_sub(1);
                    Ok((left != usize::MAX).then(|| play(&spsa, batch)))
                },
                |_| Ok(()),
            )
            .unwrap();
        };
        let mut whole = spsa.start();
        run(&mut whole, 100);
        let mut part = spsa.start();
        run(&mut part, 7);
        assert_eq!(part.pairs, 7 * 16);
        let text = serde_json::to_string(&part).unwrap();
        let mut rest: SpsaState = serde_json::from_str(&text).unwrap();
        assert_eq!(rest, part);
        run(&mut rest, 100);
        assert_eq!(rest, whole);
    }

    #[test]
    fn perturbations_end_at_c_end_and_r_end() {
        let spsa = spsa(1000);
        let values = [500.0, 500.0, 500.0];
        let last = spsa.perturbation(999, &values);
        for (index, p) in spsa.parameters.iter().enumerate() {
            let distance = (last.plus[index] - last.minus[index]).abs();
            assert_eq!(distance, 2 * p.c_end as i32, "{}", p.name);
            assert!((last.step[index].abs() - p.r_end * p.c_end).abs() < 1e-9);
            assert_eq!(last.step[index] > 0.0, last.plus[index] > last.minus[index]);
        }
        let first = spsa.perturbation(0, &values);
        assert!((0..3).all(|index| first.step[index].abs() > last.step[index].abs()));
        let edge = spsa.perturbation(0, &[0.0, 1000.0, 3.0]);
        let all = || edge.plus.iter().chain(&edge.minus);
        assert!(all().all(|value| (0..=1000).contains(value)), "{edge:?}");
    }
}
