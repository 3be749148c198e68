//! The value of the tag `TimeControl` of PGN.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// A part of a time control: so much time for so many moves, or for all that are left.
///
/// ```
/// use bartizan_notation::pgn::{TimeControl, TimePart};
/// use std::time::Duration;
///
/// let (time, increment) = (Duration::from_secs(180), Duration::from_secs(2));
/// let blitz = TimePart { moves: None, time, increment };
/// assert_eq!(TimeControl::Parts(vec![blitz]).to_string(), "180+2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimePart {
    /// Moves of the part; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Time for them, for the one move of a sandclock at its start.
    pub time: Duration,
    /// Time added with each move.
    pub increment: Duration,
}

/// What the tag `TimeControl` says (PGN standard, 9.6.1). Numbers are digits alone; seconds may have decimals, and an
/// increment may follow moves in a time too, as programs write them.
///
/// ```
/// use bartizan_notation::pgn::TimeControl;
///
/// let TimeControl::Parts(parts) = "40/7200:3600+30".parse()? else { panic!("two parts") };
/// assert_eq!((parts[0].moves, parts[0].time.as_secs()), (Some(40), 7200));
/// assert_eq!((parts[1].moves, parts[1].increment.as_secs()), (None, 30));
/// assert_eq!("-".parse(), Ok(TimeControl::Unlimited));
/// assert_eq!("*60".parse::<TimeControl>()?.to_string(), "*60");
/// # Ok::<(), bartizan_notation::pgn::TimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// `?`
    Unknown,
    /// `-`: no limit.
    Unlimited,
    /// `*` and seconds: what one side uses the other one gets.
    Sandclock(Duration),
    /// One part or more, one after the other. Without a part it is written as `?`.
    Parts(Vec<TimePart>),
}

/// The text is no time control.
///
/// ```
/// use bartizan_notation::pgn::{TimeControl, TimeControlError};
///
/// assert_eq!("five minutes".parse::<TimeControl>(), Err(TimeControlError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time control such as 40/7200:3600+30, *60, - or ?")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        match text.trim() {
            "?" | "" => Ok(Self::Unknown),
            "-" => Ok(Self::Unlimited),
            text => match text.strip_prefix('*') {
                Some(time) => seconds(time).map(Self::Sandclock),
                None => text.split(':').map(part).collect::<Result<_, _>>().map(Self::Parts),
            },
        }
    }
}

fn part(text: &str) -> Result<TimePart, TimeControlError> {
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(integer(moves.trim())?), time),
        None => (None, text),
    };
    let (time, increment) = time.split_once('+').unwrap_or((time, "0"));
    Ok(TimePart { moves, time: seconds(time)?, increment: seconds(increment)? })
}

/// Digits alone, at least one: `parse` takes a sign too.
fn integer<T: FromStr>(text: &str) -> Result<T, TimeControlError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or(TimeControlError)
}

/// A number of seconds with at most nine decimals.
fn seconds(text: &str) -> Result<Duration, TimeControlError> {
    let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let whole = integer(whole)?;
    if integer::<u32>(decimals).is_err() || decimals.len() > 9 {
        return Err(TimeControlError);
    }
    let nanoseconds = decimals.bytes().chain(core::iter::repeat(b'0')).take(9);
    let nanoseconds = nanoseconds.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    Ok(Duration::new(whole, nanoseconds))
}

/// Seconds with the decimals that they have.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        let (mut decimals, mut width) = (self.0.subsec_nanos(), 9);
        if decimals == 0 {
            return Ok(());
        }
        while decimals % 10 == 0 {
            (decimals, width) = (decimals / 10, width - 1);
        }
        write!(f, ".{decimals:0width$}")
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Parts(parts) if parts.is_empty() => f.write_str("?"),
            Self::Unlimited => f.write_str("-"),
            Self::Sandclock(time) => write!(f, "*{}", Seconds(*time)),
            Self::Parts(parts) => parts.iter().enumerate().try_for_each(|(index, part)| {
                f.write_str(if index > 0 { ":" } else { "" })?;
                if let Some(moves) = part.moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", Seconds(part.time))?;
                if part.increment.is_zero() {
                    return Ok(());
                }
                write!(f, "+{}", Seconds(part.increment))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn time_controls_are_written_as_they_are_read() {
        for text in [
            "?",
            "-",
            "*60",
            "300",
            "300+2",
            "40/7200:3600+30",
            "40/5400:20/3600:900",
            "0.5+0.005",
            "*9007199254740993.000000001",
            "1/18446744073709551615+10.01",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in [
            "x",
            "40/",
            "/300",
            "300+",
            "1:",
            "-5",
            "1.0000000001",
            "40/7200/3",
            "+40/300",
            "40/+300",
            "5.",
            ".5",
            "300+2.",
            "1.0000000000",
            "99999999999999999999",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
        assert_eq!("".parse(), Ok(TimeControl::Unknown));
        assert_eq!(TimeControl::Parts(Vec::new()).to_string(), "?");
    }
}
