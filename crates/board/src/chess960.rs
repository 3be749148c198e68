//! The 960 starting positions of Chess960.

use crate::{CastlingRights, Color, File, Piece, PieceKind, Position, PositionBuilder, Square};
use types::chess960::{back_rank, number};

impl Position {
    /// The starting position with the back ranks of numbers `white` and `black`. Two different numbers give
    /// double Fischer random chess. 518 is standard chess. `None` if a number is 960 or more.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::chess960(0, 0).expect("below 960");
    /// assert_eq!(position.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(position.chess960_numbers(), Some((0, 0)));
    /// ```
    pub fn chess960(white: u16, black: u16) -> Option<Self> {
        let mut builder = PositionBuilder::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (file, kind) in File::ALL.into_iter().zip(back_rank(number)?) {
                builder.put(Square::new(file, color.back_rank()), Piece::new(color, kind));
                let pawn = Piece::new(color, PieceKind::Pawn);
                builder.put(Square::new(file, color.pawn_rank()), pawn);
            }
        }
        builder.set_castling_rights(CastlingRights::ALL);
        Some(Self::from_builder(&builder))
    }

    /// The numbers of White's and Black's back ranks; `None` if the position is no starting position of
    /// [`Position::chess960`]. The counters do not matter.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// assert_eq!(Position::startpos().chess960_numbers(), Some((518, 518)));
    /// let odds = Position::startpos().to_builder().remove(Square::A2).build()?;
    /// assert_eq!(odds.chess960_numbers(), None);
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub fn chess960_numbers(&self) -> Option<(u16, u16)> {
        let [white, black] = Color::ALL.map(|color| {
            let kind = |file| Some(self.piece_on(Square::new(file, color.back_rank()))?.kind());
            let mut row = [PieceKind::Pawn; 8];
            for (place, file) in row.iter_mut().zip(File::ALL) {
                *place = kind(file)?;
            }
            number(&row)
        });
        let (white, black) = (white?, black?);
        let start = Self::chess960(white, black)?;
        self.same_position(&start).then_some((white, black))
    }
}
