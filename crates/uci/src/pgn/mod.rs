//! Games in PGN (Portable Game Notation): reading what the standard and its common dialects allow, and
//! writing the export format.

mod read;
mod token;
mod write;

pub use read::{PgnError, read_games};

use crate::setup::{self, Repaired};
use crate::style::printable;
use board::{FenError, Move, Position};

/// The text of a PGN file: UTF-8, or else Latin-1, the encoding of the standard.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    let latin1 = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
    String::from_utf8(bytes).unwrap_or_else(|error| latin1(error.into_bytes()))
}

/// A game with its annotations. The moves are legal, each in the position after those before it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The line in its file where it begins, from 1.
    pub line: usize,
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// What follows it.
    pub annotations: Vec<Annotation>,
}

/// What may follow a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// Numeric annotation glyph, such as 2 for a mistake.
    Nag(u8),
    /// A comment, without its braces.
    Comment(String),
    /// A variation without its brackets, as text.
    Variation(String),
}

impl PgnGame {
    /// A game without moves from a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let (tags, comments, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { line: 1, tags, start, comments, moves, result: "*".to_owned() }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, at the end where it is new.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The positions of the game, one more than moves.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for played in &self.moves {
            positions.push(positions[positions.len() - 1].make(played.mv));
        }
        positions
    }

    /// Who played whom, for people. Control characters are replaced.
    #[must_use]
    pub fn title(&self) -> String {
        let name = |tag| self.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?");
        let mut title = format!("{} - {}", name("White"), name("Black"));
        for tag in ["Event", "Date"] {
            let known = self.tag(tag).filter(|value| !value.is_empty() && !value.starts_with('?'));
            if let Some(value) = known {
                title.push_str(&format!(", {value}"));
            }
        }
        printable(&title)
    }
}

/// The position that tags say a game starts from.
fn start_position(tags: &[(String, String)]) -> Result<Position, FenError> {
    let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.as_str());
    setup::position_or_start(fen.unwrap_or_default()).map(|Repaired { value, .. }| value)
}
