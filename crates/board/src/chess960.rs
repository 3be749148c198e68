//! The 960 starting positions of Chess960 by their usual numbers, after R. Scharnagl's scheme.
//! Castling itself, which is the same for all of them, is no part of this file.

use crate::position::parts::Parts;
use crate::{CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};

/// How many arrangements there are; the numbers are 0 to 959.
const ARRANGEMENTS: u16 = 960;

/// Which two of the five squares left for them the knights take, by the last digit (0 to 9).
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// The starting position with White's pieces arranged as number `white` says and Black's
    /// as number `black` says; two different numbers give double Fischer random chess. 518 is
    /// the arrangement of ordinary chess. `None` if a number is 960 or more.
    pub fn chess960(white: u16, black: u16) -> Option<Self> {
        let mut parts = Parts {
            board: [None; 64],
            side_to_move: Color::White,
            castling: [[None; 2]; 2],
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            place(&mut parts, color, arrangement(number)?);
        }
        Some(Self::from_parts(&parts))
    }
}

/// Sets up one side: the pieces, the pawns before them, and both castling rights.
fn place(parts: &mut Parts, color: Color, kinds: [PieceKind; 8]) {
    // The long side comes first on the way from the a-file.
    let mut sides = [CastlingSide::Long, CastlingSide::Short].into_iter();
    for (file, kind) in File::ALL.into_iter().zip(kinds) {
        let home = Square::new(file, Rank::First).relative_to(color);
        let pawn = Square::new(file, Rank::Second).relative_to(color);
        parts.board[home.index()] = Some(Piece::new(color, kind));
        parts.board[pawn.index()] = Some(Piece::new(color, PieceKind::Pawn));
        if kind == PieceKind::Rook
            && let Some(side) = sides.next()
        {
            parts.castling[color.index()][side.index()] = Some(home);
        }
    }
}

/// The first rank from the a-file to the h-file, or `None` if there is no such number.
///
/// The number is read digit by digit: the bishop on the light squares (4 ways), the bishop on
/// the dark squares (4), the queen on the squares left (6), the knights (10); rook, king and
/// rook fill the rest.
fn arrangement(number: u16) -> Option<[PieceKind; 8]> {
    if number >= ARRANGEMENTS {
        return None;
    }
    let number = usize::from(number);
    let mut files = [None; 8];
    files[2 * (number % 4) + 1] = Some(PieceKind::Bishop);
    files[2 * (number / 4 % 4)] = Some(PieceKind::Bishop);
    files[nth_empty(&files, number / 16 % 6)?] = Some(PieceKind::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The one further out first, so that the count to the other is not disturbed.
    files[nth_empty(&files, second)?] = Some(PieceKind::Knight);
    files[nth_empty(&files, first)?] = Some(PieceKind::Knight);

    let mut rest = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
    let mut kinds = [PieceKind::Rook; 8];
    for (kind, file) in kinds.iter_mut().zip(files) {
        *kind = file.or_else(|| rest.next())?;
    }
    Some(kinds)
}

/// The index of the `n`th file (from 0) on which nothing stands yet.
fn nth_empty(files: &[Option<PieceKind>; 8], n: usize) -> Option<usize> {
    (0..8).filter(|&file| files[file].is_none()).nth(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(number: u16) -> String {
        let kinds = arrangement(number).unwrap();
        kinds.iter().map(|kind| kind.to_char().to_ascii_uppercase()).collect()
    }

    #[test]
    fn known_numbers() {
        assert_eq!(letters(0), "BBQNNRKR");
        assert_eq!(letters(518), "RNBQKBNR");
        assert_eq!(letters(959), "RKRNNQBB");
        assert_eq!(arrangement(960), None);
        assert!(Position::chess960(0, 960).is_none());
        assert!(Position::chess960(u16::MAX, 0).is_none());
    }

    #[test]
    fn all_are_different_and_lawful() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..ARRANGEMENTS {
            let row = letters(number);
            let all = |c| row.match_indices(c).map(|(i, _)| i).collect::<Vec<_>>();
            let (king, rooks, bishops) = (all('K'), all('R'), all('B'));
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{row}");
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{row}");
            assert_eq!((all('Q').len(), all('N').len()), (1, 2), "{row}");
            seen.insert(row);
        }
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn round_trip_through_both_spellings() {
        for number in 0..ARRANGEMENTS {
            let position = Position::chess960(number, 959 - number).unwrap();
            assert_eq!(Position::from_fen(&position.to_fen()).as_ref(), Ok(&position));
            assert_eq!(Position::from_fen(&position.to_shredder_fen()).as_ref(), Ok(&position));
        }
        assert_eq!(Position::chess960(518, 518), Some(Position::startpos()));
    }
}
