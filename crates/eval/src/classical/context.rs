//! Data that the terms share: attack sets, king zones, mobility areas. The piece loop in
//! `pieces.rs` completes the attack sets; later terms only read them.

use board::{Bitboard, Color, PieceKind, Position, Square, attacks};

use super::Tapered;
use super::masks::{forward, king_zone, relative_ranks};
use super::pawns::PawnEntry;
use super::psqt::Psqt;

/// The king and the attacks of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideInfo {
    pub king: Square,
    /// The king's square and the squares around it; see [`king_zone`].
    pub king_zone: Bitboard,
    /// Squares that count as mobility of the own pieces.
    pub mobility_area: Bitboard,
    /// Squares attacked, by kind.
    pub attacked_by_kind: [Bitboard; 6],
    /// Squares attacked by anything.
    pub attacked: Bitboard,
    /// Squares attacked twice or more.
    pub attacked_twice: Bitboard,
    /// Pieces of either colour that alone stand between the own king and a slider.
    pub blockers: Bitboard,
    /// King danger points of the own pieces' attacks on the enemy king's zone.
    pub king_attack_points: Tapered,
}

/// A position with everything the terms need.
pub(super) struct Context<'a> {
    pub position: &'a Position,
    pub psqt: &'a Psqt,
    pub pawns: &'a PawnEntry,
    pub occupied: Bitboard,
    /// By colour.
    pub sides: [SideInfo; 2],
}

impl SideInfo {
    /// Attacks of pawns and king.
    #[inline(always)]
    fn new(position: &Position, us: Color) -> Self {
        let pawns = position.of(us, PieceKind::Pawn);
        let king = position.king(us);
        let east = forward(us, pawns.east());
        let west = forward(us, pawns.west());
        let king_attacks = attacks::king(king);
        let mut attacked_by_kind = [Bitboard::EMPTY; 6];
        attacked_by_kind[PieceKind::Pawn.index()] = east | west;
        attacked_by_kind[PieceKind::King.index()] = king_attacks;
        Self {
            king,
            king_zone: king_zone(king),
            mobility_area: Bitboard::EMPTY,
            attacked_by_kind,
            attacked: east | west | king_attacks,
            attacked_twice: (east & west) | ((east | west) & king_attacks),
            blockers: position.blockers(us),
            king_attack_points: Tapered::ZERO,
        }
    }

    /// Squares attacked by this kind.
    #[inline(always)]
    pub(super) fn attacked_by(&self, kind: PieceKind) -> Bitboard {
        self.attacked_by_kind[kind.index()]
    }
}

impl<'a> Context<'a> {
    /// A context without the attacks of knights, bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn new(position: &'a Position, psqt: &'a Psqt, pawns: &'a PawnEntry) -> Self {
        let sides = [SideInfo::new(position, Color::White), SideInfo::new(position, Color::Black)];
        let mut context = Self { position, psqt, pawns, occupied: position.occupied(), sides };
        context.sides[0].mobility_area = context.mobility_area(Color::White);
        context.sides[1].mobility_area = context.mobility_area(Color::Black);
        context
    }

    #[inline(always)]
    pub(super) fn side(&self, us: Color) -> &SideInfo {
        &self.sides[us.index()]
    }

    #[inline(always)]
    pub(super) fn of(&self, us: Color, kind: PieceKind) -> Bitboard {
        self.position.of(us, kind)
    }

    /// All squares except the own king, own pawns that are blocked or on the second or third
    /// rank, and squares that enemy pawns attack.
    #[inline(always)]
    fn mobility_area(&self, us: Color) -> Bitboard {
        let pawns = self.of(us, PieceKind::Pawn);
        let blocked = pawns & (forward(!us, self.occupied) | relative_ranks(us, 1, 2));
        let enemy_pawn_attacks = self.side(!us).attacked_by(PieceKind::Pawn);
        !(blocked | enemy_pawn_attacks | self.side(us).king.bitboard())
    }
}
