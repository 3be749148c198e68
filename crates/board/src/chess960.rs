//! The 960 starting positions of Chess960, by R. Scharnagl's numbering scheme.

use crate::position::setup::Setup;
use crate::{CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};

/// The number of starting positions.
const START_POSITIONS: u16 = 960;

/// The two of the five remaining files that the knights take, by the last digit (0 to 9).
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// The starting position with the back ranks of numbers `white` and `black`. Two different numbers give
    /// double Fischer random chess. 518 is standard chess. `None` if a number is 960 or more.
    pub fn chess960(white: u16, black: u16) -> Option<Self> {
        let mut setup = Setup {
            board: [None; 64],
            side_to_move: Color::White,
            castling: [[None; 2]; 2],
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            set_up_side(&mut setup, color, back_rank(number)?);
        }
        Some(Self::from_setup(&setup))
    }
}

/// Sets up pieces, pawns and castling rights of one side.
fn set_up_side(setup: &mut Setup, color: Color, kinds: [PieceKind; 8]) {
    // The long side comes first on the way from the a-file.
    let mut sides = [CastlingSide::Long, CastlingSide::Short].into_iter();
    for (file, kind) in File::ALL.into_iter().zip(kinds) {
        let home = Square::new(file, Rank::First).relative_to(color);
        let pawn = Square::new(file, Rank::Second).relative_to(color);
        setup.board[home.index()] = Some(Piece::new(color, kind));
        setup.board[pawn.index()] = Some(Piece::new(color, PieceKind::Pawn));
        if kind == PieceKind::Rook {
            if let Some(side) = sides.next() {
                setup.castling[color.index()][side.index()] = Some(home);
            }
        }
    }
}

/// The back rank of this number from the a-file to the h-file; `None` if it is 960 or more.
///
/// The digits of the number, lowest first, place the bishop on the light squares (base 4), the bishop on
/// the dark squares (4), the queen (6) and the knights (10) on the files that are left; rook, king and rook
/// take the rest.
fn back_rank(number: u16) -> Option<[PieceKind; 8]> {
    if number >= START_POSITIONS {
        return None;
    }
    let number = usize::from(number);
    let mut files = [None; 8];
    files[2 * (number % 4) + 1] = Some(PieceKind::Bishop);
    files[2 * (number / 4 % 4)] = Some(PieceKind::Bishop);
    files[nth_empty(&files, number / 16 % 6)?] = Some(PieceKind::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The higher file first, so that the count to the other does not change.
    files[nth_empty(&files, second)?] = Some(PieceKind::Knight);
    files[nth_empty(&files, first)?] = Some(PieceKind::Knight);

    let mut rest = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
    let mut kinds = [PieceKind::Rook; 8];
    for (kind, file) in kinds.iter_mut().zip(files) {
        *kind = file.or_else(|| rest.next())?;
    }
    Some(kinds)
}

/// The index of the `n`th empty file, from 0.
fn nth_empty(files: &[Option<PieceKind>; 8], n: usize) -> Option<usize> {
    (0..8).filter(|&file| files[file].is_none()).nth(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back_rank_letters(number: u16) -> String {
        let kinds = back_rank(number).unwrap();
        kinds.iter().map(|kind| kind.to_char().to_ascii_uppercase()).collect()
    }

    #[test]
    fn known_scharnagl_numbers() {
        assert_eq!(back_rank_letters(0), "BBQNNRKR");
        assert_eq!(back_rank_letters(518), "RNBQKBNR");
        assert_eq!(back_rank_letters(959), "RKRNNQBB");
        assert_eq!(back_rank(960), None);
        assert!(Position::chess960(0, 960).is_none());
        assert!(Position::chess960(u16::MAX, 0).is_none());
    }

    #[test]
    fn all_960_back_ranks_are_distinct_and_valid() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..START_POSITIONS {
            let row = back_rank_letters(number);
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
    fn x_fen_and_shredder_fen_round_trip() {
        for number in 0..START_POSITIONS {
            let position = Position::chess960(number, 959 - number).unwrap();
            assert_eq!(Position::from_fen(&position.to_fen()).as_ref(), Ok(&position));
            assert_eq!(Position::from_fen(&position.to_shredder_fen()).as_ref(), Ok(&position));
        }
        assert_eq!(Position::chess960(518, 518), Some(Position::startpos()));
    }
}
