//! System D's MVV-LVA: victim · 10 − attacker, tabulated.

use board::{Move, PieceKind, Position};

/// System D's values, pawn to king.
pub const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 10_000];

/// `[attacker][victim]`, pawn to king, then none: the other way round from system A's.
/// The king's value of 10,000 makes every capture by a king small or negative, KxQ
/// −1000, so that it comes after all other captures. Nobody takes a king, yet the
/// formula fills its column too.
pub const TABLE: [[i32; 7]; 7] = table();

const fn table() -> [[i32; 7]; 7] {
    let mut table = [[0; 7]; 7];
    let mut attacker = 0;
    while attacker < 6 {
        let mut victim = 0;
        while victim < 6 {
            table[attacker][victim] = VALUES[victim] * 10 - VALUES[attacker];
            victim += 1;
        }
        attacker += 1;
    }
    table
}

/// Row or column of a kind of piece in [`TABLE`].
#[must_use]
pub const fn slot(kind: Option<PieceKind>) -> usize {
    match kind {
        Some(kind) => kind as usize,
        None => 6,
    }
}

/// The formula's value of a legal capture; 0 for a move that takes nothing.
#[must_use]
pub fn value(position: &Position, mv: Move) -> i32 {
    let attacker = position.moved_piece(mv).kind();
    TABLE[slot(Some(attacker))][slot(position.captured(mv))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_system_d() {
        use PieceKind::{King, Knight, Pawn, Queen};
        let value = |attacker, victim| TABLE[slot(Some(attacker))][slot(Some(victim))];
        assert_eq!(value(Pawn, Queen), 8900);
        assert_eq!(value(Queen, Queen), 8100);
        assert_eq!(value(Pawn, Pawn), 900);
        assert_eq!(value(Queen, Pawn), 100);
        assert_eq!(value(King, Queen), -1000);
        assert_eq!(value(Knight, Pawn), 680);
        assert_eq!(TABLE[slot(Some(Pawn))][slot(None)], 0);
        assert_eq!(TABLE[slot(None)], [0; 7]);
    }
}
