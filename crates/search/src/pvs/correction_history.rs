//! Correction history: the mean error of the static evaluation in positions with the same pawns,
//! minor pieces, other pieces or last two moves. (After Stockfish and Caissa.)

use crate::params::SearchParams;
use crate::tt::prefetch;
use board::{Color, Position};
use eval::Score;
use ordering::HistoryEntry;
use ordering::PlayedMove;

const SLOTS: usize = 1 << 14;
const PIECE_TO: usize = 12 * 64;
/// Divisor of the weighted sum: an entry at its limit with weight 700 is about 44 centipawns.
const SCALE: i32 = 16_384;

/// The last move and the one before it.
pub(super) type LastMoves = [Option<PlayedMove>; 2];

/// Entries stay within ±1024.
type Entry = HistoryEntry<1024>;
/// By side to move and hash key.
type Table = Box<[[Entry; SLOTS]; 2]>;

/// The tables of one thread.
pub(super) struct CorrectionHistory {
    /// By pawns, minor pieces, other pieces of White and of Black.
    tables: [Table; 4],
    /// By the last move but one and the last move.
    continuation: Box<[[Entry; PIECE_TO]]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self {
            tables: std::array::from_fn(|_| empty_table()),
            continuation: vec![[Entry::ZERO; PIECE_TO]; PIECE_TO].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        for table in &mut self.tables {
            **table = [[Entry::ZERO; SLOTS]; 2];
        }
        self.continuation.fill([Entry::ZERO; PIECE_TO]);
    }

    /// Centipawns to add to the static evaluation of a position that the last moves led to.
    pub(super) fn correction(
        &self,
        position: &Position,
        last_moves: LastMoves,
        p: &SearchParams,
    ) -> i32 {
        let us = position.side_to_move().index();
        let non_pawn = p.correction_non_pawn();
        let weights = [p.correction_pawn(), p.correction_minor(), non_pawn, non_pawn];
        let mut sum = 0;
        for ((table, slot), weight) in self.tables.iter().zip(slots(position)).zip(weights) {
            sum += weight * table[us][slot].get();
        }
        if let Some((last, before)) = continuation_index(last_moves) {
            sum += p.correction_continuation() * self.continuation[before][last].get();
        }
        sum / SCALE
    }

    /// Starts to load the entries of a position that may be evaluated next.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: &Position, last_moves: LastMoves) {
        let us = position.side_to_move().index();
        for (table, slot) in self.tables.iter().zip(slots(position)) {
            prefetch(&table[us][slot]);
        }
        if let Some((last, before)) = continuation_index(last_moves) {
            prefetch(&self.continuation[before][last]);
        }
    }

    /// Updates the entries after a search of `depth` whose score was `error` centipawns above the
    /// static evaluation.
    pub(super) fn update(
        &mut self,
        position: &Position,
        last_moves: LastMoves,
        depth: i32,
        error: i32,
        p: &SearchParams,
    ) {
        let max = p.correction_bonus_max();
        let bonus = (error * depth / p.correction_bonus_divisor()).clamp(-max, max);
        let us = position.side_to_move().index();
        for (table, slot) in self.tables.iter_mut().zip(slots(position)) {
            table[us][slot].apply_bonus(bonus);
        }
        if let Some((last, before)) = continuation_index(last_moves) {
            self.continuation[before][last].apply_bonus(bonus);
        }
    }
}

/// The evaluation with its correction, scaled down by half as the halfmove clock goes to 100.
pub(super) fn corrected(raw: Score, correction: i32, halfmove_clock: u16) -> Score {
    let scale = 200 - i32::from(halfmove_clock.min(100));
    Score::new(raw.raw() * scale / 200 + correction).clamp_eval()
}

fn continuation_index([last, before]: LastMoves) -> Option<(usize, usize)> {
    let piece_to = |played: PlayedMove| played.piece.index() * 64 + played.mv.to().index();
    Some((piece_to(last?), piece_to(before?)))
}

/// The slots of a position in the tables.
#[inline]
fn slots(position: &Position) -> [usize; 4] {
    let [white, black] = Color::ALL.map(|color| position.non_pawn_key(color));
    [position.pawn_key(), position.minor_key(), white, black].map(|key| key as usize % SLOTS)
}

fn empty_table() -> Table {
    let sides: Box<[[Entry; SLOTS]]> = vec![[Entry::ZERO; SLOTS]; 2].into_boxed_slice();
    match sides.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("two sides were allocated"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correction_follows_error_sign_and_is_bounded() {
        let mut corrections = CorrectionHistory::new();
        let (p, position) = (SearchParams::default(), Position::startpos());
        let none = [None; 2];
        assert_eq!(corrections.correction(&position, none, &p), 0);
        for _ in 0..10_000 {
            corrections.update(&position, none, 20, 5_000, &p);
        }
        let positive = corrections.correction(&position, none, &p);
        assert!(positive > 30 && positive < 200, "{positive}");
        for _ in 0..10_000 {
            corrections.update(&position, none, 20, -5_000, &p);
        }
        assert!(corrections.correction(&position, none, &p) < -30);
        corrections.clear();
        assert_eq!(corrections.correction(&position, none, &p), 0);
    }

    #[test]
    fn corrected_eval_shrinks_with_halfmove_clock() {
        let raw = Score::new(400);
        assert_eq!(corrected(raw, 0, 0), raw);
        assert_eq!(corrected(raw, 10, 100), Score::new(210));
    }
}
