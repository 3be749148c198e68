//! Some of the moves beside all of them, in positions of all kinds.

use std::ops::ControlFlow;

use bartizan_movegen::board::{Bitboard, Move, PieceKind, Position, Square};
use bartizan_movegen::{
    captures, castlings, divide, en_passant_captures, for_each_move, for_each_piece_moves,
    has_legal_move, is_legal, legal_moves, moves_from, moves_of_kind_to, moves_to, perft, play,
    promotions, pseudo_legal_moves, targets_from,
};
use testkit::{cases, positions::mixed};

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    bits
}

#[test]
fn parts_add_up_to_all_legal_moves() {
    for fen in mixed(3, cases(300)) {
        let position = Position::from_fen(&fen).unwrap();
        let all = legal_moves(&position);
        let wanted = sorted(all.clone());
        let from = Square::ALL.iter().flat_map(|from| moves_from(&position, from.bitboard()));
        assert_eq!(sorted(from), wanted, "{fen}");
        let to = Square::ALL.iter().flat_map(|to| moves_to(&position, to.bitboard()));
        assert_eq!(sorted(to), wanted, "{fen}");
        assert_eq!(sorted(moves_from(&position, Bitboard::FULL)), wanted);
        let mut pieces = Vec::new();
        let _ = for_each_piece_moves(&position, Bitboard::FULL, |piece| {
            assert_eq!(piece.len(), piece.into_iter().count());
            assert!(!piece.is_empty() && piece.into_iter().all(|mv| piece.contains(mv)));
            assert_eq!(piece.kind, position.piece_on(piece.from).unwrap().kind());
            pieces.push(piece);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(sorted(pieces.iter().copied().flatten()), wanted, "{fen}");
        let held = |mv| pieces.iter().filter(|piece| piece.contains(mv)).count();
        for mv in pseudo_legal_moves(&position) {
            let flagged = |flag: u16| Move::from_bits(mv.bits() & 0xfff | flag << 12);
            for mv in (0..16).filter_map(flagged) {
                let expected = wanted.binary_search(&mv.bits()).is_ok();
                assert_eq!(held(mv), usize::from(expected), "{fen} {mv:?}");
            }
        }
        let first = for_each_piece_moves(&position, Bitboard::FULL, ControlFlow::Break);
        let first = if let ControlFlow::Break(piece) = first { Some(piece) } else { None };
        assert_eq!(first, pieces.first().copied());
        assert_eq!(has_legal_move(&position), !all.is_empty());
        for (part, belongs) in [
            (castlings(&position), Move::is_castle as fn(Move) -> bool),
            (en_passant_captures(&position), Move::is_en_passant),
            (promotions(&position), Move::is_promotion),
        ] {
            assert_eq!(
                sorted(part),
                sorted(all.iter().copied().filter(|&mv| belongs(mv))),
                "{fen}"
            );
        }
        let mut heard = Vec::new();
        for_each_move(&position, |mv| heard.push(mv));
        assert_eq!(heard[..], all[..]);
        assert_eq!(
            sorted(captures(&position)),
            sorted(all.iter().copied().filter(|mv| mv.is_capture()))
        );
        for square in Square::ALL {
            let targets = targets_from(&position, square);
            assert!(targets.count() as usize <= moves_from(&position, square.bitboard()).len());
            for kind in PieceKind::ALL {
                let same = |mv: &Move| {
                    mv.to() == square && position.moved_piece(*mv).kind() == kind && !mv.is_castle()
                };
                let expected = all.iter().copied().filter(same);
                assert_eq!(
                    sorted(moves_of_kind_to(&position, kind, square)),
                    sorted(expected),
                    "{fen}"
                );
            }
        }
        assert_eq!(divide(&position, 2).map(|(_, count)| count).sum::<u64>(), perft(&position, 2));
    }
}

#[test]
fn pseudo_legal_moves_are_legal_where_the_king_is_safe() {
    for fen in mixed(4, cases(300)) {
        let position = Position::from_fen(&fen).unwrap();
        let all = pseudo_legal_moves(&position);
        assert_eq!(
            sorted(all.iter().copied().filter(|&mv| is_legal(&position, mv))),
            sorted(legal_moves(&position)),
            "{fen}"
        );
        for mv in all {
            let after = play(&position, mv);
            assert_eq!(after.is_ok(), is_legal(&position, mv), "{fen} {mv}");
            assert!(after.is_ok_and(|next| next == position.make(mv)) || !is_legal(&position, mv));
        }
    }
}
