//! Files, the columns of the board.

use crate::text::{index_conversions, letter_conversions};
use crate::{Bitboard, Rank};

/// A file, A to H.
///
/// ```
/// use bartizan_types::File;
///
/// assert_eq!("c".parse(), Ok(File::C));
/// assert_eq!((File::C.index(), File::C.to_char()), (2, 'c'));
/// assert_eq!(File::C.offset(5), Some(File::H));
/// assert_eq!(File::C.adjacent(), File::B.bitboard() | File::D);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from A.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for A to 7 for H.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!((File::A.index(), File::H.index()), (0, 7));
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of this index, taken modulo 8. [`File::try_from_index`] refuses larger ones.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!((File::from_index(4), File::from_index(8)), (File::E, File::A));
    /// ```
    #[inline(always)]
    pub const fn from_index(index: usize) -> File {
        match index & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// The lower-case letter.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!(File::ALL.map(File::to_char).iter().collect::<String>(), "abcdefgh");
    /// ```
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a lower-case letter, `a` to `h`.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!((File::from_char('h'), File::from_char('i')), (Some(File::H), None));
    /// ```
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::from_index(letter as usize - 'a' as usize)),
            _ => None,
        }
    }

    /// Its eight squares.
    ///
    /// ```
    /// use bartizan_types::{File, Rank, Square};
    ///
    /// assert_eq!((File::E.bitboard() & Rank::Fourth).single_square(), Some(Square::E4));
    /// ```
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }

    /// The squares of the files beside it: of one file for A and H, else of two.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// // A pawn with no pawn of its side on these squares is isolated.
    /// assert_eq!(File::A.adjacent(), File::B.bitboard());
    /// assert_eq!(File::D.adjacent(), File::C.bitboard() | File::E);
    /// ```
    #[inline(always)]
    pub const fn adjacent(self) -> Bitboard {
        let file = self.bitboard();
        Bitboard(file.east().0 | file.west().0)
    }

    /// The file so many steps towards H, or towards A if negative; `None` beyond the board.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!((File::E.offset(-4), File::E.offset(4)), (Some(File::A), None));
    /// ```
    pub const fn offset(self, files: i8) -> Option<File> {
        let index = self.index() as isize + files as isize;
        if index < 0 { None } else { File::try_from_index(index as usize) }
    }

    /// How many steps the other file is away: 0 to 7.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!(File::G.distance(File::B), 5);
    /// ```
    pub const fn distance(self, other: File) -> u32 {
        self.index().abs_diff(other.index()) as u32
    }

    /// The file mirrored left to right (A becomes H).
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!(File::E.flip_horizontal(), File::D);
    /// ```
    #[inline(always)]
    pub const fn flip_horizontal(self) -> File {
        File::from_index(7 - self.index())
    }

    /// The rank that the file becomes by [`Square::flip_diagonal`](crate::Square::flip_diagonal): A the first.
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// assert_eq!(File::C.flip_diagonal(), Rank::Third);
    /// ```
    #[inline(always)]
    pub const fn flip_diagonal(self) -> Rank {
        Rank::from_index(self.index())
    }
}

index_conversions!(File, "a file, 0 to 7");
letter_conversions!(File, "a file, a to h");
