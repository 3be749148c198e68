//! Moves in SAN from bytes, and at the beginning of a longer text.

use super::{San, SanPlus};
use crate::dialect::split_lax;
use crate::{MoveParseError, Suffix};

/// More than the longest move has: `Pe7xd8=(Q)`.
const LONGEST: usize = 16;

impl San {
    /// Reads a whole text without signs behind the move, as `parse` does.
    ///
    /// ```
    /// use bartizan_notation::San;
    ///
    /// assert_eq!(San::from_ascii(b"Nf3")?, "Nf3".parse()?);
    /// assert!(San::from_ascii(b"Nf3 ").is_err() && San::from_ascii(b"\xff").is_err());
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError::Malformed`].
    pub fn from_ascii(text: &[u8]) -> Result<Self, MoveParseError> {
        core::str::from_utf8(text).map_err(|_| MoveParseError::Malformed)?.parse()
    }

    /// The move that a text begins with, and its length. What stands behind it may be anything.
    ///
    /// ```
    /// use bartizan_notation::San;
    ///
    /// let (san, length) = San::from_ascii_prefix(b"e8=Q+! 1-0")?;
    /// assert_eq!((san.to_string().as_str(), length), ("e8=Q", 4));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError::Malformed`]: there is none.
    pub fn from_ascii_prefix(text: &[u8]) -> Result<(Self, usize), MoveParseError> {
        let head = &text[..text.len().min(LONGEST)];
        let length = head.iter().take_while(|byte| byte.is_ascii()).count();
        let head = core::str::from_utf8(&head[..length]).unwrap_or_default();
        let (san, rest) = split_lax(head).ok_or(MoveParseError::Malformed)?;
        Ok((san, head.len() - rest.len()))
    }
}

impl SanPlus {
    /// Reads a whole text with at most one sign of check, as `parse` does.
    ///
    /// # Errors
    /// [`MoveParseError::Malformed`].
    pub fn from_ascii(text: &[u8]) -> Result<Self, MoveParseError> {
        core::str::from_utf8(text).map_err(|_| MoveParseError::Malformed)?.parse()
    }

    /// The move that a text begins with, with the sign of check behind it, and the length of both.
    ///
    /// ```
    /// use bartizan_notation::{SanPlus, Suffix};
    ///
    /// let (san, length) = SanPlus::from_ascii_prefix(b"Nf3+ e5")?;
    /// assert_eq!((san.suffix, length), (Some(Suffix::Check), 4));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError::Malformed`]: there is none.
    pub fn from_ascii_prefix(text: &[u8]) -> Result<(Self, usize), MoveParseError> {
        let (san, length) = San::from_ascii_prefix(text)?;
        let suffix = match text.get(length) {
            Some(b'+') => Some(Suffix::Check),
            Some(b'#') => Some(Suffix::Checkmate),
            _ => None,
        };
        Ok((Self { san, suffix }, length + usize::from(suffix.is_some())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_at_the_beginning() {
        for (text, expected) in [
            ("Nf3", Some(("Nf3", 3))),
            ("Nf3!? e5", Some(("Nf3", 3))),
            ("Nbd2+-", Some(("Nbd2+", 5))),
            ("Ng1-f3#", Some(("Ng1f3#", 7))),
            ("O-O-O+", Some(("O-O-O+", 6))),
            ("O-O-o", Some(("O-O", 3))),
            ("0-0 ", Some(("O-O", 3))),
            ("exd8=Q++", Some(("exd8=Q+", 7))),
            ("e8Q", Some(("e8=Q", 3))),
            ("e8", Some(("e8", 2))),
            ("e4 e5", Some(("e4", 2))),
            ("e4é", Some(("e4", 2))),
            ("Qa1xb2 the rest of this line is long", Some(("Qa1xb2", 6))),
            ("", None),
            (" e4", None),
            ("1. e4", None),
            ("é", None),
            ("Nf", None),
            ("1-0", None),
            ("--", None),
        ] {
            let found = SanPlus::from_ascii_prefix(text.as_bytes()).ok();
            let expected = expected.map(|(san, length)| (san.parse().expect("SAN"), length));
            assert_eq!(found, expected, "{text}");
            let whole = SanPlus::from_ascii(text.as_bytes());
            assert_eq!(whole, text.parse(), "{text}");
            if let Ok(san) = whole {
                assert_eq!(found, Some((san, text.len())), "{text}");
            }
        }
        assert!(San::from_ascii_prefix(b"e4\xff").is_ok_and(|(_, length)| length == 2));
    }
}
