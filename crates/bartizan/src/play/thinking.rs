//! The engine's line while it thinks, on a terminal only.

use crate::style::{columns, fitting};
use board::Position;
use eval::material_count;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use notation::line_to_san;
use searcher::{Report, Reporter};
use std::io::{self, IsTerminal};
use uci::format::score_for_people;

/// Moves of a line, of which as many are shown as fit.
const MOVES: usize = 20;

/// One line that is drawn again and removed at the end.
pub(super) struct Thinking {
    position: Position,
    bar: ProgressBar,
}

impl Thinking {
    /// The line of a search; hidden where it is not wanted or there is no terminal.
    pub(super) fn new(position: Position, wanted: bool) -> Self {
        let is_shown = wanted && io::stdout().is_terminal() && crate::style::has_colours();
        let target =
            if is_shown { ProgressDrawTarget::stdout() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{msg}").expect("the template is a constant");
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        Self { position, bar }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Reporter for Thinking {
    fn report(&mut self, report: &Report) {
        if self.bar.is_hidden() || report.multi_pv > 1 {
            return;
        }
        let score =
            score_for_people(report.score.normalised(material_count(&self.position)), report.bound);
        let line = line_to_san(&self.position, &report.pv, MOVES);
        let text = format!("Bartizan thinks: depth {}, {score}, {line}", report.depth);
        self.bar.set_message(fitting(&text, columns() - 1));
        self.bar.tick();
    }
}
