//! `killers`: the complete move ordering of Rustic, with one unsigned key for each move (the page "killers" of
//! the book has them). The source does not specify the history. Here it is that of the book chapter "Move
//! Ordering", without malus.

use super::mvv_lva::{MVV_LVA_OFFSET, key_from_score, score_from_key, sort_key};
use super::tables::{DepthSquaredHistory, KillerMoves};
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;

const TT_MOVE_KEY: u32 = u32::MAX;
const KILLER_KEYS: [u32; 2] = [MVV_LVA_OFFSET - 10, MVV_LVA_OFFSET - 20];

/// MVV-LVA, killer heuristic and history heuristic: TT move, captures by table, two killers,
/// the other moves by history. Promotions without capture have history 0.
#[derive(Default)]
pub struct Killers {
    killers: KillerMoves,
    history: DepthSquaredHistory,
}

impl MoveOrdering for Killers {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "killers";
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: true, staged: true, good_noisy_first: false };

    fn update(&mut self, result: &NodeResult<'_>) {
        let node = result.node;
        if result.failed_high && result.bonus_depth > 0 && result.best.is_quiet() {
            self.killers.store(node.ply, result.best);
            let side = node.position.side_to_move();
            self.history.add_bonus(side, result.best, result.bonus_depth);
        }
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_quiet() { self.history.scaled(node.position.side_to_move(), mv) } else { 0 }
    }

    fn new_search(&mut self) {
        self.killers.clear();
    }

    fn display_score(score: i32) -> i64 {
        i64::from(key_from_score(score))
    }
}

impl ScoredScheme for Killers {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let killer = || self.killers.get(node.ply).iter().position(|&killer| killer == Some(mv));
        score_from_key(if node.tt_move == Some(mv) {
            TT_MOVE_KEY
        } else if mv.is_capture() {
            sort_key(node.position, mv)
        } else if let Some(index) = killer() {
            KILLER_KEYS[index]
        } else if mv.is_quiet() {
            // Without malus no entry is negative.
            self.history.get(node.position.side_to_move(), mv).unsigned_abs()
        } else {
            0
        })
    }

    fn stage(_mv: Move, score: i32) -> Stage {
        match key_from_score(score) {
            TT_MOVE_KEY => Stage::TtMove,
            MVV_LVA_OFFSET.. => Stage::Noisy,
            key if KILLER_KEYS.contains(&key) => Stage::Killer,
            _ => Stage::Quiet,
        }
    }
}
