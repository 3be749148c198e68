//! The keys of the positions that a game and a search have left behind, and the questions that
//! need them: repetitions, made and within reach. Not the rules of the clock, which the
//! position knows by itself, and not what a draw is worth.

use crate::{Position, attacks, zobrist};

/// Keys of earlier positions, oldest first, in game and search alike.
///
/// Push the key of a position before its move (or null move) is made, pop it when that move
/// has been taken back. The position asked about is the current one, whose key is not in here.
/// How far back to look is told by [`Position::reversible_plies`]: nothing before an
/// irreversible move or a null move can recur.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// No earlier positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for `plies` more keys, so that pushing that many allocates nothing.
    pub fn reserve(&mut self, plies: usize) {
        self.keys.reserve(plies);
    }

    /// Adds the key of a position that is being left.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Takes the latest key back; nothing happens if there is none.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many keys are held.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no key is held.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Forgets all but the oldest `len` keys; nothing happens if there are fewer.
    pub fn truncate(&mut self, len: usize) {
        self.keys.truncate(len);
    }

    /// Whether the search may score `position`, which is `ply` plies from the root, as a draw
    /// by repetition.
    ///
    /// So it is if the position has occurred once after the root (at a distance of less than
    /// `ply` plies: the root itself does not count), or twice before, wherever that was: the
    /// third occurrence is a draw by rule, while the second counts only where both were made
    /// inside the search.
    pub fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let window = self.window(position);
        let mut earlier = self.distances(position.key(), 0, window);
        match earlier.next() {
            Some(distance) => distance < ply || earlier.next().is_some(),
            None => false,
        }
    }

    /// How many times `position` has occurred before, the current time not counted. Two make
    /// a threefold repetition.
    pub fn occurrences(&self, position: &Position) -> usize {
        let window = self.window(position);
        self.distances(position.key(), 0, window).count()
    }

    /// Whether the side to move can repeat an earlier position by one reversible move, so that
    /// the search may count on a draw at least. `ply` is the distance of `position` from the
    /// root; a position at the root or before must itself have occurred twice to count, as in
    /// [`KeyHistory::is_repetition`] one ply later.
    ///
    /// The method is M. van Kervinck's ("Upcoming repetition detection", 2013): the keys of two
    /// positions that one reversible move connects differ by a number that depends on that
    /// move alone, and all those numbers fit into a small cuckoo table.
    pub fn has_upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let window = self.window(position);
        if window < 3 {
            return false;
        }
        let key = position.key();
        // What the opponent's moves since then have changed. The move that leads back must be
        // ours alone, so it has to be nothing.
        let mut theirs = key ^ self.back(1) ^ zobrist::side();
        for distance in (3..=window).step_by(2) {
            let earlier = self.back(distance);
            theirs ^= self.back(distance - 1) ^ earlier ^ zobrist::side();
            if theirs != 0 {
                continue;
            }
            let Some((a, b)) = cuckoo::find(key ^ earlier) else {
                continue;
            };
            let is_free = (attacks::between(a, b) & position.occupied()).is_empty();
            let mut before = self.distances(earlier, distance, window);
            if is_free && (distance < ply || before.next().is_some()) {
                return true;
            }
        }
        false
    }

    /// How many plies back a position equal to this one can be.
    #[inline]
    fn window(&self, position: &Position) -> usize {
        position.reversible_plies().min(self.keys.len())
    }

    /// The key of the position `distance` plies ago; `distance` is from 1 to the length.
    #[inline]
    fn back(&self, distance: usize) -> u64 {
        self.keys[self.keys.len() - distance]
    }

    /// The distances within `window` at which `key` occurs, nearest first, for a position that
    /// is itself `from` plies ago. It takes four plies at least to come back to a position.
    #[inline]
    fn distances(&self, key: u64, from: usize, window: usize) -> impl Iterator<Item = usize> {
        (from + 4..=window).step_by(2).filter(move |&distance| self.back(distance) == key)
    }
}

/// All reversible moves of a piece on an empty board, found by what they change in the key.
///
/// Cuckoo hashing: an entry is at one of two places, so that looking it up costs two reads. A
/// move and its reverse are one entry; pawns have none.
mod cuckoo {
    use super::zobrist;
    use crate::{Piece, PieceKind, Square};

