//! The mailbox board and the board of bitboards say the same of every position of random games.

use bitboards::{CastlingSide, Color, Piece, Position, Square};
use testkit::Rng;
use testkit::positions::chosen;

/// What a position shows, but for its keys, which may differ.
macro_rules! observed {
    ($board:ident, $position:expr) => {{
        let position = $position;
        let sides = $board::Color::ALL.map(|color| {
            let sets = $board::PieceKind::ALL.map(|kind| position.of(color, kind).0);
            let attacked = position.attacked_by(color, position.occupied()).0;
            (sets, attacked, position.blockers(color).0, position.king(color).index())
        });
        let attackers =
            $board::Square::ALL.map(|square| position.attackers_to(square, position.occupied()).0);
        let state = (position.checkers().0, position.pinned().0, position.castling_rights().bits());
        let texts = (position.to_fen(), position.to_shredder_fen(), position.reversible_plies());
        let material = $board::Color::ALL.map(|color| position.has_non_pawn_material(color));
        (sides, attackers, state, texts, material, position.has_insufficient_material())
    }};
}

#[test]
fn random_games() {
    let mut rng = Rng::new(1);
    let mut keys = std::collections::HashMap::new();
    for start in chosen().chain(chosen()) {
        let mut expected = Position::from_fen(start).expect("a valid FEN");
        let mut position = board_mailbox::Position::from_fen(start).expect("a valid FEN");
        for _ in 0..100 {
            assert_eq!(observed!(board_mailbox, &position), observed!(bitboards, &expected));
            assert_eq!(
                observed!(board_mailbox, position.flipped()),
                observed!(bitboards, expected.flipped())
            );
            // The keys are other numbers that tell the same positions apart.
            let same = keys.entry(expected.key()).or_insert(position.key());
            assert_eq!(*same, position.key(), "{expected}");
            let moves = legal_moves(&expected);
            let Some(&mv) = rng.pick(&moves) else { break };
            let same = board_mailbox::Move::from_bits(mv.bits()).expect("not zero");
            assert_eq!(same.to_string(), mv.to_string());
            (expected, position) = (expected.make(mv), position.make(same));
            if !expected.in_check() && rng.one_in(16) {
                (expected, position) = (expected.make_null(), position.make_null());
            }
        }
    }
}

/// Some legal moves: all encodings that leave the own king unattacked, tested with the public
/// functions of the board alone.
fn legal_moves(position: &Position) -> Vec<bitboards::Move> {
    let us = position.side_to_move();
    let mut moves = Vec::new();
    for from in position.color(us) {
        let kind = position.piece_on(from).map_or(bitboards::PieceKind::King, Piece::kind);
        let attacked = bitboards::attacks::piece_attacks(kind, us, from, position.occupied());
        for to in attacked - position.color(us) - position.king(!us).bitboard() {
            let flag = match (position.piece_on(to), kind) {
                (Some(_), bitboards::PieceKind::Pawn) if is_last(to, us) => {
                    bitboards::MoveFlag::CAPTURE_PROMOTIONS[2]
                }
                (Some(_), _) => bitboards::MoveFlag::CAPTURE,
                (None, bitboards::PieceKind::Pawn) if position.en_passant() == Some(to) => {
                    bitboards::MoveFlag::EN_PASSANT
                }
                (None, bitboards::PieceKind::Pawn) => continue,
                (None, _) => bitboards::MoveFlag::QUIET,
            };
            moves.push(bitboards::Move::new(from, to, flag));
        }
        if kind == bitboards::PieceKind::Pawn {
            let ahead = |square: Square| match us {
                Color::White => (square.bitboard().north() - position.occupied()).first(),
                Color::Black => (square.bitboard().south() - position.occupied()).first(),
            };
            let Some(once) = ahead(from) else { continue };
            let promotes = is_last(once, us);
            let flag = if promotes {
                bitboards::MoveFlag::PROMOTIONS[1]
            } else {
                bitboards::MoveFlag::QUIET
            };
            moves.push(bitboards::Move::new(from, once, flag));
            if from.rank().relative_to(us) == bitboards::Rank::Second
                && let Some(twice) = ahead(once)
            {
                moves.push(bitboards::Move::new(from, twice, bitboards::MoveFlag::DOUBLE_PUSH));
            }
        }
    }
    for side in CastlingSide::ALL {
        let Some(rook) = position.castling_rook(us, side) else { continue };
        let mv = bitboards::Move::new(position.king(us), rook, bitboards::MoveFlag::CASTLE);
        let targets = mv.castle_king_target().bitboard() | mv.castle_rook_target().bitboard();
        let others = position.occupied() - position.king(us).bitboard() - rook.bitboard();
        if (targets & others).is_empty() {
            moves.push(mv);
        }
    }
    moves.retain(|&mv| {
        let after = position.make(mv);
        let attackers = after.attackers_to(after.king(us), after.occupied());
        (attackers & after.color(!us)).is_empty()
    });
    moves
}

fn is_last(square: Square, us: Color) -> bool {
    square.rank().relative_to(us) == bitboards::Rank::Eighth
}
