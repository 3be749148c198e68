//! Accumulators and how they are kept up to date: by the pieces that differ from an earlier position.

use super::architecture::{Architecture, Perspectives, RowPair, Threats};
use super::network::Network;
use super::simd::{Block, Changes, Simd, prefetch};
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
            *set -= square;
        }
        self.board[square.index()] = None;
        if architecture.threats {
            let on = |square: Square| self.board[square.index()].map(|piece| (piece, square));
            self.threats = Threats::of_pieces(Square::ALL.into_iter().filter_map(on));
        }
        self
    }
}

/// Rows to add to the accumulators of both sides, and as many to remove: at most one for each piece of a position.
type Rows = [ArrayVec<RowPair, 32>; 2];

/// Appends the rows that change the accumulators of one set of pieces to those of another.
#[inline(always)]
fn push_rows(
    network: &Network,
    perspectives: Perspectives,
    (before, after): (&Pieces, &Pieces),
    squares: Bitboard,
    [added, removed]: &mut Rows,
) {
    let rows = |pieces: &Pieces, square: Square| {
        let piece = pieces.board[square.index()].expect("an occupied square");
        let pair = perspectives.rows(piece, square, pieces.threats.state(square));
        // A row is often not in the cache.
        for row in pair {
            prefetch(&network.feature_weights, row as usize * network.feature_biases.len());
        }
        pair
    };
    // Two loops: a test for each square whether a piece is there would often be mispredicted.
    for square in squares & after.occupied() {
        added.push(rows(after, square));
    }
    for square in squares & before.occupied() {
        removed.push(rows(before, square));
    }
    // A loop for pairs alone is the shortest.
    let zeros = [network.zero_row; 2];
    while added.len() < removed.len() {
        added.push(zeros);
    }
    while removed.len() < added.len() {
        removed.push(zeros);
    }
}

/// Updates the accumulator of a side from one set of pieces to another.
#[inline]
fn update(
    network: &Network,
    simd: Simd,
    (perspectives, side): (Perspectives, usize),
    (before, after): (&Pieces, &Pieces),
    values: &mut [Block],
) {
    let mut rows = Rows::default();
    push_rows(network, perspectives, (before, after), before.difference(after), &mut rows);
    let [added, removed] = &rows;
    simd.update(&network.feature_weights, None, values, Changes { added, removed, side });
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
        let perspectives = self.perspectives(position);
        let accumulator = |color: Color| {
            let mut values: Box<[Block]> = self.feature_biases.clone();
            let side = (perspectives, color.index());
            update(self, simd, side, (&Pieces::NONE, pieces), &mut values);
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
    /// [`Perspectives::indices`].
    perspectives: [u8; 2],
}

impl PlyEntry {
    /// The squares on which pieces differ from those of this ply: all if the perspectives do.
    #[inline(always)]
    fn difference(&self, pieces: &Pieces, perspectives: Perspectives) -> Bitboard {
        let squares = self.pieces.difference(pieces);
        if self.perspectives == perspectives.indices { squares } else { Bitboard::FULL }
    }
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
        let (architecture, biases) = (network.architecture(), &network.feature_biases);
        let table = vec![(Pieces::NONE, biases.clone()); 2 * architecture.king_bucket_count()];
        Self {
            // Any perspectives: without pieces there is nothing to see.
            plies: vec![PlyEntry { pieces: Pieces::NONE, perspectives: [0; 2] }; plies].into(),
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
        let perspectives = network.perspectives(position);
        if let Some((source, squares)) = self.near_ply(&pieces, perspectives, ply) {
            self.update_from(network, simd, &pieces, perspectives, (source, ply), squares);
        } else {
            self.update_from_table(network, simd, &pieces, perspectives, ply);
        }
        self.plies[ply] = PlyEntry { pieces, perspectives: perspectives.indices };
    }

    /// A ply, this one or one of the two before, whose accumulators are of the same perspectives and of
    /// pieces that are not far from these; and the squares that differ.
    #[inline(always)]
    fn near_ply(
        &self,
        pieces: &Pieces,
        perspectives: Perspectives,
        ply: usize,
    ) -> Option<(usize, Bitboard)> {
        // Usually that of the position before the move. If many squares differ, another was evaluated there last.
        let mut source = ply.saturating_sub(1);
        let mut squares = self.plies[source].difference(pieces, perspectives);
        if squares.count() > NEAR {
            for other in [ply, ply.saturating_sub(2)] {
                let others = self.plies[other].difference(pieces, perspectives);
                if others.count() < squares.count() {
                    (source, squares) = (other, others);
                }
            }
        }
        (squares.count() <= FAR).then_some((source, squares))
    }

    /// Computes the accumulators of both sides at a ply from those of the same perspectives at a ply
    /// `source`, the same or an earlier one. The pieces differ on `squares`.
    #[inline(always)]
    fn update_from(
        &mut self,
        network: &Network,
        simd: Simd,
        pieces: &Pieces,
        perspectives: Perspectives,
        (source, ply): (usize, usize),
        squares: Bitboard,
    ) {
        let mut rows = Rows::default();
        push_rows(network, perspectives, (&self.plies[source].pieces, pieces), squares, &mut rows);
        let [added, removed] = &rows;
        let length = network.feature_biases.len();
        let (before, after) = self.values.split_at_mut(2 * ply * length);
        let sources = (source < ply).then(|| before[2 * source * length..].split_at(length));
        let (white, black) = after.split_at_mut(length);
        for (side, target) in [white, &mut black[..length]].into_iter().enumerate() {
            let source = sources.map(|(white, black)| [white, &black[..length]][side]);
            let changes = Changes { added, removed, side };
            simd.update(&network.feature_weights, source, target, changes);
        }
    }

    /// Computes the accumulators of both sides at a ply from the refresh table, and changes it.
    #[cold]
    fn update_from_table(
        &mut self,
        network: &Network,
        simd: Simd,
        pieces: &Pieces,
        perspectives: Perspectives,
        ply: usize,
    ) {
        for (side, index) in perspectives.indices.into_iter().enumerate() {
            let range = self.range(ply, side);
            let (before, values) = &mut self.refresh_table[side][usize::from(index)];
            update(network, simd, (perspectives, side), (before, pieces), values);
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
