//! An engine with a replaced part on trial: perft, the positions of `bench`, and games.

use super::engines::{CecpProcess, Engine};
use super::replaced_part::run_cargo;
use crate::arena::openings::Openings;
use crate::uci_process::UciProcess;
use anyhow::{Context, Result, bail, ensure};
use board::{Color, Position};
use search::Game;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::positions::PERFT_POSITIONS;
use testkit::workspace::WorkspaceCopy;
use uci::notation::{parse_uci, to_uci};

/// Depth of the perft of each position.
const PERFT_DEPTH: u32 = 4;
/// Counts of each position, of which the fastest gives the speed.
const PERFT_ROUNDS: usize = 3;
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

/// The engine on trial.
pub struct TestedEngine<'a> {
    /// Its binary.
    pub path: &'a Path,
    /// Whether it speaks CECP instead of UCI.
    pub cecp: bool,
    /// A UCI option to set, and its value.
    pub option: Option<(&'static str, &'a str)>,
}

impl TestedEngine<'_> {
    fn start(&self) -> Result<Box<dyn Engine>> {
        if self.cecp {
            return Ok(Box::new(CecpProcess::start(self.path)?));
        }
        let mut process = UciProcess::start(self.path)?;
        if let Some((name, value)) = self.option {
            process.set_option(name, value)?;
        }
        Ok(Box::new(process))
    }
}

/// Builds the engine of `package` in a copy of the workspace and puts its binary at `path`.
///
/// # Errors
/// When it cannot be built.
pub fn build_engine(copy: &WorkspaceCopy, package: &str, path: &Path) -> Result<PathBuf> {
    let arguments = ["build", "--profile", "xtask", "--package", package, "--bins"];
    let messages = run_cargo(
        copy,
        &[&arguments[..], &["--message-format", "json-render-diagnostics"]].concat(),
    )?;
    let built = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let built = built.with_context(|| format!("{package} has no binary"))?;
    fs::copy(&built, path).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(path.to_path_buf())
}

/// Tries an engine, with `pairs` pairs of games against `opponent`.
///
/// # Errors
/// With the results so far, when the engine fails.
#[must_use]
pub fn run_trial(tested: &TestedEngine<'_>, opponent: &Path, pairs: usize, nodes: u64) -> Trial {
    let mut trial = Trial::default();
    let tried = try_engine(tested, opponent, pairs, nodes, &mut trial);
    trial.faults.extend(tried.err().map(|error| format!("{error:#}")));
    trial
}

fn try_engine(
    tested: &TestedEngine<'_>,
    opponent: &Path,
    pairs: usize,
    nodes: u64,
    trial: &mut Trial,
) -> Result<()> {
    let mut engine = tested.start()?;
    trial.perft_mnodes = Some(perft(engine.as_mut())?);
    let start = Instant::now();
    let count = engine.bench()?;
    trial.bench_nodes = Some(count);
    trial.bench_nps = Some(count as f64 / start.elapsed().as_secs_f64());
    let mut opponent = UciProcess::start(opponent)?;
    let mut openings = Openings::random(SEED, false)?;
    for _ in 0..pairs {
        let opening = openings.next_opening()?;
        for color in Color::ALL {
            let players: [&mut dyn Engine; 2] = match color {
                Color::White => [engine.as_mut(), &mut opponent],
                Color::Black => [&mut opponent, engine.as_mut()],
            };
            match play(players, &opening, nodes)? {
                Some(winner) if winner == color => trial.score[0] += 1,
                None => trial.score[1] += 1,
                Some(_) => trial.score[2] += 1,
            }
        }
    }
    Ok(())
}

/// Checks the perft counts of an engine; its speed in million nodes a second.
fn perft(engine: &mut dyn Engine) -> Result<f64> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in PERFT_POSITIONS {
        let expected = movegen::perft(&Position::from_fen(fen)?, PERFT_DEPTH);
        let mut fastest = Duration::MAX;
        for _ in 0..PERFT_ROUNDS {
            let start = Instant::now();
            let found = engine.perft(fen, PERFT_DEPTH)?;
            fastest = fastest.min(start.elapsed());
            ensure!(found == expected, "perft {PERFT_DEPTH} is {found}, not {expected}, of {fen}");
        }
        nodes += expected;
        time += fastest;
    }
    Ok(nodes as f64 / time.as_secs_f64() / 1e6)
}

/// Plays a game between White and Black; the winner, or none for a draw.
fn play(
    mut players: [&mut dyn Engine; 2],
    opening: &Position,
    nodes: u64,
) -> Result<Option<Color>> {
    let mut game = Game::new(opening.clone());
    let mut moves = Vec::new();
    for player in &mut players {
        player.new_game()?;
    }
    for _ in 0..MAX_PLIES {
        if let Some(end) = game.termination() {
            return Ok(end.winner());
        }
        let mover = game.position.side_to_move();
        let player = &mut *players[mover.index()];
        let best = player.best_move(opening, &moves, &game.position, nodes)?;
        let Ok(mv) = parse_uci(&game.position, &best) else {
            bail!("{mover} offers {best}, which is not legal, in {}", game.position);
        };
        moves.push(to_uci(mv, false));
        game.play(mv);
    }
    Ok(None)
}
