//! Random games to test schemes on, the same ones each time.

use crate::{Mode, MoveOrdering, NodeResult, NodeView, PlayedMove, Stage, previous_moves};
use board::{Move, Position};
use movegen::legal_moves;

/// Positions with pins, checks, promotions, en passant and castling close at hand.
pub(super) const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
];

/// A small generator of numbers (xorshift).
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Plays random games from [`STARTS`] and calls `visit` at every position, with the
/// line that led there.
pub(super) fn random_games(
    seed: u64,
    mut visit: impl FnMut(&Position, &[Option<PlayedMove>], &mut Random),
) {
    let mut random = Random(seed);
    for start in STARTS {
        for _ in 0..3 {
            let mut position = Position::from_fen(start).unwrap();
            let mut line = Vec::new();
            for _ in 0..60 {
                visit(&position, &line, &mut random);
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                if random.below(20) == 0 && !position.in_check() {
                    line.push(None);
                    position = position.make_null();
                    continue;
                }
                let mv = moves[random.below(moves.len())];
                line.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
                position = position.make(mv);
            }
        }
    }
}

/// A node with everything about it drawn at random; hash moves are often illegal.
pub(super) fn random_node<'a>(
    position: &'a Position,
    line: &[Option<PlayedMove>],
    random: &mut Random,
) -> NodeView<'a> {
    let legal = legal_moves(position);
    let tt_move = match random.below(4) {
        0 => None,
        1 => Move::from_bits(random.below(1 << 16) as u16),
        _ if legal.is_empty() => None,
        _ => Some(legal[random.below(legal.len())]),
    };
    let mode = match random.below(6) {
        0 => Mode::Quiescence,
        2 => Mode::Captures,
        1 => Mode::ProbCut(random.below(700) as i32 - 200),
        _ => Mode::Main,
    };
    NodeView {
        position,
        ply: random.below(300),
        depth: random.below(30) as i32 - 2,
        tt_move,
        previous_moves: previous_moves(line),
        threats: position.attacked_by(!position.side_to_move(), position.occupied()),
        mode,
    }
}

/// Lets the scheme learn a random outcome of the node.
pub(super) fn random_outcome<O: MoveOrdering>(
    scheme: &mut O,
    node: &NodeView<'_>,
    random: &mut Random,
) {
    let moves = legal_moves(node.position);
    if moves.is_empty() {
        return;
    }
    let index = random.below(moves.len());
    let (quiets, noisies): (Vec<_>, Vec<_>) =
        moves[..index].iter().copied().partition(|mv| mv.is_quiet());
    scheme.update(&NodeResult {
        node,
        best: moves[index],
        stage: Stage::Quiet,
        failed_high: random.below(4) > 0,
        quiets_searched: &quiets,
        noisies_searched: &noisies,
        moves_searched: index,
        bonus_depth: random.below(40) as i32 - 1,
    });
}
