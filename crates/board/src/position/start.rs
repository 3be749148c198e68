//! The starting position, as a constant.

use super::{KEYS_OF, Position, SETS_OF};
use crate::{Bitboard, CastlingRights, Color, Piece, PieceKind, Rank, Square, zobrist};

const ROW: [PieceKind; 8] = [
    PieceKind::Rook,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Queen,
    PieceKind::King,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Rook,
];

const STARTPOS: Position = {
    let mut position = Position {
        sets: [Bitboard::EMPTY; 8],
        board: [None; 64],
        keys: [zobrist::castling(CastlingRights::ALL), 0, 0, 0],
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
        castling_rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]],
        rights: CastlingRights::ALL,
        side_to_move: Color::White,
        en_passant: None,
        double_push_target: None,
        halfmove_clock: 0,
        plies_since_null: 0,
        fullmove_number: 1,
    };
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index);
        let kind = match square.rank() {
            Rank::First | Rank::Eighth => ROW[index % 8],
            _ => PieceKind::Pawn,
        };
        let color = if index < 32 { Color::White } else { Color::Black };
        if index < 16 || index >= 48 {
            let piece = Piece::new(color, kind);
            position.board[index] = Some(piece);
            let mut set = 0;
            while set < 8 {
                position.sets[set].0 |= square.bitboard().0 & SETS_OF[piece.index()][set];
                set += 1;
            }
            let mut key = 0;
            while key < 4 {
                position.keys[key] ^= zobrist::piece(piece, square) & KEYS_OF[piece.index()][key];
                key += 1;
            }
        }
        index += 1;
    }
    position
};

impl Position {
    /// The starting position of standard chess.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// const START: Position = Position::startpos();
    /// assert_eq!(START.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub const fn startpos() -> Position {
        STARTPOS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CastlingSide;

    #[test]
    fn the_constant_is_what_a_builder_makes() {
        let built = Position::chess960(518, 518).unwrap();
        assert_eq!(STARTPOS, built);
        assert_eq!((STARTPOS.keys, STARTPOS.sets), (built.keys, built.sets));
        assert_eq!(STARTPOS.castling_rooks, built.castling_rooks);
        assert_eq!((STARTPOS.pinned, STARTPOS.checkers), (built.pinned, built.checkers));
        let rook = STARTPOS.castling_rook(Color::Black, CastlingSide::QueenSide);
        assert_eq!(rook, Some(Square::A8));
    }
}
