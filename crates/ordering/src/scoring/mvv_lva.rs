//! System A's table: the most valuable victim first, the least valuable attacker
//! first among its takers, as a sort key above [`OFFSET`].

use board::{Move, PieceKind, Position};

/// Where the keys of captures begin. Only their order matters, so they are small and
/// fit between this and the greatest `u32`.
pub const OFFSET: u32 = u32::MAX - 256;

/// `[victim][attacker]`, both in the order K, Q, R, B, N, P, none. The rows of king
/// and none, and the column of none, are zero, so that no case needs a branch.
pub const TABLE: [[u32; 7]; 7] = [
    [0, 0, 0, 0, 0, 0, 0],
    [50, 51, 52, 53, 54, 55, 0],
    [40, 41, 42, 43, 44, 45, 0],
    [30, 31, 32, 33, 34, 35, 0],
    [20, 21, 22, 23, 24, 25, 0],
    [10, 11, 12, 13, 14, 15, 0],
    [0, 0, 0, 0, 0, 0, 0],
];

/// Row or column of a kind of piece in [`TABLE`].
#[must_use]
pub const fn slot(kind: Option<PieceKind>) -> usize {
    match kind {
        Some(PieceKind::King) => 0,
        Some(PieceKind::Queen) => 1,
        Some(PieceKind::Rook) => 2,
        Some(PieceKind::Bishop) => 3,
        Some(PieceKind::Knight) => 4,
        Some(PieceKind::Pawn) => 5,
        None => 6,
    }
}

/// The key of a legal capture: [`OFFSET`] + table value; 0 for any other move.
#[must_use]
pub fn key(position: &Position, mv: Move) -> u32 {
    if !mv.is_capture() {
        return 0;
    }
    let attacker = position.moved_piece(mv).kind();
    OFFSET + TABLE[slot(position.captured(mv))][slot(Some(attacker))]
}

/// A key as a signed score of the same order.
#[must_use]
pub const fn score_of_key(key: u32) -> i32 {
    (key ^ (1 << 31)).cast_signed()
}

/// The key that [`score_of_key`] made a score of.
#[must_use]
pub const fn key_of_score(score: i32) -> u32 {
    score.cast_unsigned() ^ (1 << 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_system_a() {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let value = |victim, attacker| TABLE[slot(Some(victim))][slot(Some(attacker))];
        let attackers = [King, Queen, Rook, Bishop, Knight, Pawn];
        for (victim, tens) in [(Queen, 50), (Rook, 40), (Bishop, 30), (Knight, 20), (Pawn, 10)] {
            for (units, attacker) in (0..).zip(attackers) {
                assert_eq!(value(victim, attacker), tens + units);
            }
            assert_eq!(TABLE[slot(Some(victim))][slot(None)], 0);
        }
        assert_eq!(value(Queen, Rook), 52);
        assert_eq!(value(Bishop, Pawn), 35);
        assert_eq!(TABLE[slot(Some(King))], [0; 7]);
        assert_eq!(TABLE[slot(None)], [0; 7]);
    }

    #[test]
    fn signed_scores_keep_the_order() {
        let keys = [0, 1, 10_000, OFFSET - 20, OFFSET - 10, OFFSET, OFFSET + 55, u32::MAX];
        assert!(keys.map(score_of_key).is_sorted());
        assert_eq!(keys.map(|key| key_of_score(score_of_key(key))), keys);
    }
}
