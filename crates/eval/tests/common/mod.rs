//! Positions for the tests of this crate: chosen ones and random walks from them,
//! the same in every run.

use board::Position;
use movegen::legal_moves;

/// Openings, middlegames and endgames of different shapes, standard and Chess960 castling.
pub const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1",
    "8/5kp1/4b2p/1p6/1P2B3/6PP/5PK1/8 b - - 0 1",
    "2r3k1/1q3pp1/p3pb1p/1p1p4/3P3P/1P2PNQ1/P4PP1/2R3K1 w - - 0 26",
    "8/8/8/4k3/8/8/2KBN3/8 w - - 0 1",
    "8/1P4k1/8/8/8/8/6Kp/8 w - - 0 1",
    "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha - 0 1",
    "3q1rk1/5pbp/5Qp1/8/8/2B5/5PPP/6K1 w - - 0 1",
];

/// The position of a valid FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All positions of `random_walks` random games of up to 60 moves from each start.
pub fn random_walks(random_walks: usize) -> Vec<Position> {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut positions = Vec::new();
    for _ in 0..random_walks {
        for start in STARTS {
            let mut current = position(start);
            for _ in 0..60 {
                let moves = legal_moves(&current);
                positions.push(current.clone());
                if moves.is_empty() {
                    break;
                }
                current = current.make(moves[random(moves.len())]);
            }
        }
    }
    positions
}
