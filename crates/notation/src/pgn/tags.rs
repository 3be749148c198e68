//! Tags: `[Name "value"]`, and what is written for them.

use super::token::TagSpan;
use alloc::borrow::Cow;
use alloc::string::String;

/// A tag as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagText<'a> {
    pub name: &'a str,
    /// With its escapes.
    pub value: &'a str,
    /// Whether it begins like a tag of the standard. `[Round 1]` does not.
    pub quoted: bool,
}

/// Names whose case matters to other programs.
const KNOWN: &str = "Event Site Date Round White Black Result FEN SetUp Variant Termination Annotator TimeControl ECO \
    WhiteElo BlackElo";

/// Values of the tag `Variant` for chess, small and without spaces and hyphens.
const CHESS: [&str; 9] =
    ["", "?", "standard", "chess", "classical", "normal", "regular", "illegal", "fromposition"];
/// Those for Chess960.
const CHESS960: [&str; 5] =
    ["chess960", "fischerandom", "fischerrandom", "freestyle", "freestylechess"];

impl<'a> TagText<'a> {
    /// The same for a tag in the usual form: a plain name, one space, a value without quotation marks and backslashes.
    #[inline]
    pub(super) fn split_usual(text: &'a str) -> Option<(Self, usize)> {
        let bytes = text.as_bytes();
        let name = bytes[1..].iter().position(|byte| !byte.is_ascii_alphanumeric())? + 1;
        if name == 1 || bytes[name] != b' ' || bytes.get(name + 1) != Some(&b'"') {
            return None;
        }
        let begin = name + 2;
        let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n');
        let end = begin + bytes[begin..].iter().position(ends)?;
        let is_usual = bytes[end] == b'"' && bytes.get(end + 1) == Some(&b']');
        let tag = Self { name: &text[1..name], value: &text[begin..end], quoted: true };
        is_usual.then_some((tag, end + 2))
    }

    /// Where its parts stand in a text; the tag begins at this byte of it, and is part of it.
    pub(super) fn span(&self, text: &str, begin: usize) -> TagSpan {
        let span = |part: &str| {
            // An empty value that stands nowhere may be anywhere.
            let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
            let start = start.filter(|start| start + part.len() <= text.len()).unwrap_or(begin);
            start..start + part.len()
        };
        TagSpan { name: span(self.name), value: span(self.value), quoted: self.quoted }
    }

    /// The tag that a text begins with, and its length; nothing where there is none in the line. Reads no further
    /// than the tag, so that many of them in a line take linear time.
    pub(super) fn split(text: &'a str) -> Option<(Self, usize)> {
        let inside = text[1..].trim_start_matches(is_inline_space);
        let (name, rest) = name_of(inside)?;
        let line = rest.trim_start_matches(is_inline_space);
        let begin = text.len() - line.len();
        if let Some(quoted) = line.strip_prefix('"') {
            let (value, length) = quoted_value(quoted);
            return Some((Self { name, value, quoted: true }, begin + 1 + length));
        }
        if let Some(name) = name.strip_suffix(']').filter(|name| is_plain_name(name)) {
            return Some((Self { name, value: "", quoted: false }, text.len() - rest.len()));
        }
        let end = line.find([']', '\n']).filter(|&end| line[end..].starts_with(']'))?;
        let value = line[..end].trim().trim_matches(['“', '”', '„', '\'', '’', '‘']);
        let tag = Self { name, value, quoted: false };
        is_plain_name(name).then_some((tag, begin + end + 1))
    }

    /// The name; one of those that programs look for in their writing.
    #[cfg(test)]
    fn canonical_name(&self) -> &'a str {
        canonical_name(self.name)
    }

    #[cfg(test)]
    fn unescaped(&self) -> String {
        TagValue(self.value).decode().into_owned()
    }
}

