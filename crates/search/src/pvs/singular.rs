//! Singular extension, multicut and negative extension.

use super::node_state::NodeState;
use super::observer::{SearchEvent, SearchObserver};
use super::thread::SearchThread;
use crate::abort::Abortable;
use crate::tt::TtEntry;
use board::Move;
use eval::{Evaluator, Score};
use ordering::MoveOrdering;
use searcher::Bound;

/// What the singular search says about the TT move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// Search it this many plies deeper, or less deep when negative.
    Plies(i32),
    /// Another move fails high too: end the node with this score.
    Multicut(Score),
}

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Singular extension: the other moves are searched to about half the depth with a window below the
    /// TT score. If all fail low the TT move is singular and is extended by one to three plies. If
    /// one reaches beta the node is cut (multicut). Otherwise the TT move may be searched less deep
    /// (negative extension). (After Stockfish.)
    pub(super) fn extension<const PV: bool>(
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

        let saved_entry = self.td.stack[node.ply];
        self.td.stack[node.ply].excluded = Some(mv);
        let window = (singular_beta - 1, singular_beta);
        self.observe(node.ply, SearchEvent::SideSearch);
        let score = self.search::<false>(node.position, window, depth, node.ply, node.cut_node)?;
        self.observe(node.ply, SearchEvent::SideSearchEnd);
        self.td.stack[node.ply] = saved_entry;

        if score < singular_beta {
            let pv_margin = if PV { p.singular_pv_margin() } else { 0 };
            let doubles = self.td.stack.before(node.ply, 1).double_extensions;
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
}
