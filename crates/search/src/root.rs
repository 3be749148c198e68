//! The moves of the root and what is known of each. The only part of a search that allocates.

use crate::game::Game;
use crate::limits::Limits;
use crate::pv::Line;
use board::{KeyHistory, Move};
use eval::Score;
use movegen::legal_moves;

/// A root move.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// Score in the iteration under way; `-INFINITE` when it has only been shown not to be best.
    pub score: Score,
    /// Score in the iteration before.
    pub previous: Score,
    /// Mean of its scores, for the centre of the aspiration window.
    pub average: Option<Score>,
    /// Whether the score of this iteration has a line behind it; if not, it is only a bound from
    /// a window that failed low.
    proven: bool,
    /// Deepest ply reached below it.
    pub seldepth: u32,
    /// Nodes spent below it.
    pub nodes: u64,
    /// Its line, itself first.
    pub pv: Line,
}

/// The root of a search.
pub(crate) struct Root {
    /// Best first, as far as sorted.
    pub moves: Vec<RootMove>,
    /// Index of the line that is being searched; moves before it are out of bounds.
    pub rank: usize,
    /// Whether these are all the legal moves.
    whole: bool,
    /// Keys of the game up to the root.
    pub history: KeyHistory,
}

impl Root {
    /// The legal moves of a game, or those of them that the limits ask for. When none of those
    /// asked for is legal, all are taken.
    pub(crate) fn new(game: &Game, limits: &Limits, preferred: &[Move]) -> Self {
        let legal = legal_moves(&game.position);
        let asked = |mv: &Move| limits.search_moves.contains(mv);
        let mut chosen: Vec<Move> = legal.iter().copied().filter(asked).collect();
        if chosen.is_empty() {
            chosen = legal.iter().copied().collect();
        }
        if limits.search_moves.is_empty() && chosen.iter().any(|mv| preferred.contains(mv)) {
            chosen.retain(|mv| preferred.contains(mv));
        }
        let whole = chosen.len() == legal.len();
        let moves = chosen.into_iter().map(RootMove::new).collect();
        Self { moves, rank: 0, whole, history: game.history.clone() }
    }

    /// Whether the present line may play any legal move, so that its score is the position's.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole && self.rank == 0
    }

    /// Whether the search of the present line may play this move.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves[self.rank..].iter().any(|candidate| candidate.mv == mv)
    }

    /// The entry of a move.
    pub(crate) fn entry(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|candidate| candidate.mv == mv)
    }

    /// A new iteration begins.
    pub(crate) fn begin_iteration(&mut self) {
        for entry in &mut self.moves {
            entry.previous = entry.score;
            entry.score = -Score::INFINITE;
            entry.proven = false;
        }
    }

    /// The iteration was broken off: what it has not proven counts as not searched, so that the
    /// iteration before decides.
    pub(crate) fn abandon_iteration(&mut self) {
        for entry in self.moves.iter_mut().filter(|entry| !entry.proven) {
            entry.score = -Score::INFINITE;
        }
        self.rank = 0;
        self.sort();
    }

    /// Puts the best of the moves from the present line on first; equals keep their order.
    pub(crate) fn sort(&mut self) {
        self.moves[self.rank..]
            .sort_by_key(|entry| std::cmp::Reverse((entry.score, entry.previous)));
    }

    /// Puts the finished lines in order of score.
    pub(crate) fn sort_finished(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|entry| std::cmp::Reverse((entry.score, entry.previous)));
    }
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> Self {
        let mut pv = Line::new();
        pv.push(mv);
        Self {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: None,
            proven: false,
            seldepth: 0,
            nodes: 0,
            pv,
        }
    }

    /// The score of this iteration or else of the one before; `-INFINITE` when neither knows.
    pub(crate) fn known_score(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.previous }
    }

    /// Takes over a score and, where it raised alpha, the line behind it. A score at or below
    /// alpha has no line: the former one is kept.
    pub(crate) fn found(&mut self, score: Score, seldepth: u32, rest: Option<&[Move]>) {
        self.score = score;
        self.seldepth = seldepth;
        self.average = Some(match self.average {
            Some(average) => Score::new((average.raw() + score.raw()) / 2),
            None => score,
        });
        self.proven = rest.is_some();
        let Some(rest) = rest else { return };
        self.pv.truncate(1);
        for &mv in rest {
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
        Root::new(&Game::default(), &Limits::default(), &[])
    }

    /// The first move's score and that of any other, as an iteration finds them.
    fn iteration(root: &mut Root, scores: &[(usize, i32, bool)]) {
        root.begin_iteration();
        for &(index, score, raised) in scores {
            root.moves[index].found(Score::new(score), 1, raised.then_some(&[]));
        }
    }

    #[test]
    fn a_bound_from_a_broken_iteration_is_forgotten() {
        let mut root = root();
        let first = root.moves[0].mv;
        iteration(&mut root, &[(0, 30, true)]);
        iteration(&mut root, &[(0, -32_000, false)]);
        root.abandon_iteration();
        assert_eq!((root.moves[0].mv, root.moves[0].known_score()), (first, Score::new(30)));
    }

    #[test]
    fn a_better_move_of_a_broken_iteration_counts() {
        let mut root = root();
        let second = root.moves[1].mv;
        iteration(&mut root, &[(0, 30, true)]);
        iteration(&mut root, &[(0, 10, true), (1, 20, true)]);
        root.abandon_iteration();
        assert_eq!((root.moves[0].mv, root.moves[0].known_score()), (second, Score::new(20)));
    }

    #[test]
    fn nothing_known_stays_nothing() {
        let mut root = root();
        root.begin_iteration();
        root.abandon_iteration();
        assert_eq!(root.moves[0].known_score(), -Score::INFINITE);
    }

    #[test]
    fn a_root_is_whole_when_every_move_may_be_played() {
        let mut all = root();
        assert!(all.is_whole());
        all.rank = 1;
        assert!(!all.is_whole());
        let one = all.moves[3].mv;
        let asked = Limits { search_moves: [one].into_iter().collect(), ..Limits::default() };
        assert!(!Root::new(&Game::default(), &asked, &[]).is_whole());
        assert!(!Root::new(&Game::default(), &Limits::default(), &[one]).is_whole());
    }
}
