//! A plain alpha-beta search by the rules of Rustic's first version: its order of generated moves, its
//! sort, captures alone in quiescence, a ply more in check, no mates at leaves, material and square
//! values. Nodes are positions whose moves are generated.
//!
//! Two things are not as there: the illegal moves that it generates, and skips later, take no part in the
//! sort, and the square values are not its own. With its author's values the counts are exactly those
//! published without ordering, at depths 1 to 3. Its draw rules are left out, which have no effect so far.

use anyhow::{Context, Result, ensure};
use board::{Color, Move, PieceKind, Position};
use eval::{MAX_PLY, Score};
use movegen::{All, MoveList, Noisy, generate, has_legal_move};
use ordering::scoring::mvv_lva;
use std::fs;
use std::path::Path;

/// The value of a piece of each kind on each square, from White's point of view, in centipawns.
pub struct SquareValues([[i32; 64]; 6]);

impl SquareValues {
    /// Reads 64 numbers for each kind.
    ///
    /// # Errors
    /// When the file cannot be read or has other content.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
        let numbers = numbers.with_context(|| path.display().to_string())?;
        ensure!(numbers.len() == 6 * 64, "{}: {} values", path.display(), numbers.len());
        let value = |kind: usize, square: usize| numbers[kind * 64 + square];
        Ok(Self(std::array::from_fn(|kind| std::array::from_fn(|square| value(kind, square)))))
    }

    /// The score from the side to move.
    pub fn score(&self, position: &Position) -> Score {
        let sum = |color: Color| -> i32 {
            let of = |kind: PieceKind| -> i32 {
                let squares = position.of(color, kind).into_iter();
                squares.map(|square| self.0[kind.index()][square.relative_to(color).index()]).sum()
            };
            PieceKind::ALL.into_iter().map(of).sum()
        };
        let us = position.side_to_move();
        Score::new(sum(us) - sum(!us))
    }
}

/// Values by formulas of this project.
impl Default for SquareValues {
    fn default() -> Self {
        const PIECES: [i32; 6] = [100, 310, 320, 500, 900, 0];
        const TOWARDS_CENTRE: [i32; 6] = [5, 10, 5, 0, 5, -5];
        let value = |kind: usize, square: usize| {
            let inwards = |line: usize| line.min(7 - line) as i32;
            let centre = inwards(square % 8) + inwards(square / 8) - 3;
            let advance = if kind == PieceKind::Pawn.index() { square as i32 / 8 } else { 0 };
            PIECES[kind] + TOWARDS_CENTRE[kind] * centre + 5 * advance
        };
        Self(std::array::from_fn(|kind| std::array::from_fn(|square| value(kind, square))))
    }
}

/// The nodes of a search to a depth; `sorted` is whether moves are sorted or tried as generated.
pub fn expanded_nodes(position: &Position, values: &SquareValues, sorted: bool, depth: u32) -> u64 {
    let mut search = Search { values, sorted, nodes: 0 };
    search.main_search(position, (-Score::INFINITE, Score::INFINITE), depth, 0);
    search.nodes
}

struct Search<'a> {
    values: &'a SquareValues,
    sorted: bool,
    nodes: u64,
}

impl Search<'_> {
    fn main_search(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Score {
        let in_check = position.in_check();
        if depth > 0 && !has_legal_move(position) {
            return if in_check { Score::mated_in(ply) } else { Score::DRAW };
        }
        if depth == 0 || ply >= MAX_PLY {
            return self.quiesce(position, (alpha, beta), ply);
        }
        let depth = depth + u32::from(in_check);
        let mut best = -Score::INFINITE;
        for mv in self.moves(position, false) {
            let child = position.make(mv);
            let score = -self.main_search(&child, (-beta, -alpha), depth - 1, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    fn quiesce(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        let mut best = self.values.score(position);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        for mv in self.moves(position, !position.in_check()) {
            if !mv.is_capture() {
                continue;
            }
            let score = -self.quiesce(&position.make(mv), (-beta, -alpha), ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// King, knights, rooks, bishops, queens, pawns, then castling; pieces and their targets from a1 to
    /// h8, promotions from the queen down.
    fn moves(&mut self, position: &Position, noisy_only: bool) -> MoveList {
        const RANKS: [usize; 6] = [5, 1, 3, 2, 4, 0];
        self.nodes += 1;
        let mut moves = MoveList::new();
        if noisy_only {
            generate::<Noisy>(position, &mut moves);
        } else {
            generate::<All>(position, &mut moves);
        }
        moves.sort_unstable_by_key(|&mv| {
            let kind = position.moved_piece(mv).kind();
            // The short castling comes first.
            let (rank, to) = match mv.is_castle() {
                true => (6, 63 - mv.to().index()),
                false => (RANKS[kind.index()], mv.to().index()),
            };
            let promotion = mv.promotion().map_or(0, |kind| 5 - kind.index());
            (rank << 18) | (mv.from().index() << 12) | (to << 6) | promotion
        });
        if self.sorted {
            exchange_sort(&mut moves, |mv| match mv.is_en_passant() {
                // Its target square is empty.
                true => 0,
                false => mvv_lva::sort_key(position, mv),
            });
        }
        moves
    }
}

/// Every better move found on the way to the best one is swapped to the front, which changes the order of
/// the others.
fn exchange_sort(moves: &mut MoveList, key: impl Fn(Move) -> u32) {
    for place in 0..moves.len() {
        let mut best = key(moves[place]);
        for other in place + 1..moves.len() {
            let rival = key(moves[other]);
            if rival > best {
                moves.swap(place, other);
                best = rival;
            }
        }
        if best == 0 {
            break;
        }
    }
}
