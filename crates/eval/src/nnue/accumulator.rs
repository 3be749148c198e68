//! Accumulators and how they are kept up to date: by the pieces that differ from an earlier position.

use super::architecture::Perspective;
use super::network::Network;
use super::simd::{Block, Simd};
use crate::Score;
use arrayvec::ArrayVec;
use board::{Bitboard, Color, Piece, PieceKind, Position, Square};
use std::ops::Range;

/// The pieces of a position as bitboards. An accumulator depends on nothing else and its perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSets {
    kinds: [Bitboard; 6],
    white: Bitboard,
}

impl PieceSets {
    /// The empty board, whose accumulators are the biases.
    const EMPTY: Self = Self { kinds: [Bitboard::EMPTY; 6], white: Bitboard::EMPTY };

    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let kinds = PieceKind::ALL.map(|kind| position.pieces(kind));
        Self { kinds, white: position.color(Color::White) }
    }

    /// The squares on which the pieces differ.
    #[inline(always)]
    fn difference(&self, other: &Self) -> Bitboard {
        let kinds = self.kinds.into_iter().zip(other.kinds);
        kinds.fold(self.white ^ other.white, |set, (a, b)| set | (a ^ b))
    }

    #[inline(always)]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        let kind = PieceKind::ALL.into_iter().find(|k| self.kinds[k.index()].contains(square))?;
        let color = if self.white.contains(square) { Color::White } else { Color::Black };
        Some(Piece::new(color, kind))
    }

    /// The pieces without that on a square.
    pub(super) fn without(mut self, square: Square) -> Self {
        for set in self.kinds.iter_mut().chain([&mut self.white]) {
            *set = *set - square.bitboard();
        }
        self
    }
}

/// The pieces that stand in a position and not in another, and the reverse.
#[derive(Debug, Default)]
struct Changes {
    added: ArrayVec<(Piece, Square), 32>,
    removed: ArrayVec<(Piece, Square), 32>,
}

impl Changes {
    #[inline]
    fn new(before: &PieceSets, after: &PieceSets) -> Self {
        let mut changes = Self::default();
        for square in before.difference(after) {
            changes.removed.extend(before.piece_on(square).map(|piece| (piece, square)));
            changes.added.extend(after.piece_on(square).map(|piece| (piece, square)));
        }
        changes
    }

    /// Updates an accumulator of `perspective`; `source` is that before, where it is not `target`.
    #[inline]
    fn apply(
        &self,
        network: &Network,
        simd: Simd,
        perspective: Perspective,
        source: Option<&[Block]>,
        target: &mut [Block],
    ) {
        let inputs = |pieces: &ArrayVec<(Piece, Square), 32>| -> ArrayVec<usize, 32> {
            pieces.iter().map(|&(piece, square)| perspective.input(piece, square)).collect()
        };
        let (added, removed) = (inputs(&self.added), inputs(&self.removed));
        simd.update(network.feature_weights(), source, target, (&added, &removed));
    }
}

impl Network {
    /// The evaluation of a position, computed from nothing. [`Nnue`](super::Nnue) is faster.
    #[must_use]
    pub fn evaluate(&self, simd: Simd, position: &Position) -> Score {
        let bucket = self.architecture().output_bucket(position.occupied().count());
        self.evaluate_pieces(simd, position, &PieceSets::of(position), bucket)
    }

    /// The same for other pieces with the kings and the side to move of a position.
    pub(super) fn evaluate_pieces(
        &self,
        simd: Simd,
        position: &Position,
        pieces: &PieceSets,
        bucket: usize,
    ) -> Score {
        let changes = Changes::new(&PieceSets::EMPTY, pieces);
        let accumulator = |color| {
            let perspective = Perspective::new(self.architecture(), color, position.king(color));
            let mut values: Box<[Block]> = self.feature_biases().into();
            changes.apply(self, simd, perspective, None, &mut values);
            values
        };
        let us = position.side_to_move();
        self.output(simd, &accumulator(us), &accumulator(!us), bucket)
    }
}

/// Differing squares up to which no other accumulator is looked for: those of a capture or a quiet
/// move.
const NEAR: u32 = 2;
/// Differing squares up to which the refresh table is not looked at.
const FAR: u32 = 6;

