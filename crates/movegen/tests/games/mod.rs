//! Random games for the tests of this crate: always the same ones, chosen by a seed.

// Each test file uses a part of this.
#![allow(dead_code)]

use bartizan_movegen::legal_moves;
use board::{Move, Position};

/// Positions in which much is possible: pins, promotions, en passant, castling of both kinds.
pub const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1r2q1n1/P1PkPpP1/1r3b2/3pP3/3Pp3/B4R1R/pPpKp1p1/4Q1N1 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrbbnk1r/pp2pppq/8/2pp3p/3P2P1/1N5P/PP2PP2/1RBBQKNR w KQkq - 0 9",
    "2r1rbk1/1bqn1pp1/pp1ppn1p/8/P1PNPP2/1PN3PP/1BQ3B1/2R1R2K w - - 0 1",
    "3r1rk1/1q3ppp/1b1r1n2/2pbn3/3pP3/1B1R1N1P/PBNQ1PP1/3R2K1 w - - 0 1",
];

/// SplitMix64: small, and the same on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// Plays `games` random games of at most `plies` plies, their beginnings taken from [`STARTS`]
/// in turn, and shows every position with its legal moves, of which there is at least one.
pub fn play(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Position, &[Move])) {
    let mut random = Random(seed);
    for game in 0..games {
        let start = STARTS[game % STARTS.len()];
        let mut position = Position::from_fen(start).unwrap_or_else(|e| panic!("{start}: {e}"));
        for _ in 0..plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            visit(&position, &moves);
            position = position.make(moves[random.below(moves.len())]);
        }
    }
}
