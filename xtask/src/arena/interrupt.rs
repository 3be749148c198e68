//! Ctrl-C as a flag, so that long tasks can stop and print their results so far.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// The exit code of a program ended by Ctrl-C, by the convention of shells.
const EXIT_CODE: i32 = 130;

/// A flag that the first Ctrl-C sets; a second one ends the process. The handler is installed by
/// the first call. Where that fails, Ctrl-C ends the process.
pub fn interrupt_flag() -> &'static AtomicBool {
    INSTALL.call_once(|| {
        let handler = || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(EXIT_CODE);
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            eprintln!("note: {error}; Ctrl-C will end this without a summary");
        }
    });
    &INTERRUPTED
}
