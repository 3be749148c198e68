//! The default scheme's view of quiet moves: histories, checks and threats.

use crate::NodeView;
use crate::params::{CONTINUATION_MAX, CONTINUATION_PLIES, OrderingParams, PAWN_MAX, WEIGHT_UNIT};
use crate::tables::{ButterflyHistory, ContinuationHistory, PawnHistory, PieceToHistory};
use board::attacks::{bishop, knight, pawn_attacks, pawn_attacks_set, rook};
use board::{Bitboard, Color, Move, PieceKind, Position};

/// What scores the quiet moves of one node: everything about the node that all its
/// moves share, looked up once.
pub(crate) struct QuietScorer<'a> {
    params: &'a OrderingParams,
    position: &'a Position,
    side: Color,
    threats: Bitboard,
    butterfly: &'a ButterflyHistory,
    pawns: &'a PieceToHistory<PAWN_MAX>,
    rows: [&'a PieceToHistory<CONTINUATION_MAX>; CONTINUATION_PLIES.len()],
    /// By kind of the moved piece: squares from which it attacks the enemy king.
    checking: [Bitboard; 6],
    /// By kind of the moved piece: squares where a lesser enemy piece attacks it.
    attacked_by_lesser: [Bitboard; 6],
}

impl<'a> QuietScorer<'a> {
    #[inline]
    pub(crate) fn new(
        params: &'a OrderingParams,
        node: &NodeView<'a>,
        butterfly: &'a ButterflyHistory,
        pawns: &'a PawnHistory,
        continuation: &'a ContinuationHistory,
    ) -> Self {
        let position = node.position;
        QuietScorer {
            params,
            position,
            side: position.side_to_move(),
            threats: node.threats,
            butterfly,
            pawns: pawns.piece_to(position.pawn_key()),
            rows: CONTINUATION_PLIES.map(|back| continuation.piece_to(node.previous_move(back))),
            checking: checking_squares(position),
            attacked_by_lesser: attacked_by_lesser(position),
        }
    }

    #[inline]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        let piece = self.position.moved_piece(mv);
        let kind = piece.kind();
        let mut sum = self.params.butterfly_weight()
            * self.butterfly.get(self.side, self.threats, mv)
            + self.params.pawn_weight() * self.pawns.get(piece, mv);
        for (row, weight) in self.rows.iter().zip(self.params.continuation_weights()) {
            sum += weight * row.get(piece, mv);
        }
        let lesser = self.attacked_by_lesser[kind.index()];
        sum / WEIGHT_UNIT
            + self.params.direct_check() * i32::from(self.checking[kind.index()].contains(mv.to()))
            + self.params.escape(kind) * i32::from(lesser.contains(mv.from()))
            - self.params.walk_into_attack() * i32::from(lesser.contains(mv.to()))
    }
}

/// By kind: from where a piece of the side to move would attack the enemy king.
fn checking_squares(position: &Position) -> [Bitboard; 6] {
    let enemy = !position.side_to_move();
    let king = position.king(enemy);
    let occupied = position.occupied();
    let (diagonal, straight) = (bishop(king, occupied), rook(king, occupied));
    [
        pawn_attacks(enemy, king),
        knight(king),
        diagonal,
        straight,
        diagonal | straight,
        Bitboard::EMPTY,
    ]
}

/// By kind: the squares that an enemy piece of lesser value attacks.
fn attacked_by_lesser(position: &Position) -> [Bitboard; 6] {
    let enemy = !position.side_to_move();
    let occupied = position.occupied();
    let pawns = pawn_attacks_set(enemy, position.of(enemy, PieceKind::Pawn));
    let mut minors = pawns;
    for square in position.of(enemy, PieceKind::Knight) {
        minors |= knight(square);
    }
    for square in position.of(enemy, PieceKind::Bishop) {
        minors |= bishop(square, occupied);
    }
    let mut rooks = minors;
    for square in position.of(enemy, PieceKind::Rook) {
        rooks |= rook(square, occupied);
    }
    [Bitboard::EMPTY, pawns, pawns, minors, rooks, Bitboard::EMPTY]
}
