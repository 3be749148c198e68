//! Quiescence search: captures and promotions (in check: evasions) until the position is quiet
//! and the static evaluation can be used (stand pat).

use super::node::{NodeState, blended_fail_high};
use super::worker::Worker;
use crate::Abortable;
use crate::observer::{MovePruning, NodeEnd, RuleNumbers, SearchEvent, SearchObserver};
use board::{Move, Position};
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering, MovePicker, PickedMove, SeeValues, Stage, see_ge};
use searcher::Bound;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'_, E, O, W> {
    /// Quiescence search of a node with the window (alpha, beta). Fail-soft.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        window: (Score, Score),
        ply: usize,
    ) -> Abortable {
        let mut node = NodeState::new(position, window, 0, ply, false);
        self.observe(ply, SearchEvent::Entered { depth: 0, alpha: window.0, beta: window.1 });
        // 1. Draws by rule and greatest ply; upcoming repetition.
        self.init_pv::<PV>(ply);
        if ply > 0 {
            if let Some(score) = self.terminal_score(position, ply) {
                return Ok(self.end_node(ply, NodeEnd::Terminal, score));
            }
            if self.upcoming_repetition(&node) {
                node.alpha = Score::DRAW;
                if node.alpha >= node.beta {
                    return Ok(self.end_node(ply, NodeEnd::NoWindow, node.alpha));
                }
            }
        }

        // 2. TT cutoff.
        node.tt_entry = self.shared.tt.probe(node.key, ply, position.halfmove_clock());
        node.tt_pv = PV || node.tt_entry.is_some_and(|entry| entry.pv);
        if !PV && let Some(score) = node.tt_cutoff() {
            return Ok(self.end_by_rule(ply, NodeEnd::TtCutoff, node.tt_numbers(score), score));
        }

        self.prefetch_first_children(&mut node);

        // 3. Stand pat, except in check: the static evaluation is a lower bound.
        if node.in_check {
            node.threats = position.attacked_by(!position.side_to_move(), position.occupied());
        } else {
            self.corrected_evaluation(&mut node);
            node.best_score = node.eval;
            if node.best_score >= node.beta {
                self.store_evaluation(&node);
                let score = blended_fail_high(node.best_score, node.beta, 0);
                let numbers = RuleNumbers::bound(node.best_score, node.beta, 0);
                return Ok(self.end_by_rule(ply, NodeEnd::StandPat, numbers, score));
            }
            node.alpha = node.alpha.max(node.best_score);
        }

        // 4. The moves.
        self.search_noisy_moves::<PV>(&mut node)?;
        if node.in_check && node.move_count == 0 {
            return Ok(Score::mated_in(ply));
        }

        // 5. TT.
        node.best_score = blended_fail_high(node.best_score, node.beta, 0);
        let bound = if node.best_score >= node.beta { Bound::Lower } else { Bound::Upper };
        self.store_tt(&node, bound);
        Ok(node.best_score)
    }

    /// Searches the moves and sets best score and move, move count and alpha.
    fn search_noisy_moves<const PV: bool>(&mut self, node: &mut NodeState<'_>) -> Abortable<()> {
        let mut moves_searched = 0;
        let view = self.ordering_view(node, Mode::Quiescence);
        let mut picker = self.data.ordering.picker(&view);
        while let Some(picked) = self.next_move(&mut picker, &view) {
            let mv = picked.mv;
            self.prefetch_children(node, mv, None);
            node.move_count += 1;
            let number = node.move_count;
            self.observe(node.ply, SearchEvent::Picked { picked, history: 0, number });
            if !node.best_score.is_loss() && self.should_prune_in_quiescence(node, picked) {
                continue;
            }
            self.count_node(node.ply)?;
            let child = self.make_move(node.position, node.ply, mv);
            let window = (-node.beta, -node.alpha);
            let score = -self.quiescence::<PV>(&child, window, node.ply + 1)?;
            self.undo_move();
            self.observe(node.ply, SearchEvent::Searched(mv, score));
            if score > node.best_score {
                node.best_score = score;
                if score > node.alpha {
                    node.best_move = Some(mv);
                    if PV {
                        self.data.pv.update(node.ply, mv);
                    }
                    if score >= node.beta {
                        self.observe(
                            node.ply,
                            SearchEvent::Cutoff { mode: view.mode, picked, moves_searched },
                        );
                        break;
                    }
                    node.alpha = score;
                }
            }
            moves_searched += 1;
            if node.in_check && !node.best_score.is_loss() {
                // One evasion that does not lose is enough: the quiet ones left are skipped.
                picker.skip_quiets();
            }
        }
        Ok(())
    }

    /// Move count pruning, delta pruning and SEE pruning. A move pruned by delta pruning still
    /// raises the best score to what it could have brought. (After Stockfish.)
    fn should_prune_in_quiescence(&self, node: &mut NodeState<'_>, picked: PickedMove) -> bool {
        let (position, p, mv) = (node.position, &self.shared.params, picked.mv);
        if !node.in_check && !mv.is_promotion() && !node.alpha.is_decisive() {
            if node.move_count as i32 > p.qs_max_moves() && !self.is_recapture(node, mv) {
                let numbers = RuleNumbers::exchange(p.qs_max_moves(), 0);
                return self.prune_if(true, node.ply, MovePruning::MoveCount, numbers);
            }
            let victim_value = position.captured(mv).map_or(0, |kind| p.delta_value(kind));
            let mut margin = p.qs_delta_margin() + victim_value;
            let mut prune = node.static_eval + margin <= node.alpha;
            if !prune && node.static_eval + p.qs_delta_margin() <= node.alpha {
                margin = p.qs_delta_margin();
                prune = !see_ge(position, mv, 1, &SeeValues::DEFAULT);
            }
            if prune {
                node.best_score = node.best_score.max(node.static_eval + margin);
                let (value, bound) = (node.static_eval, node.alpha);
                let numbers = RuleNumbers { value, margin, bound, depth: 0 };
                return self.prune_if(true, node.ply, MovePruning::Delta, numbers);
            }
        }
        let (loses_exchange, least) = match picked.stage {
            // The ordering has tested the exchange; `modern` calls every underpromotion bad.
            Stage::GoodNoisy => (false, 0),
            Stage::BadNoisy => (true, 0),
            _ => {
                let least = p.qs_see_threshold();
                (!see_ge(position, mv, least, &SeeValues::DEFAULT), least)
            }
        };
        let numbers = RuleNumbers::exchange(least, 0);
        self.prune_if(loses_exchange, node.ply, MovePruning::See, numbers)
    }

    /// Whether a move captures on the destination of the previous move.
    fn is_recapture(&self, node: &NodeState<'_>, mv: Move) -> bool {
        let previous = self.data.stack.before(node.ply, 1).played;
        previous.is_some_and(|previous| previous.mv.to() == mv.to())
    }
}
