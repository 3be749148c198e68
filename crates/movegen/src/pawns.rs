//! Pawn moves, generated set-wise.

use board::{Bitboard, Color, File, Move, MoveFlag, PieceKind, Position, Rank, Square, attacks};

use crate::GenType;
use crate::sink::MoveSink;

/// Where the pawns of one side move: steps as differences of square indices, and its ranks.
struct PawnDirections {
    forward: i8,
    /// Captures towards the A file and towards the H file.
    west: i8,
    east: i8,
    last_rank: Bitboard,
    /// Where a pawn stands after the first half of a double push.
    third_rank: Bitboard,
}

#[inline(always)]
fn pawn_directions(us: Color) -> PawnDirections {
    match us {
        Color::White => PawnDirections {
            forward: 8,
            west: 7,
            east: 9,
            last_rank: Rank::Eighth.bitboard(),
            third_rank: Rank::Third.bitboard(),
        },
        Color::Black => PawnDirections {
            forward: -8,
            west: -9,
            east: -7,
            last_rank: Rank::First.bitboard(),
            third_rank: Rank::Sixth.bitboard(),
        },
    }
}

/// The set moved by `delta`, without a test for the edges.
#[inline(always)]
fn shift(set: Bitboard, delta: i8) -> Bitboard {
    Bitboard(if delta > 0 { set.0 << delta } else { set.0 >> -delta })
}

/// `targets` are the squares that answer a check, all squares when there is none.
#[inline(always)]
pub(crate) fn generate<T: GenType, S: MoveSink>(
    position: &Position,
    us: Color,
    targets: Bitboard,
    sink: &mut S,
) {
    let pawns = position.of(us, PieceKind::Pawn);
    let pinned = position.pinned();
    if S::ORDERED {
        pawn_moves::<T>(position, us, pawns - pinned, Bitboard::EMPTY, targets, sink);
        for from in pawns & pinned {
            pawn_moves::<T>(position, us, from.bitboard(), pinned, targets, sink);
        }
    } else {
        pawn_moves::<T>(position, us, pawns, pinned, targets, sink);
    }
    if T::NOISY {
        if let Some(target) = position.en_passant() {
            for from in attacks::pawn_attacks(!us, target) & pawns {
                if position.is_en_passant_safe(from, target) {
                    sink.push(Move::new(from, target, MoveFlag::EN_PASSANT));
                }
            }
        }
    }
}

/// Moves of `pawns` to `targets`, except en passant. One that is `pinned` stays on the line through its king: that line is
/// a file for a push, and one of the diagonals for a capture.
#[inline(always)]
fn pawn_moves<T: GenType>(
    position: &Position,
    us: Color,
    pawns: Bitboard,
    pinned: Bitboard,
    targets: Bitboard,
    sink: &mut impl MoveSink,
) {
    let dir = pawn_directions(us);
    let (king, empty) = (position.king(us), !position.occupied());
    let on = |line: Bitboard| pawns - (pinned - line);
    let pushed = shift(on(king.file().bitboard()), dir.forward) & empty;
    let single = pushed & targets;
    if T::QUIET {
        let double = shift(pushed & dir.third_rank, dir.forward) & empty & targets;
        sink.push_pawn_moves(single - dir.last_rank, dir.forward, MoveFlag::QUIET);
        sink.push_pawn_moves(double, 2 * dir.forward, MoveFlag::DOUBLE_PUSH);
    }
    if T::NOISY {
        let enemies = position.color(!us) & targets;
        let [diagonal, antidiagonal] = DIAGONALS[king.index()];
        let (west_line, east_line) = match us {
            Color::White => (antidiagonal, diagonal),
            Color::Black => (diagonal, antidiagonal),
        };
        let west = shift(on(west_line) - File::A.bitboard(), dir.west) & enemies;
        let east = shift(on(east_line) - File::H.bitboard(), dir.east) & enemies;
        sink.push_pawn_moves(west - dir.last_rank, dir.west, MoveFlag::CAPTURE);
        sink.push_pawn_moves(east - dir.last_rank, dir.east, MoveFlag::CAPTURE);
        if ((single | west | east) & dir.last_rank).any() {
            sink.push_promotions(west & dir.last_rank, dir.west, &MoveFlag::CAPTURE_PROMOTIONS);
            sink.push_promotions(east & dir.last_rank, dir.east, &MoveFlag::CAPTURE_PROMOTIONS);
            sink.push_promotions(single & dir.last_rank, dir.forward, &MoveFlag::PROMOTIONS);
        }
    }
}

/// Through each square the diagonals that rise towards the H file and towards the A file.
static DIAGONALS: [[Bitboard; 2]; 64] = {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut i = 0;
    while i < 64 {
        let mut j = 0;
        while j < 64 {
            let (ranks, files) = (j as i32 / 8 - i as i32 / 8, j as i32 % 8 - i as i32 % 8);
            let bit = Square::from_index(j).bitboard().0;
            if ranks == files {
                lines[i][0].0 |= bit;
            }
            if ranks == -files {
                lines[i][1].0 |= bit;
            }
            j += 1;
        }
        i += 1;
    }
    lines
};
