//! The root moves with their scores and PVs. The only part of a search that allocates.

use super::tablebase::{RootProbe, TbRank};
use board::Move;
use eval::Score;
use game::Game;
use movegen::legal_moves;
use searcher::Bound;
use searcher::Limits;
use std::cmp::Reverse;
use std::mem;

/// A score of a root move with the line that it belongs to: they change together only.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    /// `-INFINITE` when the move did not raise alpha.
    pub score: Score,
    /// Whether the score is exact: the search may end after a window that failed.
    pub bound: Bound,
    /// The iteration that found it.
    pub depth: u32,
    /// Deepest PV node below the move.
    pub seldepth: u32,
    /// The PV after the root move.
    pub rest: Vec<Move>,
}

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Its line in this iteration.
    pub line: RootLine,
    /// Its line in the previous iteration.
    pub previous: RootLine,
    /// Running mean of its scores, the centre of the aspiration window.
    pub average_score: Option<Score>,
    /// Nodes searched below it.
    pub nodes: u64,
    /// What a tablebase says of it.
    tb: Option<TbRank>,
}

/// The root of a search.
pub(super) struct Root {
    /// Best first, as far as sorted.
    pub moves: Vec<RootMove>,
    /// Index of the MultiPV line being searched; moves before it are excluded, and so are moves of
    /// another tablebase rank.
    pub pv_index: usize,
    /// Whether these are all the legal moves, of one tablebase rank.
    complete: bool,
}

impl Root {
    /// The legal moves of a game, or those of [`Limits::search_moves`], by tablebase rank.
    pub(super) fn new(game: &Game, limits: &Limits, probe: Option<&RootProbe>) -> Self {
        let chosen = limits.root_moves(&game.position);
        let complete = chosen.len() == legal_moves(&game.position).len();
        let root_move = |mv| {
            let tb = probe.and_then(|probe| probe.rank(mv));
            RootMove { tb, ..RootMove::new(mv) }
        };
        let moves: Vec<RootMove> = chosen.into_iter().map(root_move).collect();
        let mut root = Self { moves, pv_index: 0, complete };
        root.sort();
        root.complete &= root.candidates().count() == root.moves.len();
        root
    }

    /// The moves that the present line may start with.
    pub(super) fn candidates(&self) -> impl Iterator<Item = &RootMove> {
        let rest = &self.moves[self.pv_index..];
        let rank = rest.first().and_then(|first| first.tb).map(TbRank::rank);
        rest.iter().take_while(move |root_move| root_move.tb.map(TbRank::rank) == rank)
    }

    /// Whether the present line may start with any legal move, so that its score is that of the
    /// position.
    pub(super) fn has_all_moves(&self) -> bool {
        self.complete && self.pv_index == 0
    }

    /// Whether the present line may start with this move.
    pub(super) fn contains(&self, mv: Move) -> bool {
        self.candidates().any(|root_move| root_move.mv == mv)
    }

    /// The root move `mv`.
    pub(super) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root_move| root_move.mv == mv)
    }

    /// Starts a new iteration.
    pub(super) fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            mem::swap(&mut root_move.previous, &mut root_move.line);
            root_move.line.forget();
        }
    }

    /// Discards the lines of an aborted iteration that did not raise alpha, so that the previous
    /// iteration decides about those moves. Losses are not proven, since the moves not yet searched
    /// may be better: they are discarded too, or, in the first iteration, lower bounds.
    pub(super) fn discard_iteration(&mut self) {
        for RootMove { line, previous, .. } in &mut self.moves {
            if line.bound == Bound::Upper || line.score.is_loss() && previous.is_known() {
                line.forget();
            } else if line.score.is_loss() {
                line.bound = Bound::Lower;
            }
        }
        self.pv_index = 0;
        self.sort();
    }

    /// Sorts the moves from the present line on by rank and score, best first. The sort is stable, and by keys alone: it
    /// needs memory for all that it moves.
    pub(super) fn sort(&mut self) {
        let (moves, key) =
            (&mut self.moves[self.pv_index..], |of: &RootMove| Reverse(of.sort_key()));
        if !moves.is_sorted_by_key(key) {
            moves.sort_by_cached_key(key);
        }
    }

    /// Sorts the finished lines by rank and score, best first.
    pub(super) fn sort_finished(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| Reverse(root_move.sort_key()));
    }
}

impl RootLine {
    /// No line, in the allocation of another one.
    fn unknown(mut rest: Vec<Move>) -> Self {
        rest.clear();
        Self { score: -Score::INFINITE, bound: Bound::Upper, depth: 0, seldepth: 0, rest }
    }

    /// Becomes no line.
    pub(super) fn forget(&mut self) {
        *self = Self::unknown(mem::take(&mut self.rest));
    }

