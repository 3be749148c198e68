//! Step 8 of a node: the move loop. Principal variation search (PVS) with move pruning, singular
//! extension and late move reduction.

use super::node::blended_fail_high;
use super::node_state::NodeState;
use super::observer::{NodeEnd, SearchEvent, SearchObserver};
use super::root::RootLine;
use super::singular::Extension;
use super::thread::SearchThread;
use crate::abort::Abortable;
use arrayvec::ArrayVec;
use board::{Move, Position};
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, QuietEvent};
use searcher::Bound;
use std::time::Duration;

/// A search reports its current root move only after this time.
const CURRMOVE_DELAY: Duration = Duration::from_secs(1);

/// The moves searched in a node, for the history malus. Those that do not fit are left out.
#[derive(Default)]
struct SearchedMoves {
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
    count: usize,
}

impl SearchedMoves {
    fn add(&mut self, mv: Move) {
        let _ = if mv.is_quiet() { self.quiets.try_push(mv) } else { self.noisies.try_push(mv) };
    }
}

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Searches the moves of a node and sets its best score and move, its move count and alpha.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        node: &mut NodeState<'_>,
    ) -> Abortable<()> {
        let node_depth = node.depth;
        let mut searched = SearchedMoves::default();
        // The best move as it was picked, and how many moves were searched before it.
        let mut best: Option<(PickedMove, usize)> = None;
        let view = self.ordering_view(node, Mode::Main);
        let mut picker = self.td.ordering.picker(&view);
        let may_prune = node.ply > 0 && node.has_non_pawn_material();
        let mut quiets_skipped = false;
        let mut quiet_pruned = false;
        loop {
            // A move is pruned only when another is no forced loss, so that a lost position keeps some.
            let prunes = may_prune && !node.best_score.is_loss();
            if prunes && !quiets_skipped && self.should_prune_late_moves::<PV>(node) {
                self.observe(node.ply, SearchEvent::LateMovesPruned);
                picker.skip_quiets();
                quiets_skipped = true;
            }
            let Some(picked) = picker.next(&self.td.ordering, &view) else { break };
            let mv = picked.mv;
            if Some(mv) == node.excluded || node.ply == 0 && !self.root.contains(mv) {
                continue;
            }
            self.prefetch_children(node, mv, picker.upcoming());
            node.move_count += 1;
            self.report_current_move(node, mv);

            let history = self.td.ordering.history(&view, mv);
            let number = node.move_count;
            self.observe(node.ply, SearchEvent::Picked { picked, history, number });
            if prunes && self.should_prune_move(node, mv, history) {
                quiet_pruned |= mv.is_quiet();
                continue;
            }
            let extension = match self.extension::<PV>(node, mv)? {
                Extension::Plies(plies) => plies,
                Extension::Multicut(score) => {
                    self.end_node(node.ply, NodeEnd::Multicut, score);
                    (node.best_score, node.best_move) = (score, None);
                    return Ok(());
                }
            };

            if extension != 0 {
                self.observe(node.ply, SearchEvent::Extended(extension));
            }
            self.td.stack[node.ply].double_extensions =
                self.td.stack.before(node.ply, 1).double_extensions + u32::from(extension >= 2);
            let new_depth = node.depth - 1 + extension;
            let nodes_before = self.nodes;
            self.count_node(node.ply)?;
            let child = self.make_move(node.position, node.ply, mv);
            self.td.stack[node.ply + 1].static_eval = None;
            let score = self.search_move::<PV>(node, &view, mv, history, new_depth, &child)?;
            self.undo_move();
            self.observe(node.ply, SearchEvent::Searched(mv, score));
            if mv.is_quiet() {
                self.update_searched_quiet(node, &view, mv, score);
            }
            if node.ply == 0 {
                self.update_root_move(node, mv, score, self.nodes - nodes_before);
            }

            let index = searched.count;
            searched.count += 1;
            node.best_score = node.best_score.max(score);
            if score <= node.alpha {
                searched.add(mv);
                continue;
            }
            if let Some((former, _)) = best.replace((picked, index)) {
                searched.add(former.mv);
            }
            if PV {
                self.td.pv.update(node.ply, mv);
            }
            if score >= node.beta {
                self.td.stack[node.ply].cutoff_count += 1;
                break;
            }
            node.alpha = score;
            if self.should_reduce_after_alpha_raise(node, score) {
                node.depth -= 1;
            }
        }
        node.depth = node_depth;
        if let Some((picked, index)) = best {
            node.best_move = Some(picked.mv);
            if node.ply > 0 || self.root.has_all_moves() {
                self.update_ordering(node, &view, picked, index, &searched);
            }
        }
        if (quiets_skipped || quiet_pruned) && !node.in_check && node.excluded.is_none() {
            // A quiet move that was pruned may be worth as much as the static evaluation. A singular search
            // needs the score of the moves searched: the extension depends on it.
            node.best_score = node.best_score.max(node.static_eval.min(node.alpha));
        }
        node.best_score = blended_fail_high(node.best_score, node.beta, node_depth);
        Ok(())
    }

    /// Principal variation search (PVS, Marsland and Campbell 1982) of one move: with a null window
    /// and LMR, again without the reduction when it beats alpha, and in a PV node with the full
    /// window when it still does. The repeated search goes a ply deeper or shallower by the score.
    /// (After Stockfish.)
    fn search_move<const PV: bool>(
        &mut self,
        node: &NodeState<'_>,
        view: &NodeView<'_>,
        mv: Move,
        history: i32,
        new_depth: i32,
        child: &Position,
    ) -> Abortable {
        let p = &self.shared.params;
        let ply = node.ply + 1;
        let (alpha, beta) = (node.alpha, node.beta);
        let null_window = (alpha, alpha + 1);
        let mut depth = new_depth;
        let mut score = Score::ZERO;
        if node.depth >= p.lmr_min_depth() && node.move_count > 1 + usize::from(node.ply == 0) {
            let terms = self.lmr::<PV>(node, mv, history, child);
            let reduced = (depth - terms.sum() / 1024).clamp(depth.min(1), depth + i32::from(PV));
            self.observe(node.ply, SearchEvent::Reduced { plies: depth - reduced, terms });
            score = self.search_child::<false>(child, null_window, reduced, ply, true)?;
            if score > alpha && reduced < depth {
                let best_score = node.best_score;
                let deeper_margin = p.lmr_deeper_margin() + p.lmr_deeper_slope() * depth;
                depth += i32::from(score > best_score + deeper_margin);
                depth -= i32::from(score < best_score + p.lmr_shallower_margin());
                if reduced < depth {
                    score =
                        self.search_child::<false>(child, null_window, depth, ply, !node.cut_node)?;
                    if score > alpha && mv.is_quiet() {
                        let event = QuietEvent::FailedReduction { depth };
                        self.td.ordering.update_quiet(view, mv, event);
                    }
                }
            }
        } else if !PV || node.move_count > 1 {
            score = self.search_child::<false>(child, null_window, depth, ply, !node.cut_node)?;
        }
        if PV && (node.move_count == 1 || score > alpha) {
            score = self.search_child::<true>(child, (alpha, beta), depth, ply, false)?;
        }
        Ok(score)
    }

    /// Updates the history of a quiet move by how the static evaluation changed with it, where both
    /// evaluations are known, and by its failure as the first move.
    fn update_searched_quiet(
        &mut self,
        node: &NodeState<'_>,
        view: &NodeView<'_>,
        mv: Move,
        score: Score,
    ) {
        let child_eval = self.td.stack[node.ply + 1].static_eval;
        if let Some(child_eval) = child_eval.filter(|_| !node.in_check) {
            let difference = -child_eval.raw() - node.static_eval.raw();
            let event = QuietEvent::EvalDifference(difference);
            self.td.ordering.update_quiet(view, mv, event);
        }
        if node.move_count == 1 && score <= node.alpha && node.ply > 0 {
            let event = QuietEvent::FailedFirst { depth: node.depth };
            self.td.ordering.update_quiet(view, mv, event);
        }
    }

    /// Reduction after a raise of alpha: whether the remaining moves are searched a ply less. Not at the
    /// root, where alpha is raised often and no other node makes up for a move missed. (After Stockfish.)
    fn should_reduce_after_alpha_raise(&self, node: &NodeState<'_>, score: Score) -> bool {
        let p = &self.shared.params;
        node.ply > 0
            && (p.alpha_raised_min_depth()..=p.alpha_raised_max_depth()).contains(&node.depth)
            && !score.is_decisive()
    }

    /// Gives the move ordering the result of the node.
    fn update_ordering(
        &mut self,
        node: &NodeState<'_>,
        view: &NodeView<'_>,
        best: PickedMove,
        index: usize,
        searched: &SearchedMoves,
    ) {
        let margin = self.shared.params.history_bonus_margin();
        let far_above_beta = node.best_score > node.beta + margin;
        self.td.ordering.update(&NodeResult {
            node: view,
            best: best.mv,
            stage: best.stage,
            failed_high: node.best_score >= node.beta,
            quiets_searched: &searched.quiets,
            noisies_searched: &searched.noisies,
            moves_searched: index,
            bonus_depth: node.depth + i32::from(far_above_beta),
        });
    }

    /// Records the result of a root move. One that did not raise alpha is only known to be worse.
    fn update_root_move(&mut self, node: &NodeState<'_>, mv: Move, score: Score, nodes: u64) {
        let depths = (self.root_depth as u32, self.seldepth);
        let bound = if score >= node.beta {
            Bound::Lower
        } else if score > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let Some(root_move) = self.root.find(mv) else { return };
        root_move.nodes += nodes;
        if node.move_count == 1 || bound != Bound::Upper {
            root_move.update((score, bound), depths, self.td.pv.pv(1));
        } else {
            root_move.line = RootLine::unknown(mv);
        }
    }

    /// Reports the current root move of a long search.
    fn report_current_move(&mut self, node: &NodeState<'_>, mv: Move) {
        if node.ply > 0 {
            return;
        }
        let Some(reporter) = &mut self.reporter else { return };
        if self.shared.time_manager.elapsed() >= CURRMOVE_DELAY {
            let number = node.move_count + self.root.pv_index;
            reporter.current_move(self.root_depth as u32, mv, number);
        }
    }
}
