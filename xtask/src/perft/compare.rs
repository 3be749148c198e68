//! `cargo xtask perft-compare`: random positions, counted by us and by a UCI
//! engine that knows `go perft` (Stockfish and its relatives).

use super::diff::{Divide, side_by_side};
use super::engine::Engine;
use crate::random::{SplitMix64, fischer_start, insistent_playout};
use crate::table::thousands;
use crate::workspace;
use anyhow::{Result, bail};
use board::Position;
use std::num::NonZeroUsize;

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

/// Runs the task.
///
/// # Errors
/// When the engine cannot be used or its counts differ from ours; the differing
/// moves are printed.
pub fn run(args: &Args) -> Result<()> {
    let mut engine = Engine::start(&workspace::find_program(&args.engine)?)?;
    let mut random = SplitMix64::new(args.seed);
    let mut total = 0;
    for number in 0..args.random.get() {
        let chess960 = number % 4 == 3;
        let position = random_position(&mut random, chess960);
        let fen = if chess960 { position.to_shredder_fen() } else { position.to_fen() };
        let ours = divide(&position, args.depth, chess960);
        let theirs = engine.divide(&fen, chess960, args.depth)?;
        if ours != theirs {
            println!("{fen}\n{}", side_by_side(&ours, &theirs, &engine.name, false));
            bail!("{} counts otherwise at depth {} in {fen}", engine.name, args.depth);
        }
        total += ours.values().sum::<u64>();
    }
    let (count, depth, name) = (args.random, args.depth, &engine.name);
    println!("{count} positions at depth {depth} agree with {name}: {} nodes", thousands(total));
    Ok(())
}

/// A position somewhere between the opening and the late endgame.
fn random_position(random: &mut SplitMix64, chess960: bool) -> Position {
    let start = if chess960 { fischer_start(random, false) } else { Position::startpos() };
    let plies = 2 + random.below(120);
    insistent_playout(&start, plies, random, |_, _| true)
}

/// Our counts in the notation of the protocol.
fn divide(position: &Position, depth: u32, chess960: bool) -> Divide {
    let nodes = |mv| movegen::perft(&position.make(mv), depth - 1);
    let moves = movegen::legal_moves(position).into_iter();
    moves.map(|mv| (uci::notation::to_uci(mv, chess960), nodes(mv))).collect()
}