    /// Whether there is a score.
    pub(super) fn is_known(&self) -> bool {
        self.score > -Score::INFINITE
    }
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let line = RootLine::unknown(Vec::new());
        Self { mv, previous: line.clone(), line, average_score: None, nodes: 0, tb: None }
    }

    fn sort_key(&self) -> (i32, Score, Score) {
        (self.tb.map_or(0, TbRank::rank), self.line.score, self.previous.score)
    }

    /// The score to show, and whether it is exact: that of the tablebase, unless the search knows better or
    /// has found nothing.
    pub(super) fn reported_score(&self) -> (Score, Bound) {
        let line = self.known();
        let found = (line.score, line.bound);
        self.tb.filter(|_| line.is_known()).map_or(found, |tb| tb.reported(found))
    }

    /// The line of this iteration or else of the previous one.
    pub(super) fn known(&self) -> &RootLine {
        if self.line.is_known() { &self.line } else { &self.previous }
    }

    /// The PV of the line of this iteration or else of the previous one.
    pub(super) fn known_pv(&self) -> Vec<Move> {
        [&[self.mv], &*self.known().rest].concat()
    }

    /// Sets score, bound, depth and seldepth of the line and, unless it is an upper bound, the rest of its moves. A score
    /// at or below alpha has no PV: that of the score before is kept.
    pub(super) fn update(
        &mut self,
        (score, bound): (Score, Bound),
        (depth, seldepth): (u32, u32),
        child_pv: &[Move],
    ) {
        self.average_score = Some(match self.average_score {
            Some(average) => Score::new((average.raw() + score.raw()) / 2),
            None => score,
        });
        let mut rest = mem::take(&mut self.line.rest);
        if bound != Bound::Upper {
            rest.clear();
            rest.extend_from_slice(child_pv);
        } else if !self.line.is_known() {
            rest.clone_from(&self.previous.rest);
        }
        self.line = RootLine { score, bound, depth, seldepth, rest };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Root {
        Root::new(&Game::default(), &Limits::default(), None)
    }

    /// The scores of some moves, by index, as an iteration finds them.
    fn iteration(root: &mut Root, depth: u32, scores: &[(usize, i32, Bound)]) {
        root.begin_iteration();
        for &(index, score, bound) in scores {
            root.moves[index].update((Score::new(score), bound), (depth, depth), &[]);
        }
    }

    /// What an iteration leaves that is aborted after the one before: the first move with its score, bound
    /// and depth.
    #[test]
    fn aborted_iteration_leaves_score_and_bound_of_one_search() {
        use Bound::{Exact, Lower, Upper};
        let loss = Score::mated_in(4).raw();
        for (scores, expected) in [
            // A fail low and a loss that is not proven are discarded.
            (&[(0, -32_000, Upper)][..], (0, 30, Exact, 1)),
            (&[(0, loss, Exact)], (0, 30, Exact, 1)),
            (&[(0, loss, Lower)], (0, 30, Exact, 1)),
            // So is what the same move had in another window before.
            (&[(0, 90, Lower), (0, 20, Upper)], (0, 30, Exact, 1)),
            (&[(0, 90, Lower)], (0, 90, Lower, 2)),
            (&[(0, 10, Exact), (1, 20, Exact)], (1, 20, Exact, 2)),
            (&[(0, 10, Exact), (1, 20, Lower)], (1, 20, Lower, 2)),
            (&[], (0, 30, Exact, 1)),
        ] {
            let mut root = root();
            let moves: Vec<Move> = root.moves.iter().map(|root_move| root_move.mv).collect();
            iteration(&mut root, 1, &[(0, 30, Exact)]);
            iteration(&mut root, 2, scores);
            root.discard_iteration();
            let (index, score, bound, depth) = expected;
            let (best, line) = (&root.moves[0], root.moves[0].known());
            assert_eq!(
                (best.mv, line.score, line.bound, line.depth),
                (moves[index], Score::new(score), bound, depth),
                "{scores:?}"
            );
        }
    }

    #[test]
    fn scores_at_or_below_alpha_keep_the_line_before() {
        let mut root = root();
        let moves: Vec<Move> = root.moves.iter().map(|root_move| root_move.mv).collect();
        let mut pv_after = |score, bound, child_pv: &[Move]| {
            root.moves[0].update((Score::new(score), bound), (1, 1), child_pv);
            root.moves[0].known_pv()
        };
        assert_eq!(pv_after(30, Bound::Exact, &moves[1..3]), moves[..3]);
        assert_eq!(pv_after(40, Bound::Lower, &moves[1..2]), moves[..2]);
        assert_eq!(pv_after(20, Bound::Upper, &moves[3..6]), moves[..2]);
        // That of the iteration before.
        root.begin_iteration();
        assert!(root.moves[0].line.rest.is_empty());
        root.moves[0].update((Score::new(10), Bound::Upper), (2, 2), &moves[3..6]);
        assert_eq!(root.moves[0].line.rest, moves[1..2]);
    }

    #[test]
    fn aborted_first_iteration_leaves_no_score_or_a_loss_as_lower_bound() {
        let mut root = root();
        iteration(&mut root, 1, &[]);
        root.discard_iteration();
        assert!(!root.moves[0].known().is_known());
        let loss = Score::mated_in(2);
        iteration(&mut root, 1, &[(0, loss.raw(), Bound::Exact)]);
        root.discard_iteration();
        assert_eq!(root.moves[0].reported_score(), (loss, Bound::Lower));
    }

    #[test]
    fn has_all_moves_only_without_restrictions_and_on_first_pv() {
        let mut all = root();
        assert!(all.has_all_moves());
        all.pv_index = 1;
        assert!(!all.has_all_moves());
        let one = all.moves[3].mv;
        let restricted = Limits { search_moves: [one].into_iter().collect(), ..Limits::default() };
        assert!(!Root::new(&Game::default(), &restricted, None).has_all_moves());
    }
}
