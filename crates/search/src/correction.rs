//! Correction history: how far the static evaluation has been off where the same pawns, minor
//! pieces, other pieces or last moves stood. It corrects evaluations and orders nothing.

use crate::params::Parameters;
use board::{Color, Piece, Position};
use eval::Score;
use ordering::PlayedMove;

const SLOTS: usize = 1 << 14;
const PIECE_TO: usize = 12 * 64;
/// Entries stay within ± this.
const LIMIT: i32 = 1024;
/// Weighted sums are divided by this; one weight of 700 so reaches about 44 centipawns.
const SCALE: i32 = 16_384;

type Table = Box<[[i16; SLOTS]; 2]>;

/// The tables of one thread.
pub(crate) struct Corrections {
    pawn: Table,
    minor: Table,
    pieces: [Table; 2],
    /// By the side's own previous move and the opponent's answer to it.
    continuation: Box<[[i16; PIECE_TO]]>,
}

/// What the tables are asked with: a position and the moves that led to it.
#[derive(Clone, Copy)]
pub(crate) struct Cue<'a> {
    pub position: &'a Position,
    pub line: &'a [Option<PlayedMove>],
}

impl Cue<'_> {
    /// Index of the move `back` plies ago.
    fn piece_to(&self, back: usize) -> Option<usize> {
        let played = self.line.len().checked_sub(back).and_then(|at| self.line[at])?;
        let piece: Piece = played.piece;
        Some(piece.index() * 64 + played.mv.to().index())
    }
}

impl Corrections {
    pub(crate) fn new() -> Self {
        Self {
            pawn: fresh(),
            minor: fresh(),
            pieces: [fresh(), fresh()],
            continuation: vec![[0; PIECE_TO]; PIECE_TO].into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        for table in [&mut self.pawn, &mut self.minor].into_iter().chain(&mut self.pieces) {
            **table = [[0; SLOTS]; 2];
        }
        self.continuation.fill([0; PIECE_TO]);
    }

    /// Centipawns to add to the static evaluation, from the side to move.
    pub(crate) fn correction(&self, cue: Cue<'_>, weights: &Parameters) -> i32 {
        let position = cue.position;
        let us = position.side_to_move().index();
        let at = |table: &Table, key: u64| i32::from(table[us][slot(key)]);
        let mut sum = weights.correction_pawn * at(&self.pawn, position.pawn_key())
            + weights.correction_minor * at(&self.minor, position.minor_key());
        for color in Color::ALL {
            sum += weights.correction_pieces
                * at(&self.pieces[color.index()], position.non_pawn_key(color));
        }
        if let Some((last, before)) = continuation_index(cue) {
            sum += weights.correction_continuation * i32::from(self.continuation[before][last]);
        }
        sum / SCALE
    }

    /// Learns that a search of `depth` found the truth `error` centipawns above the evaluation.
    pub(crate) fn learn(&mut self, cue: Cue<'_>, depth: i32, error: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let position = cue.position;
        let us = position.side_to_move().index();
        nudge(&mut self.pawn[us][slot(position.pawn_key())], bonus);
        nudge(&mut self.minor[us][slot(position.minor_key())], bonus);
        for color in Color::ALL {
            let key = position.non_pawn_key(color);
            nudge(&mut self.pieces[color.index()][us][slot(key)], bonus);
        }
        if let Some((last, before)) = continuation_index(cue) {
            nudge(&mut self.continuation[before][last], bonus);
        }
    }
}

/// The evaluation with its correction, and faded towards a draw as the fifty-move rule nears.
pub(crate) fn corrected(raw: Score, correction: i32, halfmove_clock: u16) -> Score {
    let fading = 200 - i32::from(halfmove_clock.min(100));
    Score::new(raw.raw() * fading / 200 + correction).clamp_eval()
}

fn continuation_index(cue: Cue<'_>) -> Option<(usize, usize)> {
    Some((cue.piece_to(1)?, cue.piece_to(2)?))
}

/// Moves an entry by the bonus, less the closer it is to the limit (history gravity).
fn nudge(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

fn fresh() -> Table {
    let sides: Box<[[i16; SLOTS]]> = vec![[0; SLOTS]; 2].into_boxed_slice();
    match sides.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("two sides were asked for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_point_where_the_errors_did_and_stay_bounded() {
        let mut corrections = Corrections::new();
        let weights = Parameters::default();
        let position = Position::startpos();
        let cue = Cue { position: &position, line: &[] };
        assert_eq!(corrections.correction(cue, &weights), 0);
        for _ in 0..10_000 {
            corrections.learn(cue, 20, 5_000);
        }
        let up = corrections.correction(cue, &weights);
        assert!(up > 30 && up < 200, "{up}");
        for _ in 0..10_000 {
            corrections.learn(cue, 20, -5_000);
        }
        assert!(corrections.correction(cue, &weights) < -30);
        corrections.clear();
        assert_eq!(corrections.correction(cue, &weights), 0);
    }

    #[test]
    fn evaluations_fade_with_the_halfmove_clock() {
        let raw = Score::new(400);
        assert_eq!(corrected(raw, 0, 0), raw);
        assert_eq!(corrected(raw, 10, 100), Score::new(210));
    }
}
