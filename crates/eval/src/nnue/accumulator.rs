//! Accumulators and how they are kept up to date: by the pieces that differ from an earlier position.

use super::architecture::{Architecture, Perspective, Threats};
use super::network::Network;
use super::simd::{Block, Simd};
use crate::Score;
use arrayvec::ArrayVec;
use board::{Bitboard, Color, Piece, PieceKind, Position, Square};
use std::ops::Range;

/// The pieces of a position and the threats to them. An accumulator depends on nothing but these and
/// its perspective.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    /// All kinds but kings.
    kinds: [Bitboard; 5],
    colors: [Bitboard; 2],
    /// The same by square: bitboards are compared faster, and this is looked up faster.
    board: [Option<Piece>; 64],
    /// [`Threats::NONE`] for a network that does not see them.
    threats: Threats,
}

impl Pieces {
    /// The empty board, whose accumulators are the biases.
    const NONE: Self = Self {
        kinds: [Bitboard::EMPTY; 5],
        colors: [Bitboard::EMPTY; 2],
        board: [None; 64],
        threats: Threats::NONE,
    };

    #[inline(always)]
    pub(super) fn of(position: &Position, architecture: &Architecture) -> Self {
        let threats = architecture.threats;
        Self {
            kinds: std::array::from_fn(|index| position.pieces(PieceKind::ALL[index])),
            colors: Color::ALL.map(|color| position.color(color)),
            board: Square::ALL.map(|square| position.piece_on(square)),
            threats: if threats { Threats::of_position(position) } else { Threats::NONE },
        }
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares on which the pieces or their threats differ.
    #[inline(always)]
    fn difference(&self, other: &Self) -> Bitboard {
        let sets = self.kinds.iter().chain(&self.colors);
        let others = other.kinds.iter().chain(&other.colors);
        sets.zip(others).fold(self.threats.difference(other.threats), |all, (&a, &b)| all | a ^ b)
    }

    /// The pieces without that on a square.
    pub(super) fn without(mut self, square: Square, architecture: &Architecture) -> Self {
        for set in self.kinds.iter_mut().chain(&mut self.colors) {
            *set = *set - square.bitboard();
        }
        self.board[square.index()] = None;
        if architecture.threats {
            let on = |square: Square| self.board[square.index()].map(|piece| (piece, square));
            self.threats = Threats::of_pieces(Square::ALL.into_iter().filter_map(on));
        }
        self
    }
}

/// Rows to add to an accumulator, and those to remove: at most one for each piece of a position.
type Rows = [ArrayVec<u16, 32>; 2];

/// Appends the changes from one set of pieces to another to the rows of some perspectives. The sets differ on
/// these squares.
#[inline(always)]
fn push_rows<const N: usize>(
    perspectives: &[Perspective; N],
    (before, after): (&Pieces, &Pieces),
    squares: Bitboard,
    rows: &mut [Rows; N],
) {
    // Two loops: a test for each square whether a piece is there would often be mispredicted.
    for square in squares & after.occupied() {
        let piece = after.board[square.index()].expect("an occupied square");
        for (perspective, [added, _]) in perspectives.iter().zip(rows.iter_mut()) {
            added.push(perspective.input(piece, square, after.threats));
        }
    }
    for square in squares & before.occupied() {
        let piece = before.board[square.index()].expect("an occupied square");
        for (perspective, [_, removed]) in perspectives.iter().zip(rows.iter_mut()) {
            removed.push(perspective.input(piece, square, before.threats));
        }
    }
}

/// Updates an accumulator of one set of pieces to that of another.
#[inline]
fn update(
    network: &Network,
    simd: Simd,
    perspective: Perspective,
    (before, after): (&Pieces, &Pieces),
    values: &mut [Block],
) {
    let mut rows = [[ArrayVec::new(), ArrayVec::new()]];
    push_rows(&[perspective], (before, after), before.difference(after), &mut rows);
    let [[added, removed]] = &rows;
    simd.update(network.feature_weights(), None, values, (added, removed));
}

impl Network {
    /// The output for a position, computed from nothing, with a bare king too. [`Nnue`](super::Nnue) is
    /// faster.
    #[must_use]
    pub fn evaluate(&self, simd: Simd, position: &Position) -> Score {
        let bucket = self.architecture().output_bucket(position.occupied().count());
        self.evaluate_pieces(simd, position, &Pieces::of(position, self.architecture()), bucket)
    }

    /// The same for other pieces with the kings and the side to move of a position.
    pub(super) fn evaluate_pieces(
        &self,
        simd: Simd,
        position: &Position,
        pieces: &Pieces,
        bucket: usize,
    ) -> Score {
        let accumulator = |color| {
            let perspective = Perspective::new(self.architecture(), color, position.king(color));
            let mut values: Box<[Block]> = self.feature_biases().into();
            update(self, simd, perspective, (&Pieces::NONE, pieces), &mut values);
            values
        };
        let us = position.side_to_move();
        self.output(simd, &accumulator(us), &accumulator(!us), bucket)
    }
}

/// Differing squares up to which the ply before is taken without a look at others.
const NEAR: u32 = 8;
/// Differing squares up to which one of three plies is taken, and not the refresh table.
const FAR: u32 = 24;

/// What the accumulators of a ply were computed for.
#[derive(Clone, Copy, Debug)]
struct PlyEntry {
    pieces: Pieces,
    perspectives: [Perspective; 2],
}

/// The accumulators of a search: those of each ply, and the refresh table.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    plies: Box<[PlyEntry]>,
    /// For each ply the accumulators of both sides.
    values: Box<[Block]>,
    /// Refresh table: for each side the latest accumulator of each perspective, with its pieces. Where
    /// no ply is of use, as after a king's move across the middle of the board, the update starts
    /// from it.
    refresh_table: [Vec<(Pieces, Box<[Block]>)>; 2],
}

