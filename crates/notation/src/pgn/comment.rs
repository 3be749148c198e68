//! Commands in comments, as programs write them: `[%clk 1:02:03.4]`, `[%emt 0:00:05]`, `[%eval 0.34,23]`,
//! `[%cal Ge2e4]`, `[%csl Rd5]`. Setting one leaves the rest of the text as it is.
//!
//! # Examples
//!
//! ```
//! use bartizan_notation::pgn::comment::{self, Arrow, Eval};
//! use std::time::Duration;
//!
//! let mut text = "[%eval #-3] [%clk 1:02:03.4] hopeless".to_owned();
//! assert_eq!(comment::clock(&text), Some(Duration::from_millis(3_723_400)));
//! assert_eq!(comment::eval(&text), Some((Eval::Mate(-3), None)));
//!
//! comment::set_eval(&mut text, Some((Eval::Centipawns(-34), Some(23))));
//! comment::set_clock(&mut text, None);
//! comment::set_arrows(&mut text, &["Ge2e4".parse()?, "Rd5".parse()?]);
//! assert_eq!(text, "[%csl Rd5] [%cal Ge2e4] [%eval -0.34,23] hopeless");
//! # Ok::<(), bartizan_notation::pgn::comment::ArrowError>(())
//! ```

mod arrow;

pub use arrow::{Arrow, ArrowColor, ArrowError};

use super::{Annotation, PgnMove};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;

/// An evaluation from White's view.
///
/// ```
/// use bartizan_notation::pgn::comment::{self, Eval};
///
/// assert_eq!(comment::eval("[%eval -1.5]"), Some((Eval::Centipawns(-150), None)));
/// assert_eq!(comment::eval("[%eval #4,30]"), Some((Eval::Mate(4), Some(30))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, by Black where it is negative; 0 is mate on the board.
    Mate(i32),
}

/// The commands of a comment: name, operand and place.
fn commands(text: &str) -> impl Iterator<Item = (&str, &str, Range<usize>)> {
    text.match_indices("[%").filter_map(|(begin, _)| {
        let inside = &text[begin + 2..];
        let inside = &inside[..inside.find(']')?];
        let (name, operand) = inside.split_once(char::is_whitespace)?;
        Some((name, operand.trim(), begin..begin + 2 + inside.len() + 1))
    })
}

/// The first command of a name whose operand can be read, and its place.
fn find<T>(text: &str, name: &str, read: impl Fn(&str) -> Option<T>) -> Option<(T, Range<usize>)> {
    commands(text)
        .filter(|(found, ..)| *found == name)
        .find_map(|(_, operand, place)| Some((read(operand)?, place)))
}

/// Puts a command in the place of another one, or at the end; an empty one takes it out.
fn put(text: &mut String, place: Option<Range<usize>>, command: &str) {
    match place {
        Some(mut place) if command.is_empty() => {
            // Of the spaces round it one stays, and none at the ends.
            let space_before = text[..place.start].ends_with(char::is_whitespace);
            if text[place.end..].starts_with(char::is_whitespace)
                && (space_before || place.start == 0)
            {
                place.end += text[place.end..].chars().next().map_or(0, char::len_utf8);
            } else if space_before && place.end == text.len() {
                place.start -= text[..place.start].chars().next_back().map_or(0, char::len_utf8);
            }
            text.replace_range(place, "");
        }
        Some(place) => text.replace_range(place, command),
        None if command.is_empty() => {}
        None => {
            if !text.is_empty() && !text.ends_with(char::is_whitespace) {
                text.push(' ');
            }
            text.push_str(command);
        }
    }
}

/// `1:02:03.4`.
fn read_time(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let mut integer = || parts.next()?.parse::<u64>().ok();
    let (hours, minutes) = (integer()?, integer()?);
    let (seconds, fraction) =
        parts.next().map(|part| part.split_once('.').unwrap_or((part, "")))?;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = &fraction[..fraction.len().min(9)];
    let nanos = format!("{digits:0<9}").parse().ok()?;
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    let seconds = minutes.checked_mul(60)?.checked_add(seconds.parse().ok()?)?;
    Some(Duration::new(seconds, nanos))
}

/// With milliseconds at most.
fn written_time(name: &str, time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let fraction = format!(".{:03}", time.subsec_millis());
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    format!("[%{name} {hours}:{minutes:02}:{:02}{fraction}]", seconds % 60)
}

fn set_time(text: &mut String, name: &str, time: Option<Duration>) {
    let place = find(text, name, read_time).map(|(_, place)| place);
    put(text, place, &time.map_or_else(String::new, |time| written_time(name, time)));
}

