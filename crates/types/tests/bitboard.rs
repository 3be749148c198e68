//! Sets of squares against sets of the standard library, and their flips against those of squares.

use std::collections::{BTreeSet, HashSet};

use bartizan_types::{Bitboard, File, Rank, Square};
use testkit::Rng;

/// Sets with few and with many squares.
fn samples() -> impl Iterator<Item = Bitboard> {
    let mut rng = Rng::new(1);
    let random = std::iter::from_fn(move || {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        Some(Bitboard([a, a & b, a | b, a & b & a.rotate_left(7)][rng.below(4)]))
    });
    [Bitboard::EMPTY, Bitboard::FULL, Bitboard::LIGHT].into_iter().chain(random.take(200))
}

fn squares(set: Bitboard) -> BTreeSet<Square> {
    Square::ALL.into_iter().filter(|&square| set.contains(square)).collect()
}

#[test]
fn squares_in_order_from_both_ends() {
    for set in samples() {
        let list: Vec<Square> = set.into_iter().collect();
        assert!(list.iter().eq(&squares(set)));
        assert!(set.iter().rev().eq(list.iter().rev().copied()));
        assert_eq!((set.count() as usize, set.into_iter().len()), (list.len(), list.len()));
        assert_eq!((set.first(), set.last()), (list.first().copied(), list.last().copied()));
        assert_eq!(list.iter().copied().collect::<Bitboard>(), set);
        assert_eq!(set.single_square().is_some(), list.len() == 1);
        let (mut up, mut down) = (set, set);
        for (first, last) in list.iter().zip(list.iter().rev()) {
            assert_eq!((up.pop_first(), down.pop_last()), (Some(*first), Some(*last)));
        }
        assert_eq!((up.pop_first(), down.pop_last()), (None, None));
        assert!(up.is_empty() && down.is_empty());
    }
}

#[test]
fn operators_are_those_of_sets() {
    let mut rng = Rng::new(2);
    for (a, b) in samples().zip(samples().skip(7)) {
        let (left, right) = (squares(a), squares(b));
        let set = |squares: BTreeSet<Square>| squares.into_iter().collect::<Bitboard>();
        assert_eq!(a & b, set(&left & &right));
        assert_eq!(a | b, set(&left | &right));
        assert_eq!(a ^ b, set(&left ^ &right));
        assert_eq!(a - b, set(&left - &right));
        assert_eq!(a.is_subset(b), left.is_subset(&right));
        assert_eq!(a.is_superset(b), left.is_superset(&right));
        assert_eq!(a.is_disjoint(b), left.is_disjoint(&right));
        assert!((a & b).is_subset(a) && (a - b).is_disjoint(b) && a.is_disjoint(!a));
        let mut extended = a;
        extended.extend(b);
        assert_eq!(extended, a | b);

        let square = Square::from_index(rng.below(64));
        let (file, rank, alone) = (square.file(), square.rank(), square.bitboard());
        assert_eq!(
            (a | square, a & square, a ^ square, a - square),
            (a | alone, a & alone, a ^ alone, a - alone)
        );
        assert_eq!((a & file, a - rank), (a & file.bitboard(), a - rank.bitboard()));
        assert_eq!(
            (a.with(square), a.without(square), a.toggled(square)),
            (a | square, a - square, a ^ square)
        );
        let mut changed = a;
        assert_eq!(changed.insert(square), !a.contains(square));
        assert!(changed.remove(square) && !changed.remove(square));
        changed.toggle(square);
        assert_eq!(changed, a | square);
        changed.set(square, a.contains(square));
        changed ^= square;
        changed ^= square;
        assert_eq!(changed, a);
    }
}

#[test]
fn flips_turns_and_shifts_move_each_square() {
    for set in samples() {
        let moved = |to: fn(Square) -> Square| set.into_iter().map(to).collect::<Bitboard>();
        for (flipped, expected) in [
            (set.flip_vertical(), moved(Square::flip_vertical)),
            (set.flip_horizontal(), moved(Square::flip_horizontal)),
            (set.flip_diagonal(), moved(Square::flip_diagonal)),
            (set.flip_anti_diagonal(), moved(Square::flip_anti_diagonal)),
            (set.rotate_90(), moved(Square::rotate_90)),
            (set.rotate_180(), moved(Square::rotate_180)),
            (set.rotate_270(), moved(Square::rotate_270)),
        ] {
            assert_eq!(flipped, expected, "{set:?}");
        }
        for (files, ranks) in (-9..=9).flat_map(|files| (-9..=9).map(move |ranks| (files, ranks))) {
            let expected =
                set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
            assert_eq!(set.shift(files, ranks), expected, "{files} {ranks} {set:?}");
        }
        assert_eq!(set.shift(i8::MIN, 0) | set.shift(0, i8::MAX), Bitboard::EMPTY);
        let steps = [set.north(), set.south(), set.east(), set.west()];
        assert_eq!(steps, [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(f, r)| set.shift(f, r)));
        let steps = [set.north_east(), set.north_west(), set.south_east(), set.south_west()];
        assert_eq!(steps, [(1, 1), (-1, 1), (1, -1), (-1, -1)].map(|(f, r)| set.shift(f, r)));
    }
}

#[test]
fn subsets_are_all_and_distinct() {
    for set in samples().map(|set| set.into_iter().step_by(5).take(10).collect::<Bitboard>()) {
        let subsets: HashSet<Bitboard> = set.subsets().collect();
        assert_eq!((subsets.len(), set.subsets().count()), (1 << set.count(), 1 << set.count()));
        assert!(subsets.iter().all(|subset| subset.is_subset(set)));
        assert!(set.subsets().is_sorted());
    }
}

#[test]
fn texts_and_numbers() {
    let set = Square::A1.bitboard() | Square::H8;
    let text = ". . . . . . . X\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
                . . . . . . . .\n. . . . . . . .\n. . . . . . . .\nX . . . . . . .\n";
    assert_eq!((set.to_string(), format!("{set:?}")), (text.to_owned(), format!("\n{text}")));
    assert_eq!(
        format!("{set:x} {set:#X} {:b}", Bitboard(5)),
        "8000000000000001 0x8000000000000001 101"
    );
    assert_eq!((Bitboard::from(5), u64::from(set)), (Bitboard(5), 0x8000_0000_0000_0001));
    assert_eq!(Bitboard::from(File::A) & Bitboard::from(Rank::First), Bitboard::from(Square::A1));
    assert_eq!(Bitboard::EDGES, File::A.bitboard() | File::H | Rank::First | Rank::Eighth);
    assert!(Bitboard::CORNERS.iter().eq([Square::A1, Square::H1, Square::A8, Square::H8]));
    assert!(Bitboard::CENTER.iter().eq([Square::D4, Square::E4, Square::D5, Square::E5]));
    assert!(Bitboard::DARK.contains(Square::A1) && Bitboard::LIGHT == !Bitboard::DARK);
}
