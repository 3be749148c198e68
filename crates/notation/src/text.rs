//! Texts from outside, for messages.

/// Characters that [`shortened`] leaves.
const QUOTED_LENGTH: usize = 80;

/// A text from a file, with U+FFFD for the control characters, which a terminal would obey.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The beginning of a text.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED_LENGTH) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
