//! Writes games: in the export format of PGN, with the seven tags of the roster first and lines of at most 79
//! characters, and in other styles.

mod comment;

use super::tags::{canonical_name, canonical_variant};
use super::{Nag, PgnGame, Played, TagValue, Visitor};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use board::{Color, Position};
use core::fmt::{self, Write};
use core::mem;
use core::ops::ControlFlow::{self, Continue};

/// The tags that every game has, with the values of unknown ones.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// How games are written. The constants are a start; fields can be changed.
///
/// # Examples
///
/// ```
/// use bartizan_notation::pgn::{PgnStyle, read_games};
///
/// let game = read_games("1. e4! {[%clk 1:00:00]} e5 (1... c5) 2. Nf3 *").remove(0)?;
/// let mut style = PgnStyle::LICHESS;
/// style.tags = false;
/// assert_eq!(game.display(style).to_string(),
///     "1. e4! { [%clk 1:00:00] } 1... e5 (1... c5) 2. Nf3 *\n");
/// style = PgnStyle::PYTHON_CHESS;
/// (style.tags, style.comments) = (false, false);
/// assert_eq!(game.display(style).to_string(), "1. e4 e5 ( 1... c5 ) 2. Nf3 *\n");
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnStyle {
    /// Longest line of the moves in characters; nothing for one line.
    pub width: Option<usize>,
    /// Whether tags are written.
    pub tags: bool,
    /// Whether comments and glyphs are written.
    pub comments: bool,
    /// Whether variations are written.
    pub variations: bool,
    /// Whether the tags are those of the export format: the seven of the roster first and complete, `Result` as the
    /// game ended, names and values of `FEN` and `Variant` as other programs know them. Else they are written as they
    /// were read.
    pub roster: bool,
    /// Whether lines may break inside comments, exact ones only where they did when they were read. A line of a comment
    /// may then be longer than the width.
    pub break_comments: bool,
    /// Whether comments are written as they were read: all spaces and line breaks inside them stay, and so do braces that
    /// are all closed, and empty comments. Else white space is a space or a line break where they may break, and a closing
    /// brace is `)`.
    pub exact_comments: bool,
    /// Whether a space stands inside the brackets of variations.
    pub wide_brackets: bool,
    /// Whether `!`, `?`, `!!`, `??`, `!?` and `?!` are written in place of `$1` to `$6`.
    pub glyphs: bool,
}

impl PgnStyle {
    /// The export format of the standard, which [`PgnGame`] has as its `Display`.
    pub const STANDARD: Self = Self {
        width: Some(79),
        tags: true,
        comments: true,
        variations: true,
        roster: true,
        break_comments: true,
        exact_comments: false,
        wide_brackets: false,
        glyphs: false,
    };
    /// The same with tags and comments as they were read: lines are as long as those of the comments where these are
    /// longer than 79. What this style has written, [`GameBuilder::exact`](super::GameBuilder::exact) reads as the same game,
    /// which is written the same again, byte for byte.
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, PgnStyle, Reader};
    ///
    /// let text = "[Event \"?\"]\n\n1. e4 { so  far,\nso {good} } *\n";
    /// let game = Reader::from_text(text).read_game(&mut GameBuilder::exact())?.ok_or("no game")?;
    /// assert_eq!(game.display(PgnStyle::EXACT).to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const EXACT: Self = Self { roster: false, exact_comments: true, ..Self::STANDARD };
    /// That of `StringExporter` of python-chess.
    pub const PYTHON_CHESS: Self =
        Self { break_comments: false, exact_comments: false, wide_brackets: true, ..Self::EXACT };
    /// That of Lichess.
    pub const LICHESS: Self = Self {
        width: None,
        break_comments: false,
        exact_comments: false,
        glyphs: true,
        ..Self::EXACT
    };
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(PgnStyle::STANDARD).fmt(f)
    }
}

/// A game in a style: the value of [`PgnGame::display`].
///
/// ```
/// use bartizan_notation::pgn::{PgnStyle, Styled, read_games};
///
/// let game = read_games("[White \"A\"]\n\n1. e4 {good} e5 *").remove(0)?;
/// let styled: Styled<'_> = game.display(PgnStyle::EXACT);
/// assert_eq!(styled.to_string(), "[White \"A\"]\n\n1. e4 { good } 1... e5 *\n");
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Styled<'a> {
    game: &'a PgnGame,
    style: PgnStyle,
}

