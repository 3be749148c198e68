//! `cargo xtask peers`: the engine beside others, measured in one run. Move generators by bulk
//! perft, searches by speed, time to depth and nodes, and a ladder of matches.

pub mod ladder;
mod perft;
mod search;

pub use perft::PerftMeasurements;
pub use search::SearchMeasurements;

use crate::engine_match::GameOptions;
use anyhow::{Context, Result};
use bartizan::progress::note;
use games::output::write_text;
use games::results::write_results;
use games::revision::build_working_tree;
use games::uci_process::UciProcess;
use serde::Serialize;
use std::path::{Path, PathBuf};
use xtask::workspace::{self, find_program};

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// UCI engines to measure beside the working tree's, which is built first
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Measurements of each generator in each position, and of each search
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Count this many plies less than usual in perft
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..5))]
    shallower: u32,
    /// Depth to which the searches are timed
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Play a match against each side in this file, a line each as `match` takes them, and measure
    /// nothing else
    #[arg(long, value_name = "FILE")]
    ladder: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// Everything measured.
#[derive(Clone, Debug, Serialize)]
pub struct PeerResults {
    /// Move generators.
    pub perft: PerftMeasurements,
    /// Searches, where engines were named.
    pub search: Option<SearchMeasurements>,
}

/// Runs the task. Ctrl-C ends a ladder with the table so far; the same command goes on.
///
/// # Errors
/// When something cannot be built or started, counts differ, or an engine does not answer.
pub fn run(args: &Args) -> Result<()> {
    if let Some(file) = &args.ladder {
        return ladder::run(file, &args.options);
    }
    let mut engines = Vec::new();
    let mut counting = Vec::new();
    for name in &args.engines {
        let path = find_program(name)?;
        let mut engine = start(&path)?;
        let counts = engine.knows_perft();
        if !counts {
            note(&format!("{} does not know `go perft`", engine.name));
            // What it does in its place need not end.
            engine = start(&path)?;
        }
        engines.push(engine);
        counting.push(counts);
    }
    let with_perft = engines.iter_mut().zip(counting).filter(|(_, counts)| *counts);
    let perft = perft::measure(args.rounds, args.shallower, with_perft.map(|(engine, _)| engine))?;
    let mut text = perft.text();
    let mut results = PeerResults { perft, search: None };
    if !engines.is_empty() {
        let mut ours = start(&build_working_tree()?.path)?;
        "Bartizan".clone_into(&mut ours.name);
        engines.insert(0, ours);
        let searches = search::measure(args.rounds, args.depth, &mut engines)?;
        text.push_str(&format!("\n{}", searches.text()));
        results.search = Some(searches);
    }
    let out = args.options.run.out.clone();
    let out = out.unwrap_or_else(|| workspace::root().join("target/peers.json"));
    write_results(&out, &results)?;
    write_text(&mut std::io::stdout(), &format!("{text}{}\n", out.display()))
}

/// Starts an engine with one thread and a hash table of 16 MiB.
fn start(path: &Path) -> Result<UciProcess> {
    let mut engine = UciProcess::start(path)?;
    for (name, value) in [("Threads", "1"), ("Hash", "16")] {
        if engine.accepts(name, value) {
            engine.set_option(name, value)?;
        }
    }
    engine.sync().with_context(|| path.display().to_string())?;
    Ok(engine)
}
