//! Progress bars on standard error, and a thread that looks after something while work is done.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

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
    struct SetOnDrop<'a>(&'a AtomicBool);
    impl Drop for SetOnDrop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let _end = SetOnDrop(&done);
        scope.spawn({
            let done = &done;
            move || {
                while !done.load(Ordering::Relaxed) {
                    tick();
                    thread::sleep(interval);
                }
            }
        });
        work()
    })
}
