//! Positions to test on, as FEN: chosen ones, and random games from them that cozy-chess plays.
//! Not an opening book, and not a suite with known answers.

use crate::{CozyBoard, Rng};

/// The six positions of the Chess Programming Wiki's page on perft results: the start, Kiwipete, and
/// positions 3 to 6.
pub const PERFT_POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

/// Three Chess960 positions from the openings, with all four castling rights or two.
pub const CHESS960_POSITIONS: [&str; 3] = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
];

/// Edge cases of the rules.
pub const EDGE_CASES: &[&str] = &[
    // En passant: legal, pinned along the rank, pinned on a diagonal, the only way out of check.
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1",
    "8/8/8/1k6/2Pp4/8/8/K4B2 b - c3 0 1",
    "4k3/8/8/2KpP3/8/8/8/8 w - d6 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    // En passant by two pawns, of which one is pinned: on the file, on either diagonal.
    "r3k2r/Ppp2ppp/1b3nbN/nPPpP3/BB6/5N2/qp1P2PP/R2Q1RK1 w kq d6 0 3",
    "4r1k1/8/8/3pPp2/8/8/8/4K3 w - d6 0 1",
    "2r3k1/8/8/2PpP3/8/8/8/2K5 w - d6 0 1",
    "6k1/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1",
    "6k1/8/8/8/2pPp3/8/8/K5B1 b - d3 0 1",
    "8/8/k7/8/2pPp3/8/8/K4B2 b - d3 0 1",
    // Promotions, quiet and with capture, under check.
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1k2q3/3P4/8/8/8/8/8/4K3 w - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    // Castling that gives check, to either side, and by a Chess960 rook.
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "5k2/8/8/8/8/8/8/1R3K1R w HB - 0 1",
    // Castling: out of check, through check, rook attacked, rights gone with a captured rook.
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "r3k2r/7b/8/8/8/8/1B4BQ/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1",
    "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    // Double check, pins from every side, a king in the open.
    "4k3/8/4r3/8/1b6/8/3n4/4K3 w - - 0 1",
    "4k3/8/4r3/8/1b6/8/8/4K3 w - - 0 1",
    "3q1r2/8/b6b/8/2PPP3/r1NKN2r/2PBP3/b2q2bk w - - 0 1",
    "8/1n4N1/2k5/8/8/5K2/4N1n1/8 b - - 0 1",
    // Checkmate, stalemate, almost only kings.
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/4k3/8/4K2R w K - 0 1",
    "8/8/8/8/8/2k5/8/K7 w - - 0 1",
    // Many queens: the longest move list of a game, 218 moves.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    // Sixteen pieces that no game has: rooks with odds, queens everywhere, and the most moves known, 240.
    "rrrrkrrr/rppppppp/8/8/8/8/RPPPPPPP/RRRRKRRR w - - 0 1",
    "q4k1q/q2Q1q2/3q4/2Q1Q3/1q6/8/qQ1Q4/3QK1q1 w - - 14 41",
    "nQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/krQ4Q w - - 0 1",
    // Counters at their edges.
    "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80",
    // Chess960: castling that moves only the rook, inner rooks, kings off the e-file, a rook pinned to the rank.
    "8/8/8/8/8/4k3/8/1KR5 w C - 0 1",
    "1rkr4/8/8/8/8/8/8/1RKR4 w BDbd - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w AEae - 0 1",
    "4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1",
];

/// All chosen positions: [`PERFT_POSITIONS`], [`CHESS960_POSITIONS`] and [`EDGE_CASES`].
pub fn chosen() -> impl Iterator<Item = &'static str> {
    PERFT_POSITIONS.iter().chain(&CHESS960_POSITIONS).chain(EDGE_CASES).copied()
}

/// A game of random legal moves.
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// The positions, the first being the start; one more than there are moves.
    pub fens: Vec<String>,
    /// The moves, castling written as king takes rook.
    pub moves: Vec<String>,
}

impl RandomGame {
    /// Plays `plies` random moves from `start`. Ends early when the game is over or its fifty-move
    /// counter is about to be full.
    ///
    /// # Panics
    /// When cozy-chess refuses `start`.
    #[must_use]
    pub fn play(start: &str, rng: &mut Rng, plies: usize) -> Self {
        let mut board = CozyBoard::from_fen(start).unwrap_or_else(|error| panic!("{error}"));
        let mut game = Self { fens: vec![start.to_string()], moves: Vec::new() };
        while game.moves.len() < plies && board.halfmove_clock() < 99 {
            let legal = board.legal_moves();
            let Some(mv) = rng.pick(&legal) else { break };
            board.play(mv).unwrap_or_else(|error| panic!("{error}"));
            game.fens.push(board.fen());
            game.moves.push(mv.clone());
        }
        game
    }

    /// The last position.
    #[must_use]
    pub fn last(&self) -> &str {
        self.fens.last().map_or("", String::as_str)
    }
}

/// `count` positions, each at a random place of a random game of its own. One game in three starts
/// from the standard position, one from a (double) Chess960 start, one from a chosen position.
#[must_use]
pub fn random(seed: u64, count: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let chosen: Vec<&str> = chosen().collect();
    (0..count)
        .map(|index| {
            let start = match index % 3 {
                0 => PERFT_POSITIONS[0].to_string(),
                1 => chess960_start(&mut rng).fen(),
                _ => chosen[rng.below(chosen.len())].to_string(),
            };
            let plies = 1 + rng.below(80);
            RandomGame::play(&start, &mut rng, plies).last().to_string()
        })
        .collect()
}

/// A random Chess960 start; one in four has different arrays for the two sides.
fn chess960_start(rng: &mut Rng) -> CozyBoard {
    let white = rng.below(960) as u16;
    let black = if rng.one_in(4) { rng.below(960) as u16 } else { white };
    CozyBoard::chess960(white, black)
}

/// The [`chosen`] positions followed by `count` [`random`] ones. Miri has a tenth of the chosen ones.
#[must_use]
pub fn mixed(seed: u64, count: usize) -> Vec<String> {
    let chosen = chosen().step_by(if cfg!(miri) { 10 } else { 1 });
    chosen.map(str::to_string).chain(random(seed, count)).collect()
}
