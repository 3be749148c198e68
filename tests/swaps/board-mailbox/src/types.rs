//! Colors, pieces, files, ranks, squares.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::Bitboard;

/// Declares an enum whose variants are numbered from 0, with all of them and their index.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident [$count:literal] { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($variant),* }

        impl $name {
            pub const ALL: [$name; $count] = [$($name::$variant),*];

            pub const fn index(self) -> usize {
                self as usize
            }

            pub const fn from_index(index: usize) -> $name {
                Self::ALL[index % $count]
            }
        }
    };
}

numbered!(/// A side.
    Color[2] { White, Black });
numbered!(/// A kind of piece.
    PieceKind[6] { Pawn, Knight, Bishop, Rook, Queen, King });
numbered!(/// A file.
    File[8] { A, B, C, D, E, F, G, H });
numbered!(/// A rank, seen from White.
    Rank[8] { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth });
numbered!(/// A piece with its color.
Piece[12] {
    WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
    BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
});

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        Color::from_index(1 - self.index())
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["white", "black"][self.index()])
    }
}

impl PieceKind {
    pub const fn to_char(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self.index()]
    }
}

impl Piece {
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::from_index(color.index() * 6 + kind.index())
    }

    pub const fn color(self) -> Color {
        Color::from_index(self.index() / 6)
    }

    pub const fn kind(self) -> PieceKind {
        PieceKind::from_index(self.index() % 6)
    }

    pub fn to_char(self) -> char {
        match self.color() {
            Color::White => self.kind().to_char().to_ascii_uppercase(),
            Color::Black => self.kind().to_char(),
        }
    }
}

impl File {
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }

    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self.index()))
    }

    pub const fn relative_to(self, color: Color) -> Rank {
        Rank::from_index(self.index() ^ (7 * color.index()))
    }
}

/// A square; A1 is 0, B1 is 1, H8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Name { $($name),* }

        impl Square {
            $(pub const $name: Square = Square(Name::$name as u8);)*
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

squares!(A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2 A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4 A5 B5 C5 D5 E5 F5 G5 H5 A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7 A8 B8 C8 D8 E8 F8 G8 H8);

impl Square {
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn from_index(index: usize) -> Square {
        Square((index % 64) as u8)
    }

    pub const fn file(self) -> File {
        File::from_index(self.index() % 8)
    }

    pub const fn rank(self) -> Rank {
        Rank::from_index(self.index() / 8)
    }

    pub const fn mirror(self) -> Square {
        Square(self.0 ^ 7)
    }

    pub const fn relative_to(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    pub const fn distance(self, other: Square) -> u32 {
        let files = (self.0 % 8).abs_diff(other.0 % 8) as u32;
        let ranks = (self.0 / 8).abs_diff(other.0 / 8) as u32;
        if files > ranks { files } else { ranks }
    }

    pub(crate) fn offset(self, (files, ranks): (i32, i32)) -> Option<Square> {
        let (file, rank) = (i32::from(self.0 % 8) + files, i32::from(self.0 / 8) + ranks);
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Square((rank * 8 + file) as u8))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().to_char(), self.rank().index() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        Square::ALL.into_iter().find(|square| square.to_string() == text).ok_or(SquareError)
    }
}
