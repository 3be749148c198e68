//! How often static exchange evaluation differs from the exchange that the rules of chess allow. That it
//! follows its own rules is in the contract suite.

use bartizan_ordering::{SeeValues, see};
use board::{Move, PieceKind, Position, Square};
use movegen::legal_moves;

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1r2q1n1/P1PkPpP1/1r3b2/3pP3/3Pp3/B4R1R/pPpKp1p1/4Q1N1 w - - 0 1",
    "2r1rbk1/1bqn1pp1/pp1ppn1p/8/P1PNPP2/1PN3PP/1BQ3B1/2R1R2K w - - 0 1",
    "3r1rk1/1q3ppp/1b1r1n2/2pbn3/3pP3/1B1R1N1P/PBNQ1PP1/3R2K1 w - - 0 1",
];

/// Material that a move gains by itself: what it captures, and a promotion.
fn move_gain(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| SeeValues::DEFAULT.0[kind.index()];
    position.captured(mv).map_or(0, value)
        + mv.promotion().map_or(0, |kind| value(kind) - value(PieceKind::Pawn))
}

/// What the side to move wins by the best legal capture on `to`, with any piece and any promotion;
/// 0 if none wins.
fn best_reply(position: &Position, to: Square) -> i32 {
    legal_moves(position)
        .into_iter()
        .filter(|mv| mv.to() == to && mv.is_capture() && !mv.is_en_passant())
        .map(|mv| move_gain(position, mv) - best_reply(&position.make(mv), to))
        .fold(0, i32::max)
}

/// SEE simplifies: it ignores checks from elsewhere, and always captures with the least valuable piece.
#[test]
fn see_rarely_differs_from_legal_exchange() {
    let (mut captures, mut differ) = (0, 0);
    let mut state = 13u64;
    for game in 0..60 {
        let mut position = Position::from_fen(STARTS[game % STARTS.len()]).expect("a valid FEN");
        for _ in 0..80 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            for &mv in moves.iter().filter(|mv| mv.is_noisy()) {
                let exact = move_gain(&position, mv) - best_reply(&position.make(mv), mv.to());
                captures += 1;
                differ += usize::from(see(&position, mv, &SeeValues::DEFAULT) != exact);
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.make(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    assert!(captures > 5_000, "{captures}");
    assert!(differ * 20 < captures, "{differ} of {captures}");
}
