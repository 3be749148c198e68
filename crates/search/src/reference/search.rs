//! Minimax, alpha-beta and quiescence without pruning.

use super::{LeafEvaluation, ReferenceResult};
use crate::abort::Abortable;
use crate::pv::PvTable;
use arrayvec::ArrayVec;
use board::{Bitboard, KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{has_legal_move, legal_moves};
use ordering::{
    Mode, MoveOrdering, MovePicker, MvvLva, NodeResult, NodeView, PickedMove, PlayedMove,
    previous_moves,
};

/// Decides before each move whether the search may go on.
pub(super) trait SearchLimiter {
    fn check(&mut self, nodes: u64) -> Abortable<()>;
}

/// A reference search in progress.
pub(super) struct ReferenceSearch<'a, E, L> {
    evaluator: &'a mut E,
    pub limiter: L,
    leaf: LeafEvaluation,
    pub nodes: u64,
    pub seldepth: u32,
    /// Hash keys of earlier positions; `None` to ignore repetitions and the fifty-move rule.
    pub history: Option<KeyHistory>,
    /// Moves to search at the root; empty means all.
    pub root_moves: Vec<Move>,
    pub pv: PvTable,
    /// The moves from the root to the present node.
    played_moves: Vec<Option<PlayedMove>>,
}

impl<'a, E: Evaluator, L: SearchLimiter> ReferenceSearch<'a, E, L> {
    pub(super) fn new(evaluator: &'a mut E, leaf: LeafEvaluation, limiter: L) -> Self {
        Self {
            evaluator,
            limiter,
            leaf,
            nodes: 0,
            seldepth: 0,
            history: None,
            root_moves: Vec::new(),
            pv: PvTable::new(),
            played_moves: Vec::with_capacity(MAX_PLY),
        }
    }

    /// Resets the path to the root, after an abort too.
    pub(super) fn return_to_root(&mut self) {
        self.played_moves.clear();
    }

    pub(super) fn result(&self, score: Score) -> ReferenceResult {
        let best = self.pv.pv(0).first().copied();
        ReferenceResult { score, best, nodes: self.nodes, seldepth: self.seldepth }
    }

