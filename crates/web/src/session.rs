//! A UCI session for JavaScript: lines go in by a function and come out by another. The package in `npm` runs it in a
//! worker.

use std::io::{self, Write};
use std::sync::OnceLock;
use uci::output::Output;
use uci::session::SingleThreadSession;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The function of the worker that gets what the engine writes: lines with their ends.
    #[wasm_bindgen(js_namespace = globalThis, js_name = bartizanLines)]
    fn bartizan_lines(text: &str);
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        bartizan_lines(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output of the session, of which there is one.
static OUTPUT: OnceLock<Output> = OnceLock::new();

fn output() -> &'static Output {
    OUTPUT.get_or_init(|| Output::new(Lines))
}

/// An engine that speaks UCI.
#[wasm_bindgen]
pub struct Uci(SingleThreadSession);

#[wasm_bindgen]
impl Uci {
    /// An engine with default options.
    #[must_use]
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no such trait")]
    pub fn new() -> Self {
        Self(SingleThreadSession::new(output().clone()))
    }

    /// Executes a line to its end, and returns whether the session goes on.
    pub fn line(&mut self, line: &str) -> bool {
        self.0.line(line).is_continue()
    }
}

/// Stops the search that runs. The worker calls it from `performance.now`, which the search asks for the time.
#[wasm_bindgen(js_name = stopSearch)]
pub fn stop_search() {
    output().stop_task();
}
