//! Step 8 of a node: the move loop. Move pruning, singular extension, late move reduction and principal
//! variation search (PVS), in the order in which a move meets them.

use super::node::{NodeState, blended_fail_high};
use super::worker::Worker;
use crate::Abortable;
use crate::observer::{
    MovePruning, NodeEnd, ReductionTerms, RuleNumbers, SearchEvent, SearchObserver,
};
use crate::params::SearchParams;
use crate::pv::SearchedMoves;
use crate::tt::TtEntry;
use board::{Move, Position};
use eval::{Evaluator, Score};
use movegen::gives_check;
use ordering::{Mode, MoveOrdering, MovePicker, NodeResult, NodeView, QuietEvent};
use ordering::{SeeValues, see_ge};
use searcher::Bound;

/// What the singular search says about the TT move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extension {
    /// Search it this many plies deeper, or less deep when negative.
    Plies(i32),
    /// Another move fails high too: end the node with this score.
    Multicut(Score),
}

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'_, E, O, W> {
    /// Searches the moves of a node and sets its best score and move, its move count and alpha.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        node: &mut NodeState<'_>,
    ) -> Abortable<()> {
        let node_depth = node.depth;
        let mut searched = SearchedMoves::default();
        let mut moves_searched = 0;
        let view = self.ordering_view(node, Mode::Main);
        let mut picker = self.data.ordering.picker(&view);
        let may_prune = node.ply > 0 && node.has_non_pawn_material();
        let mut quiets_skipped = false;
        let mut quiet_pruned = false;
        loop {
            // A move is pruned only when another is no forced loss, so that a lost position keeps some.
            let prunes = may_prune && !node.best_score.is_loss();
            if prunes && !quiets_skipped && self.should_prune_late_moves::<PV>(node) {
                let margin = self.late_move_count(node);
                let numbers = RuleNumbers { margin, depth: node.depth, ..RuleNumbers::default() };
                self.observe(node.ply, SearchEvent::Numbers(numbers));
                self.observe(node.ply, SearchEvent::LateMovesPruned);
                picker.skip_quiets();
                quiets_skipped = true;
            }
            let Some(picked) = self.next_move(&mut picker, &view) else { break };
            let mv = picked.mv;
            if Some(mv) == node.excluded || node.ply == 0 && !self.root.contains(mv) {
                continue;
            }
            self.prefetch_children(node, mv, picker.upcoming());
            node.move_count += 1;
            self.report_current_move(node, mv);

            let history = self.data.ordering.history(&view, mv);
            let number = node.move_count;
            self.observe(node.ply, SearchEvent::Picked { picked, history, number });
            if prunes && self.should_prune_move(node, mv, history) {
                quiet_pruned |= mv.is_quiet();
                continue;
            }
            let extension = match self.extension::<PV>(node, mv)? {
                Extension::Plies(plies) => plies,
                Extension::Multicut(score) => {
                    let numbers = RuleNumbers::bound(score, node.beta, node.depth);
                    self.end_by_rule(node.ply, NodeEnd::Multicut, numbers, score);
                    (node.best_score, node.best_move) = (score, None);
                    return Ok(());
                }
            };

            if extension != 0 {
                self.observe(node.ply, SearchEvent::Extended(extension));
            }
            self.data.stack[node.ply].double_extensions =
                self.data.stack.before(node.ply, 1).double_extensions + u32::from(extension >= 2);
            let new_depth = node.depth - 1 + extension;
            let nodes_before = self.nodes;
            self.count_node(node.ply)?;
            let child = self.make_move(node.position, node.ply, mv);
            self.data.stack[node.ply + 1].static_eval = None;
            let score = self.search_move::<PV>(node, &view, mv, history, new_depth, &child)?;
            self.undo_move();
            self.observe(node.ply, SearchEvent::Searched(mv, score));
            if mv.is_quiet() {
                self.update_searched_quiet(node, &view, mv, score);
            }
            if node.ply == 0 {
                self.update_root_move(node, mv, score, self.nodes - nodes_before);
            }

            node.best_score = node.best_score.max(score);
            if score <= node.alpha {
                moves_searched += 1;
                searched.add(mv);
                continue;
            }
            if let Some(former) = node.best_move.replace(mv) {
                searched.add(former);
            }
            if PV {
                self.data.pv.update(node.ply, mv);
            }
            if score >= node.beta {
                let mode = view.mode;
                self.observe(node.ply, SearchEvent::Cutoff { mode, picked, moves_searched });
                self.data.stack[node.ply].cutoff_count += 1;
                break;
            }
            moves_searched += 1;
            node.alpha = score;
            if self.should_reduce_after_alpha_raise(node, score) {
                node.depth -= 1;
            }
        }
        node.depth = node_depth;
        if let Some(best) = node.best_move
            && (node.ply > 0 || self.root.has_all_moves())
        {
            self.update_ordering(node, &view, best, &searched);
        }
        if (quiets_skipped || quiet_pruned) && !node.in_check && node.excluded.is_none() {
            // A quiet move that was pruned may be worth as much as the static evaluation. A singular search
            // needs the score of the moves searched: the extension depends on it.
            node.best_score = node.best_score.max(node.static_eval.min(node.alpha));
        }
        node.best_score = blended_fail_high(node.best_score, node.beta, node_depth);
        Ok(())
    }

    /// Late move pruning (LMP), also move count pruning: whether no more quiet moves are searched.
    /// Known before the next move is picked, so that they need not be generated. (After Stockfish.) A PV
    /// node does so only when it is not in check and a move is worth at least the evaluation: the first
    /// moves may all be bad captures and checks, whose score would be the node's.
    fn should_prune_late_moves<const PV: bool>(&self, node: &NodeState<'_>) -> bool {
        if PV && (node.in_check || node.best_score < node.eval) {
            return false;
        }
        node.move_count > 0 && node.move_count as i32 + 1 >= self.late_move_count(node)
    }

    fn late_move_count(&self, node: &NodeState<'_>) -> i32 {
        let p = &self.shared.params;
        let count = p.lmp_base() + p.lmp_slope() * node.depth * node.depth;
        (if node.improving { count } else { count / 2 }) / 1024
    }

    /// Move pruning other than LMP. Used only when some move is no forced loss, so that not every
    /// move of a lost position is pruned.
    fn should_prune_move(&self, node: &NodeState<'_>, mv: Move, history: i32) -> bool {
        if mv.is_noisy() {
            return self.should_prune_noisy_by_see(node, mv, history);
        }
        let lmr_depth = self.lmr_depth(node, mv, history);
        let p = &self.shared.params;
        let margin =
            p.futility_base() + p.futility_slope() * lmr_depth + history / p.futility_history();
        if self.should_prune_by_futility(node, lmr_depth, margin) {
            let (value, bound) = (node.static_eval, node.alpha);
            let numbers = RuleNumbers { value, margin, bound, depth: lmr_depth };
            let prune = !gives_check(node.position, mv);
            self.prune_if(prune, node.ply, MovePruning::Futility, numbers)
        } else {
            self.should_prune_quiet_by_see(node, mv, lmr_depth)
        }
    }

    /// The depth that the move would be searched to with its usual LMR.
    fn lmr_depth(&self, node: &NodeState<'_>, mv: Move, history: i32) -> i32 {
        let reduction = self.shared.lmr.base(mv.is_quiet(), node.depth, node.move_count)
            - history * 1024 / self.shared.params.lmr_history();
        (node.depth - 1 - reduction.max(0) / 1024).max(0)
    }

    /// Futility pruning: even with a margin for the remaining depth a quiet move will not reach
    /// alpha. (By reduced depth after Stockfish, history term after Reckless.)
    fn should_prune_by_futility(&self, node: &NodeState<'_>, lmr_depth: i32, margin: i32) -> bool {
        !node.in_check
            && lmr_depth <= self.shared.params.futility_depth()
            && !node.alpha.is_decisive()
            && node.static_eval + margin <= node.alpha
    }

    /// SEE pruning of quiet moves: those that lose too much in the exchange. (After Stockfish.)
    fn should_prune_quiet_by_see(&self, node: &NodeState<'_>, mv: Move, lmr_depth: i32) -> bool {
        let threshold = -self.shared.params.see_quiet() * lmr_depth * lmr_depth;
        // Without an attack on either square nothing recaptures, which SEE finds out more slowly.
        let attacked = (node.threats & (mv.from().bitboard() | mv.to().bitboard())).any();
        let loses = attacked && !see_ge(node.position, mv, threshold, &SeeValues::DEFAULT);
        let numbers = RuleNumbers::exchange(threshold, lmr_depth);
        self.prune_if(loses, node.ply, MovePruning::See, numbers)
    }

    /// SEE pruning of noisy moves: the same for captures and promotions, by depth and history.
    /// (After Stockfish.)
    fn should_prune_noisy_by_see(&self, node: &NodeState<'_>, mv: Move, history: i32) -> bool {
        let p = &self.shared.params;
        let threshold = (-p.see_noisy() * node.depth - history / p.see_noisy_history()).min(0);
        let loses = !see_ge(node.position, mv, threshold, &SeeValues::DEFAULT);
        let numbers = RuleNumbers::exchange(threshold, node.depth);
        self.prune_if(loses, node.ply, MovePruning::See, numbers)
    }

    /// Singular extension: the other moves are searched to about half the depth with a window below the
    /// TT score. If all fail low the TT move is singular and is extended by one to three plies. If
    /// one reaches beta the node is cut (multicut). Otherwise the TT move may be searched less deep
    /// (negative extension). (After Stockfish.)
    fn extension<const PV: bool>(
        &mut self,
        node: &NodeState<'_>,
        mv: Move,
    ) -> Abortable<Extension> {
        let Some(entry) = node.tt_entry.filter(|entry| self.may_be_singular(node, entry, mv))
        else {
            return Ok(Extension::Plies(0));
        };
        let p = &self.shared.params;
        let share = if node.tt_pv && !PV { p.singular_was_pv() } else { 100 };
        let margin = p.singular_margin() * node.depth / 16 * share / 100;
        let singular_beta = (entry.score - margin.max(1)).max(-Score::MAX_EVAL);
        // Quiescence does not know the excluded move.
        let depth = ((node.depth - 1) * p.singular_depth() / 100).max(1);

        let saved_entry = self.data.stack[node.ply];
        self.data.stack[node.ply].excluded = Some(mv);
        self.data.stack[node.ply].tt_pv = node.tt_pv;
        let window = (singular_beta - 1, singular_beta);
        self.observe(node.ply, SearchEvent::SideSearch);
        let score = self.search::<false>(node.position, window, depth, node.ply, node.cut_node)?;
        self.observe(node.ply, SearchEvent::SideSearchEnd);
        self.data.stack[node.ply] = saved_entry;

        if score < singular_beta {
            let pv_margin = if PV { p.singular_pv_margin() } else { 0 };
            let doubles = self.data.stack.before(node.ply, 1).double_extensions;
            let double = score < singular_beta - p.singular_double_margin() - pv_margin
                && doubles < p.singular_max_doubles() as u32;
            let triple = double
                && mv.is_quiet()
                && score < singular_beta - p.singular_triple_margin() - pv_margin;
            return Ok(Extension::Plies(1 + i32::from(double) + i32::from(triple)));
        }
        if score >= node.beta && !score.is_decisive() {
            return Ok(Extension::Multicut(score));
        }
        Ok(Extension::Plies(if entry.score >= node.beta {
            -p.negative_extension_tt()
        } else if node.cut_node {
            -p.negative_extension_cut()
        } else {
            0
        }))
    }

    fn may_be_singular(&self, node: &NodeState<'_>, entry: &TtEntry, mv: Move) -> bool {
        let p = &self.shared.params;
        node.ply > 0
            && entry.mv == Some(mv)
            && node.excluded.is_none()
            && node.depth >= p.singular_min_depth() + i32::from(node.tt_pv)
            && entry.depth >= node.depth - p.singular_tt_depth()
            && entry.bound.is_some_and(Bound::includes_lower)
            && !entry.score.is_decisive()
            && (node.ply as i32) < 2 * self.root_depth
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
                        self.data.ordering.update_quiet(view, mv, event);
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
        let child_eval = self.data.stack[node.ply + 1].static_eval;
        if let Some(child_eval) = child_eval.filter(|_| !node.in_check) {
            let difference = -child_eval.raw() - node.static_eval.raw();
            let event = QuietEvent::EvalDifference(difference);
            self.data.ordering.update_quiet(view, mv, event);
        }
        if node.move_count == 1 && score <= node.alpha && node.ply > 0 {
            let event = QuietEvent::FailedFirst { depth: node.depth };
            self.data.ordering.update_quiet(view, mv, event);
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
        best: Move,
        searched: &SearchedMoves,
    ) {
        let margin = self.shared.params.history_bonus_margin();
        let far_above_beta = node.best_score > node.beta + margin;
        self.data.ordering.update(&NodeResult {
            node: view,
            best,
            failed_high: node.best_score >= node.beta,
            quiets_searched: &searched.quiets,
            noisies_searched: &searched.noisies,
            bonus_depth: node.depth + i32::from(far_above_beta),
        });
    }

    /// Late move reduction (LMR) of a move that leads to `child`, in 1024ths of a ply. The sum
    /// may be negative.
    fn lmr<const PV: bool>(
        &self,
        node: &NodeState<'_>,
        mv: Move,
        history: i32,
        child: &Position,
    ) -> ReductionTerms {
        let p = &self.shared.params;
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let child_cutoffs = self.data.stack[node.ply + 1].cutoff_count as i32;
        ReductionTerms([
            self.shared.lmr.base(mv.is_quiet(), node.depth, node.move_count),
            when(node.cut_node, p.lmr_cut_node())
                - when(PV, p.lmr_pv())
                - when(node.tt_pv, p.lmr_tt_pv()),
            when(!node.improving, p.lmr_not_improving()),
            when(node.tt_move().is_some_and(Move::is_noisy), p.lmr_tt_move_noisy()),
            when(child_cutoffs > p.lmr_cutoff_count_min(), p.lmr_cutoff_count()),
            -when(child.in_check(), p.lmr_check()),
            -(history * 1024 / p.lmr_history()),
            -(node.correction.abs() * 1024 / p.lmr_correction()),
        ])
    }
}

