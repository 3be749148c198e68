//! Searches one problem and rates the answer.

use board::Move;
use eval::{Score, material_count};
use notation::epd::Problem;
use searcher::{Bound, Limits, Options, OptionsError, Report, Reporter, Signals};
use std::time::{Duration, Instant};
use uci::engine::{EngineConfig, build};

/// The answer to a problem.
#[derive(Clone, Debug)]
pub struct Answer {
    pub best: Move,
    /// Normalised.
    pub score: Score,
    pub bound: Bound,
    /// The last completed iteration.
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
    /// Since when the answer was right to the end; `None` for a wrong one.
    pub found: Option<Found>,
}

/// Depth, nodes and time of a search.
pub type Found = (u32, u64, Duration);

/// Searches with a new engine, so that no problem depends on another.
pub fn solve(
    problem: &Problem,
    config: &EngineConfig,
    options: &Options,
    limits: &Limits,
    signals: &Signals,
) -> Result<Answer, OptionsError> {
    let mut searcher = build(config.clone());
    searcher.set_options(options)?;
    let game = game::Game::new(problem.position.clone());
    let mut found_since = FoundSince { problem, found: None };
    // A mate that was asked for needs no further search.
    let mate = problem.mate.filter(|_| problem.best.is_empty() && problem.avoid.is_empty());
    let limits = Limits { mate, ..limits.clone() };
    let start = Instant::now();
    let result = searcher.search(&game, &limits, signals, &mut found_since);
    let best = result.best.expect("a problem has legal moves");
    let right = is_solved_by(problem, best, result.score);
    let (depth, nodes, time) = (result.depth, result.nodes, start.elapsed());
    let found = right.then(|| found_since.found.unwrap_or((depth, nodes, time)));
    let score = result.score.normalised(material_count(&problem.position));
    Ok(Answer { best, score, bound: result.bound, depth, nodes, time, found })
}

/// Whether a move with its score is what `bm`, `am` and `dm` ask for.
fn is_solved_by(problem: &Problem, mv: Move, score: Score) -> bool {
    let mates =
        |moves: u32| score.mate_moves().is_some_and(|found| found > 0 && found as u32 <= moves);
    (problem.best.is_empty() || problem.best.contains(&mv))
        && !problem.avoid.contains(&mv)
        && problem.mate.is_none_or(mates)
}

/// Remembers since when the best line has been right.
struct FoundSince<'a> {
    problem: &'a Problem,
    found: Option<Found>,
}

impl Reporter for FoundSince<'_> {
    fn report(&mut self, report: &Report) {
        // A move that fails high is the best one already.
        if report.bound == Bound::Upper || report.multi_pv > 1 {
            return;
        }
        let Some(&mv) = report.pv.first() else { return };
        if !is_solved_by(self.problem, mv, report.score) {
            self.found = None;
        } else if self.found.is_none() {
            self.found = Some((report.depth, report.nodes, report.time));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::epd::parse_line;

    fn answer(line: &str, nodes: u64) -> Answer {
        let problem = parse_line(1, line).expect("a problem");
        let (config, options) = (EngineConfig::default(), Options::default());
        let limits = Limits::nodes(nodes);
        solve(&problem, &config, &options, &limits, &Signals::new()).expect("memory")
    }

    /// White mates in three by 1. Ra6.
    const MATE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -";

    #[test]
    fn answers_are_right_or_wrong() {
        for (operations, right) in [
            ("bm Ra6;", true),
            ("bm Rf5 Ra6;", true),
            ("bm Rf5;", false),
            ("am Ra6;", false),
            ("am Rf5;", true),
            ("dm 3;", true),
            ("dm 2;", false),
            ("bm Ra6; dm 3;", true),
            ("bm Ra6; dm 2;", false),
            ("bm Ra6; am Ra6;", false),
        ] {
            let answer = answer(&format!("{MATE} {operations}"), 20_000);
            assert_eq!(answer.found.is_some(), right, "{operations} {answer:?}");
        }
    }

    /// Whatever White plays, the fifty-move rule draws.
    #[test]
    fn counters_of_the_operations_count() {
        let answer = answer("8/8/8/4k3/8/8/8/3QK3 w - - hmvc 99; fmvn 80; bm Qd4;", 20_000);
        assert_eq!(answer.score, Score::ZERO);
    }

    #[test]
    fn found_is_since_the_answer_stayed_right() {
        let Answer { found, depth, nodes, .. } = answer(&format!("{MATE} bm Ra6;"), 20_000);
        assert!(found.is_some_and(|found| found.0 < depth && found.1 < nodes), "{found:?}");
        // The mate ends the search.
        let mate = answer(&format!("{MATE} dm 3;"), 10_000_000);
        assert!(mate.nodes < 1_000_000 && mate.found.is_some_and(|found| found.1 <= mate.nodes));
    }
}
