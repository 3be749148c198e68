//! The ordering `own`: moves ordered by a scoring function that a person writes in the page.
//!
//! The function is in a small language of its own ([`parse`]) which is interpreted here, not in JavaScript: it has no
//! loops and touches nothing but the inputs of a move, so that it always ends, the code of a shared link can do no harm,
//! and the engine need not leave its thread for each move. The scripting crate rhai searched a seventh to a half of the
//! nodes in the same time (`docs/notes/2026-11-28.md`). The tests of it are native ones.
//!
//! What it reads of earlier searches (killers, countermove, history) is kept by the scheme [`Classic`].

mod inputs;
mod parse;
mod program;
mod tokens;
mod words;

pub use inputs::Input;
pub use parse::parse;
pub use program::Program;
pub use words::words;

use board::Move;
use notation::to_san;
use ordering::picker::{ScoredPicker, ScoredScheme};
use ordering::{
    Classic, Guarantees, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove,
    PickerCounters, QuietEvent, Stage,
};
use std::cell::RefCell;
use std::sync::Arc;

/// The name of the ordering.
pub const NAME: &str = "own";

thread_local! {
    /// What `Own::default` takes: schemes are made by their type alone, on the thread that asks for an engine.
    static PROGRAM: RefCell<Arc<Program>> = RefCell::default();
    /// The first score that could not be computed.
    static PROBLEM: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Sets the program of the schemes that this thread makes from now on.
pub fn set_program(program: Program) {
    PROGRAM.set(Arc::new(program));
}

/// The first score since the last call that could not be computed: where in the code, of which move.
pub fn take_problem() -> Option<String> {
    PROBLEM.take()
}

/// The scheme.
pub struct Own {
    program: Arc<Program>,
    memory: Classic,
}

impl Default for Own {
    fn default() -> Self {
        Own { program: PROGRAM.with_borrow(Arc::clone), memory: Classic::default() }
    }
}

impl MoveOrdering for Own {
    type Picker = OwnPicker;
    const NAME: &'static str = NAME;
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: false, staged: false, good_noisy_first: false };

    fn update(&mut self, result: &NodeResult<'_>) {
        self.memory.update(result);
    }

    fn update_quiet(&mut self, node: &NodeView<'_>, mv: Move, event: QuietEvent) {
        self.memory.update_quiet(node, mv, event);
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        self.memory.history(node, mv)
    }

    fn new_search(&mut self) {
        self.memory.new_search();
    }

    fn clear(&mut self) {
        self.memory.clear();
    }
}

impl ScoredScheme for Own {
    // A move whose score cannot be computed comes last, and the first such is kept for [`take_problem`].
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let value = |input| inputs::value(input, &self.memory, node, mv);
        self.program.run(value).unwrap_or_else(|error| {
            PROBLEM.with_borrow_mut(|problem| {
                let told = || {
                    format!("{error} ({} in {})", to_san(node.position, mv), node.position.to_fen())
                };
                problem.get_or_insert_with(told);
            });
            i32::MIN
        })
    }

    fn stage(_mv: Move, _score: i32) -> Stage {
        // `OwnPicker` looks at the node for it.
        Stage::Unordered
    }
}

/// The picker: all moves by score, each with the stage that describes the move.
pub struct OwnPicker(ScoredPicker<Own>);

impl MovePicker<Own> for OwnPicker {
    fn new(own: &Own, node: &NodeView<'_>) -> Self {
        OwnPicker(ScoredPicker::new(own, node))
    }

    fn next(&mut self, own: &Own, node: &NodeView<'_>) -> Option<PickedMove> {
        let picked = self.0.next(own, node)?;
        let stage = match inputs::remembered(&own.memory, node, picked.mv) {
            _ if node.tt_move == Some(picked.mv) => Stage::TtMove,
            _ if picked.mv.is_capture() => Stage::Noisy,
            _ if picked.mv.is_promotion() => Stage::Promotion,
            stage => stage,
        };
        Some(PickedMove { stage, ..picked })
    }

    fn skip_quiets(&mut self) {
        self.0.skip_quiets();
    }

    fn counters(&self) -> PickerCounters {
        self.0.counters()
    }
}
