//! How the files of Syzygy tables are read: without memory maps, since a mapped file that is cut or
//! whose medium fails ends the process by a signal. Here it is an error of the probe.

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Files of at most this size are read into memory when they are first used, which makes probes as
/// fast as with memory maps. All tables of four pieces are smaller.
const WHOLE_BYTES: u64 = 1 << 20;

/// The files of the tables. The reader knows tables by their names and is strict about these, so it
/// gets the path of the file with the [name of the table](super::directories) behind it.
#[derive(Default)]
pub(super) struct TableFiles {
    os: OsFilesystem,
    /// The tables that have been opened, by name; true for those that are not used any more.
    opened: Mutex<HashMap<String, Arc<AtomicBool>>>,
}

impl TableFiles {
    /// Reads a table no more, since a fault was found in it. False where that was known.
    pub(super) fn switch_off(&self, table: &str) -> bool {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.get(table).is_some_and(|off| !off.swap(true, Ordering::Relaxed))
    }
}

/// The file of a table.
fn file(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

fn is_off() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not used any more")
}

impl Filesystem for TableFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.os.regular_file_size(file(path))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.os.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let table = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let off = Arc::new(AtomicBool::new(false));
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        // The reader keeps what it could open and tries the others again at each probe.
        if opened.insert(table, Arc::clone(&off)).is_some() {
            return Err(is_off());
        }
        drop(opened);
        let content = if file(path).metadata()?.len() <= WHOLE_BYTES {
            Content::Whole(fs::read(file(path))?)
        } else {
            Content::File(self.os.open(file(path))?)
        };
        Ok(Box::new(TableFile { content, off }))
    }
}

enum Content {
    Whole(Vec<u8>),
    File(Box<dyn RandomAccessFile>),
}

struct TableFile {
    content: Content,
    off: Arc<AtomicBool>,
}

impl RandomAccessFile for TableFile {
    fn read_at(&self, buf: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        if self.off.load(Ordering::Relaxed) {
            return Err(is_off());
        }
        match &self.content {
            Content::File(file) => file.read_at(buf, offset, hint),
            Content::Whole(bytes) => {
                let start = usize::try_from(offset).ok();
                let rest = start.and_then(|start| bytes.get(start..)).unwrap_or_default();
                let length = buf.len().min(rest.len());
                buf[..length].copy_from_slice(&rest[..length]);
                Ok(length)
            }
        }
    }
}
