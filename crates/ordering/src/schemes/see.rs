//! `see`: captures by what the exchange on their square is worth.

use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;
use movegen::{SeeValues, see};

/// Where winning and equal captures begin.
const GOOD: i32 = 1_000_000;

/// Winning and equal captures first, by exchange value (centipawns, default SEE
/// values), then all moves that take nothing, in generation order, then losing
/// captures, by exchange value. It learns nothing and does not look at the hash move.
#[derive(Default)]
pub struct See;

impl MoveOrdering for See {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "see";
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: false, staged: true, good_noisy_first: true };

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::new()
    }

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}
}

impl ScoredScheme for See {
    type Key = i32;

    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if !mv.is_capture() {
            return 0;
        }
        match see(node.position, mv, &SeeValues::DEFAULT) {
            losing @ ..0 => losing,
            value => GOOD + value,
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
