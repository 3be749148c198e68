//! `cargo xtask peers`: bulk perft beside others. Libraries are counted in one process by a bench, UCI
//! engines by `go perft`.

use anyhow::{Context, Result, bail, ensure};
use bartizan::progress::note;
use bartizan::table::{Table, thousands};
use games::output::write_text;
use games::results::write_results;
use games::statistics::{geometric_mean, median};
use games::uci_process::UciProcess;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Instant;
use xtask::workspace::{self, find_program};

/// The generator that the others are compared with.
const OURS: &str = "bartizan";

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// UCI engines that know `go perft`, to measure beside the libraries
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Measurements of each generator in each position
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Count this many plies less than usual
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..5))]
    shallower: u32,
}

/// One count.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Measurement {
    position: String,
    fen: String,
    depth: u32,
    generator: String,
    nodes: u64,
    seconds: f64,
}

/// Runs the task.
pub fn run(args: &Args) -> Result<()> {
    let engines = args.engines.iter().map(|name| {
        let mut engine = UciProcess::start(&find_program(name)?)?;
        ensure!(engine.knows_perft(), "{} does not know `go perft`", engine.name);
        Ok(engine)
    });
    let engines: Vec<UciProcess> = engines.collect::<Result<_>>()?;
    note("perft of the libraries");
    let mut all = libraries(args.rounds, args.shallower)?;
    let of_ours = all.iter().filter(|measured| measured.generator == OURS);
    let ours: Vec<Measurement> = of_ours.cloned().collect();
    for mut engine in engines {
        note(&format!("perft of {}", engine.name));
        // As often as ours: the rounds are in there.
        for Measurement { position, fen, depth, nodes, .. } in ours.iter().cloned() {
            let start = Instant::now();
            let counts = engine.divide(&fen, &[], false, depth)?;
            let seconds = start.elapsed().as_secs_f64();
            let counted: u64 = counts.values().sum();
            let generator = engine.name.clone();
            ensure!(counted == nodes, "{generator} counts {counted} in {position}, we {nodes}");
            all.push(Measurement { position, fen, depth, generator, nodes, seconds });
        }
    }
    let out = workspace::root().join("target/peers.json");
    write_results(&out, &json!({ "perft": all }))?;
    write_text(&mut std::io::stdout(), &format!("{}{}\n", text(&all), out.display()))
}

/// Runs the bench. That is a build of its own: only there are all generators inlined across crates.
fn libraries(rounds: u32, shallower: u32) -> Result<Vec<Measurement>> {
    let output = workspace::cargo()
        .args(["bench", "--quiet", "--package", "bartizan-benches", "--bench", "peers", "--"])
        .args([rounds.to_string(), shallower.to_string()])
        .current_dir(workspace::root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "the bench of the libraries failed: {}", output.status);
    let text = String::from_utf8_lossy(&output.stdout);
    let measured: Vec<Measurement> = text.lines().filter_map(parse).collect();
    ensure!(!measured.is_empty(), "the bench of the libraries printed nothing");
    for one in &measured {
        let differs = |other: &&Measurement| other.fen == one.fen && other.nodes != one.nodes;
        if let Some(other) = measured.iter().find(differs) {
            let Measurement { position, generator, nodes, .. } = one;
            bail!("{position}: {generator} counts {nodes}, {} {}", other.generator, other.nodes);
        }
    }
    Ok(measured)
}

fn parse(line: &str) -> Option<Measurement> {
    let [position, fen, depth, generator, nodes, seconds] =
        line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    Some(Measurement {
        position: position.to_owned(),
        fen: fen.to_owned(),
        depth: depth.parse().ok()?,
        generator: generator.to_owned(),
        nodes: nodes.parse().ok()?,
        seconds: seconds.parse().ok()?,
    })
}

/// Millions of nodes a second by position and generator. In the last row is how many times as fast as each
/// generator ours is: the geometric mean over the positions.
fn text(all: &[Measurement]) -> String {
    let names = |name: fn(&Measurement) -> &str| {
        let mut seen = BTreeSet::new();
        all.iter().map(name).filter(|&name| seen.insert(name)).collect::<Vec<_>>()
    };
    let positions = names(|measured| &measured.position);
    let generators = names(|measured| &measured.generator);
    let seconds = |position: &str, generator: &str| {
        let of_both = all
            .iter()
            .filter(|measured| measured.position == position && measured.generator == generator);
        median(of_both.map(|measured| measured.seconds))
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for &position in &positions {
        let first = all.iter().find(|measured| measured.position == position);
        let (depth, nodes) = first.map_or((0, 0), |measured| (measured.depth, measured.nodes));
        let speed =
            |generator: &&str| format!("{:.1}", nodes as f64 / seconds(position, generator) / 1e6);
        let cells = [position.to_owned(), depth.to_string(), thousands(nodes)];
        rows.push(cells.into_iter().chain(generators.iter().map(speed)).collect());
    }
    let ratio = |generator: &&str| {
        let ratios = positions.iter().map(|at| seconds(at, generator) / seconds(at, OURS));
        geometric_mean(ratios).map_or_else(String::new, |ratio| format!("{ratio:.3}"))
    };
    let cells = ["ours / theirs".to_owned(), String::new(), String::new()];
    rows.push(cells.into_iter().chain(generators.iter().map(ratio)).collect());
    let headings = ["position", "depth", "nodes"].into_iter().chain(generators);
    let table = Table::of_numbers(headings, rows);
    format!("Bulk perft on one thread without a hash table, Mnodes/s by medians\n\n{table}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_bench_are_read_and_compared() {
        let lines = [
            "start\tfen\t3\tbartizan\t8902\t0.001",
            "start\tfen\t3\tbartizan\t8902\t0.009",
            "start\tfen\t3\tbartizan\t8902\t0.002",
            "start\tfen\t3\tother\t8902\t0.004",
            "Running benches",
            "end\tfen 2\t3\tbartizan\t1000\t0.001",
            "end\tfen 2\t3\tother\t1000\t0.008",
        ];
        let measured: Vec<Measurement> = lines.into_iter().filter_map(parse).collect();
        assert_eq!(measured.len(), 6);
        let text = text(&measured);
        let row = |name: &str| {
            let line = text.lines().find(|line| line.contains(name)).expect("a row");
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(row("start").contains("4.5 2.2"), "{text}");
        // Two and eight times: four on average.
        assert!(row("ours / theirs").contains("1.000 4.000"), "{text}");
        assert_eq!(parse("start\tfen\t3\tbartizan\tmany\t0.001"), None);
    }
}
