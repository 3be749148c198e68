//! MVV-LVA by formula, as in the book chapter "Move Ordering": victim · 10 − attacker.

use board::{Move, PieceKind, Position};

/// The piece values of the formula in centipawns, from pawn to king.
///
/// With 10,000 for the king, captures by the king are small or negative (−1000 for KxQ), so
/// they come after all other captures.
pub const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 10_000];

/// MVV-LVA of a legal capture by formula: victim · 10 − attacker; 0 for other moves.
#[must_use]
pub fn mvv_lva(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| PIECE_VALUES[kind.index()];
    let attacker = position.moved_piece(mv).kind();
    position.captured(mv).map_or(0, |victim| value(victim) * 10 - value(attacker))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::legal_moves;

    #[test]
    fn values_match_the_published_ones() {
        for (fen, text, expected) in [
            ("7k/8/8/8/8/3q4/4P3/4K3 w - - 0 1", "e2d3", 8900),
            ("7k/8/8/8/8/3q4/4Q3/4K3 w - - 0 1", "e2d3", 8100),
            ("7k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", 900),
            ("7k/8/8/8/8/3p4/4Q3/4K3 w - - 0 1", "e2d3", 100),
            ("7k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", -1000),
            ("7k/8/8/8/8/3p4/8/4KN2 w - - 0 1", "f1d2", 0),
            ("7k/8/8/8/8/8/3p4/2K2N2 w - - 0 1", "f1d2", 680),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut moves = legal_moves(&position).into_iter();
            let mv = moves.find(|mv| mv.to_string() == text).unwrap();
            assert_eq!(mvv_lva(&position, mv), expected, "{text} in {fen}");
        }
    }
}
