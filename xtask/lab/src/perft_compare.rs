//! `cargo xtask perft-compare`: random positions, counted by us and by a UCI
//! engine that knows `go perft` (Stockfish and its relatives).

use anyhow::{Result, bail};
use bartizan::table::thousands;
use board::{Move, Position};
use games::uci_process::UciProcess;
use notation::to_uci;
use std::num::NonZeroUsize;
use testkit::Rng;
use xtask::perft::diff::{Peer, divide, explain};
use xtask::random::{playout, random_chess960_start};
use xtask::workspace;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The engine: a name to look up in PATH, or a path
    #[arg(default_value = "stockfish")]
    pub engine: String,
    /// How many random positions; every fourth is one of Chess960
    #[arg(long, default_value = "200", value_name = "N")]
    pub random: NonZeroUsize,
    /// Length of the move paths
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Another seed gives other positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Runs the task. Where the engine counts otherwise, the way to the position in which the moves differ is printed.
pub fn run(args: &Args) -> Result<()> {
    let mut engine = UciProcess::start(&workspace::find_program(&args.engine)?)?;
    let name = engine.name.clone();
    let mut random = Rng::new(args.seed);
    let mut total = 0;
    for number in 0..args.random.get() {
        let chess960 = number % 4 == 3;
        let start = match chess960 {
            true => random_chess960_start(&mut random, false),
            false => Position::startpos(),
        };
        // Somewhere between the opening and the late endgame.
        let plies = 2 + random.below(120);
        let position = playout(&start, plies, &mut random, |_, _| true);
        let fen = if chess960 { position.to_shredder_fen() } else { position.to_fen() };
        let notation: fn(Move) -> String =
            if chess960 { |mv| to_uci(mv, true) } else { |mv| to_uci(mv, false) };
        let ours = divide(&position, args.depth, notation);
        if ours != engine.divide(&fen, &[], chess960, args.depth)? {
            let mut divide = |path: &[String], depth| engine.divide(&fen, path, chess960, depth);
            let mut peer = Peer { name: &name, notation, divide: &mut divide };
            println!("{}", explain(&fen, &position, args.depth, &mut peer)?);
            bail!("{name} counts otherwise at depth {} in {fen}", args.depth);
        }
        total += ours.values().sum::<u64>();
    }
    let (count, depth) = (args.random, args.depth);
    println!("{count} positions at depth {depth} agree with {name}: {} nodes", thousands(total));
    Ok(())
}

#[cfg(test)]
#[test]
fn empty_runs_are_rejected() {
    for line in ["--random 0", "--depth 0"] {
        assert!(games::testing::parse::<Args>(line).is_err(), "{line}");
    }
    assert!(games::testing::parse::<crate::peers::Args>("--rounds 0").is_err());
}
