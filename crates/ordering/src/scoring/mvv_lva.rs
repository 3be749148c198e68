//! MVV-LVA by Rustic's table, as a sort key above [`MVV_LVA_OFFSET`].

use board::{Move, PieceKind, Position};

/// Added to the table value of every capture, so that captures lie at the upper end of the
/// `u32` keys, with room for the TT move above.
pub const MVV_LVA_OFFSET: u32 = u32::MAX - 256;

/// MVV-LVA (most valuable victim, least valuable attacker), as in Rustic:
/// `[victim][attacker]`, both in the order K, Q, R, B, N, P, none. The rows of king and none
/// and the column of none are 0.
pub const MVV_LVA: [[u32; 7]; 7] = [
    [0, 0, 0, 0, 0, 0, 0],
    [50, 51, 52, 53, 54, 55, 0],
    [40, 41, 42, 43, 44, 45, 0],
    [30, 31, 32, 33, 34, 35, 0],
    [20, 21, 22, 23, 24, 25, 0],
    [10, 11, 12, 13, 14, 15, 0],
    [0, 0, 0, 0, 0, 0, 0],
];

/// Row or column of a kind of piece in [`MVV_LVA`].
#[must_use]
pub const fn index(kind: Option<PieceKind>) -> usize {
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

/// The sort key of a legal capture: [`MVV_LVA_OFFSET`] + table value; 0 for other moves.
#[must_use]
pub fn sort_key(position: &Position, mv: Move) -> u32 {
    if !mv.is_capture() {
        return 0;
    }
    let attacker = position.moved_piece(mv).kind();
    MVV_LVA_OFFSET + MVV_LVA[index(position.captured(mv))][index(Some(attacker))]
}

/// The signed score for an unsigned key. It keeps the order.
#[must_use]
pub const fn score_from_key(key: u32) -> i32 {
    (key ^ (1 << 31)).cast_signed()
}

/// The inverse of [`score_from_key`].
#[must_use]
pub const fn key_from_score(score: i32) -> u32 {
    score.cast_unsigned() ^ (1 << 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_matches_the_published_one() {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let value = |victim, attacker| MVV_LVA[index(Some(victim))][index(Some(attacker))];
        let attackers = [King, Queen, Rook, Bishop, Knight, Pawn];
        for (victim, tens) in [(Queen, 50), (Rook, 40), (Bishop, 30), (Knight, 20), (Pawn, 10)] {
            for (units, attacker) in (0..).zip(attackers) {
                assert_eq!(value(victim, attacker), tens + units);
            }
            assert_eq!(MVV_LVA[index(Some(victim))][index(None)], 0);
        }
        assert_eq!(value(Queen, Rook), 52);
        assert_eq!(value(Bishop, Pawn), 35);
        assert_eq!(MVV_LVA[index(Some(King))], [0; 7]);
        assert_eq!(MVV_LVA[index(None)], [0; 7]);
    }

    #[test]
    fn scores_keep_the_order_of_keys() {
        let keys = [0, 1, 10_000, MVV_LVA_OFFSET - 20, MVV_LVA_OFFSET, u32::MAX];
        assert!(keys.map(score_from_key).is_sorted());
        assert_eq!(keys.map(|key| key_from_score(score_from_key(key))), keys);
    }
}
