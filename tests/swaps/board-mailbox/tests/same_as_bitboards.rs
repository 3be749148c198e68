//! The mailbox board and the board of bitboards say the same of every position of random games.

use contracts::positions::read_move;
use testkit::positions::{RandomGame, chosen};

/// What a position shows, but for its keys, which may differ.
macro_rules! observed {
    ($position:expr) => {{
        let position = $position;
        let sides = types::Color::ALL.map(|color| {
            let sets = types::PieceKind::ALL.map(|kind| position.of(color, kind));
            let attacked = position.attacked_by(color, position.occupied());
            let others = position.has_non_pawn_material(color);
            (sets, attacked, position.blockers(color), position.king(color), others)
        });
        let attackers = types::Square::ALL.map(|square| {
            (position.attackers_to(square, position.occupied()), position.attacks_from(square))
        });
        let passed = [
            types::EnPassantMode::Legal,
            types::EnPassantMode::PseudoLegal,
            types::EnPassantMode::Always,
        ]
        .map(|mode| position.to_fen_with(types::CastlingNotation::Standard, mode));
        let state = (position.checkers(), position.pinned(), position.castling_rights(), passed);
        let texts = (position.to_fen(), position.to_shredder_fen(), position.reversible_plies());
        (sides, attackers, state, texts, position.has_insufficient_material())
    }};
}

#[test]
fn random_games() {
    let mut rng = testkit::Rng::new(1);
    let mut keys = std::collections::HashMap::new();
    for start in chosen().chain(chosen()) {
        let mut expected = bitboards::Position::from_fen(start).expect("a valid FEN");
        let mut position = board_mailbox::Position::from_fen(start).expect("a valid FEN");
        for mv in RandomGame::play(start, &mut rng, 100).moves {
            let mv = read_move(&expected, &mv);
            (expected, position) = (expected.make(mv), position.make(mv));
            if !expected.in_check() && rng.one_in(16) {
                let passed = (expected.make_null(), position.make_null());
                assert_eq!(observed!(&passed.1), observed!(&passed.0), "passing in {expected}");
            }
            assert_eq!(observed!(&position), observed!(&expected));
            assert_eq!(observed!(position.flipped()), observed!(expected.flipped()));
            // The keys are other numbers that tell the same positions apart.
            let same = keys.entry(expected.key()).or_insert(position.key());
            assert_eq!(*same, position.key(), "{expected}");
        }
    }
}
