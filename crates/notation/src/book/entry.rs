//! The entries of a book.

use super::{ENTRY_BYTES, polyglot_key};
use board::{Move, PieceKind, Position, Square};

/// A move that a book has for a position.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::book::{Book, BookBuilder, BookEntry};
/// use bartizan_notation::parse_move;
///
/// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
/// builder.add(&start, parse_move(&start, "e4")?, 2);
/// let book = Book::from_bytes(builder.to_bytes())?;
/// let entry: BookEntry = book.find(&start)?.ok_or("no entry")?;
/// assert_eq!((entry.mv.to_string().as_str(), entry.weight, entry.learn), ("e2e4", 2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookEntry {
    /// The move, which is legal.
    pub mv: Move,
    /// How good or frequent it is beside the other moves; 0 marks moves not to be played.
    pub weight: u16,
    /// What programs have noted of their games with it.
    pub learn: u32,
}

/// An entry as a book has it, whatever position it is for.
///
/// ```
/// use bartizan_notation::book::RawEntry;
/// use bartizan_notation::{board::Position, movegen::legal_moves, parse_move};
///
/// let start = Position::startpos();
/// let e4 = parse_move(&start, "e4")?;
/// let bytes = RawEntry::new(&start, e4, 7).to_bytes();
/// let entry = RawEntry::from_bytes(&bytes).ok_or("16 bytes")?;
/// assert_eq!((entry.find_move(&legal_moves(&start)), entry.weight), (Some(e4), 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RawEntry {
    /// The [`polyglot_key`] of the position.
    pub key: u64,
    /// The move: from the lowest bit, destination in 6 bits, origin in 6, promotion in 3 (1 for a knight to 4 for a
    /// queen). Castling is the king taking its own rook; some books have the squares of the king instead.
    pub mv: u16,
    /// As in [`BookEntry`].
    pub weight: u16,
    /// As in [`BookEntry`].
    pub learn: u32,
}

impl RawEntry {
    /// The entry of a legal move of a position, with its weight.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{RawEntry, polyglot_key};
    /// use bartizan_notation::parse_move;
    ///
    /// let start = Position::startpos();
    /// let entry = RawEntry::new(&start, parse_move(&start, "e4")?, 1);
    /// // From e2 (12) to e4 (28).
    /// assert_eq!((entry.key, entry.mv), (polyglot_key(&start), 12 << 6 | 28));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    #[must_use]
    pub fn new(position: &Position, mv: Move, weight: u16) -> Self {
        let promotion = mv.promotion().map_or(0, PieceKind::index);
        let bits = promotion << 12 | mv.from().index() << 6 | mv.to().index();
        Self { key: polyglot_key(position), mv: bits as u16, weight, learn: 0 }
    }

    pub(super) fn of(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// The entry of 16 bytes; `None` of another number.
    ///
    /// ```
    /// use bartizan_notation::book::RawEntry;
    ///
    /// let entry = RawEntry::from_bytes(&[0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0, 0, 4]).ok_or("16 bytes")?;
    /// assert_eq!((entry.key, entry.mv, entry.weight, entry.learn), (1, 2, 3, 4));
    /// assert_eq!(RawEntry::from_bytes(&[0; 15]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::of)
    }

    /// The bytes of the format.
    ///
    /// ```
    /// use bartizan_notation::book::RawEntry;
    ///
    /// let entry = RawEntry { key: 1, mv: 2, weight: 3, learn: 4 };
    /// assert_eq!(entry.to_bytes(), [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0, 0, 4]);
    /// ```
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let words = u128::from(self.mv) << 48 | u128::from(self.weight) << 32;
        (u128::from(self.key) << 64 | words | u128::from(self.learn)).to_be_bytes()
    }

    /// The move among the legal ones of its position, if it is one of them.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::RawEntry;
    /// use bartizan_notation::movegen::legal_moves;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// // Some books write castling with the squares of the king: e1 (4) to g1 (6).
    /// let entry = RawEntry { key: 0, mv: 4 << 6 | 6, weight: 1, learn: 0 };
    /// assert!(entry.find_move(&legal_moves(&position)).is_some_and(|mv| mv.is_castle()));
    /// # Ok::<(), bartizan_notation::board::FenError>(())
    /// ```
    #[must_use]
    pub fn find_move(&self, legal: &[Move]) -> Option<Move> {
        let square = |shift: u16| Square::from_index(usize::from(self.mv >> shift & 63));
        let (to, from) = (square(0), square(6));
        let promotion = match self.mv >> 12 & 7 {
            0 => None,
            1 => Some(PieceKind::Knight),
            2 => Some(PieceKind::Bishop),
            3 => Some(PieceKind::Rook),
            4 => Some(PieceKind::Queen),
            _ => return None,
        };
        let same = |mv: &&Move| mv.from() == from && mv.promotion() == promotion;
        let exact = legal.iter().filter(same).find(|mv| mv.to() == to);
        let castling =
            || legal.iter().filter(same).find(|mv| mv.is_castle() && mv.castle_king_target() == to);
        exact.or_else(castling).copied()
    }
}
