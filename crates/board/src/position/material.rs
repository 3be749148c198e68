//! Material: insufficient material and non-pawn material.

use super::Position;
use crate::{Bitboard, Color, PieceKind};

impl Position {
    /// Whether no sequence of moves can mate, judged by material alone: bare kings, one minor piece against
    /// a bare king, or bishops all on squares of one color. Other dead positions, such as a wall of blocked
    /// pawns, are not detected.
    pub fn has_insufficient_material(&self) -> bool {
        let pawns_and_majors = self.pieces(PieceKind::Pawn)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Queen);
        if pawns_and_majors.any() {
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
        let pawns_and_kings = self.pieces(PieceKind::Pawn) | self.pieces(PieceKind::King);
        (self.color(color) - pawns_and_kings).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_insufficient(fen: &str) -> bool {
        Position::from_fen(fen).expect("a valid position").has_insufficient_material()
    }

    #[test]
    fn insufficient_material() {
        assert!(is_insufficient("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
        assert!(is_insufficient("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
        assert!(is_insufficient("8/8/4k3/8/8/3KB3/8/6B1 w - - 0 1"));
        assert!(is_insufficient("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"));
        assert!(!is_insufficient("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1"), "bishops on both colors");
        assert!(!is_insufficient("8/8/4k3/8/8/3KN3/4N3/8 w - - 0 1"));
        assert!(!is_insufficient("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"));
        assert!(!is_insufficient("8/8/4kn2/8/8/3KB3/8/8 w - - 0 1"));
    }
}
