//! A worker: what one search thread has between searches, and its search of one root.

use super::correction_history::{CorrectionHistory, LastMoves};
use super::node::NodeState;
use super::root::Root;
use super::shared::{SharedState, ThreadResult};
use crate::observer::{MovePruning, NodeEnd, RuleNumbers, SearchEvent, SearchObserver};
use crate::pv::PvTable;
use crate::tt::{tt_key, tt_key_after, tt_key_after_null};
use crate::{Abortable, Aborted};
use board::{KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use ordering::{
    Mode, MoveOrdering, MovePicker, NodeView, PREVIOUS_PLIES, PickedMove, PlayedMove, PreviousMoves,
};
use searcher::Reporter;
use std::sync::atomic::Ordering;

/// Nodes between two checks of time and signals.
const NODES_PER_CHECK: u64 = 1024;

/// What a worker keeps between searches.
pub(super) struct WorkerData<E, O, W> {
    pub evaluator: E,
    pub ordering: O,
    pub corrections: CorrectionHistory,
    pub stack: SearchStack,
    pub pv: PvTable,
    pub observer: W,
}

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> WorkerData<E, O, W> {
    pub(super) fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            ordering: O::default(),
            corrections: CorrectionHistory::new(),
            stack: SearchStack::new(),
            pv: PvTable::new(),
            observer: W::default(),
        }
    }

    /// Clears all histories.
    pub(super) fn clear(&mut self) {
        self.evaluator.reset();
        self.ordering.clear();
        self.corrections.clear();
    }
}

/// One thread's search of one root.
pub(super) struct Worker<'a, E, O, W> {
    pub shared: &'a SharedState,
    pub data: &'a mut WorkerData<E, O, W>,
    /// 0 for the main thread, which alone of the threads decides after an iteration, and reports.
    pub index: usize,
    pub reporter: Option<&'a mut dyn Reporter>,
    pub root: Root,
    pub history: KeyHistory,
    pub nodes: u64,
    pub tb_hits: u64,
    /// Deepest PV node of the present window.
    pub seldepth: u32,
    /// Depth of the iteration in progress.
    pub root_depth: i32,
    /// Last completed iteration.
    pub completed_depth: u32,
    /// No null moves above this ply while one is being verified.
    pub nmp_min_ply: usize,
}

impl<'a, E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'a, E, O, W> {
    pub(super) fn new(
        shared: &'a SharedState,
        data: &'a mut WorkerData<E, O, W>,
        index: usize,
        reporter: Option<&'a mut dyn Reporter>,
    ) -> Self {
        let root = Root::new(&shared.game, &shared.limits, shared.root_probe.as_ref());
        let mut history = shared.game.history.clone();
        // So that no node below the root allocates.
        history.reserve(MAX_PLY + 1);
        Self {
            shared,
            data,
            index,
            reporter,
            root,
            history,
            nodes: 0,
            tb_hits: 0,
            seldepth: 0,
            root_depth: 0,
            completed_depth: 0,
            nmp_min_ply: 0,
        }
    }

    /// Resets the path to the root, after an abort too.
    pub(super) fn return_to_root(&mut self) {
        self.history.truncate(self.shared.game.history.len());
        self.data.stack.clear();
        self.nmp_min_ply = 0;
    }

    /// Starts to load the TT entry of the position after a move. A cache miss takes longer than making
    /// the move, so this comes before deciding whether the move is searched.
    #[inline(always)]
    pub(super) fn prefetch_child(&self, position: &Position, mv: Move) {
        self.shared.tt.prefetch(tt_key_after(position, mv));
    }

    /// The same for the positions that are probably searched first: that after the TT move, which need not be
    /// legal, and that after a null move.
    #[inline(always)]
    pub(super) fn prefetch_first_children(&self, node: &mut NodeState<'_>) {
        node.prefetched = node.tt_move();
        if let Some(mv) = node.prefetched {
            self.prefetch_child(node.position, mv);
        }
        if node.cut_node && node.depth >= self.shared.params.nmp_min_depth() {
            self.shared.tt.prefetch(tt_key_after_null(node.position));
        }
    }