/// The name; one of those that programs look for in their writing.
pub(super) fn canonical_name(name: &str) -> &str {
    KNOWN.split(' ').find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// The value of a tag as it stands in a file, with its escapes.
///
/// ```
/// use bartizan_notation::pgn::{Reader, TagValue, Visitor};
/// use std::ops::ControlFlow;
///
/// /// The value of the first tag, as it stands in the file and without escapes.
/// struct First;
///
/// impl Visitor for First {
///     type Output = Option<[String; 2]>;
///
///     fn tag(&mut self, _name: &str, value: TagValue<'_>) -> ControlFlow<Self::Output> {
///         ControlFlow::Break(Some([value.raw().into(), value.decode().into()]))
///     }
///
///     fn end_game(&mut self) -> Self::Output {
///         None
///     }
/// }
///
/// let game = Reader::from_text(r#"[White "A \"x\""]"#).read_game(&mut First)?.flatten();
/// assert_eq!(game, Some([r#"A \"x\""#.into(), r#"A "x""#.into()]));
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagValue<'a>(pub(super) &'a str);

impl<'a> TagValue<'a> {
    /// The text of the file.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Reader, TagValue, Visitor};
    /// use std::ops::ControlFlow::{self, Break};
    ///
    /// /// The round of a game, which has no escapes.
    /// struct Round;
    /// impl Visitor for Round {
    ///     type Output = Option<u32>;
    ///     fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<Self::Output> {
    ///         if name == "Round" { Break(value.raw().parse().ok()) } else { ControlFlow::Continue(()) }
    ///     }
    ///     fn end_game(&mut self) -> Self::Output {
    ///         None
    ///     }
    /// }
    /// let mut reader = Reader::from_text("[White \"A\"]\n[Round \"7\"]\n\n1. e4 *");
    /// assert_eq!(reader.read_game(&mut Round)?, Some(Some(7)));
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.0
    }

    /// The value without its escapes, `\"` and `\\`. Other backslashes are those of paths. Only an escape makes it
    /// allocate.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Reader, TagValue, Visitor};
    /// use std::borrow::Cow;
    /// use std::ops::ControlFlow;
    ///
    /// /// Whether each value had to be copied, because it has an escape.
    /// struct Copied(Vec<bool>);
    /// impl Visitor for Copied {
    ///     type Output = ();
    ///     fn tag(&mut self, _name: &str, value: TagValue<'_>) -> ControlFlow<()> {
    ///         self.0.push(matches!(value.decode(), Cow::Owned(_)));
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn end_game(&mut self) {}
    /// }
    /// let mut copied = Copied(Vec::new());
    /// Reader::from_text("[White \"A\"]\n[Black \"B \\\"b\\\"\"]\n\n1. e4 *").read_game(&mut copied)?;
    /// assert_eq!(copied.0, [false, true]);
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        if !self.0.contains('\\') {
            return self.0.into();
        }
        let mut text = String::with_capacity(self.0.len());
        let mut chars = self.0.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = if c == '\\' { chars.next_if(|c| matches!(c, '"' | '\\')) } else { None };
            text.push(escaped.unwrap_or(c));
        }
        text.into()
    }
}

/// Whether a text begins with `[Name "`. `[%eval 0.3]` in a comment does not.
pub(super) fn is_tag_line(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\u{feff}']);
    let Some(inside) = text.strip_prefix('[') else { return false };
    let name = name_of(inside.trim_start_matches(is_inline_space));
    name.is_some_and(|(_, rest)| rest.trim_start_matches(is_inline_space).starts_with('"'))
}

/// Whether a value of the tag `Variant` is chess or Chess960.
pub(super) fn is_chess(variant: &str) -> bool {
    let name = plain_variant(variant);
    CHESS.contains(&name.as_str()) || name.starts_with("wild") || is_chess960(variant)
}

/// Whether a value of the tag `Variant` is Chess960.
pub(super) fn is_chess960(variant: &str) -> bool {
    CHESS960.contains(&plain_variant(variant).as_str())
}

