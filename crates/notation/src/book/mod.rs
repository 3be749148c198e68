//! Opening books in the Polyglot format: entries of 16 bytes, big-endian, sorted by key.
//!
//! ```text
//! bytes 0..8  key     8..10 move    10..12 weight    12..16 not used here
//! ```

mod key;
#[cfg(test)]
mod tests;

pub use key::polyglot_key;

use board::{Move, PieceKind, Position, Square};
use game::Game;
use movegen::legal_moves;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes of an entry.
const ENTRY_BYTES: u64 = 16;
/// How many entries of a position are read. More would be entries of illegal or repeated moves, since no
/// position has so many moves.
const MAX_ENTRIES: u64 = 256;
/// How many entries are compared when a book is opened, to see whether they are sorted.
const SAMPLE: u64 = 1000;

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read.
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

/// A Polyglot book. The file is opened for each look-up, so that a book of any size needs no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    path: PathBuf,
    entries: u64,
}

/// An entry as the file has it.
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Book {
    /// The book in a file.
    ///
    /// # Errors
    /// When the file cannot be read, or its size or the order of its entries is wrong.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // Opening a pipe would wait for its writer.
        let metadata = path.metadata()?;
        if !metadata.is_file() {
            return Err(BookError::NoFile);
        }
        let mut file = File::open(path)?;
        let bytes = metadata.len();
        let entries = bytes / ENTRY_BYTES;
        if entries == 0 || bytes % ENTRY_BYTES != 0 {
            return Err(BookError::Size(bytes));
        }
        let mut last = 0;
        for index in (0..entries).step_by(entries.div_ceil(SAMPLE) as usize) {
            let key = read_entry(&mut file, index)?.key;
            if key < last {
                return Err(BookError::Unsorted);
            }
            last = key;
        }
        Ok(Self { path: path.to_owned(), entries })
    }

    /// The legal moves that the book has for a position, with their weights.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn moves(&self, position: &Position) -> io::Result<Vec<(Move, u16)>> {
        let mut file = File::open(&self.path)?;
        let key = polyglot_key(position);
        let (mut first, mut end) = (0, self.entries);
        while first < end {
            let middle = first.midpoint(end);
            if read_entry(&mut file, middle)?.key < key {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        let count = MAX_ENTRIES.min(self.entries - first);
        let mut bytes = vec![0; (count * ENTRY_BYTES) as usize];
        file.seek(SeekFrom::Start(first * ENTRY_BYTES))?;
        file.read_exact(&mut bytes)?;
        let entries = bytes.as_chunks().0.iter().map(Entry::new);
        let legal = legal_moves(position);
        let moves = entries.take_while(|entry| entry.key == key).filter_map(|entry| {
            let mv = entry.legal_move(&legal)?;
            Some((mv, entry.weight))
        });
        Ok(moves.collect())
    }
}

fn read_entry(file: &mut File, index: u64) -> io::Result<Entry> {
    let mut bytes = [0; ENTRY_BYTES as usize];
    file.seek(SeekFrom::Start(index * ENTRY_BYTES))?;
    file.read_exact(&mut bytes)?;
    Ok(Entry::new(&bytes))
}

impl Entry {
    fn new(bytes: &[u8; ENTRY_BYTES as usize]) -> Self {
        let &[a, b, c, d, e, f, g, h, move_high, move_low, weight_high, weight_low, ..] = bytes;
        Self {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            mv: u16::from_be_bytes([move_high, move_low]),
            weight: u16::from_be_bytes([weight_high, weight_low]),
        }
    }

    /// The move, if it is legal. From the lowest bit: destination in 6 bits, origin in 6, promotion
    /// in 3 (1 for a knight to 4 for a queen). Castling is the king taking its own rook; some books
    /// have the squares of the king instead.
    fn legal_move(&self, legal: &[Move]) -> Option<Move> {
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
