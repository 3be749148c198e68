//! `none`: the moves as they are generated. The yardstick of all other schemes.

use super::NO_HASH_MOVE;
use crate::picker::{SequencePicker, SequenceScheme, generate_wanted};
use crate::{Honours, Node, Ordering, Outcome, Stage};
use board::Move;
use movegen::MoveList;

/// No ordering at all: it learns nothing and does not look at the hash move.
#[derive(Default)]
pub struct Unordered;

impl Ordering for Unordered {
    type Picker = SequencePicker<Self>;
    const NAME: &'static str = "none";
    const HONOURS: Honours = NO_HASH_MOVE;

    fn picker(&self, _node: &Node<'_>) -> Self::Picker {
        SequencePicker::new()
    }

    fn on_cutoff(&mut self, _outcome: &Outcome<'_>) {}

    fn clear(&mut self) {}
}

impl SequenceScheme for Unordered {
    const ROUNDS: usize = 1;

    fn generate(_round: usize, node: &Node<'_>, moves: &mut MoveList) {
        generate_wanted(node, moves);
    }

    fn stage(_mv: Move) -> Stage {
        Stage::Unordered
    }
}
