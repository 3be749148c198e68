//! A transposition table entry as a 64-bit word, and its signature.
//!
//! ```text
//! bits  0..16  move          32..48  static evaluation (MISSING when unknown)
//!      16..32  score         48..56  depth
//!                            56..58  bound   58  PV   59..64  generation
//! ```
//! Scores are stored relative to the node ("mate in n from here"), not to the root.

use super::TtEntry;
use board::Move;
use eval::Score;
use searcher::Bound;

/// Generations are counted modulo this.
pub(super) const GENERATIONS: u8 = 32;
/// Bits of a signature: three of them share one word.
pub(super) const SIGNATURE_BITS: u32 = 21;
const SIGNATURE_MASK: u64 = (1 << SIGNATURE_BITS) - 1;
const MISSING: i16 = i16::MIN;

/// An entry as it is stored; 0 where there is none.
#[derive(Clone, Copy)]
pub(super) struct EntryWord(pub u64);

impl EntryWord {
    /// The word of an entry of a node `ply` plies below the root.
    pub(super) fn new(entry: TtEntry, ply: usize, generation: u8) -> Self {
        let eval = entry.eval.map_or(MISSING, |eval| eval.raw() as i16);
        let word = u64::from(score_to_tt(entry.score, ply) as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(entry.depth.clamp(0, 255) as u8) << 48
            | entry.bound.map_or(0, |bound| bound as u64) << 56
            | u64::from(entry.pv) << 58
            | u64::from(generation % GENERATIONS) << 59;
        Self(word).with_move(entry.mv)
    }

    /// The same with another move.
    pub(super) fn with_move(self, mv: Option<Move>) -> Self {
        Self(self.0 & !0xFFFF | mv.map_or(0, |mv| u64::from(mv.bits())))
    }

    /// The entry as a node `ply` plies below the root sees it.
    pub(super) fn entry(self, ply: usize, halfmove_clock: u16) -> TtEntry {
        let score = score_from_tt((self.0 >> 16) as u16 as i16, ply, halfmove_clock);
        let eval = (self.0 >> 32) as u16 as i16;
        TtEntry {
            mv: self.mv(),
            score: score.unwrap_or(Score::ZERO),
            bound: self.bound().filter(|_| score.is_some()),
            eval: (eval != MISSING).then(|| Score::new(i32::from(eval))),
            depth: self.depth(),
            pv: self.0 >> 58 & 1 != 0,
        }
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    pub(super) fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    pub(super) fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8)
    }

    pub(super) fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// Replacement value: the entry with the least is replaced first. Depth less eight for each
    /// generation of age.
    pub(super) fn replacement_value(self, now: u8) -> i32 {
        let age = (now + GENERATIONS - self.generation()) % GENERATIONS;
        self.depth() - 8 * i32::from(age)
    }
}

/// The signature stored for `key` beside the entry word `word`. The word is mixed in, so that an
/// entry whose parts come from two writers does not match.
pub(super) fn signature(key: u64, word: u64) -> u64 {
    let folded = word ^ word >> 21 ^ word >> 42 ^ word >> 63;
    (key ^ folded) & SIGNATURE_MASK
}

/// Signature `slot` (0 to 2) of a word of signatures.
pub(super) fn signature_at(signatures: u64, slot: usize) -> u64 {
    signatures >> (SIGNATURE_BITS as usize * slot) & SIGNATURE_MASK
}

/// The word of signatures with that of `slot` replaced.
pub(super) fn with_signature(signatures: u64, slot: usize, signature: u64) -> u64 {
    let shift = SIGNATURE_BITS as usize * slot;
    signatures & !(SIGNATURE_MASK << shift) | signature << shift
}

/// A score relative to the root as one relative to the node `ply` plies below it.
fn score_to_tt(score: Score, ply: usize) -> i16 {
    let raw = score.raw();
    let relative = if score.is_win() {
        raw + ply as i32
    } else if score.is_loss() {
        raw - ply as i32
    } else {
        raw
    };
    relative.clamp(-Score::INFINITE.raw(), Score::INFINITE.raw()) as i16
}

/// The inverse of [`score_to_tt`]. `None` for a mate, or a tablebase win or loss, that the fifty-move
/// rule would forestall with this halfmove clock: the position may be a draw or have a shorter way.
fn score_from_tt(stored: i16, ply: usize, halfmove_clock: u16) -> Option<Score> {
    let score = Score::new(i32::from(stored));
    if !score.is_decisive() {
        return Some(score);
    }
    let reach = 100 - i32::from(halfmove_clock.min(100));
    let to_root = ply as i32 * score.raw().signum();
    (plies_to_result(score) <= reach).then(|| score - to_root)
}

/// Plies to the mate or the tablebase position of a decisive score relative to the node.
fn plies_to_result(score: Score) -> i32 {
    let result = if score.is_mate() { Score::MATE } else { Score::TB_WIN };
    result.raw() - score.raw().abs()
}
