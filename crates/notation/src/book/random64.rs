//! The random numbers of the Polyglot format: 12 × 64 for the pieces on their squares, 4 for the
//! castling rights, 8 for the file of an en passant capture, 1 for White to move.
//!
//! They are part of the format: a book is made with these numbers and can be read with no others.

/// The numbers in the order of the format.
pub(super) const RANDOM64: [u64; 781] = parse(include_bytes!("random64.txt"));

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
