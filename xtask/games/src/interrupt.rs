//! Ctrl-C as a flag, so that long tasks can stop and print their results so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static FIRST: OnceLock<Instant> = OnceLock::new();
static INSTALL: Once = Once::new();

/// Signals within this time of the first are the same request: `timeout` sends its signal to the
/// process and again to its group.
const SAME_REQUEST: Duration = Duration::from_secs(1);

/// The exit code of a program ended by Ctrl-C, by the convention of shells.
const EXIT_CODE: i32 = 130;

/// A flag that the first Ctrl-C or SIGTERM sets; a later one ends the process. The handler is
/// installed by the first call. Where the system refuses one, Ctrl-C ends the process at once.
pub fn interrupt_flag() -> &'static AtomicBool {
    INSTALL.call_once(|| {
        let handler = || {
            INTERRUPTED.store(true, Ordering::Relaxed);
            if FIRST.get_or_init(Instant::now).elapsed() > SAME_REQUEST {
                std::process::exit(EXIT_CODE);
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            bartizan::progress::note(&format!("{error}; Ctrl-C will end this without a summary"));
        }
    });
    &INTERRUPTED
}
