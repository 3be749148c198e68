//! One search thread: its tables, its path, and the steps of the full search.
//!
//! Read `node` first: it is the search as a numbered list of steps. `iterate` calls it with
//! growing depth; the other files hold one step or one idea each.

mod assess;
mod iterate;
mod moves;
mod node;
mod null_move;
mod probcut;
mod prune;
mod quiescence;
mod singular;

use crate::correction::Corrections;
use crate::frame::Frames;
use crate::params::Parameters;
use crate::pv::PvTable;
use crate::reductions::Reductions;
use crate::report::Reporter;
use crate::root::Root;
use crate::threads::SharedState;
use board::{KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use ordering::{MoveOrdering, PlayedMove};

/// The search was told to end: no score came of it. Whoever gets this passes it on with `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aborted;

/// A score, or the search was told to end.
pub(crate) type Outcome<T = Score> = Result<T, Aborted>;

/// Nodes between two looks at the clock and the signals.
const POLL: u64 = 1024;

/// What a thread keeps between searches.
pub(crate) struct ThreadData<E, O> {
    pub evaluator: E,
    pub ordering: O,
    pub corrections: Corrections,
    frames: Frames,
    pv: PvTable,
    line: Vec<Option<PlayedMove>>,
}

impl<E: Evaluator, O: MoveOrdering> ThreadData<E, O> {
    /// Tables that know nothing yet.
    pub(crate) fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            ordering: O::default(),
            corrections: Corrections::new(),
            frames: Frames::new(),
            pv: PvTable::new(),
            line: Vec::with_capacity(MAX_PLY + 4),
        }
    }

    /// Forgets everything learnt.
    pub(crate) fn clear(&mut self) {
        self.evaluator.reset();
        self.ordering.clear();
        self.corrections.clear();
    }
}

/// A thread's search of one root.
pub(crate) struct SearchThread<'a, E, O> {
    shared: &'a SharedState<'a>,
    data: &'a mut ThreadData<E, O>,
    parameters: Parameters,
    reductions: Reductions,
    /// 0 for the main thread, which alone minds clock, limits and reporter.
    index: usize,
    reporter: Option<&'a mut dyn Reporter>,
    pub root: Root,
    history: KeyHistory,
    nodes: u64,
    tb_hits: u64,
    seldepth: u32,
    /// Depth of the iteration under way.
    root_depth: i32,
    /// Last iteration that was finished.
    pub completed: u32,
    /// No null moves above this ply while one is being verified.
    null_floor: usize,
    /// The best line as it was reported last.
    pub reported: Vec<Move>,
}

impl<'a, E: Evaluator, O: MoveOrdering> SearchThread<'a, E, O> {
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        data: &'a mut ThreadData<E, O>,
        index: usize,
        reporter: Option<&'a mut dyn Reporter>,
    ) -> Self {
        let root = Root::new(shared.game, shared.limits, &shared.preferred);
        let mut history = root.history.clone();
        // So that no node of the search allocates.
        history.reserve(MAX_PLY + 1);
        Self {
            parameters: shared.parameters.clone(),
            reductions: Reductions::new(shared.parameters),
            history,
            shared,
            data,
            index,
            reporter,
            root,
            nodes: 0,
            tb_hits: 0,
            seldepth: 0,
            root_depth: 0,
            completed: 0,
            null_floor: 0,
            reported: Vec::new(),
        }
    }

    /// Clears all tables of the thread, as they may be half written after a fault.
    pub(crate) fn forget_everything(&mut self) {
        self.return_to_root();
        self.data.clear();
    }

    /// Brings the path back to the root, after an abort too.
    fn return_to_root(&mut self) {
        self.history.truncate(self.root.history.len());
        self.data.line.clear();
        self.data.frames.clear();
        self.null_floor = 0;
    }

    /// Makes a move on the way down.
    fn descend(&mut self, position: &Position, mv: Move) -> Outcome<Position> {
        self.count_node()?;
        self.history.push(position.key());
        self.data.line.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
        let child = position.make(mv);
        self.shared.table.prefetch(child.key());
        Ok(child)
    }

    /// Passes the move on the way down.
    fn descend_null(&mut self, position: &Position) -> Outcome<Position> {
        self.count_node()?;
        self.history.push(position.key());
        self.data.line.push(None);
        let child = position.make_null();
        self.shared.table.prefetch(child.key());
        Ok(child)
    }

    /// Takes back the last move, or pass, of the path.
    fn ascend(&mut self) {
        self.history.pop();
        self.data.line.pop();
    }

    /// Counts a node, unless the search has to end before it.
    fn count_node(&mut self) -> Outcome<()> {
        if self.nodes >= self.shared.node_limit {
            return Err(Aborted);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) { self.poll() } else { Ok(()) }
    }

    /// Publishes the counts and asks whether to go on.
    #[cold]
    fn poll(&mut self) -> Outcome<()> {
        self.publish();
        let end = if self.index == 0 { self.shared.must_end() } else { self.shared.halted() };
        if end { Err(Aborted) } else { Ok(()) }
    }

    /// Lets the other threads see this one's counts.
    pub(crate) fn publish(&self) {
        self.shared.counters[self.index].set(self.nodes, self.tb_hits);
    }
}
