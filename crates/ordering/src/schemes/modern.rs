//! `modern`: the engine's default. Staged; noisy moves by victim and capture history,
//! divided by exchange value; quiet moves by histories, checks and threats.

use super::ALL;
use crate::params::{
    BUTTERFLY_MAX, CAPTURE_MAX, CONTINUATION_MAX, CONTINUATION_PLIES, OrderingParams, PAWN_MAX,
};
use crate::picker::{StagedPicker, StagedScheme};
use crate::scoring::noisy;
use crate::scoring::quiet::QuietScorer;
use crate::tables::{ButterflyHistory, CaptureHistory, ContinuationHistory, PawnHistory};
use crate::{Guarantees, HISTORY_MAX, MoveOrdering, NodeResult, NodeView, TunableParam};
use board::Move;

// The quiet history of this scheme sets the scale of `MoveOrdering::history`.
const _: () = assert!(BUTTERFLY_MAX + PAWN_MAX + 2 * CONTINUATION_MAX == HISTORY_MAX);
const _: () = assert!(CAPTURE_MAX <= HISTORY_MAX);

/// Four histories, each of gravity entries: 2 MiB in all.
#[derive(Default)]
pub struct Modern {
    params: OrderingParams,
    butterfly: ButterflyHistory,
    pawns: PawnHistory,
    captures: CaptureHistory,
    continuation: ContinuationHistory,
}

impl Modern {
    fn learn_quiet(&mut self, node: &NodeView<'_>, mv: Move, bonus: i32, continuation_bonus: i32) {
        let position = node.position;
        let piece = position.moved_piece(mv);
        self.butterfly.apply_bonus(position.side_to_move(), node.threats, mv, bonus);
        self.pawns.apply_bonus(position.pawn_key(), piece, mv, bonus);
        for back in CONTINUATION_PLIES {
            let earlier = node.previous_move(back);
            self.continuation.apply_bonus(earlier, piece, mv, continuation_bonus);
        }
    }

    fn learn_noisy(&mut self, node: &NodeView<'_>, mv: Move, bonus: i32) {
        let (piece, victim) = (node.position.moved_piece(mv), node.position.captured(mv));
        self.captures.apply_bonus(piece, mv, victim, bonus);
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

    fn update(&mut self, outcome: &NodeResult<'_>) {
        let (node, depth) = (outcome.node, outcome.bonus_depth);
        if depth <= 0 {
            return;
        }
        if outcome.best.is_quiet() {
            let bonus = self.params.quiet_bonus(depth);
            let continuation_bonus = self.params.continuation_bonus(depth);
            self.learn_quiet(node, outcome.best, bonus, continuation_bonus);
            let malus = -self.params.quiet_malus(depth);
            let continuation_malus = -self.params.continuation_malus(depth);
            for &mv in outcome.quiets_searched {
                self.learn_quiet(node, mv, malus, continuation_malus);
            }
        } else {
            self.learn_noisy(node, outcome.best, self.params.capture_bonus(depth));
        }
        let malus = -self.params.capture_malus(depth);
        for &mv in outcome.noisies_searched {
            self.learn_noisy(node, mv, malus);
        }
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        let position = node.position;
        let piece = position.moved_piece(mv);
        if mv.is_noisy() {
            return self.captures.get(piece, mv, position.captured(mv));
        }
        self.butterfly.get(position.side_to_move(), node.threats, mv)
            + self.pawns.piece_to(position.pawn_key()).get(piece, mv)
            + self.continuation.piece_to(node.previous_move(1)).get(piece, mv)
            + self.continuation.piece_to(node.previous_move(2)).get(piece, mv)
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
    #[inline]
    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        noisy::score(&self.params, &self.captures, node.position, mv)
    }

    #[inline]
    fn is_good_noisy(&self, node: &NodeView<'_>, mv: Move, score: i32) -> bool {
        noisy::is_good(&self.params, node.position, node.mode, mv, score)
    }

    #[inline]
    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
        let scorer =
            QuietScorer::new(&self.params, node, &self.butterfly, &self.pawns, &self.continuation);
        move |mv| scorer.score(mv)
    }
}
