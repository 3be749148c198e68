//! The key of a position in the transposition table: its Zobrist key, mixed with the halfmove clock where
//! that is high, so that scores which depend on the fifty-move rule stay with positions that are as near
//! to it. Repetitions are found by the Zobrist key alone. (After Stockfish.)

use board::{Move, PieceKind, Position};

/// The clock from which it is part of the key.
const FIRST: u16 = 16;
/// Clocks up to [`FIRST_ALONE`] that share a key, so that lines of different length still meet.
const GROUP: u16 = 8;
/// The clock from which each has a key of its own: the rule is within reach of any search.
const FIRST_ALONE: u16 = 80;
/// Later clocks are alike: the game is drawn.
const LAST: u16 = 100;
/// 2⁶⁴ divided by the golden ratio: its multiples differ in high and low bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a clock adds to the key.
static CLOCK_KEYS: [u64; LAST as usize + 1] = {
    let mut keys = [0; LAST as usize + 1];
    let mut clock = FIRST;
    while clock <= LAST {
        let group = if clock < FIRST_ALONE { clock / GROUP } else { clock };
        keys[clock as usize] = MIX.wrapping_mul(group as u64);
        clock += 1;
    }
    keys
};

#[inline(always)]
fn clock_key(clock: u16) -> u64 {
    CLOCK_KEYS[usize::from(clock.min(LAST))]
}

/// The key by which a position is stored and probed.
#[inline(always)]
#[must_use]
pub fn tt_key(position: &Position) -> u64 {
    position.key() ^ clock_key(position.halfmove_clock())
}

/// The key of the position after a move, as far as [`Position::key_after`] knows it.
#[inline(always)]
pub(crate) fn tt_key_after(position: &Position, mv: Move) -> u64 {
    let key = position.key_after(mv);
    let clock = position.halfmove_clock().saturating_add(1);
    if clock < FIRST {
        return key;
    }
    let is_pawn = |square| position.piece_on(square).is_some_and(|p| p.kind() == PieceKind::Pawn);
    if mv.is_capture() || is_pawn(mv.from()) { key } else { key ^ clock_key(clock) }
}

/// The key of the position after a null move, likewise.
#[inline(always)]
pub(crate) fn tt_key_after_null(position: &Position) -> u64 {
    position.key_after_null() ^ clock_key(position.halfmove_clock().saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::legal_moves;

    fn position(board: &str, clock: u16) -> Position {
        Position::from_fen(&format!("{board} w - - {clock} 90")).expect("a position")
    }

    #[test]
    fn clocks_share_a_key_while_the_fifty_move_rule_is_far() {
        let key = |clock| tt_key(&position("k7/8/2K5/8/8/8/8/7R", clock));
        let plain = position("k7/8/2K5/8/8/8/8/7R", 0).key();
        let mut keys: Vec<u64> = (0..=100).map(key).collect();
        assert!(keys[..usize::from(FIRST)].iter().all(|&key| key == plain));
        assert_eq!((keys[16], keys[72]), (keys[23], keys[79]));
        keys.dedup();
        assert_eq!(keys.len(), 1 + 8 + 21);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 1 + 8 + 21, "two groups have one key");
        // The signature of an entry is in the low bits, the cluster in the high ones.
        keys.sort_unstable_by_key(|key| key & 0xFFFF);
        assert!(keys.windows(2).all(|pair| pair[0] & 0xFFFF != pair[1] & 0xFFFF));
    }

    #[test]
    fn key_after_a_move_is_the_key_of_the_next_position() {
        for board in
            ["r1bq1rk1/pp3pbp/2np1np1/2p1p3/2P1P3/2NP1NP1/PP3PBP/R1BQ1RK1", "k7/8/2K5/8/8/8/8/7R"]
        {
            for clock in [0, 14, 15, 16, 30, 31, 78, 79, 80, 98, 99] {
                let position = position(board, clock);
                for mv in legal_moves(&position) {
                    let next = position.make(mv);
                    assert_eq!(tt_key_after(&position, mv), tt_key(&next), "{mv} in {position}");
                }
                assert_eq!(tt_key_after_null(&position), tt_key(&position.make_null()));
            }
        }
        // No piece moves: nothing that is known, but no panic.
        let _ = tt_key_after(
            &position("k7/8/2K5/8/8/8/8/7R", 50),
            Move::from_bits(0x0421).expect("a move"),
        );
    }
}
