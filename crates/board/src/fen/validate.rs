//! Whether what a FEN says can be a position: material, pawns, en passant, checks. Only what
//! no game can reach is refused, and of that only what the engine's own invariants rely on or
//! what shows a slip of the pen; this is no full test of reachability.

use super::FenError;
use crate::position::parts::Parts;
use crate::{Bitboard, Color, Piece, PieceKind, Rank, Square, attacks};

/// Kings, numbers of pieces, and pawns on the end ranks.
pub(super) fn material(board: &[Option<Piece>; 64]) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = |kind| squares_of(board, color, kind).count();
        match count(PieceKind::King) {
            0 => return Err(FenError::NoKing(color)),
            1 => {}
            _ => return Err(FenError::TooManyKings(color)),
        }
        let pawns = count(PieceKind::Pawn);
        if pawns > 8 {
            return Err(FenError::TooManyPawns(color));
        }
        if PieceKind::ALL.into_iter().map(count).sum::<u32>() > 16 {
            return Err(FenError::TooManyPieces(color));
        }
        let missing = 8 - pawns;
        let promoted = count(PieceKind::Knight).saturating_sub(2)
            + count(PieceKind::Bishop).saturating_sub(2)
            + count(PieceKind::Rook).saturating_sub(2)
            + count(PieceKind::Queen).saturating_sub(1);
        if promoted > missing {
            return Err(FenError::TooManyPromoted { color, promoted, missing });
        }
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (squares_of(board, color, PieceKind::Pawn) & ends).first() {
            return Err(FenError::PawnOnEndRank(square));
        }
    }
    Ok(())
}

/// The geometry of a double step that has just been made. Whether anybody can capture is a
/// different question: a square that is right but of no use is no error.
pub(super) fn en_passant(parts: &Parts) -> Result<(), FenError> {
    let Some(square) = parts.en_passant else {
        return Ok(());
    };
    let us = parts.side_to_move;
    if square.relative_to(us).rank() != Rank::Sixth {
        return Err(FenError::EnPassantRank(square));
    }
    let on = |rank| Square::new(square.file(), rank).relative_to(us);
    let (passed, from, to) = (on(Rank::Sixth), on(Rank::Seventh), on(Rank::Fifth));
    if parts.board[to.index()] != Some(Piece::new(!us, PieceKind::Pawn)) {
        return Err(FenError::EnPassantWithoutPawn(square));
    }
    for square in [passed, from] {
        if parts.board[square.index()].is_some() {
            return Err(FenError::EnPassantBlocked(square));
        }
    }
    Ok(())
}

/// Nobody can have left his king in check, and no move gives check with three pieces. Both are
/// invariants of the move generator.
pub(super) fn checks(parts: &Parts) -> Result<(), FenError> {
    let us = parts.side_to_move;
    if attackers_of_king(&parts.board, !us).any() {
        return Err(FenError::OpponentInCheck(!us));
    }
    match attackers_of_king(&parts.board, us).count() {
        0..=2 => Ok(()),
        checkers => Err(FenError::TooManyCheckers(checkers)),
    }
}

fn squares_of(board: &[Option<Piece>; 64], color: Color, kind: PieceKind) -> Bitboard {
    let piece = Some(Piece::new(color, kind));
    let holds = |square: &Square| board[square.index()] == piece;
    Square::ALL
        .into_iter()
        .filter(holds)
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
    // Whatever the king would attack if it were a piece of that kind attacks it in turn.
    PieceKind::ALL.into_iter().fold(Bitboard::EMPTY, |set, kind| {
        let seen = attacks::piece_attacks(kind, color, king, occupied);
        set | (seen & squares_of(board, !color, kind))
    })
}
