//! The figures as files for other programs: JSON with everything, CSV by depth, and
//! CSV of the rows. What differs from run to run stands in fields called `timing` in
//! JSON and in columns that begin with `timing_` in CSV, and nowhere else.

use super::games::Match;
use super::measure::{Asked, Sample};
use super::output::write_file;
use super::rows::Row;
use super::suite::Entry;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Name and version of the engine.
    pub engine: String,
    /// What was asked for.
    pub parameters: Parameters,
    /// Whether it was stopped before it had done all of that.
    pub stopped: bool,
    /// Names of the stages that counts by stage are in the order of.
    pub stages: Vec<String>,
    /// The suite.
    pub positions: Vec<Listed>,
    /// The summary.
    pub rows: Vec<Row>,
    /// The matches, if games were asked for.
    pub matches: Vec<Match>,
    /// Every search.
    pub samples: Vec<Sample>,
    /// What differs from run to run.
    pub timing: RunTiming,
}

/// What a run was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// The schemes.
    pub schemes: Vec<String>,
    /// The settings and their depths.
    pub settings: Vec<Asked>,
    /// Nodes after which a search was cut short; none when it never was.
    pub cap: Option<u64>,
    /// The suite's file, as it was given; none for the project's own.
    pub suite: Option<String>,
    /// Size of the hash table of the full search.
    pub hash_mib: usize,
    /// Games of each scheme against the default one.
    pub games: usize,
    /// Nodes for each move of a game.
    pub game_nodes: u64,
    /// What chose the openings.
    pub seed: u64,
    /// The file of openings, as it was given.
    pub openings: Option<String>,
}

/// A position of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The position.
    pub fen: String,
    /// Its kind; may be empty.
    pub kind: String,
    /// Where it comes from; may be empty.
    pub source: String,
}

impl From<&Entry> for Listed {
    fn from(entry: &Entry) -> Self {
        let (kind, source) = (entry.kind.clone(), entry.source.clone());
        Self { fen: entry.position.to_fen(), kind, source }
    }
}

/// How the run was done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunTiming {
    /// Searches at a time.
    pub threads: usize,
    /// Seconds of the searches together, by the clock on the wall.
    pub seconds: f64,
}

/// A line of the file by depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthLine {
    /// The setting's name.
    pub setting: String,
    /// The scheme's name.
    pub scheme: String,
    /// Index of the position in the suite, from 0.
    pub position: usize,
    /// The position's kind.
    pub kind: String,
    /// The position.
    pub fen: String,
    /// A finished depth.
    pub depth: u32,
    /// Nodes from the start of the search to the end of this depth.
    pub nodes: u64,
    /// Seconds likewise.
    pub timing_seconds: f64,
}

/// Writes `ordering.json`, `ordering.csv` and `summary.csv` into a folder.
///
/// # Errors
/// When a file cannot be written; the message names it.
pub fn write(folder: &Path, document: &Document) -> Result<()> {
    let json = serde_json::to_string_pretty(document)? + "\n";
    write_file(&folder.join("ordering.json"), json.as_bytes())?;
    write_file(&folder.join("ordering.csv"), &by_depth(document)?)?;
    write_file(&folder.join("summary.csv"), &summary(document)?)
}

/// A line for each scheme, setting, position and finished depth.
fn by_depth(document: &Document) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for sample in &document.samples {
        let position = document.positions.get(sample.position).context("no such position")?;
        let ends = sample.nodes_by_depth.iter().zip(&sample.timing.seconds_by_depth);
        for (index, (&nodes, &seconds)) in ends.enumerate() {
            writer.serialize(DepthLine {
                setting: sample.setting.name().to_owned(),
                scheme: sample.scheme.clone(),
                position: sample.position,
                kind: position.kind.clone(),
                fen: position.fen.clone(),
                depth: index as u32 + 1,
                nodes,
                timing_seconds: seconds,
            })?;
        }
    }
    Ok(writer.into_inner()?)
}

/// A line for each row, with the match that belongs to it.
fn summary(document: &Document) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(SUMMARY)?;
    for row in &document.rows {
        let played = document
            .matches
            .iter()
            .find(|one| one.scheme == row.scheme && one.setting == row.setting);
        let mut record = vec![
            row.setting.name().to_owned(),
            row.scheme.clone(),
            row.asked_depth.to_string(),
            row.positions.to_string(),
            row.finished.to_string(),
            row.mean_depth.to_string(),
            row.least_depth.to_string(),
            row.compared.to_string(),
            text(row.common_depth),
            text(row.common_nodes),
            text(row.node_ratio),
            text(row.total_nodes),
            text(row.branching),
        ];
        for shares in [row.cutoffs, row.quiescence_cutoffs] {
            record.extend((0..4).map(|index| text(shares.map(|shares| shares[index]))));
        }
        record.extend([row.hash_cutoffs, row.generated, row.scored].map(text));
        record.push(text(played.map(Match::games)));
        let elo = played.map(|played| played.elo);
        let figures = elo.map_or([None; 3], |one| [one.elo, one.low, one.high]);
        record.extend(figures.map(text));
        let timing = &row.timing;
        let times =
            [timing.common_seconds, timing.ratio, timing.total_seconds, timing.picks_per_second];
        record.extend(times.map(text));
        writer.write_record(record)?;
    }
    Ok(writer.into_inner()?)
}

/// The columns of the summary.
const SUMMARY: [&str; 32] = [
    "setting",
    "scheme",
    "asked_depth",
    "positions",
    "finished",
    "mean_depth",
    "least_depth",
    "compared",
    "common_depth",
    "common_nodes",
    "node_ratio",
    "total_nodes",
    "branching",
    "cutoffs_1",
    "cutoffs_2",
    "cutoffs_3",
    "cutoffs_later",
    "quiescence_1",
    "quiescence_2",
    "quiescence_3",
    "quiescence_later",
    "hash_cutoffs",
    "generated",
    "scored",
    "games",
    "elo",
    "elo_low",
    "elo_high",
    "timing_common_seconds",
    "timing_ratio",
    "timing_total_seconds",
    "timing_picks_per_second",
];

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