const SIZE: usize = 64;

/// base + ln(depth)·ln(move count)/divisor, the form used by Stockfish and most other engines.
pub(super) struct LmrTable {
    quiet: Box<[[i32; SIZE]]>,
    noisy: Box<[[i32; SIZE]]>,
}

impl LmrTable {
    pub(super) fn new(p: &SearchParams) -> Self {
        Self {
            quiet: tabulate(p.lmr_quiet_base(), p.lmr_quiet_divisor()),
            noisy: tabulate(p.lmr_noisy_base(), p.lmr_noisy_divisor()),
        }
    }

    /// The reduction in 1024ths of a ply. Moves are counted from 1.
    pub(super) fn base(&self, quiet: bool, depth: i32, move_count: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[(depth.max(0) as usize).min(SIZE - 1)][move_count.min(SIZE - 1)]
    }
}

fn tabulate(base: i32, divisor: i32) -> Box<[[i32; SIZE]]> {
    let entry = |depth: usize, move_count: usize| {
        if depth == 0 || move_count == 0 {
            return 0;
        }
        let product = (depth as f64).ln() * (move_count as f64).ln();
        base + (product * 1024.0 * 1024.0 / f64::from(divisor)) as i32
    };
    (0..SIZE).map(|depth| std::array::from_fn(|count| entry(depth, count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_count() {
        let lmr = LmrTable::new(&SearchParams::default());
        assert!(lmr.base(true, 20, 20) > lmr.base(true, 5, 20));
        assert!(lmr.base(true, 20, 20) > lmr.base(true, 20, 3));
        assert!(lmr.base(false, 20, 20) < lmr.base(true, 20, 20));
        assert_eq!(lmr.base(true, 500, 500), lmr.base(true, 63, 63));
    }
}
