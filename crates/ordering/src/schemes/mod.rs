//! The schemes, one file each. A scheme has tables, scores and updates; a picker from
//! [`picker`](crate::picker) yields its moves.

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

/// For schemes that ignore the TT move and do not divide captures into good and bad.
const STAGED_ONLY: Guarantees =
    Guarantees { tt_move_first: false, staged: true, good_noisy_first: false };

/// For schemes with all guarantees.
const ALL: Guarantees = Guarantees { tt_move_first: true, staged: true, good_noisy_first: true };
