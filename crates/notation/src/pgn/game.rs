//! Reads a game: its tags, its moves, and the comments behind it.

use super::read::Reader;
use super::record::Line;
use super::standard::{StandardWord, standard_comment};
use super::tags::{TagText, is_chess};
use super::token::{TagSpan, Token, TokenKind};
use super::word::{Word, is_prose};
use super::{Nag, PgnErrorCause, Played, ReadError, Source, TagValue, Visitor};
use crate::known_result;
use crate::repair::{self, Repaired};
use crate::text::shortened;
use alloc::borrow::Cow;
use board::{Color, Position};
use core::ops::ControlFlow;

impl<S: Source> Reader<S> {
    /// Reads a game up to its result, which it returns; nothing where there is no game.
    pub(super) fn game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<&'static str>, Stop<V::Output>> {
        let Some((first, behind)) = self.peek()? else { return Ok(None) };
        (self.begin, self.line) = (first.begin, first.line);
        self.keep(first, behind);
        let mut head = Head::default();
        self.head(&mut head, visitor)?;
        if !head.has_tags {
            if self.peek()?.is_none() {
                return Ok(None);
            }
            visitor.begin_game();
        }
        if let Some(output) = head.output {
            return Err(Stop::Break(output));
        }
        flow(visitor.end_tags())?;
        let result = if self.is_raw {
            flow(self.scratch.visit_comments(&self.window.text, visitor))?;
            self.raw_moves(visitor)?
        } else {
            let mut line = Line::new(self.start(&head)?, 0);
            flow(visitor.begin_moves(line.position()))?;
            flow(self.scratch.visit_comments(&self.window.text, visitor))?;
            self.moves(&mut line, visitor)?
        };
        // The tag says what the word at the end does not.
        let in_tag = || {
            let value = TagValue(&self.window.text[head.result.clone()?.value]).decode();
            known_result(value.trim())
        };
        let result = result.filter(|&result| result != "*").or_else(in_tag).or(result);
        Ok(Some(result.unwrap_or("*")))
    }

    /// The position before the first move.
    fn start<T>(&self, head: &Head<T>) -> Result<Position, Stop<T>> {
        let text = &self.window.text;
        let value = |span: &Option<TagSpan>| match span {
            Some(span) => TagValue(&text[span.value.clone()]).decode(),
            None => Cow::Borrowed(""),
        };
        let variant = value(&head.variant);
        if !is_chess(&variant) {
            return Err(Stop::Wrong(None, PgnErrorCause::Variant(shortened(&variant))));
        }
        let fen = value(&head.fen);
        if fen.is_empty() {
            return Ok(self.startpos.clone());
        }
        Position::from_fen(&fen)
            .or_else(|_| repair::position_or_start(&fen).map(|Repaired { value, .. }| value))
            .map_err(|error| Stop::Wrong(None, error.into()))
    }

    /// Takes the tags and comments before the moves. The comments wait in the scratch.
    fn head<V: Visitor>(
        &mut self,
        head: &mut Head<V::Output>,
        visitor: &mut V,
    ) -> Result<(), ReadError> {
        self.scratch.clear();
        let mut prose = false;
        loop {
            if self.usual_tags(head, visitor) {
                prose = false;
            }
            let Some((token, behind)) = self.peek()? else { return Ok(()) };
            let was_prose = core::mem::take(&mut prose);
            if let TokenKind::Tag(tag) = &token.kind {
                if !self.tag(tag, token.line, token.breaks, head, visitor) {
                    self.keep(token, behind);
                    return Ok(());
                }
            } else {
                match self.comment_outside(&token, was_prose) {
                    Some(is_prose) => prose = is_prose,
                    None => return Ok(()),
                }
            }
            self.cursor = behind;
        }
    }

    /// Takes tags in the usual form, each in a line of its own, as `head` would without this; whether there were any.
    fn usual_tags<V: Visitor>(&mut self, head: &mut Head<V::Output>, visitor: &mut V) -> bool {
        let mut any = false;
        loop {
            let begin = self.cursor.at + 1;
            let Some(b"\n[") = self.window.text.as_bytes().get(begin - 1..=begin) else {
                return any;
            };
            let text = &self.window.text;
            let Some((tag, length)) = TagText::split_usual(&text[begin..]) else { return any };
            let (tag, breaks) = (tag.span(text, begin), self.cursor.breaks + 1);
            if !self.tag(&tag, self.cursor.line + 1, breaks, head, visitor) {
                return any;
            }
            self.cursor.at = begin + length;
            self.cursor.line += 1;
            self.cursor.breaks = 0;
            any = true;
        }
    }

    /// Takes a tag, with its line and the line breaks before it; false if it belongs to another game, because this one
    /// has no moves.
    #[inline]
    fn tag<V: Visitor>(
        &mut self,
        tag: &TagSpan,
        line: usize,
        breaks: usize,
        head: &mut Head<V::Output>,
        visitor: &mut V,
    ) -> bool {
        let text = &self.window.text;
        let name = &text[tag.name.clone()];
        if self.scratch.add_name(text, tag.name.clone()) {
            if !head.has_tags {
                head.has_tags = true;
                self.line = line;
                visitor.begin_game();
            }
        } else if breaks > 1 {
            return false;
        }
        match name {
            _ if name.eq_ignore_ascii_case("FEN") => head.fen = Some(tag.clone()),
            _ if name.eq_ignore_ascii_case("Variant") => head.variant = Some(tag.clone()),
            _ if name.eq_ignore_ascii_case("Result") => head.result = Some(tag.clone()),
            _ => {}
        }
        if head.output.is_none() {
            head.output = visitor.tag(name, TagValue(&text[tag.value.clone()])).break_value();
        }
        true
    }

    /// Notes a comment that stands outside of the moves; whether it is prose. Nothing for other words.
    fn comment_outside(&mut self, token: &Token, was_prose: bool) -> Option<bool> {
        let text = &self.window.text;
        match &token.kind {
            TokenKind::Word => {
                let word = &text[token.begin..token.end];
                if Word::read(word).is_some() || !is_prose(word, was_prose) {
                    return None;
                }
                self.scratch.prose(word, was_prose);
                return Some(true);
            }
            TokenKind::Comment(span) => self.scratch.comment(span.clone()),
            // They belong to no move.
            TokenKind::Nag(_) | TokenKind::Variation(_) => {
                self.scratch.comment(token.begin..token.end);
            }
            TokenKind::Tag(_) | TokenKind::Unclosed(_) => return None,
        }
        Some(false)
    }

    /// Takes the comments behind a game, if the tags of another game follow or nothing does: they belong to the game
    /// before them, and wait in the scratch.
    pub(super) fn comments_behind(&mut self) -> Result<(), ReadError> {
        self.scratch.clear();
        let Some((first, behind)) = self.peek()? else { return Ok(()) };
        let is_tag = matches!(first.kind, TokenKind::Tag(_));
        self.keep(first, behind);
        if is_tag {
            return Ok(());
        }
        let (mut cursor, mut prose) = (self.cursor, false);
        loop {
            let before = cursor;
            let token = self.token_at(&mut cursor)?;
            let Some(token) = token.filter(|token| !matches!(token.kind, TokenKind::Tag(_))) else {
                self.cursor = before;
                return Ok(());
            };
            match self.comment_outside(&token, prose) {
                Some(is_prose) => prose = is_prose,
                None => {
                    self.scratch.clear();
                    return Ok(());
                }
            }
        }
    }

    /// Visits the comments behind a game and its result.
    pub(super) fn end_moves<V: Visitor>(
        &self,
        result: &str,
        visitor: &mut V,
    ) -> ControlFlow<V::Output> {
        self.scratch.visit_comments(&self.window.text, visitor)?;
        visitor.result(result)
    }

    /// Takes the moves; the result that a word tells.
    fn moves<V: Visitor>(
        &mut self,
        line: &mut Line,
        visitor: &mut V,
    ) -> Result<Option<&'static str>, Stop<V::Output>> {
        self.scratch.clear();
        let (mut result, mut ended) = (None, false);
        loop {
            if !ended && !line.prose {
                self.standard_moves(line, visitor)?;
            }
            let Some((token, behind)) = self.peek()? else { break };
            if starts_game(&token, ended) {
                self.keep(token, behind);
                break;
            }
            if ended && !self.goes_on(Some(line))? {
                break;
            }
            self.cursor = behind;
            if matches!(token.kind, TokenKind::Variation(_))
                && line.has_moves
                && !visitor.enter_variation()
            {
                flow(self.scratch.replay(&self.window.text, line, visitor))?;
                continue;
            }
            let recorded = self.scratch.record(&self.window.text, &token, line);
            let found = recorded.map_err(|cause| Stop::Wrong(Some(token), cause))?.result;
            if !line.prose {
                flow(self.scratch.replay(&self.window.text, line, visitor))?;
            }
            ended = found.is_some();
            result = result.filter(|&result| result != "*").or(found).or(result);
        }
        line.prose = false;
        flow(self.scratch.replay(&self.window.text, line, visitor))?;
        Ok(result)
    }

    /// Takes moves that are written as the standard has them, with their numbers and the usual signs.
    fn standard_moves<V: Visitor>(
        &mut self,
        line: &mut Line,
        visitor: &mut V,
    ) -> Result<(), Stop<V::Output>> {
        let text = &self.window.text;
        loop {
            if let Some(word) = StandardWord::read(text.as_bytes(), self.cursor) {
                // The other way knows more readings, and what is wrong.
                let Ok(mv) = word.san.find(line.position()) else { return Ok(()) };
                self.cursor = word.behind;
                line.play(mv);
                let text = &text[word.begin..word.behind.at];
                let (before, after) = line.positions();
                flow(visitor.played(Played { mv: Some(mv), text, before, after }))?;
                if let Some(nag) = word.nag {
                    flow(visitor.nag(Nag(nag)))?;
                }
            } else if let Some((comment, behind)) = standard_comment(text, self.cursor) {
                self.cursor = behind;
                flow(visitor.comment(comment))?;
            } else {
                return Ok(());
            }
        }
    }

    /// Whether a game goes on behind a result: with its next move number, with a move of Black in the same line, or
    /// with another result. Without the moves only numbers above 1 and results tell it.
    pub(super) fn goes_on(&mut self, game: Option<&Line>) -> Result<bool, ReadError> {
        let mut cursor = self.cursor;
        let (token, word) = loop {
            let Some(token) = self.token_at(&mut cursor)? else { return Ok(false) };
            match token.kind {
                TokenKind::Word => match Word::read(&self.window.text[token.begin..token.end]) {
                    Some(word) => break (token, word),
                    None => return Ok(false),
                },
                TokenKind::Tag(_) | TokenKind::Unclosed(_) => return Ok(false),
                _ => {}
            }
        };
        Ok(match (word.number, game) {
            (Some(number), Some(game)) => {
                let is_white = game.position().side_to_move() == Color::White;
                game.has_moves
                    && number.value == u32::from(game.position().fullmove_number())
                    && (number.dots > 1) != is_white
            }
            (Some(number), None) => number.value > 1 || number.dots > 1,
            // A game begins with a move of White.
            (None, game) => word.mv.map_or(token.breaks < 2, |mv| {
                game.is_some_and(|game| {
                    token.breaks == 0
                        && game.position().side_to_move() == Color::Black
                        && game.has_moves
                        && mv.find(game.position()).is_ok()
                })
            }),
        })
    }
}

/// What is known of a game before its moves.
struct Head<T> {
    has_tags: bool,
    fen: Option<TagSpan>,
    variant: Option<TagSpan>,
    result: Option<TagSpan>,
    /// What ends the game at its tags.
    output: Option<T>,
}

impl<T> Default for Head<T> {
    fn default() -> Self {
        Self { has_tags: false, fen: None, variant: None, result: None, output: None }
    }
}

/// Why a game is not read to its end.
pub(super) enum Stop<T> {
    /// The visitor does not want more of it.
    Break(T),
    /// It is malformed, at this word.
    Wrong(Option<Token>, PgnErrorCause),
    /// The file cannot be read.
    Failed(ReadError),
}

impl<T> From<ReadError> for Stop<T> {
    fn from(error: ReadError) -> Self {
        Self::Failed(error)
    }
}

#[inline]
pub(super) fn flow<T>(flow: ControlFlow<T>) -> Result<(), Stop<T>> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(output) => Err(Stop::Break(output)),
    }
}

/// Whether a tag among or behind moves begins another game.
pub(super) fn starts_game(token: &Token, ended: bool) -> bool {
    match &token.kind {
        TokenKind::Tag(tag) => ended || token.breaks > usize::from(!tag.quoted),
        _ => false,
    }
}
