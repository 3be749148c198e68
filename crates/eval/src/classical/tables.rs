//! Piece-square tables relative to both kings, worked out from the weights once. For a
//! given pair of kings the evaluation touches four rows of 1,280 bytes each.

use board::{PieceKind, Square};

use super::{Tapered, Weights};

/// By king square, piece kind (pawn to queen) and square, all as the owner sees them.
type KingTable = [[[Tapered; 64]; 5]; 64];

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// By the own king: material, placement, distance to that king.
    own: Box<KingTable>,
    /// By the enemy king: distance to that king.
    enemy: Box<KingTable>,
    /// Where the king itself stands.
    king: [Tapered; 64],
}

/// The rows for one pair of kings.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    own: &'a [[Tapered; 64]; 5],
    enemy: &'a [[Tapered; 64]; 5],
}

impl Tables {
    pub(super) fn new(weights: &Weights) -> Self {
        let mut tables = Self { own: empty(), enemy: empty(), king: [Tapered::ZERO; 64] };
        for king in Square::ALL {
            tables.king[king.index()] =
                weights.placement[PieceKind::King.index()][oriented(king, king).index()];
            for kind in 0..5 {
                for square in Square::ALL {
                    let steps = king.distance(square) as usize;
                    tables.own[king.index()][kind][square.index()] = weights.material[kind]
                        + weights.placement[kind][oriented(king, square).index()]
                        + weights.own_king_distance[kind][steps];
                    tables.enemy[king.index()][kind][square.index()] =
                        weights.enemy_king_distance[kind][steps];
                }
            }
        }
        tables
    }

    /// The rows for these kings, both as the side whose pieces are asked for sees them.
    #[inline(always)]
    pub(super) fn rows(&self, own_king: Square, enemy_king: Square) -> Rows<'_> {
        Rows { own: &self.own[own_king.index()], enemy: &self.enemy[enemy_king.index()] }
    }

    /// The king's own placement.
    #[inline(always)]
    pub(super) fn king(&self, king: Square) -> Tapered {
        self.king[king.index()]
    }
}

impl Rows<'_> {
    /// Material and placement of a piece (not a king) on a square.
    #[inline(always)]
    pub(super) fn piece(&self, kind: PieceKind, square: Square) -> Tapered {
        self.own[kind.index()][square.index()] + self.enemy[kind.index()][square.index()]
    }
}

/// The square as if the king stood on files E to H.
fn oriented(king: Square, square: Square) -> Square {
    if king.file().index() < 4 { square.mirror() } else { square }
}

fn empty() -> Box<KingTable> {
    // Built on the heap: the table is too large to pass over the stack.
    let rows = vec![[[Tapered::ZERO; 64]; 5]; 64].into_boxed_slice();
    rows.try_into().unwrap_or_else(|_| unreachable!("64 rows were made"))
}