    /// The same for the positions after a picked move and, if it is known, the one that comes after it.
    #[inline(always)]
    pub(super) fn prefetch_children(
        &self,
        node: &mut NodeState<'_>,
        mv: Move,
        upcoming: Option<Move>,
    ) {
        if Some(mv) != node.prefetched {
            self.prefetch_child(node.position, mv);
        }
        node.prefetched = upcoming;
        if let Some(upcoming) = upcoming {
            self.prefetch_child(node.position, upcoming);
        }
    }

    /// Tells the observer of an event.
    #[inline(always)]
    pub(super) fn observe(&self, ply: usize, event: SearchEvent) {
        self.data.observer.observe(ply, event);
    }

    /// Tells the observer how a node ends, and returns its score.
    #[inline(always)]
    pub(super) fn end_node(&self, ply: usize, end: NodeEnd, score: Score) -> Score {
        self.observe(ply, SearchEvent::Ended(end, score));
        score
    }

    /// As [`Self::end_node`], with the numbers of the rule.
    #[inline(always)]
    pub(super) fn end_by_rule(
        &self,
        ply: usize,
        end: NodeEnd,
        numbers: RuleNumbers,
        score: Score,
    ) -> Score {
        self.observe(ply, SearchEvent::Numbers(numbers));
        self.end_node(ply, end, score)
    }

    /// `prune`, of which the observer is told where it is true.
    #[inline(always)]
    pub(super) fn prune_if(
        &self,
        prune: bool,
        ply: usize,
        why: MovePruning,
        numbers: RuleNumbers,
    ) -> bool {
        if prune {
            self.observe(ply, SearchEvent::Numbers(numbers));
            self.observe(ply, SearchEvent::Pruned(why));
        }
        prune
    }

    /// The next move of a node, of which the observer is told what the picker did for it.
    #[inline(always)]
    pub(super) fn next_move(
        &self,
        picker: &mut O::Picker,
        view: &NodeView<'_>,
    ) -> Option<PickedMove> {
        let before = picker.counters();
        let picked = picker.next(&self.data.ordering, view);
        let (mode, after) = (view.mode, picker.counters());
        self.observe(view.ply, SearchEvent::PickerAsked { mode, picked, before, after });
        picked
    }

    /// Makes a move of the node at `ply`, which [`Self::count_node`] has counted. Not in one function
    /// with it: a `Result` would have to be copied once more.
    pub(super) fn make_move(&mut self, position: &Position, ply: usize, mv: Move) -> Position {
        let piece = position.moved_piece(mv);
        self.data.stack.set_played(ply, Some(PlayedMove { mv, piece }));
        let mut child = position.clone();
        position.make_into(mv, &mut child);
        self.history.push(position.key());
        self.shared.tt.prefetch(tt_key(&child));
        self.data.corrections.prefetch(&child, self.data.stack.last_moves(ply + 1));
        child
    }

