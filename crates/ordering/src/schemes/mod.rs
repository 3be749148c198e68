//! The eight schemes, one file each, named after what they are. Each is its tables,
//! its scores and what it learns; the picking is done by one of the pickers.

mod classic;
mod formula;
mod killers;
mod modern;
mod mvv_lva;
mod see;
mod unordered;
mod victim_first;

pub use classic::Classic;
pub use formula::Formula;
pub use killers::Killers;
pub use modern::Modern;
pub use mvv_lva::MvvLva;
pub use see::See;
pub use unordered::Unordered;
pub use victim_first::VictimFirst;

use crate::Guarantees;

/// What a scheme honours that knows neither hash move nor good and bad.
const NO_HASH_MOVE: Guarantees =
    Guarantees { tt_move_first: false, staged: true, good_noisy_first: false };

/// What a scheme honours that keeps every promise.
const ALL: Guarantees = Guarantees { tt_move_first: true, staged: true, good_noisy_first: true };
