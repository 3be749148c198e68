//! Games in PGN (Portable Game Notation): reading what the standard and its common dialects allow, and
//! writing the export format.

mod read;
mod tags;
#[cfg(test)]
mod tests;
mod token;
mod word;
mod write;

pub use crate::decode;
pub use read::{PgnError, PgnErrorCause, read_games};

use crate::repair::{self, Repaired};
use crate::text::printable;
use board::{FenError, Move, Position};

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

/// A move of the main line or of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move; nothing for a null move, `--`, which is played out of check only.
    pub mv: Option<Move>,
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
    /// A line in place of the move.
    Variation(Variation),
}

/// A line that was not played. It has a move at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

impl From<Move> for PgnMove {
    /// The move without annotations.
    fn from(mv: Move) -> Self {
        Self { mv: Some(mv), annotations: Vec::new() }
    }
}

impl PgnGame {
    /// A game without moves from a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let (tags, comments, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { line: 1, tags, start, comments, moves, result: "*".to_owned() }
    }

    /// The value of a tag, whose name may be in any case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        self.tags.iter().find(same).map(|(_, value)| value.as_str())
    }

    /// Whether the tag `Variant` says so.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.tag("Variant").is_some_and(tags::is_chess960)
    }

    /// Sets a tag, at the end where it is new.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The positions of the game, one more than moves.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for played in &self.moves {
            positions.push(after(&positions[positions.len() - 1], played.mv));
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

/// The position after a move or a null move.
fn after(position: &Position, mv: Option<Move>) -> Position {
    mv.map_or_else(|| position.make_null(), |mv| position.make(mv))
}

/// The position that the tags of a game say it starts from.
fn start_position(game: &PgnGame) -> Result<Position, FenError> {
    let fen = game.tag("FEN").unwrap_or_default();
    repair::position_or_start(fen).map(|Repaired { value, .. }| value)
}
