//! `none`: the moves as they are generated. The yardstick of all other schemes.

use super::NO_HASH_MOVE;
use crate::picker::{UnscoredPicker, UnscoredScheme, generate_wanted};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;
use movegen::MoveList;

/// No ordering at all: it learns nothing and does not look at the hash move.
#[derive(Default)]
pub struct Unordered;

impl MoveOrdering for Unordered {
    type Picker = UnscoredPicker<Self>;
    const NAME: &'static str = "none";
    const GUARANTEES: Guarantees = NO_HASH_MOVE;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        UnscoredPicker::new()
    }

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}
}

impl UnscoredScheme for Unordered {
    const ROUNDS: usize = 1;

    fn generate(_round: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        generate_wanted(node, moves);
    }

    fn stage(_mv: Move) -> Stage {
        Stage::Unordered
    }
}