impl AccumulatorStack {
    /// The accumulators of empty boards.
    pub(super) fn new(network: &Network, plies: usize) -> Self {
        let (architecture, biases) = (network.architecture(), network.feature_biases());
        // Any perspectives: without pieces there is nothing to see.
        let perspectives =
            Color::ALL.map(|color| Perspective::new(architecture, color, Square::A1));
        let table = vec![(Pieces::NONE, biases.into()); 2 * architecture.king_bucket_count()];
        Self {
            plies: vec![PlyEntry { pieces: Pieces::NONE, perspectives }; plies].into(),
            values: biases.repeat(2 * plies).into(),
            refresh_table: [table.clone(), table],
        }
    }

    /// Computes the accumulators of a position at `ply`, which must be within the stack. They are
    /// derived from what was computed last at this ply or one of the two before, or from the refresh
    /// table.
    #[inline]
    pub(super) fn update(
        &mut self,
        network: &Network,
        simd: Simd,
        position: &Position,
        ply: usize,
    ) {
        let pieces = Pieces::of(position, network.architecture());
        let perspectives = Color::ALL
            .map(|color| Perspective::new(network.architecture(), color, position.king(color)));
        if let Some((source, squares)) = self.near_ply(&pieces, perspectives, ply) {
            self.update_from(network, simd, &pieces, perspectives, (source, ply), squares);
        } else {
            self.update_from_table(network, simd, &pieces, perspectives, ply);
        }
        self.plies[ply] = PlyEntry { pieces, perspectives };
    }

    /// A ply, this one or one of the two before, whose accumulators are of the same perspectives and of
    /// pieces that are not far from these; and the squares that differ.
    #[inline(always)]
    fn near_ply(
        &self,
        pieces: &Pieces,
        perspectives: [Perspective; 2],
        ply: usize,
    ) -> Option<(usize, Bitboard)> {
        let difference = |source: usize| {
            let entry = &self.plies[source];
            let same_perspectives = entry.perspectives == perspectives;
            let squares =
                if same_perspectives { entry.pieces.difference(pieces) } else { Bitboard::ALL };
            (source, squares)
        };
        let distance = |&(_, squares): &(usize, Bitboard)| squares.count();
        // Usually that of the position before the move. If many squares differ, another was evaluated there last.
        let mut nearest = difference(ply.saturating_sub(1));
        if distance(&nearest) > NEAR {
            for other in [ply, ply.saturating_sub(2)] {
                nearest = std::cmp::min_by_key(nearest, difference(other), distance);
            }
        }
        (distance(&nearest) <= FAR).then_some(nearest)
    }

    /// Computes the accumulators of both sides at a ply from those of the same perspectives at a ply
    /// `source`, the same or an earlier one. The pieces differ on `squares`.
    #[inline(always)]
    fn update_from(
        &mut self,
        network: &Network,
        simd: Simd,
        pieces: &Pieces,
        perspectives: [Perspective; 2],
        (source, ply): (usize, usize),
        squares: Bitboard,
    ) {
        let mut rows = [[ArrayVec::new(), ArrayVec::new()], [ArrayVec::new(), ArrayVec::new()]];
        push_rows(&perspectives, (&self.plies[source].pieces, pieces), squares, &mut rows);
        let length = network.feature_biases().len();
        let (before, after) = self.values.split_at_mut(2 * ply * length);
        let sources = (source < ply).then(|| &before[2 * source * length..][..2 * length]);
        let targets = after[..2 * length].chunks_exact_mut(length);
        for (side, ([added, removed], target)) in rows.iter().zip(targets).enumerate() {
            let source = sources.map(|sources| &sources[side * length..][..length]);
            simd.update(network.feature_weights(), source, target, (added, removed));
        }
    }

    /// Computes the accumulators of both sides at a ply from the refresh table, and changes it.
    #[cold]
    fn update_from_table(
        &mut self,
        network: &Network,
        simd: Simd,
        pieces: &Pieces,
        perspectives: [Perspective; 2],
        ply: usize,
    ) {
        for (side, perspective) in perspectives.into_iter().enumerate() {
            let range = self.range(ply, side);
            let (before, values) = &mut self.refresh_table[side][perspective.index()];
            update(network, simd, perspective, (before, pieces), values);
            *before = *pieces;
            self.values[range].copy_from_slice(values);
        }
    }

    /// The accumulator of a side at a ply.
    #[inline(always)]
    pub(super) fn accumulator(&self, ply: usize, color: Color) -> &[Block] {
        &self.values[self.range(ply, color.index())]
    }

    #[inline(always)]
    fn range(&self, ply: usize, side: usize) -> Range<usize> {
        let length = self.refresh_table[0][0].1.len();
        let start = (2 * ply + side) * length;
        start..start + length
    }
}
