//! The engine's output as UCI text, and the reporter that prints it.

use crate::output::Output;
use board::Move;
use eval::Score;
use notation::to_uci;
use searcher::{Bound, Report, Reporter, SearchResult};
use std::fmt::Write;
use std::time::Duration;

/// How moves and scores are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputStyle {
    /// Castling moves are written as king takes rook.
    pub chess960: bool,
    /// Material on the board ([`eval::material_count`]), by which scores are normalised.
    pub material: u32,
    /// Whether scores come with the chances to win, draw and lose.
    pub wdl: bool,
}

/// Prints the reports of a search as `info` lines, then `bestmove`. The last `info` line with
/// `multipv 1` before a `bestmove` has a score and begins with that move.
pub struct UciReporter {
    /// Where the lines go.
    pub output: Output,
    /// How they are written.
    pub style: OutputStyle,
}

impl UciReporter {
    /// Prints `bestmove`.
    pub fn report_result(self, result: &SearchResult) {
        self.output.line(bestmove_line(result.best, result.ponder, self.style));
    }
}

impl Reporter for UciReporter {
    fn report(&mut self, report: &Report) {
        self.output.line(info_line(report, self.style));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let mv = to_uci(mv, self.style.chess960);
        self.output.line(format!("info depth {depth} currmove {mv} currmovenumber {number}"));
    }

    fn info_string(&mut self, text: &str) {
        self.output.info(text);
    }
}

/// Name and version.
#[must_use]
pub fn engine_name() -> String {
    format!("Bartizan {}", env!("CARGO_PKG_VERSION"))
}

/// The `info` line of a report.
#[must_use]
pub fn info_line(report: &Report, style: OutputStyle) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.seldepth,
        report.multi_pv,
        score(report.score.normalised(style.material), report.bound)
    );
    if style.wdl {
        let wdl = report.score.wdl(style.material);
        // Writing to a string cannot fail, here and below.
        let _ = write!(line, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss);
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        report.nodes,
        nps(report.nodes, report.time),
        report.hashfull,
        report.tb_hits,
        report.time.as_millis()
    );
    if !report.pv.is_empty() {
        line.push_str(" pv");
        for &mv in &report.pv {
            line.push(' ');
            line.push_str(&to_uci(mv, style.chess960));
        }
    }
    line
}

/// A score such as `cp 13` or `mate -2`, followed by `lowerbound` or `upperbound` for a bound.
#[must_use]
pub fn score(score: Score, bound: Bound) -> String {
    let mut text = match score.mate_moves() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.raw()),
    };
    text.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    text
}

/// A normalised score for people, with `>=` or `<=` before a bound.
#[must_use]
pub fn score_for_people(score: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    format!("{sign}{score}")
}

/// The `bestmove` line.
#[must_use]
pub fn bestmove_line(best: Option<Move>, ponder: Option<Move>, style: OutputStyle) -> String {
    let text = |mv| to_uci(mv, style.chess960);
    let best_text = best.map_or_else(|| "(none)".to_owned(), text);
    match ponder.filter(|_| best.is_some()) {
        None => format!("bestmove {best_text}"),
        Some(ponder) => format!("bestmove {best_text} ponder {}", text(ponder)),
    }
}

/// Nodes per second, rounded down; a time of zero counts as a microsecond.
#[must_use]
pub fn nps(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Position;
    use notation::parse_uci;

    #[test]
    fn lines_have_all_fields() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        let first = parse_uci(&position, "e1g1").expect("a legal move");
        let second = parse_uci(&position.make(first), "e8c8").expect("a legal move");
        let report = Report {
            depth: 7,
            seldepth: 12,
            multi_pv: 1,
            score: Score::new(-34),
            bound: Bound::Exact,
            nodes: 123_456,
            time: Duration::from_micros(2_500_900),
            hashfull: 17,
            tb_hits: 0,
            pv: vec![first, second],
        };
        let plain = OutputStyle::default();
        let shown = Score::new(-34).normalised(plain.material).raw();
        let expected = format!(
            "info depth 7 seldepth 12 multipv 1 score cp {shown} nodes 123456 nps 49364 \
             hashfull 17 tbhits 0 time 2500 pv e1g1 e8c8"
        );
        assert_eq!(info_line(&report, plain), expected);
        assert!(info_line(&Report { pv: vec![], ..report }, plain).ends_with("time 2500"));
        let style = OutputStyle { material: 78, wdl: true, chess960: true };
        let chances = Score::new(-34).wdl(78);
        assert_eq!(chances.win + chances.draw + chances.loss, 1000);
        let (shown, wdl) = (Score::new(-34).normalised(78).raw(), chances);
        let wdl = format!(" cp {shown} wdl {} {} {} nodes ", wdl.win, wdl.draw, wdl.loss);
        let line = info_line(&report, style);
        assert!(line.contains(&wdl) && line.ends_with("pv e1h1 e8a8"), "{line}");

        assert_eq!(bestmove_line(None, None, plain), "bestmove (none)");
        assert_eq!(bestmove_line(Some(first), None, plain), "bestmove e1g1");
        let line = bestmove_line(Some(first), Some(second), plain);
        assert_eq!(line, "bestmove e1g1 ponder e8c8");
    }

    #[test]
    fn scores_are_centipawns_or_mate_in_moves() {
        for (value, bound, expected) in [
            (Score::new(25), Bound::Exact, "cp 25"),
            (Score::new(25), Bound::Lower, "cp 25 lowerbound"),
            (Score::new(-25), Bound::Upper, "cp -25 upperbound"),
            (Score::mate_in(1), Bound::Exact, "mate 1"),
            (Score::mate_in(4), Bound::Exact, "mate 2"),
            (Score::mate_in(5), Bound::Exact, "mate 3"),
            (Score::mated_in(0), Bound::Exact, "mate 0"),
            (Score::mated_in(2), Bound::Exact, "mate -1"),
            (Score::tb_win_in(3), Bound::Exact, "cp 30997"),
        ] {
            assert_eq!(score(value, bound), expected);
        }
        assert_eq!(score_for_people(Score::new(25), Bound::Exact), "+0.25");
        assert_eq!(score_for_people(Score::new(-25), Bound::Lower), ">= -0.25");
        assert_eq!(score_for_people(Score::mate_in(3), Bound::Upper), "<= #2");
    }

    #[test]
    fn nps_rounds_down_and_accepts_zero_time() {
        assert_eq!(nps(1000, Duration::from_millis(500)), 2000);
        assert_eq!(nps(5, Duration::ZERO), 5_000_000);
        assert_eq!(nps(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