/// `0.34`, `-1`, `.5`, as hundredths; more digits are cut off.
fn read_centipawns(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (pawns, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if pawns.is_empty() && fraction.is_empty() || !all_digits(pawns) || !all_digits(fraction) {
        return None;
    }
    let hundredths = &fraction[..fraction.len().min(2)];
    let sign = if text.starts_with('-') { "-" } else { "" };
    format!("{sign}0{pawns}{hundredths:0<2}").parse().ok()
}

fn read_eval(text: &str) -> Option<(Eval, Option<u32>)> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(depth.parse().ok()?)),
        None => (text, None),
    };
    let eval = match value.strip_prefix('#') {
        Some(moves) => Eval::Mate(moves.parse().ok()?),
        None => Eval::Centipawns(read_centipawns(value)?),
    };
    Some((eval, depth))
}

/// The time left on the clock of the player who moved: `[%clk 1:02:03.4]`.
///
/// ```
/// use bartizan_notation::pgn::comment;
/// use std::time::Duration;
///
/// let mut text = "good [%clk 1:02:03.4]".to_owned();
/// assert_eq!(comment::clock(&text), Some(Duration::from_millis(3_723_400)));
/// comment::set_clock(&mut text, Some(Duration::from_secs(5)));
/// assert_eq!(text, "good [%clk 0:00:05]");
/// ```
#[must_use]
pub fn clock(text: &str) -> Option<Duration> {
    find(text, "clk", read_time).map(|(time, _)| time)
}

/// Sets the time left, in milliseconds, or takes it out.
///
/// ```
/// use bartizan_notation::pgn::comment;
/// use std::time::Duration;
///
/// let mut text = "[%clk 0:10:00] thinks".to_owned();
/// comment::set_clock(&mut text, Some(Duration::from_millis(61_500)));
/// assert_eq!(text, "[%clk 0:01:01.5] thinks");
/// comment::set_clock(&mut text, None);
/// assert_eq!(text, "thinks");
/// ```
pub fn set_clock(text: &mut String, time: Option<Duration>) {
    set_time(text, "clk", time);
}

/// The time that the move took: `[%emt 0:00:05]`.
///
/// ```
/// use bartizan_notation::pgn::comment;
/// use std::time::Duration;
///
/// let mut text = String::new();
/// comment::set_emt(&mut text, Some(Duration::from_millis(1500)));
/// assert_eq!((text.as_str(), comment::emt("[%emt 0:00:02]")),
///     ("[%emt 0:00:01.5]", Some(Duration::from_secs(2))));
/// ```
#[must_use]
pub fn emt(text: &str) -> Option<Duration> {
    find(text, "emt", read_time).map(|(time, _)| time)
}

/// Sets the time that the move took, in milliseconds, or takes it out.
///
/// ```
/// use bartizan_notation::pgn::comment;
/// use std::time::Duration;
///
/// let mut text = "quick".to_owned();
/// comment::set_emt(&mut text, Some(Duration::from_secs(2)));
/// assert_eq!(text, "quick [%emt 0:00:02]");
/// ```
pub fn set_emt(text: &mut String, time: Option<Duration>) {
    set_time(text, "emt", time);
}

/// An evaluation and the depth of its search in plies: `[%eval 0.34,23]`, `[%eval #-3]`.
///
/// ```
/// use bartizan_notation::pgn::comment::{self, Eval};
///
/// let mut text = "[%eval #-3] why".to_owned();
/// assert_eq!(comment::eval(&text), Some((Eval::Mate(-3), None)));
/// comment::set_eval(&mut text, Some((Eval::Centipawns(34), Some(23))));
/// assert_eq!(text, "[%eval 0.34,23] why");
/// ```
#[must_use]
pub fn eval(text: &str) -> Option<(Eval, Option<u32>)> {
    find(text, "eval", read_eval).map(|(eval, _)| eval)
}

/// Sets the evaluation with its depth, or takes it out.
///
/// ```
/// use bartizan_notation::pgn::comment::{self, Eval};
///
/// let mut text = String::new();
/// comment::set_eval(&mut text, Some((Eval::Centipawns(-5), Some(20))));
/// assert_eq!(text, "[%eval -0.05,20]");
/// comment::set_eval(&mut text, Some((Eval::Mate(-2), None)));
/// assert_eq!(text, "[%eval #-2]");
/// ```
pub fn set_eval(text: &mut String, eval: Option<(Eval, Option<u32>)>) {
    let place = find(text, "eval", read_eval).map(|(_, place)| place);
    let command = eval.map_or_else(String::new, |(eval, depth)| {
        let depth = depth.map_or_else(String::new, |depth| format!(",{depth}"));
        match eval {
            Eval::Mate(moves) => format!("[%eval #{moves}{depth}]"),
            Eval::Centipawns(value) => {
                let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                format!("[%eval {sign}{}.{:02}{depth}]", value / 100, value % 100)
            }
        }
    });
    put(text, place, &command);
}

fn read_arrows(text: &str) -> Option<Vec<Arrow>> {
    text.split(',').map(|arrow| arrow.trim().parse().ok()).collect()
}

