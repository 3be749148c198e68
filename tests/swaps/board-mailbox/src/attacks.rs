//! Attacks, by walking from square to square.

use crate::{Bitboard, Color, PieceKind, Square};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square that is some files and ranks away, on the board.
fn offset(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let index = square.index() as i32;
    let (file, rank) = (index % 8 + files, index / 8 + ranks);
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::from_index((rank * 8 + file) as usize))
}

/// The squares from `square` in one direction, to the edge.
fn ray(square: Square, step: (i32, i32)) -> impl Iterator<Item = Square> {
    std::iter::successors(offset(square, step), move |&square| offset(square, step))
}

/// The squares one step away.
fn steps(square: Square, steps: &[(i32, i32)]) -> Bitboard {
    steps.iter().filter_map(|&step| offset(square, step)).collect()
}

/// The squares of the rays up to and including the first blocker of each.
fn slide(square: Square, directions: [(i32, i32); 4], occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for direction in directions {
        for square in ray(square, direction) {
            set |= square.bitboard();
            if occupied.contains(square) {
                break;
            }
        }
    }
    set
}

pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    let rank = if color == Color::White { 1 } else { -1 };
    steps(square, &[(-1, rank), (1, rank)])
}

/// The squares that any of these pieces attacks.
fn union(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |set, square| set | attacks(square))
}

pub fn pawn_attacks_set(color: Color, pawns: Bitboard) -> Bitboard {
    union(pawns, |square| pawn_attacks(color, square))
}

pub fn knight(square: Square) -> Bitboard {
    steps(square, &KNIGHT)
}

pub fn knight_attacks_set(knights: Bitboard) -> Bitboard {
    union(knights, knight)
}

pub fn king(square: Square) -> Bitboard {
    steps(square, &STRAIGHT) | steps(square, &DIAGONAL)
}

pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slide(square, DIAGONAL, occupied)
}

pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slide(square, STRAIGHT, occupied)
}

pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

pub fn slider_attacks_set(
    diagonal: Bitboard,
    straight: Bitboard,
    occupied: Bitboard,
) -> [Bitboard; 2] {
    let bishops = union(diagonal, |square| bishop(square, occupied));
    [bishops, union(straight, |square| rook(square, occupied))]
}

pub fn piece_attacks(
    kind: PieceKind,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn_attacks(color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}

pub fn pawn_pushes(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = if square.rank() == color.pawn_rank() { 2 } else { 1 };
    let path = ray(square, (0, color.pawn_direction().into()));
    path.take(steps).take_while(|&to| !occupied.contains(to)).collect()
}

/// The direction from `a` to `b`, if they are on a common line.
fn direction(a: Square, b: Square) -> Option<(i32, i32)> {
    STRAIGHT.into_iter().chain(DIAGONAL).find(|&step| ray(a, step).any(|square| square == b))
}

pub fn between(a: Square, b: Square) -> Bitboard {
    direction(a, b)
        .map_or(Bitboard::EMPTY, |step| ray(a, step).take_while(|&square| square != b).collect())
}

pub fn line(a: Square, b: Square) -> Bitboard {
    direction(a, b).map_or(Bitboard::EMPTY, |(file, rank)| {
        ray(a, (file, rank)).chain(ray(a, (-file, -rank))).chain([a]).collect()
    })
}