impl fmt::Display for Styled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, style } = self;
        if style.tags {
            if style.roster {
                game.write_export_tags(f)?;
            } else {
                game.write_tags_as_read(f)?;
            }
        }
        let mut writer = PgnWriter::new(f, *style);
        let flow = game.accept_moves(&mut writer);
        flow.break_value().unwrap_or(Ok(()))?;
        writer.flush()?;
        writeln!(writer.out)
    }
}

impl PgnGame {
    /// The game as it is written in a style. [`PgnStyle`] has an example.
    ///
    /// ```
    /// use bartizan_notation::pgn::{PgnStyle, read_games};
    ///
    /// let game = read_games("1. e4! {good} e5 *").remove(0)?;
    /// let mut style = PgnStyle::LICHESS;
    /// style.comments = false;
    /// assert_eq!(game.display(style).to_string(), "1. e4 e5 *\n");
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn display(&self, style: PgnStyle) -> Styled<'_> {
        Styled { game: self, style }
    }

    fn write_export_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", &self.result)?;
        let in_roster =
            |name: &str| name == "Result" || ROSTER.iter().any(|(known, _)| *known == name);
        let fen = self.fen();
        for (name, value) in &self.tags {
            match (canonical_name(name), &fen) {
                (name, _) if in_roster(name) => {}
                ("SetUp" | "FEN", None) => {}
                ("FEN", Some(fen)) => write_tag(f, "FEN", fen)?,
                ("Variant", _) => write_tag(f, "Variant", canonical_variant(value))?,
                (name, _) => write_tag(f, name, value)?,
            }
        }
        if let Some(fen) = fen.filter(|_| self.tag("FEN").is_none()) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        writeln!(f)
    }

    fn write_tags_as_read(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        let fen = self.fen().filter(|_| self.tag("FEN").is_none());
        if let Some(fen) = &fen {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", fen)?;
        }
        if fen.is_some() || !self.tags.is_empty() { writeln!(f) } else { Ok(()) }
    }

    /// The value of the tag `FEN`: as it was read where nothing in it was repaired; nothing for the starting position
    /// without such a tag.
    fn fen(&self) -> Option<String> {
        let read = self.tag("FEN").filter(|fen| Position::from_fen(fen).is_ok());
        let (start, standard) = (self.start.to_fen(), Position::startpos().to_fen());
        read.map(str::to_owned).or_else(|| (start != standard).then_some(start))
    }
}

/// A visitor that writes games while they are read, each with a blank line behind it; tags are as they were read.
///
/// # Examples
///
/// The comments of a file are left out:
///
/// ```
/// use bartizan_notation::pgn::{PgnStyle, PgnWriter, Reader};
///
/// let text = "[White \"A\"]\n\n1. e4 {good} e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n\n";
/// let mut style = PgnStyle::EXACT;
/// style.comments = false;
/// let mut writer = PgnWriter::new(String::new(), style);
/// for written in Reader::from_text(text).visit(&mut writer) {
///     written??;
/// }
/// assert_eq!(writer.into_inner(), text.replace("{good} ", ""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgnWriter<W> {
    out: W,
    style: PgnStyle,
    /// Characters of the line.
    line: usize,
    /// The last word, to which something may be added.
    word: String,
    /// A bracket before the next word.
    opens: bool,
    /// Whether the number of a move of Black is needed.
    needs_number: bool,
    has_tags: bool,
    depth: usize,
}

