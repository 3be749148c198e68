//! What the terms share: who attacks what, and where the kings stand. The piece loop in
//! `pieces.rs` completes the attack sets; the terms after it only read.

use board::{Bitboard, Color, PieceKind, Position, Square, attacks};

use super::masks::{forward, king_zone, ranks};
use super::pawn_table::PawnEntry;
use super::tables::Tables;
use super::{Tapered, Weights};

/// One side's attacks and its king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub king: Square,
    /// Squares around the own king.
    pub zone: Bitboard,
    /// Squares on which the own pieces' mobility counts.
    pub area: Bitboard,
    /// Squares attacked, by kind.
    pub by: [Bitboard; 6],
    /// Squares attacked by anything.
    pub all: Bitboard,
    /// Squares attacked twice or more.
    pub twice: Bitboard,
    /// Pieces of either colour that alone stand between the own king and a slider.
    pub blockers: Bitboard,
    /// Danger points that the own pieces' attacks make for the enemy king.
    pub pressure: Tapered,
}

/// A position with everything the terms need.
pub(super) struct Context<'a> {
    pub position: &'a Position,
    pub weights: &'a Weights,
    pub tables: &'a Tables,
    pub pawns: &'a PawnEntry,
    pub occupied: Bitboard,
    /// By colour.
    pub sides: [Side; 2],
}

impl Side {
    /// Attacks of pawns and king.
    #[inline(always)]
    fn new(position: &Position, us: Color) -> Self {
        let pawns = position.of(us, PieceKind::Pawn);
        let king = position.king(us);
        let east = forward(us, pawns.east());
        let west = forward(us, pawns.west());
        let around = attacks::king(king);
        let mut by = [Bitboard::EMPTY; 6];
        by[PieceKind::Pawn.index()] = east | west;
        by[PieceKind::King.index()] = around;
        Self {
            king,
            zone: king_zone(king),
            area: Bitboard::EMPTY,
            by,
            all: east | west | around,
            twice: (east & west) | ((east | west) & around),
            blockers: position.blockers(us),
            pressure: Tapered::ZERO,
        }
    }

    /// Squares attacked by this kind.
    #[inline(always)]
    pub(super) fn attacks_of(&self, kind: PieceKind) -> Bitboard {
        self.by[kind.index()]
    }
}

impl<'a> Context<'a> {
    /// All but the attacks of knights, bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position,
        weights: &'a Weights,
        tables: &'a Tables,
        pawns: &'a PawnEntry,
    ) -> Self {
        let sides = [Side::new(position, Color::White), Side::new(position, Color::Black)];
        let mut context =
            Self { position, weights, tables, pawns, occupied: position.occupied(), sides };
        context.sides[0].area = context.area(Color::White);
        context.sides[1].area = context.area(Color::Black);
        context
    }

    /// This side.
    #[inline(always)]
    pub(super) fn side(&self, us: Color) -> &Side {
        &self.sides[us.index()]
    }

    /// Its pieces of one kind.
    #[inline(always)]
    pub(super) fn of(&self, us: Color, kind: PieceKind) -> Bitboard {
        self.position.of(us, kind)
    }

    /// Not the own king, own pawns that are blocked or at home, nor squares that enemy
    /// pawns guard.
    #[inline(always)]
    fn area(&self, us: Color) -> Bitboard {
        let pawns = self.of(us, PieceKind::Pawn);
        let blocked = pawns & (forward(!us, self.occupied) | ranks(us, 1, 2));
        let guarded = self.side(!us).attacks_of(PieceKind::Pawn);
        !(blocked | guarded | self.side(us).king.bitboard())
    }
}
