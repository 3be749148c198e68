//! Pawn hash table: a direct-mapped table of pawn evaluations. An entry is used only if all of
//! its input is equal, so the table does not change scores.

use board::{Bitboard, Color, PieceKind, Position, Square};

use super::Tapered;

/// The input of a pawn evaluation.
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

/// The evaluation of the pawns of both sides. Arrays are indexed by colour; scores are from the
/// view of that colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    pub input: PawnInput,
    /// Material and piece-square values.
    pub psqt: [Tapered; 2],
    /// Pawn structure: isolated, doubled, backward, connected, candidate pawns.
    pub structure: [Tapered; 2],
    /// Passed pawns, as far as only pawns and kings matter.
    pub passed: [Tapered; 2],
    /// Pawn shelter and pawn storm.
    pub shelter: [Tapered; 2],
    /// Squares that the pawns attack or can attack after advancing.
    pub attack_span: [Bitboard; 2],
    /// Passed pawns of both sides.
    pub passers: Bitboard,
}

impl PawnEntry {
    /// An entry that matches no position: both kings on one square.
    pub(super) const EMPTY: Self = Self {
        input: PawnInput { pawns: [Bitboard::EMPTY; 2], kings: [Square::A1; 2], castling: 0 },
        psqt: [Tapered::ZERO; 2],
        structure: [Tapered::ZERO; 2],
        passed: [Tapered::ZERO; 2],
        shelter: [Tapered::ZERO; 2],
        attack_span: [Bitboard::EMPTY; 2],
        passers: Bitboard::EMPTY,
    };
}

/// The number of entries; a power of two.
const SIZE: usize = 4096;

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

    /// The entry for `position`, computed and stored if the table does not have it.
    #[inline(always)]
    pub(super) fn get_or_compute(
        &mut self,
        position: &Position,
        compute: impl FnOnce(&PawnInput) -> PawnEntry,
    ) -> PawnEntry {
        let input = PawnInput::of(position);
        let king_and_castling_bits = input.kings[0].index() << 10
            | input.kings[1].index() << 4
            | usize::from(input.castling);
        // The low bits of the pawn key are random; the other input is hashed by multiplication.
        let hashed = (king_and_castling_bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let index = (position.pawn_key() ^ hashed) as usize & (SIZE - 1);
        let entry = &mut self.0[index];
        if entry.input != input {
            *entry = compute(&input);
        }
        *entry
    }
}
