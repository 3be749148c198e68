//! Reads games. One that is malformed is an error of its own; those after it are read.

use super::tags::{TagText, is_chess};
use super::token::{Token, TokenKind, Tokens};
use super::word::{Word, is_prose};
use super::{Annotation, PgnGame, PgnMove, Variation, after, start_position};
use crate::text::shortened;
use crate::{MoveParseError, Sign, known_result, unix_lines};
use board::{Color, FenError, Position};
use std::iter::Peekable;

/// Variations inside variations that are read; those further inside are comments.
const MAX_DEPTH: usize = 32;

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct PgnError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: PgnErrorCause,
    /// The text of the game.
    pub source_text: String,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorCause {
    /// A comment or variation has no end.
    #[error("a {0} is not closed")]
    Unclosed(&'static str),
    /// The tag `FEN` is no valid position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The tag `Variant` names other rules than those of chess.
    #[error("the variant {0} is not chess")]
    Variant(String),
    /// A word is no legal move.
    #[error("'{text}': {cause}")]
    Move {
        /// The word, or its beginning.
        text: String,
        /// Why it is none.
        cause: MoveParseError,
    },
}

/// The games of a PGN file.
#[must_use]
pub fn read_games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    let text = &*unix_lines(text);
    let tokens = Tokens::new(text, 1, 1).peekable();
    let mut reader = Reader { text, tokens, end: 0, games: Vec::new() };
    while reader.game() {}
    reader.games
}

