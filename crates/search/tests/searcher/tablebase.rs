//! How the search uses tablebases: tables whose values follow a simple rule stand for real ones.

use super::*;
use board::{Color, PieceKind};
use searcher::{Dtz, Tablebase, TablebaseOptions, WdlScore};
use std::sync::Arc;

/// A tablebase of positions with up to three pieces.
pub(super) struct RuleTables {
    wdl: fn(&Position) -> Option<WdlScore>,
    dtz: fn(&Position) -> Option<i32>,
}

impl Tablebase for RuleTables {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe_wdl(&self, position: &Position) -> Option<WdlScore> {
        assert!(position.occupied().count() <= 3);
        (self.wdl)(position)
    }

    fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        (self.dtz)(position).map(Dtz::exact)
    }
}

/// `value` for the side with a rook or queen, its negation for the other.
fn of_stronger_side(position: &Position, value: WdlScore) -> WdlScore {
    let pawns_and_kings = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
    let pieces = position.occupied() - pawns_and_kings;
    if (pieces & position.color(position.side_to_move())).any() { value } else { -value }
}

/// The stronger side wins.
pub(super) const WINS: RuleTables = RuleTables { wdl: win, dtz: |_| None };

fn win(position: &Position) -> Option<WdlScore> {
    Some(of_stronger_side(position, WdlScore::Win))
}

fn cursed_win(position: &Position) -> Option<WdlScore> {
    Some(of_stronger_side(position, WdlScore::CursedWin))
}

/// Searches with tables and returns the score and what was reported, with the hits.
fn search_with(
    tables: RuleTables,
    options: TablebaseOptions,
    fen: &str,
    depth: u32,
) -> (SearchResult, RecordingReporter) {
    let mut engine = Engine::default();
    engine.set_tablebase(Some(Arc::new(tables)));
    engine.set_options(&Options { tablebase: options, ..Options::default() }).expect("memory");
    run_search_with(&mut engine, &game(fen), &Limits::depth(depth))
}

fn hits(reporter: &RecordingReporter) -> u64 {
    reporter.reports.last().expect("a report").tb_hits
}

/// White takes the rook and has a queen more.
const TAKES: &str = "8/8/8/5k2/8/8/1r6/K1Q5 w - - 0 1";

#[test]
fn wins_and_losses_below_the_root_are_scored() {
    let (result, reporter) = search_with(WINS, TablebaseOptions::default(), TAKES, 3);
    assert_eq!(result.best.expect("a move").to_string(), "a1b2");
    assert_eq!(result.score, Score::tb_win_in(1));
    assert!(hits(&reporter) > 0);
    // The other side: Black must lose the rook.
    let lost = "8/8/8/8/8/k1q5/1R6/K7 w - - 0 1";
    let (result, _) = search_with(WINS, TablebaseOptions::default(), lost, 4);
    assert!(result.score.is_loss(), "{result:?}");
}

#[test]
fn limits_of_probing_are_obeyed() {
    let depth = 4;
    for (probe_limit, probe_depth, probes) in
        [(7, 1, true), (3, depth, false), (2, 1, false), (0, 1, false)]
    {
        let options = TablebaseOptions { probe_limit, probe_depth, ..TablebaseOptions::default() };
        let (_, reporter) = search_with(WINS, options, TAKES, depth as u32);
        assert_eq!(hits(&reporter) > 0, probes, "{options:?}");
    }
}

#[test]
fn wins_that_the_fifty_move_rule_prevents_are_draws_unless_it_is_off() {
    // Found below the root, then at the root.
    for (fifty_move_rule, fen, score) in [
        (true, "8/8/8/8/8/2k5/1r6/K7 w - - 0 1", Score::DRAW),
        (true, "8/8/8/8/8/2k5/1r1Q4/K7 b - - 0 1", Score::new(1)),
        (false, "8/8/8/8/8/2k5/1r1Q4/K7 b - - 0 1", Score::tb_win_in(1)),
        (true, "8/8/8/5k2/8/8/8/K1Q5 w - - 0 1", Score::new(1)),
        (false, "8/8/8/5k2/8/8/8/K1Q5 w - - 0 1", Score::TB_WIN),
    ] {
        let tables = RuleTables { wdl: cursed_win, dtz: |_| None };
        let options = TablebaseOptions { fifty_move_rule, ..TablebaseOptions::default() };
        let (result, _) = search_with(tables, options, fen, 2);
        assert_eq!(result.score, score, "{fen}: {result:?}");
    }
}

