//! Turns what a search finds into protocol lines, and sees to it that the last line before an
//! answer (of several, the last first one) has a score and begins with the answer's move.

use crate::format::{self, Style};
use crate::output::Output;
use board::Move;
use search::{Bound, Report, Reporter, SearchResult, Signals};
use std::time::Instant;

/// The reporter of one search.
pub struct InfoLines {
    output: Output,
    style: Style,
    /// Stopped when nobody listens any more.
    signals: Signals,
    started: Instant,
    /// The first move of the best line that was shown last, once one was.
    shown: Option<Option<Move>>,
}

impl InfoLines {
    /// A reporter that writes to `output`, and stops the search when that is closed.
    #[must_use]
    pub fn new(output: Output, style: Style, signals: Signals) -> Self {
        Self { output, style, signals, started: Instant::now(), shown: None }
    }

    /// Answers: a last line of thought where one is due, and the `bestmove` line.
    pub fn conclude(self, result: &SearchResult) {
        let answer = format::best_move(result.best, result.ponder, self.style);
        if self.shown == Some(result.best) {
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
        self.output.line(format!("{}\n{answer}", format::report(&last, self.style)));
    }
}

impl Reporter for InfoLines {
    fn report(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            self.shown = Some(report.pv.first().copied());
        }
        self.output.line(format::report(report, self.style));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.output.line(format::current_move(depth, mv, number, self.style));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        self.output.info(text);
    }
}
