//! Progress bars on standard error, and a thread that looks after something while work is done.

use indicatif::{ProgressBar, ProgressStyle};
use notation::text::printable;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two lines where standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// What a long task says on standard error while it goes on: a bar on a terminal, else a line a
/// minute.
#[derive(Debug)]
pub struct StatusLine {
    bar: Option<ProgressBar>,
    written: Instant,
    start: Instant,
    /// The share that was done at the start; `None` without an end.
    share: Option<f64>,
}

impl StatusLine {
    /// A line of a task of which this share, 0 to 1, is done; `None` where it has no end.
    ///
    /// # Panics
    /// Never: the template is a constant.
    #[must_use]
    pub fn new(share: Option<f64>) -> Self {
        let template =
            if share.is_some() { "{bar:20} {percent}% {msg}" } else { "{spinner} {msg}" };
        let style = ProgressStyle::with_template(template).expect("the template is a constant");
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(1_000).with_style(style));
        let start = Instant::now();
        Self { bar, written: start, start, share }
    }

    /// Shows a text, the share of the task that is done, 0 to 1, and the time left.
    pub fn show(&mut self, share: Option<f64>, text: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let left = self.share.zip(share).and_then(|(from, to)| seconds_left(seconds, from, to));
        let text =
            left.map_or_else(|| text.to_owned(), |left| format!("{text}, {} left", duration(left)));
        if let Some(bar) = &self.bar {
            bar.set_position((share.unwrap_or(0.0) * 1_000.0) as u64);
            bar.set_message(text);
            bar.tick();
        } else if self.written.elapsed() >= LINE_EVERY {
            self.written = Instant::now();
            note(&text);
        }
    }

    /// Prints something while no bar is shown.
    pub fn suspend(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Seconds to the end of a task that has come from one share to another in some seconds.
fn seconds_left(seconds: f64, from: f64, to: f64) -> Option<f64> {
    (to > from).then(|| seconds * (1.0 - to) / (to - from))
}

/// Writes a line to standard error. A reader that has gone is no reason to stop.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(text));
}

/// Seconds as hours, minutes and seconds.
#[must_use]
pub fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A progress bar up to `length`; it draws on a terminal only. `text` follows the bar and may
/// contain the placeholders of `indicatif`: `{pos}`, `{len}`, `{eta}`, `{msg}`.
///
/// # Panics
/// When `text` is not a valid template, which is a constant everywhere.
#[must_use]
pub fn bar(length: u64, text: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {text}"));
    ProgressBar::new(length).with_style(style.expect("the template is a constant"))
}

/// Does `work` on this thread and calls `tick` on another, once every `interval`, until the work
/// ends, be it by a panic.
pub fn with_ticks<R>(interval: Duration, tick: impl Fn() + Send, work: impl FnOnce() -> R) -> R {
    // Dropped when the work ends: then the receiver is disconnected.
    let (working, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            tick();
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        let _working = working;
        work()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_reckoned_from_the_start_of_the_process_and_written() {
        assert_eq!(seconds_left(10.0, 0.5, 0.75), Some(10.0));
        assert_eq!(seconds_left(10.0, 0.0, 1.0), Some(0.0));
        assert_eq!(seconds_left(10.0, 0.5, 0.5), None);
        assert_eq!(duration(3_725.9), "1:02:05");
    }
}
