//! `formula`: system D's victim · 10 − attacker and nothing else.

use super::NO_HASH_MOVE;
use crate::picker::{ListPicker, ListScheme};
use crate::scoring::formula::value;
use crate::{Honours, Node, Ordering, Outcome, Stage};
use board::Move;

/// Where system D's captures begin, so that even those by the king, whose formula is
/// negative, lie above the moves that take nothing.
const CAPTURES: i32 = 1_000_000;

/// Captures by the formula, at 1,000,000 + value; all other moves follow in generation
/// order. It learns nothing and does not look at the hash move.
#[derive(Default)]
pub struct Formula;

impl Ordering for Formula {
    type Picker = ListPicker<Self>;
    const NAME: &'static str = "formula";
    const HONOURS: Honours = NO_HASH_MOVE;

    fn picker(&self, _node: &Node<'_>) -> Self::Picker {
        ListPicker::new()
    }

    fn on_cutoff(&mut self, _outcome: &Outcome<'_>) {}

    fn clear(&mut self) {}
}

impl ListScheme for Formula {
    type Key = i32;

    fn score(&self, node: &Node<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURES + value(node.position, mv) } else { 0 }
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
