//! Sets as pictures of eight lines, written and read.

use core::fmt;
use core::str::FromStr;

use super::Bitboard;
use crate::{File, ParseError, Rank, Square};

const PICTURE: &str = "a set of squares: 64 of the marks X and .";

/// Eight lines, the eighth rank first, with `X` for each square that the set holds and `.` for others.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let is_held = self.contains(Square::new(file, rank));
                f.write_str(if is_held { "X" } else { "." })?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

/// Reads what [`Display`](fmt::Display) writes: eight ranks from the eighth on, `X` or `x` for the squares of the set, `.` for others,
/// white space anywhere.
///
/// ```
/// use bartizan_types::{Bitboard, Square};
///
/// let corners: Bitboard = "X......X ........ ........ ........
///                          ........ ........ ........ X......X".parse()?;
/// assert_eq!(corners, Bitboard::CORNERS);
/// assert_eq!(corners.to_string().parse(), Ok(corners));
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
impl FromStr for Bitboard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Bitboard, ParseError> {
        let (mut set, mut count) = (0_u64, 0_usize);
        for mark in text.chars().filter(|mark| !mark.is_whitespace()) {
            set = match mark {
                'X' | 'x' => set << 1 | 1,
                '.' => set << 1,
                _ => return Err(ParseError(PICTURE)),
            };
            count += 1;
        }
        // The first square of the text, A8, is the highest bit of all, and H1 the lowest.
        if count == 64 { Ok(Bitboard(set).flip_horizontal()) } else { Err(ParseError(PICTURE)) }
    }
}

/// The lines of [`Display`](fmt::Display), after a line end.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
