//! Prints the reports of a search as `info` lines, then `bestmove`. The last `info` line with
//! `multipv 1` before a `bestmove` has a score and begins with that move.

use crate::format::{self, OutputStyle};
use crate::output::Output;
use board::Move;
use searcher::{Report, Reporter, SearchResult};

/// The reporter of one search.
pub struct UciReporter {
    output: Output,
    style: OutputStyle,
}

impl UciReporter {
    /// A reporter that writes to `output`.
    #[must_use]
    pub fn new(output: Output, style: OutputStyle) -> Self {
        Self { output, style }
    }

    /// Prints `bestmove`.
    pub fn report_result(self, result: &SearchResult) {
        self.output.line(format::bestmove_line(result.best, result.ponder, self.style));
    }
}

impl Reporter for UciReporter {
    fn report(&mut self, report: &Report<'_>) {
        self.output.line(format::info_line(report, self.style));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.output.line(format::currmove_line(depth, mv, number, self.style));
    }

    fn info_string(&mut self, text: &str) {
        self.output.info(text);
    }
}
