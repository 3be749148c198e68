//! The histories of the scheme `modern`: how well moves did. Each is one array on the heap, made once and
//! indexed by typed values, so that no index is out of bounds.

use crate::PlayedMove;
use crate::params::{BUTTERFLY_MAX, CAPTURE_MAX, CONTINUATION_MAX, PAWN_MAX};
use board::{Bitboard, Color, Move, Piece, PieceKind};

/// An array on the heap, filled there: it is never on the stack.
pub(crate) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("N elements fill an array of N"),
    }
}

/// A history value within ±`MAX` (at most 32,767), updated by history gravity, the formula of
/// Stockfish.
///
/// A bonus `b` changes the value `v` by `b − v·|b|/MAX`: the closer the value is to the
/// limit, the less a bonus of the same sign changes it and the more one of the other
/// sign. So the effect of old updates decays, and no clamp is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryEntry<const MAX: i32>(i16);

impl<const MAX: i32> HistoryEntry<MAX> {
    /// The initial value.
    pub const ZERO: Self = HistoryEntry(0);

    /// The value, within ±`MAX`.
    #[inline]
    #[must_use]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Applies a bonus, or a malus if negative, clamped to ±`MAX`.
    #[inline]
    pub fn apply_bonus(&mut self, bonus: i32) {
        const { assert!(MAX > 0 && MAX <= i16::MAX as i32) };
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        // |v| <= MAX and |b| <= MAX keep the result within ±MAX, which an i16 holds.
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

/// A history of moves: `[piece][destination]`.
#[derive(Clone)]
pub(crate) struct PieceToHistory<const MAX: i32>([HistoryEntry<MAX>; 12 * 64]);

impl<const MAX: i32> PieceToHistory<MAX> {
    const ZERO: Self = PieceToHistory([HistoryEntry::ZERO; 12 * 64]);

    #[inline]
    fn index(piece: Piece, mv: Move) -> usize {
        piece.index() * 64 + mv.to().index()
    }

    /// The value for a move of `piece`.
    #[inline]
    pub(crate) fn get(&self, piece: Piece, mv: Move) -> i32 {
        self.0[Self::index(piece, mv)].get()
    }

    fn apply_bonus(&mut self, piece: Piece, mv: Move, bonus: i32) {
        self.0[Self::index(piece, mv)].apply_bonus(bonus);
    }
}

/// Butterfly history: `[side][origin attacked][destination attacked][origin][destination]`,
/// 32,768 entries, 64 KiB.
///
/// Origin and destination are distinguished by whether the opponent attacks them, because
/// a move that leaves an attacked square differs from one that leaves a safe square. (Butterfly
/// boards: Hartmann 1988.)
pub(crate) struct ButterflyHistory(Box<[HistoryEntry<BUTTERFLY_MAX>; 2 * 2 * 2 * 64 * 64]>);

impl Default for ButterflyHistory {
    fn default() -> Self {
        ButterflyHistory(boxed(HistoryEntry::ZERO))
    }
}

impl ButterflyHistory {
    pub(crate) fn clear(&mut self) {
        self.0.fill(HistoryEntry::ZERO);
    }

    #[inline]
    fn index(side: Color, threats: Bitboard, mv: Move) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let attacked = usize::from(threats.contains(from)) * 2 + usize::from(threats.contains(to));
        ((side.index() * 4 + attacked) * 64 + from.index()) * 64 + to.index()
    }

    /// The value for a move of `side`; `threats` are the squares that the opponent attacks.
    #[inline]
    pub(crate) fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        self.0[Self::index(side, threats, mv)].get()
    }

    pub(crate) fn apply_bonus(&mut self, side: Color, threats: Bitboard, mv: Move, bonus: i32) {
        self.0[Self::index(side, threats, mv)].apply_bonus(bonus);
    }
}

/// Capture history: `[piece][destination][kind of the victim]`, 4,608 entries, 9 KiB. The
/// entries with a king as victim serve promotions without capture. (After Stockfish.)
pub(crate) struct CaptureHistory(Box<[[[HistoryEntry<CAPTURE_MAX>; 6]; 64]; 12]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        CaptureHistory(boxed([[HistoryEntry::ZERO; 6]; 64]))
    }
}

impl CaptureHistory {
    pub(crate) fn clear(&mut self) {
        self.0.fill([[HistoryEntry::ZERO; 6]; 64]);
    }