impl<W: Write> PgnWriter<W> {
    /// A writer to a string or anything else that takes text.
    ///
    /// ```
    /// use bartizan_notation::pgn::{PgnStyle, PgnWriter, Reader};
    ///
    /// let mut writer = PgnWriter::new(String::new(), PgnStyle::STANDARD);
    /// Reader::from_text("1.e4 e5 *").read_game(&mut writer)?.ok_or("no game")??;
    /// assert_eq!(writer.into_inner(), "1. e4 e5 *\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(out: W, style: PgnStyle) -> Self {
        let word = String::new();
        let (line, opens, needs_number, has_tags, depth) = (0, false, true, false, 0);
        Self { out, style, line, word, opens, needs_number, has_tags, depth }
    }

    /// What was written to.
    ///
    /// ```
    /// use bartizan_notation::pgn::{PgnStyle, PgnWriter};
    ///
    /// let writer = PgnWriter::new(String::from("% of a base\n"), PgnStyle::STANDARD);
    /// assert_eq!(writer.into_inner(), "% of a base\n");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes the last word.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.line > 0 {
            let fits = self.style.width.is_none_or(|width| self.line + 1 + length <= width);
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.line = if fits { self.line + 1 } else { 0 };
        }
        self.out.write_str(&self.word)?;
        self.line += length;
        self.word.clear();
        Ok(())
    }

    /// Adds a word between which and the last one a line may be broken.
    fn add(&mut self, word: fmt::Arguments<'_>) -> fmt::Result {
        self.flush()?;
        if mem::take(&mut self.opens) {
            self.word.push('(');
        }
        self.word.write_fmt(word)
    }

    fn write_move(&mut self, played: &Played<'_>) -> fmt::Result {
        let number = played.before.fullmove_number();
        match played.before.side_to_move() {
            Color::White => self.add(format_args!("{number}."))?,
            Color::Black if self.needs_number => self.add(format_args!("{number}..."))?,
            Color::Black => {}
        }
        self.needs_number = false;
        match played.san() {
            Some(san) => self.add(format_args!("{san}")),
            None => self.add(format_args!("--")),
        }
    }

    fn write_end(&mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_str("\n\n")
    }
}

fn flow(result: fmt::Result) -> ControlFlow<fmt::Result> {
    match result {
        Ok(()) => Continue(()),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

impl<W: Write> Visitor for PgnWriter<W> {
    type Output = fmt::Result;

    fn begin_game(&mut self) {
        (self.line, self.opens, self.needs_number) = (0, false, true);
        (self.has_tags, self.depth) = (false, 0);
        self.word.clear();
    }

    fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<fmt::Result> {
        if !self.style.tags {
            return Continue(());
        }
        self.has_tags = true;
        flow(write_tag(&mut self.out, name, &value.decode()))
    }

    fn begin_moves(&mut self, _start: &Position) -> ControlFlow<fmt::Result> {
        if self.has_tags { flow(self.out.write_char('\n')) } else { Continue(()) }
    }

    fn played(&mut self, played: Played<'_>) -> ControlFlow<fmt::Result> {
        flow(self.write_move(&played))
    }

    fn comment(&mut self, text: &str) -> ControlFlow<fmt::Result> {
        if !self.style.comments || text.is_empty() && !self.style.exact_comments {
            return Continue(());
        }
        self.needs_number = true;
        flow(self.add_comment(text))
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<fmt::Result> {
        match nag.glyph().filter(|_| self.style.glyphs && nag.0 <= 6) {
            _ if !self.style.comments => {}
            Some(glyph) => self.word.push_str(glyph),
            None => return flow(self.add(format_args!("{nag}"))),
        }
        Continue(())
    }

    fn enter_variation(&mut self) -> bool {
        self.style.variations
    }

    fn begin_variation(&mut self) -> ControlFlow<fmt::Result> {
        self.needs_number = true;
        if self.style.wide_brackets {
            return flow(self.add(format_args!("(")));
        }
        let flushed = self.flush();
        self.opens = true;
        flow(flushed)
    }

    fn end_variation(&mut self) -> ControlFlow<fmt::Result> {
        self.needs_number = true;
        if self.style.wide_brackets {
            return flow(self.add(format_args!(")")));
        }
        // A variation without a move has no brackets.
        if !mem::take(&mut self.opens) {
            self.word.push(')');
        }
        Continue(())
    }

    fn result(&mut self, result: &str) -> ControlFlow<fmt::Result> {
        flow(self.add(format_args!("{result}")))
    }

    fn end_game(&mut self) -> fmt::Result {
        self.write_end()
    }
}

/// A comment in braces. It cannot have a closing one inside.
pub(super) fn braced(comment: &str) -> String {
    format!("{{ {} }}", comment.replace('}', ")"))
}

fn write_tag(f: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '\n' | '\r' => f.write_char(' ')?,
            '\\' | '"' => write!(f, "\\{c}")?,
            _ => f.write_char(c)?,
        }
    }
    f.write_str("\"]\n")
}

#[cfg(test)]
mod tests;
