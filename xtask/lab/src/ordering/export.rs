//! The results as files: JSON with everything, CSV by depth, and CSV of the summary. Values that
//! differ from run to run are in fields called `timing` in JSON and in columns that begin with
//! `timing_` in CSV, and nowhere else.

use super::matches::SchemeMatch;
use super::measure::{Plan, Sample, Setting};
use super::rows::{DepthNodes, SummaryRow};
use super::show::{self, Column};
use super::suite::SuitePosition;
use anyhow::{Context, Result};
use games::output::write_file;
use games::results::write_results;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A whole run. What is not read from a file is not part of its summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderingResults {
    /// Name and version of the engine.
    pub engine: String,
    /// What was asked for.
    pub parameters: Parameters,
    /// Whether it was stopped before all searches and games were finished.
    pub stopped: bool,
    /// Names of the stages, in the order of the counts by stage.
    pub stages: Vec<&'static str>,
    /// The positions that were searched.
    pub positions: Vec<SuitePosition>,
    /// A row for each scheme and setting.
    pub rows: Vec<SummaryRow>,
    /// Nodes by depth.
    pub growth: BTreeMap<Setting, Vec<DepthNodes>>,
    /// The matches, if games were asked for.
    pub matches: Vec<SchemeMatch>,
    /// Every search.
    pub samples: Vec<Sample>,
    /// Values that differ from run to run.
    pub timing: RunTiming,
}

/// The parameters of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameters {
    #[serde(flatten)]
    pub plan: Plan,
    /// The suite's file, as it was given; none for the project's own.
    pub suite: Option<String>,
    /// Size of the transposition table of the full search.
    pub hash_mib: usize,
    /// Games of each scheme against the default one.
    pub games: usize,
    /// Nodes for each move of a game.
    pub game_nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Whether random openings begin with Chess960 positions.
    pub chess960: bool,
    /// The file of openings, as it was given.
    pub openings: Option<String>,
}

/// How the run was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RunTiming {
    /// Searches at a time.
    pub threads: usize,
    /// Seconds of the searches together, wall clock.
    pub seconds: f64,
}

/// The columns of the file by depth: index of the position in the suite, its kind and FEN, a finished
/// depth, and nodes and seconds from the start of the search to the end of it.
const DEPTH_COLUMNS: [&str; 8] =
    ["setting", "scheme", "position", "kind", "fen", "depth", "nodes", "timing_seconds"];

/// Writes `ordering.json`, `ordering.csv` and `summary.csv` into a folder.
///
/// # Errors
/// When a file cannot be written; the message names it.
pub fn write(folder: &Path, results: &OrderingResults) -> Result<()> {
    write_results(&folder.join("ordering.json"), results)?;
    write_file(&folder.join("ordering.csv"), &by_depth(results)?)?;
    write_file(&folder.join("summary.csv"), &summary(results)?)
}

/// A line for each scheme, setting, position and finished depth.
fn by_depth(results: &OrderingResults) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(DEPTH_COLUMNS)?;
    for sample in &results.samples {
        let position = results.positions.get(sample.position).context("no such position")?;
        let iterations = sample.nodes_by_depth.iter().zip(&sample.timing.seconds_by_depth);
        for (index, (&nodes, &seconds)) in iterations.enumerate() {
            let (setting, kind, fen) =
                (sample.setting.name(), &position.kind, position.position.to_fen());
            let depth = index + 1;
            let record =
                (setting, sample.scheme, sample.position, kind, fen, depth, nodes, seconds);
            writer.serialize(record)?;
        }
    }
    Ok(writer.into_inner()?)
}

/// A line for each row, with its match.
fn summary(results: &OrderingResults) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(SUMMARY.map(|column| column.0))?;
    for row in show::rows_with_matches(&results.rows, &results.matches) {
        writer.write_record(SUMMARY.map(|column| column.1(&row)))?;
    }
    Ok(writer.into_inner()?)
}

/// The columns of the summary; a value that does not exist is empty.
const SUMMARY: [Column; 32] = [
    ("setting", |r| r.row.setting.name().to_owned()),
    ("scheme", |r| r.row.scheme.to_owned()),
    ("target_depth", |r| r.row.target_depth.to_string()),
    ("positions", |r| r.row.positions.to_string()),
    ("finished", |r| r.row.finished.to_string()),
    ("mean_depth", |r| r.row.mean_depth.to_string()),
    ("least_depth", |r| r.row.least_depth.to_string()),
    ("compared", |r| r.row.compared.to_string()),
    ("common_depth", |r| text(r.row.common_depth)),
    ("common_nodes", |r| text(r.row.common_nodes)),
    ("node_ratio", |r| text(r.row.node_ratio)),
    ("total_nodes", |r| text(r.row.total_nodes)),
    ("branching_factor", |r| text(r.row.branching_factor)),
    ("cutoffs_1", |r| text(r.row.cutoffs.map(|shares| shares[0]))),
    ("cutoffs_2", |r| text(r.row.cutoffs.map(|shares| shares[1]))),
    ("cutoffs_3", |r| text(r.row.cutoffs.map(|shares| shares[2]))),
    ("cutoffs_later", |r| text(r.row.cutoffs.map(|shares| shares[3]))),
    ("quiescence_1", |r| text(r.row.quiescence_cutoffs.map(|shares| shares[0]))),
    ("quiescence_2", |r| text(r.row.quiescence_cutoffs.map(|shares| shares[1]))),
    ("quiescence_3", |r| text(r.row.quiescence_cutoffs.map(|shares| shares[2]))),
    ("quiescence_later", |r| text(r.row.quiescence_cutoffs.map(|shares| shares[3]))),
    ("tt_move_cutoffs", |r| text(r.row.tt_move_cutoffs)),
    ("generated", |r| text(r.row.generated)),
    ("scored", |r| text(r.row.scored)),
    ("games", |r| text(r.match_result.map(|played| played.result.games()))),
    ("elo", |r| text(r.match_result.and_then(|played| played.elo.elo))),
    ("elo_low", |r| text(r.match_result.and_then(|played| played.elo.low))),
    ("elo_high", |r| text(r.match_result.and_then(|played| played.elo.high))),
    ("timing_common_seconds", |r| text(r.row.timing.common_seconds)),
    ("timing_ratio", |r| text(r.row.timing.ratio)),
    ("timing_total_seconds", |r| text(r.row.timing.total_seconds)),
    ("timing_picks_per_second", |r| text(r.row.timing.picks_per_second)),
];

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
