//! The one way out: lines to the GUI, whole and at once, from any thread. What they say is
//! decided elsewhere.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

struct Inner {
    writer: Mutex<Box<dyn Write + Send>>,
    broken: AtomicBool,
}

/// A shared writer of lines. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Inner>);

impl Output {
    /// Writes to this writer.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Inner {
            writer: Mutex::new(Box::new(writer)),
            broken: AtomicBool::new(false),
        }))
    }

    /// Writes to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(std::io::stdout())
    }

    /// Writes a text and ends its line; lines of one call stay together. Once the other end is
    /// gone nothing is written any more.
    pub fn line(&self, text: impl Display) {
        if self.is_broken() {
            return;
        }
        let text = format!("{text}\n");
        tracing::debug!(target: "bartizan_uci::out", "{}", text.trim_end());
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        if let Err(error) = written {
            tracing::warn!("output is closed: {error}");
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Writes an `info string`; a text of several lines becomes several of them.
    pub fn info(&self, text: impl Display) {
        let text = text.to_string();
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(lines.join("\n"));
    }

    /// True once a write has failed: nobody listens any more.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.0.broken.load(Ordering::Relaxed)
    }
}