    fn victim_index(victim: Option<PieceKind>) -> usize {
        victim.unwrap_or(PieceKind::King).index()
    }

    /// The value for a move of `piece` that captures `victim`.
    #[inline]
    pub(crate) fn get(&self, piece: Piece, mv: Move, victim: Option<PieceKind>) -> i32 {
        self.0[piece.index()][mv.to().index()][Self::victim_index(victim)].get()
    }

    pub(crate) fn apply_bonus(
        &mut self,
        piece: Piece,
        mv: Move,
        victim: Option<PieceKind>,
        bonus: i32,
    ) {
        self.0[piece.index()][mv.to().index()][Self::victim_index(victim)].apply_bonus(bonus);
    }
}

/// One table for each piece and destination of the earlier move, and one more without
/// entries for a null move or no earlier move, so that reading needs no branch.
const TABLES: usize = 12 * 64 + 1;
const NO_MOVE: usize = TABLES - 1;

/// Continuation history: `[earlier piece][earlier destination][piece][destination]`,
/// 590,592 entries, 1.13 MiB. Earlier moves 1, 2, 4 and 6 plies back share one table. (After
/// Stockfish.)
pub(crate) struct ContinuationHistory(Box<[PieceToHistory<CONTINUATION_MAX>; TABLES]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        ContinuationHistory(boxed(PieceToHistory::ZERO))
    }
}

impl ContinuationHistory {
    pub(crate) fn clear(&mut self) {
        self.0.fill(PieceToHistory::ZERO);
    }

    fn index(previous: PlayedMove) -> usize {
        previous.piece.index() * 64 + previous.mv.to().index()
    }

    /// The history of moves that followed `previous`.
    #[inline]
    pub(crate) fn piece_to(
        &self,
        previous: Option<PlayedMove>,
    ) -> &PieceToHistory<CONTINUATION_MAX> {
        &self.0[previous.map_or(NO_MOVE, Self::index)]
    }

    /// No effect without a previous move.
    pub(crate) fn apply_bonus(
        &mut self,
        previous: Option<PlayedMove>,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        if let Some(previous) = previous {
            self.0[Self::index(previous)].apply_bonus(piece, mv, bonus);
        }
    }
}

/// The number of pawn structures; a power of two. The low bits of the pawn key select
/// one; pawn keys with equal low bits share it.
const PAWN_HISTORY_SIZE: usize = 512;

/// Pawn history: `[pawn key mod 512][piece][destination]`, 393,216 entries, 768 KiB. (After
/// Stockfish.)
pub(crate) struct PawnHistory(Box<[PieceToHistory<PAWN_MAX>; PAWN_HISTORY_SIZE]>);

impl Default for PawnHistory {
    fn default() -> Self {
        PawnHistory(boxed(PieceToHistory::ZERO))
    }
}

impl PawnHistory {
    pub(crate) fn clear(&mut self) {
        self.0.fill(PieceToHistory::ZERO);
    }

    fn index(pawn_key: u64) -> usize {
        (pawn_key % PAWN_HISTORY_SIZE as u64) as usize
    }

    /// The history of moves with this pawn structure.
    #[inline]
    pub(crate) fn piece_to(&self, pawn_key: u64) -> &PieceToHistory<PAWN_MAX> {
        &self.0[Self::index(pawn_key)]
    }

    pub(crate) fn apply_bonus(&mut self, pawn_key: u64, piece: Piece, mv: Move, bonus: i32) {
        self.0[Self::index(pawn_key)].apply_bonus(piece, mv, bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::HistoryEntry;

    #[test]
    fn entry_follows_the_formula_and_stays_within_its_limits() {
        let mut entry = HistoryEntry::<8192>::ZERO;
        entry.apply_bonus(1000);
        assert_eq!(entry.get(), 1000);
        entry.apply_bonus(-500);
        assert_eq!(entry.get(), 1000 - 500 - 1000 * 500 / 8192);
        let mut entry = HistoryEntry::<1000>::ZERO;
        for _ in 0..100 {
            entry.apply_bonus(300);
            assert!(entry.get() > 0 && entry.get() <= 1000);
        }
        for (bonus, value) in [(i32::MAX, 1000), (i32::MIN + 1, -1000)] {
            entry.apply_bonus(bonus);
            assert_eq!(entry.get(), value);
        }
        for bonus in [-5000, 5000, -1, 1, 999, -999, 0] {
            entry.apply_bonus(bonus);
            assert!(entry.get().abs() <= 1000);
        }
    }
}
