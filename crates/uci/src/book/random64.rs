//! The random numbers of the Polyglot format: 12 × 64 for the pieces on their squares, 4 for the
//! castling rights, 8 for the file of an en passant capture, 1 for White to move.
//!
//! They are part of the format: a book is made with these numbers and can be read with no others.

/// The numbers in the order of the format.
pub(super) const RANDOM64: [u64; 781] = parse(include_bytes!("random64.txt"));

/// Numbers of 16 hexadecimal digits with one character after each.
const fn parse<const N: usize>(text: &[u8]) -> [u64; N] {
    assert!(text.len() == 17 * N, "one number is too short or too long");
    let mut numbers = [0; N];
    let mut at = 0;
    while at < text.len() {
        if at % 17 < 16 {
            let digit = (text[at] as char).to_digit(16).expect("a digit") as u64;
            numbers[at / 17] = numbers[at / 17] << 4 | digit;
        }
        at += 1;
    }
    numbers
}
