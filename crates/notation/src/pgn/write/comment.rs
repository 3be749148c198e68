//! Writes comments between words of moves.

use super::PgnWriter;
use crate::pgn::tags::is_tag_line;
use crate::pgn::token::tag_line_in;
use alloc::borrow::Cow;
use core::fmt::{self, Write};

impl<W: Write> PgnWriter<W> {
    /// Adds a comment. `[%eval 0.3]` stays in one line. No line that is broken here begins like a tag, an escaped line
    /// or a comment.
    pub(super) fn add_comment(&mut self, text: &str) -> fmt::Result {
        let exact = self.style.exact_comments;
        if !self.style.break_comments {
            self.add(format_args!("{{ "))?;
            let text = without_closing_braces(text, exact);
            self.word.push_str(&without_hidden_braces(text));
            self.word.push_str(" }");
            return Ok(());
        }
        self.add(format_args!("{{"))?;
        let text = without_closing_braces(text.trim(), exact);
        let (mut rest, mut in_command) = (&*text, false);
        while let Some((space, behind)) = leading_space(rest) {
            let length = behind.find(char::is_whitespace).unwrap_or(behind.len());
            let word = &behind[..length];
            let hides_brace = || is_tag_line(behind) && behind.contains('{');
            match space.rfind('\n') {
                _ if !exact || space.is_empty() || space.contains('\r') => {
                    if in_command || word.starts_with(['[', '%', ';']) {
                        self.word.push(' ');
                    } else {
                        self.flush()?;
                    }
                }
                Some(last) if !hides_brace() => {
                    self.flush()?;
                    self.out.write_str(&space[..=last])?;
                    self.line = 0;
                    self.word.push_str(&space[last + 1..]);
                }
                Some(_) => self.word.push(' '),
                None => self.word.push_str(space),
            }
            self.word.push_str(word);
            in_command = (in_command || word.starts_with("[%")) && !word.contains(']');
            rest = &behind[length..];
        }
        self.add(format_args!("}}"))
    }
}

/// The white space before the next word, and the text from the word on; nothing without one.
fn leading_space(text: &str) -> Option<(&str, &str)> {
    text.find(|c: char| !c.is_whitespace()).map(|at| text.split_at(at))
}

/// A comment that has no closing brace inside, or with `exact` only those that a reader takes for its own.
fn without_closing_braces(text: &str, exact: bool) -> Cow<'_, str> {
    match text.find('}') {
        None => text.into(),
        Some(first) if exact && is_nested(text, first) => text.into(),
        Some(_) => text.replace('}', ")").into(),
    }
}

/// A comment in one line if a line of it would begin like a tag behind which a brace opens: the comment would end there.
fn without_hidden_braces(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_line_end = |c| matches!(c, '\n' | '\r');
    let mut lines = text.split_inclusive(is_line_end).skip(1);
    match text.contains('{') && lines.any(is_tag_line) {
        true => text.replace(is_line_end, " ").into(),
        false => text,
    }
}

/// Whether each brace inside a comment is closed inside it, and none opens behind the first that closes: so readers
/// tell them from those of other comments.
fn is_nested(text: &str, first_closing: usize) -> bool {
    let (before, behind) = text.split_at(first_closing);
    before.matches('{').count() == behind.matches('}').count()
        && !behind.contains('{')
        && tag_line_in(behind).is_none()
}
