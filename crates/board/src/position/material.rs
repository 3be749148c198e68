//! What the pieces on the board allow: draws by material, and positions where passing is safe.

use super::Position;
use crate::{Bitboard, Color, PieceKind};

impl Position {
    /// Whether neither side can mate by material alone, whatever is played: bare kings, one minor
    /// piece against a bare king, or bishops all on squares of one colour. Positions that are dead
    /// for other reasons, such as a wall of blocked pawns, are not found.
    pub fn has_insufficient_material(&self) -> bool {
        let mating = self.pieces(PieceKind::Pawn)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Queen);
        if mating.any() {
            return false;
        }
        let knights = self.pieces(PieceKind::Knight);
        let bishops = self.pieces(PieceKind::Bishop);
        if knights.any() {
            return !knights.more_than_one() && bishops.is_empty();
        }
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    }

    /// Whether this side has a piece other than pawns and king.
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let light = self.pieces(PieceKind::Pawn) | self.pieces(PieceKind::King);
        (self.color(color) - light).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(fen: &str) -> bool {
        Position::from_fen(fen).expect("a valid position").has_insufficient_material()
    }

    #[test]
    fn material_that_cannot_mate() {
        assert!(drawn("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
        assert!(drawn("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
        assert!(drawn("8/8/4k3/8/8/3KB3/8/6B1 w - - 0 1"));
        assert!(drawn("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"));
        assert!(!drawn("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1"), "bishops on both colours");
        assert!(!drawn("8/8/4k3/8/8/3KN3/4N3/8 w - - 0 1"));
        assert!(!drawn("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"));
        assert!(!drawn("8/8/4kn2/8/8/3KB3/8/8 w - - 0 1"));
    }
}
