//! The benchmark: a fixed set of positions searched to a fixed depth. Its node count is the same on
//! every machine and in every run.

use crate::interface::{Game, Limits, NullReporter, SearchResult, Searcher};
use crate::signals::Signals;
use board::Position;
use std::time::{Duration, Instant};

/// Depth that the benchmark has unless told otherwise.
pub const DEFAULT_DEPTH: u32 = 6;

/// The positions of the Chess Programming Wiki's page on perft results, and two endgames.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/3k4/8/8/R7/4K3 w - - 0 1",
];

/// The result of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches each position as a new game within `limits`, and calls `on_result` with it and its
/// result. `None` when `signals` stopped it.
pub fn run_bench(
    engine: &mut dyn Searcher,
    limits: &Limits,
    signals: &Signals,
    mut on_result: impl FnMut(&Position, &SearchResult),
) -> Option<BenchResult> {
    let mut total = BenchResult { nodes: 0, time: Duration::ZERO };
    for game in POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).map(Game::new) {
        engine.new_game();
        let start = Instant::now();
        let result = engine.search(&game, limits, signals, &mut NullReporter);
        if signals.stopped() {
            return None;
        }
        total.time += start.elapsed();
        total.nodes += result.nodes;
        on_result(&game.position, &result);
    }
    Some(total)
}
