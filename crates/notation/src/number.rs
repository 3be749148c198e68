//! Reads integers, also where people and programs write them in another way.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A number that was read.
///
/// ```
/// use bartizan_notation::number::{Number, parse_number};
///
/// assert_eq!(parse_number("2.5"), Some(Number { value: 2, exact: false }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value; the nearest of the type if it is too large.
    pub value: i64,
    /// Whether the text says nothing else.
    pub exact: bool,
}

/// Reads a number: a decimal integer with an optional sign, also with a fraction, an exponent (`1e3`) or in groups
/// of three digits (`1,000`). Of a fraction the integer part counts, of any other text its first digits (`5s`).
/// `None` if there are none.
///
/// ```
/// use bartizan_notation::number::{parse_integer, parse_number};
///
/// let seconds = parse_number("5s").expect("it has digits");
/// assert_eq!((seconds.value, seconds.exact), (5, false));
/// assert_eq!((parse_integer("1,000"), parse_integer("1.5")), (Some(1000), None));
/// ```
#[must_use]
pub fn parse_number(word: &str) -> Option<Number> {
    let text = word.strip_prefix(['-', '+']).unwrap_or(word);
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(count);
    let is_fraction = rest.as_bytes().first() == Some(&b'.')
        && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if digits.is_empty() && !is_fraction {
        return None;
    }
    // Too many digits for the type are its largest number.
    let integer = |digits: &str| digits.parse().unwrap_or(i64::MAX);
    let (magnitude, exact) = if rest.is_empty() {
        (integer(digits), true)
    } else if let Some(digits) = without_separators(digits, rest) {
        (integer(&digits), true)
    } else if let Ok(number) = text.parse::<f64>() {
        (number as i64, is_whole(number.abs()))
    } else if digits.is_empty() {
        (0, false)
    } else {
        (integer(digits), false)
    };
    let value = if word.starts_with('-') { -magnitude } else { magnitude };
    Some(Number { value, exact })
}

/// Whether a number that is not negative has no fraction. `f64::fract` needs std.
fn is_whole(number: f64) -> bool {
    /// From here on no `f64` has one.
    const LARGE: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    number.is_finite() && (number >= LARGE || number as u64 as f64 == number)
}

/// The digits of a number in groups of three, of which `first` is the first.
fn without_separators(first: &str, rest: &str) -> Option<String> {
    let separator = rest.chars().next().filter(|letter| [',', '_', '\''].contains(letter))?;
    let is_group =
        |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = rest[1..].split(separator).collect();
    (first.len() <= 3 && groups.iter().all(|group| is_group(group)))
        .then(|| format!("{first}{}", groups.concat()))
}

/// Reads a number that is an integer however it is written: `16`, `+16`, `16.0`.
///
/// ```
/// use bartizan_notation::number::parse_integer;
///
/// assert_eq!((parse_integer("16.0"), parse_integer("1e3")), (Some(16), Some(1000)));
/// assert_eq!((parse_integer("16.5"), parse_integer("many")), (None, None));
/// ```
#[must_use]
pub fn parse_integer(word: &str) -> Option<i64> {
    parse_number(word).filter(|number| number.exact).map(|number| number.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_written() {
        for (word, value, exact) in [
            ("12", 12, true),
            ("-12", -12, true),
            ("+12", 12, true),
            ("007", 7, true),
            ("-99999999999999999999", -i64::MAX, true),
            ("1000.0", 1000, true),
            ("1000.", 1000, true),
            ("1000.5", 1000, false),
            ("-3.9", -3, false),
            (".5", 0, false),
            ("1e3", 1000, true),
            ("1.5E3", 1500, true),
            ("1e-3", 0, false),
            ("1e999", i64::MAX, false),
            ("1,000", 1000, true),
            ("1'000'000", 1_000_000, true),
            ("60_000", 60_000, true),
            ("1000,5", 1000, false),
            ("1,00", 1, false),
            ("1.000.000", 1, false),
            ("0x10", 0, false),
            ("5s", 5, false),
            ("100ms", 100, false),
            ("1e", 1, false),
            ("3-", 3, false),
            ("1é", 1, false),
            ("2 ", 2, false),
            (".5x", 0, false),
        ] {
            assert_eq!(parse_number(word), Some(Number { value, exact }), "{word:?}");
            assert_eq!(parse_integer(word), exact.then_some(value), "{word:?}");
        }
        for word in
            ["", "-", "+", ".", "-.", "--5", "+-5", "e3", "inf", "NaN", "infinity", "x5", "١", "５"]
        {
            assert_eq!(parse_number(word), None, "{word:?}");
        }
    }
}
