//! The best lines as a table that is drawn again in its place.

use crate::style::{HEADING, columns, fitting, paint};
use board::{Move, Position};
use eval::material_count;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use notation::line_to_san;
use searcher::{Bound, Report, Reporter};
use uci::format::nps;
use uci::output::Output;

/// Moves of a line, of which as many are shown as fit.
const MAX_PV_MOVES: usize = 40;

/// The table of one search. Of more lines than the terminal has the first are shown while it goes on.
pub(super) struct LiveTable {
    position: Position,
    output: Output,
    bars: MultiProgress,
    /// Heading, lines by rank, and summary.
    lines: Vec<ProgressBar>,
    /// The first move of each line, by rank; nothing until a new one is known.
    moves: Vec<Option<Move>>,
}

impl LiveTable {
    pub(super) fn new(position: Position, output: Output) -> Self {
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let lines = vec![bars.add(text_line()), bars.add(text_line())];
        lines[0].set_message(paint(HEADING, " #  depth      score   line"));
        Self { position, output, bars, lines, moves: Vec::new() }
    }

    /// Prints the whole table in place of the live one.
    pub(super) fn finish(&self) {
        // The terminal may have gone. Lines that are dropped are drawn no more.
        let _ = self.bars.clear();
        self.bars.set_draw_target(ProgressDrawTarget::hidden());
        self.lines.iter().for_each(|line| self.output.line(line.message()));
    }
}

/// A line that is cut where the terminal ends.
fn text_line() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}").expect("the template is a constant");
    ProgressBar::no_length().with_style(style)
}

impl Reporter for LiveTable {
    fn report(&mut self, report: &Report) {
        let Some(&first) = report.pv.first() else { return };
        while self.moves.len() < report.multi_pv {
            self.moves.push(None);
            let rank = self.moves.len();
            self.lines.insert(rank, self.bars.insert(rank, text_line()));
            self.lines[rank].set_message(format!("{rank:>2}"));
        }
        // A line that has risen leaves its former place.
        for (index, mv) in self.moves.iter_mut().enumerate() {
            if mv.take_if(|mv| *mv == first).is_some() {
                self.lines[index + 1].set_message(format!("{:>2}", index + 1));
            }
        }
        self.moves[report.multi_pv - 1] = Some(first);
        let bound = match report.bound {
            Bound::Exact => ' ',
            Bound::Lower => '+',
            Bound::Upper => '-',
        };
        let row = format!(
            "{:>2}  {:>2}/{:<2}  {:>8}{bound}  ",
            report.multi_pv,
            report.depth,
            report.seldepth,
            report.score.normalised(material_count(&self.position)).to_string(),
        );
        let line = line_to_san(&self.position, &report.pv, MAX_PV_MOVES);
        let room = columns().saturating_sub(row.chars().count() + 1);
        self.lines[report.multi_pv].set_message(row + &fitting(&line, room));
        self.lines[self.moves.len() + 1].set_message(format!(
            "depth {}, {} nodes, {} nodes/s, hash {:.1} %, {:.1} s",
            report.depth,
            report.nodes,
            nps(report.nodes, report.time),
            f64::from(report.hashfull) / 10.0,
            report.time.as_secs_f64()
        ));
    }

    fn info_string(&mut self, text: &str) {
        self.bars.suspend(|| self.output.line(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Score;
    use notation::parse_uci;
    use std::time::Duration;

    #[test]
    fn lines_stand_at_their_rank_once() {
        let position = Position::startpos();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| parse_uci(&position, text).expect("a move"));
        let mut table = LiveTable::new(position, Output::new(std::io::sink()));
        table.bars.set_draw_target(ProgressDrawTarget::hidden());
        for (multi_pv, mv, score, depth, expected) in [
            (1, e4, 25, 3, vec![" 1   3/3      S25   1. e4"]),
            (2, d4, -10, 3, vec![" 1   3/3      S25   1. e4", " 2   3/3      S-10   1. d4"]),
            (1, e4, 30, 4, vec![" 1   4/4      S30   1. e4", " 2   3/3      S-10   1. d4"]),
            (1, d4, 40, 4, vec![" 1   4/4      S40   1. d4", " 2"]),
        ] {
            table.report(&Report {
                depth,
                seldepth: depth,
                multi_pv,
                score: Score::new(score),
                bound: Bound::Exact,
                nodes: 1000,
                time: Duration::from_secs(1),
                hashfull: 12,
                tb_hits: 0,
                pv: vec![mv],
            });
            let texts: Vec<String> = table.lines.iter().map(ProgressBar::message).collect();
            let shown = |score| Score::new(score).normalised(78).to_string();
            let expected = [25, -10, 30, 40].iter().fold(expected.join("\n"), |text, &score| {
                text.replace(&format!("S{score} "), &format!("{} ", shown(score)))
            });
            assert_eq!(texts[1..texts.len() - 1].join("\n"), expected);
            let summary = format!("depth {depth}, 1000 nodes, 1000 nodes/s, hash 1.2 %, 1.0 s");
            assert_eq!(texts.last(), Some(&summary));
        }
    }
}
