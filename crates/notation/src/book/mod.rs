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
mod choose;
mod entry;
mod file;
mod key;
#[cfg(all(test, feature = "std"))]
mod tests;

pub use build::BookBuilder;
pub use choose::{choose, without_draws};
pub use entry::{BookEntry, RawEntry};
pub use key::polyglot_key;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use board::{Move, Position};
use file::{Reader, Source};
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
///
/// ```
/// use bartizan_notation::book::{Book, BookError};
///
/// assert!(matches!(Book::from_bytes([0; 20]), Err(BookError::Size(20))));
/// let mut unsorted = [0; 32];
/// unsorted[0] = 1;
/// assert!(matches!(Book::from_bytes(unsorted), Err(BookError::Unsorted)));
/// ```
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

impl Book {
    /// The book in a file.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 1);
    /// let path = std::env::temp_dir().join(format!("book-{}.bin", std::process::id()));
    /// builder.write_to(std::fs::File::create(&path)?)?;
    /// let book = Book::open(&path)?;
    /// assert_eq!(book.moves(&start)?.len(), 1);
    /// std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or its size or the order of its entries is wrong.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        Self::from_source(Source::open(path.as_ref())?)
    }

    /// The book that these bytes are.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, RawEntry};
    /// use bartizan_notation::parse_move;
    ///
    /// let start = Position::startpos();
    /// let entry = RawEntry::new(&start, parse_move(&start, "e4")?, 1);
    /// assert_eq!(Book::from_bytes(entry.to_bytes())?.len(), 1);
    /// assert!(Book::from_bytes([]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use bartizan_notation::book::Book;
    ///
    /// let book = Book::from_bytes([0; 48])?;
    /// assert_eq!(book.len(), 3);
    /// # Ok::<(), bartizan_notation::book::BookError>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no book is empty")]
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// The entry at this place in the order of keys; nothing behind the last one.
    ///
    /// ```
    /// use bartizan_notation::book::Book;
    ///
    /// let book = Book::from_bytes([0; 16])?;
    /// assert_eq!(book.get(0)?.map(|entry| entry.key), Some(0));
    /// assert_eq!(book.get(1)?, None);
    /// # Ok::<(), bartizan_notation::book::BookError>(())
    /// ```
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
    /// ```
    /// use bartizan_notation::book::Book;
    ///
    /// let mut sum = 0;
    /// Book::from_bytes([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0])?
    ///     .for_each_entry(|entry| sum += u32::from(entry.weight))?;
    /// assert_eq!(sum, 9);
    /// # Ok::<(), bartizan_notation::book::BookError>(())
    /// ```
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
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 2);
    /// builder.add(&start, parse_move(&start, "d4")?, 3);
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// assert!(book.find_all(&start)?.iter().map(|entry| entry.weight).eq([3, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let e4 = parse_move(&start, "e4")?;
    /// builder.add(&start, e4, 2);
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// assert_eq!(book.moves(&start)?, [(e4, 2)]);
    /// assert!(book.moves(&start.make(e4))?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, u16)>, BookError> {
        Ok(self.find_all(position)?.iter().map(|entry| (entry.mv, entry.weight)).collect())
    }

    /// The entry of a position with the greatest weight, the first one of several; `None` if all weights are 0.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 2);
    /// let d4 = parse_move(&start, "d4")?;
    /// builder.add(&start, d4, 3);
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// assert_eq!(book.find(&start)?.map(|entry| entry.mv), Some(d4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// for (text, weight) in [("e4", 900), ("d4", 1), ("a4", 0)] {
    ///     builder.add(&start, parse_move(&start, text)?, weight);
    /// }
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// // Of the two moves that may be played, whatever their weights.
    /// let mv = book.choice(&start, |count| count - 1)?.ok_or("no move")?;
    /// assert_eq!(mv.to_string(), "d2d4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// for (text, weight) in [("e4", 3), ("d4", 1)] {
    ///     builder.add(&start, parse_move(&start, text)?, weight);
    /// }
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// // `below` is asked for a number below 4: three of four give e4.
    /// let mv = book.weighted_choice(&start, |sum| sum / 2)?.ok_or("no move")?;
    /// assert_eq!(mv.to_string(), "e2e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
