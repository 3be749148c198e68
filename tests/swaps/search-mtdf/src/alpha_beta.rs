//! The search of one depth: fail-soft alpha-beta with zero windows, a transposition table and
//! quiescence. It prunes nothing but captures that lose material, in quiescence.

use crate::tt::TranspositionTable;
use board::{Bitboard, KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::has_legal_move;
use ordering::{
    Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PlayedMove, Stage, previous_moves,
};
use searcher::{Limits, Signals};
use std::time::{Duration, Instant};

/// Nodes between two checks of time and signals.
const NODES_PER_CHECK: u64 = 1024;

/// Halfmove clock from which stored scores are not used: they come from other clocks.
const MAX_TT_CLOCK: u16 = 90;

/// The search was stopped by a limit or a signal, so there is no score.
pub(crate) struct Aborted;

/// One search of one root.
pub(crate) struct AlphaBeta<'a, E, O> {
    pub evaluator: &'a mut E,
    pub ordering: &'a mut O,
    pub tt: &'a mut TranspositionTable,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub start: Instant,
    /// Time since `start` at which to stop at once.
    pub hard_limit: Option<Duration>,
    /// The root moves to consider.
    pub root_moves: Vec<Move>,
    /// The root move that last failed high.
    pub best_root_move: Option<Move>,
    /// Keys of the positions before the present one.
    pub history: KeyHistory,
    /// The moves from the root to the present position.
    pub path: Vec<Option<PlayedMove>>,
    pub nodes: u64,
    pub seldepth: u32,
}

impl<E: Evaluator, O: MoveOrdering> AlphaBeta<'_, E, O> {
    /// Searches with the window (`beta` − 1, `beta`). A result of at least `beta` is a lower bound
    /// of the score, any other an upper bound.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        beta: Score,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Aborted> {
        if let Some(score) = self.score_by_rule(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return self.quiescence(position, beta, ply);
        }
        let entry = self.tt.probe(position.key());
        let is_deep_enough = ply > 0 && position.halfmove_clock() < MAX_TT_CLOCK;
        if let Some(entry) = entry.filter(|entry| is_deep_enough && entry.depth >= depth) {
            if entry.lower >= beta {
                return Ok(entry.lower);
            }
            if entry.upper < beta {
                return Ok(entry.upper);
            }
        }
        let node = NodeView {
            depth: depth as i32,
            tt_move: entry.and_then(|entry| entry.mv),
            threats: position.attacked_by(!position.side_to_move(), position.occupied()),
            ..self.node_view(position, ply, Mode::Main)
        };
        let mut picker = self.ordering.picker(&node);
        let (mut best_score, mut best_move) = (-Score::INFINITE, None);
        let mut searched = Vec::new();
        while let Some(picked) = picker.next(self.ordering, &node) {
            if ply == 0 && !self.root_moves.contains(&picked.mv) {
                continue;
            }
            let child = self.make_move(position, picked.mv)?;
            let score = -self.search(&child, -(beta - 1), depth - 1, ply + 1)?;
            self.undo_move();
            best_score = best_score.max(score);
            if score >= beta {
                best_move = Some(picked.mv);
                let (quiets, noisies): (Vec<Move>, Vec<Move>) =
                    searched.iter().partition(|mv: &&Move| mv.is_quiet());
                self.ordering.update(&NodeResult {
                    node: &node,
                    best: picked.mv,
                    failed_high: true,
                    quiets_searched: &quiets,
                    noisies_searched: &noisies,
                    bonus_depth: node.depth,
                });
                break;
            }
            searched.push(picked.mv);
        }
        if best_score == -Score::INFINITE {
            return Ok(if position.in_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        if ply == 0 {
            self.best_root_move = best_move.or(self.best_root_move);
        }
        if ply > 0 || self.limits.search_moves.is_empty() {
            self.tt.store(position.key(), depth, (best_score, beta), best_move);
        }
        Ok(best_score)
    }

    /// Quiescence search: captures, promotions and check evasions.
    fn quiescence(
        &mut self,
        position: &Position,
        beta: Score,
        ply: usize,
    ) -> Result<Score, Aborted> {
        self.seldepth = self.seldepth.max(ply as u32);
        let evade = position.in_check() && ply < MAX_PLY;
        let mut best_score =
            if evade { Score::mated_in(ply) } else { self.evaluator.evaluate(position, ply) };
        if best_score >= beta || ply >= MAX_PLY {
            return Ok(best_score);
        }
        let node = self.node_view(position, ply, Mode::Quiescence);
        let mut picker = self.ordering.picker(&node);
        while let Some(picked) = picker.next(self.ordering, &node)
            && (picked.stage != Stage::BadNoisy || evade)
            && best_score < beta
        {
            let child = self.make_move(position, picked.mv)?;
            best_score = best_score.max(-self.quiescence(&child, -(beta - 1), ply + 1)?);
            self.undo_move();
        }
        Ok(best_score)
    }

    /// The score of a draw by rule below the root, and of a mate that comes before it.
    fn score_by_rule(&self, position: &Position, ply: usize) -> Option<Score> {
        let clock_full = position.halfmove_clock() >= 100;
        let drawn = clock_full
            || position.has_insufficient_material()
            || self.history.is_repetition(position, ply);
        let mated = clock_full && position.in_check() && !has_legal_move(position);
        (ply > 0 && drawn).then_some(if mated { Score::mated_in(ply) } else { Score::DRAW })
    }

    fn node_view<'p>(&self, position: &'p Position, ply: usize, mode: Mode) -> NodeView<'p> {
        let (depth, tt_move, threats) = (0, None, Bitboard::EMPTY);
        let previous_moves = previous_moves(&self.path);
        NodeView { position, ply, depth, tt_move, previous_moves, threats, mode }
    }

    fn make_move(&mut self, position: &Position, mv: Move) -> Result<Position, Aborted> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Aborted);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) && self.should_stop(self.hard_limit) {
            return Err(Aborted);
        }
        self.history.push(position.key());
        self.path.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
        Ok(position.make(mv))
    }

    fn undo_move(&mut self) {
        self.history.pop();
        self.path.pop();
    }

    /// Whether there is a stop signal, or the clock runs and this much time has passed.
    pub(crate) fn should_stop(&self, time: Option<Duration>) -> bool {
        let passed = time.is_some_and(|time| self.start.elapsed() >= time);
        self.signals.stopped() || passed && !self.limits.must_wait(self.signals)
    }
}
