//! How often static exchange evaluation differs from the exchange that the rules of chess allow. That it
//! follows its own rules is in the contract suite.

use bartizan_ordering::{SeeValues, see};
use board::{Move, PieceKind, Position, Square};
use movegen::legal_moves;
use testkit::Rng;
use testkit::positions::{PERFT_POSITIONS, RandomGame};

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
    let mut rng = Rng::new(13);
    for start in PERFT_POSITIONS.iter().cycle().take(60) {
        for fen in RandomGame::play(start, &mut rng, 80).fens {
            let position = Position::from_fen(&fen).expect("a valid FEN");
            for mv in legal_moves(&position).into_iter().filter(|mv| mv.is_noisy()) {
                let exact = move_gain(&position, mv) - best_reply(&position.make(mv), mv.to());
                captures += 1;
                differ += usize::from(see(&position, mv, &SeeValues::DEFAULT) != exact);
            }
        }
    }
    assert!(captures > 5_000, "{captures}");
    assert!(differ * 20 < captures, "{differ} of {captures}");
}
