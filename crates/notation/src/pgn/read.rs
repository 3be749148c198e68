//! Reads games one after the other. One that is malformed is an error of its own; those after it are read.

use super::game::Stop;
use super::record::Scratch;
use super::source::Window;
use super::token::{Cursor, Token, Tokens};
use super::{Bytes, GameBuilder, PgnError, PgnGame, ReadError, Source, TagValue, Visitor};
use crate::known_result;
use alloc::borrow::ToOwned;
use board::Position;
use core::ops::ControlFlow;

/// Longest game that a reader of files takes, in bytes.
const LIMIT: usize = 16 << 20;

/// Where a text begins.
const START: Cursor = Cursor { at: 0, line: 1, breaks: 1, close: 0 };

/// Reads games from a file or text, whatever its size: one game is in memory at a time.
///
/// It takes what the standard allows and the dialects that occur, in UTF-8 with or without a byte order mark, UTF-16
/// with one, Latin-1 and Windows-1252. A file should not be in a `BufReader`: the reader has a buffer.
///
/// # Examples
///
/// The positions of all games of a file of any size, with the games that cannot be read left out:
///
/// ```
/// use bartizan_notation::pgn::{Played, ReadError, Reader, Visitor};
/// use std::ops::ControlFlow;
///
/// struct Counter(u64);
///
/// impl Visitor for Counter {
///     type Output = ();
///
///     fn played(&mut self, played: Played<'_>) -> ControlFlow<()> {
///         self.0 += u64::from(!played.after.in_check());
///         ControlFlow::Continue(())
///     }
///
///     fn end_game(&mut self) {}
/// }
///
/// # let file = &b"1. e4 e5 1-0\n\n1. d4 Nf9 *\n\n1. f3 e5 2. g4 Qh4# 0-1"[..];
/// // let file = std::fs::File::open("games.pgn")?;
/// let (mut reader, mut counter) = (Reader::new(file), Counter(0));
/// loop {
///     match reader.read_game(&mut counter) {
///         Ok(Some(())) | Err(ReadError::Game(_)) => {}
///         Ok(None) => break,
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(counter.0, 2 + 1 + 3);
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    pub(super) window: Window<S>,
    pub(super) cursor: Cursor,
    /// What was found at a place, and where it ends.
    pub(super) peeked: Option<(usize, Token, Cursor)>,
    /// Where the game begins, in the text and in the file.
    pub(super) begin: usize,
    pub(super) line: usize,
    /// Where it began in the file, once its text is forgotten.
    pub(super) gone: Option<u64>,
    /// Whether moves are not played.
    pub(super) is_raw: bool,
    pub(super) scratch: Scratch,
    pub(super) startpos: Position,
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Reader<R> {
    /// A reader of a file, or of anything else that can be read. A game may have 16 MiB.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let file = "1. e4 e5 *\n".as_bytes(); // or std::fs::File::open("games.pgn")?
    /// assert_eq!(Reader::new(file).games().count(), 1);
    /// ```
    #[must_use]
    pub fn new(file: R) -> Self {
        Self::from_source(file)
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read + std::io::Seek> Reader<R> {
    /// Goes on with the game that begins at an [`offset`](Reader::offset) of the file. Lines are counted from there.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new(std::io::Cursor::new("1. e4 *\n\n1. d4 d5 *\n"));
    /// reader.seek(9)?;
    /// assert_eq!(reader.games().next().ok_or("no game")??.moves.len(), 2);
    /// reader.seek(0)?;
    /// assert_eq!(reader.games().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the file, after which there is no game up to the next call.
    pub fn seek(&mut self, offset: u64) -> std::io::Result<()> {
        (self.cursor, self.peeked, self.gone) = (START, None, None);
        (self.begin, self.line) = (START.at, START.line);
        self.window.seek(offset)
    }
}

impl<'a> Reader<Bytes<'a>> {
    /// A reader of a file that is in memory.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// // Latin-1: the byte 0xe9 is é.
    /// let mut reader = Reader::from_bytes(b"[White \"Andr\xe9\"]\n\n1. e4 *");
    /// let game = reader.games().next().ok_or("no game")??;
    /// assert_eq!(game.tag("White"), Some("André"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::from_source(Bytes(bytes)).with_limit(usize::MAX)
    }

    /// A reader of a text.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// assert_eq!(Reader::from_text("1. e4 *\n\n1. d4 *").games().count(), 2);
    /// ```
    #[must_use]
    pub fn from_text(text: &'a str) -> Self {
        Self::from_bytes(text.as_bytes())
    }
}

impl<S: Source> Reader<S> {
    /// A reader of anything that gives bytes. A game may have 16 MiB. [`Source`] has an example without std.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_source(&b"1. e4 e5 *"[..]);
    /// assert!(reader.games().next().is_some_and(|game| game.is_ok()));
    /// ```
    #[must_use]
    pub fn from_source(source: S) -> Self {
        let (window, scratch) = (Window::new(source, LIMIT), Scratch::default());
        let startpos = Position::startpos();
        Self {
            window,
            cursor: START,
            peeked: None,
            begin: 0,
            line: 1,
            gone: None,
            is_raw: false,
            scratch,
            startpos,
        }
    }

    /// The same with another limit to the length of a game, in bytes of its text in UTF-8. A longer one is
    /// [`ReadError::TooLong`].
    ///
    /// ```
    /// use bartizan_notation::pgn::{ReadError, Reader};
    ///
    /// let text = format!("1. e4 {{{}", "x".repeat(200_000));
    /// let mut reader = Reader::from_text(&text).with_limit(100_000);
    /// assert!(matches!(reader.skip_game(), Err(ReadError::TooLong { line: 1, limit: 100_000 })));
    /// ```
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.window.limit = limit;
        self
    }

    /// Reads so many bytes at a time.
    #[cfg(test)]
    pub(super) fn with_chunk(mut self, length: usize) -> Self {
        self.window.set_chunk(length);
        self
    }

    /// The line in the file where the last game begins, from 1.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_text("1. e4 *\n\n[White \"A\"]\n\n1. d4 *");
    /// assert!(reader.skip_game()? && reader.skip_game()?);
    /// assert_eq!(reader.line(), 3);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Where the last game begins in the file, in bytes, whatever its encoding. At the end of the file, where that is.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let file = std::io::Cursor::new("1. e4 *\n\n1. d4 d5 *\n"); // or File::open("games.pgn")?
    /// let mut reader = Reader::new(file);
    /// let mut offsets = Vec::new();
    /// while reader.skip_game()? {
    ///     offsets.push(reader.offset());
    /// }
    /// assert_eq!(offsets, [0, 9]);
    /// reader.seek(offsets[1])?;
    /// let game = reader.games().next().ok_or("no game")??;
    /// assert_eq!(game.moves.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.gone.unwrap_or_else(|| self.window.offset(self.begin))
    }

    /// The file or text, which is read further than the last game.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new(std::io::Cursor::new("1. e4 *\n"));
    /// assert!(reader.skip_game()?);
    /// assert_eq!(reader.into_source().position(), 8);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub fn into_source(self) -> S {
        self.window.into_source()
    }

    /// Reads the next game; nothing at the end of the file.
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, ReadError, Reader};
    ///
    /// let mut reader = Reader::from_text("1. e4 e5 1-0\n\n1. Ke4 *\n\n1. d4 *");
    /// let mut builder = GameBuilder::new();
    /// assert!(reader.read_game(&mut builder)?.is_some_and(|game| game.moves.len() == 2));
    /// assert!(matches!(reader.read_game(&mut builder), Err(ReadError::Game(_))));
    /// assert!(reader.read_game(&mut builder)?.is_some());
    /// assert!(reader.read_game(&mut builder)?.is_none());
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// A game that is malformed or too long, after which the next one can be read, and errors of the file, after
    /// which there is none.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<V::Output>, ReadError> {
        self.forget();
        let read = self.game(visitor);
        let found = match read {
            Ok(None) => {
                self.begin = self.window.text.len();
                return Ok(None);
            }
            Ok(Some(result)) => self.comments_behind().map(|()| {
                let ended = self.end_moves(result, visitor);
                Some(ended.break_value().unwrap_or_else(|| visitor.end_game()))
            }),
            Err(Stop::Break(output)) => {
                self.skip_moves().and_then(|()| self.comments_behind()).map(|()| Some(output))
            }
            Err(Stop::Wrong(token, cause)) => self.malformed(token, cause).and_then(Err),
            Err(Stop::Failed(error)) => Err(error),
        };
        if let Err(ReadError::TooLong { .. }) = found {
            self.resynchronise()?;
        }
        found
    }

    /// The games, each as the visitor makes it.
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, ReadError, Reader};
    ///
    /// let mut reader = Reader::from_text("1. e4 e5 1-0\n\n1. d4 *");
    /// let lengths: Result<Vec<_>, ReadError> =
    ///     reader.visit(&mut GameBuilder::new()).map(|game| Ok(game?.moves.len())).collect();
    /// assert_eq!(lengths?, [2, 1]);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    pub fn visit<'a, V: Visitor>(
        &'a mut self,
        visitor: &'a mut V,
    ) -> impl Iterator<Item = Result<V::Output, ReadError>> + 'a {
        core::iter::from_fn(move || self.read_game(visitor).transpose())
    }

    /// The games as trees.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// for game in Reader::from_text("1. e4 e5 1-0\n\n1. d4 d5 1-0").games() {
    ///     let game = game?;
    ///     assert_eq!((game.moves.len(), game.result.as_str()), (2, "1-0"));
    /// }
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    pub fn games(&mut self) -> impl Iterator<Item = Result<PgnGame, ReadError>> + '_ {
        let mut builder = GameBuilder::new();
        core::iter::from_fn(move || {
            let game = self.read_game(&mut builder).transpose()?;
            Some(game.map(|game| PgnGame { line: self.line, ..game }))
        })
    }

    /// The games as trees, those that cannot be read up to the fault, with the error that says where it is.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_text("1. e4 e5 2. Qh8 Nc6 1-0");
    /// let (game, error) = reader.games_with_errors().next().ok_or("no game")??;
    /// assert_eq!(game.moves.len(), 2);
    /// assert_eq!(error.ok_or("legal")?.to_string(), "line 1: 'Qh8': this move is not legal here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games_with_errors(
        &mut self,
    ) -> impl Iterator<Item = Result<(PgnGame, Option<PgnError>), ReadError>> + '_ {
        let mut builder = GameBuilder::new();
        core::iter::from_fn(move || {
            let (mut game, error) = match self.read_game(&mut builder) {
                Ok(game) => (game?, None),
                Err(ReadError::Game(error)) => (builder.end_game(), Some(error)),
                Err(error) => return Some(Err(error)),
            };
            game.line = self.line;
            if let Some(result) =
                game.tag("Result").and_then(known_result).filter(|_| error.is_some())
            {
                result.clone_into(&mut game.result);
            }
            Some(Ok((game, error)))
        })
    }

    /// Skips a game; whether there was one.
    ///
    /// ```
    /// use bartizan_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::from_bytes(b"1. e4 *\n\n1. d4 *\n\n1. c4 *");
    /// assert!(reader.skip_game()? && reader.skip_game()?);
    /// assert_eq!(reader.line(), 3);
    /// assert_eq!(reader.games().count(), 1);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Like [`read_game`](Self::read_game), but no game is malformed.
    pub fn skip_game(&mut self) -> Result<bool, ReadError> {
        struct Skip;
        impl Visitor for Skip {
            type Output = ();

            fn tag(&mut self, _name: &str, _value: TagValue<'_>) -> ControlFlow<()> {
                ControlFlow::Break(())
            }

            fn end_tags(&mut self) -> ControlFlow<()> {
                ControlFlow::Break(())
            }

            fn end_game(&mut self) {}
        }
        self.read_game(&mut Skip).map(|game| game.is_some())
    }

    /// Forgets the games before this place.
    fn forget(&mut self) {
        let at = self.cursor.at;
        if self.window.forget(at) {
            self.peeked = None;
            self.cursor.at = 0;
            self.cursor.close = self.cursor.close.saturating_sub(at);
        }
        self.begin = self.cursor.at;
        self.line = self.cursor.line;
        self.gone = None;
    }

    /// The word at a place, with which the place moves on.
    pub(super) fn token_at(&mut self, cursor: &mut Cursor) -> Result<Option<Token>, ReadError> {
        loop {
            let mut tokens = Tokens::new(&self.window.text, *cursor);
            let token = tokens.next();
            if !tokens.hit_end || self.window.ended {
                *cursor = tokens.cursor;
                return Ok(token);
            }
            self.window.more(self.begin, self.line)?;
        }
    }

    /// The next word, and the place behind it, to which the reader moves on if it takes the word.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<(Token, Cursor)>, ReadError> {
        if let Some((at, token, behind)) = self.peeked.take() {
            if at == self.cursor.at {
                return Ok(Some((token, behind)));
            }
        }
        let mut behind = self.cursor;
        let token = self.token_at(&mut behind)?;
        Ok(token.map(|token| (token, behind)))
    }

    /// Keeps a word that was not taken, so that it is not looked for again.
    pub(super) fn keep(&mut self, token: Token, behind: Cursor) {
        self.peeked = Some((self.cursor.at, token, behind));
    }
}
