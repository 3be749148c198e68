//! Opening books in the Polyglot format: entries of 16 bytes, big-endian, sorted by key.
//!
//! ```text
//! bytes 0..8  key     8..10 move    10..12 weight    12..16 learning data
//! ```
//!
//! [`Book`] looks moves up, in a file or in memory; [`BookBuilder`] makes one.
//!
//! # Examples
//!
//! ```
//! use bartizan_notation::book::{Book, BookBuilder};
//! use bartizan_notation::{board::Position, parse_moves};
//!
//! let start = Position::startpos();
//! let mut builder = BookBuilder::new();
//! for (line, weight) in [("e4 e5", 3), ("e4 c5", 1), ("d4 d5", 2)] {
//!     let moves = parse_moves(&start, line)?;
//!     builder.add(&start, moves[0], weight);
//!     builder.add(&start.make(moves[0]), moves[1], weight);
//! }
//! let book = Book::from_bytes(builder.to_bytes())?;
//! let entries = book.find_all(&start)?;
//! let found: Vec<_> = entries.iter().map(|entry| (entry.mv.to_string(), entry.weight)).collect();
//! assert_eq!(found, [("e2e4".to_string(), 4), ("d2d4".to_string(), 2)]);
//! // With a random number below the sum of the weights.
//! let mv = book.weighted_choice(&start, |sum| sum - 1)?;
//! assert_eq!(mv.expect("a move").to_string(), "d2d4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod file;
mod key;
#[cfg(all(test, feature = "std"))]
mod tests;

pub use build::BookBuilder;
pub use key::polyglot_key;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use board::{Move, PieceKind, Position, Square};
use file::{Reader, Source};
use game::Game;
use movegen::legal_moves;
#[cfg(feature = "std")]
use std::{io, path::Path};

/// Bytes of an entry.
const ENTRY_BYTES: usize = 16;
/// How many entries of a position are read. More would be entries of illegal or repeated moves, since no
/// position has so many moves.
const MAX_ENTRIES: u64 = 256;
/// How many entries are compared when a book is opened, to see whether they are sorted.
const SAMPLE: u64 = 1000;

/// Why a file or a sequence of bytes is no book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[cfg(feature = "std")]
    #[error("{0}")]
    Read(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("not a file")]
    NoFile,
    /// It does not consist of whole entries, or has none.
    #[error("not a Polyglot book: {0} bytes are no whole entries")]
    Size(u64),
    /// The keys are not in order.
    #[error("not a Polyglot book: the entries are not sorted")]
    Unsorted,
}

/// A Polyglot book, in memory or in a file. A file is opened for each look-up, so that a book of any size needs no memory.
///
/// ```
/// use bartizan_notation::book::{Book, BookBuilder, polyglot_key};
/// use bartizan_notation::{board::Position, parse_move};
///
/// let start = Position::startpos();
/// let mut builder = BookBuilder::new();
/// builder.add(&start, parse_move(&start, "e4")?, 2);
/// builder.add(&start, parse_move(&start, "d4")?, 1);
/// let book = Book::from_bytes(builder.to_bytes())?; // or Book::open(path)
/// assert_eq!((book.len(), book.get(0)?.map(|entry| entry.key)), (2, Some(polyglot_key(&start))));
/// let best = book.find(&start)?.ok_or("no entry")?;
/// assert_eq!((best.mv.to_string().as_str(), best.weight, best.learn), ("e2e4", 2, 0));
/// let any = book.choice(&start, |count| count - 1)?.ok_or("no move")?;
/// assert_eq!(any.to_string(), "d2d4");
/// assert!(book.find(&start.make(any))?.is_none() && Book::from_bytes([1, 2]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    source: Source,
    entries: u64,
}

/// A move that a book has for a position.
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

