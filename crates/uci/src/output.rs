//! Writes whole lines to the GUI from any thread.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

struct Inner {
    writer: Mutex<Box<dyn Write + Send>>,
    /// Why a write failed.
    failure: OnceLock<io::Error>,
    /// A copy of all lines, in both directions.
    log: Mutex<Option<File>>,
}

/// A shared line writer. Clones share the writer.
#[derive(Clone)]
pub struct Output(Arc<Inner>);

impl Output {
    /// An output to `writer`.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Inner {
            writer: Mutex::new(Box::new(writer)),
            failure: OnceLock::new(),
            log: Mutex::new(None),
        }))
    }

    /// An output to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(std::io::stdout())
    }

    /// An output to standard output with colours where it is a terminal.
    #[must_use]
    pub fn terminal() -> Self {
        Self::new(anstream::stdout())
    }

    /// Writes `text` and a newline, and flushes. Lines of one call are not interleaved with others.
    /// Does nothing after a write has failed.
    pub fn line(&self, text: impl Display) {
        self.write(&format!("{text}\n"));
    }

    /// Writes a text that the user answers in the same line.
    pub fn prompt(&self, text: &str) {
        self.write(text);
    }

    fn write(&self, text: &str) {
        if self.is_broken() {
            return;
        }
        tracing::debug!(target: "bartizan_uci::out", "{}", text.trim_end());
        self.log("<<", text);
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        if let Err(error) = written {
            tracing::warn!("output is closed: {error}");
            // Set once, since nothing is written after it.
            let _ = self.0.failure.set(error);
        }
    }

    /// From now on writes a copy of all lines to `log`, those read after `>>` and those written after
    /// `<<`. Ends when a write fails.
    pub fn set_log(&self, log: Option<File>) {
        *self.0.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Copies a line that was read to the log.
    pub fn log_input(&self, line: &str) {
        self.log(">>", line);
    }

    fn log(&self, direction: &str, text: &str) {
        let mut log = self.0.log.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = log.as_mut() else { return };
        let lines: String = text.lines().map(|line| format!("{direction} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
            tracing::warn!("the debug log ends: {error}");
            *log = None;
        }
    }

    /// Writes an `info string` for each line of `text`.
    pub fn info(&self, text: impl Display) {
        let text = text.to_string();
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(lines.join("\n"));
    }

    /// Whether a write has failed.
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
