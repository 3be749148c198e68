//! Searches of UCI engines to the same depth by turns: nodes, time and speed.

use crate::ordering::kiwipete::KIWIPETE;
use anyhow::{Context, Result};
use bartizan::progress::note;
use bartizan::table::{Align, Table, thousands};
use board::Position;
use games::statistics::{geometric_mean, median};
use games::uci_process::UciProcess;
use search::bench;
use serde::Serialize;
use std::time::Instant;

/// Depths to which the nodes of Kiwipete are counted.
const KIWIPETE_DEPTHS: [u32; 4] = [9, 12, 15, 18];

/// The searches of one engine.
#[derive(Clone, Debug, Default, Serialize)]
struct EngineSearches {
    name: String,
    /// Nodes and seconds of each round, over all positions of the bench.
    rounds: Vec<(u64, f64)>,
    /// Nodes of Kiwipete to each of the depths.
    kiwipete: Vec<u64>,
}

/// The searches of all engines, ours first.
#[derive(Clone, Debug, Serialize)]
pub struct SearchMeasurements {
    depth: u32,
    engines: Vec<EngineSearches>,
}

/// Searches with all engines.
pub(super) fn measure(
    rounds: u32,
    depth: u32,
    engines: &mut [UciProcess],
) -> Result<SearchMeasurements> {
    let mut measured: Vec<EngineSearches> = engines
        .iter()
        .map(|engine| EngineSearches { name: engine.name.clone(), ..EngineSearches::default() })
        .collect();
    let fens = standard_positions();
    for round in 0..rounds as usize {
        note(&format!("searches, round {} of {rounds}", round + 1));
        for turn in 0..engines.len() {
            let index = (round + turn) % engines.len();
            let (mut nodes, mut seconds) = (0, 0.0);
            for fen in &fens {
                let searched = search(&mut engines[index], fen, depth)?;
                (nodes, seconds) = (nodes + searched.0, seconds + searched.1);
            }
            measured[index].rounds.push((nodes, seconds));
        }
    }
    for (engine, measured) in engines.iter_mut().zip(&mut measured) {
        for depth in KIWIPETE_DEPTHS {
            measured.kiwipete.push(search(engine, KIWIPETE, depth)?.0);
        }
    }
    Ok(SearchMeasurements { depth, engines: measured })
}

/// The positions of the bench that are not of Chess960.
fn standard_positions() -> Vec<&'static str> {
    let standard =
        |fen: &&str| Position::from_fen(fen).is_ok_and(|position| position.to_fen() == **fen);
    bench::POSITIONS.iter().copied().filter(standard).collect()
}

/// Nodes and seconds of a search with empty tables.
fn search(engine: &mut UciProcess, fen: &str, depth: u32) -> Result<(u64, f64)> {
    engine.send("ucinewgame")?;
    engine.send(&format!("position fen {fen}"))?;
    engine.sync()?;
    let start = Instant::now();
    let (info, _) = engine.go(&format!("depth {depth}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let nodes = info.nodes.with_context(|| format!("{} counts no nodes", engine.name))?;
    Ok((nodes, seconds))
}

impl SearchMeasurements {
    /// What was searched.
    #[must_use]
    pub fn title(&self) -> String {
        let (depth, positions) = (self.depth, standard_positions().len());
        format!("{positions} positions to depth {depth} on one thread, Hash 16")
    }

    /// Nodes and times of the searches. Ratios are those of ours to each engine.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(&[
            ("engine", Align::Left),
            ("nodes", Align::Right),
            ("seconds", Align::Right),
            ("nodes/s", Align::Right),
            ("speed, ours / theirs", Align::Right),
            ("time, theirs / ours", Align::Right),
        ]);
        let ours = self.engines.first().map_or(&[][..], |engine| &engine.rounds);
        for EngineSearches { name, rounds, .. } in &self.engines {
            let nodes = rounds.first().map_or(0, |round| round.0);
            let speed = |&(nodes, seconds): &(u64, f64)| nodes as f64 / seconds;
            let speeds = ours.iter().zip(rounds).map(|(ours, theirs)| speed(ours) / speed(theirs));
            let times = ours.iter().zip(rounds).map(|(ours, theirs)| theirs.1 / ours.1);
            table.row([
                name.clone(),
                thousands(nodes),
                format!("{:.2}", median(rounds.iter().map(|round| round.1))),
                thousands(median(rounds.iter().map(speed)) as u64),
                format!("{:.3}", geometric_mean(speeds).unwrap_or(f64::NAN)),
                format!("{:.3}", geometric_mean(times).unwrap_or(f64::NAN)),
            ]);
        }
        table
    }

    /// Nodes of Kiwipete by depth.
    #[must_use]
    pub fn kiwipete(&self) -> Table {
        let depths = KIWIPETE_DEPTHS.map(|depth| format!("depth {depth}"));
        let mut columns = vec![("Kiwipete, nodes", Align::Left)];
        columns.extend(depths.iter().map(|depth| (depth.as_str(), Align::Right)));
        let mut kiwipete = Table::new(&columns);
        for engine in &self.engines {
            let counts = engine.kiwipete.iter().map(|&nodes| thousands(nodes));
            kiwipete.row([engine.name.clone()].into_iter().chain(counts));
        }
        kiwipete
    }

    pub(super) fn text(&self) -> String {
        format!("{}\n\n{}\n{}", self.title(), self.table(), self.kiwipete())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_ours_to_theirs() {
        let engine = |name: &str, rounds: &[(u64, f64)]| EngineSearches {
            name: name.to_owned(),
            rounds: rounds.to_vec(),
            kiwipete: vec![1, 2, 3, 4],
        };
        let engines = vec![
            engine("ours", &[(100, 1.0), (100, 1.0)]),
            engine("other", &[(400, 2.0), (400, 8.0)]),
        ];
        let text = SearchMeasurements { depth: 5, engines }.text();
        let row = text.lines().find(|line| line.contains("other")).expect("a row");
        // Speeds 100/200 and 100/50, times 2 and 8.
        assert!(row.contains("1.000") && row.contains("4.000"), "{text}");
    }
}
