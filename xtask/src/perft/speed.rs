//! `cargo xtask perft-speed`: bulk perft on one thread without a hash table, ours
//! and cozy-chess's by turns in one run of one binary, which is a release build: only there are
//! both generators inlined across crates.

use super::cozy;
use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, ensure};
use board::Position;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The six usual positions, each to a depth of some 10⁸ nodes.
const POSITIONS: [(&str, &str, u32); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("CPW 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("CPW 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("CPW 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("CPW 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Measurements of each position by each generator
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Count this many plies less, for a quick look
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..5))]
    pub shallower: u32,
}

/// All measurements of one position; times by round.
struct SpeedMeasurement {
    name: &'static str,
    depth: u32,
    nodes: u64,
    ours: Vec<Duration>,
    theirs: Vec<Duration>,
}

/// Runs the task and prints its table.
///
/// # Errors
/// When the two generators count differently, or no release can be built.
pub fn run(args: &Args) -> Result<()> {
    if !workspace::is_release_build() {
        return workspace::run_in_profile("release");
    }
    let pext = if cfg!(target_feature = "bmi2") { "with" } else { "without" };
    println!("bulk perft, one thread, no hash, {pext} PEXT on both sides, {} rounds", args.rounds);
    let mut measured = Vec::new();
    for (name, fen, depth) in POSITIONS {
        measured.push(measure(name, fen, depth - args.shallower, args.rounds)?);
    }
    print!("{}", report(&measured));
    let mean = |statistic: fn(&[Duration]) -> Duration| {
        let ratios = measured.iter().map(|m| ratio(m, statistic).ln());
        (ratios.sum::<f64>() / measured.len() as f64).exp()
    };
    println!("geometric mean: {:.3} by best times, {:.3} by medians", mean(best), mean(median));
    Ok(())
}

fn measure(name: &'static str, fen: &str, depth: u32, rounds: u32) -> Result<SpeedMeasurement> {
    let position = Position::from_fen(fen).with_context(|| name)?;
    let board = cozy::parse_board(fen)?;
    let nodes = movegen::perft(&position, depth);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let our_turn = || movegen::perft(black_box(&position), depth);
        let their_turn = || black_box(&board).perft(depth);
        // The first of a pair may run at another clock frequency, so the order alternates.
        let (our, their) = if round % 2 == 0 {
            let our = timed(our_turn);
            (our, timed(their_turn))
        } else {
            let their = timed(their_turn);
            (timed(our_turn), their)
        };
        ensure!(our.0 == nodes && their.0 == nodes, "{name}: we count {nodes}, they {}", their.0);
        ours.push(our.1);
        theirs.push(their.1);
    }
    Ok(SpeedMeasurement { name, depth, nodes, ours, theirs })
}

fn timed(count: impl Fn() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let nodes = count();
    (nodes, start.elapsed())
}

fn best(times: &[Duration]) -> Duration {
    times.iter().copied().min().unwrap_or_default()
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Our speed over theirs.
fn ratio(measured: &SpeedMeasurement, statistic: fn(&[Duration]) -> Duration) -> f64 {
    statistic(&measured.theirs).as_secs_f64() / statistic(&measured.ours).as_secs_f64()
}

fn report(measured: &[SpeedMeasurement]) -> Table {
    let mut table = Table::new(&[
        ("position", Align::Left),
        ("depth", Align::Right),
        ("nodes", Align::Right),
        ("bartizan Mnodes/s", Align::Right),
        ("cozy-chess Mnodes/s", Align::Right),
        ("ratio", Align::Right),
    ]);
    for m in measured {
        let speed = |times: &[Duration]| m.nodes as f64 / best(times).as_secs_f64() / 1e6;
        table.row([
            m.name.to_owned(),
            m.depth.to_string(),
            m.nodes.to_string(),
            format!("{:.1}", speed(&m.ours)),
            format!("{:.1}", speed(&m.theirs)),
            format!("{:.3}", ratio(m, best)),
        ]);
    }
    table
}
