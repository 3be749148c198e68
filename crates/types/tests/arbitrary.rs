//! Values from bytes, as a fuzzer gives them.

use arbitrary::{Arbitrary, Unstructured};
use bartizan_types::{CastlingRights, Color, Move, Piece, Square, UciMove};
use std::collections::HashSet;
use std::hash::Hash;

/// How many different values there are in these bytes.
fn different<T: for<'a> Arbitrary<'a> + Eq + Hash>(bytes: &[u8]) -> usize {
    let mut bytes = Unstructured::new(bytes);
    let mut values = HashSet::new();
    while !bytes.is_empty() {
        values.insert(T::arbitrary(&mut bytes).expect("a value"));
    }
    values.len()
}

#[test]
fn all_values_come_from_bytes() {
    let mut rng = testkit::Rng::new(1);
    let bytes: Vec<u8> = (0..20_000).map(|_| rng.next_u64() as u8).collect();
    assert_eq!(different::<Color>(&bytes), 2);
    assert_eq!(different::<Piece>(&bytes), 12);
    assert_eq!(different::<Square>(&bytes), 64);
    assert_eq!(different::<CastlingRights>(&bytes), 16);
    assert!(different::<Move>(&bytes) > 3_000);
    let mut texts = Unstructured::new(&bytes);
    for _ in 0..2_000 {
        let mv: UciMove = texts.arbitrary().expect("a move");
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    // Without bytes there is a value too.
    assert!(Unstructured::new(&[]).arbitrary::<Move>().is_ok());
}
