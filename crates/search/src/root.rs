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
        let moves = chosen.into_iter().map(RootMove::new).collect();
        Self { moves, rank: 0, history: game.history.clone() }
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
        }
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
    fn new(mv: Move) -> Self {
        let mut pv = Line::new();
        pv.push(mv);
        Self {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: None,
            seldepth: 0,
            nodes: 0,
            pv,
        }
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
        let Some(rest) = rest else { return };
        self.pv.truncate(1);
        for &mv in rest {
            if self.pv.try_push(mv).is_err() {
                break;
            }
        }
    }
}
