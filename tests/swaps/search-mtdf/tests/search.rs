//! The search by itself. The contract of searches is run on it in the place of the original, by
//! `xtask/tests/workspace_copy.rs`.

use board::Position;
use eval::{Classical, Score};
use game::Game;
use ordering::Modern;
use search_mtdf::MtdF;
use searcher::{Limits, Report, Reporter, SearchResult, Searcher, Signals};
use std::time::{Duration, Instant};

/// Keeps the depth, the score and the length of the line of every report.
#[derive(Default)]
struct Recorder(Vec<(u32, Score, usize)>);

impl Reporter for Recorder {
    fn report(&mut self, report: &Report<'_>) {
        self.0.push((report.depth, report.score, report.pv.len()));
    }
}

fn search(fen: &str, limits: &Limits) -> (SearchResult, Recorder) {
    let game = Game::new(Position::from_fen(fen).expect("a position"));
    let mut recorder = Recorder::default();
    let mut searcher = MtdF::<_, Modern>::with_evaluator(Classical::default());
    (searcher.search(&game, limits, &Signals::new(), &mut recorder), recorder)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn mate_in_three_is_found_at_its_depth() {
    let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let (result, _) = search(mate, &Limits::depth(9));
    assert_eq!((result.score, result.depth, result.pv.len()), (Score::mate_in(5), 5, 5));
}

#[test]
fn every_iteration_is_reported_with_its_line() {
    let (result, Recorder(reports)) = search(START, &Limits::depth(5));
    let depths: Vec<u32> = reports.iter().map(|report| report.0).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert!(reports.iter().all(|&(depth, _, len)| 1 <= len && len <= depth as usize));
    assert_eq!(reports.last(), Some(&(5, result.score, result.pv.len())));
    assert_eq!(result.ponder, result.pv.get(1).copied());
}

#[test]
fn node_limit_is_exact() {
    for nodes in [0, 1, 5000] {
        let (result, Recorder(reports)) = search(START, &Limits::nodes(nodes));
        assert_eq!(result.nodes, nodes);
        assert!(result.best.is_some() && !reports.is_empty());
    }
}

#[test]
fn clock_that_has_run_out_still_gives_a_move() {
    let start_time = Instant::now().checked_sub(Duration::from_secs(60));
    let clock = [Some(Duration::from_millis(50)), None];
    let (result, _) = search(START, &Limits { clock, start_time, ..Limits::default() });
    assert!(result.best.is_some());
}
