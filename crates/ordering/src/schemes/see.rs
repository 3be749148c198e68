//! `see`: captures by static exchange evaluation, nothing else.

use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeView, SeeValues, Stage, see};
use board::Move;

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

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::default()
    }
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
