//! `killers`: system A whole. One unsigned key a move:
//!
//! | move | key |
//! |---|---|
//! | hash move | the greatest `u32` |
//! | capture | `OFFSET` + table value |
//! | first killer | `OFFSET` − 10 |
//! | second killer | `OFFSET` − 20 |
//! | other | its history |
//!
//! The source leaves the history's shape open. Ours is system D's, depth² by side,
//! origin and destination, halved above 10,000, but without malus, which is D's idea.

use crate::picker::{ScoredPicker, ScoredScheme};
use crate::scoring::mvv_lva::{OFFSET, key, key_of_score, score_of_key};
use crate::tables::{DepthSquaredHistory, KillerMoves};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;

const HASH_KEY: u32 = u32::MAX;
const KILLER_KEYS: [u32; 2] = [OFFSET - 10, OFFSET - 20];

/// MVV-LVA with the hash move first, two killers a ply below the captures, and a
/// history below those. Quiet promotions are with the quiet moves, without history.
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

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::new()
    }

    fn update(&mut self, outcome: &NodeResult<'_>) {
        let node = outcome.node;
        if outcome.failed_high && outcome.bonus_depth > 0 && outcome.best.is_quiet() {
            self.killers.store(node.ply, outcome.best);
            let side = node.position.side_to_move();
            self.history.reward(side, outcome.best, outcome.bonus_depth);
        }
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_quiet() { self.history.get(node.position.side_to_move(), mv) } else { 0 }
    }

    fn new_search(&mut self) {
        self.killers.clear();
    }

    fn clear(&mut self) {
        self.killers.clear();
        self.history.clear();
    }

    fn display_score(score: i32) -> i64 {
        i64::from(key_of_score(score))
    }
}

impl ScoredScheme for Killers {
    type Key = i64;

    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let killer = || {
            let slots = self.killers.get(node.ply);
            slots.iter().position(|&slot| slot == Some(mv)).map(|slot| KILLER_KEYS[slot])
        };
        score_of_key(if node.tt_move == Some(mv) {
            HASH_KEY
        } else if mv.is_capture() {
            key(node.position, mv)
        } else {
            killer().unwrap_or_else(|| self.history(node, mv).unsigned_abs())
        })
    }

    fn stage(_mv: Move, score: i32) -> Stage {
        match key_of_score(score) {
            HASH_KEY => Stage::TtMove,
            OFFSET.. => Stage::Noisy,
            key if KILLER_KEYS.contains(&key) => Stage::Killer,
            _ => Stage::Quiet,
        }
    }
}
