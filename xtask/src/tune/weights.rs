//! The weights of the evaluation as a vector, and in the file that declares them.

use crate::output::write_file;
use anyhow::{Context, Result, ensure};
use eval::{Tapered, Weights};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The file with the declarations, from the root of the workspace.
pub const SOURCE: &str = "crates/eval/src/classical/weights.rs";
/// Where the declarations begin and end in it.
const BEGIN: &str = "\nweights! {\n";
const END: &str = "\n}\n";

/// Middlegame and endgame half of each weight in the order of [`Weights::visit`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightVector(Vec<i32>);

impl Default for WeightVector {
    /// The weights of the engine.
    fn default() -> Self {
        let mut values = Vec::new();
        Weights::DEFAULT.clone().visit(|_, _, weight| values.extend([weight.mg(), weight.eg()]));
        Self(values)
    }
}

impl WeightVector {
    /// The number of halves.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The field of each weight and its index there.
    pub fn names(&self) -> Vec<(&'static str, usize)> {
        let mut names = Vec::new();
        Weights::DEFAULT.clone().visit(|name, index, _| names.push((name, index)));
        names
    }

    /// The weights with `change` added to some halves, each by its index.
    pub fn with(&self, changes: &[(usize, i32)]) -> Weights {
        let mut values = self.0.clone();
        for &(index, change) in changes {
            values[index] += change;
        }
        let mut weights = Weights::DEFAULT;
        let mut halves = values.chunks_exact(2);
        weights.visit(|_, _, weight| {
            if let Some(pair) = halves.next() {
                *weight = Tapered::new(pair[0], pair[1]);
            }
        });
        weights
    }

    /// The vector moved by a real one and rounded.
    pub fn moved_by(&self, change: &[f64]) -> Self {
        let moved = self.0.iter().zip(change).map(|(value, change)| value + change.round() as i32);
        Self(moved.collect())
    }

    /// For each field: its name, the mean distance of its halves to those of `other`, and the
    /// greatest.
    pub fn changes(&self, other: &Self) -> Vec<(&'static str, f64, i32)> {
        let mut fields: Vec<(&'static str, Vec<i32>)> = Vec::new();
        let mut halves = self.0.iter().zip(&other.0).map(|(a, b)| (a - b).abs());
        Weights::DEFAULT.clone().visit(|name, _, _| {
            if fields.last().is_none_or(|(last, _)| *last != name) {
                fields.push((name, Vec::new()));
            }
            if let Some((_, distances)) = fields.last_mut() {
                distances.extend(halves.by_ref().take(2));
            }
        });
        let summary = |(name, distances): (&'static str, Vec<i32>)| {
            let sum: i32 = distances.iter().sum();
            let greatest = distances.iter().copied().max().unwrap_or(0);
            (name, f64::from(sum) / distances.len().max(1) as f64, greatest)
        };
        fields.into_iter().map(summary).collect()
    }

    /// Writes the weights into the file that declares them.
    ///
    /// # Errors
    /// When it cannot be read or written, or has not exactly these weights.
    pub fn write_source(&self, path: &Path) -> Result<()> {
        let text = fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let text = self.in_source(&text).with_context(|| path.display().to_string())?;
        write_file(path, text.as_bytes())
    }

    /// The source with these weights: the `n`th `s(MG, EG)` of the declarations is the `n`th weight.
    /// Numbers keep the width of the former ones where they fit.
    fn in_source(&self, source: &str) -> Result<String> {
        let begin = source.find(BEGIN).context("no declarations")? + BEGIN.len();
        let end = begin + source[begin..].find(END).context("no end of the declarations")?;
        let mut text = source[..begin].to_owned();
        let mut halves = self.0.chunks_exact(2);
        for line in source[begin..end].split_inclusive('\n') {
            if line.trim_start().starts_with("//") {
                text += line;
                continue;
            }
            let mut rest = line;
            while let Some(start) = rest.find("s(") {
                let close = start + rest[start..].find(')').context("an unclosed weight")?;
                let (mg, eg) =
                    rest[start + 2..close].split_once(',').context("a weight of one half")?;
                let pair = halves.next().context("too many weights")?;
                let (mg, eg) = (fitted(pair[0], mg), fitted(pair[1], eg));
                text += &format!("{}s({mg},{eg})", &rest[..start]);
                rest = &rest[close + 1..];
            }
            text += rest;
        }
        ensure!(halves.next().is_none(), "too few weights");
        Ok(text + &source[end..])
    }
}

/// A number as wide as the former one; at least a space stands before it where one stood.
fn fitted(value: i32, former: &str) -> String {
    let number = if former.starts_with(' ') { format!(" {value}") } else { value.to_string() };
    format!("{number:>width$}", width = former.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn source_with_the_default_weights_is_the_source() {
        let source = fs::read_to_string(workspace::root().join(SOURCE)).unwrap();
        let default = WeightVector::default();
        assert_eq!(default.in_source(&source).unwrap(), source);
        let moved = WeightVector(default.0.iter().map(|value| 7 - 3 * value).collect());
        let changed = moved.in_source(&source).unwrap();
        assert_ne!(changed, source);
        assert_eq!(default.in_source(&changed).unwrap().replace(' ', ""), source.replace(' ', ""));
        let short = WeightVector(default.0[2..].to_vec());
        assert!(short.in_source(&source).is_err());
    }

    #[test]
    fn vector_and_weights_are_the_same() {
        let default = WeightVector::default();
        assert_eq!(default.with(&[]), Weights::DEFAULT);
        let changed = default.with(&[(0, 5), (3, -2)]);
        assert_eq!(changed.material[0].pair().0, Weights::DEFAULT.material[0].pair().0 + 5);
        assert_eq!(changed.material[1].pair().1, Weights::DEFAULT.material[1].pair().1 - 2);
        let mut change = vec![0.0; default.len()];
        (change[0], change[3]) = (5.4, -2.4);
        assert_eq!(default.moved_by(&change).with(&[]), changed);
        let named = default.changes(&default.moved_by(&change));
        assert_eq!((named[0].0, named[0].2), ("material", 5));
    }
}
