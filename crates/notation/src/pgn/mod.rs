//! Games in PGN (Portable Game Notation): reading what the standard and its common dialects allow, writing the export
//! format and other styles.
//!
//! | task | with |
//! |---|---|
//! | a file of any size, game by game | [`Reader`] with a [`Visitor`], or [`Reader::games`] for trees |
//! | moves as they are written, legal or not | [`Reader::raw`] |
//! | a game found again | [`Reader::offset`], [`Reader::seek`] |
//! | a text in memory | [`read_games`] |
//! | a game as a tree | [`PgnGame`], [`PgnMove`], [`Variation`] |
//! | clocks, evaluations, arrows | [`comment`], [`PgnMove::clock`] |
//! | glyphs | [`Nag`] |
//! | writing | [`PgnGame::display`] with a [`PgnStyle`], [`PgnWriter`] without a tree |
//!
//! # Examples
//!
//! The games of a file, one after the other:
//!
//! ```
//! use bartizan_notation::pgn::Reader;
//!
//! let file = &b"[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 1-0"[..]; // or File::open("games.pgn")?
//! let mut moves = 0;
//! for game in Reader::new(file).games() {
//!     let game = game?;
//!     if game.tag("White") == Some("Morphy") {
//!         moves += game.moves.len();
//!     }
//! }
//! assert_eq!(moves, 4);
//! # Ok::<(), bartizan_notation::pgn::ReadError>(())
//! ```
//!
//! Millions of games without a tree of each: [`Reader`] counts positions, [`Visitor`] filters by tags,
//! [`PgnGame::from_moves`] makes a tree of variations.

mod annotations;
mod build;
pub mod comment;
mod error;
mod game;
mod nag;
mod raw;
#[cfg(test)]
mod raw_tests;
mod read;
mod record;
#[cfg(test)]
mod seek_tests;
mod skip;
mod source;
mod standard;
#[cfg(test)]
mod stream_tests;
mod tags;
#[cfg(test)]
mod tests;
mod time_control;
mod token;
mod tree;
mod visitor;
mod word;
mod write;

pub use crate::decode;
pub use build::{GameBuilder, read_games};
pub use error::{PgnError, PgnErrorCause, ReadError};
pub use nag::Nag;
pub use raw::Written;
pub use read::Reader;
pub use source::{Bytes, Source};
pub use tags::TagValue;
pub use time_control::{TimeControl, TimeControlError, TimePart};
pub use tree::{line_positions, promote_variation};
pub use visitor::{Played, Visitor};
pub use write::{PgnStyle, PgnWriter, Styled};

use crate::text::printable;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Move, Position};

/// A game with its annotations. The moves are legal, each in the position after those before it.
///
/// ```
/// use bartizan_notation::pgn::PgnGame;
/// use bartizan_notation::{board::Position, parse_move};
///
/// let mut game = PgnGame::new(Position::startpos());
/// game.set_tag("White", "Morphy");
/// game.push(parse_move(&game.end(), "e4")?)?;
/// game.result = "1-0".to_owned();
/// assert_eq!((game.tag("white"), game.is_chess960()), (Some("Morphy"), false));
/// assert_eq!((game.positions().len(), game.title().as_str()), (2, "Morphy - ?"));
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The line in its file where it begins, from 1.
    pub line: usize,
    /// Names and values of the tags, in their order and as they were read, without escapes.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Nag, Variation, read_games};
    ///
    /// let mut game = read_games("1. e4 {a} (1. d4) (1. c4) e5 *").remove(0)?;
    /// let first = &mut game.moves[0];
    /// first.add_nag(Nag::GOOD_MOVE);
    /// first.add_comment("b");
    /// assert!(first.nags().eq([Nag::GOOD_MOVE]) && first.comments().eq(["a", "b"]));
    /// first.swap_variations(0, 1);
    /// assert_eq!(first.remove_variation(1).map(|line| line.moves.len()), Some(1));
    /// assert!(game.to_string().ends_with("1. e4 $1 { a } { b } (1. c4) 1... e5 *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of the main line or of a variation.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::parse_move;
/// use bartizan_notation::pgn::{Nag, PgnGame, PgnMove};
///
/// let start = Position::startpos();
/// let mut first = PgnMove::from(parse_move(&start, "e4")?);
/// first.add_nag(Nag::GOOD_MOVE);
/// let game = PgnGame { moves: vec![first], ..PgnGame::new(start) };
/// assert!(game.to_string().ends_with("\n1. e4 $1 *\n"));
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move; nothing for a null move, `--`, which is played out of check only.
    pub mv: Option<Move>,
    /// What follows it.
    pub annotations: Vec<Annotation>,
}

/// What may follow a move.
///
/// ```
/// use bartizan_notation::pgn::{Annotation, read_games};
///
/// let game = read_games("1. e4! {good} (1. d4) *").remove(0)?;
/// let [Annotation::Nag(1), Annotation::Comment(text), Annotation::Variation(line)] =
///     &game.moves[0].annotations[..]
/// else {
///     panic!("three annotations")
/// };
/// assert_eq!((text.as_str(), line.moves.len()), ("good", 1));
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
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
///
/// ```
/// use bartizan_notation::pgn::{Variation, read_games};
///
/// let game = read_games("1. e4 ({or} 1. d4 d5) *").remove(0)?;
/// let line: &Variation = game.moves[0].variations().next().expect("a variation");
/// assert_eq!((line.comments.len(), line.moves.len()), (1, 2));
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::parse_move;
    /// use bartizan_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new(Position::startpos());
    /// game.push(parse_move(&game.end(), "e4")?)?;
    /// assert!(game.to_string().starts_with("[Event \"?\"]\n") && game.to_string().ends_with("\n1. e4 *\n"));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    #[must_use]
    pub fn new(start: Position) -> Self {
        let (tags, comments, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { line: 1, tags, start, comments, moves, result: "*".to_owned() }
    }

    /// The value of a tag, whose name may be in any case.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("[White \"Morphy\"]\n\n1. e4 *").remove(0)?;
    /// assert_eq!((game.tag("WHITE"), game.tag("Black")), (Some("Morphy"), None));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        self.tags.iter().find(same).map(|(_, value)| value.as_str())
    }

    /// Whether the tag `Variant` says so.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let array = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    /// let text = format!("[Variant \"Chess960\"]\n[FEN \"{array}\"]\n\n*");
    /// assert!(read_games(&text).remove(0)?.is_chess960());
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.tag("Variant").is_some_and(tags::is_chess960)
    }

    /// Sets a tag, at the end where it is new.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new(Position::startpos());
    /// game.set_tag("White", "A");
    /// game.set_tag("white", "B");
    /// assert_eq!(game.tags, [("White".to_owned(), "B".to_owned())]);
    /// ```
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The positions of the game, one more than moves.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let positions = read_games("1. e4 e5 *").remove(0)?.positions();
    /// assert_eq!((positions.len(), &positions[0]), (3, &Position::startpos()));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for played in &self.moves {
            positions.push(after(&positions[positions.len() - 1], played.mv));
        }
        positions
    }

    /// Who played whom, for people. Control characters are replaced.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let text = "[White \"Morphy\"]\n[Black \"Allies\"]\n[Date \"1858.??.??\"]\n\n1. e4 *";
    /// assert_eq!(read_games(text).remove(0)?.title(), "Morphy - Allies, 1858.??.??");
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
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
#[inline]
fn after(position: &Position, mv: Option<Move>) -> Position {
    mv.map_or_else(|| position.make_null(), |mv| position.make(mv))
}
