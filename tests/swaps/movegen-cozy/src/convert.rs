//! Positions and moves of cozy-chess and of Bartizan. Both number squares, files, kinds of piece and
//! colors alike, and both encode castling as the king taking its own rook.

use board::{CastlingSide, Color, Move, MoveFlag, PieceKind, Position, Square};
use cozy_chess::{Board, BoardBuilder};

/// The position as a board of cozy-chess; `None` where it refuses the position. The counters, which
/// do not affect moves, are left out.
pub(crate) fn to_cozy(position: &Position) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for square in Square::ALL {
        builder.board[square.index()] = position
            .piece_on(square)
            .map(|piece| (cozy_chess::Piece::index(piece.kind().index()), color(piece.color())));
    }
    builder.side_to_move = color(position.side_to_move());
    builder.en_passant =
        position.en_passant().map(|square| cozy_chess::Square::index(square.index()));
    for side in Color::ALL {
        let rook = |wing| {
            let square = position.castling_rook(side, wing)?;
            Some(cozy_chess::File::index(square.file().index()))
        };
        let rights = &mut builder.castle_rights[side.index()];
        (rights.short, rights.long) = (rook(CastlingSide::Short), rook(CastlingSide::Long));
    }
    builder.build().ok()
}

fn color(color: Color) -> cozy_chess::Color {
    match color {
        Color::White => cozy_chess::Color::White,
        Color::Black => cozy_chess::Color::Black,
    }
}

/// A legal move of cozy-chess, with the flag that it has in this position.
pub(crate) fn from_cozy(position: &Position, mv: cozy_chess::Move) -> Move {
    let (from, to) = (Square::from_index(mv.from as usize), Square::from_index(mv.to as usize));
    let is_pawn = position.of(position.side_to_move(), PieceKind::Pawn).contains(from);
    let is_capture = position.color(!position.side_to_move()).contains(to);
    let flag = if let Some(kind) = mv.promotion {
        let flags = if is_capture { MoveFlag::CAPTURE_PROMOTIONS } else { MoveFlag::PROMOTIONS };
        let of_kind = |flag: &MoveFlag| {
            Move::new(from, to, *flag).promotion().map(PieceKind::index) == Some(kind as usize)
        };
        flags.into_iter().find(of_kind).expect("there is a flag for each promotion")
    } else if is_capture {
        MoveFlag::CAPTURE
    } else if position.occupied().contains(to) {
        MoveFlag::CASTLE
    } else if is_pawn && position.en_passant() == Some(to) && from.file() != to.file() {
        MoveFlag::EN_PASSANT
    } else if is_pawn && from.distance(to) == 2 {
        MoveFlag::DOUBLE_PUSH
    } else {
        MoveFlag::QUIET
    };
    Move::new(from, to, flag)
}
