//! `mvv-lva`: MVV-LVA by Rustic's table, nothing else.

use super::STAGED_ONLY;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::scoring::mvv_lva::{key_from_score, score_from_key, sort_key};
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::Move;

/// MVV-LVA (most valuable victim, least valuable attacker) by [Rustic's
/// table](crate::scoring::mvv_lva::MVV_LVA). All other moves have key 0 and follow in
/// generation order. Without tables; the TT move is ignored.
#[derive(Default)]
pub struct MvvLva;

impl MoveOrdering for MvvLva {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "mvv-lva";
    const GUARANTEES: Guarantees = STAGED_ONLY;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::default()
    }

    fn display_score(score: i32) -> i64 {
        i64::from(key_from_score(score))
    }
}

impl ScoredScheme for MvvLva {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        score_from_key(sort_key(node.position, mv))
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
