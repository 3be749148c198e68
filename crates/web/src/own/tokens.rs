//! The words of a program, with their places.

use serde::Serialize;
use std::fmt;

/// Line and column of a text, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    pub(super) fn error(self, message: impl Into<String>) -> CodeError {
        CodeError { place: self, message: message.into() }
    }
}

/// What is wrong with a program or with a score of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodeError {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// In words.
    pub message: String,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

/// Longer signs before those that they begin with.
const SIGNS: &[&str] = &[
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "<", ">", "=", "+", "-", "*",
    "/", "%", "!", "?", ":", "(", ")", "{", "}", ",", ";",
];

fn in_number(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word is a number, or should be one.
pub(super) fn is_number(word: &str) -> bool {
    word.starts_with(in_number)
}

pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(in_name) && !is_number(word)
}

/// The words of a text: numbers, names and signs; at last an empty one.
pub(super) fn tokens(text: &str) -> Result<Vec<(&str, Place)>, CodeError> {
    let mut tokens = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    for (index, line) in text.lines().enumerate() {
        place = Place { line: index + 1, column: 1 };
        let mut rest = line.split("//").next().unwrap_or_default();
        while let Some(first) = rest.chars().next() {
            let part = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
            let length = match first {
                _ if first.is_whitespace() => part(char::is_whitespace),
                _ if in_number(first) => part(|c| in_number(c) || c == '_'),
                _ if in_name(first) => part(in_name),
                _ => {
                    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                    let wrong = || place.error(format!("the sign `{first}` means nothing here"));
                    sign.ok_or_else(wrong)?.len()
                }
            };
            let (token, after) = rest.split_at(length);
            if !first.is_whitespace() {
                tokens.push((token, place));
            }
            place.column += token.chars().count();
            rest = after;
        }
    }
    tokens.push(("", place));
    Ok(tokens)
}