/// What the accumulators of a ply were computed for.
#[derive(Clone, Copy, Debug)]
struct PlyEntry {
    pieces: PieceSets,
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
    refresh_table: [Vec<(PieceSets, Box<[Block]>)>; 2],
}

impl AccumulatorStack {
    /// The accumulators of empty boards.
    pub(super) fn new(network: &Network, plies: usize) -> Self {
        let (architecture, biases) = (network.architecture(), network.feature_biases());
        // Any perspectives: without pieces there is nothing to see.
        let perspectives =
            Color::ALL.map(|color| Perspective::new(architecture, color, Square::A1));
        let entry = (PieceSets::EMPTY, Box::from(biases));
        let table = vec![entry; 2 * architecture.king_bucket_count()];
        Self {
            plies: vec![PlyEntry { pieces: PieceSets::EMPTY, perspectives }; plies].into(),
            values: biases.repeat(2 * plies).into(),
            refresh_table: [table.clone(), table],
        }
    }

    /// Computes the accumulators of a position at `ply`, which must be within the stack. They are
    /// derived from what was computed last at this ply or one of the two before, whichever differs
    /// least, or from the refresh table.
    #[inline]
    pub(super) fn update(
        &mut self,
        network: &Network,
        simd: Simd,
        position: &Position,
        ply: usize,
    ) {
        let pieces = PieceSets::of(position);
        let sources = [ply.saturating_sub(1), ply, ply.saturating_sub(2)];
        let distance = |source: usize| self.plies[source].pieces.difference(&pieces).count();
        let first = distance(sources[0]);
        let distances = if first <= NEAR {
            [first, u32::MAX, u32::MAX]
        } else {
            [first, distance(sources[1]), distance(sources[2])]
        };
        let mut computed: Option<(usize, Changes)> = None;
        for color in Color::ALL {
            let perspective = Perspective::new(network.architecture(), color, position.king(color));
            let nearest = (0..sources.len())
                .filter(|&at| self.plies[sources[at]].perspectives[color.index()] == perspective)
                .min_by_key(|&at| distances[at])
                .filter(|&at| distances[at] <= FAR);
            let Some(source) = nearest.map(|at| sources[at]) else {
                self.refresh(network, simd, perspective, &pieces, (ply, color));
                continue;
            };
            if computed.as_ref().is_none_or(|(from, _)| *from != source) {
                computed = Some((source, Changes::new(&self.plies[source].pieces, &pieces)));
            }
            let Some((_, changes)) = &computed else { continue };
            let [from, to] = [source, ply].map(|ply| self.range(ply, color));
            match self.values.get_disjoint_mut([from, to.clone()]) {
                Ok([source, target]) => {
                    changes.apply(network, simd, perspective, Some(source), target);
                }
                // The same accumulator.
                Err(_) => changes.apply(network, simd, perspective, None, &mut self.values[to]),
            }
            self.plies[ply].perspectives[color.index()] = perspective;
        }
        self.plies[ply].pieces = pieces;
    }

    /// Computes the accumulator of a side at a ply from the refresh table.
    fn refresh(
        &mut self,
        network: &Network,
        simd: Simd,
        perspective: Perspective,
        pieces: &PieceSets,
        (ply, color): (usize, Color),
    ) {
        let range = self.range(ply, color);
        let (before, values) = &mut self.refresh_table[color.index()][perspective.index()];
        Changes::new(before, pieces).apply(network, simd, perspective, None, values);
        *before = *pieces;
        self.plies[ply].perspectives[color.index()] = perspective;
        self.values[range].copy_from_slice(values);
    }

    /// The accumulator of a side at a ply.
    #[inline(always)]
    pub(super) fn accumulator(&self, ply: usize, color: Color) -> &[Block] {
        &self.values[self.range(ply, color)]
    }

    #[inline(always)]
    fn range(&self, ply: usize, color: Color) -> Range<usize> {
        let length = self.refresh_table[0][0].1.len();
        let start = (2 * ply + color.index()) * length;
        start..start + length
    }
}
