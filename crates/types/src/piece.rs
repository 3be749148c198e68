//! Kinds of piece, and pieces with their color.

use core::fmt;

use crate::Color;

/// A kind of piece without its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceKind {
    /// All kinds, pawn to king.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// 0 for a pawn to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter of FEN and of promotions in UCI.
    pub const fn to_char(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind for a letter in either case.
    pub const fn from_char(c: char) -> Option<PieceKind> {
        Some(match c.to_ascii_lowercase() {
            'p' => PieceKind::Pawn,
            'n' => PieceKind::Knight,
            'b' => PieceKind::Bishop,
            'r' => PieceKind::Rook,
            'q' => PieceKind::Queen,
            'k' => PieceKind::King,
            _ => return None,
        })
    }
}

/// A piece with its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

/// By index of the piece.
const KIND: [PieceKind; 12] = {
    let [pawn, knight, bishop, rook, queen, king] = PieceKind::ALL;
    [pawn, knight, bishop, rook, queen, king, pawn, knight, bishop, rook, queen, king]
};

impl Piece {
    /// All pieces in the order of their index.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::WhiteKnight,
        Piece::WhiteBishop,
        Piece::WhiteRook,
        Piece::WhiteQueen,
        Piece::WhiteKing,
        Piece::BlackPawn,
        Piece::BlackKnight,
        Piece::BlackBishop,
        Piece::BlackRook,
        Piece::BlackQueen,
        Piece::BlackKing,
    ];

    /// The piece of this color and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        // Written as a match so that the optimiser sees an addition and no table.
        match (color, kind) {
            (Color::White, PieceKind::Pawn) => Piece::WhitePawn,
            (Color::White, PieceKind::Knight) => Piece::WhiteKnight,
            (Color::White, PieceKind::Bishop) => Piece::WhiteBishop,
            (Color::White, PieceKind::Rook) => Piece::WhiteRook,
            (Color::White, PieceKind::Queen) => Piece::WhiteQueen,
            (Color::White, PieceKind::King) => Piece::WhiteKing,
            (Color::Black, PieceKind::Pawn) => Piece::BlackPawn,
            (Color::Black, PieceKind::Knight) => Piece::BlackKnight,
            (Color::Black, PieceKind::Bishop) => Piece::BlackBishop,
            (Color::Black, PieceKind::Rook) => Piece::BlackRook,
            (Color::Black, PieceKind::Queen) => Piece::BlackQueen,
            (Color::Black, PieceKind::King) => Piece::BlackKing,
        }
    }

    /// Its color.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// Its kind.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        KIND[self as usize]
    }

    /// `color * 6 + kind`, 0 to 11.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN: upper case for White.
    pub const fn to_char(self) -> char {
        match self.color() {
            Color::White => self.kind().to_char().to_ascii_uppercase(),
            Color::Black => self.kind().to_char(),
        }
    }

    /// The piece for a letter of FEN.
    pub const fn from_char(c: char) -> Option<Piece> {
        match PieceKind::from_char(c) {
            Some(kind) if c.is_ascii_uppercase() => Some(Piece::new(Color::White, kind)),
            Some(kind) => Some(Piece::new(Color::Black, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_index_color_kind_and_letter_agree() {
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), i);
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
            assert_eq!(Piece::from_char(piece.to_char()), Some(piece));
            assert_eq!(i, piece.color().index() * 6 + piece.kind().index());
        }
        assert_eq!(Piece::from_char('x'), None);
    }
}
