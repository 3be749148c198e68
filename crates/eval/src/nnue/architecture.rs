//! The architecture of a network: its sizes, and which inputs a position has.
//!
//! A perspective network: each side has an accumulator, the biases plus a row of weights for each
//! piece as that side sees the board. The output is computed from the accumulator of the side to
//! move and that of the other side, by weights that depend on the number of pieces.

use board::{Bitboard, Color, Piece, PieceKind, Position, Square, attacks};

/// Own and enemy pieces of 6 kinds on 64 squares: the inputs of a perspective for one king bucket, or a
/// third of them with threats.
pub const INPUTS: usize = 768;

/// The sizes of an accumulator are multiples of this.
pub const HIDDEN_STEP: usize = 64;
/// Most neurons of an accumulator.
pub const MAX_HIDDEN: usize = 1024;

/// What computes the output from the accumulators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Head {
    /// A weighted sum of squared clipped neurons (SCReLU).
    #[default]
    Screlu,
    /// Each clipped neuron of the first half of a side times that of the second half, then two hidden layers, of
    /// [`LAYER_1`](super::LAYER_1) and [`LAYER_2`](super::LAYER_2) neurons.
    Layers,
}

/// The sizes of a network, and how it sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Neurons of an accumulator: a multiple of [`HIDDEN_STEP`], with [`Head::Layers`] of twice that, to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// What computes the output.
    pub head: Head,
    /// The king bucket of each square of the own king, by rank and file from A1 to D8 as its side
    /// sees them; files E to H are those of D to A.
    pub king_buckets: [u8; 32],
    /// Horizontal mirroring: with the own king on the files E to H a side sees the board mirrored.
    pub mirrored: bool,
    /// Whether attacked pieces have inputs of their own, and others if they are defended, see [`Threats`].
    pub threats: bool,
    /// Sets of the weights after the accumulators: 1, 2, 4 or 8.
    pub output_buckets: usize,
}

impl Architecture {
    /// One king bucket, mirroring, eight output buckets and [`Head::Screlu`].
    #[must_use]
    pub const fn new(hidden: usize) -> Self {
        Self {
            hidden,
            head: Head::Screlu,
            king_buckets: [0; 32],
            mirrored: true,
            threats: false,
            output_buckets: 8,
        }
    }

    /// The number of king buckets.
    #[must_use]
    pub fn king_bucket_count(&self) -> usize {
        usize::from(self.king_buckets.into_iter().max().unwrap_or(0)) + 1
    }

    /// Inputs of a perspective for one king bucket.
    #[must_use]
    pub fn inputs(&self) -> usize {
        if self.threats { Threats::STATES * INPUTS } else { INPUTS }
    }

    /// Rows of feature weights: one for each input of each king bucket.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.king_bucket_count() * self.inputs()
    }

    /// The output bucket of a position with this number of pieces, 2 to 32.
    #[inline]
    #[must_use]
    pub fn output_bucket(&self, pieces: u32) -> usize {
        ((pieces as usize).saturating_sub(2) * self.output_buckets / 32)
            .min(self.output_buckets - 1)
    }
}

/// The pieces that an enemy piece attacks, and those of them that are defended: a piece of their own
/// side defends them, and no enemy piece of less value attacks them. Knights and bishops have the same
/// value, kings none. Pins do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    attacked: Bitboard,
    defended: Bitboard,
}

impl Threats {
    /// No piece is attacked or defended.
    pub const NONE: Self = Self { attacked: Bitboard::EMPTY, defended: Bitboard::EMPTY };
    /// States of a piece: not attacked, attacked, attacked and defended.
    pub const STATES: usize = 3;

