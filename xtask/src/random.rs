//! Positions from random games, the same on every machine for the same seed.
//! Not a source of good chess: moves are drawn without looking at them.

use board::{Move, Position};
use movegen::legal_moves;

/// SplitMix64: one word of state, and every seed is a good one.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that repeats itself for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which must not be 0. The slight bias of the high
    /// half of a product does no harm here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}

/// The position after `plies` random moves, or none where the game ended sooner
/// or no move was left that `keep` allows. `keep` sees the position before and
/// after a move.
///
/// Moves are put in the order of their bits first, so that the games do not
/// change with the order in which the generator happens to yield them.
pub fn playout(
    start: &Position,
    plies: usize,
    random: &mut SplitMix64,
    keep: impl Fn(&Position, &Position) -> bool,
) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves: Vec<Move> = legal_moves(&position).into_iter().collect();
        moves.sort_unstable_by_key(|mv| mv.bits());
        position = loop {
            if moves.is_empty() {
                return None;
            }
            let drawn = moves.swap_remove(random.below(moves.len()));
            let next = position.make(drawn);
            if keep(&position, &next) {
                break next;
            }
        };
    }
    (!legal_moves(&position).is_empty()).then_some(position)
}

/// Playouts with fresh draws until one reaches its end.
pub fn insistent_playout(
    start: &Position,
    plies: usize,
    random: &mut SplitMix64,
    keep: impl Fn(&Position, &Position) -> bool,
) -> Position {
    loop {
        if let Some(position) = playout(start, plies, random, &keep) {
            return position;
        }
    }
}

/// One of the 960 Fischer starting positions, drawn at random; both sides have
/// the same unless `double`.
pub fn fischer_start(random: &mut SplitMix64, double: bool) -> Position {
    let white = random.below(960) as u16;
    let black = if double { random.below(960) as u16 } else { white };
    Position::chess960(white, black).expect("both numbers are below 960")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First values of the reference implementation for seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        let values = [random.next_u64(), random.next_u64(), random.next_u64()];
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(values, published);
    }

    #[test]
    fn playouts_repeat_for_the_same_seed() {
        let game = |seed| {
            insistent_playout(&Position::startpos(), 40, &mut SplitMix64::new(seed), |_, _| true)
        };
        assert_eq!(game(7).to_fen(), game(7).to_fen());
        assert_ne!(game(7).to_fen(), game(8).to_fen());
    }

    #[test]
    fn what_must_be_kept_is_kept() {
        let start = Position::startpos();
        let rights = start.castling_rights();
        let keep = |_: &Position, next: &Position| next.castling_rights() == rights;
        let end = insistent_playout(&start, 30, &mut SplitMix64::new(3), keep);
        assert_eq!(end.castling_rights(), rights);
    }
}