/// DTZ of 20 for the side with the rook, but 50 where the lone king is on its first two ranks.
fn dtz(position: &Position) -> Option<i32> {
    let (king, rook) = (position.king(Color::Black), position.side_to_move() == Color::White);
    let plies = if king.rank().index() < 6 { 20 } else { 50 };
    Some(if rook { plies } else { -plies })
}

#[test]
fn root_moves_are_ranked() {
    let mut engine = Engine::default();
    let tables = RuleTables { wdl: win, dtz };
    engine.set_tablebase(Some(Arc::new(tables)));
    engine.set_options(&Options { multi_pv: 20, ..Options::default() }).expect("memory");
    let mut run = |fen: &str, limits: &Limits| run_search_with(&mut engine, &game(fen), limits);
    // Every move of the rook's side wins, and the search chooses; a stalemate would be a draw.
    let fen = "8/8/8/8/4k3/8/8/R3K3 w - - 0 1";
    let (result, reporter) = run(fen, &Limits::depth(2));
    assert_eq!(result.score, Score::TB_WIN);
    assert!(reporter.reports.iter().all(|report| report.score == Score::TB_WIN));
    // The lone king is safer on its first ranks once the clock has run.
    let fen = "8/8/2k5/8/8/8/8/R3K3 b - - 40 80";
    let (result, reporter) = run(fen, &Limits::depth(2));
    assert_eq!(result.best.expect("a move").to().rank().index(), 6, "{result:?}");
    let last: Vec<&Report> = reporter.reports.iter().filter(|report| report.depth == 2).collect();
    let ranks: Vec<usize> = last.iter().map(|report| report.pv[0].to().rank().index()).collect();
    assert!(
        ranks.len() == 8 && ranks.starts_with(&[6, 6, 6]),
        "in the order of the ranks: {ranks:?}"
    );
    // Moves that were asked for are searched, whatever their rank.
    let asked = find_move(&game(fen).position, "c6c5");
    let limits = Limits { search_moves: [asked].into_iter().collect(), ..Limits::depth(2) };
    assert_eq!(run(fen, &limits).0.best, Some(asked));
}

#[test]
fn tables_that_know_nothing_change_nothing() {
    let fen = "8/8/8/8/4k3/8/8/R3K3 w - - 0 1";
    let tables = RuleTables { wdl: |_| None, dtz: |_| None };
    let (with, reporter) = search_with(tables, TablebaseOptions::default(), fen, 6);
    let (without, _) = run_search(&game(fen), &Limits::depth(6));
    assert_eq!((with, hits(&reporter)), (without, 0));
}

/// Without DTZ nobody knows whether a win comes before the limit of the fifty-move rule.
#[test]
fn values_without_dtz_are_certain_at_clock_0_only() {
    for (fen, certain) in [
        ("8/8/8/8/4k3/8/8/R3K3 w - - 0 80", true),
        ("8/8/8/8/4k3/8/8/R3K3 w - - 1 80", false),
        ("8/8/8/8/4k3/8/8/R3K3 w - - 90 80", false),
        ("8/8/8/8/4k3/8/8/R3K3 b - - 90 80", false),
        // A pawn move, by which the clock begins anew.
        ("8/8/8/8/8/k7/7P/K7 w - - 50 80", true),
    ] {
        let wdl = |position: &Position| {
            let white = position.side_to_move() == Color::White;
            Some(if white { WdlScore::Win } else { WdlScore::Loss })
        };
        let tables = RuleTables { wdl, dtz: |_| None };
        let (result, _) = search_with(tables, TablebaseOptions::default(), fen, 3);
        assert_eq!(result.score.is_decisive(), certain, "{fen}: {result:?}");
    }
}
