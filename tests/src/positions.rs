//! Positions to test on: hand-picked corners of the rules, and random games from them.
//! Not an opening book, and not a suite with known answers.

use board::{Move, Position};
use movegen::legal_moves;

use crate::rng::Rng;

/// The six positions everyone uses for perft.
pub const USUAL: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

/// Three Chess960 positions from the openings, with all four castling rights or two.
pub const FISCHER: [&str; 3] = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
];

/// Corners of the rules.
const CORNERS: &[&str] = &[
    // En passant: legal, pinned along the rank, pinned on a diagonal, the only way out of check.
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1",
    "8/8/8/1k6/2Pp4/8/8/K4B2 b - c3 0 1",
    "4k3/8/8/2KpP3/8/8/8/8 w - d6 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
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
    // Many queens: the longest move list known, 218 moves.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    // Counters at their edges.
    "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80",
    // Chess960: castling that moves only the rook, inner rooks, kings off the e-file, a rook pinned to the rank.
    "8/8/8/8/8/4k3/8/1KR5 w C - 0 1",
    "1rkr4/8/8/8/8/8/8/1RKR4 w BDbd - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w AEae - 0 1",
    "4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1",
];

/// Hand-picked positions: [`USUAL`], [`FISCHER`], and corners of the rules (en passant, promotion,
/// castling, checks, mates, crowded and empty boards).
///
/// # Panics
/// When the board refuses one of them.
#[must_use]
pub fn corners() -> Vec<Position> {
    USUAL.iter().chain(&FISCHER).chain(CORNERS).map(|fen| parse(fen)).collect()
}

/// A position from a FEN that is known to be right.
///
/// # Panics
/// When the board refuses it.
#[must_use]
pub fn parse(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays random legal moves from `start` and returns them. Ends early when the game is over or its
/// fifty-move counter is full.
#[must_use]
pub fn random_moves(start: &Position, rng: &mut Rng, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let mut played = Vec::new();
    while played.len() < plies && position.halfmove_clock() < 99 {
        let moves = legal_moves(&position);
        let Some(&mv) = rng.pick(&moves) else { break };
        position = position.make(mv);
        played.push(mv);
    }
    played
}

/// The positions of a game of [`random_moves`], `start` first.
#[must_use]
pub fn random_game(start: &Position, rng: &mut Rng, plies: usize) -> Vec<Position> {
    let mut line = vec![start.clone()];
    for mv in random_moves(start, rng, plies) {
        line.push(line[line.len() - 1].make(mv));
    }
    line
}

/// `count` positions, each at a random place of a random game of its own. One game in three starts
/// from the standard position, one from a (double) Fischer random one, one from a corner.
///
/// # Panics
/// When the board has no Chess960 position of a number below 960.
#[must_use]
pub fn random(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let corners = corners();
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let start = match found.len() % 3 {
            0 => Position::startpos(),
            1 => random_start(&mut rng),
            _ => corners[rng.below(corners.len())].clone(),
        };
        let plies = 1 + rng.below(80);
        let game = random_game(&start, &mut rng, plies);
        found.push(game[game.len() - 1].clone());
    }
    found
}

/// A random Chess960 start; one in four has different arrays for the two sides.
fn random_start(rng: &mut Rng) -> Position {
    let white = rng.below(960) as u16;
    let black = if rng.one_in(4) { rng.below(960) as u16 } else { white };
    Position::chess960(white, black).expect("both numbers are below 960")
}

/// The corners followed by `count` random positions.
#[must_use]
pub fn mixed(seed: u64, count: usize) -> Vec<Position> {
    let mut all = corners();
    all.extend(random(seed, count));
    all
}
