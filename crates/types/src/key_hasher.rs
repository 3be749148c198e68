//! Maps by keys that are random already, or small numbers: no hash is computed.

use core::hash::{BuildHasherDefault, Hasher};

/// A hasher that hands on the number it is given, for maps from positions, moves, squares and keys. A second number of one
/// key is mixed in, so that pairs are told apart too.
///
/// It is not for keys that others choose: whoever knows the numbers can make them collide.
///
/// ```
/// use bartizan_types::{BuildKeyHasher, Square};
/// use std::collections::HashMap;
///
/// let mut names: HashMap<Square, &str, BuildKeyHasher> = HashMap::default();
/// names.insert(Square::E4, "e4");
/// assert_eq!(names.get(&Square::E4), Some(&"e4"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

/// What makes [`KeyHasher`]s for a map.
///
/// ```
/// use bartizan_types::BuildKeyHasher;
/// use std::collections::HashSet;
///
/// let mut seen: HashSet<u64, BuildKeyHasher> = HashSet::default();
/// assert!(seen.insert(0x9d39_247e_3377_6d41) && !seen.insert(0x9d39_247e_3377_6d41));
/// ```
pub type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(23) ^ number;
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Move, Piece, Square};
    use core::hash::BuildHasher;
    use std::collections::HashSet;

    #[test]
    fn numbers_are_their_own_hash_and_pairs_differ() {
        let build = BuildKeyHasher::default();
        assert_eq!(build.hash_one(0x1234_5678_9abc_def0_u64), 0x1234_5678_9abc_def0);
        assert_eq!(build.hash_one(Square::H8), 63);
        assert_eq!(build.hash_one(Move::from_bits(7)), build.hash_one(Move::from_bits(7)));
        let all = |color| Piece::ALL.map(|piece| build.hash_one((color, piece, "text")));
        let hashes: HashSet<u64> = Color::ALL.into_iter().flat_map(all).collect();
        assert_eq!(hashes.len(), 24);
        let pairs =
            Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| build.hash_one((a, b))));
        assert_eq!(pairs.collect::<HashSet<u64>>().len(), 64 * 64);
    }
}
