//! Writes results to standard output and to files.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Writes text to standard output. A closed pipe, as after `head`, is no error.
///
/// # Errors
/// When writing fails otherwise.
pub fn write_text(out: &mut dyn Write, text: &str) -> Result<()> {
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

/// How often a lock is tried again, and after what time.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Opens a file, or creates it, and locks it against other processes until it is dropped. Where the
/// system has no locks there is none.
///
/// # Errors
/// When it cannot be opened, or is locked; the message then ends with `advice`.
pub fn open_locked(path: &Path, advice: &str) -> Result<File> {
    let name = path.display();
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.with_context(|| format!("cannot open {name}"))?;
    // A program that this one starts has the lock of a file just closed, too, until it is running.
    let mut locked = file.try_lock();
    for _ in 0..LOCK_TRIES {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        thread::sleep(LOCK_PAUSE);
        locked = file.try_lock();
    }
    match locked {
        Err(TryLockError::WouldBlock) => bail!("{name} is in use by another process; {advice}"),
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
            Err(error).with_context(|| format!("cannot lock {name}"))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Writes a file under a temporary name and renames it: whoever reads it finds the old content or
/// the new.
///
/// # Errors
/// When that fails; the message names the file.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    let temporary = path.with_added_extension("tmp");
    fs::write(&temporary, content)
        .and_then(|()| fs::rename(&temporary, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    struct FailingWriter(ErrorKind);

    impl Write for FailingWriter {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn broken_pipe_is_ignored_and_other_write_errors_are_reported() {
        let mut text = Vec::new();
        write_text(&mut text, "all\n").unwrap();
        assert_eq!(text, b"all\n");
        assert!(write_text(&mut FailingWriter(ErrorKind::BrokenPipe), "all\n").is_ok());
        let full =
            write_text(&mut FailingWriter(ErrorKind::StorageFull), "all\n").expect_err("no room");
        assert!(format!("{full:#}").contains("standard output"), "{full:#}");
    }
}
