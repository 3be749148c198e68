//! The root moves with their scores and PVs. The only part of a search that allocates.

use super::tablebase::{RootProbe, TbRank};
use crate::game::Game;
use crate::limits::Limits;
use crate::pv::Pv;
use board::Move;
use eval::Score;
use movegen::legal_moves;
use std::cmp::Reverse;

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Score in this iteration; `-INFINITE` when the move did not raise alpha.
    pub score: Score,
    /// Score in the previous iteration.
    pub previous_score: Score,
    /// Running mean of its scores, the centre of the aspiration window.
    pub average_score: Option<Score>,
    /// Whether the score of this iteration raised alpha; if not, it is the bound of a fail low.
    raised_alpha: bool,
    /// Deepest PV node below it.
    pub seldepth: u32,
    /// Nodes searched below it.
    pub nodes: u64,
    /// Its PV, the move itself first.
    pub pv: Pv,
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
        let legal = legal_moves(&game.position);
        let wanted = |mv: &Move| limits.search_moves.contains(mv);
        let mut chosen: Vec<Move> = legal.iter().copied().filter(wanted).collect();
        if chosen.is_empty() {
            chosen = legal.iter().copied().collect();
        }
        let complete = chosen.len() == legal.len();
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
        let rank = rest.first().and_then(|first| first.tb);
        rest.iter().take_while(move |root_move| root_move.tb == rank)
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
            root_move.previous_score = root_move.score;
            root_move.score = -Score::INFINITE;
            root_move.raised_alpha = false;
        }
    }

    /// Discards the scores of an aborted iteration that did not raise alpha, so that the previous
    /// iteration decides about those moves. Losses are discarded too: they are not proven, since
    /// the moves not yet searched may be better.
    pub(super) fn discard_iteration(&mut self) {
        for root_move in &mut self.moves {
            if !root_move.raised_alpha || root_move.score.is_loss() {
                root_move.score = -Score::INFINITE;
            }
        }
        self.pv_index = 0;
        self.sort();
    }

    /// Sorts the moves from the present line on by rank and score, best first. The sort is stable.
    pub(super) fn sort(&mut self) {
        self.moves[self.pv_index..].sort_by_key(|root_move| Reverse(root_move.sort_key()));
    }

    /// Sorts the finished lines by rank and score, best first.
    pub(super) fn sort_finished(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| Reverse(root_move.sort_key()));
    }
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let mut pv = Pv::new();
        pv.push(mv);
        Self {
            mv,
            score: -Score::INFINITE,
            previous_score: -Score::INFINITE,
            average_score: None,
            raised_alpha: false,
            seldepth: 0,
            nodes: 0,
            pv,
            tb: None,
        }
    }

    fn sort_key(&self) -> (i32, Score, Score) {
        (self.tb.map_or(0, |tb| tb.rank), self.score, self.previous_score)
    }

    /// The score to show: that of the tablebase, unless the search has found a mate or nothing.
    pub(super) fn reported_score(&self) -> Score {
        let score = self.known_score();
        let has_none = score == -Score::INFINITE;
        self.tb.filter(|_| !score.is_mate() && !has_none).map_or(score, |tb| tb.score)
    }

    /// The score of this iteration or else of the previous one; `-INFINITE` without either.
    pub(super) fn known_score(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.previous_score }
    }

    /// Sets the score and, where it raised alpha, the PV. A score at or below alpha has no PV: the
    /// previous one is kept.
    pub(super) fn update(&mut self, score: Score, seldepth: u32, child_pv: Option<&[Move]>) {
        self.score = score;
        self.seldepth = seldepth;
        self.average_score = Some(match self.average_score {
            Some(average) => Score::new((average.raw() + score.raw()) / 2),
            None => score,
        });
        self.raised_alpha = child_pv.is_some();
        let Some(child_pv) = child_pv else { return };
        self.pv.truncate(1);
        for &mv in child_pv {
            if self.pv.try_push(mv).is_err() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Root {
        Root::new(&Game::default(), &Limits::default(), None)
    }

    /// The first move's score and that of any other, as an iteration finds them.
    fn iteration(root: &mut Root, scores: &[(usize, i32, bool)]) {
        root.begin_iteration();
        for &(index, score, raised) in scores {
            root.moves[index].update(Score::new(score), 1, raised.then_some(&[]));
        }
    }

    #[test]
    fn aborted_iteration_discards_fail_low_score() {
        let mut root = root();
        let first = root.moves[0].mv;
        iteration(&mut root, &[(0, 30, true)]);
        iteration(&mut root, &[(0, -32_000, false)]);
        root.discard_iteration();
        assert_eq!((root.moves[0].mv, root.moves[0].known_score()), (first, Score::new(30)));
    }

    #[test]
    fn aborted_iteration_keeps_new_best_move() {
        let mut root = root();
        let second = root.moves[1].mv;
        iteration(&mut root, &[(0, 30, true)]);
        iteration(&mut root, &[(0, 10, true), (1, 20, true)]);
        root.discard_iteration();
        assert_eq!((root.moves[0].mv, root.moves[0].known_score()), (second, Score::new(20)));
    }

    #[test]
    fn aborted_iteration_discards_unproven_loss() {
        let mut root = root();
        let first = root.moves[0].mv;
        iteration(&mut root, &[(0, -900, true)]);
        iteration(&mut root, &[(0, Score::mated_in(4).raw(), true)]);
        root.discard_iteration();
        assert_eq!((root.moves[0].mv, root.moves[0].known_score()), (first, Score::new(-900)));
    }

    #[test]
    fn root_move_without_score_stays_without_score() {
        let mut root = root();
        root.begin_iteration();
        root.discard_iteration();
        assert_eq!(root.moves[0].known_score(), -Score::INFINITE);
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
