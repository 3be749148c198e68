//! Game files: a header, then blocks of whole games with a checksum each. `docs/src/data.md`
//! describes the format byte by byte.

use super::record::GameRecord;
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

/// What names of game files end with.
pub const FILE_EXTENSION: &str = "games";
/// First bytes of every game file.
const FILE_MAGIC: [u8; 8] = *b"BARTGAME";
/// Version of the format.
const VERSION: u32 = 1;
/// First bytes of every block.
const BLOCK_MAGIC: [u8; 4] = *b"BLCK";
/// Bytes of the header before the metadata, and of a block before the games.
const FIXED: usize = 16;
/// Greatest length of the metadata, in bytes.
const MAX_METADATA: usize = 16 << 20;
/// Greatest length of a block's games, in bytes.
const MAX_BLOCK: usize = 1 << 20;
/// A block is written once its games have this many bytes.
const FULL_BLOCK: usize = 64 << 10;

/// Why a file cannot be read, or not further.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's error.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file does not begin as a game file does.
    #[error("not a game file")]
    Foreign,
    /// The file has another version of the format.
    #[error("game file of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// The file ends within a header or block, as after a writer that was killed. All games
    /// before were read.
    #[error("the file ends in an incomplete block at byte {offset}")]
    Torn {
        /// Where the incomplete part begins.
        offset: u64,
    },
    /// Bytes were changed.
    #[error("corrupt block at byte {offset}: {what}")]
    Corrupt {
        /// Where the block begins.
        offset: u64,
        /// What is wrong with it.
        what: String,
    },
}

/// Reads the games of a file in order. Ends after the first error.
pub struct GameReader<R> {
    input: R,
    metadata: Value,
    /// Where the present block begins, and where it ends.
    offset: u64,
    end: u64,
    /// The games of the present block, and how far they were read.
    games: Vec<u8>,
    read: usize,
    left: u32,
    failed: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When there is no such file or its header is not that of a game file.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Self::new(BufReader::with_capacity(FULL_BLOCK, File::open(path)?))
    }
}

impl<R: Read> GameReader<R> {
    /// Reads the header of a game file.
    ///
    /// # Errors
    /// When it is not one.
    pub fn new(mut input: R) -> Result<Self, ReadError> {
        let torn = ReadError::Torn { offset: 0 };
        let mut header = read_up_to(&mut input, FIXED)?;
        let magic = header.len().min(FILE_MAGIC.len());
        if header[..magic] != FILE_MAGIC[..magic] {
            return Err(ReadError::Foreign);
        }
        if header.len() < FIXED {
            return Err(torn);
        }
        let version = u32_at(&header, 8);
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        let corrupt = |what: &str| ReadError::Corrupt { offset: 0, what: what.to_owned() };
        let length = u32_at(&header, 12) as usize;
        if length > MAX_METADATA {
            return Err(corrupt("impossible length of the metadata"));
        }
        let rest = read_up_to(&mut input, length + 4)?;
        if rest.len() < length + 4 {
            return Err(torn);
        }
        header.extend(&rest[..length]);
        if crc32fast::hash(&header) != u32_at(&rest, length) {
            return Err(corrupt("wrong checksum"));
        }
        let metadata =
            serde_json::from_slice(&rest[..length]).map_err(|_| corrupt("metadata is not JSON"))?;
        let end = (header.len() + 4) as u64;
        let (games, offset) = (Vec::new(), end);
        Ok(Self { input, metadata, offset, end, games, read: 0, left: 0, failed: false })
    }

    /// What the writer said of the file's games: settings of the run, or the files they are from.
    #[must_use]
    pub fn metadata(&self) -> &Value {
        &self.metadata
    }

    /// Length of the file up to the end of the last block that was read.
    #[must_use]
    pub fn whole_length(&self) -> u64 {
        self.end
    }

    /// Reads the next block; false at the end of the file.
    fn read_block(&mut self) -> Result<bool, ReadError> {
        self.offset = self.end;
        let mut block = read_up_to(&mut self.input, FIXED)?;
        if block.is_empty() {
            return Ok(false);
        }
        match block_length(&block) {
            Ok(length) => block.extend(read_up_to(&mut self.input, length)?),
            Err(what) => return Err(self.classify(block, what)),
        }
        if let Err(what) = check_block(&block) {
            return Err(self.classify(block, what));
        }
        self.end += block.len() as u64;
        self.left = u32_at(&block, 8);
        self.read = FIXED;
        self.games = block;
        Ok(true)
    }

