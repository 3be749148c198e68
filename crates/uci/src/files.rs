//! How files to write to are opened.

use std::fs::{File, OpenOptions, metadata};
use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// Bytes that are read to see whether a file has text.
const TEXT_SAMPLE: u64 = 1024;

/// Opens a file to append lines to.
///
/// # Errors
/// When it cannot be opened, or has something else than text, such as a network or a book.
pub fn open_log(path: &Path) -> io::Result<File> {
    let mut start = Vec::new();
    if metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        // A file that can only be written to is taken for a log.
        let _ = File::open(path).and_then(|file| file.take(TEXT_SAMPLE).read_to_end(&mut start));
    }
    if start.contains(&0) {
        return Err(io::Error::other("not a text file"));
    }
    open_to_write(path, File::options().append(true))
}

/// Opens a file to write to, which is created where it is missing. A named pipe is refused: opening it would
/// wait for its reader.
///
/// # Errors
/// When it cannot be opened.
pub fn open_to_write(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    if metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo()) {
        return Err(io::Error::other("not a file"));
    }
    options.create(true).open(path)
}
