//! Reads moves without playing them.

use super::game::{Stop, flow, starts_game};
use super::record::{MAX_DEPTH, Scratch};
use super::standard::{StandardWord, standard_comment};
use super::token::{Cursor, Span, Token, TokenKind, Tokens};
use super::word::{Word, behind_move, is_prose};
use super::{Nag, Reader, Source, Visitor};
use crate::signs::leading_suffix;
use crate::{MoveParseError, SanPlus, Sign, Suffix, WrittenMove};
use alloc::format;
use board::{Move, Position};
use core::mem;
use core::ops::ControlFlow::{self, Continue};

/// A move as a file has it, compared with no position: the argument of [`Visitor::written`].
///
/// ```
/// use bartizan_notation::pgn::{Reader, Visitor, Written};
/// use bartizan_notation::{board::{Move, Position}, MoveParseError};
/// use std::ops::ControlFlow;
///
/// /// Finds the first move of a game, which has to be legal.
/// struct First;
///
/// impl Visitor for First {
///     type Output = Result<Option<Move>, MoveParseError>;
///
///     fn written(&mut self, written: Written<'_>) -> ControlFlow<Self::Output> {
///         ControlFlow::Break(written.find(&Position::startpos()))
///     }
///
///     fn end_game(&mut self) -> Self::Output {
///         Ok(None)
///     }
/// }
///
/// let mut reader = Reader::from_text("1. e4! c9 1-0\n\n1. e5 *").raw();
/// let first = reader.read_game(&mut First)?.ok_or("no game")??;
/// assert_eq!(first.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
/// assert_eq!(reader.read_game(&mut First)?, Some(Err(MoveParseError::Illegal)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The word, with what is written next to the move: `12.Nf3!?`.
    pub text: &'a str,
    /// Nothing where the word is no move.
    mv: Option<WrittenMove>,
}

impl Written<'_> {
    /// The move in SAN. Nothing for two squares without a piece (`e2e4`), null moves and words that are no moves.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Reader, Visitor, Written};
    /// use std::ops::ControlFlow;
    ///
    /// struct Sans(Vec<Option<String>>);
    /// impl Visitor for Sans {
    ///     type Output = ();
    ///     fn written(&mut self, written: Written<'_>) -> ControlFlow<()> {
    ///         self.0.push(written.san().map(|san| san.to_string()));
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn end_game(&mut self) {}
    /// }
    /// let mut sans = Sans(Vec::new());
    /// Reader::from_text("1. Ng1f3! e7e5 2. Qh9 O-O+ *").raw().read_game(&mut sans)?;
    /// // Two squares are no SAN, and there is no ninth rank.
    /// assert_eq!(sans.0, [Some("Ng1f3".into()), None, None, Some("O-O+".into())]);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub fn san(&self) -> Option<SanPlus> {
        let Some(WrittenMove::San(san, _)) = self.mv else { return None };
        let suffix = match self.text.as_bytes() {
            // As in nearly all files.
            [.., last, b'+'] if last.is_ascii_alphanumeric() => Some(Suffix::Check),
            [.., last, b'#'] if last.is_ascii_alphanumeric() => Some(Suffix::Checkmate),
            text if text.iter().any(|byte| matches!(byte, b'+' | b'#')) => {
                behind_move(self.text).and_then(leading_suffix)
            }
            _ => None,
        };
        Some(SanPlus { san, suffix })
    }

    /// The legal move that is meant in a position, whatever the way it is written; nothing for a null move.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::pgn::{Reader, Visitor, Written};
    /// use std::ops::ControlFlow;
    ///
    /// /// Plays the moves as far as they are legal.
    /// struct End(Position);
    /// impl Visitor for End {
    ///     type Output = String;
    ///     fn written(&mut self, written: Written<'_>) -> ControlFlow<String> {
    ///         match written.find(&self.0) {
    ///             Ok(Some(mv)) => self.0 = self.0.make(mv),
    ///             Ok(None) => return ControlFlow::Break("null move".into()),
    ///             Err(error) => return ControlFlow::Break(error.to_string()),
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn end_game(&mut self) -> String {
    ///         self.0.to_fen()
    ///     }
    /// }
    /// let mut reader = Reader::from_text("1. e4 e7e5 2. Ke4 *").raw();
    /// let read = reader.read_game(&mut End(Position::startpos()))?;
    /// assert_eq!(read.as_deref(), Some("this move is not legal here"));
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError`]; [`MoveParseError::Malformed`] where the word is no move.
    pub fn find(&self, position: &Position) -> Result<Option<Move>, MoveParseError> {
        self.mv.ok_or(MoveParseError::Malformed)?.find(position)
    }
}

/// A line of moves, as far as it was read.
struct RawLine {
    has_moves: bool,
    /// Whether the last word was prose.
    prose: bool,
    /// Variations round it.
    depth: usize,
}

impl<S: Source> Reader<S> {
    /// The same, but moves are not played: the visitor gets each as it is [`written`](Visitor::written), legal or not.
    /// The tags `FEN` and `Variant` are not looked at, and no game is malformed. Only what needs no positions is of
    /// use then: [`games`](Self::games) have no moves.
    ///
    /// Games with tags begin and end where they do otherwise. Without tags, what stands behind a result is judged by the
    /// position where moves are played: it goes on with the next move number, or with a move of Black in the same line. Here
    /// it goes on with any move number above 1, as when a game is skipped, and a word without a number begins another game.
    /// A game with an illegal move, which ends at the next result otherwise, may go on behind it.
    ///
    /// # Examples
    ///
    /// ```
    /// use bartizan_notation::pgn::{Reader, Visitor, Written};
    /// use std::ops::ControlFlow;
    ///
    /// #[derive(Default)]
    /// struct Texts(Vec<String>);
    ///
    /// impl Visitor for Texts {
    ///     type Output = Vec<String>;
    ///
    ///     fn written(&mut self, written: Written<'_>) -> ControlFlow<Vec<String>> {
    ///         self.0.push(written.san().map_or("?".into(), |san| san.to_string()));
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn end_game(&mut self) -> Vec<String> {
    ///         std::mem::take(&mut self.0)
    ///     }
    /// }
    ///
    /// let mut reader = Reader::from_text("1. e4 Ke4 2.Nf9 Qh4#! *").raw();
    /// let moves = reader.read_game(&mut Texts::default())?.ok_or("no game")?;
    /// assert_eq!(moves, ["e4", "Ke4", "?", "Qh4#"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn raw(mut self) -> Self {
        self.is_raw = true;
        self
    }

    /// Takes the moves; the result that a word tells.
    pub(super) fn raw_moves<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<&'static str>, Stop<V::Output>> {
        self.scratch.clear();
        let mut line = RawLine { has_moves: false, prose: false, depth: 0 };
        let (mut result, mut ended) = (None, false);
        loop {
            if !ended && !line.prose {
                flow(self.standard_words(&mut line, visitor))?;
            }
            let Some((token, behind)) = self.peek()? else { break };
            if starts_game(&token, ended) {
                self.keep(token, behind);
                break;
            }
            if ended && !self.goes_on(None)? {
                break;
            }
            self.cursor = behind;
            ended = self.is_end(&token);
            let text = &self.window.text;
            let mut found = None;
            flow(line.visit(text, &token, &mut self.scratch, &mut found, visitor))?;
            result = result.filter(|&result| result != "*").or(found).or(result);
        }
        flow(self.scratch.visit_comments(&self.window.text, visitor))?;
        Ok(result)
    }

    /// Takes moves and comments that are written as the standard has them.
    fn standard_words<V: Visitor>(
        &mut self,
        line: &mut RawLine,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        let text = &self.window.text;
        loop {
            if let Some(word) = StandardWord::read(text.as_bytes(), self.cursor) {
                self.cursor = word.behind;
                line.has_moves = true;
                let text = &text[word.begin..word.behind.at];
                visitor.written(Written { text, mv: Some(WrittenMove::San(word.san, None)) })?;
                word.nag.map_or(Continue(()), |nag| visitor.nag(Nag(nag)))?;
            } else if let Some((comment, behind)) = standard_comment(text, self.cursor) {
                self.cursor = behind;
                visitor.comment(comment)?;
            } else {
                return Continue(());
            }
        }
    }
}

