//! Where the bytes of a book are: in a file, or in memory.

use super::BookError;
#[cfg(feature = "std")]
use alloc::borrow::ToOwned;
use alloc::sync::Arc;
#[cfg(feature = "std")]
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The bytes of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Memory(Arc<[u8]>),
    #[cfg(feature = "std")]
    File(PathBuf),
}

/// A source that is being read.
pub(super) enum Reader<'a> {
    Memory(&'a [u8]),
    #[cfg(feature = "std")]
    File(File),
}

impl Source {
    #[cfg(feature = "std")]
    pub(super) fn open(path: &Path) -> Result<Self, BookError> {
        // Opening a pipe would wait for its writer.
        if !path.metadata()?.is_file() {
            return Err(BookError::NoFile);
        }
        Ok(Self::File(path.to_owned()))
    }

    /// Its length in bytes.
    pub(super) fn len(&self) -> Result<u64, BookError> {
        match self {
            Self::Memory(bytes) => Ok(bytes.len() as u64),
            #[cfg(feature = "std")]
            Self::File(path) => Ok(path.metadata()?.len()),
        }
    }

    pub(super) fn reader(&self) -> Result<Reader<'_>, BookError> {
        match self {
            Self::Memory(bytes) => Ok(Reader::Memory(bytes)),
            #[cfg(feature = "std")]
            Self::File(path) => Ok(Reader::File(File::open(path)?)),
        }
    }
}

impl Reader<'_> {
    /// Reads the bytes from `start` on.
    pub(super) fn read_at(&mut self, start: u64, into: &mut [u8]) -> Result<(), BookError> {
        match self {
            Self::Memory(bytes) => {
                let start = start as usize;
                into.copy_from_slice(&bytes[start..start + into.len()]);
                Ok(())
            }
            #[cfg(feature = "std")]
            Self::File(file) => {
                file.seek(SeekFrom::Start(start))?;
                Ok(file.read_exact(into)?)
            }
        }
    }
}
