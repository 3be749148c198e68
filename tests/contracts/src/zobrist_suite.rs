//! The keys of a position: equal for equal pieces, different for different ones, whatever the moves
//! that led there. Keys of games, that is repetitions, are in `repetition_suite`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use board::{Color, Move, PieceKind, Position};

use crate::positions::{chosen, legal_moves, mixed, parse, random_game};
use testkit::Rng;

/// The part of the board's contract that is about keys.
pub(crate) fn keys() {
    rights_and_en_passant_files();
    each_key_tells_its_pieces();
    keys_after_moves();
}

/// Every set of castling rights and every en passant file counts.
fn rights_and_en_passant_files() {
    let rights = |set: usize| -> String {
        let letters = "KQkq".chars().enumerate();
        letters.filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, letter)| letter).collect()
    };
    let castling = (0..16).map(|set| match rights(set) {
        none if none.is_empty() => "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1".to_string(),
        some => format!("r3k2r/8/8/8/8/8/8/R3K2R w {some} - 0 1"),
    });
    let en_passant = ["-", "a6", "c6", "e6", "g6"]
        .map(|square| format!("4k3/8/8/pPpPpPpP/8/8/8/4K3 w - {square} 0 1"));
    let mirrored = ["-", "b3", "d3", "f3", "h3"]
        .map(|square| format!("4k3/8/8/8/pPpPpPpP/8/8/4K3 b - {square} 0 1"));
    for fens in [castling.collect(), en_passant.to_vec(), mirrored.to_vec()] {
        let keys: BTreeSet<u64> = fens.iter().map(|fen| parse(fen).key()).collect();
        assert_eq!(keys.len(), fens.len(), "two of these have one key: {fens:?}");
    }
}

/// Over many positions, two have the same key of a group exactly when that group stands alike.
fn each_key_tells_its_pieces() {
    let mut rng = Rng::new(6);
    let mut positions = mixed(5, 400);
    for start in chosen() {
        positions.extend(random_game(&start, &mut rng, 60));
    }
    let pieces = |position: &Position, colors: &[Color], kinds: &[PieceKind]| -> Vec<u64> {
        let sets = colors.iter().flat_map(|&c| kinds.iter().map(move |&kind| (c, kind)));
        sets.map(|(color, kind)| position.of(color, kind).0).collect()
    };
    let both = &Color::ALL;
    let pawns = |at: &Position| (pieces(at, both, &[PieceKind::Pawn]), at.pawn_key());
    one_to_one("pawns", positions.iter().map(pawns));
    let minors = [PieceKind::Knight, PieceKind::Bishop];
    let minors = |at: &Position| (pieces(at, both, &minors), at.minor_key());
    one_to_one("knights and bishops", positions.iter().map(minors));
    for color in Color::ALL {
        let others =
            |at: &Position| (pieces(at, &[color], &PieceKind::ALL[1..]), at.non_pawn_key(color));
        one_to_one("one colour's pieces but pawns", positions.iter().map(others));
    }
    let whole = |at: &Position| {
        let fen = at.to_shredder_fen();
        (fen.split(' ').take(4).collect::<Vec<_>>().join(" "), at.key())
    };
    one_to_one("the whole position", positions.iter().map(whole));
}

/// The key after a move is known before, but for special moves and changes of the rest of the state. To ask
/// for that of a move that is not legal is no error.
fn keys_after_moves() {
    let state = |at: &Position| (at.castling_rights(), at.en_passant());
    let mut rng = Rng::new(7);
    let mut compared = 0;
    for start in chosen() {
        for position in random_game(&start, &mut rng, 60) {
            if !position.in_check() && position.en_passant().is_none() {
                assert_eq!(position.key_after_null(), position.make_null().key(), "{position}");
            }
            (1..=u16::MAX).step_by(97).filter_map(Move::from_bits).for_each(|mv| {
                std::hint::black_box(position.key_after(mv));
            });
            for mv in legal_moves(&position) {
                let next = position.make(mv);
                let special = mv.is_castle() || mv.is_en_passant() || mv.promotion().is_some();
                if !special && state(&position) == state(&next) {
                    assert_eq!(position.key_after(mv), next.key(), "{mv} in {position}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "only {compared} moves");
}

/// Equal things have equal keys, and others have others.
fn one_to_one<T: Ord + Clone + Debug>(what: &str, pairs: impl Iterator<Item = (T, u64)>) {
    let (mut keys, mut things) = (BTreeMap::new(), BTreeMap::new());
    let mut count = 0;
    for (thing, key) in pairs {
        count += 1;
        let first = *keys.entry(thing.clone()).or_insert(key);
        assert_eq!(first, key, "two keys of {what} for {thing:?}");
        let first = things.entry(key).or_insert(thing.clone());
        assert_eq!(*first, thing, "one key of {what} for two");
    }
    assert!(
        keys.len() > 20 && keys.len() < count,
        "{what}: {} of {count} differ, which tests one half only",
        keys.len()
    );
}
