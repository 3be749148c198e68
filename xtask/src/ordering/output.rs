//! Where results go: to standard output, whose reader may have left, and to files.

use anyhow::{Context, Result};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes a text for people. A reader that closed its end, as `head` does, has read all that it
/// wanted: that is no error.
///
/// # Errors
/// When writing fails otherwise.
pub fn print(out: &mut dyn Write, text: &str) -> Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.context("cannot write to standard output"),
    }
}

/// Makes a folder and those above it, where they are missing.
///
/// # Errors
/// When that fails; the message names the folder.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Writes a file.
///
/// # Errors
/// When that fails; the message names the file.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io;

    /// Takes nothing, for the reason given.
    pub struct Refusing(pub ErrorKind);

    impl Write for Refusing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_may_leave_but_a_full_disk_is_an_error() {
        let mut text = Vec::new();
        print(&mut text, "all\n").unwrap();
        assert_eq!(text, b"all\n");
        assert!(print(&mut Refusing(ErrorKind::BrokenPipe), "all\n").is_ok());
        let full = print(&mut Refusing(ErrorKind::StorageFull), "all\n").expect_err("no room");
        assert!(format!("{full:#}").contains("standard output"), "{full:#}");
    }
}