    /// Those of the pieces of a position.
    #[inline]
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        Self::new(|color, kind| position.of(color, kind), |color| position.color(color))
    }

    /// Those of pieces on their squares.
    #[must_use]
    pub fn of_pieces(pieces: impl Iterator<Item = (Piece, Square)>) -> Self {
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        for (piece, square) in pieces {
            sets[piece.color().index()][piece.kind().index()] |= square.bitboard();
        }
        let of_color = |color: Color| {
            sets[color.index()].into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
        };
        Self::new(|color, kind| sets[color.index()][kind.index()], of_color)
    }

    /// From the pieces of each kind of both sides.
    #[inline(always)]
    fn new(
        of: impl Fn(Color, PieceKind) -> Bitboard,
        of_color: impl Fn(Color) -> Bitboard,
    ) -> Self {
        let occupied = of_color(Color::White) | of_color(Color::Black);
        let (mut attacked, mut defended, mut by_less) =
            (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for color in Color::ALL {
            let by_pawns = attacks::pawn_attacks_set(color, of(color, PieceKind::Pawn));
            let queens = of(color, PieceKind::Queen);
            let [by_bishops, by_rooks] = attacks::slider_attacks_set(
                of(color, PieceKind::Bishop),
                of(color, PieceKind::Rook),
                occupied,
            );
            let [diagonal, straight] = attacks::slider_attacks_set(queens, queens, occupied);
            let by_minors = attacks::knight_attacks_set(of(color, PieceKind::Knight)) | by_bishops;
            let king = of(color, PieceKind::King).first();
            let by_king = king.map_or(Bitboard::EMPTY, attacks::king);
            let by_others = diagonal | straight | by_king;
            let by_all = by_pawns | by_minors | by_rooks | by_others;
            attacked |= by_all & of_color(!color);
            defended |= by_all & of_color(color);
            let (rooks, queens) = (of(!color, PieceKind::Rook), of(!color, PieceKind::Queen));
            let majors = rooks | queens;
            let minors = of(!color, PieceKind::Knight) | of(!color, PieceKind::Bishop);
            by_less |= by_pawns & (minors | majors) | by_minors & majors | by_rooks & queens;
        }
        Self { attacked, defended: (defended & attacked) - by_less }
    }

    /// The squares of pieces whose state differs. Squares of pieces that only one of the two has may be
    /// missing.
    #[inline(always)]
    pub(super) fn difference(self, other: Self) -> Bitboard {
        self.attacked ^ other.attacked | self.defended ^ other.defended
    }

    /// The state of the piece on a square, below [`Threats::STATES`].
    #[inline(always)]
    pub(super) fn state(self, square: Square) -> u16 {
        let at = square.index();
        ((self.attacked.0 >> at & 1) + (self.defended.0 >> at & 1)) as u16
    }
}

/// How one side sees the board: all that its inputs depend on besides pieces and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    color: Color,
    king_bucket: u8,
    /// First row of its king bucket.
    start: u16,
    /// XORed with squares: flips the board for Black, mirrors it with the king on files E to H.
    square_xor: u8,
}

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
            king_bucket: bucket,
            start: u16::from(bucket) * architecture.inputs() as u16,
            square_xor: flip ^ if architecture.mirrored { mirror as u8 } else { 0 },
        }
    }

    /// The row of feature weights of a piece on a square. For an architecture without threats they
    /// must be [`Threats::NONE`].
    #[inline]
    #[must_use]
    pub fn input(self, piece: Piece, square: Square, threats: Threats) -> u16 {
        let piece = (PIECE_STARTS[piece.index()] >> (32 * self.color.index())) as u16;
        let state = INPUTS as u16 * threats.state(square);
        self.start + state + piece + (square.index() as u16 ^ u16::from(self.square_xor))
    }

    /// A number for each perspective of one side, below twice the number of king buckets.
    #[inline]
    pub(super) fn index(self) -> u8 {
        2 * self.king_bucket + (self.square_xor & 1)
    }
}

/// A row of feature weights for each side, White's first.
pub type RowPair = [u32; 2];

/// The perspectives of both sides, White's first. Their rows are computed at once, as the halves of one
/// integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspectives {
    /// [`Perspective::index`] of each.
    pub(super) indices: [u8; 2],
    starts: u64,
    square_xor: u64,
}

/// The pair of a value for each side.
const fn both(white: u16, black: u16) -> u64 {
    white as u64 | (black as u64) << 32
}

/// For both sides the first input of each piece, own pieces first.
const PIECE_STARTS: [u64; 12] = {
    let mut starts = [0; 12];
    let mut index = 0;
    while index < 12 {
        starts[index] = both(64 * index as u16, 64 * ((index + 6) % 12) as u16);
        index += 1;
    }
    starts
};

impl Perspectives {
    #[inline(always)]
    pub(super) fn new(white: Perspective, black: Perspective) -> Self {
        Self {
            indices: [white.index(), black.index()],
            starts: both(white.start, black.start),
            square_xor: both(white.square_xor.into(), black.square_xor.into()),
        }
    }

    /// The rows of a piece on a square in a state.
    #[inline(always)]
    pub(super) fn rows(self, piece: Piece, square: Square, state: u16) -> RowPair {
        let twice = |value: u16| both(value, value);
        let square = twice(square.index() as u16) ^ self.square_xor;
        let rows =
            self.starts + PIECE_STARTS[piece.index()] + square + twice(INPUTS as u16 * state);
        [rows as u32, (rows >> 32) as u32]
    }
}