impl RawLine {
    /// Visits what a word means. Prose waits in the scratch, for it may go on.
    fn visit<V: Visitor>(
        &mut self,
        text: &str,
        token: &Token,
        scratch: &mut Scratch,
        result: &mut Option<&'static str>,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        let whole = &text[token.begin..token.end];
        let word = match token.kind {
            TokenKind::Word => Word::read(whole),
            _ => None,
        };
        let is_word = matches!(token.kind, TokenKind::Word);
        let was_prose = mem::take(&mut self.prose);
        if is_word && word.is_none() && is_prose(whole, was_prose) {
            self.prose = true;
            scratch.prose(whole, was_prose);
            return Continue(());
        }
        scratch.visit_comments(text, visitor)?;
        scratch.clear();
        match &token.kind {
            TokenKind::Word => self.word(whole, word, result, visitor),
            TokenKind::Comment(span) => visitor.comment(&text[span.clone()]),
            TokenKind::Unclosed(_) => visitor.comment(whole),
            TokenKind::Tag(tag) => {
                let (name, value) = (&text[tag.name.clone()], &text[tag.value.clone()]);
                visitor.comment(&format!("[{name} \"{value}\"]"))
            }
            TokenKind::Nag(digits) => match text[digits.clone()].parse() {
                Ok(number) if self.has_moves => visitor.nag(Nag(number)),
                _ => visitor.comment(whole),
            },
            TokenKind::Variation(span) => self.variation(text, span, token.line, whole, visitor),
        }
    }

    fn word<V: Visitor>(
        &mut self,
        text: &str,
        word: Option<Word>,
        result: &mut Option<&'static str>,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        let Some(word) = word else {
            self.has_moves = true;
            return visitor.written(Written { text, mv: None });
        };
        if word.mv.is_some() {
            self.has_moves = true;
            visitor.written(Written { text, mv: word.mv })?;
        }
        for sign in word.signs.iter() {
            match sign {
                Sign::Nag(number) if self.has_moves => visitor.nag(Nag(number))?,
                // It belongs to no move.
                Sign::Nag(_) => visitor.comment(text)?,
                Sign::Result(found) => *result = Some(found),
            }
        }
        Continue(())
    }

    fn variation<V: Visitor>(
        &mut self,
        text: &str,
        span: &Span,
        line: usize,
        whole: &str,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        let cursor = Cursor { at: span.start, line, breaks: 0, close: 0 };
        let tokens = Tokens::new(&text[..span.end], cursor);
        let is_move = |token: Token| {
            matches!(token.kind, TokenKind::Word)
                && Word::read(&text[token.begin..token.end]).is_some_and(|word| word.mv.is_some())
        };
        if !self.has_moves || self.depth == MAX_DEPTH || !tokens.clone().any(is_move) {
            return visitor.comment(whole);
        }
        if !visitor.enter_variation() {
            return Continue(());
        }
        visitor.begin_variation()?;
        let mut inner = Self { has_moves: false, prose: false, depth: self.depth + 1 };
        let mut scratch = Scratch::default();
        for token in tokens {
            inner.visit(text, &token, &mut scratch, &mut None, visitor)?;
        }
        scratch.visit_comments(text, visitor)?;
        visitor.end_variation()
    }
}
