//! The architecture of a network: its sizes, and which inputs a position has.
//!
//! A perspective network: each side has an accumulator, the biases plus a row of weights for each
//! piece as that side sees the board. The output is computed from the accumulator of the side to
//! move and that of the other side, by weights that depend on the number of pieces.

use board::{Color, Piece, Square};

/// Inputs of a perspective for one king bucket: own and enemy pieces of 6 kinds on 64 squares.
pub const INPUTS: usize = 768;

/// The sizes of a hidden layer are multiples of this.
pub const HIDDEN_STEP: usize = 32;

/// The sizes of a network, and how it sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Neurons of an accumulator: a multiple of [`HIDDEN_STEP`] from 64 to 512.
    pub hidden: usize,
    /// The king bucket of each square of the own king, by rank and file from A1 to D8 as its side
    /// sees them; files E to H are those of D to A.
    pub king_buckets: [u8; 32],
    /// Horizontal mirroring: with the own king on the files E to H a side sees the board mirrored.
    pub mirrored: bool,
    /// Sets of output weights: 1, 2, 4 or 8.
    pub output_buckets: usize,
}

impl Architecture {
    /// One king bucket, mirroring and eight output buckets.
    #[must_use]
    pub const fn new(hidden: usize) -> Self {
        Self { hidden, king_buckets: [0; 32], mirrored: true, output_buckets: 8 }
    }

    /// The number of king buckets.
    #[must_use]
    pub fn king_bucket_count(&self) -> usize {
        usize::from(self.king_buckets.into_iter().max().unwrap_or(0)) + 1
    }

    /// Rows of feature weights: [`INPUTS`] for each king bucket.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.king_bucket_count() * INPUTS
    }

    /// The output bucket of a position with this number of pieces, 2 to 32.
    #[inline]
    #[must_use]
    pub fn output_bucket(&self, pieces: u32) -> usize {
        let width = 32 / self.output_buckets;
        ((pieces as usize).saturating_sub(2) / width).min(self.output_buckets - 1)
    }
}

/// How one side sees the board: all that its inputs depend on besides pieces and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    color: Color,
    /// First row of its king bucket.
    start: u16,
    /// XORed with squares: flips the board for Black, mirrors it with the king on files E to H.
    square_xor: u8,
}

/// For each side the first input of each piece, own pieces first.
const PIECE_START: [[u16; 12]; 2] = {
    let mut starts = [[0; 12]; 2];
    let mut index = 0;
    while index < 12 {
        starts[0][index] = 64 * index as u16;
        starts[1][index] = 64 * ((index + 6) % 12) as u16;
        index += 1;
    }
    starts
};

impl Perspective {
    /// The perspective of a side with its king on this square.
    #[inline]
    #[must_use]
    pub fn new(architecture: &Architecture, color: Color, king: Square) -> Self {
        let king = king.relative_to(color).index();
        let mirror = if king & 4 == 0 { 0 } else { 7 };
        let folded = king ^ mirror;
        let bucket = architecture.king_buckets[folded >> 3 << 2 | folded & 3];
        let flip = if color == Color::White { 0 } else { 56 };
        Self {
            color,
            start: u16::from(bucket) * INPUTS as u16,
            square_xor: flip ^ if architecture.mirrored { mirror as u8 } else { 0 },
        }
    }

    /// The row of feature weights of a piece on a square.
    #[inline]
    #[must_use]
    pub fn input(self, piece: Piece, square: Square) -> u16 {
        let piece = PIECE_START[self.color.index()][piece.index()];
        self.start + piece + (square.index() as u16 ^ u16::from(self.square_xor))
    }

    /// A number for each perspective of one side, below twice the number of king buckets.
    #[inline]
    pub(super) fn index(self) -> usize {
        2 * (usize::from(self.start) / INPUTS) + usize::from(self.square_xor & 1)
    }
}
