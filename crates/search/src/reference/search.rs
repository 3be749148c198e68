//! Minimax, alpha-beta and quiescence without pruning.

use super::{FULL_WINDOW, LeafEvaluation, ReferenceResult};
use crate::observer::{SearchEvent, SearchObserver};
use crate::pv::{PvTable, SearchedMoves};
use crate::time_manager::TimeManager;
use crate::{Abortable, Aborted};
use board::{Bitboard, KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{has_legal_move, legal_moves};
use ordering::{Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PlayedMove, previous_moves};
use searcher::{Limits, Signals};

/// Nodes between two checks of time and signals; some evaluations are slow.
const NODES_PER_CHECK: u64 = 256;

/// A search in progress.
pub(super) struct Search<'a, E, O, W> {
    evaluator: &'a mut E,
    ordering: &'a mut O,
    observer: &'a W,
    leaf: LeafEvaluation,
    limits: &'a Limits,
    signals: &'a Signals,
    pub time_manager: Option<TimeManager>,
    /// Whether a search that does not ponder would have ended with the last iteration.
    pub time_is_up: bool,
    pub nodes: u64,
    pub seldepth: u32,
    /// Hash keys of earlier positions; `None` to ignore repetitions and the fifty-move rule.
    pub history: Option<KeyHistory>,
    root_moves: Vec<Move>,
    pub pv: PvTable,
    /// The moves from the root to the present node.
    pub played_moves: Vec<Option<PlayedMove>>,
}

impl<'a, E: Evaluator, O: MoveOrdering, W: SearchObserver> Search<'a, E, O, W> {
    pub(super) fn new(
        evaluator: &'a mut E,
        ordering: &'a mut O,
        observer: &'a W,
        leaf: LeafEvaluation,
        (limits, signals): (&'a Limits, &'a Signals),
        root: &Position,
    ) -> Self {
        Self {
            evaluator,
            ordering,
            observer,
            leaf,
            limits,
            signals,
            time_manager: None,
            time_is_up: false,
            nodes: 0,
            seldepth: 0,
            history: None,
            root_moves: limits.root_moves(root),
            pv: PvTable::new(),
            played_moves: Vec::with_capacity(MAX_PLY),
        }
    }

    pub(super) fn result(&self, score: Score) -> ReferenceResult {
        let best = self.pv.pv(0).first().copied();
        ReferenceResult { score, best, nodes: self.nodes }
    }

    /// Minimax in negamax form.
    pub(super) fn minimax(&mut self, position: &Position, depth: u32, ply: usize) -> Abortable {
        self.init_node(ply);
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf_score(position, FULL_WINDOW, ply);
        }
        let mut best_score = -Score::INFINITE;
        for mv in legal_moves(position) {
            if ply == 0 && !self.root_moves.contains(&mv) {
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
    pub(super) fn alpha_beta(
        &mut self,
        position: &Position,
        window: (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Abortable {
        self.init_node(ply);
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return self.leaf_score(position, window, ply);
        }
        let view = NodeView {
            depth: depth as i32,
            threats: position.attacked_by(!position.side_to_move(), position.occupied()),
            ..self.ordering_view(position, ply, Mode::Main)
        };
        self.search_moves(&view, window, -Score::INFINITE)
    }

    /// The score of a position at depth 0; exact within the window.
    fn leaf_score(&mut self, position: &Position, window: (Score, Score), ply: usize) -> Abortable {
        match self.leaf {
            LeafEvaluation::Static => Ok(self.evaluator.evaluate(position, ply)),
            LeafEvaluation::Captures => self.quiescence(position, window, ply),
        }
    }

    /// Fail-soft quiescence search without pruning and without regard to checks.
    fn quiescence(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Abortable {
        self.init_node(ply);
        let stand_pat = self.evaluator.evaluate(position, ply);
        if stand_pat >= beta || ply >= MAX_PLY {
            return Ok(stand_pat);
        }
        alpha = alpha.max(stand_pat);
        let view = self.ordering_view(position, ply, Mode::Captures);
        self.search_moves(&view, (alpha, beta), stand_pat)
    }

    /// Searches the moves of a node; at depth 0 it is one of quiescence.
    fn search_moves(
        &mut self,
        view: &NodeView<'_>,
        (mut alpha, beta): (Score, Score),
        mut best_score: Score,
    ) -> Abortable {
        let (ply, mode) = (view.ply, view.mode);
        let mut searched = SearchedMoves::default();
        let mut moves_searched = 0;
        let mut picker = self.ordering.picker(view);
        loop {
            let before = picker.counters();
            let picked = picker.next(self.ordering, view);
            let after = picker.counters();
            self.observer.observe(ply, SearchEvent::PickerAsked { mode, picked, before, after });
            let Some(picked) = picked else { return Ok(best_score) };
            let mv = picked.mv;
            if ply == 0 && !self.root_moves.contains(&mv) {
                continue;
            }
            let child = self.make_move(view.position, mv)?;
            let window = (-beta, -alpha);
            let score = -match view.depth {
                0 => self.quiescence(&child, window, ply + 1)?,
                depth => self.alpha_beta(&child, window, depth as u32 - 1, ply + 1)?,
            };
            self.undo_move();
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    self.pv.update(ply, mv);
                }
            }
            if score >= beta {
                let cutoff = SearchEvent::Cutoff { mode, picked, moves_searched };
                self.observer.observe(ply, cutoff);
                if view.depth > 0 {
                    self.ordering.update(&NodeResult {
                        node: view,
                        best: mv,
                        failed_high: true,
                        quiets_searched: &searched.quiets,
                        noisies_searched: &searched.noisies,
                        bonus_depth: view.depth,
                    });
                }
                return Ok(best_score);
            }
            searched.add(mv);
            moves_searched += 1;
        }
    }

    fn init_node(&mut self, ply: usize) {
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply as u32);
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

    /// The view of a node of depth 0.
    fn ordering_view<'p>(&self, position: &'p Position, ply: usize, mode: Mode) -> NodeView<'p> {
        NodeView {
            position,
            ply,
            depth: 0,
            tt_move: None,
            previous_moves: previous_moves(&self.played_moves),
            threats: Bitboard::EMPTY,
            mode,
        }
    }

    fn make_move(&mut self, position: &Position, mv: Move) -> Abortable<Position> {
        self.check_limits()?;
        self.nodes += 1;
        if let Some(history) = &mut self.history {
            history.push(position.key());
        }
        self.played_moves.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
        Ok(position.make(mv))
    }

    /// Whether another node may be searched.
    fn check_limits(&self) -> Abortable<()> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Aborted);
        }
        if self.nodes % NODES_PER_CHECK != NODES_PER_CHECK - 1 {
            return Ok(());
        }
        let pondering = self.limits.ponder && !self.signals.ponder_was_hit();
        let time_is_up = self.time_is_up
            || self.time_manager.is_some_and(|time_manager| time_manager.hard_limit_reached());
        if !pondering && time_is_up || self.signals.stopped() { Err(Aborted) } else { Ok(()) }
    }

    fn undo_move(&mut self) {
        if let Some(history) = &mut self.history {
            history.pop();
        }
        self.played_moves.pop();
    }
}
