//! Writes FEN and the position of an EPD line: into memory of a fixed size, and from there at once.

use crate::position::index_of;
use crate::{CastlingNotation, CastlingSide, Color, Piece, PositionBuilder};

/// The letters of the pieces by their index.
static LETTERS: [u8; 13] = {
    let mut letters = [b'?'; 13];
    let mut index = 0;
    while index < 12 {
        letters[index] = Piece::ALL[index].to_char() as u8;
        index += 1;
    }
    letters
};

/// A FEN or the beginning of one. None has more than 93 characters: 71 for the pieces, then ` w KQkq e3 65535 65535`.
pub(super) struct Line {
    bytes: [u8; 96],
    length: usize,
}

impl Line {
    pub const EMPTY: Line = Line { bytes: [0; 96], length: 0 };

    /// All six fields.
    pub fn fen(builder: &PositionBuilder, castling: CastlingNotation) -> Line {
        let mut line = Line::epd(builder, castling);
        for number in [builder.halfmove_clock, builder.fullmove_number] {
            line.push(b' ');
            line.push_number(number);
        }
        line
    }

    /// The first four fields.
    pub fn epd(builder: &PositionBuilder, castling: CastlingNotation) -> Line {
        let mut line = Line::EMPTY;
        line.push_board(builder);
        line.push(b' ');
        line.push(if builder.side_to_move == Color::White { b'w' } else { b'b' });
        line.push(b' ');
        line.push_castling(builder, castling);
        line.push(b' ');
        match builder.en_passant {
            Some(square) => {
                line.push(b'a' + square.file().index() as u8);
                line.push(b'1' + square.rank().index() as u8);
            }
            None => line.push(b'-'),
        }
        line
    }

    pub fn as_str(&self) -> &str {
        // It is ASCII.
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Adds the first field.
    pub fn push_board(&mut self, builder: &PositionBuilder) {
        let occupied = builder.occupied().0;
        for rank in (0..8).rev() {
            let mut row = occupied >> (8 * rank) & 0xff;
            let mut file = 0;
            while row != 0 {
                let next = row.trailing_zeros() as usize;
                self.push_gap(next - file);
                let piece = builder.board[(8 * rank + next) & 63];
                self.push(LETTERS[index_of(piece)]);
                file = next + 1;
                row &= row - 1;
            }
            self.push_gap(8 - file);
            self.push(b'/');
        }
        self.length -= 1;
    }

    /// Adds the number of empty squares, if there are any.
    #[inline(always)]
    fn push_gap(&mut self, squares: usize) {
        // No branch, which would often be mispredicted.
        self.bytes[self.length] = b'0' + squares as u8;
        self.length += usize::from(squares > 0);
    }

    fn push_castling(&mut self, builder: &PositionBuilder, notation: CastlingNotation) {
        let begin = self.length;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = builder.castling_rook(color, side) else {
                    continue;
                };
                let by_side = match notation {
                    CastlingNotation::XFen => builder.outermost_rook(color, side) == Some(rook),
                    CastlingNotation::Shredder => false,
                    CastlingNotation::Standard => true,
                };
                let letter = if by_side { side.to_char() } else { rook.file().to_char() };
                let letter = match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                };
                self.push(letter as u8);
            }
        }
        if self.length == begin {
            self.push(b'-');
        }
    }

    fn push_number(&mut self, number: u16) {
        let mut divisor = 1;
        while number / divisor >= 10 {
            divisor *= 10;
        }
        while divisor > 0 {
            self.push(b'0' + (number / divisor % 10) as u8);
            divisor /= 10;
        }
    }
}
