//! The object-safe face of every search, and the options that all of them understand.

use crate::game::Game;
use crate::hash::TtAllocationError;
use crate::limits::Limits;
use crate::report::{Reporter, SearchResult};
use crate::signals::Signals;
use crate::tablebase::Tablebase;
use board::Position;
use eval::Score;
use ordering::{OrderedMove, OrderingStatistics};
use std::sync::Arc;
use std::time::Duration;

/// Settings that outlive a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the hash table in MiB, at least 1.
    pub hash_mib: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// How many best lines to find, at least 1; capped to the number of legal moves.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock on each move.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash_mib: 16, threads: 1, multi_pv: 1, move_overhead: Duration::from_millis(10) }
    }
}

/// Why options could not be met in full. The thinker stays usable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The hash table could not be had in the size asked for.
    #[error("{cause}; the hash table now has {kept_mib} MiB")]
    Hash {
        /// What went wrong.
        cause: TtAllocationError,
        /// The size that is used instead.
        kept_mib: usize,
    },
}

/// What a session holds: one combination of evaluator, ordering and search.
pub trait Searcher: Send {
    /// Thinks until a limit or the stop signal. With [`Limits::infinite`] or [`Limits::ponder`] it
    /// returns only after the signal that frees it.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult;

    /// Takes over options. They hold as far as they can be met.
    ///
    /// # Errors
    /// When memory for the hash table is missing: the size actually in use is in the error.
    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError>;

    /// Forgets everything learnt: hash table, histories, corrections.
    fn new_game(&mut self);

    /// Forgets the hash table only.
    fn clear_tt(&mut self) {
        self.new_game();
    }

    /// Static evaluation from the side to move.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// The moves of the position in the order in which a search that begins now would try them
    /// first, with what earlier searches taught the ordering and the hash table.
    fn order(&self, position: &Position) -> Vec<OrderedMove>;

    /// What the ordering counted in the last search, over all threads; `None` where it does not
    /// count.
    fn statistics(&self) -> Option<OrderingStatistics> {
        None
    }

    /// Endgame tables to probe, or none. Searches without a use for them ignore the call.
    fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        let _ = tablebase;
    }

    /// Sets one of [`crate::params`] by name; false when there is no such parameter here or the
    /// value is out of its range.
    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        let _ = (name, value);
        false
    }
}
