//! Repetition detection: the Zobrist keys of earlier positions of the game and the search path, repetitions
//! of the current position, and upcoming repetitions.

use crate::{Position, attacks, zobrist};
use alloc::vec::Vec;

/// Keys of earlier positions, oldest first, in game and search alike.
///
/// The key of a position is pushed before a move or null move is made in it, and popped when that move is
/// undone. The current position is not in the history. [`Position::reversible_plies`] limits how far back
/// a repetition can be: not beyond an irreversible move or a null move.
///
/// ```
/// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
///
/// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
/// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
/// for (from, to) in [(g1, f3), (g8, f6), (f3, g1), (f6, g8)] {
///     history.push(position.key());
///     position = position.make(Move::new(from, to, MoveFlag::QUIET));
/// }
/// assert_eq!(history.occurrences(&position), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// No earlier positions.
    ///
    /// ```
    /// use bartizan_board::KeyHistory;
    ///
    /// assert!(KeyHistory::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Reserves capacity for `plies` more keys, so that pushing that many does not allocate.
    ///
    /// ```
    /// use bartizan_board::KeyHistory;
    ///
    /// let mut history = KeyHistory::new();
    /// history.reserve(128);
    /// assert_eq!(history.len(), 0);
    /// ```
    pub fn reserve(&mut self, plies: usize) {
        self.keys.reserve(plies);
    }

    /// Appends the key of the position in which a move is about to be made.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
    ///
    /// let (mut history, start) = (KeyHistory::new(), Position::startpos());
    /// history.push(start.key());
    /// let next = start.make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// assert_eq!((history.len(), history.occurrences(&next)), (1, 0));
    /// ```
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the latest key, if there is one.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Position};
    ///
    /// let mut history = KeyHistory::new();
    /// history.push(Position::startpos().key());
    /// history.pop();
    /// assert!(history.is_empty());
    /// ```
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The number of keys.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Position};
    ///
    /// let mut history = KeyHistory::new();
    /// history.push(Position::startpos().key());
    /// assert_eq!(history.len(), 1);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no key.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Position};
    ///
    /// let mut history = KeyHistory::new();
    /// assert!(history.is_empty());
    /// history.push(Position::startpos().key());
    /// assert!(!history.is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Removes all but the oldest `len` keys.
    ///
    /// ```
    /// use bartizan_board::KeyHistory;
    ///
    /// let mut history = KeyHistory::new();
    /// (0..40).for_each(|key| history.push(key));
    /// history.truncate(10);
    /// assert_eq!(history.len(), 10);
    /// ```
    pub fn truncate(&mut self, len: usize) {
        self.keys.truncate(len);
    }

    /// Whether the search may score `position`, which is `ply` plies from the root, as a draw by
    /// repetition: the position has occurred once after the root (less than `ply` plies ago, so that the
    /// root itself does not count), or twice before anywhere (threefold repetition).
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
    /// for (from, to) in [(g1, f3), (g8, f6), (f3, g1), (f6, g8)] {
    ///     history.push(position.key());
    ///     position = position.make(Move::new(from, to, MoveFlag::QUIET));
    /// }
    /// // The starting position is here again: below the root of a search a draw, at the root itself not yet.
    /// assert!(history.is_repetition(&position, 5) && !history.is_repetition(&position, 4));
    /// ```
    pub fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let max_distance = self.max_distance(position);
        let mut earlier = self.occurrence_distances(position.key(), 0, max_distance);
        match earlier.next() {
            Some(distance) => distance < ply || earlier.next().is_some(),
            None => false,
        }
    }

    /// The number of earlier occurrences of `position`, the current one not counted. Two make a threefold
    /// repetition.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
    /// for (from, to) in [(g1, f3), (g8, f6), (f3, g1), (f6, g8)].repeat(2) {
    ///     history.push(position.key());
    ///     position = position.make(Move::new(from, to, MoveFlag::QUIET));
    /// }
    /// assert_eq!(history.occurrences(&position), 2);
    /// ```
    pub fn occurrences(&self, position: &Position) -> usize {
        let max_distance = self.max_distance(position);
        self.occurrence_distances(position.key(), 0, max_distance).count()
    }

    /// Whether `position` or an earlier one since the last irreversible move has occurred twice.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
    /// for (from, to) in [(g1, f3), (g8, f6), (f3, g1), (f6, g8), (Square::B1, Square::C3)] {
    ///     history.push(position.key());
    ///     position = position.make(Move::new(from, to, MoveFlag::QUIET));
    /// }
    /// // Not this position, but one before it.
    /// assert!(history.has_repetition(&position) && history.occurrences(&position) == 0);
    /// ```
    pub fn has_repetition(&self, position: &Position) -> bool {
        let mut keys = self.keys[self.keys.len() - self.max_distance(position)..].to_vec();
        keys.push(position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Upcoming repetition: whether the side to move can repeat an earlier position by one reversible move,
    /// so that its score is at least a draw. `ply` is the distance of `position` from the root. An earlier
    /// position at the root or before it counts only if it has itself occurred before, as in
    /// [`KeyHistory::is_repetition`] one ply later.
    ///
    /// Source: M. van Kervinck, "Upcoming repetition detection" (2013). The keys of two positions that one
    /// reversible move connects differ by a value that depends on that move alone, and all such values are
    /// in a small cuckoo hash table.
    ///
    /// ```
    /// use bartizan_board::{KeyHistory, Move, MoveFlag, Position, Square};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
    /// for (from, to) in [(g1, f3), (g8, f6), (f3, g1)] {
    ///     history.push(position.key());
    ///     position = position.make(Move::new(from, to, MoveFlag::QUIET));
    /// }
    /// // The knight of Black can go back to g8.
    /// assert!(history.has_upcoming_repetition(&position, 4));
    /// ```
    pub fn has_upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let max_distance = self.max_distance(position);
        if max_distance < 3 {
            return false;
        }
        let key = position.key();
        // The key difference made by the opponent's moves since then. It must be zero, since one move of
        // ours is to lead back.
        let mut opponent_diff = key ^ self.key_before(1) ^ zobrist::side();
        for distance in (3..=max_distance).step_by(2) {
            let earlier = self.key_before(distance);
            opponent_diff ^= self.key_before(distance - 1) ^ earlier ^ zobrist::side();
            if opponent_diff != 0 {
                continue;
            }
            let Some((a, b)) = cuckoo::lookup(key ^ earlier) else {
                continue;
            };
            let is_free = (attacks::between(a, b) & position.occupied()).is_empty();
            let mut before = self.occurrence_distances(earlier, distance, max_distance);
            if is_free && (distance < ply || before.next().is_some()) {
                return true;
            }
        }
        false
    }

    /// The greatest distance in plies at which this position can have occurred.
    #[inline]
    fn max_distance(&self, position: &Position) -> usize {
        position.reversible_plies().min(self.keys.len())
    }

    /// The key of the position `distance` plies ago; `distance` is from 1 to the length.
    #[inline]
    fn key_before(&self, distance: usize) -> u64 {
        self.keys[self.keys.len() - distance]
    }

    /// The distances up to `max` at which `key` occurs, nearest first, for a position that is
    /// itself `from` plies ago. A repetition takes at least four plies.
    #[inline]
    fn occurrence_distances(
        &self,
        key: u64,
        from: usize,
        max: usize,
    ) -> impl Iterator<Item = usize> {
        (from + 4..=max).step_by(2).filter(move |&distance| self.key_before(distance) == key)
    }
}

