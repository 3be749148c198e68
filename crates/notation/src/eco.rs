//! Names of openings, with the codes of the Encyclopaedia of Chess Openings (ECO), A00 to E99.
//!
//! The table has at least one line for each code. Openings are found by position, whatever the order of the moves.
//!
//! # Examples
//!
//! ```
//! use bartizan_notation::eco::OpeningTable;
//! use bartizan_notation::{board::Position, game::Game, parse_moves};
//!
//! let table = OpeningTable::new();
//! let start = Position::startpos();
//! let game = Game::from_moves(start.clone(), parse_moves(&start, "1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 a5")?)?;
//! let opening = table.classify(game.positions()).expect("it is known");
//! assert_eq!((opening.code, opening.name), ("D37", "Queen's Gambit Declined: Three Knights"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::parse_moves;
use alloc::vec::Vec;
use board::Position;

/// Code, name and moves in SAN, with tabs between them.
const LINES: &str = include_str!("../data/eco.tsv");

/// An opening.
///
/// ```
/// use bartizan_notation::eco::{Opening, openings};
///
/// let najdorf: Opening = openings().find(|opening| opening.code == "B90").expect("every code is there");
/// assert!(najdorf.name.starts_with("Sicilian") && najdorf.moves.starts_with("e4 c5"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Opening {
    /// `A00` to `E99`.
    pub code: &'static str,
    /// The name, with that of the variation behind a colon.
    pub name: &'static str,
    /// A line that leads to it, in SAN without numbers.
    pub moves: &'static str,
}

/// All openings of the table, by code.
///
/// ```
/// use bartizan_notation::eco::openings;
///
/// let italian = openings().find(|opening| opening.name == "Italian Game").expect("it is there");
/// assert_eq!((italian.code, italian.moves), ("C50", "e4 e5 Nf3 Nc6 Bc4"));
/// ```
pub fn openings() -> impl Iterator<Item = Opening> {
    LINES.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some(Opening { code: fields.next()?, name: fields.next()?, moves: fields.next()? })
    })
}

/// The openings by position. Making it plays all their moves, which takes some milliseconds.
///
/// ```
/// use bartizan_notation::{board::Position, eco::OpeningTable, game::Game, parse_moves};
///
/// let start = Position::startpos();
/// let game = Game::from_moves(start.clone(), parse_moves(&start, "e4 c5 Nf3 a5")?)?;
/// let (table, c5) = (OpeningTable::new(), game.positions().nth(2));
/// assert_eq!(table.classify(game.positions()).map(|opening| opening.code), Some("B27"));
/// assert_eq!(c5.and_then(|position| table.find(&position)).map(|opening| opening.code), Some("B20"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningTable {
    /// By the key of the position.
    openings: Vec<(u64, Opening)>,
}

impl OpeningTable {
    /// The table.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::eco::OpeningTable;
    ///
    /// let table = OpeningTable::new();
    /// assert_eq!(table.find(&Position::startpos()), None);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        let start = Position::startpos();
        let keyed = openings().filter_map(|opening| {
            let moves = parse_moves(&start, opening.moves).ok()?;
            let position = moves.iter().fold(start.clone(), |at, &mv| at.make(mv));
            Some((position.key(), opening))
        });
        let mut openings: Vec<_> = keyed.collect();
        openings.sort_unstable_by_key(|&(key, _)| key);
        Self { openings }
    }

    /// The opening that a position is the end of.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::eco::OpeningTable;
    /// use bartizan_notation::parse_moves;
    ///
    /// let (table, mut position) = (OpeningTable::new(), Position::startpos());
    /// for mv in parse_moves(&position, "Nf3 Nc6 e4 e5 Bc4")? {
    ///     position = position.make(mv);
    /// }
    /// // By another order of moves.
    /// assert_eq!(table.find(&position).map(|opening| opening.name), Some("Italian Game"));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Opening> {
        let index = self.openings.binary_search_by_key(&position.key(), |&(key, _)| key).ok()?;
        Some(self.openings[index].1)
    }

    /// The opening of a game: that of the last of its positions which has one.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::eco::OpeningTable;
    /// use bartizan_notation::game::Game;
    /// use bartizan_notation::parse_moves;
    ///
    /// let start = Position::startpos();
    /// let game = Game::from_moves(start.clone(), parse_moves(&start, "e4 e5 Nf3 Nc6 Bc4 a5 a4")?)?;
    /// // The last moves are in no book.
    /// let opening = OpeningTable::new().classify(game.positions());
    /// assert_eq!(opening.map(|opening| opening.code), Some("C50"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classify(&self, positions: impl IntoIterator<Item = Position>) -> Option<Opening> {
        positions.into_iter().filter_map(|position| self.find(&position)).last()
    }
}

impl Default for OpeningTable {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_san;
    use std::collections::HashSet;

    /// All lines are legal and written exactly, every code has one, no position has two.
    #[test]
    #[cfg_attr(miri, ignore = "plays hundreds of lines")]
    fn the_table_is_complete() {
        let (mut codes, mut keys) = (HashSet::new(), HashSet::new());
        let mut last = "A00";
        for opening in openings() {
            assert!(last <= opening.code, "{opening:?} is not in its place");
            last = opening.code;
            let mut position = Position::startpos();
            let moves = parse_moves(&position, opening.moves).expect(opening.moves);
            let written: Vec<_> = moves
                .into_iter()
                .map(|mv| {
                    let san = to_san(&position, mv);
                    position = position.make(mv);
                    san
                })
                .collect();
            assert_eq!(written.join(" "), opening.moves);
            assert!(keys.insert(position.key()), "{opening:?} has the position of another");
            codes.insert(opening.code);
        }
        for (letter, number) in "ABCDE".chars().flat_map(|c| (0..100).map(move |n| (c, n))) {
            assert!(codes.contains(format!("{letter}{number:02}").as_str()), "{letter}{number:02}");
        }
        assert_eq!(codes.len(), 500);
        assert_eq!(OpeningTable::new().openings.len(), openings().count());
    }

    #[test]
    #[cfg_attr(miri, ignore = "plays hundreds of lines")]
    fn openings_are_found_by_position() {
        let (table, start) = (OpeningTable::new(), Position::startpos());
        assert_eq!(table.find(&start), None);
        for (moves, code) in [
            ("", None),
            ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h3", Some("B90")),
            ("d4 e6 e4 d5", Some("C00")),
            ("Nf3 Nf6 c4 g6 Nc3 Bg7 d4", Some("E61")),
            ("Na3 Na6 Nb1 Nb8 e4 e5 Bb5 Nc6 Nf3", Some("C60")),
        ] {
            let mut position = start.clone();
            let mut positions = vec![position.clone()];
            for mv in parse_moves(&start, moves).expect("legal moves") {
                position = position.make(mv);
                positions.push(position.clone());
            }
            assert_eq!(table.classify(positions).map(|opening| opening.code), code, "{moves}");
        }
    }
}
