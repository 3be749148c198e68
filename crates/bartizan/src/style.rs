//! The colours of what people read in a terminal. [`terminal`] leaves them
//! out where the output is no terminal, and where `NO_COLOR` is set.

use crate::table::Table;
use anstyle::{AnsiColor, Style};
use uci::output::Output;

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
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A table with its heading and some rows, by their index, set off.
pub fn highlighted(table: &Table, style_of: impl Fn(usize) -> Option<Style>) -> String {
    let text = table.to_string();
    let styled = text.lines().enumerate().map(|(index, line)| {
        let style = index.checked_sub(1).map_or(Some(HEADING), &style_of);
        style.map_or_else(|| line.to_owned(), |style| paint(style, line)) + "\n"
    });
    styled.collect()
}

/// An output to standard output with colours where it is a terminal.
pub fn terminal() -> Output {
    Output::new(anstream::stdout())
}
