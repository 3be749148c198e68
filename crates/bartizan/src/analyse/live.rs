//! The best lines as a table that is drawn again in its place.

use crate::style::{HEADING, paint};
use board::{Move, Position};
use console::{Term, truncate_str};
use eval::material_count;
use notation::line_to_san;
use searcher::{Bound, Report, Reporter};
use uci::format::nps;
use uci::output::Output;

/// Moves of a line, of which as many are shown as fit.
const MAX_PV_MOVES: usize = 40;

/// The table of one search. It needs a terminal that moves its cursor by ANSI sequences.
pub(super) struct LiveTable {
    position: Position,
    output: Output,
    /// Rows and columns of the terminal.
    size: (usize, usize),
    /// The first move of each line and its row, by rank; nothing until a new one is known.
    rows: Vec<Option<(Move, String)>>,
    summary: String,
    /// Lines that the last drawing took.
    drawn: usize,
}

impl LiveTable {
    pub(super) fn new(position: Position, output: Output) -> Self {
        let (rows, summary) = (Vec::new(), String::new());
        Self { position, output, size: (0, 0), rows, summary, drawn: 0 }
    }

    /// Draws the whole table where lines were left out. It is not drawn over again.
    pub(super) fn finish(&mut self) {
        if self.hidden_rows() > 0 {
            self.size.0 = usize::MAX;
            let frame = self.frame();
            self.output.line(frame);
        }
    }

    /// Rows for which the terminal has no place beside the heading, the summary and the cursor. The cursor
    /// cannot go back to what has scrolled away.
    fn hidden_rows(&self) -> usize {
        self.rows.len().saturating_sub(self.size.0.saturating_sub(3))
    }

    /// Takes a report into the table.
    fn update(&mut self, report: &Report<'_>) {
        let bound = match report.bound {
            Bound::Exact => ' ',
            Bound::Lower => '+',
            Bound::Upper => '-',
        };
        let row = format!(
            "{:>2}  {:>2}/{:<2}  {:>8}{bound}  {}",
            report.multi_pv,
            report.depth,
            report.seldepth,
            report.score.normalised(material_count(&self.position)).to_string(),
            line_to_san(&self.position, report.pv, MAX_PV_MOVES)
        );
        let Some(&first) = report.pv.first() else { return };
        // A line that has risen leaves its former place.
        for old in &mut self.rows {
            old.take_if(|(mv, _)| *mv == first);
        }
        if self.rows.len() < report.multi_pv {
            self.rows.resize(report.multi_pv, None);
        }
        self.rows[report.multi_pv - 1] = Some((first, row));
        self.summary = format!(
            "depth {}, {} nodes, {} nodes/s, hash {:.1} %, {:.1} s",
            report.depth,
            report.nodes,
            nps(report.nodes, report.time),
            f64::from(report.hashfull) / 10.0,
            report.time.as_secs_f64()
        );
    }

    /// The text that draws the table over what was drawn before. No line is broken by the terminal, so
    /// that their number is known, and there are fewer of them than the terminal has.
    fn frame(&mut self) -> String {
        let cut = |line: &str| truncate_str(line, self.size.1.saturating_sub(1), "…").into_owned();
        let mut lines = vec![paint(HEADING, &cut(" #  depth      score   line"))];
        let hidden = self.hidden_rows();
        let rows = self.rows.iter().enumerate().take(self.rows.len() - hidden);
        lines.extend(rows.map(|(index, row)| match row {
            Some((_, text)) => cut(text),
            None => format!("{:>2}", index + 1),
        }));
        let more = if hidden > 0 { format!("{hidden} more lines, ") } else { String::new() };
        lines.push(cut(&(more + &self.summary)));
        let up = match self.drawn {
            0 => String::new(),
            lines => format!("\x1b[{lines}A"),
        };
        self.drawn = lines.len();
        let cleared: Vec<String> = lines.iter().map(|line| format!("\r\x1b[2K{line}")).collect();
        up + &cleared.join("\n")
    }
}

impl Reporter for LiveTable {
    fn report(&mut self, report: &Report<'_>) {
        let (rows, columns) = Term::stdout().size();
        self.size = (usize::from(rows), usize::from(columns));
        self.update(report);
        let frame = self.frame();
        self.output.line(frame);
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(text);
        // What is above stays.
        self.drawn = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Score;
    use notation::parse_uci;
    use std::time::Duration;

    #[test]
    fn table_is_drawn_over_itself_and_fits_the_terminal() {
        let position = Position::startpos();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| parse_uci(&position, text).expect("a move"));
        let output = Output::new(std::io::sink());
        let mut table = LiveTable::new(position, output);
        table.size = (24, 40);
        let mut draw = |multi_pv, mv, score, depth| {
            table.update(&Report {
                depth,
                seldepth: depth,
                multi_pv,
                score: Score::new(score),
                bound: Bound::Exact,
                nodes: 1000,
                time: Duration::from_secs(1),
                hashfull: 12,
                tb_hits: 0,
                pv: &[mv],
            });
            table.frame()
        };
        let shown = |score| Score::new(score).normalised(78).to_string();
        let first = draw(1, e4, 25, 3);
        let row = format!(" 1   3/3      {}   1. e4", shown(25));
        assert!(!first.contains("\x1b[3A") && first.contains(&row), "{first}");
        let second = draw(2, d4, -10, 3);
        assert!(second.starts_with("\x1b[3A\r\x1b[2K"), "{second}");
        let third = draw(1, e4, 30, 4);
        assert!(third.starts_with("\x1b[4A"));
        assert!(third.contains(&shown(30)) && third.contains(&shown(-10)), "{third}");
        assert!(!third.contains(&shown(25)) && third.matches('\n').count() == 3, "{third}");
        let plain = console::strip_ansi_codes(&third);
        assert!(plain.lines().all(|line| line.trim_start_matches('\r').chars().count() < 40));
        assert!(plain.ends_with('…'), "{plain}");
        let fourth = draw(1, d4, 40, 4);
        assert!(fourth.contains("1. d4") && !fourth.contains("1. e4"), "{fourth}");
        assert!(fourth.contains("\x1b[2K 2\n"), "{fourth}");
    }

    #[test]
    fn table_is_never_taller_than_the_terminal() {
        let position = Position::startpos();
        let output = Output::new(std::io::sink());
        let mut table = LiveTable::new(position.clone(), output);
        let moves = movegen::legal_moves(&position);
        table.rows = moves.iter().map(|&mv| Some((mv, mv.to_string()))).collect();
        table.summary = "depth 1".to_owned();
        for (height, shown) in [(24, 20), (23, 20), (22, 19), (10, 7), (3, 0)] {
            (table.size, table.drawn) = ((height, 80), 0);
            let frame = table.frame();
            assert_eq!(frame.lines().count(), shown + 2, "{frame}");
            assert!(shown == 20 || frame.contains(&format!("{} more lines, depth", 20 - shown)));
            // The line below the table has the cursor.
            assert!(table.drawn < height);
        }
        let last = moves[19].to_string();
        assert!(!table.frame().contains(&last));
        table.size.0 = usize::MAX;
        assert!(table.frame().contains(&last) && table.hidden_rows() == 0);
    }
}
