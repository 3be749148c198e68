//! Tests of whole schemes, on positions where their order is known. What all schemes must
//! guarantee is in the contract suite.

mod schemes;

use board::Position;
use movegen::legal_moves;

/// Positions with pins, checks, promotions, en passant and castling.
const START_FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
];

/// Calls `visit` at every position of random games from [`START_FENS`].
pub(crate) fn random_games(seed: u64, mut visit: impl FnMut(&Position)) {
    let mut state = seed;
    let mut random_below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % bound
    };
    for start in START_FENS {
        for _ in 0..3 {
            let mut position = Position::from_fen(start).unwrap();
            for _ in 0..60 {
                visit(&position);
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = position.make(moves[random_below(moves.len())]);
            }
        }
    }
}