struct Reader<'a> {
    text: &'a str,
    tokens: Peekable<Tokens<'a>>,
    /// Where the last token that was taken ends.
    end: usize,
    games: Vec<Result<PgnGame, PgnError>>,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<Token<'a>> {
        self.tokens.peek().copied()
    }

    fn take(&mut self, token: &Token<'a>) {
        self.end = token.end;
        self.tokens.next();
    }

    /// Reads a game; whether there was one.
    fn game(&mut self) -> bool {
        let Some(first) = self.peek() else { return false };
        let (head, begin) = self.head(first);
        if head.tags.is_empty() && self.peek().is_none() {
            self.add_to_last(head.comments);
            return false;
        }
        let line = head.line;
        let game = self.moves(head).map_err(|(token, cause)| {
            self.skip(token);
            let line = token.map_or(line, |token| token.line);
            PgnError { line, cause, source_text: self.text[begin..self.end].to_owned() }
        });
        self.games.push(game);
        true
    }

    /// Takes the tags and comments before the moves, and tells where they begin. Comments before the tags belong
    /// to the game before them.
    fn head(&mut self, first: Token<'a>) -> (PgnGame, usize) {
        let mut head = PgnGame { line: first.line, ..PgnGame::new(Position::startpos()) };
        let (mut begin, mut prose) = (first.begin, false);
        while let Some(token) = self.peek() {
            let was_prose = std::mem::take(&mut prose);
            match token.kind {
                TokenKind::Tag(tag) => {
                    let name = tag.canonical_name();
                    let known =
                        head.tags.iter_mut().find(|(old, _)| old.eq_ignore_ascii_case(name));
                    match known {
                        // The head of another game: this one has no moves.
                        Some(_) if token.breaks > 1 => break,
                        Some((_, value)) => *value = tag.unescaped(),
                        None => {
                            if head.tags.is_empty() {
                                head.line = token.line;
                                if !self.games.is_empty() {
                                    self.add_to_last(std::mem::take(&mut head.comments));
                                    begin = token.begin;
                                }
                            }
                            head.tags.push((name.to_owned(), tag.unescaped()));
                        }
                    }
                }
                TokenKind::Word(word)
                    if Word::read(word).is_none() && is_prose(word, was_prose) =>
                {
                    prose = true;
                    add_comment(&mut head.comments, word, was_prose);
                }
                TokenKind::Word(_) | TokenKind::Unclosed(_) => break,
                TokenKind::Comment(text) => add_comment(&mut head.comments, text, false),
                // They belong to no move.
                TokenKind::Nag(_) | TokenKind::Variation(_) => {
                    add_comment(&mut head.comments, &self.text[token.begin..token.end], false);
                }
            }
            self.take(&token);
        }
        (head, begin)
    }

    /// Adds comments at the end of the last game.
    fn add_to_last(&mut self, comments: Vec<String>) {
        match self.games.last_mut() {
            Some(Ok(game)) => match game.moves.last_mut() {
                Some(last) => {
                    last.annotations.extend(comments.into_iter().map(Annotation::Comment))
                }
                None => game.comments.extend(comments),
            },
            Some(Err(error)) => {
                for comment in comments {
                    error.source_text += &format!("\n{}", super::write::braced(&comment));
                }
            }
            None => {}
        }
    }

    /// Takes the moves and the result; an error comes with the token that is wrong.
    fn moves(&mut self, mut game: PgnGame) -> Result<PgnGame, (Option<Token<'a>>, PgnErrorCause)> {
        let variant = game.tag("Variant").unwrap_or_default();
        if !is_chess(variant) {
            return Err((None, PgnErrorCause::Variant(shortened(variant))));
        }
        game.start = start_position(&game).map_err(|error| (None, error.into()))?;
        let comments = std::mem::take(&mut game.comments);
        let mut moves = Line { comments, ..Line::new(game.start.clone(), 0) };
        let (mut result, mut ended) = (None, false);
        while let Some(token) = self.peek() {
            let starts_game = |tag: TagText<'_>| ended || token.breaks > usize::from(!tag.quoted);
            if matches!(token.kind, TokenKind::Tag(tag) if starts_game(tag)) {
                break;
            }
            if ended && !self.goes_on(&moves) {
                break;
            }
            self.take(&token);
            let found = moves.read(&token).map_err(|cause| (Some(token), cause))?;
            ended = found.is_some();
            result = result.filter(|&result| result != "*").or(found).or(result);
        }
        // The tag says what the word at the end does not.
        let in_tag = game.tag("Result").and_then(|value| known_result(value.trim()));
        let result = result.filter(|&result| result != "*").or(in_tag).or(result);
        game.result = result.unwrap_or("*").to_owned();
        Ok(PgnGame { comments: moves.comments, moves: moves.moves, ..game })
    }

    /// Whether a game goes on behind a result: with its next move number, with a move of Black in the same line, or
    /// with another result.
    fn goes_on(&self, game: &Line) -> bool {
        let word = self.tokens.clone().find_map(|token| match token.kind {
            TokenKind::Word(text) => Some(Word::read(text).map(|word| (word, token.breaks))),
            TokenKind::Tag(_) | TokenKind::Unclosed(_) => Some(None),
            _ => None,
        });
        let Some(Some((word, breaks))) = word else { return false };
        match word.number {
            Some(number) => {
                let is_white = game.position.side_to_move() == Color::White;
                !game.moves.is_empty()
                    && number.value == u32::from(game.position.fullmove_number())
                    && (number.dots > 1) != is_white
            }
            // A game begins with a move of White.
            None => word.mv.map_or(breaks < 2, |mv| {
                breaks == 0
                    && game.position.side_to_move() == Color::Black
                    && !game.moves.is_empty()
                    && mv.find(&game.position).is_ok()
            }),
        }
    }

    /// Skips the rest of a game: up to its result, or to the tags of the next one.
    fn skip(&mut self, wrong: Option<Token<'a>>) {
        let is_end = |token: &Token<'_>| match token.kind {
            TokenKind::Word(word) => {
                known_result(word).is_some()
                    || ["1-0", "0-1", "1/2", "*"].iter().any(|result| word.ends_with(result))
            }
            _ => false,
        };
        let mut ended = wrong.as_ref().is_some_and(is_end);
        while let Some(token) = self.peek().filter(|_| !ended) {
            if matches!(token.kind, TokenKind::Tag(tag) if token.breaks > usize::from(!tag.quoted))
            {
                break;
            }
            self.take(&token);
            ended = is_end(&token);
        }
    }
}

/// The moves that were read of a game or variation.
struct Line {
    comments: Vec<String>,
    moves: Vec<PgnMove>,
    position: Position,
    /// The position before the last move.
    before: Position,
    /// Variations round it.
    depth: usize,
    /// Whether the last word was prose.
    prose: bool,
}

