//! An engine with a replaced part on trial: perft, bench positions and games, over UCI.

use super::replaced_part::run_cargo;
use crate::arena::openings::Openings;
use crate::uci_process::UciProcess;
use anyhow::{Context, Result, bail, ensure};
use board::{Color, Position};
use search::{Game, bench};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::positions::PERFT_POSITIONS;
use testkit::workspace::WorkspaceCopy;
use uci::notation::{parse_uci, to_uci};

/// Depth of the perft of each position.
const PERFT_DEPTH: u32 = 4;
/// Longest game in plies; it is a draw then.
const MAX_PLIES: usize = 300;
/// Seed of the openings.
const SEED: u64 = 1;

/// The results of an engine.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Speed of perft over the protocol, in million nodes a second.
    pub perft_mnodes: Option<f64>,
    /// Nodes of the positions of `bench`.
    pub bench_nodes: Option<u64>,
    /// The same a second.
    pub bench_nps: Option<f64>,
    /// Games won, drawn and lost.
    pub score: [usize; 3],
    /// What went wrong.
    pub faults: Vec<String>,
}

impl Trial {
    /// The results of an engine that could not be built or whose contract failed.
    #[must_use]
    pub fn failed(error: &anyhow::Error) -> Self {
        Self { faults: vec![format!("{error:#}")], ..Self::default() }
    }
}

/// Builds the engine of a copy of the workspace and puts its binary at `path`.
///
/// # Errors
/// When it cannot be built.
pub fn build_engine(copy: &WorkspaceCopy, path: &Path) -> Result<PathBuf> {
    run_cargo(copy, &["build", "--profile", "xtask", "--bin", "bartizan"])?;
    let built = copy.dir().with_extension("target").join("xtask").join("bartizan");
    fs::copy(&built, path).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(path.to_path_buf())
}

/// Tries an engine; `option` is a UCI option to set and its value.
#[must_use]
pub fn run_trial(
    engine: &Path,
    opponent: &Path,
    option: Option<(&str, &str)>,
    pairs: usize,
    nodes: u64,
) -> Trial {
    let mut trial = Trial::default();
    let start = |path: &Path, option: Option<(&str, &str)>| -> Result<UciProcess> {
        let mut process = UciProcess::start(path)?;
        if let Some((name, value)) = option {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(process)
    };
    let tried = start(engine, option).and_then(|mut engine| {
        trial.perft_mnodes = Some(perft(&mut engine)?);
        let (count, time) = bench(&mut engine)?;
        trial.bench_nodes = Some(count);
        trial.bench_nps = Some(count as f64 / time.as_secs_f64());
        let mut opponent = start(opponent, None)?;
        let mut openings = Openings::random(SEED)?;
        for _ in 0..pairs {
            let opening = openings.next_opening()?;
            for color in Color::ALL {
                let players = match color {
                    Color::White => [&mut engine, &mut opponent],
                    Color::Black => [&mut opponent, &mut engine],
                };
                match play(players, &opening, nodes)? {
                    Some(winner) if winner == color => trial.score[0] += 1,
                    None => trial.score[1] += 1,
                    Some(_) => trial.score[2] += 1,
                }
            }
        }
        Ok(())
    });
    trial.faults.extend(tried.err().map(|error| format!("{error:#}")));
    trial
}

/// Checks the perft counts of an engine; its speed in million nodes a second.
fn perft(engine: &mut UciProcess) -> Result<f64> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in PERFT_POSITIONS {
        let expected = movegen::perft(&Position::from_fen(fen)?, PERFT_DEPTH);
        let start = Instant::now();
        let found: u64 = engine.divide(fen, &[], false, PERFT_DEPTH)?.values().sum();
        time += start.elapsed();
        ensure!(found == expected, "perft {PERFT_DEPTH} is {found}, not {expected}, of {fen}");
        nodes += found;
    }
    Ok(nodes as f64 / time.as_secs_f64() / 1e6)
}

/// Searches the positions of `bench` as it does; nodes and time.
fn bench(engine: &mut UciProcess) -> Result<(u64, Duration)> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for position in bench::positions() {
        engine.send("ucinewgame")?;
        engine.send("setoption name UCI_Chess960 value true")?;
        engine.send(&format!("position fen {}", position.to_shredder_fen()))?;
        let start = Instant::now();
        let (info, _) = engine.go(&format!("depth {}", bench::DEFAULT_DEPTH))?;
        time += start.elapsed();
        let count = info.split_once(" nodes ").and_then(|(_, rest)| rest.split(' ').next());
        let count: Option<u64> = count.and_then(|count| count.parse().ok());
        nodes += count.with_context(|| format!("no node count in `{info}`"))?;
    }
    engine.send("setoption name UCI_Chess960 value false")?;
    Ok((nodes, time))
}

/// Plays a game between White and Black; the winner, or none for a draw.
fn play(
    mut players: [&mut UciProcess; 2],
    opening: &Position,
    nodes: u64,
) -> Result<Option<Color>> {
    let mut game = Game::new(opening.clone());
    let mut moves = String::new();
    for player in &mut players {
        player.send("ucinewgame")?;
    }
    for _ in 0..MAX_PLIES {
        if let Some(end) = game.termination() {
            return Ok(end.winner());
        }
        let mover = game.position.side_to_move();
        let player = &mut *players[mover.index()];
        player.send(&format!("position fen {opening} moves{moves}"))?;
        let (_, best) = player.go(&format!("nodes {nodes}"))?;
        let Ok(mv) = parse_uci(&game.position, &best) else {
            bail!("{mover} offers {best}, which is not legal, in {}", game.position);
        };
        moves = format!("{moves} {}", to_uci(mv, false));
        game.play(mv);
    }
    Ok(None)
}
