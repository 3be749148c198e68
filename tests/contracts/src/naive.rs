//! Attacks, checkers and pins worked out square by square, the slow way, from nothing but which
//! piece stands where. Shares no table with the board layer: that is its point.

use board::{Bitboard, Color, PieceKind, Position, Square};

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square `(file, rank)` steps away, if it is on the board.
fn step(from: Square, (file, rank): (i32, i32)) -> Option<Square> {
    let (f, r) = (from.index() as i32 % 8 + file, from.index() as i32 / 8 + rank);
    ((0..8).contains(&f) && (0..8).contains(&r)).then(|| Square::from_index((r * 8 + f) as usize))
}

/// The pieces of colour `by` that attack `target`, were the pieces on `gone` not there.
#[must_use]
pub fn attackers(position: &Position, target: Square, by: Color, gone: Bitboard) -> Bitboard {
    let is = |square: Square, kinds: &[PieceKind]| {
        !gone.contains(square)
            && position
                .piece_on(square)
                .is_some_and(|piece| piece.color() == by && kinds.contains(&piece.kind()))
    };
    let mut found = Bitboard::EMPTY;
    let towards_pawn = if by == Color::White { -1 } else { 1 };
    for file in [-1, 1] {
        if let Some(square) =
            step(target, (file, towards_pawn)).filter(|&square| is(square, &[PieceKind::Pawn]))
        {
            found |= square.bitboard();
        }
    }
    for leap in LEAPS {
        if let Some(square) = step(target, leap).filter(|&square| is(square, &[PieceKind::Knight]))
        {
            found |= square.bitboard();
        }
    }
    for (directions, slider) in [(DIAGONALS, PieceKind::Bishop), (STRAIGHTS, PieceKind::Rook)] {
        for direction in directions {
            if let Some(square) =
                step(target, direction).filter(|&square| is(square, &[PieceKind::King]))
            {
                found |= square.bitboard();
            }
            let mut next = step(target, direction);
            while let Some(square) = next {
                if is(square, &[slider, PieceKind::Queen]) {
                    found |= square.bitboard();
                }
                let stopped = !gone.contains(square) && position.piece_on(square).is_some();
                next = if stopped { None } else { step(square, direction) };
            }
        }
    }
    found
}

/// Every square that a piece of colour `by` attacks, were the pieces on `gone` not there.
#[must_use]
pub fn attacked(position: &Position, by: Color, gone: Bitboard) -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|&square| attackers(position, square, by, gone).any())
        .fold(Bitboard::EMPTY, |all, square| all | square.bitboard())
}

/// The pieces that give check to the side to move.
#[must_use]
pub fn checkers(position: &Position) -> Bitboard {
    let side = position.side_to_move();
    attackers(position, position.king(side), !side, Bitboard::EMPTY)
}

/// The pieces, of either colour, that alone stand between `color`'s king and an enemy slider.
#[must_use]
pub fn blockers(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let before = attackers(position, king, !color, Bitboard::EMPTY);
    Square::ALL
        .into_iter()
        .filter(|&square| square != king && position.piece_on(square).is_some())
        .filter(|&square| (attackers(position, king, !color, square.bitboard()) & !before).any())
        .fold(Bitboard::EMPTY, |all, square| all | square.bitboard())
}

/// The squares strictly between two squares, and the whole line through them; both empty without a
/// common line.
#[must_use]
pub fn between_and_line(a: Square, b: Square) -> (Bitboard, Bitboard) {
    let walk = |from: Square, direction| {
        std::iter::successors(step(from, direction), move |&at| step(at, direction))
    };
    for direction in DIAGONALS.into_iter().chain(STRAIGHTS) {
        if !walk(a, direction).any(|square| square == b) {
            continue;
        }
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(Bitboard::EMPTY, |all, square| all | square.bitboard())
        };
        let back = (-direction.0, -direction.1);
        let between = set(&mut walk(a, direction).take_while(|&square| square != b));
        let line = set(&mut walk(a, direction).chain([a]).chain(walk(a, back)));
        return (between, line);
    }
    (Bitboard::EMPTY, Bitboard::EMPTY)
}
