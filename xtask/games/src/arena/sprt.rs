//! The sequential probability ratio test (SPRT) of a match in pairs.

use super::pentanomial::{NELO_PER_T, Pentanomial, SHARES};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Pairs that a class without any is taken to have: an impossible result would make any hypothesis
/// infinitely unlikely.
const LEAST_PAIRS: f64 = 1e-3;
/// Rounds of the fixed-point iteration for the most likely distribution; a few are enough.
const ROUNDS: usize = 30;

/// Two hypotheses about a difference in strength, in normalised Elo: `elo0`, which is rejected when
/// the test passes, and `elo1`, which is rejected when it fails.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, greater than `elo0`.
    pub elo1: f64,
}

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtOutcome {
    /// H1 is accepted.
    Passed,
    /// H0 is accepted.
    Failed,
}

impl Sprt {
    /// ln((1 − β)/α) for α = β = 0.05: the test ends when the log-likelihood ratio leaves the range
    /// from minus this to this.
    pub const LLR_BOUND: f64 = 2.944_438_979_166_440_5;

    /// The generalised log-likelihood ratio: the logarithm of the greatest likelihood of the results
    /// under any distribution with difference `elo1`, over that with `elo0`.
    ///
    /// Source: M. Van den Bergh, "Normalized Elo practical" and "The generalized maximum likelihood
    /// ratio for the expectation value of a distribution"; also used by Fishtest and OpenBench.
    #[must_use]
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        let counts = results.0.map(|count| (count as f64).max(LEAST_PAIRS));
        if results.pairs() == 0 {
            return 0.0;
        }
        let pairs: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / pairs);
        let [low, high] =
            [self.elo0, self.elo1].map(|nelo| most_likely(&observed, nelo / NELO_PER_T));
        let logs = observed.iter().zip(low.iter().zip(&high));
        pairs * logs.map(|(share, (low, high))| share * (high / low).ln()).sum::<f64>()
    }

    /// How the test ends with these results; `None` if it goes on.
    #[must_use]
    pub fn outcome(&self, results: &Pentanomial) -> Option<SprtOutcome> {
        match self.llr(results) {
            llr if llr >= Self::LLR_BOUND => Some(SprtOutcome::Passed),
            llr if llr <= -Self::LLR_BOUND => Some(SprtOutcome::Failed),
            _ => None,
        }
    }
}

/// Greatest bound, in nElo. Beyond some hundreds no distribution of pairs fits it.
const MAX_ELO: f64 = 100.0;

/// `ELO0,ELO1`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MAX_ELO);
        text.split_once(',')
            .and_then(|(elo0, elo1)| Some(Self { elo0: number(elo0)?, elo1: number(elo1)? }))
            .filter(|sprt| sprt.elo0 < sprt.elo1)
            .ok_or_else(|| {
                format!("`{text}` is not ELO0,ELO1 with ELO0 below ELO1, both within {MAX_ELO}")
            })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

/// The distribution under which the observed one is most likely, of those whose mean is `t`
/// standard deviations above ½.
fn most_likely(observed: &[f64; 5], t: f64) -> [f64; 5] {
    let mut p = [0.2; 5];
    for _ in 0..ROUNDS {
        let weighted = |value: &dyn Fn(f64) -> f64| {
            p.iter().zip(SHARES).map(|(p, share)| p * value(share)).sum::<f64>()
        };
        let mean = weighted(&|share| share);
        let deviation = weighted(&|share| (share - mean).powi(2)).sqrt();
        // The condition (mean - ½) = t·deviation, linearised at p.
        let linear = SHARES.map(|share| {
            let distance = (mean - share) / deviation;
            share - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance)
        });
        p = with_zero_mean(observed, &linear);
    }
    p
}

/// The distribution under which the observed one is most likely, of those in which `values` have
/// the mean 0: p / (1 + x·value), with the x at which they do.
fn with_zero_mean(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let greatest = values.iter().copied().fold(f64::MIN, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    let mean = |x: f64| {
        let terms = observed.iter().zip(values);
        terms.map(|(share, value)| share * value / (1.0 + x * value)).sum::<f64>()
    };
    // Between these limits all probabilities are positive and the mean falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = 0.5 * (low + high);
    std::array::from_fn(|class| observed[class] / (1.0 + x * values[class]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(elo0: f64, elo1: f64, counts: [u64; 5]) -> f64 {
        Sprt { elo0, elo1 }.llr(&Pentanomial(counts))
    }

    /// Results of public tests with the ratios that fastchess gives for them.
    #[test]
    fn llr_matches_known_values() {
        for (bounds, counts, expected) in [
            ((0.0, 2.0), [365, 16_618, 36_229, 16_974, 390], 2.25),
            ((-1.75, 0.25), [127, 4883, 10_712, 5150, 104], 3.01),
            ((0.0, 5.0), [0, 0, 0, 0, 5550], 111.82),
        ] {
            let found = llr(bounds.0, bounds.1, counts);
            assert!((found - expected).abs() < 0.01 * expected, "{found} instead of {expected}");
        }
    }

    #[test]
    fn llr_is_antisymmetric() {
        let counts = [3, 20, 40, 25, 6];
        let mirrored = [6, 25, 40, 20, 3];
        assert!((llr(-5.0, 5.0, counts) + llr(-5.0, 5.0, mirrored)).abs() < 1e-6);
        assert!((llr(0.0, 10.0, counts) + llr(-10.0, 0.0, mirrored)).abs() < 1e-6);
        assert_eq!(llr(0.0, 10.0, [0; 5]), 0.0);
        assert!(llr(-5.0, 5.0, [0, 0, 30, 0, 0]).abs() < 1e-6);
    }

    #[test]
    fn clear_results_end_the_test() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let outcome = |counts| sprt.outcome(&Pentanomial(counts));
        assert_eq!(outcome([10, 100, 500, 300, 90]), Some(SprtOutcome::Passed));
        assert_eq!(outcome([90, 300, 500, 100, 10]), Some(SprtOutcome::Failed));
        assert_eq!(outcome([1, 2, 5, 2, 1]), None);
    }

    #[test]
    fn bounds_are_two_numbers_in_order() {
        assert_eq!("0, 10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!("-2.5,0".parse::<Sprt>().unwrap().to_string(), "[-2.5, 0]");
        for text in ["", "5", "10,0", "0,x", "0,inf"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
