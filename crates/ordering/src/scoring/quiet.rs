//! Scores of quiet moves in the scheme `modern`: histories, checks and threats.

use crate::NodeView;
use crate::params::{CONTINUATION_MAX, CONTINUATION_PLIES, OrderingParams, PAWN_MAX, WEIGHT_UNIT};
use crate::tables::{ButterflyHistory, ContinuationHistory, PawnHistory, PieceToHistory};
use board::attacks::{
    bishop, knight, knight_attacks_set, pawn_attacks, pawn_attacks_set, rook, slider_attacks_set,
};
use board::{Bitboard, Color, Move, PieceKind, Position};

/// Scores the quiet moves of one node. It holds what all of them share.
pub(crate) struct QuietScorer<'a> {
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
    pub(crate) fn new(
        params: &'a OrderingParams,
        node: &NodeView<'a>,
        butterfly_history: &'a ButterflyHistory,
        pawn_history: &'a PawnHistory,
        continuation_history: &'a ContinuationHistory,
    ) -> Self {
        let position = node.position;
        QuietScorer {
            params,
            position,
            side: position.side_to_move(),
            threats: node.threats,
            butterfly_history,
            pawn_history: pawn_history.piece_to(position.pawn_key()),
            continuation_histories: CONTINUATION_PLIES
                .map(|plies_back| continuation_history.piece_to(node.previous_move(plies_back))),
            check_squares: check_squares(position),
            attacked_by_lesser: attacked_by_lesser(position),
        }
    }

    #[inline]
    pub(crate) fn score(&self, mv: Move) -> i32 {
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
