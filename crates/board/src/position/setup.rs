//! The setup that a [`Position`] is built from, the content of a FEN, and its validation. Rejected are positions that
//! would break invariants of the layers above, and checks that no move can give. It is not a test of reachability: up
//! to sixteen pieces a side may be of any kinds, as in games with odds.

use super::Position;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceKind, PositionError, Rank, Square,
};

/// The content of a FEN, not validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The piece on each square.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// Rook squares of the castling rights, by color and [`CastlingSide`](crate::CastlingSide).
    pub castling: [[Option<Square>; 2]; 2],
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number, from 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// The position.
    ///
    /// # Errors
    /// When it is not valid.
    pub fn position(&self) -> Result<Position, PositionError> {
        self.check_material()?;
        self.check_en_passant()?;
        let position = Position::from_setup(self);
        let us = self.side_to_move;
        let attackers = position.attackers_to(position.king(!us), position.occupied());
        if (attackers & position.color(us)).any() {
            return Err(PositionError::OpponentInCheck(!us));
        }
        match position.checkers().count() {
            0..=2 => Ok(position),
            checkers => Err(PositionError::TooManyCheckers(checkers)),
        }
    }

    /// Kings, numbers of pieces, and pawns on the first and last rank.
    fn check_material(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            let of = |kind| -> Bitboard {
                let piece = Some(Piece::new(color, kind));
                Square::ALL.into_iter().filter(|at| self.board[at.index()] == piece).collect()
            };
            match of(PieceKind::King).count() {
                0 => return Err(PositionError::NoKing(color)),
                1 => {}
                _ => return Err(PositionError::TooManyKings(color)),
            }
            // Lists of moves, networks, static exchanges and packed positions have room for these and no more.
            if PieceKind::ALL.into_iter().map(|kind| of(kind).count()).sum::<u32>() > 16 {
                return Err(PositionError::TooManyPieces(color));
            }
            let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
            if let Some(square) = (of(PieceKind::Pawn) & ends).first() {
                return Err(PositionError::PawnOnEndRank(square));
            }
        }
        Ok(())
    }

    /// Whether a double push over the en passant square can just have been made. A square without a legal
    /// capture is not an error.
    fn check_en_passant(&self) -> Result<(), PositionError> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let us = self.side_to_move;
        if square.relative_to(us).rank() != Rank::Sixth {
            return Err(PositionError::EnPassantRank(square));
        }
        let on = |rank| Square::new(square.file(), rank).relative_to(us);
        let (passed, from, to) = (on(Rank::Sixth), on(Rank::Seventh), on(Rank::Fifth));
        if self.board[to.index()] != Some(Piece::new(!us, PieceKind::Pawn)) {
            return Err(PositionError::EnPassantWithoutPawn(square));
        }
        for square in [passed, from] {
            if self.board[square.index()].is_some() {
                return Err(PositionError::EnPassantBlocked(square));
            }
        }
        Ok(())
    }
}

impl Position {
    /// Builds a position from a valid setup. An en passant square without a legal capture is dropped.
    pub(crate) fn from_setup(setup: &Setup) -> Position {
        let mut position = Position {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            board: [None; 64],
            group_keys: [0; 3],
            key: 0,
            minor_key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]],
            rights: CastlingRights::EMPTY,
            side_to_move: setup.side_to_move,
            en_passant: None,
            double_push_target: setup.en_passant,
            halfmove_clock: setup.halfmove_clock,
            plies_since_null: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
        };
        for square in Square::ALL {
            if let Some(piece) = setup.board[square.index()] {
                position.toggle(piece, square);
                position.board[square.index()] = Some(piece);
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = setup.castling[color.index()][side.index()] {
                    position.castling_rooks[color.index()][side.index()] = rook;
                    position.rights |= CastlingRights::of(color, side);
                }
            }
        }
        position.update_checks();
        if let Some(target) = setup.en_passant {
            position.set_en_passant(target);
        }
        position.update_key();
        position
    }

    /// The setup that this position was built from or has come to.
    pub(crate) fn setup(&self) -> Setup {
        let rook = |color, side| self.castling_rook(color, side);
        let rooks = |color| CastlingSide::ALL.map(|side| rook(color, side));
        Setup {
            board: self.board,
            side_to_move: self.side_to_move,
            castling: Color::ALL.map(rooks),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}
