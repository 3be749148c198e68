//! The 960 starting positions of Chess960.

use crate::position::setup::Setup;
use crate::{CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};
use types::chess960::back_rank;

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
            // The queen side comes first on the way from the a-file.
            let mut sides = [CastlingSide::QueenSide, CastlingSide::KingSide].into_iter();
            for (file, kind) in File::ALL.into_iter().zip(back_rank(number)?) {
                let home = Square::new(file, Rank::First).relative_to(color);
                let pawn = Square::new(file, Rank::Second).relative_to(color);
                setup.board[home.index()] = Some(Piece::new(color, kind));
                setup.board[pawn.index()] = Some(Piece::new(color, PieceKind::Pawn));
                if kind == PieceKind::Rook {
                    let side = sides.next()?;
                    setup.castling[color.index()][side.index()] = Some(home);
                }
            }
        }
        Some(Self::from_setup(&setup))
    }
}
