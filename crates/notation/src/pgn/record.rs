//! What the words of a game mean: recorded as events first, since a variation that cannot be read to its end is a
//! comment, and visited then. The lists are kept, so that a game allocates nothing once they are long enough.

use super::token::{Cursor, Span, Token, TokenKind, Tokens};
use super::word::{Word, is_prose};
use super::write::braced;
use super::{Nag, PgnErrorCause, Played, Visitor};
use crate::text::shortened;
use crate::{MoveParseError, Sign};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Move, Position};
use core::fmt::Write;
use core::mem;
use core::ops::ControlFlow::{self, Continue};

/// Variations inside variations that are read; those further inside are comments.
pub(super) const MAX_DEPTH: usize = 32;

/// A game or variation as far as it was read.
pub(super) struct Line {
    /// The position now, and that before the last move.
    positions: [Position; 2],
    now: usize,
    pub has_moves: bool,
    /// Variations round it.
    depth: usize,
    /// Whether the last word was prose.
    pub prose: bool,
}

impl Line {
    pub(super) fn new(position: Position, depth: usize) -> Self {
        let positions = [position.clone(), position];
        Self { positions, now: 0, has_moves: false, depth, prose: false }
    }

    #[inline]
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.now]
    }

    /// The positions before and after the last move.
    #[inline]
    pub(super) fn positions(&self) -> (&Position, &Position) {
        (&self.positions[1 - self.now], &self.positions[self.now])
    }

    pub(super) fn advance(&mut self, mv: Option<Move>) {
        match mv {
            Some(mv) => self.play(mv),
            None => {
                self.positions[1 - self.now] = self.position().make_null();
                self.now = 1 - self.now;
                self.has_moves = true;
            }
        }
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let [first, second] = &mut self.positions;
        let (old, new) = if self.now == 0 { (first, second) } else { (second, first) };
        old.make_into(mv, new);
        self.now = 1 - self.now;
        self.has_moves = true;
    }

    /// A line in place of the last move.
    fn beside(&self) -> Self {
        Self::new(self.positions().0.clone(), self.depth + 1)
    }
}

/// What a visitor is told.
#[derive(Clone, Debug)]
enum Event {
    /// A move, and the text of its word.
    Move(Option<Move>, Span),
    Nag(u8),
    /// A comment that stands in the text, and one that was put together.
    Comment(Span),
    Made(Span),
    Begin,
    End,
}

/// What a word was found to be.
#[derive(Default)]
pub(super) struct Recorded {
    /// The move that it plays.
    mv: Option<Option<Move>>,
    pub result: Option<&'static str>,
}

/// Events that are not visited yet, and the names of tags.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    events: Vec<Event>,
    /// The comments that were put together.
    made: String,
    names: Vec<Span>,
    /// Bits for the names, which only equal names surely share.
    name_bits: u64,
}

