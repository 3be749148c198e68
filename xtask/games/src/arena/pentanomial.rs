//! Elo with its interval from the results of paired games. Pairs are the unit: the two games of a
//! pair share their opening and are not independent, so the variance is that of pairs.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Half width of a 95 % interval, in standard errors.
const Z_95: f64 = 1.959_963_984_540_054;
/// Pairs added to each class before the spread is estimated: Jeffreys' prior for shares of several
/// classes. Without it, pairs with equal results would have no variance.
const PRIOR: f64 = 0.5;
/// How much the halves of an interval may differ, in Elo, to be shown as one number.
const SYMMETRY_TOLERANCE: f64 = 1.0;

/// Normalised Elo of a side whose mean score in a pair, 0 to 1, is one standard deviation of that
/// score above ½. By definition it is 800/ln 10 for the score of a game, whose deviation is √2 times
/// that of a pair's.
pub(super) const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;

/// The points of a pair as shares of the two.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pairs of games, by the points of the first side: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in strength, from the first side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The difference in (logistic) Elo; `None` where one side made all the points, for which no
    /// finite difference is enough.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; `None` where that is open.
    pub low: Option<f64>,
    /// The upper end likewise.
    pub high: Option<f64>,
    /// The likelihood that the first side is the stronger one, 0 to 1.
    pub los: f64,
}

/// A difference in strength in normalised Elo, which measures it by the spread of the results: how
/// many games show it depends on this number, not on the share of draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NormalizedElo {
    /// The difference.
    pub nelo: f64,
    /// Half width of its 95 % interval.
    pub error: f64,
}

impl Pentanomial {
    /// Counts a pair by the first side's half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The difference in strength; `None` without games.
    ///
    /// The difference is that of the score as it is. For its interval half a pair is added to each
    /// of the five classes: with `n` pairs then, of mean `m` and variance `v`, the interval is that
    /// between the scores m ± 1.96·√(v/n), and an end at which the score is not within 0 to 1 is
    /// open. So one-sided results have an interval too, which narrows with the number of pairs. The
    /// idea of moving the middle as well as the spread is that of A. Agresti and B. Coull,
    /// "Approximate is better than 'exact' for interval estimation of binomial proportions", The
    /// American Statistician 52 (1998).
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        if self.pairs() == 0 {
            return None;
        }
        let (score, _) = moments(&self.0.map(|count| count as f64));
        let padded = self.0.map(|count| count as f64 + PRIOR);
        let (mean, variance) = moments(&padded);
        let error = (variance / padded.iter().sum::<f64>()).sqrt();
        let finite = |score: f64| (score > 0.0 && score < 1.0).then(|| elo_from_score(score));
        Some(Elo {
            elo: finite(score),
            low: finite(mean - Z_95 * error),
            high: finite(mean + Z_95 * error),
            los: normal_cdf((mean - 0.5) / error),
        })
    }

    /// The difference in normalised Elo, with half a pair added to each class as for the interval of
    /// [`Pentanomial::elo`]; `None` without games.
    ///
    /// Source: M. Van den Bergh, "Comments on Normalized Elo".
    #[must_use]
    pub fn normalized_elo(&self) -> Option<NormalizedElo> {
        if self.pairs() == 0 {
            return None;
        }
        let padded = self.0.map(|count| count as f64 + PRIOR);
        let (mean, variance) = moments(&padded);
        Some(NormalizedElo {
            nelo: NELO_PER_T * (mean - 0.5) / variance.sqrt(),
            error: NELO_PER_T * Z_95 / padded.iter().sum::<f64>().sqrt(),
        })
    }
}

/// `+12 ± 8`.
impl fmt::Display for NormalizedElo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} ± {:.0}", self.nelo, self.error)
    }
}

/// `+12 ± 8`; `-545 (-∞ … -89)` where the interval is lopsided; `> +321` or `< -321` where one
/// side made all the points.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<f64>, open: &str| {
            end.map_or_else(|| format!("{open}∞"), |elo| format!("{elo:+.0}"))
        };
        match (self.elo, self.low, self.high) {
            (Some(elo), Some(low), Some(high))
                if (high + low - 2.0 * elo).abs() <= SYMMETRY_TOLERANCE =>
            {
                write!(f, "{elo:+.0} ± {:.0}", (high - low) / 2.0)
            }
            (Some(elo), low, high) => {
                write!(f, "{elo:+.0} ({} … {})", end(low, "-"), end(high, "+"))
            }
            (None, Some(low), None) => write!(f, "> {low:+.0}"),
            (None, None, Some(high)) => write!(f, "< {high:+.0}"),
            (None, low, high) => write!(f, "({} … {})", end(low, "-"), end(high, "+")),
        }
    }
}

/// The difference at which `score`, strictly between 0 and 1, is expected.
fn elo_from_score(score: f64) -> f64 {
    // The same as -400·log10(1/score - 1), without a negative zero at even scores.
    400.0 * (score / (1.0 - score)).log10()
}

/// Mean and variance of a pair's share of its two points.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let all: f64 = counts.iter().sum();
    let classes = || counts.iter().zip(SHARES);
    let mean = classes().map(|(count, share)| count * share).sum::<f64>() / all;
    let square = |share: f64| (share - mean) * (share - mean);
    (mean, classes().map(|(count, share)| count * square(share)).sum::<f64>() / all)
}

