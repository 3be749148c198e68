//! Prints the reports of a search as `info` lines, then `bestmove`. The last `info` line with
//! `multipv 1` before a `bestmove` has a score and begins with that move.

use crate::format::{self, OutputStyle};
use crate::output::Output;
use board::Move;
use search::{Bound, Report, Reporter, SearchResult, Signals};
use std::time::Instant;

/// The reporter of one search.
pub struct UciReporter {
    output: Output,
    style: OutputStyle,
    /// Stopped when the output is closed.
    signals: Signals,
    started: Instant,
    /// The first move of the last line printed with `multipv 1`; `None` before any.
    last_pv_move: Option<Option<Move>>,
}

impl UciReporter {
    /// A reporter that writes to `output`, and stops the search when that is closed.
    #[must_use]
    pub fn new(output: Output, style: OutputStyle, signals: Signals) -> Self {
        Self { output, style, signals, started: Instant::now(), last_pv_move: None }
    }

    /// Prints `bestmove`, preceded by an `info` line if the last one began with another move.
    pub fn report_result(self, result: &SearchResult) {
        let answer = format::bestmove_line(result.best, result.ponder, self.style);
        if self.last_pv_move == Some(result.best) {
            self.output.line(answer);
            return;
        }
        let head = [result.best].into_iter().flatten().collect();
        let pv: Vec<Move> =
            if result.pv.first() == result.best.as_ref() { result.pv.clone() } else { head };
        let last = Report {
            depth: result.depth,
            seldepth: result.depth,
            multi_pv: 1,
            score: result.score,
            bound: Bound::Exact,
            nodes: result.nodes,
            time: self.started.elapsed(),
            hashfull: 0,
            tb_hits: 0,
            pv: &pv,
        };
        self.output.line(format!("{}\n{answer}", format::info_line(&last, self.style)));
    }
}

impl Reporter for UciReporter {
    fn report(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            self.last_pv_move = Some(report.pv.first().copied());
        }
        self.output.line(format::info_line(report, self.style));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.output.line(format::currmove_line(depth, mv, number, self.style));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        self.output.info(text);
    }
}
