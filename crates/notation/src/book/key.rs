//! The Zobrist key of a position in the Polyglot format, and the random numbers that are part of the format: 12 × 64
//! for the pieces on their squares, 4 for the castling rights, 8 for the file of an en passant capture, 1 for White to
//! move.

use board::{CastlingSide, Color, PieceKind, Position, attacks};

/// The numbers in the order of the format.
const RANDOM64: [u64; 781] = parse(include_bytes!("random64.txt"));
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key under which a Polyglot book has the moves of a position.
///
/// ```
/// use bartizan_notation::{board::Position, book::polyglot_key};
///
/// assert_eq!(polyglot_key(&Position::startpos()), 0x463b_9618_1691_fc9c);
/// ```
#[must_use]
pub fn polyglot_key(position: &Position) -> u64 {
    let mut key = 0;
    for square in position.occupied() {
        let piece = position.piece_on(square).expect("an occupied square");
        // Black pawn 0, white pawn 1, black knight 2 …
        let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
        key ^= RANDOM64[64 * kind + square.index()];
    }
    let rights = Color::ALL.into_iter().flat_map(|color| {
        [CastlingSide::KingSide, CastlingSide::QueenSide]
            .map(|side| position.castling_rook(color, side))
    });
    for (index, _) in rights.enumerate().filter(|(_, rook)| rook.is_some()) {
        key ^= RANDOM64[CASTLING + index];
    }
    // The format asks for a pawn beside the one that has passed, not for a legal capture.
    let us = position.side_to_move();
    let pawns = position.of(us, PieceKind::Pawn);
    let passed = position.double_push_target();
    if let Some(square) = passed.filter(|&to| (attacks::pawn_attacks(!us, to) & pawns).any()) {
        key ^= RANDOM64[EN_PASSANT + square.file().index()];
    }
    if position.side_to_move() == Color::White {
        key ^= RANDOM64[WHITE_TO_MOVE];
    }
    key
}

/// Numbers of 16 hexadecimal digits with white space between them, such as the line ends of any system.
const fn parse<const N: usize>(text: &[u8]) -> [u64; N] {
    let mut numbers = [0; N];
    let (mut at, mut digits) = (0, 0);
    while at < text.len() {
        if text[at].is_ascii_whitespace() {
            assert!(digits % 16 == 0, "a number is too short");
        } else {
            let digit = (text[at] as char).to_digit(16).expect("a digit") as u64;
            numbers[digits / 16] = numbers[digits / 16] << 4 | digit;
            digits += 1;
        }
        at += 1;
    }
    assert!(digits == 16 * N, "a number is missing or too many");
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_any_system() {
        let text = include_str!("random64.txt").replace("\r\n", "\n");
        for line_end in ["\n", "\r\n", " "] {
            assert_eq!(parse(text.replace('\n', line_end).as_bytes()), RANDOM64, "{line_end:?}");
        }
        assert_eq!(parse(text.trim_end().as_bytes()), RANDOM64);
    }
}
