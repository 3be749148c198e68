//! `formula`: MVV-LVA by the book chapter's formula, nothing else.

use super::STAGED_ONLY;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::scoring::mvv_lva_formula::mvv_lva;
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::Move;

/// Added to the score of every capture, so that even captures by the king, whose formula
/// is negative, come before the other moves.
const CAPTURE_BASE: i32 = 1_000_000;

/// MVV-LVA by formula, victim · 10 − attacker, as in the book chapter "Move Ordering". All
/// other moves follow in generation order. Without tables; the TT move is ignored.
#[derive(Default)]
pub struct Formula;

impl MoveOrdering for Formula {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "formula";
    const GUARANTEES: Guarantees = STAGED_ONLY;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::default()
    }
}

impl ScoredScheme for Formula {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURE_BASE + mvv_lva(node.position, mv) } else { 0 }
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
