//! `mvv-lva`: system A's table and nothing else.

use super::NO_HASH_MOVE;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::scoring::mvv_lva::{key, key_of_score, score_of_key};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;

/// Captures by [`scoring::mvv_lva::TABLE`](crate::scoring::mvv_lva::TABLE); all other
/// moves have key 0 and follow in generation order. It learns nothing and does not
/// look at the hash move.
#[derive(Default)]
pub struct MvvLva;

impl MoveOrdering for MvvLva {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "mvv-lva";
    const GUARANTEES: Guarantees = NO_HASH_MOVE;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::new()
    }

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}

    fn display_score(score: i32) -> i64 {
        i64::from(key_of_score(score))
    }
}

impl ScoredScheme for MvvLva {
    type Key = i64;

    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        score_of_key(key(node.position, mv))
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
