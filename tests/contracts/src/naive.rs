//! Attacks, checkers and pins worked out square by square, the slow way, from nothing but which
//! piece stands where. Shares no table with the board layer: that is its point.

use board::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// A board of pieces only.
#[derive(Clone)]
pub(crate) struct Board(pub [Option<Piece>; 64]);

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square)))
    }

    /// The same without the pieces on `gone`.
    fn without(position: &Position, gone: Bitboard) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square).filter(|_| !gone.contains(square))))
    }

    /// The pieces of colour `by` that attack `target`.
    pub(crate) fn attackers(&self, target: Square, by: Color) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|from| self.0[from.index()].is_some_and(|piece| piece.color() == by))
            .filter(|&from| self.attacks(from, target))
            .collect()
    }

    /// Whether the piece on `from` attacks `target`, found by walking.
    pub(crate) fn attacks(&self, from: Square, target: Square) -> bool {
        let Some(piece) = self.0[from.index()] else { return false };
        let (file, rank) = steps(from, target);
        let (files, ranks) = (file.abs(), rank.abs());
        let slides = match piece.kind() {
            PieceKind::Pawn => {
                return files == 1 && rank == if piece.color() == Color::White { 1 } else { -1 };
            }
            PieceKind::Knight => return files * ranks == 2,
            PieceKind::King => return files.max(ranks) == 1,
            PieceKind::Bishop => files == ranks,
            PieceKind::Rook => files * ranks == 0,
            PieceKind::Queen => files == ranks || files * ranks == 0,
        };
        let step = rank.signum() * 8 + file.signum();
        let passed = |count: i32| (from.index() as i32 + count * step) as usize;
        slides
            && from != target
            && (1..files.max(ranks)).all(|count| self.0[passed(count)].is_none())
    }
}

/// Files and ranks from one square to another.
fn steps(from: Square, to: Square) -> (i32, i32) {
    let coordinates = |square: Square| (square.index() as i32 % 8, square.index() as i32 / 8);
    let ((file, rank), (to_file, to_rank)) = (coordinates(from), coordinates(to));
    (to_file - file, to_rank - rank)
}

/// The pieces of colour `by` that attack `target`.
pub(crate) fn attackers(position: &Position, target: Square, by: Color) -> Bitboard {
    Board::of(position).attackers(target, by)
}

/// Every square that a piece of colour `by` attacks, were the pieces on `gone` not there.
pub(crate) fn attacked(position: &Position, by: Color, gone: Bitboard) -> Bitboard {
    let board = Board::without(position, gone);
    Square::ALL.into_iter().filter(|&square| board.attackers(square, by).any()).collect()
}

/// The pieces that give check to the side to move.
pub(crate) fn checkers(position: &Position) -> Bitboard {
    let side = position.side_to_move();
    attackers(position, position.king(side), !side)
}

/// The pieces, of either colour, that alone stand between `color`'s king and an enemy slider.
pub(crate) fn blockers(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let before = attackers(position, king, !color);
    let uncovers = |square: &Square| {
        let board = Board::without(position, square.bitboard());
        *square != king && (board.attackers(king, !color) - before).any()
    };
    Square::ALL.into_iter().filter(|&at| position.piece_on(at).is_some()).filter(uncovers).collect()
}

/// The squares strictly between two squares, and the whole line through them; both empty without a
/// common line.
pub(crate) fn between_and_line(a: Square, b: Square) -> (Bitboard, Bitboard) {
    let (file, rank) = steps(a, b);
    if a == b || file * rank != 0 && file.abs() != rank.abs() {
        return (Bitboard::EMPTY, Bitboard::EMPTY);
    }
    let on_line = |square: &Square| {
        let (files, ranks) = steps(a, *square);
        files * rank == ranks * file
    };
    let is_between = |square: &Square| {
        let ((files, ranks), (other_files, other_ranks)) = (steps(a, *square), steps(*square, b));
        // Both steps go the same way, in either coordinate.
        let same_way = |one: i32, other: i32| one.signum() == other.signum();
        on_line(square) && same_way(files, other_files) && same_way(ranks, other_ranks)
    };
    let all = Square::ALL.into_iter();
    (all.clone().filter(is_between).collect(), all.filter(on_line).collect())
}