impl Line {
    fn new(position: Position, depth: usize) -> Self {
        let before = position.clone();
        Self { comments: Vec::new(), moves: Vec::new(), position, before, depth, prose: false }
    }

    /// Reads a token; the result that it tells.
    fn read(&mut self, token: &Token<'_>) -> Result<Option<&'static str>, PgnErrorCause> {
        let was_prose = std::mem::take(&mut self.prose);
        match token.kind {
            TokenKind::Word(text) => return self.word(text, was_prose),
            TokenKind::Unclosed(what) => return Err(PgnErrorCause::Unclosed(what)),
            TokenKind::Comment(text) => self.comment(text),
            TokenKind::Tag(tag) => self.comment(&format!("[{} \"{}\"]", tag.name, tag.value)),
            TokenKind::Nag(digits) => match digits.parse() {
                Ok(number) => self.annotate(Annotation::Nag(number)),
                Err(_) => self.comment(&format!("${digits}")),
            },
            TokenKind::Variation(text) => match self.variation(text, token.line) {
                Some(variation) if variation.moves.is_empty() => {
                    variation.comments.iter().for_each(|comment| self.comment(comment));
                }
                Some(variation) => self.annotate(Annotation::Variation(variation)),
                None => self.comment(&format!("({text})")),
            },
        }
        Ok(None)
    }

    fn word(&mut self, text: &str, was_prose: bool) -> Result<Option<&'static str>, PgnErrorCause> {
        let error = |cause| PgnErrorCause::Move { text: shortened(text), cause };
        let Some(word) = Word::read(text) else {
            if !is_prose(text, was_prose) {
                return Err(error(MoveParseError::Malformed));
            }
            self.prose = true;
            match self.moves.last_mut().map(|last| last.annotations.last_mut()) {
                Some(Some(Annotation::Comment(comment))) if was_prose => {
                    comment.extend([" ", text]);
                }
                Some(_) => self.comment(text),
                None => add_comment(&mut self.comments, text, was_prose),
            }
            return Ok(None);
        };
        if let Some(written) = word.mv {
            let mv = written.find(&self.position).map_err(error)?;
            let next = after(&self.position, mv);
            self.before = std::mem::replace(&mut self.position, next);
            self.moves.push(PgnMove { mv, annotations: Vec::new() });
        }
        let mut result = None;
        for sign in word.signs {
            match sign {
                // It belongs to no move.
                Sign::Nag(_) if self.moves.is_empty() => self.comment(text),
                Sign::Nag(number) => self.annotate(Annotation::Nag(number)),
                Sign::Result(found) => result = Some(found),
            }
        }
        Ok(result)
    }

    fn comment(&mut self, text: &str) {
        match self.moves.last_mut() {
            Some(last) => {
                let text = one_line(text);
                last.annotations.extend((!text.is_empty()).then_some(Annotation::Comment(text)));
            }
            None => add_comment(&mut self.comments, text, false),
        }
    }

    /// Adds a glyph or a variation to the last move.
    fn annotate(&mut self, annotation: Annotation) {
        match (self.moves.last_mut(), annotation) {
            (Some(last), annotation) => last.annotations.push(annotation),
            (None, Annotation::Nag(number)) => self.comment(&format!("${number}")),
            (None, _) => {}
        }
    }

    /// A variation to the last move; nothing where it cannot be read.
    fn variation(&self, text: &str, line: usize) -> Option<Variation> {
        if self.moves.is_empty() || self.depth == MAX_DEPTH {
            return None;
        }
        let mut inside = Self::new(self.before.clone(), self.depth + 1);
        for token in Tokens::new(text, line, 0) {
            inside.read(&token).ok()?;
        }
        Some(Variation { comments: inside.comments, moves: inside.moves })
    }
}

/// Adds a comment, or what goes on with the last one.
fn add_comment(comments: &mut Vec<String>, text: &str, goes_on: bool) {
    let text = one_line(text);
    match comments.last_mut().filter(|_| goes_on) {
        Some(last) => last.extend([" ", &text]),
        None => comments.extend((!text.is_empty()).then_some(text)),
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
