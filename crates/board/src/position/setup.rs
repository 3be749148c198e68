//! Boards that need be no position: the sets of pieces of a [`PositionBuilder`], their attacks and moves.

use super::PositionBuilder;
use super::queries::attackers_to;
use crate::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Rank, Square, attacks};

impl PositionBuilder {
    /// Pieces of one kind, both colors.
    ///
    /// ```
    /// use bartizan_board::{Color, PieceKind, PositionBuilder, Square};
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/p7/R7 w - - 0 1".parse()?;
    /// assert_eq!(board.pieces(PieceKind::Rook), Square::A1.bitboard());
    /// assert_eq!(board.of(Color::Black, PieceKind::Pawn), Square::A2.bitboard());
    /// assert_eq!(board.occupied(), board.color(Color::White) | board.color(Color::Black));
    /// assert_eq!(board.attackers(Color::White, Square::A2), Square::A1.bitboard());
    /// assert_eq!(board.attacks_from(Square::A1).count(), 8);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.sets[kind.index()]
    }

    /// Pieces of one color.
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder};
    ///
    /// assert_eq!(PositionBuilder::startpos().color(Color::Black).count(), 16);
    /// ```
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color.index()]
    }

    /// Pieces of one color and kind, of which there may be none or many.
    ///
    /// ```
    /// use bartizan_board::{Color, PieceKind, PositionBuilder};
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/8/KK6 w - - 0 1".parse()?;
    /// assert_eq!(board.of(Color::White, PieceKind::King).count(), 2);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.sets[6 + color.index()] & self.sets[kind.index()]
    }

    /// All pieces.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// assert!(PositionBuilder::empty().occupied().is_empty());
    /// ```
    pub fn occupied(&self) -> Bitboard {
        self.sets[6] | self.sets[7]
    }

    /// Squares that the piece on a square attacks, those of its own side's pieces included; none of an empty square.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/p7/R7 w - - 0 1".parse()?;
    /// assert_eq!(board.attacks_from(Square::A2), Square::B1.bitboard());
    /// assert!(board.attacks_from(Square::H8).is_empty());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let attacks = |piece: Piece| {
            attacks::piece_attacks(piece.kind(), piece.color(), square, self.occupied())
        };
        self.piece_on(square).map_or(Bitboard::EMPTY, attacks)
    }

    /// Pieces of both colors that attack a square with this occupancy.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/p7/R7 w - - 0 1".parse()?;
    /// assert!(board.attackers_to(Square::A8, board.occupied()).is_empty());
    /// let without_pawn = board.occupied().without(Square::A2);
    /// assert_eq!(board.attackers_to(Square::A8, without_pawn), Square::A1.bitboard());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attackers_to(&self.sets, square, occupied)
    }

    /// Pieces of this color that attack a square.
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder, Square};
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/p7/RN6 w - - 0 1".parse()?;
    /// assert_eq!(board.attackers(Color::White, Square::B1), Square::A1.bitboard());
    /// assert_eq!(board.attackers(Color::Black, Square::B1), Square::A2.bitboard());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.color(color)
    }

    /// The moves of the side to move by the rules of movement alone, with or without kings. Castling is not among them;
    /// a king is captured like any other piece.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let board: PositionBuilder = "8/8/8/8/8/8/8/N7 w - - 0 1".parse()?;
    /// let moves: Vec<_> = board.pseudo_legal_moves().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["a1c2", "a1b3"]);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn pseudo_legal_moves(&self) -> impl Iterator<Item = Move> {
        let (sets, us) = (self.sets, self.side_to_move);
        let (own, enemies) = (sets[6 + us.index()], sets[6 + us.other().index()]);
        let passed = self.en_passant.filter(|_| self.check_en_passant().is_ok());
        let passed = passed.map_or(Bitboard::EMPTY, Square::bitboard);
        own.into_iter().flat_map(move |from| {
            let is_pawn = sets[PieceKind::Pawn.index()].contains(from);
            let targets = match is_pawn {
                true => {
                    attacks::pawn_pushes(us, from, own | enemies)
                        | self.attacks_from(from) & (enemies | passed)
                }
                false => self.attacks_from(from) - own,
            };
            targets.into_iter().flat_map(move |to| {
                let captures = enemies.contains(to);
                let flags =
                    if is_pawn { pawn_flags(us, from, to, captures) } else { flags(captures) };
                flags.iter().map(move |&flag| Move::new(from, to, flag))
            })
        })
    }
}

fn flags(captures: bool) -> &'static [MoveFlag] {
    if captures { &[MoveFlag::CAPTURE] } else { &[MoveFlag::QUIET] }
}

fn pawn_flags(us: Color, from: Square, to: Square, captures: bool) -> &'static [MoveFlag] {
    match (to.rank().relative_to(us), captures) {
        (Rank::Eighth, true) => &MoveFlag::CAPTURE_PROMOTIONS,
        (Rank::Eighth, false) => &MoveFlag::PROMOTIONS,
        (_, false) if from.file() != to.file() => &[MoveFlag::EN_PASSANT],
        (_, false) if from.distance(to) == 2 => &[MoveFlag::DOUBLE_PUSH],
        _ => flags(captures),
    }
}
