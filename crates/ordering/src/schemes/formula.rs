//! `formula`: system D's victim · 10 − attacker and nothing else.

use super::NO_HASH_MOVE;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::scoring::formula::value;
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;

/// Where system D's captures begin, so that even those by the king, whose formula is
/// negative, lie above the moves that take nothing.
const CAPTURES: i32 = 1_000_000;

/// Captures by the formula, at 1,000,000 + value; all other moves follow in generation
/// order. It learns nothing and does not look at the hash move.
#[derive(Default)]
pub struct Formula;

impl MoveOrdering for Formula {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "formula";
    const GUARANTEES: Guarantees = NO_HASH_MOVE;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::new()
    }

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}
}

impl ScoredScheme for Formula {
    type Key = i32;

    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURES + value(node.position, mv) } else { 0 }
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
