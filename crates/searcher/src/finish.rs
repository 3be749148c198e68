//! The end of a search, the same for every searcher: the panic boundary, the fallback move, the
//! rule that the last reported PV is the one that is played, with its score, and the wait for `stop`.

use crate::{Bound, Limits, Report, Reporter, SearchResult, Signals, legal_pv};
use board::Move;
use eval::Score;
use game::Game;
use movegen::{has_legal_move, is_legal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What a search has found when it ends, legal or not.
#[derive(Clone, Debug)]
pub struct SearchEnd {
    /// Best line; empty when nothing was found.
    pub pv: Vec<Move>,
    /// Its score.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// The iteration that found the line.
    pub line_depth: u32,
    /// Last completed iteration.
    pub depth: u32,
    /// Deepest ply of a PV node.
    pub seldepth: u32,
    /// Expected reply where the line has only one move; need not be legal.
    pub ponder: Option<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Tablebase hits of all threads.
    pub tb_hits: u64,
}

impl Default for SearchEnd {
    fn default() -> Self {
        Self {
            pv: Vec::new(),
            score: Score::DRAW,
            bound: Bound::Exact,
            line_depth: 0,
            depth: 0,
            seldepth: 0,
            ponder: None,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
        }
    }
}

/// Runs `search` and makes its end the result. The result has a legal move whenever there is one,
/// and its PV and score are the last ones reported. With [`Limits::infinite`] or [`Limits::ponder`] this
/// returns only after the signal. When `search` panics, the last line it reported is the result.
pub fn finish(
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    reporter: &mut dyn Reporter,
    search: impl FnOnce(&mut dyn Reporter) -> SearchEnd,
) -> SearchResult {
    let mut reporter = LegalPvReporter { game, inner: reporter, last: None };
    let end = if has_legal_move(&game.position) {
        catch_panic(|| search(&mut reporter)).unwrap_or_else(|message| {
            reporter.info_string(&format!("the search failed: {message}"));
            reporter.last.clone().unwrap_or_default()
        })
    } else {
        let mated = game.position.in_check();
        let score = if mated { Score::mated_in(0) } else { Score::DRAW };
        SearchEnd { score, ..SearchEnd::default() }
    };
    let mut pv = legal_pv(game, &end.pv);
    if pv.is_empty() {
        pv.extend(limits.root_moves(&game.position).first());
    }
    let is_last =
        |last: &SearchEnd| last.pv == pv && (last.score, last.bound) == (end.score, end.bound);
    if !reporter.last.as_ref().is_some_and(is_last) {
        reporter.report(&Report {
            depth: end.line_depth.max(u32::from(!pv.is_empty())),
            seldepth: end.seldepth,
            multi_pv: 1,
            score: end.score,
            bound: end.bound,
            nodes: end.nodes,
            time: end.time,
            hashfull: end.hashfull,
            tb_hits: end.tb_hits,
            pv: &pv,
        });
    }
    if limits.infinite || limits.ponder {
        signals.wait_for_stop(!limits.infinite);
    }
    SearchResult {
        best: pv.first().copied(),
        ponder: pv.get(1).copied().or_else(|| legal_reply(game, &pv, end.ponder?)),
        score: end.score,
        bound: end.bound,
        depth: end.depth,
        nodes: end.nodes,
        pv,
    }
}

/// Calls `f`; when it panics, gives the message of the panic instead.
///
/// # Errors
/// That message.
pub fn catch_panic<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown cause".into())
    })
}

/// `reply`, if it is legal after the single move of `pv` and the game goes on there.
fn legal_reply(game: &Game, pv: &[Move], reply: Move) -> Option<Move> {
    let &[mv] = pv else { return None };
    let mut game = game.clone();
    game.play(mv);
    (!game.is_over() && is_legal(&game.position, reply)).then_some(reply)
}

/// Passes reports on with their PV cut to its legal part, and keeps the last one of the first
/// rank.
struct LegalPvReporter<'a> {
    game: &'a Game,
    inner: &'a mut dyn Reporter,
    last: Option<SearchEnd>,
}

impl Reporter for LegalPvReporter<'_> {
    fn report(&mut self, report: &Report<'_>) {
        let pv = legal_pv(self.game, report.pv);
        // An iteration of TT cutoffs alone has searched its depth all the same.
        let seldepth = report.seldepth.max(pv.len() as u32).max(report.depth);
        self.inner.report(&Report { seldepth, pv: &pv, ..*report });
        if report.multi_pv == 1 {
            self.last = Some(SearchEnd {
                pv,
                score: report.score,
                bound: report.bound,
                line_depth: report.depth,
                depth: report.depth,
                seldepth,
                ponder: None,
                nodes: report.nodes,
                time: report.time,
                hashfull: report.hashfull,
                tb_hits: report.tb_hits,
            });
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.inner.current_move(depth, mv, number);
    }

    fn wants_reports(&self) -> bool {
        self.inner.wants_reports()
    }

    fn info_string(&mut self, text: &str) {
        self.inner.info_string(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    struct Seldepths(Vec<u32>);

    impl Reporter for Seldepths {
        fn report(&mut self, report: &Report<'_>) {
            self.0.push(report.seldepth);
        }
    }

    #[test]
    fn seldepth_is_at_least_the_depth_and_the_length_of_the_line() {
        let game = Game::default();
        let pv = &movegen::legal_moves(&game.position)[..1];
        let mut seen = Seldepths(Vec::new());
        let mut reporter = LegalPvReporter { game: &game, inner: &mut seen, last: None };
        for (depth, seldepth) in [(7, 0), (1, 9), (0, 0)] {
            reporter.report(&Report {
                depth,
                seldepth,
                multi_pv: 1,
                score: Score::ZERO,
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::ZERO,
                hashfull: 0,
                tb_hits: 0,
                pv,
            });
        }
        assert_eq!(seen.0, [7, 9, 1]);
    }
}
