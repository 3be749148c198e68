//! Writes whole lines from any thread.

use std::fmt::Display;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A shared line writer; `None` after a write has failed. Clones share the writer.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Option<Box<dyn Write + Send>>>>);

impl Output {
    /// An output to `writer`.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(writer)))))
    }

    /// Writes `text` and a newline. False when nobody reads any more.
    pub fn line(&self, text: impl Display) -> bool {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = format!("{text}\n");
        let Some(open) = writer.as_mut() else { return false };
        let written = open.write_all(text.as_bytes()).and_then(|()| open.flush());
        if written.is_err() {
            *writer = None;
        }
        written.is_ok()
    }
}
