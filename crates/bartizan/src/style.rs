//! The colours and the width of what people read in a terminal. [`terminal`] leaves colours
//! out where the output is no terminal, and where `NO_COLOR` is set.

use crate::table::Table;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use console::Term;
use std::borrow::Cow;
use uci::output::Output;

/// Columns that are used even where there are fewer.
pub const LEAST_COLUMNS: usize = 40;
/// Columns of the first word or words of a line that the others may hang below.
const MOST_HEAD: usize = 24;
/// Columns that the last column of a table needs.
pub const LEAST_COLUMN: usize = 12;

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

/// Columns of a line: of the terminal that standard output is, else `COLUMNS`, else 80.
pub fn columns() -> usize {
    let terminal = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(variable).filter(|&columns| columns > 0).unwrap_or(80).max(LEAST_COLUMNS)
}

/// The words of a text in lines of at most so many columns; a longer word has its own.
fn lines(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// A line that goes on below what stands behind `head`, its first characters, where it is too long.
fn hanging(line: &str, head: usize) -> Vec<String> {
    let width = columns();
    if console::measure_text_width(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = if head + LEAST_COLUMN > width { 4 } else { head };
    let end = line.char_indices().nth(indent).map_or(line.len(), |(index, _)| index);
    let mut first = line[..end].to_owned();
    let rest = lines(&line[end..], width - indent);
    let rest = rest.into_iter().map(|text| {
        let before = std::mem::replace(&mut first, " ".repeat(indent));
        (before + &text).trim_end().to_owned()
    });
    rest.collect()
}

/// The lines of a text, each wrapped at words where it is too long for the terminal. It goes on below what follows a
/// wide space near its beginning, else indented.
pub fn wrapped(text: &str, indent: usize) -> String {
    let wrap = |line: &str| {
        let own = line.len() - line.trim_start().len();
        let gap = line[own..].find("  ").filter(|&gap| own + gap < MOST_HEAD).map(|gap| own + gap);
        let gap = gap.map(|gap| line.len() - line[gap..].trim_start().len());
        if let Some(head) = gap.or((own >= indent).then_some(own)) {
            return hanging(line, head).join("\n");
        }
        if console::measure_text_width(line) <= columns() {
            return line.to_owned();
        }
        let mut lines = lines(line, columns() - indent).into_iter();
        let first = lines.next().unwrap_or_default();
        lines.fold(first, |text, line| format!("{text}\n{:indent$}{line}", ""))
    };
    text.split('\n').map(wrap).collect::<Vec<_>>().join("\n")
}

/// As many whole words of a text as a line of so many columns has room for.
pub fn fitting(text: &str, width: usize) -> String {
    let mut lines = lines(text, width);
    if lines.len() > 1 {
        lines = self::lines(text, width.saturating_sub(2).max(1));
        return format!("{} …", lines[0].trim_end_matches('…').trim_end());
    }
    lines.pop().unwrap_or_default()
}

/// Names and what they mean, a paragraph each.
pub fn definitions(entries: &[(&str, &str)]) -> String {
    let width = entries.iter().map(|(name, _)| name.len()).max().unwrap_or_default() + 2;
    let lines =
        entries.iter().flat_map(|(name, text)| hanging(&format!("{name:width$}{text}"), width));
    lines.collect::<Vec<_>>().join("\n")
}

/// A table with its heading and some rows, by their index, set off. What is too long of a row goes on below its
/// last column.
pub fn highlighted(table: &Table, style_of: impl Fn(usize) -> Option<Style>) -> String {
    let (text, last) = (table.to_string(), table.last_column());
    let styled = text.lines().enumerate().flat_map(|(index, line)| {
        let style = index.checked_sub(1).map_or(Some(HEADING), &style_of);
        let lines = hanging(line, last).into_iter();
        lines
            .map(move |line| style.map_or_else(|| line.clone(), |style| paint(style, &line)) + "\n")
    });
    styled.collect()
}

/// Whether standard output has colours, and a cursor that moves.
pub fn has_colours() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}

/// An output to standard output with colours where it is a terminal.
pub fn terminal() -> Output {
    Output::new(anstream::stdout())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_wrapped_at_words() {
        assert_eq!(fitting("1. e4 e5 2. Nf3", 15), "1. e4 e5 2. Nf3");
        assert_eq!(fitting("1. e4 e5 2. Nf3", 14), "1. e4 e5 2. …");
        assert_eq!(fitting("1. e4 O-O-O …", 12), "1. e4 …");
        assert_eq!(lines("O-O-O O-O-O", 8), ["O-O-O", "O-O-O"]);
        assert_eq!(lines("", 8), [""]);
        assert_eq!(hanging("ab cd", 3), ["ab cd"]);
    }
}