    const SIZE: usize = 8192;

    struct Table {
        /// Changes of the key; 0 where the place is free.
        keys: [u64; SIZE],
        /// The two squares of the move, the lower one first.
        squares: [[u8; 2]; SIZE],
        entries: usize,
    }

    static TABLE: Table = build();

    /// The two places at which an entry may be.
    const fn places(key: u64) -> [usize; 2] {
        [key as usize % SIZE, (key >> 16) as usize % SIZE]
    }

    /// The two squares of the reversible move that changes the key by `key`, if there is one.
    #[inline]
    pub(super) fn find(key: u64) -> Option<(Square, Square)> {
        let place = places(key).into_iter().find(|&place| TABLE.keys[place] == key)?;
        let [a, b] = TABLE.squares[place];
        (key != 0).then(|| (Square::from_index(usize::from(a)), Square::from_index(usize::from(b))))
    }

    const fn build() -> Table {
        let mut table = Table { keys: [0; SIZE], squares: [[0; 2]; SIZE], entries: 0 };
        let mut piece = 0;
        while piece < Piece::ALL.len() {
            let mut a = 0;
            while a < 64 {
                let mut b = a + 1;
                while b < 64 {
                    if reaches(piece % PieceKind::ALL.len(), a, b) {
                        let key = zobrist::piece(Piece::ALL[piece], Square::from_index(a))
                            ^ zobrist::piece(Piece::ALL[piece], Square::from_index(b))
                            ^ zobrist::side();
                        insert(&mut table, key, [a as u8, b as u8]);
                    }
                    b += 1;
                }
                a += 1;
            }
            piece += 1;
        }
        table
    }

    /// Puts an entry in its first place; whoever was there moves to its own other place, and
    /// so on. The bound turns an unlucky set of keys into an error of the compiler.
    const fn insert(table: &mut Table, mut key: u64, mut squares: [u8; 2]) {
        let mut place = places(key)[0];
        let mut evictions = 0;
        while key != 0 {
            assert!(evictions < SIZE, "the keys do not fit into the cuckoo table");
            let evicted = (table.keys[place], table.squares[place]);
            table.keys[place] = key;
            table.squares[place] = squares;
            (key, squares) = evicted;
            let [first, second] = places(key);
            place = if place == first { second } else { first };
            evictions += 1;
        }
        table.entries += 1;
    }

    /// Whether a piece of the kind with index `kind` goes from `a` to `b` on an empty board
    /// and back again.
    const fn reaches(kind: usize, a: usize, b: usize) -> bool {
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        let straight = files == 0 || ranks == 0;
        let diagonal = files == ranks;
        const KNIGHT: usize = PieceKind::Knight as usize;
        const BISHOP: usize = PieceKind::Bishop as usize;
        const ROOK: usize = PieceKind::Rook as usize;
        const QUEEN: usize = PieceKind::Queen as usize;
        const KING: usize = PieceKind::King as usize;
        match kind {
            KNIGHT => files * ranks == 2,
            BISHOP => diagonal,
            ROOK => straight,
            QUEEN => straight || diagonal,
            KING => files <= 1 && ranks <= 1,
            _ => false,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn every_reversible_move_is_found() {
            assert_eq!(TABLE.entries, 3668);
            assert_eq!(TABLE.keys.iter().filter(|&&key| key != 0).count(), 3668);
            for (key, [a, b]) in TABLE.keys.into_iter().zip(TABLE.squares) {
                if key != 0 {
                    let squares = [a, b].map(|square| Square::from_index(usize::from(square)));
                    assert_eq!(find(key), Some(squares.into()));
                }
            }
            assert_eq!(find(0), None);
            assert_eq!(find(1), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserving_makes_room_and_forgets_nothing() {
        let mut history = KeyHistory::new();
        history.push(1);
        history.reserve(300);
        let room = history.keys.capacity();
        assert!(room >= 301, "{room}");
        (0..300).for_each(|key| history.push(key));
        assert_eq!((history.len(), history.keys.capacity()), (301, room));
        assert_eq!((history.back(301), history.back(1)), (1, 299));
    }
}
