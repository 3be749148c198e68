//! The benchmark: a fixed set of positions searched to a fixed depth with one engine. Its node
//! count is the same on every machine and in every run, so it tells whether a change plays the same.

use crate::{Limits, NullReporter, SearchResult, Searcher, Signals};
use board::Position;
use game::Game;
use web_time::{Duration, Instant};

/// The positions: openings, middlegames, tactics, endgames, few pieces, Chess960.
pub const POSITIONS: &[&str] = &[
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R b KQkq - 1 5",
    "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 1 4",
    "rnbqk1nr/pp3ppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR b KQkq - 0 6",
    "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7",
    "rn1qkb1r/pp2pppp/2p2n2/5b2/P1pP4/2N2N2/1P2PPPP/R1BQKB1R w KQkq - 1 6",
    // Middlegames.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2q1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PB1N2/PP3PPP/R2Q1RK1 w - - 4 11",
    "2rq1rk1/1b2bppp/p2ppn2/1p6/3QPP2/1PN1B3/1PP1B1PP/R4R1K w - - 2 16",
    "r1bq1rk1/pp3pbp/2np1np1/2p1p3/2P1P3/2NP1NP1/PP3PBP/R1BQ1RK1 w - - 0 9",
    "r2qr1k1/1b1nbppp/p2p1n2/1pp1p3/3PP3/1BP2N1P/PP1N1PP1/R1BQR1K1 w - - 0 14",
    "3r1rk1/p1q1bppp/1pn1pn2/8/2PP4/1P2BN2/P3QPPP/2R2RK1 b - - 3 17",
    "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/2N1B3/PPPQB1PP/R4RK1 w - - 0 12",
    "rnb2rk1/1pq2ppp/p2bpn2/3p4/3N4/1P2PN2/PBP1BPPP/R2Q1RK1 b - - 5 10",
    "2r2rk1/pp1bqppp/4pn2/3p4/1b1P4/2NBPN2/PP1Q1PPP/R4RK1 w - - 8 14",
    "r4rk1/pppb1pp1/2np1q1p/4p3/2B1P3/2PP1N2/PP3PPP/R2Q1RK1 w - - 0 12",
    "1r1q1rk1/3nppbp/p2p1np1/2pP4/P1P1P3/2N2N2/1P2BPPP/R1BQ1RK1 w - - 1 13",
    // Tactics.
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "3r1r1k/1p3p1p/p2q1p1Q/3Pp3/2P1B3/1P4R1/P4PPP/6K1 w - - 1 24",
    "r2qk2r/pb4pp/1n2Pb2/2B2Q2/p1p5/2P5/2B2PPP/RN2R1K1 w - - 1 1",
    "rnbq1b1r/pp4kp/5np1/4p2Q/2BN1R2/4B3/PPPN2PP/R5K1 w - - 0 1",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
    "r3r1k1/1q3ppp/p1p1bn2/1p1pN3/3P1P2/P1P1P2R/1P1B2PP/R2Q2K1 w - - 3 19",
    // Endgames.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "8/3k4/p1p2p2/1p2p1p1/1P2P1P1/P1P1KP2/8/8 w - - 0 40",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "8/pp2r1k1/2p1p3/3pP2p/1P1P1P1P/P5KR/8/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/5P1P/3R2P1/r5K1/8 w - - 0 45",
    "4k3/2b3pp/1p2p3/p2pP3/P2P1P2/1P2KB1P/8/8 b - - 3 37",
    "3r2k1/5ppp/1p6/p1p5/2P5/1P2R1P1/P4P1P/6K1 w - - 0 28",
    // Few pieces.
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/8/5N2/8/p7/8/2NK4/k7 b - - 0 1",
    "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/8/8/2k5/8/8/1Q6/K4q2 w - - 0 1",
    "8/1R6/8/4k3/8/3KB3/8/5r2 w - - 12 60",
    // Chess960.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrbk1bqr/ppp1pppp/3n4/3p4/8/4NP2/PPPPP1PP/1RBKNBQR w HBhb - 2 3",
];

/// The result of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions together.
    pub nodes: u64,
    /// Time of all searches together.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Runs the benchmark's positions through an engine, each as a new game within `limits`, and
/// calls `on_result` with each position and its result. `None` when `signals` stopped it.
pub fn run_bench(
    engine: &mut dyn Searcher,
    limits: &Limits,
    signals: &Signals,
    mut on_result: impl FnMut(&Position, &SearchResult),
) -> Option<BenchResult> {
    let mut total = BenchResult { nodes: 0, time: Duration::ZERO };
    for position in positions() {
        engine.new_game();
        let game = Game::new(position);
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

/// The benchmark's positions, parsed.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok())
}
