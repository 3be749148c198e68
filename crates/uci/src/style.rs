//! The colours of what people read in a terminal. [`Output::terminal`](crate::output::Output) leaves
//! them out where the output is no terminal, and where `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};

/// Headings.
pub const HEADING: Style = Style::new().bold();
/// White's pieces.
pub const WHITE_PIECE: Style = Style::new().bold();
/// Black's pieces.
pub const BLACK_PIECE: Style = AnsiColor::Cyan.on_default();
/// The squares of the last move.
pub const LAST_MOVE: Style = Style::new().invert();
/// What is bad.
pub const BAD: Style = AnsiColor::Red.on_default();
/// What is good.
pub const GOOD: Style = AnsiColor::Green.on_default();

/// A text in a style.
#[must_use]
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A text from a file, with U+FFFD for the control characters, which a terminal would obey.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
