//! What the schemes remember. Each table is boxed, made once and indexed by typed
//! values, so that no index can leave it. How moves are scored from them is not here.

mod butterfly;
mod capture;
mod continuation;
mod countermoves;
mod depth_squared;
mod history_entry;
mod killers;
mod pawn;

pub use butterfly::ButterflyHistory;
pub use capture::CaptureHistory;
pub use continuation::{ContinuationHistory, Row};
pub use countermoves::CounterMoves;
pub use depth_squared::DepthSquaredHistory;
pub use history_entry::HistoryEntry;
pub use killers::KillerMoves;
pub use pawn::PawnHistory;
pub(crate) use pawn::PawnView;

/// An array on the heap, filled there: it never passes over the stack.
pub(crate) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("N elements fill an array of N"),
    }
}
