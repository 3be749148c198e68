//! The end of a search, the same for every searcher: the panic boundary, the fallback move, the
//! rule that the last reported PV is the one that is played, with its score, and the wait for `stop`.

use crate::{Limits, Report, Reporter, SearchResult, Signals};
use board::Move;
use eval::Score;
use game::Game;
use movegen::{has_legal_move, is_legal};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a search has found when it ends, legal or not.
#[derive(Clone, Debug, Default)]
pub struct SearchEnd {
    /// The best line with its score, its depth being that of the iteration that found it; without moves
    /// when nothing was found.
    pub line: Report,
    /// Last completed iteration.
    pub depth: u32,
    /// Expected reply where the line has only one move; need not be legal.
    pub ponder: Option<Move>,
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
    let SearchEnd { mut line, depth, ponder } = if has_legal_move(&game.position) {
        catch_panic(|| search(&mut reporter)).unwrap_or_else(|message| {
            reporter.info_string(&format!("the search failed: {message}"));
            let line = reporter.last.clone().unwrap_or_default();
            SearchEnd { depth: line.depth, line, ponder: None }
        })
    } else {
        let mated = game.position.in_check();
        let score = if mated { Score::mated_in(0) } else { Score::DRAW };
        SearchEnd { line: Report { score, ..Report::default() }, ..SearchEnd::default() }
    };
    line.pv = legal_pv(game, &line.pv);
    if line.pv.is_empty() {
        line.pv.extend(limits.root_moves(&game.position).first());
    }
    let is_last =
        |last: &Report| last.pv == line.pv && (last.score, last.bound) == (line.score, line.bound);
    if !reporter.last.as_ref().is_some_and(is_last) {
        line.depth = line.depth.max(u32::from(!line.pv.is_empty()));
        line.multi_pv = 1;
        reporter.report(&line);
    }
    if limits.infinite || limits.ponder {
        signals.wait_for_stop(!limits.infinite);
    }
    SearchResult {
        best: line.pv.first().copied(),
        ponder: line.pv.get(1).copied().or_else(|| legal_reply(game, &line.pv, ponder?)),
        score: line.score,
        bound: line.bound,
        depth,
        nodes: line.nodes,
        pv: line.pv,
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
    last: Option<Report>,
}

impl Reporter for LegalPvReporter<'_> {
    fn report(&mut self, report: &Report) {
        let pv = legal_pv(self.game, &report.pv);
        // An iteration of TT cutoffs alone has searched its depth all the same.
        let seldepth = report.seldepth.max(pv.len() as u32).max(report.depth);
        let report = Report { seldepth, pv, ..*report };
        self.inner.report(&report);
        if report.multi_pv == 1 {
            self.last = Some(report);
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

/// The legal part of a line: cut before the first illegal move and after the move that ends the
/// game. The first move is kept even in a game that is drawn already.
#[must_use]
pub fn legal_pv(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut kept = Vec::with_capacity(line.len());
    for &mv in line {
        if !is_legal(&game.position, mv) {
            break;
        }
        kept.push(mv);
        game.play(mv);
        if game.is_over() {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::legal_moves;

    struct Seldepths(Vec<u32>);

    impl Reporter for Seldepths {
        fn report(&mut self, report: &Report) {
            self.0.push(report.seldepth);
        }
    }

    #[test]
    fn seldepth_is_at_least_the_depth_and_the_length_of_the_line() {
        let game = Game::default();
        let pv = legal_moves(&game.position)[..1].to_vec();
        let mut seen = Seldepths(Vec::new());
        let mut reporter = LegalPvReporter { game: &game, inner: &mut seen, last: None };
        for (depth, seldepth) in [(7, 0), (1, 9), (0, 0)] {
            reporter.report(&Report { depth, seldepth, pv: pv.clone(), ..Report::default() });
        }
        assert_eq!(seen.0, [7, 9, 1]);
    }

    #[test]
    fn line_ends_with_the_game_and_before_an_illegal_move() {
        let find = |game: &Game, text| {
            legal_moves(&game.position).into_iter().find(|mv| mv.to_string() == text).unwrap()
        };
        let (mut game, mut line) = (Game::default(), Vec::new());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(12) {
            line.push(find(&game, text));
            game.play(line[line.len() - 1]);
        }
        let game = Game::default();
        assert_eq!(legal_pv(&game, &line).len(), 8);
        let e4 = find(&game, "e2e4");
        assert_eq!(legal_pv(&game, &[e4, e4, e4]), [e4]);
    }
}
