//! The trait that every search implements, and the options common to all of them.

use crate::{Limits, Reporter, SearchResult, Signals, Tablebase, TablebaseOptions};
use board::Position;
use eval::Score;
use game::Game;
use ordering::{OrderedMove, OrderingStatistics, TunableParam};
use std::sync::Arc;
use std::time::Duration;

/// Stack size of a thread that searches, in bytes. The default of some systems is too small for the
/// deepest path.
pub const STACK_SIZE: usize = 32 << 20;

/// Settings that apply to all following searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB, at least 1.
    pub hash_mib: usize,
    /// Search threads. With 0 the search runs on the thread of the caller, which needs a stack of
    /// [`STACK_SIZE`] bytes.
    pub threads: usize,
    /// How many best lines to find, at least 1; capped to the number of legal moves.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock for each move.
    pub move_overhead: Duration,
    /// How a tablebase is used, where one is set.
    pub tablebase: TablebaseOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            tablebase: TablebaseOptions::default(),
        }
    }
}

/// Memory for the table could not be allocated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {mib} MiB")]
pub struct TtAllocationError {
    /// The requested size.
    pub mib: usize,
}

/// Why options could not be applied in full. The searcher stays usable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The transposition table could not be allocated in the requested size.
    #[error("{cause}; the table has {kept_mib} MiB")]
    Hash {
        /// What went wrong.
        cause: TtAllocationError,
        /// The size that is used instead.
        kept_mib: usize,
    },
    /// The system could not give so many threads, or memory for their tables.
    #[error("cannot start {wanted} search threads: {cause}; {kept} kept")]
    Threads {
        /// The requested number.
        wanted: usize,
        /// What went wrong.
        cause: String,
        /// The number that is used instead.
        kept: usize,
    },
}

/// One combination of evaluator, move ordering and search.
pub trait Searcher: Send {
    /// Searches until a limit or the stop signal. With [`Limits::infinite`] or [`Limits::ponder`]
    /// it returns only after the signal.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult;

    /// Applies options as far as possible.
    ///
    /// # Errors
    /// When the transposition table cannot be allocated or threads cannot be started: the error has the
    /// size or number in use. All other options are applied.
    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError>;

    /// Clears the transposition table, the histories and the correction history.
    fn new_game(&mut self);

    /// Clears the transposition table only.
    fn clear_tt(&mut self) {
        self.new_game();
    }

    /// Static evaluation from the side to move.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// The moves of the position in the order in which a search that starts now would search them
    /// at the root, with the present histories and transposition table.
    fn order(&self, position: &Position) -> Vec<OrderedMove>;

    /// Statistics of the move ordering in the last search, over all threads; `None` where the
    /// ordering does not count.
    fn statistics(&self) -> Option<OrderingStatistics> {
        None
    }

    /// The tablebase to probe, or none. Searches that do not probe ignore the call.
    fn set_tablebase(&mut self, _tablebase: Option<Arc<dyn Tablebase>>) {}

    /// Every tunable parameter of search, time management and move ordering with its present value.
    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        Vec::new()
    }

    /// Sets one of [`Searcher::parameters`] by name, for this searcher alone. False when there is
    /// no such parameter or the feature `tune` is off; the range is up to the caller.
    fn set_parameter(&mut self, _name: &str, _value: i32) -> bool {
        false
    }
}