/// A value of the tag `Variant` as other programs know it. Other variants than chess have the names they are
/// written with.
pub(super) fn canonical_variant(variant: &str) -> &str {
    let name = variant.to_ascii_lowercase();
    match name.as_str() {
        _ if is_chess960(variant) => "Chess960",
        "standard" | "chess" | "classical" | "normal" | "illegal" | "from position" => variant,
        _ if name.starts_with("wild/") || !is_chess(variant) => variant,
        _ => "Standard",
    }
}

fn plain_variant(variant: &str) -> String {
    let ignored = |c: &char| !(c.is_whitespace() || matches!(c, '-' | '_'));
    variant.chars().filter(ignored).flat_map(char::to_lowercase).collect()
}

/// Space that does not end the line.
fn is_inline_space(c: char) -> bool {
    c.is_whitespace() && c != '\n'
}

/// The name at the beginning of a text, and what follows it. `%eval` is a command in a comment.
fn name_of(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| c.is_whitespace() || c == '"')?;
    let (name, rest) = text.split_at(end);
    (!name.is_empty() && !name.starts_with('%')).then_some((name, rest))
}

/// Whether a tag without quotation marks may have this name.
fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// The value behind a quotation mark, and the length of the tag's rest. The mark that ends the value has the
/// closing bracket behind it, so that others need no escape. Without such a mark the bracket ends the value, and
/// without a bracket the line.
fn quoted_value(text: &str) -> (&str, usize) {
    let mut escaped = false;
    let mut last_escaped = None;
    for (at, c) in text.char_indices() {
        if c == '\n' {
            break;
        }
        if c == '"' {
            let behind = text[at + 1..].trim_start_matches(is_inline_space);
            if behind.starts_with(']') {
                let length = text.len() - behind.len() + 1;
                if !escaped {
                    return (&text[..at], length);
                }
                last_escaped = Some((&text[..at], length));
            }
        }
        escaped = c == '\\' && !escaped;
    }
    // `C:\` ends with a backslash that escapes nothing.
    if let Some(found) = last_escaped {
        return found;
    }
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let end = line.rfind(']').unwrap_or(line.len());
    let value = line[..end].trim();
    (value.strip_suffix('"').unwrap_or(value), (end + 1).min(line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_they_are_written() {
        for (text, name, value) in [
            ("[A \"b\"]", "A", "b"),
            ("[ A\"b\" ]", "A", "b"),
            ("[A\t\"b\" ] [B \"c\"]", "A", "b"),
            ("[Event \"5th \"M\" Open\"]", "Event", "5th \"M\" Open"),
            ("[Event \"\"M\"\"] x", "Event", "\"M\""),
            ("[event \"a \\\"b\\\" \\\\\"]", "Event", "a \"b\" \\"),
            ("[Site \"C:\\a\\\"]", "Site", "C:\\a\\"),
            ("[Round 1]", "Round", "1"),
            ("[White Carlsen, Magnus ] [Black B]", "White", "Carlsen, Magnus"),
            ("[White “A”]", "White", "A"),
            ("[round]\n", "Round", ""),
            ("[White \"A]\n", "White", "A"),
            ("[White \"A\"\n", "White", "A"),
            ("[White \"A", "White", "A"),
            ("[FEN \"\"]", "FEN", ""),
            ("[a] \"x\"]", "a]", "x"),
            ("[Eé \"x\"]", "Eé", "x"),
        ] {
            let (tag, length) = TagText::split(text).expect(text);
            assert_eq!((tag.canonical_name(), tag.unescaped().as_str()), (name, value), "{text}");
            assert!(text.is_char_boundary(length) && length <= text.len(), "{text}");
        }
        for text in ["[", "[]", "[]\n", "[%eval 0.3]", "[A b", "[A\n\"x\"]", "[+ 3]", "[1 2]\n"] {
            assert!(TagText::split(text).is_none(), "{text}");
        }
        assert_eq!(TagText::split("[A \"b\"] [B \"c\"]").map(|(_, length)| length), Some(7));
        assert_eq!(TagText::split("[A b] [B c]").map(|(_, length)| length), Some(5));
    }
}
