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

/// A word of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Name(String),
    Sign(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Sign(sign) => f.write_str(sign),
            Self::End => f.write_str("the end"),
        }
    }
}

/// Longer signs before those that they begin with.
const SIGNS: &[&str] = &[
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "<", ">", "=", "+", "-", "*",
    "/", "%", "!", "?", ":", "(", ")", "{", "}", ",", ";",
];

/// The words of a text, at last [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Place)>, CodeError> {
    let mut tokens = Vec::new();
    let mut place = Place::default();
    for line in text.lines() {
        place = Place { line: place.line + 1, column: 1 };
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let length = if first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("//") {
                break;
            } else if first.is_ascii_digit() || first == '.' {
                let length = rest
                    .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
                    .unwrap_or(rest.len());
                let number = rest[..length].replace('_', "").parse();
                let wrong = |_| place.error(format!("`{}` is no number", &rest[..length]));
                tokens.push((Token::Number(number.map_err(wrong)?), place));
                length
            } else if first.is_alphabetic() || first == '_' {
                let length =
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                tokens.push((Token::Name(rest[..length].to_owned()), place));
                length
            } else {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let sign = sign
                    .ok_or_else(|| place.error(format!("the sign `{first}` means nothing here")))?;
                tokens.push((Token::Sign(sign), place));
                sign.len()
            };
            place.column += rest[..length].chars().count();
            rest = &rest[length..];
        }
    }
    tokens.push((Token::End, place));
    Ok(tokens)
}
