//! Positions from bytes, as a fuzzer gives them.

use arbitrary::Unstructured;
use bartizan_board::{PackedPosition, Position};

#[test]
fn bytes_give_valid_positions() {
    let mut rng = testkit::Rng::new(1);
    let (mut made, mut with_rights, mut with_en_passant) = (0, 0, 0);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..99).map(|_| rng.next_u64() as u8).collect();
        let Ok(position) = Unstructured::new(&bytes).arbitrary::<Position>() else { continue };
        assert_eq!(position.to_fen().parse(), Ok(position.clone()));
        let packed = PackedPosition::from_bytes(position.to_packed().to_bytes());
        assert!(packed.unpack().is_ok_and(|unpacked| unpacked.same_position(&position)));
        made += 1;
        with_rights += u32::from(!position.castling_rights().is_empty());
        with_en_passant += u32::from(position.double_push_target().is_some());
    }
    assert!(made > 500, "{made}");
    assert!(with_rights > 5 && with_en_passant > 5, "{with_rights} {with_en_passant}");
    assert!(Unstructured::new(&[]).arbitrary::<Position>().is_ok());
}