/// Cuckoo hash table of all reversible moves of the pieces on an empty board, by their key difference.
///
/// An entry is in one of two slots, so a lookup reads two. A move and its reverse are one entry; pawns
/// have none.
mod cuckoo {
    use super::zobrist;
    use crate::{Bitboard, Piece, PieceKind, Square, attacks};

    const SIZE: usize = 8192;

    struct CuckooTable {
        /// Key differences; 0 in an empty slot.
        keys: [u64; SIZE],
        /// The two squares of the move, the lower one first.
        squares: [[u8; 2]; SIZE],
        entries: usize,
    }

    static CUCKOO: CuckooTable = build();

    /// The two slots of an entry.
    const fn slots(key: u64) -> [usize; 2] {
        [key as usize % SIZE, (key >> 16) as usize % SIZE]
    }

    /// The two squares of the reversible move with this key difference, if there is one.
    #[inline]
    pub(super) fn lookup(key: u64) -> Option<(Square, Square)> {
        let slot = slots(key).into_iter().find(|&slot| CUCKOO.keys[slot] == key)?;
        let [a, b] = CUCKOO.squares[slot];
        (key != 0).then(|| (Square::from_index(usize::from(a)), Square::from_index(usize::from(b))))
    }

    const fn build() -> CuckooTable {
        let mut table = CuckooTable { keys: [0; SIZE], squares: [[0; 2]; SIZE], entries: 0 };
        let mut piece = 0;
        while piece < Piece::ALL.len() {
            let mut a = 0;
            while a < 64 {
                let from = Square::from_index(a);
                let (diagonal, straight) = (attacks::bishop_rays(from), attacks::rook_rays(from));
                let targets = match Piece::ALL[piece].kind() {
                    PieceKind::Pawn => Bitboard::EMPTY,
                    PieceKind::Knight => attacks::knight(from),
                    PieceKind::Bishop => diagonal,
                    PieceKind::Rook => straight,
                    PieceKind::Queen => Bitboard(diagonal.0 | straight.0),
                    PieceKind::King => attacks::king(from),
                };
                // The higher squares, so that a move and its reverse are one entry.
                let mut targets = targets.0 & !1 << a;
                while targets != 0 {
                    let b = targets.trailing_zeros();
                    let key = zobrist::piece(Piece::ALL[piece], from)
                        ^ zobrist::piece(Piece::ALL[piece], Square::from_index(b as usize))
                        ^ zobrist::side();
                    insert(&mut table, key, [a as u8, b as u8]);
                    targets &= targets - 1;
                }
                a += 1;
            }
            piece += 1;
        }
        table
    }