    /// Minimax in negamax form.
    pub(super) fn minimax(&mut self, position: &Position, depth: u32, ply: usize) -> Abortable {
        self.init_node(ply);
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            let full_window = (-Score::INFINITE, Score::INFINITE);
            return self.leaf_score(&mut MvvLva, position, full_window, ply);
        }
        let mut best_score = -Score::INFINITE;
        for mv in legal_moves(position) {
            if self.is_excluded_root_move(mv, ply) {
                continue;
            }
            let child = self.make_move(position, mv)?;
            let score = -self.minimax(&child, depth - 1, ply + 1)?;
            self.undo_move();
            if score > best_score {
                best_score = score;
                self.pv.update(ply, mv);
            }
        }
        Ok(best_score)
    }

    /// Fail-soft alpha-beta.
    pub(super) fn alpha_beta<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Abortable {
        self.init_node(ply);
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf_score(ordering, position, (alpha, beta), ply);
        }
        let threats = position.attacked_by(!position.side_to_move(), position.occupied());
        let view = self.ordering_view(position, ply, depth, threats, Mode::Main);
        let mut best_score = -Score::INFINITE;
        let mut searched = SearchedMoves::default();
        let mut picker = ordering.picker(&view);
        while let Some(picked) = picker.next(ordering, &view) {
            let mv = picked.mv;
            if self.is_excluded_root_move(mv, ply) {
                continue;
            }
            let child = self.make_move(position, mv)?;
            let score = -self.alpha_beta(ordering, &child, (-beta, -alpha), depth - 1, ply + 1)?;
            self.undo_move();
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    self.pv.update(ply, mv);
                }
                if score >= beta {
                    ordering.update(&searched.node_result(&view, picked));
                    break;
                }
            }
            searched.add(mv);
        }
        Ok(best_score)
    }

    /// The score of a position at depth 0; exact within the window.
    fn leaf_score<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        window: (Score, Score),
        ply: usize,
    ) -> Abortable {
        match self.leaf {
            LeafEvaluation::Static => Ok(self.evaluator.evaluate(position, ply)),
            LeafEvaluation::Quiescence | LeafEvaluation::Captures => {
                self.quiescence(ordering, position, window, ply)
            }
        }
    }

    /// Fail-soft quiescence search without pruning.
    fn quiescence<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Abortable {
        self.init_node(ply);
        let must_evade = self.leaf == LeafEvaluation::Quiescence && position.in_check();
        let mut best_score = -Score::INFINITE;
        if !must_evade || ply >= MAX_PLY {
            best_score = self.evaluator.evaluate(position, ply);
            if best_score >= beta || ply >= MAX_PLY {
                return Ok(best_score);
            }
            alpha = alpha.max(best_score);
        }
        let captures = self.leaf == LeafEvaluation::Captures;
        let mode = if captures { Mode::Captures } else { Mode::Quiescence };
        let view = self.ordering_view(position, ply, 0, Bitboard::EMPTY, mode);
        let mut searched = SearchedMoves::default();
        let mut picker = ordering.picker(&view);
        while let Some(picked) = picker.next(ordering, &view) {
            let mv = picked.mv;
            let child = self.make_move(position, mv)?;
            let score = -self.quiescence(ordering, &child, (-beta, -alpha), ply + 1)?;
            self.undo_move();
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    self.pv.update(ply, mv);
                }
                if score >= beta {
                    ordering.update(&searched.node_result(&view, picked));
                    break;
                }
            }
            searched.add(mv);
        }
        let mated = must_evade && best_score == -Score::INFINITE;
        Ok(if mated { Score::mated_in(ply) } else { best_score })
    }

    fn init_node(&mut self, ply: usize) {
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply as u32);
    }

    fn is_excluded_root_move(&self, mv: Move, ply: usize) -> bool {
        ply == 0 && !self.root_moves.is_empty() && !self.root_moves.contains(&mv)
    }

    /// The score of a mate, of a stalemate, and, where a history is kept, of a draw by rule.
    fn terminal_score(&self, position: &Position, ply: usize) -> Option<Score> {
        if !has_legal_move(position) {
            let mated = position.in_check();
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        let history = self.history.as_ref().filter(|_| ply > 0)?;
        let drawn = position.halfmove_clock() >= 100
            || position.has_insufficient_material()
            || history.is_repetition(position, ply);
        drawn.then_some(Score::DRAW)
    }

    fn ordering_view<'p>(
        &self,
        position: &'p Position,
        ply: usize,
        depth: u32,
        threats: Bitboard,
        mode: Mode,
    ) -> NodeView<'p> {
        NodeView {
            position,
            ply,
            depth: depth as i32,
            tt_move: None,
            previous_moves: previous_moves(&self.played_moves),
            threats,
            mode,
        }
    }

    fn make_move(&mut self, position: &Position, mv: Move) -> Abortable<Position> {
        self.limiter.check(self.nodes)?;
        self.nodes += 1;
        if let Some(history) = &mut self.history {
            history.push(position.key());
        }
        self.played_moves.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
        Ok(position.make(mv))
    }

    fn undo_move(&mut self) {
        if let Some(history) = &mut self.history {
            history.pop();
        }
        self.played_moves.pop();
    }
}

/// The moves searched before the cutoff, for the history malus. Those that do not fit are left
/// out.
#[derive(Default)]
struct SearchedMoves {
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
    count: usize,
}

impl SearchedMoves {
    fn add(&mut self, mv: Move) {
        self.count += 1;
        let _ = if mv.is_quiet() { self.quiets.try_push(mv) } else { self.noisies.try_push(mv) };
    }

    /// The result of a node that `best` made fail high.
    fn node_result<'b>(&'b self, node: &'b NodeView<'b>, best: PickedMove) -> NodeResult<'b> {
        NodeResult {
            node,
            best: best.mv,
            stage: best.stage,
            failed_high: true,
            quiets_searched: &self.quiets,
            noisies_searched: &self.noisies,
            moves_searched: self.count,
            bonus_depth: node.depth,
        }
    }
}
