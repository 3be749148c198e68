//! `classic`: the complete move ordering of the book chapter "Move Ordering". The page "classic" of the book has
//! its priorities and what the source leaves open.

use super::ALL;
use super::mvv_lva::formula;
use super::tables::{CounterMoves, DepthSquaredHistory, KillerMoves};
use crate::picker::{ScoredPicker, ScoredScheme, is_legal_in_mode};
use crate::{Guarantees, Mode, MoveOrdering, NodeResult, NodeView, Stage};
use crate::{SeeValues, see_ge};
use board::Move;
use movegen::{MoveList, Noisy, Quiet, generate, is_legal};

const TT_MOVE_SCORE: i32 = 10_000_000;
const CAPTURE_BASE: i32 = 1_000_000;
const PROMOTION_SCORE: i32 = 950_000;
const KILLER_SCORES: [i32; 2] = [900_000, 800_000];
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
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "classic";
    const GUARANTEES: Guarantees = ALL;

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

/// The batches: TT move, good noisy moves, killers, quiet moves, bad noisy moves.
impl ScoredScheme for Classic {
    const BATCHES: usize = 5;

    fn generate(&self, batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        let mut noisy = MoveList::new();
        match batch {
            0 => moves.extend(node.tt_move.filter(|&mv| is_legal_in_mode(node, mv))),
            1 => {
                generate::<Noisy>(node.position, &mut noisy);
                moves.extend(noisy.into_iter().filter(|&mv| is_good_noisy(node, mv)));
            }
            2 if node.includes_quiets() => {
                let killers = self.killers.get(node.ply).into_iter().flatten();
                moves.extend(killers.filter(|&mv| mv.is_quiet() && is_legal(node.position, mv)));
            }
            3 if node.includes_quiets() => generate::<Quiet>(node.position, moves),
            4 => generate::<Noisy>(node.position, moves),
            _ => {}
        }
    }

    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let killer = || self.killers.get(node.ply).iter().position(|&killer| killer == Some(mv));
        if Some(mv) == node.tt_move {
            TT_MOVE_SCORE
        } else if mv.is_capture() {
            let base = if is_good_noisy(node, mv) { CAPTURE_BASE } else { -CAPTURE_BASE };
            base + formula(node.position, mv)
        } else if mv.is_promotion() {
            PROMOTION_SCORE
        } else if let Some(index) = killer() {
            KILLER_SCORES[index]
        } else if Some(mv) == self.counter_moves.get(node.previous_move(1)) {
            COUNTER_MOVE_SCORE
        } else {
            self.history.get(node.position.side_to_move(), mv)
        }
    }

    fn stage(mv: Move, score: i32) -> Stage {
        match score {
            TT_MOVE_SCORE => Stage::TtMove,
            0.. if mv.is_capture() => Stage::GoodNoisy,
            _ if mv.is_capture() => Stage::BadNoisy,
            PROMOTION_SCORE => Stage::Promotion,
            COUNTER_MOVE_SCORE => Stage::CounterMove,
            score if KILLER_SCORES.contains(&score) => Stage::Killer,
            _ => Stage::Quiet,
        }
    }
}

/// Whether a noisy move comes before the quiet moves. In ProbCut mode there are no others.
fn is_good_noisy(node: &NodeView<'_>, mv: Move) -> bool {
    matches!(node.mode, Mode::ProbCut(_))
        || !mv.is_capture()
        || see_ge(node.position, mv, 0, &SeeValues::DEFAULT)
}