    /// Puts an entry in its first slot; an entry that was there moves to its own other slot, and so on.
    /// Keys that do not fit into the table are a compile error.
    const fn insert(table: &mut CuckooTable, mut key: u64, mut squares: [u8; 2]) {
        let mut slot = slots(key)[0];
        let mut evictions = 0;
        while key != 0 {
            assert!(evictions < SIZE, "the keys do not fit into the cuckoo table");
            let evicted = (table.keys[slot], table.squares[slot]);
            table.keys[slot] = key;
            table.squares[slot] = squares;
            (key, squares) = evicted;
            let [first, second] = slots(key);
            slot = if slot == first { second } else { first };
            evictions += 1;
        }
        table.entries += 1;
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn cuckoo_table_holds_every_reversible_move() {
            assert_eq!(CUCKOO.entries, 3668);
            assert_eq!(CUCKOO.keys.iter().filter(|&&key| key != 0).count(), 3668);
            for (key, [a, b]) in CUCKOO.keys.into_iter().zip(CUCKOO.squares) {
                if key != 0 {
                    let squares = [a, b].map(|square| Square::from_index(usize::from(square)));
                    assert_eq!(lookup(key), Some(squares.into()));
                }
            }
            assert_eq!(lookup(0), None);
            assert_eq!(lookup(1), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserve_allocates_once_and_keeps_keys() {
        let mut history = KeyHistory::new();
        history.push(1);
        history.reserve(300);
        let capacity = history.keys.capacity();
        assert!(capacity >= 301, "{capacity}");
        (0..300).for_each(|key| history.push(key));
        assert_eq!((history.len(), history.keys.capacity()), (301, capacity));
        assert_eq!((history.key_before(301), history.key_before(1)), (1, 299));
    }
}
