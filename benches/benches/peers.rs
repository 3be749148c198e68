//! Bulk perft of four libraries on one thread without a hash table, by turns in one process, for
//! `cargo xtask peers`. Prints a line a measurement: name of the position, FEN, depth, library,
//! nodes and seconds, with tabs between them.
//!
//! Arguments: rounds, and plies less than usual.

#![allow(clippy::print_stdout)]

use board::Position;
use chess::{Board as ChessBoard, MoveGen};
use cozy_chess::Board as CozyBoard;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use std::env::args;
use std::hint::black_box;
use std::time::Instant;

/// The six usual positions, each to a depth of some 10⁸ nodes.
const POSITIONS: [(&str, &str, u32); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("CPW 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("CPW 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("CPW 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("CPW 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

type Perft = Box<dyn Fn(u32) -> u64>;

fn main() {
    // `cargo bench` adds `--bench`.
    let mut numbers = args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let rounds = numbers.next().unwrap_or(1) as usize;
    let shallower = numbers.next().unwrap_or(1);
    for (name, fen, depth) in POSITIONS {
        let depth = depth.saturating_sub(shallower).max(1);
        let libraries = libraries(fen);
        for round in 0..rounds {
            for turn in 0..libraries.len() {
                // What runs first may run at another clock frequency, so that changes.
                let (library, perft) = &libraries[(round + turn) % libraries.len()];
                let start = Instant::now();
                let nodes = perft(black_box(depth));
                let seconds = start.elapsed().as_secs_f64();
                println!("{name}\t{fen}\t{depth}\t{library}\t{nodes}\t{seconds:.6}");
            }
        }
    }
}

fn libraries(fen: &str) -> [(&'static str, Perft); 4] {
    let ours = Position::from_fen(fen).expect("a valid position");
    let cozy: CozyBoard = fen.parse().expect("a valid position");
    let chess: ChessBoard = fen.parse().expect("a valid position");
    let shakmaty: Fen = fen.parse().expect("a FEN");
    let shakmaty: Chess = shakmaty.into_position(CastlingMode::Standard).expect("a valid position");
    [
        ("bartizan", Box::new(move |depth| movegen::perft(&ours, depth))),
        ("cozy-chess", Box::new(move |depth| perft_of_cozy(&cozy, depth))),
        ("chess", Box::new(move |depth| perft_of_chess(&chess, depth))),
        ("shakmaty", Box::new(move |depth| shakmaty::perft(&shakmaty, depth))),
    ]
}

fn perft_of_cozy(board: &CozyBoard, depth: u32) -> u64 {
    let mut nodes = 0;
    // Two closures, so that the one for the last ply stays small.
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += perft_of_cozy(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn perft_of_chess(board: &ChessBoard, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| perft_of_chess(&board.make_move_new(mv), depth - 1)).sum()
}
