//! `none`: no move ordering. All other schemes are compared with it.

use super::STAGED_ONLY;
use crate::picker::{UnscoredPicker, UnscoredScheme, generate_for_mode};
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::Move;
use movegen::MoveList;

/// No move ordering: all moves in generation order, the TT move ignored.
#[derive(Default)]
pub struct Unordered;

impl MoveOrdering for Unordered {
    type Picker = UnscoredPicker<Self>;
    const NAME: &'static str = "none";
    const GUARANTEES: Guarantees = STAGED_ONLY;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        UnscoredPicker::default()
    }
}

impl UnscoredScheme for Unordered {
    const BATCHES: usize = 1;

    fn generate(_batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        generate_for_mode(node, moves);
    }

    fn stage(_mv: Move) -> Stage {
        Stage::Unordered
    }
}
