//! The text of a file, of which a reader holds one game at a time.

use super::ReadError;
use crate::text::Decoder;
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io::{self, Read};

/// Bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// Where a [`Reader`](super::Reader) has its bytes from: [`Bytes`], and everything that is a `std::io::Read` with the
/// feature `std`.
///
/// ```
/// use bartizan_notation::pgn::{ReadError, Reader, Source};
///
/// /// Parts of a file, as something without `std::io` gives them.
/// struct Parts<'a>(&'a [&'a str]);
///
/// impl Source for Parts<'_> {
///     fn read_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
///         let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
///         buffer[..first.len()].copy_from_slice(first.as_bytes());
///         self.0 = rest;
///         Ok(first.len())
///     }
/// }
///
/// let mut reader = Reader::from_source(Parts(&["1. e4 e", "5 1-0"]));
/// assert!(reader.games().next().is_some_and(|game| game.is_ok_and(|game| game.moves.len() == 2)));
/// ```
pub trait Source {
    /// Reads some bytes; none at the end.
    ///
    /// ```
    /// use bartizan_notation::pgn::Source;
    ///
    /// let (mut file, mut buffer) = (&b"1. e4 *"[..], [0; 5]);
    /// assert_eq!((file.read_bytes(&mut buffer)?, &buffer[..]), (5, &b"1. e4"[..]));
    /// assert_eq!((file.read_bytes(&mut buffer)?, file.read_bytes(&mut buffer)?), (2, 0));
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the source.
    fn read_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError>;
}

#[cfg(feature = "std")]
impl<R: Read> Source for R {
    fn read_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        loop {
            match self.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return Ok(result?),
            }
        }
    }
}

/// Bytes in memory.
///
/// ```
/// use bartizan_notation::pgn::{Bytes, Reader};
///
/// let mut reader: Reader<Bytes<'_>> = Reader::from_bytes(b"1. e4 *");
/// assert!(reader.skip_game()? && !reader.skip_game()?);
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub(super) &'a [u8]);

impl Source for Bytes<'_> {
    fn read_bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let length = self.0.len().min(buffer.len());
        let (now, later) = self.0.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

/// The part of a text that is in memory.
#[derive(Debug)]
pub(super) struct Window<S> {
    source: S,
    decoder: Decoder,
    buffer: Vec<u8>,
    pub text: String,
    /// Whether the text ends with the file.
    pub ended: bool,
    /// Most bytes of a game.
    pub limit: usize,
}

impl<S> Window<S> {
    pub(super) fn new(source: S, limit: usize) -> Self {
        let (decoder, buffer, text) = (Decoder::with_marks(), Vec::new(), String::new());
        Self { source, decoder, buffer, text, ended: false, limit }
    }

    /// Reads so many bytes at a time.
    #[cfg(test)]
    pub(super) fn set_chunk(&mut self, length: usize) {
        self.buffer = alloc::vec![0; length];
    }

    /// Forgets the first `length` bytes if that is worth it; whether it did.
    pub(super) fn forget(&mut self, length: usize) -> bool {
        // What stays is moved, so that much has to go.
        let is_much = length >= (4 * self.buffer.len()).max(1);
        if is_much {
            self.drop_front(length);
        }
        is_much
    }

    /// Forgets the first `length` bytes.
    pub(super) fn drop_front(&mut self, length: usize) {
        self.decoder.forget(&self.text, length);
        self.text.drain(..length);
    }

    /// Where a byte of the text stands in the file.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.decoder.offset(&self.text, at)
    }

    /// Whether a look behind the text, which is read up to this place, costs no more than reading some bytes, in a game
    /// that begins there.
    pub(super) fn may_read_behind(&self, place: usize, begin: usize) -> bool {
        let length = self.text.len();
        !self.ended && length - place < self.buffer.len() && length - begin <= self.limit
    }

    pub(super) fn into_source(self) -> S {
        self.source
    }
}

#[cfg(feature = "std")]
impl<R: Read + io::Seek> Window<R> {
    /// Goes on at another place of the file.
    pub(super) fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.drop_front(self.text.len());
        self.ended = true;
        if !self.decoder.started && offset > 0 {
            // What tells the encoding.
            let mut mark = Vec::new();
            self.source.seek(io::SeekFrom::Start(0))?;
            self.source.by_ref().take(2).read_to_end(&mut mark)?;
            self.decoder.push(&mark, false, &mut self.text);
            self.drop_front(self.text.len());
        }
        self.source.seek(io::SeekFrom::Start(offset))?;
        self.decoder.restart(offset);
        self.ended = false;
        Ok(())
    }
}

impl<S: Source> Window<S> {
    /// Reads on in a game that begins at this byte, the more the longer it is, so that a long comment is not looked
    /// through many times.
    pub(super) fn more(&mut self, begin: usize, line: usize) -> Result<(), ReadError> {
        if self.text.len() - begin > self.limit {
            return Err(ReadError::TooLong { line, limit: self.limit });
        }
        if self.buffer.is_empty() {
            self.buffer = alloc::vec![0; CHUNK];
        }
        let wanted = self.text.len() + (self.text.len() - begin) / 2;
        loop {
            let length = self.source.read_bytes(&mut self.buffer).inspect_err(|_| {
                self.ended = true;
            })?;
            self.ended = length == 0;
            self.decoder.push(&self.buffer[..length], self.ended, &mut self.text);
            if self.ended || self.text.len() >= wanted {
                return Ok(());
            }
        }
    }
}
