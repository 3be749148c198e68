//! Moves in SAN from bytes, and at the beginning of a longer text.

use super::{San, SanPlus};
use crate::dialect::split_lax;
use crate::{MoveParseError, Suffix};
use board::{CastlingSide, File, PieceKind, Rank, Square};

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
    /// ```
    /// use bartizan_notation::{SanPlus, Suffix};
    ///
    /// assert_eq!(SanPlus::from_ascii(b"Qh4#")?.suffix, Some(Suffix::Checkmate));
    /// assert!(SanPlus::from_ascii(b"Qh4!").is_err());
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
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

impl San {
    /// The move in the standard's form that bytes begin with, and its length. Nothing where they may go on with
    /// something that changes it, such as a promotion without `=`.
    #[inline(always)]
    pub(crate) fn split_standard(text: &[u8]) -> Option<(Self, usize)> {
        // The longest are `Qa1xb2` and `axb8=Q`.
        let chunk = text.first_chunk::<8>().copied().unwrap_or_else(|| {
            let mut chunk = [0; 8];
            chunk[..text.len()].copy_from_slice(text);
            chunk
        });
        let at = |index: usize| chunk[index & 7];
        let kind = match at(0) {
            b'a'..=b'h' => return Self::split_pawn(chunk),
            b'N' => PieceKind::Knight,
            b'B' => PieceKind::Bishop,
            b'R' => PieceKind::Rook,
            b'Q' => PieceKind::Queen,
            b'K' => PieceKind::King,
            b'O' if chunk.starts_with(b"O-O-O") => {
                return Some((Self::Castle(CastlingSide::QueenSide), 5));
            }
            b'O' if chunk.starts_with(b"O-O") && at(3) != b'-' => {
                return Some((Self::Castle(CastlingSide::KingSide), 3));
            }
            _ => return None,
        };
        let mut index = 1;
        let file = file_of(at(index));
        index += usize::from(file.is_some());
        let rank = rank_of(at(index));
        index += usize::from(rank.is_some());
        let capture = at(index) == b'x';
        index += usize::from(capture);
        let target = square_of(at(index), at(index + 1));
        let (file, rank, to) = match (file, rank, target) {
            (file, rank, Some(to)) => {
                index += 2;
                (file, rank, to)
            }
            (Some(file), Some(rank), None) if !capture => (None, None, Square::new(file, rank)),
            _ => return None,
        };
        Some((Self::Normal { kind, file, rank, capture, to, promotion: None }, index))
    }

    #[inline(always)]
    fn split_pawn(chunk: [u8; 8]) -> Option<(Self, usize)> {
        let at = |index: usize| chunk[index & 7];
        let capture = at(1) == b'x';
        let (file, begin) = if capture { (file_of(at(0)), 2) } else { (None, 0) };
        let to = square_of(at(begin), at(begin + 1))?;
        let mut length = begin + 2;
        let mut promotion = None;
        if matches!(to.rank(), Rank::First | Rank::Eighth) {
            promotion = Some(match (at(length), at(length + 1)) {
                (b'=', b'Q') => PieceKind::Queen,
                (b'=', b'R') => PieceKind::Rook,
                (b'=', b'B') => PieceKind::Bishop,
                (b'=', b'N') => PieceKind::Knight,
                _ => return None,
            });
            length += 2;
        }
        let kind = PieceKind::Pawn;
        Some((Self::Normal { kind, file, rank: None, capture, to, promotion }, length))
    }
}

#[inline]
fn file_of(byte: u8) -> Option<File> {
    matches!(byte, b'a'..=b'h').then(|| File::from_index(usize::from(byte - b'a')))
}

#[inline]
fn rank_of(byte: u8) -> Option<Rank> {
    matches!(byte, b'1'..=b'8').then(|| Rank::from_index(usize::from(byte - b'1')))
}

#[inline]
fn square_of(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(file_of(file)?, rank_of(rank)?))
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
