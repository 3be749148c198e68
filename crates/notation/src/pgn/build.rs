//! Builds a game as a tree.

use super::{Annotation, Nag, PgnError, PgnGame, PgnMove, Played, ReadError, Reader, TagValue};
use super::{Variation, Visitor};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use board::Position;
use core::mem;
use core::ops::ControlFlow::{self, Continue};

/// Makes a [`PgnGame`] of each game.
///
/// # Examples
///
/// ```
/// use bartizan_notation::pgn::{GameBuilder, Reader};
///
/// let mut reader = Reader::from_text("1. e4 {best  by test} (1. d4) 1... e5 *");
/// let game = reader.read_game(&mut GameBuilder::exact())?.ok_or("no game")?;
/// assert_eq!(game.moves[0].comments().next(), Some("best  by test"));
/// assert_eq!(game.moves[0].variations().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameBuilder {
    game: PgnGame,
    /// The variations that are not closed, from the outer to the inner.
    open: Vec<Variation>,
    exact: bool,
}

impl Default for GameBuilder {
    fn default() -> Self {
        Self { game: PgnGame::new(Position::startpos()), open: Vec::new(), exact: false }
    }
}

impl GameBuilder {
    /// One that makes a single space of the white space inside comments.
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, Reader};
    ///
    /// let mut reader = Reader::from_text("1. e4 {a  b\nc} *");
    /// let game = reader.read_game(&mut GameBuilder::new())?.ok_or("no game")?;
    /// assert_eq!(game.moves[0].comments().next(), Some("a b c"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One that leaves comments as they are, empty ones too.
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, Reader};
    ///
    /// let mut reader = Reader::from_text("1. e4 {a  b\nc} *");
    /// let game = reader.read_game(&mut GameBuilder::exact())?.ok_or("no game")?;
    /// assert_eq!(game.moves[0].comments().next(), Some("a  b\nc"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exact() -> Self {
        Self { exact: true, ..Self::default() }
    }

    fn line(&mut self) -> (&mut Vec<String>, &mut Vec<PgnMove>) {
        match self.open.last_mut() {
            Some(line) => (&mut line.comments, &mut line.moves),
            None => (&mut self.game.comments, &mut self.game.moves),
        }
    }
}

impl Visitor for GameBuilder {
    type Output = PgnGame;

    fn begin_game(&mut self) {
        self.game = PgnGame::new(Position::startpos());
        self.open.clear();
    }

    fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<PgnGame> {
        self.game.set_tag(name, value.decode());
        Continue(())
    }

    fn begin_moves(&mut self, start: &Position) -> ControlFlow<PgnGame> {
        self.game.start = start.clone();
        Continue(())
    }

    fn played(&mut self, played: Played<'_>) -> ControlFlow<PgnGame> {
        self.line().1.push(PgnMove { mv: played.mv, annotations: Vec::new() });
        Continue(())
    }

    fn comment(&mut self, text: &str) -> ControlFlow<PgnGame> {
        let text = if self.exact { text.to_owned() } else { one_line(text) };
        if self.exact || !text.is_empty() {
            let (comments, moves) = self.line();
            match moves.last_mut() {
                Some(last) => last.annotations.push(Annotation::Comment(text)),
                None => comments.push(text),
            }
        }
        Continue(())
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<PgnGame> {
        if let Some(last) = self.line().1.last_mut() {
            last.annotations.push(Annotation::Nag(nag.0));
        }
        Continue(())
    }

    fn enter_variation(&mut self) -> bool {
        true
    }

    fn begin_variation(&mut self) -> ControlFlow<PgnGame> {
        self.open.push(Variation::default());
        Continue(())
    }

    fn end_variation(&mut self) -> ControlFlow<PgnGame> {
        let variation = self.open.pop().map(Annotation::Variation);
        if let Some(last) = self.line().1.last_mut() {
            last.annotations.extend(variation);
        }
        Continue(())
    }

    fn result(&mut self, result: &str) -> ControlFlow<PgnGame> {
        result.clone_into(&mut self.game.result);
        Continue(())
    }

    fn end_game(&mut self) -> PgnGame {
        mem::replace(&mut self.game, PgnGame::new(Position::startpos()))
    }
}

/// A text with single spaces for all its white space.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        line.extend([if line.is_empty() { "" } else { " " }, word]);
    }
    line
}

/// The games of a PGN file that is in memory. [`Reader`] reads one after the other.
///
/// # Examples
///
/// ```
/// use bartizan_notation::pgn::read_games;
///
/// let games = read_games("1. e4 e5 1-0\n\n1. d4 Nf9 *");
/// assert_eq!(games[0].as_ref().map(|game| game.moves.len()), Ok(2));
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(),
///     "line 3: 'Nf9': this is not a move in the expected notation");
/// ```
#[must_use]
pub fn read_games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    let mut games = Vec::new();
    for game in Reader::from_text(text).games() {
        match game {
            Ok(game) => games.push(Ok(game)),
            Err(ReadError::Game(error)) => games.push(Err(error)),
            // A text in memory has neither faults of files nor a limit.
            Err(_) => break,
        }
    }
    games
}
