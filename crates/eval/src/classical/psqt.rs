//! Piece-square tables (PSQT) by the squares of both kings, computed from the weights once. With
//! one pair of kings the evaluation reads four blocks of 1,280 bytes.

use board::{PieceKind, Square};

use super::{Tapered, weights};

/// `[king square][piece kind, pawn to queen][square]`, squares relative to the piece's side.
type KingPsqt = [[[Tapered; 64]; 5]; 64];

#[derive(Clone, Debug)]
pub(super) struct Psqt {
    /// By the own king: material, piece-square value, distance to that king.
    own: Box<KingPsqt>,
    /// By the enemy king: distance to that king.
    enemy: Box<KingPsqt>,
    /// The king's own piece-square value.
    king: [Tapered; 64],
}

/// The part of the tables for one pair of kings.
#[derive(Clone, Copy)]
pub(super) struct PsqtRows<'a> {
    own: &'a [[Tapered; 64]; 5],
    enemy: &'a [[Tapered; 64]; 5],
}

impl Default for Psqt {
    fn default() -> Self {
        let mut psqt = Self { own: zeroed(), enemy: zeroed(), king: [Tapered::ZERO; 64] };
        for king in Square::ALL {
            psqt.king[king.index()] =
                weights::PSQT[PieceKind::King.index()][mirror_for_king(king, king).index()];
            for kind in 0..5 {
                for square in Square::ALL {
                    let king_distance = king.distance(square) as usize;
                    psqt.own[king.index()][kind][square.index()] = weights::MATERIAL[kind]
                        + weights::PSQT[kind][mirror_for_king(king, square).index()]
                        + weights::OWN_KING_DISTANCE[kind][king_distance];
                    psqt.enemy[king.index()][kind][square.index()] =
                        weights::ENEMY_KING_DISTANCE[kind][king_distance];
                }
            }
        }
        psqt
    }
}

impl Psqt {
    /// The part for these kings, whose squares are relative to the side of the pieces.
    #[inline(always)]
    pub(super) fn rows(&self, own_king: Square, enemy_king: Square) -> PsqtRows<'_> {
        PsqtRows { own: &self.own[own_king.index()], enemy: &self.enemy[enemy_king.index()] }
    }

    /// The piece-square value of the king.
    #[inline(always)]
    pub(super) fn king(&self, king: Square) -> Tapered {
        self.king[king.index()]
    }
}

impl PsqtRows<'_> {
    /// Material and piece-square value of a piece (not a king) on a square.
    #[inline(always)]
    pub(super) fn piece(&self, kind: PieceKind, square: Square) -> Tapered {
        self.own[kind.index()][square.index()] + self.enemy[kind.index()][square.index()]
    }
}

/// The square, mirrored if the king is on files A to D.
fn mirror_for_king(king: Square, square: Square) -> Square {
    if king.file().index() < 4 { square.flip_horizontal() } else { square }
}

fn zeroed() -> Box<KingPsqt> {
    // Built on the heap, because the table is too large for the stack.
    let rows = vec![[[Tapered::ZERO; 64]; 5]; 64].into_boxed_slice();
    rows.try_into().unwrap_or_else(|_| unreachable!("64 elements fill an array of 64"))
}