/// The arrows and marked squares: `[%cal Ge2e4,Rd1d8]`, `[%csl Gd5]`.
///
/// ```
/// use bartizan_notation::pgn::comment::{self, Arrow, ArrowColor};
///
/// let arrows = comment::arrows("[%csl Rd5][%cal Ge2e4]");
/// assert_eq!((arrows.len(), arrows[1].color), (2, ArrowColor::Green));
/// let mut text = "x".to_owned();
/// comment::set_arrows(&mut text, &arrows[1..]);
/// assert_eq!(text, "[%cal Ge2e4] x");
/// assert!("Ge2e9".parse::<Arrow>().is_err());
/// ```
#[must_use]
pub fn arrows(text: &str) -> Vec<Arrow> {
    let commands = commands(text).filter(|(name, ..)| matches!(*name, "cal" | "csl"));
    commands.filter_map(|(_, operand, _)| read_arrows(operand)).flatten().collect()
}

/// Sets the arrows and marked squares, at the beginning of the text; none takes them out.
///
/// ```
/// use bartizan_notation::pgn::comment;
///
/// let mut text = "a plan".to_owned();
/// comment::set_arrows(&mut text, &["Gd5".parse()?, "Re2e4".parse()?]);
/// assert_eq!(text, "[%csl Gd5] [%cal Re2e4] a plan");
/// comment::set_arrows(&mut text, &[]);
/// assert_eq!(text, "a plan");
/// # Ok::<(), bartizan_notation::pgn::comment::ArrowError>(())
/// ```
pub fn set_arrows(text: &mut String, arrows: &[Arrow]) {
    loop {
        let place = ["csl", "cal"].iter().find_map(|name| find(text, name, read_arrows));
        let Some((_, place)) = place else { break };
        put(text, Some(place), "");
    }
    let mut prefix = String::new();
    for (name, squares) in [("csl", true), ("cal", false)] {
        let list: Vec<String> = arrows
            .iter()
            .filter(|arrow| (arrow.from == arrow.to) == squares)
            .map(ToString::to_string)
            .collect();
        if !list.is_empty() {
            put(&mut prefix, None, &format!("[%{name} {}]", list.join(",")));
        }
    }
    if !prefix.is_empty() && !text.is_empty() && !text.starts_with(char::is_whitespace) {
        prefix.push(' ');
    }
    text.insert_str(0, &prefix);
}

impl PgnMove {
    /// The time left on the clock of the player who moved. The other commands of comments are in [`pgn::comment`](
    /// crate::pgn::comment).
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    /// use std::time::Duration;
    ///
    /// let game = read_games("1. e4 {[%clk 0:03:00]} e5 *").remove(0)?;
    /// assert_eq!(game.moves[0].clock(), Some(Duration::from_secs(180)));
    /// assert_eq!(game.moves[1].clock(), None);
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.comments().find_map(clock)
    }

    /// The time that the move took.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    /// use std::time::Duration;
    ///
    /// let game = read_games("1. e4 {[%emt 0:00:02.5]} *").remove(0)?;
    /// assert_eq!(game.moves[0].emt(), Some(Duration::from_millis(2_500)));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn emt(&self) -> Option<Duration> {
        self.comments().find_map(emt)
    }

    /// An evaluation of the position behind the move, and the depth of its search in plies.
    ///
    /// ```
    /// use bartizan_notation::pgn::comment::Eval;
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("1. e4 {[%eval 0.24,22]} *").remove(0)?;
    /// assert_eq!(game.moves[0].eval(), Some((Eval::Centipawns(24), Some(22))));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn eval(&self) -> Option<(Eval, Option<u32>)> {
        self.comments().find_map(eval)
    }

    /// The arrows and marked squares.
    ///
    /// ```
    /// use bartizan_notation::board::Square;
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("1. e4 {[%cal Gd7d5,Rg1f3]} *").remove(0)?;
    /// assert!(game.moves[0].arrows().iter().map(|arrow| arrow.to).eq([Square::D5, Square::F3]));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn arrows(&self) -> Vec<Arrow> {
        self.comments().flat_map(arrows).collect()
    }

    /// Changes the first comment, or a new one: with the functions of [`pgn::comment`](crate::pgn::comment).
    ///
    /// # Examples
    ///
    /// ```
    /// use bartizan_notation::pgn::{comment, read_games};
    /// use std::time::Duration;
    ///
    /// let mut game = read_games("1. e4 $1 *").remove(0)?;
    /// let time = Duration::from_secs(90);
    /// game.moves[0].change_comment(|text| comment::set_clock(text, Some(time)));
    /// assert_eq!(game.moves[0].clock(), Some(time));
    /// assert!(game.to_string().ends_with("1. e4 $1 { [%clk 0:01:30] } *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn change_comment(&mut self, change: impl FnOnce(&mut String)) {
        let is_comment = |one: &Annotation| matches!(one, Annotation::Comment(_));
        let place = self.annotations.iter().position(is_comment).unwrap_or_else(|| {
            self.add_comment("");
            self.annotations.iter().position(is_comment).unwrap_or_default()
        });
        if let Annotation::Comment(text) = &mut self.annotations[place] {
            change(text);
            if text.is_empty() {
                self.annotations.remove(place);
            }
        }
    }
}
