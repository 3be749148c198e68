//! Validation of a setup: material, pawns, en passant, checks. Rejected are positions that would break
//! invariants of the layers above, and checks that no move can give. It is not a test of reachability: up to
//! sixteen pieces a side may be of any kinds, as in games with odds.

use crate::FenError;
use crate::position::setup::Setup;
use crate::{Bitboard, Color, Piece, PieceKind, Rank, Square, attacks};

/// Kings, numbers of pieces, and pawns on the first and last rank.
pub(super) fn material(board: &[Option<Piece>; 64]) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = |kind| squares_of(board, color, kind).count();
        match count(PieceKind::King) {
            0 => return Err(FenError::NoKing(color)),
            1 => {}
            _ => return Err(FenError::TooManyKings(color)),
        }
        // Lists of moves, networks, static exchanges and packed positions have room for these and no more.
        if PieceKind::ALL.into_iter().map(count).sum::<u32>() > 16 {
            return Err(FenError::TooManyPieces(color));
        }
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (squares_of(board, color, PieceKind::Pawn) & ends).first() {
            return Err(FenError::PawnOnEndRank(square));
        }
    }
    Ok(())
}

/// Whether a double push over the en passant square can just have been made. A square without a legal
/// capture is not an error.
pub(super) fn en_passant(setup: &Setup) -> Result<(), FenError> {
    let Some(square) = setup.en_passant else {
        return Ok(());
    };
    let us = setup.side_to_move;
    if square.relative_to(us).rank() != Rank::Sixth {
        return Err(FenError::EnPassantRank(square));
    }
    let on = |rank| Square::new(square.file(), rank).relative_to(us);
    let (passed, from, to) = (on(Rank::Sixth), on(Rank::Seventh), on(Rank::Fifth));
    if setup.board[to.index()] != Some(Piece::new(!us, PieceKind::Pawn)) {
        return Err(FenError::EnPassantWithoutPawn(square));
    }
    for square in [passed, from] {
        if setup.board[square.index()].is_some() {
            return Err(FenError::EnPassantBlocked(square));
        }
    }
    Ok(())
}

/// The side not to move is not in check, as the move generator demands, and at most two pieces give check, as
/// in every game.
pub(super) fn checks(setup: &Setup) -> Result<(), FenError> {
    let us = setup.side_to_move;
    if attackers_of_king(&setup.board, !us).any() {
        return Err(FenError::OpponentInCheck(!us));
    }
    match attackers_of_king(&setup.board, us).count() {
        0..=2 => Ok(()),
        checkers => Err(FenError::TooManyCheckers(checkers)),
    }
}

fn squares_of(board: &[Option<Piece>; 64], color: Color, kind: PieceKind) -> Bitboard {
    let piece = Some(Piece::new(color, kind));
    let has_piece = |square: &Square| board[square.index()] == piece;
    Square::ALL
        .into_iter()
        .filter(has_piece)
        .fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

/// The pieces that attack the king of `color`.
fn attackers_of_king(board: &[Option<Piece>; 64], color: Color) -> Bitboard {
    let Some(king) = squares_of(board, color, PieceKind::King).first() else {
        return Bitboard::EMPTY;
    };
    let occupied = Square::ALL
        .into_iter()
        .filter(|square| board[square.index()].is_some())
        .fold(Bitboard::EMPTY, |set, square| set | square.bitboard());
    // Attacks are symmetric: a piece of a kind attacks the king if the king, as such a piece, attacks it.
    PieceKind::ALL.into_iter().fold(Bitboard::EMPTY, |set, kind| {
        let attacked = attacks::piece_attacks(kind, color, king, occupied);
        set | (attacked & squares_of(board, !color, kind))
    })
}