impl Book {
    /// The book in a file.
    ///
    /// # Errors
    /// When the file cannot be read, or its size or the order of its entries is wrong.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        Self::from_source(Source::open(path.as_ref())?)
    }

    /// The book that these bytes are.
    ///
    /// # Errors
    /// When their number or the order of the entries is wrong.
    pub fn from_bytes(bytes: impl Into<Arc<[u8]>>) -> Result<Self, BookError> {
        Self::from_source(Source::Memory(bytes.into()))
    }

    fn from_source(source: Source) -> Result<Self, BookError> {
        let bytes = source.len()?;
        let entries = bytes / ENTRY_BYTES as u64;
        if entries == 0 || bytes % ENTRY_BYTES as u64 != 0 {
            return Err(BookError::Size(bytes));
        }
        // The reader of the source goes before the source is moved.
        {
            let mut reader = source.reader()?;
            let mut last = 0;
            for index in (0..entries).step_by(entries.div_ceil(SAMPLE) as usize) {
                let key = read_entry(&mut reader, index)?.key;
                if key < last {
                    return Err(BookError::Unsorted);
                }
                last = key;
            }
        }
        Ok(Self { source, entries })
    }

    /// The number of entries, which is never 0.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no book is empty")]
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// The entry at this place in the order of keys; nothing behind the last one.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn get(&self, index: u64) -> Result<Option<RawEntry>, BookError> {
        if index >= self.entries {
            return Ok(None);
        }
        read_entry(&mut self.source.reader()?, index).map(Some)
    }

    /// Calls a function with each entry, in the order of keys.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn for_each_entry(&self, mut visit: impl FnMut(RawEntry)) -> Result<(), BookError> {
        const CHUNK: u64 = 4096;
        let mut reader = self.source.reader()?;
        let mut bytes = Vec::new();
        for first in (0..self.entries).step_by(CHUNK as usize) {
            bytes.resize(CHUNK.min(self.entries - first) as usize * ENTRY_BYTES, 0);
            reader.read_at(first * ENTRY_BYTES as u64, &mut bytes)?;
            bytes.chunks_exact(ENTRY_BYTES).filter_map(RawEntry::from_bytes).for_each(&mut visit);
        }
        Ok(())
    }

    /// The entries of a position whose moves are legal, in the order of the book.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn find_all(&self, position: &Position) -> Result<Vec<BookEntry>, BookError> {
        let mut reader = self.source.reader()?;
        let key = polyglot_key(position);
        let (mut first, mut end) = (0, self.entries);
        while first < end {
            let middle = first.midpoint(end);
            if read_entry(&mut reader, middle)?.key < key {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        let count = MAX_ENTRIES.min(self.entries - first);
        let mut bytes = vec![0; count as usize * ENTRY_BYTES];
        reader.read_at(first * ENTRY_BYTES as u64, &mut bytes)?;
        let entries = bytes.chunks_exact(ENTRY_BYTES).filter_map(RawEntry::from_bytes);
        let legal = legal_moves(position);
        let entries = entries.take_while(|entry| entry.key == key).filter_map(|entry| {
            let mv = entry.find_move(&legal)?;
            Some(BookEntry { mv, weight: entry.weight, learn: entry.learn })
        });
        Ok(entries.collect())
    }

    /// The legal moves that the book has for a position, with their weights.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, u16)>, BookError> {
        Ok(self.find_all(position)?.iter().map(|entry| (entry.mv, entry.weight)).collect())
    }

    /// The entry of a position with the greatest weight, the first one of several; `None` if all weights are 0.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn find(&self, position: &Position) -> Result<Option<BookEntry>, BookError> {
        let entries = self.find_all(position)?.into_iter().rev();
        Ok(entries.filter(|entry| entry.weight > 0).max_by_key(|entry| entry.weight))
    }

    /// One of the moves of a position with a weight above 0, each as likely. `below` gives a random number below its
    /// argument.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn choice(
        &self,
        position: &Position,
        below: impl FnOnce(u64) -> u64,
    ) -> Result<Option<Move>, BookError> {
        let mut moves = self.moves(position)?;
        moves.iter_mut().for_each(|(_, weight)| *weight = (*weight).min(1));
        Ok(choose(&moves, below))
    }

    /// One of the moves of a position, each with a probability in proportion to its weight. `below` gives a random number
    /// below its argument.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn weighted_choice(
        &self,
        position: &Position,
        below: impl FnOnce(u64) -> u64,
    ) -> Result<Option<Move>, BookError> {
        Ok(choose(&self.moves(position)?, below))
    }
}

fn read_entry(reader: &mut Reader<'_>, index: u64) -> Result<RawEntry, BookError> {
    let mut bytes = [0; ENTRY_BYTES];
    reader.read_at(index * ENTRY_BYTES as u64, &mut bytes)?;
    Ok(RawEntry::of(bytes))
}

impl RawEntry {
    /// The entry of a legal move of a position, with its weight.
    #[must_use]
    pub fn new(position: &Position, mv: Move, weight: u16) -> Self {
        let promotion = mv.promotion().map_or(0, PieceKind::index);
        let bits = promotion << 12 | mv.from().index() << 6 | mv.to().index();
        Self { key: polyglot_key(position), mv: bits as u16, weight, learn: 0 }
    }

    fn of(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// The entry of 16 bytes; `None` of another number.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::of)
    }

    /// The bytes of the format.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let words = u128::from(self.mv) << 48 | u128::from(self.weight) << 32;
        (u128::from(self.key) << 64 | words | u128::from(self.learn)).to_be_bytes()
    }

    /// The move among the legal ones of its position, if it is one of them.
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

/// The moves after which the game is neither drawn nor at an earlier position: a line of the book that
/// repeats is left before the opponent can complete a threefold repetition.
///
/// ```
/// use bartizan_notation::{board::Position, book::without_draws, game::Game, parse_moves};
///
/// let moves = parse_moves(&Position::startpos(), "Nf3 Nf6 Ng1 Ng8")?;
/// let game = Game::from_moves(Position::startpos(), moves[..3].iter().copied())?;
/// assert!(without_draws(&game, vec![(moves[3], 1)]).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn without_draws(game: &Game, mut moves: Vec<(Move, u16)>) -> Vec<(Move, u16)> {
    moves.retain(|&(mv, _)| {
        let mut game = game.clone();
        game.play(mv);
        let drawn = game.termination().is_some_and(|end| end.winner().is_none());
        !drawn && game.history.occurrences(&game.position) == 0
    });
    moves
}

/// One of the moves, each with a probability in proportion to its weight; `None` if all weights
/// are 0, which marks moves not to be played. `below` gives a random number below its argument.
///
/// ```
/// use bartizan_notation::{board::Position, book::choose, movegen::legal_moves};
///
/// let moves = legal_moves(&Position::startpos());
/// let weighted = [(moves[0], 2), (moves[1], 1)];
/// assert_eq!(choose(&weighted, |sum| sum - 1), Some(moves[1]));
/// assert_eq!(choose(&[], |_| 0), None);
/// ```
#[must_use]
pub fn choose(moves: &[(Move, u16)], below: impl FnOnce(u64) -> u64) -> Option<Move> {
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut drawn = if total == 0 { return None } else { below(total) };
    for &(mv, weight) in moves {
        match drawn.checked_sub(u64::from(weight)) {
            Some(rest) => drawn = rest,
            None => return Some(mv),
        }
    }
    None
}
