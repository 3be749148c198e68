//! An engine with a replaced part on trial, for `cargo xtask swaps`: perft, the positions of `bench`, and
//! games.

mod cecp;

use anyhow::{Context, Result, ensure};
use board::{Color, Position};
use cecp::CecpPlayer;
use games::arena::game::{Adjudication, play};
use games::arena::openings::Openings;
use games::arena::player::{Player, UciPlayer};
use games::uci_process::UciProcess;
use search::bench;
use searcher::Signals;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use testkit::positions::PERFT_POSITIONS;
use xtask::swaps::Trial;

/// Depth of the perft of each position.
const PERFT_DEPTH: u32 = 4;
/// Counts of each position, of which the fastest gives the speed.
const PERFT_ROUNDS: usize = 3;
/// Most nodes of a position of `bench`. The unchanged engine takes at most a fifth of it to the full
/// depth; a search that prunes nothing would not get there.
const BENCH_NODES: u64 = 500_000;
/// Seed of the openings.
const SEED: u64 = 1;

/// Command line of the command.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The engine on trial
    engine: PathBuf,
    /// The UCI engine that it plays
    opponent: PathBuf,
    /// It speaks CECP instead of UCI
    #[arg(long)]
    cecp: bool,
    /// A UCI option to set
    #[arg(long, value_name = "NAME=VALUE")]
    option: Option<String>,
    /// Pairs of games
    #[arg(long, value_name = "N")]
    pairs: usize,
    /// Nodes for each move of a game
    #[arg(long, value_name = "N")]
    nodes: u64,
}

/// Prints the results of a trial as JSON. What goes wrong in it is one of them.
pub fn run(args: &Args) -> Result<()> {
    let mut trial = Trial::default();
    let tried = try_engine(args, &mut trial);
    trial.faults.extend(tried.err().map(|error| format!("{error:#}")));
    println!("{}", serde_json::to_string(&trial)?);
    Ok(())
}

/// What a trial asks of an engine beside games.
trait TestedEngine: Player {
    /// The perft of a position.
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64>;

    /// The nodes of the positions of `bench`.
    fn bench(&mut self) -> Result<u64>;
}

impl TestedEngine for UciPlayer {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64> {
        Ok(self.process.divide(fen, &[], false, depth)?.values().sum())
    }

    fn bench(&mut self) -> Result<u64> {
        let process = &mut self.process;
        let limits = format!("depth {} nodes {BENCH_NODES}", bench::DEFAULT_DEPTH);
        let mut nodes = 0;
        process.send("setoption name UCI_Chess960 value true")?;
        for position in bench::positions() {
            process.send("ucinewgame")?;
            process.send(&format!("position fen {}", position.to_shredder_fen()))?;
            nodes += process.go(&limits)?.0.nodes.context("the engine counts no nodes")?;
        }
        process.send("setoption name UCI_Chess960 value false")?;
        Ok(nodes)
    }
}

fn start(args: &Args) -> Result<Box<dyn TestedEngine>> {
    if args.cecp {
        return Ok(Box::new(CecpPlayer::start(&args.engine)?));
    }
    let mut process = UciProcess::start(&args.engine)?;
    if let Some(option) = &args.option {
        let (name, value) = option.split_once('=').context("--option is not NAME=VALUE")?;
        process.set_option(name, value)?;
    }
    Ok(Box::new(UciPlayer::new(process)))
}

fn try_engine(args: &Args, trial: &mut Trial) -> Result<()> {
    let mut engine = start(args)?;
    trial.perft_mnodes = Some(perft(engine.as_mut())?);
    let start = Instant::now();
    let count = engine.bench()?;
    trial.bench_nodes = Some(count);
    trial.bench_nps = Some(count as f64 / start.elapsed().as_secs_f64());
    let mut opponent = UciPlayer::new(UciProcess::start(&args.opponent)?);
    let mut openings = Openings::random(SEED, false)?;
    for _ in 0..args.pairs {
        let opening = openings.next_opening()?;
        for color in Color::ALL {
            let players: [&mut dyn Player; 2] = match color {
                Color::White => [&mut *engine, &mut opponent],
                Color::Black => [&mut opponent, &mut *engine],
            };
            let rules = &Adjudication::RULES_ALONE;
            let played = play(players, &opening, rules, args.nodes, &Signals::new())?;
            match played.context("nothing stops a game")?.winner {
                Some(winner) if winner == color => trial.score[0] += 1,
                None => trial.score[1] += 1,
                Some(_) => trial.score[2] += 1,
            }
        }
    }
    Ok(())
}

/// Checks the perft counts of an engine; its speed in million nodes a second.
fn perft(engine: &mut dyn TestedEngine) -> Result<f64> {
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
