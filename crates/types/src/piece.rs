//! Kinds of piece, and pieces with their color.

use crate::Color;
use crate::text::{index_conversions, letter_conversions};

/// A kind of piece without its color.
///
/// ```
/// use bartizan_types::{Color, Piece, PieceKind};
///
/// let kind: PieceKind = "n".parse()?;
/// assert_eq!(kind, PieceKind::Knight);
/// assert_eq!(kind.of(Color::White), Piece::WhiteKnight);
/// assert_eq!((kind.name(), kind.to_char(), kind.to_upper_char()), ("knight", 'n', 'N'));
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
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
    ///
    /// ```
    /// use bartizan_types::PieceKind;
    ///
    /// let values = [100, 320, 330, 500, 900, 0];
    /// assert_eq!(values[PieceKind::Rook.index()], 500);
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece of this kind and color.
    ///
    /// ```
    /// use bartizan_types::{Color, Piece, PieceKind};
    ///
    /// assert_eq!(PieceKind::Queen.of(Color::Black), Piece::BlackQueen);
    /// ```
    #[inline(always)]
    pub const fn of(self, color: Color) -> Piece {
        Piece::new(color, self)
    }

    /// `pawn` to `king`.
    ///
    /// ```
    /// use bartizan_types::PieceKind;
    ///
    /// assert_eq!(PieceKind::ALL.map(PieceKind::name)[..2], ["pawn", "knight"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        }
    }

    /// The upper-case letter, as in SAN.
    ///
    /// ```
    /// use bartizan_types::PieceKind;
    ///
    /// assert_eq!(PieceKind::Knight.to_upper_char(), 'N');
    /// ```
    pub const fn to_upper_char(self) -> char {
        self.to_char().to_ascii_uppercase()
    }

    /// The lower-case letter of FEN and of promotions in UCI.
    ///
    /// ```
    /// use bartizan_types::PieceKind;
    ///
    /// assert_eq!(PieceKind::ALL.map(PieceKind::to_char).iter().collect::<String>(), "pnbrqk");
    /// ```
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
    ///
    /// ```
    /// use bartizan_types::PieceKind;
    ///
    /// assert_eq!(PieceKind::from_char('N'), Some(PieceKind::Knight));
    /// assert_eq!(PieceKind::from_char('s'), None);
    /// ```
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

index_conversions!(PieceKind, "a kind of piece, 0 to 5");
letter_conversions!(PieceKind, "a kind of piece, one of pnbrqk");

/// A piece with its color.
///
/// ```
/// use bartizan_types::{Color, Piece, PieceKind};
///
/// let piece: Piece = "Q".parse()?;
/// assert_eq!((piece.color(), piece.kind()), (Color::White, PieceKind::Queen));
/// assert_eq!(piece, Piece::new(Color::White, PieceKind::Queen));
/// assert_eq!((piece.to_string(), piece.to_unicode()), ("Q".to_owned(), '♕'));
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
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
    ///
    /// ```
    /// use bartizan_types::{Color, Piece, PieceKind};
    ///
    /// assert_eq!(Piece::new(Color::Black, PieceKind::Knight), Piece::BlackKnight);
    /// ```
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
    ///
    /// ```
    /// use bartizan_types::{Color, Piece};
    ///
    /// assert_eq!(Piece::BlackKnight.color(), Color::Black);
    /// ```
    #[inline(always)]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// Its kind.
    ///
    /// ```
    /// use bartizan_types::{Piece, PieceKind};
    ///
    /// assert_eq!(Piece::BlackKnight.kind(), PieceKind::Knight);
    /// ```
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        KIND[self as usize]
    }

    /// `color * 6 + kind`, 0 to 11.
    ///
    /// ```
    /// use bartizan_types::Piece;
    ///
    /// assert_eq!((Piece::WhitePawn.index(), Piece::BlackPawn.index(), Piece::BlackKing.index()), (0, 6, 11));
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN: upper case for White.
    ///
    /// ```
    /// use bartizan_types::Piece;
    ///
    /// assert_eq!((Piece::WhiteKnight.to_char(), Piece::BlackKnight.to_char()), ('N', 'n'));
    /// ```
    pub const fn to_char(self) -> char {
        match self.color() {
            Color::White => self.kind().to_char().to_ascii_uppercase(),
            Color::Black => self.kind().to_char(),
        }
    }

    /// The chess symbol of Unicode, an outline for White: `♙` to `♔`, `♟` to `♚`.
    ///
    /// ```
    /// use bartizan_types::Piece;
    ///
    /// assert_eq!((Piece::WhiteKnight.to_unicode(), Piece::BlackKnight.to_unicode()), ('♘', '♞'));
    /// ```
    pub const fn to_unicode(self) -> char {
        ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'][self.index()]
    }

    /// The piece for a letter of FEN.
    ///
    /// ```
    /// use bartizan_types::Piece;
    ///
    /// assert_eq!(Piece::from_char('q'), Some(Piece::BlackQueen));
    /// assert_eq!(Piece::from_char('x'), None);
    /// ```
    pub const fn from_char(c: char) -> Option<Piece> {
        match PieceKind::from_char(c) {
            Some(kind) if c.is_ascii_uppercase() => Some(Piece::new(Color::White, kind)),
            Some(kind) => Some(Piece::new(Color::Black, kind)),
            None => None,
        }
    }
}

index_conversions!(Piece, "a piece, 0 to 11");
letter_conversions!(Piece, "a piece, one of PNBRQKpnbrqk");