/// The chance that a standard normal variable is below `x`, to about seven decimals.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17.
fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let series = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} instead of {expected}");
    }

    fn elo(counts: [u64; 5]) -> Elo {
        Pentanomial(counts).elo().expect("there are games")
    }

    #[test]
    fn differences_match_hand_calculation() {
        // 10 pairs: shares 0, ¼, ½ (4), ¾ (3), 1: the score is 5.5/10; Elo 400·log10(.55/.45).
        // With half a pair more in each class: n = 12.5, m = 6.75/12.5 = .54, the squares about it
        // 1.5·.2916 + 1.5·.0841 + 4.5·.0016 + 3.5·.0441 + 1.5·.2116 = 1.0425, so v = .0834 and
        // √(v/n) = .0816823, times 1.96 = .1600944. Ends: .3799056 and .7000944.
        // LOS = Φ(.04/.0816823) = Φ(.489702) = .687828.
        let results = Pentanomial([1, 1, 4, 3, 1]);
        assert_eq!(results.pairs(), 10);
        let found = results.elo().unwrap();
        assert_near(found.elo.unwrap(), 34.860, 1e-3);
        assert_near(found.low.unwrap(), -85.113, 1e-3);
        assert_near(found.high.unwrap(), 147.269, 1e-3);
        assert_near(found.los, 0.687_828, 1e-6);
        assert_eq!(found.to_string(), "+35 (-85 … +147)");
        // t = .04/√.0834 = .138509, and 800/ln 10/√2 = 245.6741. The error is 245.6741·1.96/√12.5.
        let found = results.normalized_elo().unwrap();
        assert_near(found.nelo, 34.0279, 1e-3);
        assert_near(found.error, 136.192, 1e-3);
        assert_eq!(found.to_string(), "+34 ± 136");
        let none = Pentanomial::default();
        assert_eq!((none.elo(), none.normalized_elo()), (None, None));
    }

    #[test]
    fn swapped_sides_negate_elo() {
        let even = [2, 3, 9, 3, 2];
        for counts in [even, [3, 7, 20, 12, 5], [6, 1, 0, 0, 0], [0, 0, 0, 0, 9]] {
            let mut mirrored = counts;
            mirrored.reverse();
            let (one, other) = (elo(counts), elo(mirrored));
            for (end, opposite) in
                [(one.elo, other.elo), (one.low, other.high), (one.high, other.low)]
            {
                assert_eq!(end.is_some(), opposite.is_some(), "{counts:?}");
                assert_near(end.unwrap_or_default(), -opposite.unwrap_or_default(), 1e-9);
            }
            assert_near(one.los, 1.0 - other.los, 1e-6);
        }
        assert_near(elo(even).los, 0.5, 1e-6);
    }

    #[test]
    fn intervals_are_shown() {
        for (counts, shown) in [
            // That none of 20 pairs goes otherwise has a chance of 5 % where .139108 of all do, at
            // worst 0 to 2: 400·log10(.860892/.139108) = 316.6. The interval agrees.
            ([0, 0, 0, 0, 20], "> +320"),
            ([20, 0, 0, 0, 0], "< -320"),
            ([5, 1, 0, 0, 0], "-545 (-∞ … -89)"),
            // Equal pairs have an interval too.
            ([0, 0, 20, 0, 0], "+0 ± 34"),
        ] {
            assert_eq!(elo(counts).to_string(), shown);
        }
        // One pair may be luck.
        assert!(elo([0, 0, 0, 0, 1]).low.unwrap() < 0.0);
        assert!(elo([0, 0, 2, 0, 0]).high > elo([0, 0, 20, 0, 0]).high);
    }

    #[test]
    fn interval_ends_are_monotonic_in_the_score() {
        let below = |one: Option<f64>, other: Option<f64>| {
            one.unwrap_or(f64::INFINITY) < other.unwrap_or(f64::INFINITY)
        };
        for pairs in 2..=300 {
            let lost = elo([pairs, 0, 0, 0, 0]).high;
            for class in 1..5 {
                let mut counts = [pairs - 1, 0, 0, 0, 0];
                counts[class] = 1;
                assert!(below(lost, elo(counts).high), "{pairs} pairs, one in class {class}");
            }
            assert!(below(elo([pairs + 1, 0, 0, 0, 0]).high, lost), "{pairs} pairs and one more");
        }
    }

    #[test]
    fn the_difference_lies_within_its_interval() {
        for code in 1..6_u64.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|place| code / 6_u64.pow(place) % 6);
            for counts in [counts, counts.map(|count| count * 40)] {
                let Elo { elo, low, high, los } = elo(counts);
                assert!(low.is_some() || high.is_some(), "{counts:?}");
                assert!(elo.zip(low).is_none_or(|(elo, low)| low < elo), "{counts:?}");
                assert!(elo.zip(high).is_none_or(|(elo, high)| elo < high), "{counts:?}");
                assert!((0.0..=1.0).contains(&los), "{counts:?}");
            }
        }
    }

    #[test]
    fn formulas_match_known_values() {
        for (score, elo) in [(10.0 / 11.0, 400.0), (1.0 / 11.0, -400.0), (0.5, 0.0)] {
            assert_near(elo_from_score(score), elo, 1e-9);
        }
        for (x, table) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.959_964, 0.975), (3.0, 0.998_650_1)] {
            assert_near(normal_cdf(x), table, 2e-7);
            assert_near(normal_cdf(-x), 1.0 - table, 2e-7);
        }
    }
}
