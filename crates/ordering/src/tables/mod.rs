//! The tables of the schemes. Each is one array on the heap, made once and indexed by
//! typed values, so that no index is out of bounds. Scores are computed from them
//! elsewhere.

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
pub use continuation::ContinuationHistory;
pub use countermoves::CounterMoves;
pub use depth_squared::DepthSquaredHistory;
pub use history_entry::{HistoryEntry, PieceToHistory};
pub use killers::KillerMoves;
pub use pawn::PawnHistory;

/// An array on the heap, filled there: it is never on the stack.
fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("N elements fill an array of N"),
    }
}
