//! `classic`: the complete move ordering of the book chapter "Move Ordering", in eight
//! stages with its priorities.
//!
//! | move | priority |
//! |---|---|
//! | TT move | 10,000,000 |
//! | good capture (SEE ≥ 0) | 1,000,000 + MVV-LVA by formula |
//! | promotion without capture | 950,000 |
//! | killers | 900,000 and 800,000 |
//! | countermove | 700,000 |
//! | other quiet move | history, ±10,000 |
//! | bad capture | MVV-LVA by formula − 1,000,000 |
//!
//! Where the source is inconsistent: SEE decides whether a capture is good or bad, and
//! MVV-LVA orders within both; the priority of the countermove is 700,000 without its
//! history; the history has a lower limit; promotions and the countermove have stages of
//! their own; a killer that is a capture now is yielded once, as a capture.

use super::ALL;
use crate::picker::{StagedPicker, StagedScheme};
use crate::scoring::mvv_lva_formula::mvv_lva;
use crate::tables::{CounterMoves, DepthSquaredHistory, KillerMoves};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use crate::{SeeValues, see_ge};
use board::Move;

const CAPTURE_BASE: i32 = 1_000_000;
const PROMOTION_SCORE: i32 = 950_000;
const COUNTER_MOVE_SCORE: i32 = 700_000;

/// MVV-LVA, SEE, killer heuristic, countermove heuristic and history heuristic: TT move, good
/// captures, promotions, killers, countermove, quiet moves by depth² history, bad captures.
#[derive(Default)]
pub struct Classic {
    killers: KillerMoves,
    counter_moves: CounterMoves,
    history: DepthSquaredHistory,
}

impl MoveOrdering for Classic {
    type Picker = StagedPicker<Self>;
    const NAME: &'static str = "classic";
    const GUARANTEES: Guarantees = ALL;

    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        StagedPicker::new(node)
    }

    fn update(&mut self, result: &NodeResult<'_>) {
        let (node, depth) = (result.node, result.bonus_depth);
        if !result.failed_high || depth <= 0 || !result.best.is_quiet() {
            return;
        }
        let side = node.position.side_to_move();
        self.killers.store(node.ply, result.best);
        self.counter_moves.store(node.previous_move(1), result.best);
        self.history.add_bonus(side, result.best, depth);
        for &mv in result.quiets_searched {
            self.history.add_malus(side, mv, depth);
        }
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_quiet() { self.history.scaled(node.position.side_to_move(), mv) } else { 0 }
    }

    fn new_search(&mut self) {
        self.killers.clear();
    }
}

impl StagedScheme for Classic {
    const TT_MOVE_SCORE: i32 = 10_000_000;
    const KILLER_SCORES: [i32; 2] = [900_000, 800_000];
    const BAD_NOISY_OFFSET: i32 = -2 * CAPTURE_BASE;

    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURE_BASE + mvv_lva(node.position, mv) } else { PROMOTION_SCORE }
    }

    fn is_good_noisy(&self, node: &NodeView<'_>, mv: Move, _score: i32) -> bool {
        !mv.is_capture() || see_ge(node.position, mv, 0, &SeeValues::DEFAULT)
    }

    fn good_noisy_stage(mv: Move) -> Stage {
        if mv.is_capture() { Stage::GoodNoisy } else { Stage::Promotion }
    }

    fn killers(&self, node: &NodeView<'_>) -> [Option<Move>; 2] {
        self.killers.get(node.ply)
    }

    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
        let side = node.position.side_to_move();
        let counter_move = self.counter_moves.get(node.previous_move(1));
        move |mv| {
            if Some(mv) == counter_move { COUNTER_MOVE_SCORE } else { self.history.get(side, mv) }
        }
    }

    fn quiet_stage(score: i32) -> Stage {
        if score == COUNTER_MOVE_SCORE { Stage::CounterMove } else { Stage::Quiet }
    }
}
