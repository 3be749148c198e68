//! One search thread: what it keeps between searches, and its search of one root.

use super::correction_history::CorrectionHistory;
use super::node_state::NodeState;
use super::observer::{SearchEvent, SearchObserver};
use super::root::Root;
use super::shared::{SharedState, ThreadResult};
use super::stack::SearchStack;
use crate::abort::{Abortable, Aborted};
use crate::pv::PvTable;
use crate::tt::{tt_key, tt_key_after, tt_key_after_null};
use board::{KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY};
use ordering::{Mode, MoveOrdering, NodeView, PlayedMove};
use searcher::Reporter;
use std::sync::atomic::Ordering;

/// Nodes between two checks of time and signals.
const NODES_PER_CHECK: u64 = 1024;

/// What a thread keeps between searches.
pub(super) struct ThreadData<E, O, W> {
    pub evaluator: E,
    pub ordering: O,
    pub corrections: CorrectionHistory,
    pub stack: SearchStack,
    pub pv: PvTable,
    pub observer: W,
}

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> ThreadData<E, O, W> {
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

/// A thread's search of one root.
pub(super) struct SearchThread<'a, E, O, W> {
    pub shared: &'a SharedState,
    pub td: &'a mut ThreadData<E, O, W>,
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

impl<'a, E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'a, E, O, W> {
    pub(super) fn new(
        shared: &'a SharedState,
        td: &'a mut ThreadData<E, O, W>,
        index: usize,
        reporter: Option<&'a mut dyn Reporter>,
    ) -> Self {
        let root = Root::new(&shared.game, &shared.limits, shared.root_probe.as_ref());
        let mut history = shared.game.history.clone();
        // So that no node allocates.
        history.reserve(MAX_PLY + 1);
        Self {
            shared,
            td,
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
        self.td.stack.clear();
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

    /// Makes a move of the node at `ply`, which [`Self::count_node`] has counted. Not in one function
    /// with it: a `Result` would have to be copied once more.
    pub(super) fn make_move(&mut self, position: &Position, ply: usize, mv: Move) -> Position {
        let piece = position.moved_piece(mv);
        self.td.stack[ply].played = Some(PlayedMove { mv, piece });
        let child = position.make(mv);
        self.history.push(position.key());
        self.shared.tt.prefetch(tt_key(&child));
        self.td.corrections.prefetch(&child, self.td.stack.last_moves(ply + 1));
        child
    }

    /// Makes a null move at `ply`, counted before.
    pub(super) fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        self.td.stack[ply].played = None;
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

    /// What this thread has found so far; `None` without a legal move.
    pub(super) fn result(&self) -> Option<ThreadResult> {
        let best = self.root.moves.first()?.clone();
        Some(ThreadResult { best, depth: self.completed_depth })
    }

    /// The view of a node that the move ordering gets.
    #[inline]
    pub(super) fn ordering_view<'p>(&self, node: &NodeState<'p>, mode: Mode) -> NodeView<'p> {
        NodeView {
            position: node.position,
            ply: node.ply,
            depth: node.depth,
            tt_move: node.tt_move(),
            previous_moves: self.td.stack.previous_moves(node.ply),
            threats: node.threats,
            mode,
        }
    }
}
