//! `modern`: the engine's default. Stages; noisy moves by victim and capture history, divided
//! into good and bad by SEE; quiet moves by four histories, checks and threats.

use super::ALL;
use crate::history::{
    ButterflyHistory, CaptureHistory, ContinuationHistory, PawnHistory, PieceToHistory,
};
use crate::params::{
    BUTTERFLY_MAX, CAPTURE_MAX, CONTINUATION_MAX, CONTINUATION_PLIES, OrderingParams, PAWN_MAX,
    WEIGHT_UNIT,
};
use crate::picker::StagedPicker;
use crate::{
    Guarantees, HISTORY_MAX, Mode, MoveOrdering, NodeResult, NodeView, QuietEvent, SeeValues,
    TunableParam, see_ge,
};
use board::attacks::{
    bishop, knight, knight_attacks_set, pawn_attacks, pawn_attacks_set, rook, slider_attacks_set,
};
use board::{Bitboard, Color, Move, PieceKind, Position};

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
    type Picker = StagedPicker;
    const NAME: &'static str = "modern";
    const GUARANTEES: Guarantees = ALL;

    fn update(&mut self, result: &NodeResult<'_>) {
        let (node, depth) = (result.node, result.bonus_depth);
        if depth <= 0 {
            return;
        }
        let (capture_bonus, capture_malus) = self.params.capture_update(depth);
        if result.best.is_quiet() {
            let (bonus, malus) = self.params.quiet_update(depth);
            let (continuation_bonus, continuation_malus) = self.params.continuation_update(depth);
            self.update_quiet_histories(node, result.best, bonus, continuation_bonus);
            for &mv in result.quiets_searched {
                self.update_quiet_histories(node, mv, -malus, -continuation_malus);
            }
        } else {
            self.update_capture_history(node, result.best, capture_bonus);
        }
        for &mv in result.noisies_searched {
            self.update_capture_history(node, mv, -capture_malus);
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
        self.butterfly_history.clear();
        self.pawn_history.clear();
        self.capture_history.clear();
        self.continuation_history.clear();
    }

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        self.params.values()
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.params.set(name, value)
    }
}

/// What the picker asks.
impl Modern {
    /// The score of a legal noisy move: weighted value of the victim and of the promotion, plus capture history.
    #[inline]
    pub(crate) fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32 {
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

    /// Whether a noisy move with its score comes before the quiet moves: SEE with a threshold, where the
    /// higher the score, the more the move may lose. In quiescence the threshold is fixed.
    /// Underpromotions are never good.
    #[inline]
    pub(crate) fn is_good_noisy(&self, node: &NodeView<'_>, mv: Move, score: i32) -> bool {
        let threshold = match node.mode {
            Mode::Quiescence | Mode::Captures => self.params.good_noisy_quiescence(),
            Mode::Main | Mode::ProbCut(_) => -score / self.params.good_noisy_divisor(),
        };
        score > UNDERPROMOTION_SCORE / 2
            && see_ge(node.position, mv, threshold, &SeeValues::DEFAULT)
    }

    /// The function that scores the legal quiet moves of the node.
    #[inline]
    pub(crate) fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
        let scorer = QuietScorer::new(self, node);
        move |mv| scorer.score(mv)
    }
}

/// Scores the quiet moves of one node. It holds what all of them share.
struct QuietScorer<'a> {
    params: &'a OrderingParams,
    position: &'a Position,
    side: Color,
    threats: Bitboard,
    butterfly_history: &'a ButterflyHistory,
    pawn_history: &'a PieceToHistory<PAWN_MAX>,
    continuation_histories: [&'a PieceToHistory<CONTINUATION_MAX>; CONTINUATION_PLIES.len()],
    /// By kind of the moved piece: squares from which it gives check.
    check_squares: [Bitboard; 6],
    /// By kind of the moved piece: squares attacked by an enemy piece of lower value.
    attacked_by_lesser: [Bitboard; 6],
}

impl<'a> QuietScorer<'a> {
    #[inline]
    fn new(modern: &'a Modern, node: &NodeView<'a>) -> Self {
        let position = node.position;
        QuietScorer {
            params: &modern.params,
            position,
            side: position.side_to_move(),
            threats: node.threats,
            butterfly_history: &modern.butterfly_history,
            pawn_history: modern.pawn_history.piece_to(position.pawn_key()),
            continuation_histories: CONTINUATION_PLIES.map(|plies_back| {
                modern.continuation_history.piece_to(node.previous_move(plies_back))
            }),
            check_squares: check_squares(position),
            attacked_by_lesser: attacked_by_lesser(position),
        }
    }

    #[inline]
    fn score(&self, mv: Move) -> i32 {
        let piece = self.position.moved_piece(mv);
        let kind = piece.kind();
        let mut sum = self.params.butterfly_weight()
            * self.butterfly_history.get(self.side, self.threats, mv)
            + self.params.pawn_weight() * self.pawn_history.get(piece, mv);
        for (history, weight) in
            self.continuation_histories.iter().zip(self.params.continuation_weights())
        {
            sum += weight * history.get(piece, mv);
        }
        let lesser = self.attacked_by_lesser[kind.index()];
        sum / WEIGHT_UNIT
            + self.params.direct_check()
                * i32::from(self.check_squares[kind.index()].contains(mv.to()))
            + self.params.escape(kind) * i32::from(lesser.contains(mv.from()))
            - self.params.walk_into_attack() * i32::from(lesser.contains(mv.to()))
    }
}

/// By kind: squares from which a piece of the side to move gives check.
fn check_squares(position: &Position) -> [Bitboard; 6] {
    let them = !position.side_to_move();
    let king = position.king(them);
    let occupied = position.occupied();
    let (diagonal, straight) = (bishop(king, occupied), rook(king, occupied));
    [
        pawn_attacks(them, king),
        knight(king),
        diagonal,
        straight,
        diagonal | straight,
        Bitboard::EMPTY,
    ]
}

/// By kind: squares that an enemy piece of lower value attacks.
fn attacked_by_lesser(position: &Position) -> [Bitboard; 6] {
    let them = !position.side_to_move();
    let pawns = pawn_attacks_set(them, position.of(them, PieceKind::Pawn));
    let knights = knight_attacks_set(position.of(them, PieceKind::Knight));
    let [by_bishops, by_rooks] = slider_attacks_set(
        position.of(them, PieceKind::Bishop),
        position.of(them, PieceKind::Rook),
        position.occupied(),
    );
    let minors = pawns | knights | by_bishops;
    let rooks = minors | by_rooks;
    [Bitboard::EMPTY, pawns, pawns, minors, rooks, Bitboard::EMPTY]
}
