//! Bulk perft: libraries in one process by a bench, UCI engines by `go perft`.

use anyhow::{Context, Result, bail, ensure};
use bartizan::progress::note;
use bartizan::table::{Align, Table, thousands};
use games::statistics::{geometric_mean, median};
use games::uci_process::UciProcess;
use serde::Serialize;
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Instant;
use xtask::workspace;

/// The generator that the others are compared with.
const OURS: &str = "bartizan";

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

/// All counts, in the order in which they were measured.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PerftMeasurements(Vec<Measurement>);

/// Counts in all positions with all generators.
pub(super) fn measure<'a>(
    rounds: u32,
    shallower: u32,
    engines: impl Iterator<Item = &'a mut UciProcess>,
) -> Result<PerftMeasurements> {
    note("perft of the libraries");
    let mut all = libraries(rounds, shallower)?;
    let of_ours = all.iter().filter(|measured| measured.generator == OURS);
    let ours: Vec<Measurement> = of_ours.cloned().collect();
    for engine in engines {
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
    Ok(PerftMeasurements(all))
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

impl PerftMeasurements {
    /// Names in the order of their first measurement.
    fn names(&self, name: fn(&Measurement) -> &str) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.0.iter().map(name).filter(|name| seen.insert(*name)).collect()
    }

    /// Median seconds of a generator in a position.
    fn seconds(&self, position: &str, generator: &str) -> f64 {
        let of_both = self
            .0
            .iter()
            .filter(|measured| measured.position == position && measured.generator == generator);
        median(of_both.map(|measured| measured.seconds))
    }

    /// Millions of nodes a second by position and generator.
    #[must_use]
    pub fn table(&self) -> Table {
        let positions = self.names(|measured| &measured.position);
        let generators = self.names(|measured| &measured.generator);
        let mut columns =
            vec![("position", Align::Left), ("depth", Align::Right), ("nodes", Align::Right)];
        columns.extend(generators.iter().map(|name| (*name, Align::Right)));
        let mut table = Table::new(&columns);
        for &position in &positions {
            let Some(first) = self.0.iter().find(|measured| measured.position == position) else {
                continue;
            };
            let speed = |generator: &&str| {
                let seconds = self.seconds(position, generator);
                format!("{:.1}", first.nodes as f64 / seconds / 1e6)
            };
            let cells = [position.to_owned(), first.depth.to_string(), thousands(first.nodes)];
            table.row(cells.into_iter().chain(generators.iter().map(speed)));
        }
        table
    }

    /// How many times as fast as each generator ours is: the geometric mean over the positions.
    #[must_use]
    pub fn ratios(&self) -> Vec<(&str, f64)> {
        let positions = self.names(|measured| &measured.position);
        let ratio = |generator| {
            let ratios = positions
                .iter()
                .map(|position| self.seconds(position, generator) / self.seconds(position, OURS));
            (generator, geometric_mean(ratios).unwrap_or(f64::NAN))
        };
        self.names(|measured| &measured.generator).into_iter().map(ratio).collect()
    }

    /// The table with the ratios in its last row.
    pub(super) fn text(&self) -> String {
        let mut table = self.table();
        let cells = ["ours / theirs".to_owned(), String::new(), String::new()];
        let ratios = self.ratios().into_iter().map(|(_, ratio)| format!("{ratio:.3}"));
        table.row(cells.into_iter().chain(ratios));
        format!("Bulk perft on one thread without a hash table, Mnodes/s by medians\n\n{table}")
    }
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
        let measured = PerftMeasurements(lines.into_iter().filter_map(parse).collect());
        assert_eq!(measured.0.len(), 6);
        assert_eq!(measured.seconds("start", "bartizan"), 0.002);
        let text = measured.text();
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
