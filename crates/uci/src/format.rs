//! Formats the engine's output as UCI text, without side effects.

use board::{Color, Move};
use eval::Score;
use game::Termination;
use notation::to_uci;
use searcher::{Bound, Report};
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

/// The answer to `uci`, without the options and `uciok`.
#[must_use]
pub fn id_lines() -> String {
    format!("id name {}\nid author the Bartizan authors", engine_name())
}

/// Name and version.
#[must_use]
pub fn engine_name() -> String {
    format!("Bartizan {}", env!("CARGO_PKG_VERSION"))
}

/// How a game has ended, for people.
#[must_use]
pub fn termination(ending: Termination) -> &'static str {
    match ending {
        Termination::Checkmate(Color::White) => "White wins by checkmate",
        Termination::Checkmate(Color::Black) => "Black wins by checkmate",
        Termination::Stalemate => "draw by stalemate",
        Termination::FiftyMoves => "draw by the fifty-move rule",
        Termination::Repetition => "draw by threefold repetition",
        Termination::InsufficientMaterial => "draw by insufficient material",
    }
}

/// The `info` line of a report.
#[must_use]
pub fn info_line(report: &Report<'_>, style: OutputStyle) -> String {
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
        for &mv in report.pv {
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

/// The `info` line that names the current root move.
#[must_use]
pub fn currmove_line(depth: u32, mv: Move, number: usize, style: OutputStyle) -> String {
    let mv = to_uci(mv, style.chess960);
    format!("info depth {depth} currmove {mv} currmovenumber {number}")
}

/// The `bestmove` line.
#[must_use]
pub fn bestmove_line(best: Option<Move>, ponder: Option<Move>, style: OutputStyle) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", to_uci(best, style.chess960)),
        (Some(best), Some(ponder)) => format!(
            "bestmove {} ponder {}",
            to_uci(best, style.chess960),
            to_uci(ponder, style.chess960)
        ),
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

    fn moves(fen: &str, texts: &[&str]) -> Vec<Move> {
        let mut position = Position::from_fen(fen).expect("a position");
        let play = |text: &&str| {
            let mv = parse_uci(&position, text).expect("a legal move");
            position = position.make(mv);
            mv
        };
        texts.iter().map(play).collect()
    }

    fn sample_report(pv: &[Move]) -> Report<'_> {
        Report {
            depth: 7,
            seldepth: 12,
            multi_pv: 1,
            score: Score::new(-34),
            bound: Bound::Exact,
            nodes: 123_456,
            time: Duration::from_micros(2_500_900),
            hashfull: 17,
            tb_hits: 0,
            pv,
        }
    }

    const CASTLING_FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn info_line_has_all_fields() {
        let pv = moves(CASTLING_FEN, &["e1g1", "e8c8"]);
        let shown = Score::new(-34).normalised(OutputStyle::default().material).raw();
        let plain = format!(
            "info depth 7 seldepth 12 multipv 1 score cp {shown} nodes 123456 nps 49364 \
             hashfull 17 tbhits 0 time 2500 pv e1g1 e8c8"
        );
        assert_eq!(info_line(&sample_report(&pv), OutputStyle::default()), plain);
        let style = OutputStyle { chess960: true, ..OutputStyle::default() };
        assert!(info_line(&sample_report(&pv), style).ends_with("pv e1h1 e8a8"));
        assert!(info_line(&sample_report(&[]), style).ends_with("time 2500"));
    }

    #[test]
    fn wdl_follows_the_score_and_sums_to_1000() {
        let style = OutputStyle { material: 78, wdl: true, ..OutputStyle::default() };
        let text = info_line(&sample_report(&[]), style);
        let words: Vec<&str> = text.split(' ').collect();
        let at = words.iter().position(|&word| word == "wdl").expect("chances");
        let sum: u32 =
            words[at + 1..at + 4].iter().map(|word| word.parse::<u32>().expect("a number")).sum();
        assert_eq!(sum, 1000);
        let shown = Score::new(-34).normalised(78).raw().to_string();
        assert_eq!(words[at - 2..at], ["cp", shown.as_str()]);
    }

    #[test]
    fn scores_are_centipawns_or_mate_in_moves() {
        assert_eq!(score(Score::new(25), Bound::Exact), "cp 25");
        assert_eq!(score(Score::new(25), Bound::Lower), "cp 25 lowerbound");
        assert_eq!(score(Score::new(-25), Bound::Upper), "cp -25 upperbound");
        assert_eq!(score(Score::mate_in(1), Bound::Exact), "mate 1");
        assert_eq!(score(Score::mate_in(4), Bound::Exact), "mate 2");
        assert_eq!(score(Score::mate_in(5), Bound::Exact), "mate 3");
        assert_eq!(score(Score::mated_in(0), Bound::Exact), "mate 0");
        assert_eq!(score(Score::mated_in(2), Bound::Exact), "mate -1");
        assert_eq!(score(Score::tb_win_in(3), Bound::Exact), "cp 30997");
        assert_eq!(score_for_people(Score::new(25), Bound::Exact), "+0.25");
        assert_eq!(score_for_people(Score::new(-25), Bound::Lower), ">= -0.25");
        assert_eq!(score_for_people(Score::mate_in(3), Bound::Upper), "<= #2");
    }

    #[test]
    fn bestmove_and_currmove_lines() {
        let pv = moves(CASTLING_FEN, &["e1g1", "e8c8"]);
        let plain = OutputStyle::default();
        assert_eq!(bestmove_line(None, None, plain), "bestmove (none)");
        assert_eq!(bestmove_line(Some(pv[0]), None, plain), "bestmove e1g1");
        assert_eq!(bestmove_line(Some(pv[0]), Some(pv[1]), plain), "bestmove e1g1 ponder e8c8");
        assert_eq!(
            currmove_line(9, pv[0], 3, plain),
            "info depth 9 currmove e1g1 currmovenumber 3"
        );
    }

    #[test]
    fn nps_rounds_down_and_accepts_zero_time() {
        assert_eq!(nps(1000, Duration::from_millis(500)), 2000);
        assert_eq!(nps(5, Duration::ZERO), 5_000_000);
        assert_eq!(nps(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
