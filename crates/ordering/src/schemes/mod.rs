//! The schemes. A scheme has tables, scores and updates; a picker from [`picker`](crate::picker) yields its
//! moves. `modern` is the engine's; the others, here and in `classic` and `killers`, implement the
//! orderings of published sources.

mod classic;
mod killers;
mod modern;
pub mod mvv_lva;
mod tables;
mod victim_first;

pub use classic::Classic;
pub use killers::Killers;
pub use modern::Modern;
pub use mvv_lva::{Formula, MvvLva};
pub use victim_first::VictimFirst;

use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeView, SeeValues, Stage, see};
use board::Move;

/// For schemes that ignore the TT move and do not divide captures into good and bad.
const STAGED_ONLY: Guarantees =
    Guarantees { tt_move_first: false, staged: true, good_noisy_first: false };

/// For schemes with all guarantees.
const ALL: Guarantees = Guarantees { tt_move_first: true, staged: true, good_noisy_first: true };

/// No move ordering: all moves in generation order, the TT move ignored. All other schemes are
/// compared with it.
#[derive(Default)]
pub struct Unordered;

impl MoveOrdering for Unordered {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "none";
    const GUARANTEES: Guarantees = STAGED_ONLY;
}

impl ScoredScheme for Unordered {
    const SCORED: bool = false;

    fn stage(_mv: Move, _score: i32) -> Stage {
        Stage::Unordered
    }
}

/// Added to the score of every good capture.
const GOOD_CAPTURE_BASE: i32 = 1_000_000;

/// Static exchange evaluation (SEE): good captures (SEE ≥ 0) by SEE, then all other moves in
/// generation order, then bad captures by SEE. Values: centipawns, default SEE values.
/// Without tables; the TT move is ignored. Source: the book chapter "Move Ordering".
#[derive(Default)]
pub struct See;

impl MoveOrdering for See {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "see";
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: false, staged: true, good_noisy_first: true };
}

impl ScoredScheme for See {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if !mv.is_capture() {
            return 0;
        }
        match see(node.position, mv, &SeeValues::DEFAULT) {
            bad @ ..0 => bad,
            value => GOOD_CAPTURE_BASE + value,
        }
    }

    fn stage(mv: Move, score: i32) -> Stage {
        if !mv.is_capture() {
            Stage::Unordered
        } else if score < 0 {
            Stage::BadNoisy
        } else {
            Stage::GoodNoisy
        }
    }
}
