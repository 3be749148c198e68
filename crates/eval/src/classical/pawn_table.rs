//! A direct-mapped table of pawn evaluations. An entry is used only where everything it
//! was computed from is the same, so the table changes no result, only the time it takes.

use board::{Bitboard, Color, PieceKind, Position, Square};

use super::Tapered;

/// What a pawn evaluation is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PawnInput {
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    pub castling: u8,
}

impl PawnInput {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let [white, black] = Color::ALL;
        Self {
            pawns: [position.of(white, PieceKind::Pawn), position.of(black, PieceKind::Pawn)],
            kings: [position.king(white), position.king(black)],
            castling: position.castling_rights().bits(),
        }
    }
}

/// What is known of the pawns of both sides; arrays go by colour, scores are each side's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    pub input: PawnInput,
    /// Material and placement.
    pub placement: [Tapered; 2],
    /// Weak and strong formations.
    pub structure: [Tapered; 2],
    /// Passed pawns, as far as other pieces do not matter.
    pub passed: [Tapered; 2],
    /// The pawns around the king.
    pub shelter: [Tapered; 2],
    /// Squares that the pawns attack or will attack as they advance.
    pub attack_span: [Bitboard; 2],
    /// Passed pawns of both sides.
    pub passers: Bitboard,
}

impl PawnEntry {
    /// An entry that matches no position: both kings on one square.
    pub(super) const EMPTY: Self = Self {
        input: PawnInput { pawns: [Bitboard::EMPTY; 2], kings: [Square::A1; 2], castling: 0 },
        placement: [Tapered::ZERO; 2],
        structure: [Tapered::ZERO; 2],
        passed: [Tapered::ZERO; 2],
        shelter: [Tapered::ZERO; 2],
        attack_span: [Bitboard::EMPTY; 2],
        passers: Bitboard::EMPTY,
    };
}

/// Entries; a power of two.
const SIZE: usize = 4096;

/// The table.
#[derive(Clone, Debug)]
pub(super) struct PawnTable(Box<[PawnEntry]>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![PawnEntry::EMPTY; SIZE].into_boxed_slice())
    }
}

impl PawnTable {
    pub(super) fn clear(&mut self) {
        self.0.fill(PawnEntry::EMPTY);
    }

    /// The entry for `position`, by `compute` where the table lacks it.
    #[inline(always)]
    pub(super) fn get(
        &mut self,
        position: &Position,
        compute: impl FnOnce(&PawnInput) -> PawnEntry,
    ) -> PawnEntry {
        let input = PawnInput::of(position);
        let rest = input.kings[0].index() << 10
            | input.kings[1].index() << 4
            | usize::from(input.castling);
        // The keys' low bits are random; the rest is spread by an odd multiplier.
        let spread = (rest as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let slot = (position.pawn_key() ^ spread) as usize & (SIZE - 1);
        let entry = &mut self.0[slot];
        if entry.input != input {
            *entry = compute(&input);
        }
        *entry
    }
}