    /// Makes a null move at `ply`, counted before.
    pub(super) fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        self.data.stack.set_played(ply, None);
        let child = position.make_null();
        self.history.push(position.key());
        self.shared.tt.prefetch(tt_key(&child));
        child
    }

    /// Takes back the last move of the path.
    pub(super) fn undo_move(&mut self) {
        self.history.pop();
    }

    /// Counts a node, unless the search has to stop before it.
    pub(super) fn count_node(&mut self, ply: usize) -> Abortable<()> {
        if self.nodes >= self.shared.node_limit {
            return Err(Aborted);
        }
        self.nodes += 1;
        self.observe(ply, SearchEvent::Made);
        if self.nodes.is_multiple_of(NODES_PER_CHECK) { self.check_limits() } else { Ok(()) }
    }

    /// Publishes the counters and checks whether to stop. Every thread does, since the main thread may be
    /// the one that gets no processor time; the first that sees a limit stops the others.
    #[cold]
    fn check_limits(&mut self) -> Abortable<()> {
        self.publish_counters();
        if self.shared.should_stop() {
            self.shared.stop.store(true, Ordering::Relaxed);
            return Err(Aborted);
        }
        Ok(())
    }

    /// Makes this thread's counters visible to the others.
    pub(super) fn publish_counters(&self) {
        self.shared.counters[self.index].set(self.nodes, self.tb_hits);
    }

    /// Publishes what this thread has found so far.
    pub(super) fn publish_result(&self) {
        let Some(best) = self.root.moves.first().cloned() else { return };
        let result = ThreadResult { best, depth: self.completed_depth };
        self.shared.published_results()[self.index] = Some(result);
    }

    /// The view of a node that the move ordering gets.
    #[inline]
    pub(super) fn ordering_view<'p>(&self, node: &NodeState<'p>, mode: Mode) -> NodeView<'p> {
        NodeView {
            position: node.position,
            ply: node.ply,
            depth: node.depth,
            tt_move: node.tt_move(),
            previous_moves: self.data.stack.previous_moves(node.ply),
            threats: node.threats,
            mode,
        }
    }
}

/// One ply of the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The move made at this ply, with the piece that made it; `None` for a null move.
    pub played: Option<PlayedMove>,
    /// Corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// In a singular search, whether the node with all moves is or was on a PV.
    pub tt_pv: bool,
    /// Beta cutoffs among the nodes of this ply below the present grandparent.
    pub cutoff_count: u32,
    /// Double extensions on the path, the one of the move made at this ply included.
    pub double_extensions: u32,
}

/// The entries, with empty ones below the root so that looking back needs no test, and some above
/// the greatest ply for nodes that look at their children.
pub(super) struct SearchStack {
    entries: Box<[StackEntry]>,
    /// All entries from this index on are empty.
    end: usize,
}

/// Index of the root's entry.
const ROOT: usize = PREVIOUS_PLIES;

impl SearchStack {
    pub(super) fn new() -> Self {
        let entries = vec![StackEntry::default(); ROOT + MAX_PLY + 4].into_boxed_slice();
        Self { entries, end: ROOT + 1 }
    }

    pub(super) fn clear(&mut self) {
        self.entries[ROOT..self.end].fill(StackEntry::default());
        self.end = ROOT + 1;
    }

    /// Sets the move made at `ply`.
    fn set_played(&mut self, ply: usize, played: Option<PlayedMove>) {
        self.entries[ROOT + ply].played = played;
        // The node after it has an entry too.
        self.end = self.end.max(ROOT + ply + 2);
    }

    /// The entry `back` plies before `ply`; an empty one before the root. `back` is at most
    /// [`PREVIOUS_PLIES`].
    pub(super) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.entries[ROOT + ply - back]
    }

    /// The last two moves before the node at `ply`.
    #[inline]
    pub(super) fn last_moves(&self, ply: usize) -> LastMoves {
        [self.before(ply, 1).played, self.before(ply, 2).played]
    }

    /// The moves that led to the node at `ply`.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let entries = &self.entries[ply..ply + PREVIOUS_PLIES];
        std::array::from_fn(|index| entries[PREVIOUS_PLIES - 1 - index].played)
    }
}

impl std::ops::Index<usize> for SearchStack {
    type Output = StackEntry;

    fn index(&self, ply: usize) -> &StackEntry {
        &self.entries[ROOT + ply]
    }
}

impl std::ops::IndexMut<usize> for SearchStack {
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.entries[ROOT + ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleared_stack_is_empty() {
        let mut stack = SearchStack::new();
        stack[0].static_eval = Some(Score::DRAW);
        // A null move after an entry that has become empty again.
        for ply in [0, 1, 3] {
            stack.set_played(ply, None);
            stack[ply + 1].static_eval = Some(Score::DRAW);
        }
        stack[1].static_eval = None;
        stack.clear();
        assert!(stack.entries.iter().all(|entry| entry.static_eval.is_none()));
    }
}
