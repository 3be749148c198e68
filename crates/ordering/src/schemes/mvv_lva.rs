//! `mvv-lva`: system A's table and nothing else.

use super::NO_HASH_MOVE;
use crate::picker::{ListPicker, ListScheme};
use crate::scoring::mvv_lva::{key, key_of_score, score_of_key};
use crate::{Honours, Node, Ordering, Outcome, Stage};
use board::Move;

/// Captures by [`scoring::mvv_lva::TABLE`](crate::scoring::mvv_lva::TABLE); all other
/// moves have key 0 and follow in generation order. It learns nothing and does not
/// look at the hash move.
#[derive(Default)]
pub struct MvvLva;

impl Ordering for MvvLva {
    type Picker = ListPicker<Self>;
    const NAME: &'static str = "mvv-lva";
    const HONOURS: Honours = NO_HASH_MOVE;

    fn picker(&self, _node: &Node<'_>) -> Self::Picker {
        ListPicker::new()
    }

    fn on_cutoff(&mut self, _outcome: &Outcome<'_>) {}

    fn clear(&mut self) {}

    fn shown_score(score: i32) -> i64 {
        i64::from(key_of_score(score))
    }
}

impl ListScheme for MvvLva {
    type Key = i64;

    fn score(&self, node: &Node<'_>, mv: Move) -> i32 {
        score_of_key(key(node.position, mv))
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
    }
}