    /// What a bad block is: torn when it is the last thing in the file, else corrupt. A writer that
    /// is killed leaves no valid block after the one it was writing.
    fn classify(&mut self, mut bytes: Vec<u8>, what: &str) -> ReadError {
        let offset = self.offset;
        match read_up_to(&mut self.input, (FIXED + MAX_BLOCK + 1).saturating_sub(bytes.len())) {
            Ok(rest) => bytes.extend(rest),
            Err(error) => return ReadError::Io(error),
        }
        let is_last = bytes.len() <= FIXED + MAX_BLOCK
            && (1..bytes.len()).all(|at| check_block(&bytes[at..]).is_err());
        if is_last {
            ReadError::Torn { offset }
        } else {
            ReadError::Corrupt { offset, what: what.to_owned() }
        }
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let corrupt = |offset, what: String| ReadError::Corrupt { offset, what };
        while self.left == 0 {
            if !self.read_block()? {
                return Ok(None);
            }
        }
        let (game, length) = GameRecord::decode(&self.games[self.read..])
            .map_err(|error| corrupt(self.offset, format!("{error:#}")))?;
        self.read += length;
        self.left -= 1;
        if self.left == 0 && self.read != self.games.len() {
            return Err(corrupt(self.offset, "bytes after the last game".to_owned()));
        }
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_game().transpose();
        self.failed = !matches!(next, Some(Ok(_)));
        next
    }
}

/// The next `length` bytes, fewer only at the end of the input.
fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

/// Length of a block's games by its first bytes.
fn block_length(block: &[u8]) -> Result<usize, &'static str> {
    if block.len() < FIXED {
        return Err("the file ends");
    }
    if !block.starts_with(&BLOCK_MAGIC) {
        return Err("no block begins here");
    }
    let length = u32_at(block, 4) as usize;
    if (1..=MAX_BLOCK).contains(&length) { Ok(length) } else { Err("impossible length") }
}

/// Whether a whole block has its checksum; there may be more bytes after it.
fn check_block(bytes: &[u8]) -> Result<(), &'static str> {
    let length = block_length(bytes)?;
    let games = bytes.get(FIXED..FIXED + length).ok_or("the file ends")?;
    if block_checksum(&bytes[..12], games) != u32_at(bytes, 12) {
        return Err("wrong checksum");
    }
    if u32_at(bytes, 8) == 0 { Err("a block without games") } else { Ok(()) }
}

fn block_checksum(fixed: &[u8], games: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(fixed);
    hasher.update(games);
    hasher.finalize()
}

/// The header of a file with this metadata.
///
/// # Errors
/// When the metadata is longer than a file may have.
pub fn header(metadata: &Value) -> io::Result<Vec<u8>> {
    let text = metadata.to_string();
    if text.len() > MAX_METADATA {
        return Err(io::Error::other("the metadata is too long"));
    }
    let mut header = FILE_MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((text.len() as u32).to_le_bytes());
    header.extend(text.as_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    Ok(header)
}

/// Appends games to a file, block by block.
pub struct GameWriter<W> {
    output: W,
    games: Vec<u8>,
    count: u32,
}

impl<W: Write> GameWriter<W> {
    /// Begins a file with its header.
    ///
    /// # Errors
    /// When writing fails, or the metadata is longer than a file may have.
    pub fn create(mut output: W, metadata: &Value) -> io::Result<Self> {
        output.write_all(&header(metadata)?)?;
        Ok(Self::append(output))
    }

    /// Goes on after the header and whole blocks.
    pub fn append(output: W) -> Self {
        Self { output, games: Vec::new(), count: 0 }
    }

    /// Adds a game; true when that wrote a block.
    ///
    /// # Errors
    /// When writing fails. The file may have a torn block then: nothing may be added to it before
    /// it is opened anew.
    pub fn push(&mut self, game: &GameRecord) -> io::Result<bool> {
        game.encode(&mut self.games);
        self.count += 1;
        if self.games.len() >= FULL_BLOCK { self.flush() } else { Ok(false) }
    }

    /// Writes the games not yet written as a block; false when there are none.
    ///
    /// # Errors
    /// As [`GameWriter::push`].
    pub fn flush(&mut self) -> io::Result<bool> {
        if self.count == 0 {
            return Ok(false);
        }
        let mut block = BLOCK_MAGIC.to_vec();
        block.extend((self.games.len() as u32).to_le_bytes());
        block.extend(self.count.to_le_bytes());
        block.extend(block_checksum(&block, &self.games).to_le_bytes());
        block.append(&mut self.games);
        self.count = 0;
        // One write: what a killed process leaves is a prefix of the block.
        self.output.write_all(&block)?;
        self.output.flush()?;
        Ok(true)
    }

    /// Where the games go.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }
}