impl Scratch {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.made.clear();
        self.names.clear();
        self.name_bits = 0;
    }

    /// Notes the name of a tag, whose case does not matter; false if it was noted before.
    pub(super) fn add_name(&mut self, text: &str, name: Span) -> bool {
        let bytes = text[name.clone()].as_bytes();
        let small = |byte: Option<&u8>| byte.map_or(0, |byte| u32::from(byte | 0x20));
        let hash = small(bytes.first()) + 5 * small(bytes.last()) + 11 * bytes.len() as u32;
        let bit = 1 << (hash % 64);
        let is_noted = |old: &Span| text.as_bytes()[old.clone()].eq_ignore_ascii_case(bytes);
        if self.name_bits & bit != 0 && self.names.iter().any(is_noted) {
            return false;
        }
        self.name_bits |= bit;
        self.names.push(name);
        true
    }

    pub(super) fn comment(&mut self, span: Span) {
        self.events.push(Event::Comment(span));
    }

    fn made(&mut self, add: impl FnOnce(&mut String)) {
        let begin = self.made.len();
        add(&mut self.made);
        self.events.push(Event::Made(begin..self.made.len()));
    }

    /// A word of prose, which may go on with the last one.
    pub(super) fn prose(&mut self, word: &str, goes_on: bool) {
        match self.events.last_mut().filter(|_| goes_on) {
            Some(Event::Made(span)) => {
                self.made.extend([" ", word]);
                span.end = self.made.len();
            }
            _ => self.made(|text| text.push_str(word)),
        }
    }

    /// Records what a word of a line means. The line does not move on.
    pub(super) fn record(
        &mut self,
        text: &str,
        token: &Token,
        line: &mut Line,
    ) -> Result<Recorded, PgnErrorCause> {
        let was_prose = mem::take(&mut line.prose);
        match &token.kind {
            TokenKind::Word => return self.word(text, token, line, was_prose),
            TokenKind::Unclosed(what) => return Err(PgnErrorCause::Unclosed(what)),
            TokenKind::Comment(span) => self.comment(span.clone()),
            TokenKind::Tag(tag) => {
                let (name, value) = (&text[tag.name.clone()], &text[tag.value.clone()]);
                self.made(|made| made.extend(["[", name, " \"", value, "\"]"]));
            }
            TokenKind::Nag(digits) => match text[digits.clone()].parse() {
                Ok(number) if line.has_moves => self.events.push(Event::Nag(number)),
                // It belongs to no move. Writing to a string cannot fail.
                Ok(number) => self.made(|made| {
                    let _ = write!(made, "{}", Nag(number));
                }),
                Err(_) => self.comment(token.begin..token.end),
            },
            TokenKind::Variation(span) => {
                if !self.variation(text, span.clone(), token.line, line) {
                    self.comment(token.begin..token.end);
                }
            }
        }
        Ok(Recorded::default())
    }

    fn word(
        &mut self,
        text: &str,
        token: &Token,
        line: &mut Line,
        was_prose: bool,
    ) -> Result<Recorded, PgnErrorCause> {
        let span = token.begin..token.end;
        let text = &text[span.clone()];
        let error = |cause| PgnErrorCause::Move { text: shortened(text), cause };
        let Some(word) = Word::read(text) else {
            if !is_prose(text, was_prose) {
                return Err(error(MoveParseError::Malformed));
            }
            line.prose = true;
            self.prose(text, was_prose);
            return Ok(Recorded::default());
        };
        let mut recorded = Recorded::default();
        if let Some(written) = word.mv {
            let mv = written.find(line.position()).map_err(error)?;
            self.events.push(Event::Move(mv, span.clone()));
            recorded.mv = Some(mv);
        }
        for sign in word.signs.iter() {
            match sign {
                Sign::Nag(number) if line.has_moves || recorded.mv.is_some() => {
                    self.events.push(Event::Nag(number));
                }
                // It belongs to no move.
                Sign::Nag(_) => self.comment(span.clone()),
                Sign::Result(found) => recorded.result = Some(found),
            }
        }
        Ok(recorded)
    }

    /// Records a variation; whether it can be read.
    fn variation(&mut self, text: &str, span: Span, number: usize, outer: &Line) -> bool {
        if !outer.has_moves || outer.depth == MAX_DEPTH {
            return false;
        }
        let (events, made) = (self.events.len(), self.made.len());
        self.events.push(Event::Begin);
        let mut line = outer.beside();
        let cursor = Cursor { at: span.start, line: number, breaks: 0, close: 0 };
        for token in Tokens::new(&text[..span.end], cursor) {
            match self.record(text, &token, &mut line) {
                Ok(Recorded { mv: Some(mv), .. }) => line.advance(mv),
                Ok(_) => {}
                Err(_) => {
                    self.events.truncate(events);
                    self.made.truncate(made);
                    return false;
                }
            }
        }
        if line.has_moves {
            self.events.push(Event::End);
        } else {
            // Comments only.
            self.events.remove(events);
        }
        true
    }

    /// Visits the comments that were recorded.
    pub(super) fn visit_comments<V: Visitor>(
        &self,
        text: &str,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        self.comments(text).try_for_each(|comment| visitor.comment(comment))
    }

    fn comments<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.events.iter().filter_map(move |event| match event {
            Event::Comment(span) => Some(&text[span.clone()]),
            Event::Made(span) => Some(&self.made[span.clone()]),
            _ => None,
        })
    }

    /// Adds the comments that were recorded to the text of a game.
    pub(super) fn add_comments(&self, text: &str, game: &mut String) {
        for comment in self.comments(text) {
            game.push_str(&format!("\n{}", braced(comment)));
        }
    }

    /// Visits what was recorded, and forgets it. The line moves on.
    pub(super) fn replay<V: Visitor>(
        &mut self,
        text: &str,
        line: &mut Line,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        if self.events.is_empty() {
            return Continue(());
        }
        self.visit(text, &mut 0, line, visitor)?;
        self.events.clear();
        self.made.clear();
        Continue(())
    }

    /// Visits the events of a line from this one on.
    fn visit<V: Visitor>(
        &self,
        text: &str,
        index: &mut usize,
        line: &mut Line,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        while let Some(event) = self.events.get(*index) {
            *index += 1;
            match event {
                Event::Move(mv, span) => {
                    line.advance(*mv);
                    let (before, after) = line.positions();
                    visitor.played(Played { mv: *mv, text: &text[span.clone()], before, after })?;
                }
                Event::Nag(number) => visitor.nag(Nag(*number))?,
                Event::Comment(span) => visitor.comment(&text[span.clone()])?,
                Event::Made(span) => visitor.comment(&self.made[span.clone()])?,
                // The reader has asked for the outermost ones.
                Event::Begin if line.depth == 0 || visitor.enter_variation() => {
                    visitor.begin_variation()?;
                    self.visit(text, index, &mut line.beside(), visitor)?;
                    visitor.end_variation()?;
                }
                Event::Begin => {
                    let mut depth = 1;
                    while depth > 0 && *index < self.events.len() {
                        match self.events[*index] {
                            Event::Begin => depth += 1,
                            Event::End => depth -= 1,
                            _ => {}
                        }
                        *index += 1;
                    }
                }
                Event::End => return Continue(()),
            }
        }
        Continue(())
    }
}
