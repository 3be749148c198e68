//! Writes whole lines to the GUI from any thread, and stops what nobody reads. Opens files to write to.

use searcher::Signals;
use std::fmt::Display;
use std::fs::{File, OpenOptions, metadata};
use std::io::{self, ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes that are read to see whether a file has text.
const TEXT_SAMPLE: u64 = 1024;
/// Bytes of stack of the thread that watches the output.
#[cfg(unix)]
const WATCH_STACK: usize = 64 << 10;

struct Inner {
    writer: Mutex<Box<dyn Write + Send>>,
    /// Why a write failed.
    failure: OnceLock<io::Error>,
    /// A copy of all lines, in both directions.
    log: Mutex<Option<File>>,
    /// The task that is stopped when the output is closed.
    task: Mutex<Option<Signals>>,
}

/// A shared line writer. Clones share the writer.
#[derive(Clone)]
pub struct Output(Arc<Inner>);

/// While it lives a task is stopped when the output is closed.
pub struct StopWhenClosed(Output);

impl Drop for StopWhenClosed {
    fn drop(&mut self) {
        *self.0.lock_task() = None;
    }
}

impl Output {
    /// An output to `writer`.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Inner {
            writer: Mutex::new(Box::new(writer)),
            failure: OnceLock::new(),
            log: Mutex::new(None),
            task: Mutex::default(),
        }))
    }

    /// An output to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        #[cfg(unix)]
        return Self::new(crate::system::Waiting(io::stdout()));
        #[cfg(not(unix))]
        Self::new(io::stdout())
    }

    /// Writes `text` and a newline, and flushes. Lines of one call are not interleaved with others.
    /// Does nothing after a write has failed.
    pub fn line(&self, text: impl Display) {
        self.write(&format!("{text}\n"));
    }

    /// Writes and flushes a text without a newline, which the user answers in the same line.
    pub fn write(&self, text: &str) {
        if self.is_broken() {
            return;
        }
        tracing::debug!(target: "bartizan_uci::out", "{}", text.trim_end());
        self.log("<<", text);
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        if let Err(error) = written {
            drop(writer);
            self.fail(error);
        }
    }

    /// Writes no more, and stops the task.
    fn fail(&self, error: io::Error) {
        tracing::warn!("output is closed: {error}");
        // The first reason stays.
        let _ = self.0.failure.set(error);
        self.stop_task();
    }

    /// Stops the task that runs, if one does: for a session without threads, from within it.
    pub fn stop_task(&self) {
        if let Some(signals) = &*self.lock_task() {
            signals.stop();
        }
    }

    fn lock_task(&self) -> MutexGuard<'_, Option<Signals>> {
        self.0.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops a task by its signals when the output is closed, until the guard is dropped. There is one task
    /// at a time.
    #[must_use]
    pub fn stop_when_closed(&self, signals: &Signals) -> StopWhenClosed {
        *self.lock_task() = Some(signals.clone());
        // A failure is set before the task is stopped.
        if self.is_broken() {
            signals.stop();
        }
        StopWhenClosed(self.clone())
    }

    /// For an output to standard output: notices that it is closed without a write, where the system tells
    /// that. A search or a count may write nothing for hours.
    #[must_use]
    pub fn watched(self) -> Self {
        #[cfg(unix)]
        {
            let output = self.clone();
            let watch = move || {
                if crate::system::wait_until_closed(&io::stdout()) {
                    output.fail(ErrorKind::BrokenPipe.into());
                }
            };
            // Without the thread the next line that is written notices it.
            let thread = std::thread::Builder::new().name("output".into()).stack_size(WATCH_STACK);
            let _ = thread.spawn(watch);
        }
        self
    }

    /// From now on writes a copy of all lines to `log`, those read after `>>` and those written after
    /// `<<`. Ends when a write fails, and says so.
    pub fn set_log(&self, log: Option<File>) {
        *self.0.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Copies lines to the log.
    pub(crate) fn log(&self, direction: &str, text: &str) {
        let mut log = self.0.log.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = log.as_mut() else { return };
        let lines: String = text.lines().map(|line| format!("{direction} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
            *log = None;
            drop(log);
            self.info(format!("Debug Log File: {error}; the log has ended"));
        }
    }

    /// Writes an `info string` for each line of `text`.
    pub fn info(&self, text: impl Display) {
        let text = text.to_string();
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(lines.join("\n"));
    }

    /// Whether the output is closed: a write has failed, or would.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.0.failure.get().is_some()
    }

    /// Whether all lines were written, or their reader has gone and wants no more.
    ///
    /// # Errors
    /// When a write has failed for another reason, such as a full disk.
    pub fn check(&self) -> Result<(), String> {
        match self.0.failure.get() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(format!("cannot write to standard output: {error}"))
            }
            _ => Ok(()),
        }
    }
}

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
pub(crate) fn open_to_write(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    if metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo()) {
        return Err(io::Error::other("not a file"));
    }
    options.create(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_stopped_when_the_output_is_closed() {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = Output::new(writer);
        let [done, running, late] = std::array::from_fn(|_| Signals::new());
        drop(output.stop_when_closed(&done));
        let guard = output.stop_when_closed(&running);
        assert!(!running.stopped());
        output.line("text");
        assert!(running.stopped() && !done.stopped());
        drop(guard);
        let _late = output.stop_when_closed(&late);
        assert!(late.stopped(), "at once");
        assert_eq!(output.check(), Ok(()), "a reader that has gone is no error");
    }
}
