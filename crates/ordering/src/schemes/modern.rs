//! `modern`: the engine's default. Stages; noisy moves by victim and capture history, divided
//! into good and bad by SEE; quiet moves by four histories, checks and threats.

use super::ALL;
use crate::params::{
    BUTTERFLY_MAX, CAPTURE_MAX, CONTINUATION_MAX, CONTINUATION_PLIES, OrderingParams, PAWN_MAX,
};
use crate::picker::{StagedPicker, StagedScheme};
use crate::scoring::quiet::QuietScorer;
use crate::tables::{ButterflyHistory, CaptureHistory, ContinuationHistory, PawnHistory};
use crate::{
    Guarantees, HISTORY_MAX, Mode, MoveOrdering, NodeResult, NodeView, QuietEvent, SeeValues,
    TunableParam, see_ge,
};
use board::{Move, PieceKind};

// The quiet history of this scheme sets the scale of `MoveOrdering::history`.
const _: () = assert!(BUTTERFLY_MAX + PAWN_MAX + 2 * CONTINUATION_MAX == HISTORY_MAX);
const _: () = assert!(CAPTURE_MAX <= HISTORY_MAX);

/// Score of promotions to knight, bishop and rook: below all other noisy moves.
const UNDERPROMOTION_SCORE: i32 = -1_000_000;

/// Staged move ordering with SEE, capture history, butterfly history, pawn history and
/// continuation history, as in today's engines. 2 MiB.
#[derive(Default)]
pub struct Modern {
    params: OrderingParams,
    butterfly_history: ButterflyHistory,
    pawn_history: PawnHistory,
    capture_history: CaptureHistory,
    continuation_history: ContinuationHistory,
}

impl Modern {
    fn update_quiet_histories(
        &mut self,
        node: &NodeView<'_>,
        mv: Move,
        bonus: i32,
        continuation_bonus: i32,
    ) {
        let position = node.position;
        let piece = position.moved_piece(mv);
        if bonus != 0 {
            self.butterfly_history.apply_bonus(position.side_to_move(), node.threats, mv, bonus);
            self.pawn_history.apply_bonus(position.pawn_key(), piece, mv, bonus);
        }
        if continuation_bonus == 0 {
            return;
        }
        for plies_back in CONTINUATION_PLIES {
            let previous = node.previous_move(plies_back);
            self.continuation_history.apply_bonus(previous, piece, mv, continuation_bonus);
        }
    }

    fn update_capture_history(&mut self, node: &NodeView<'_>, mv: Move, bonus: i32) {
        let (piece, victim) = (node.position.moved_piece(mv), node.position.captured(mv));
        self.capture_history.apply_bonus(piece, mv, victim, bonus);
    }
}

impl MoveOrdering for Modern {
    type Picker = StagedPicker<Self>;
    const NAME: &'static str = "modern";
    const GUARANTEES: Guarantees = ALL;

    #[inline]
    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        StagedPicker::new(node)
    }

    fn update(&mut self, result: &NodeResult<'_>) {
        let (node, depth) = (result.node, result.bonus_depth);
        if depth <= 0 {
            return;
        }
        if result.best.is_quiet() {
            let bonus = self.params.quiet_bonus(depth);
            let continuation_bonus = self.params.continuation_bonus(depth);
            self.update_quiet_histories(node, result.best, bonus, continuation_bonus);
            let malus = -self.params.quiet_malus(depth);
            let continuation_malus = -self.params.continuation_malus(depth);
            for &mv in result.quiets_searched {
                self.update_quiet_histories(node, mv, malus, continuation_malus);
            }
        } else {
            self.update_capture_history(node, result.best, self.params.capture_bonus(depth));
        }
        let malus = -self.params.capture_malus(depth);
        for &mv in result.noisies_searched {
            self.update_capture_history(node, mv, malus);
        }
    }

    fn update_quiet(&mut self, node: &NodeView<'_>, mv: Move, event: QuietEvent) {
        let (bonus, continuation_bonus) = self.params.event_bonus(event);
        self.update_quiet_histories(node, mv, bonus, continuation_bonus);
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let position = node.position;
        let piece = position.moved_piece(mv);
        if mv.is_noisy() {
            return self.capture_history.get(piece, mv, position.captured(mv));
        }
        self.butterfly_history.get(position.side_to_move(), node.threats, mv)
            + self.pawn_history.piece_to(position.pawn_key()).get(piece, mv)
            + self.continuation_history.piece_to(node.previous_move(1)).get(piece, mv)
            + self.continuation_history.piece_to(node.previous_move(2)).get(piece, mv)
    }

    fn clear(&mut self) {
        *self = Modern { params: self.params.clone(), ..Modern::default() };
    }

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        self.params.values()
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.params.set(name, value)
    }
}

impl StagedScheme for Modern {
    /// Weighted value of the victim and of the promotion, plus capture history.
    #[inline]
    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let (params, position) = (&self.params, node.position);
        let victim = position.captured(mv);
        let promotion_gain = match mv.promotion() {
            None => 0,
            Some(PieceKind::Queen) => params.victim_queen() - params.victim_pawn(),
            Some(_) => UNDERPROMOTION_SCORE / params.victim_weight(),
        };
        let captured_value = victim.map_or(0, |kind| params.victim_value(kind));
        params.victim_weight() * (captured_value + promotion_gain)
            + self.capture_history.get(position.moved_piece(mv), mv, victim)
    }

    /// SEE with a threshold: the higher the score, the more the move may lose. In quiescence
    /// the threshold is fixed. Underpromotions are never good.
    #[inline]
    fn is_good_noisy(&self, node: &NodeView<'_>, mv: Move, score: i32) -> bool {
        let threshold = match node.mode {
            Mode::Quiescence | Mode::Captures => self.params.good_noisy_quiescence(),
            Mode::Main | Mode::ProbCut(_) => -score / self.params.good_noisy_divisor(),
        };
        score > UNDERPROMOTION_SCORE / 2
            && see_ge(node.position, mv, threshold, &SeeValues::DEFAULT)
    }

    #[inline]
    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
        let scorer = QuietScorer::new(
            &self.params,
            node,
            &self.butterfly_history,
            &self.pawn_history,
            &self.continuation_history,
        );
        move |mv| scorer.score(mv)
    }
}
