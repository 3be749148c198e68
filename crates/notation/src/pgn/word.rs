//! A word of the moves: a number, a move, signs behind it, or several of them at once.

use crate::signs::Signs;
use crate::{WrittenMove, leading_result, read_signs};

/// What a word consists of.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub number: Option<MoveNumber>,
    pub mv: Option<WrittenMove>,
    pub signs: Signs,
}

/// The number before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveNumber {
    pub value: u32,
    /// One for White, three for Black as a rule.
    pub dots: usize,
}

impl Word {
    /// Nothing where a word is something else, such as the name of a player.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (number, rest) = split_number(text);
        let nothing = Self { number, mv: None, signs: Signs::NONE };
        if rest.is_empty() {
            return Some(nothing);
        }
        let read = WrittenMove::split(rest).and_then(|(mv, behind)| {
            Some(Self { mv: Some(mv), signs: read_signs(behind)?, ..nothing.clone() })
        });
        read.or_else(|| Some(Self { signs: read_signs(rest)?, ..nothing }))
    }
}

/// What is written next to the move of a word, behind it; nothing without a move.
pub(super) fn behind_move(text: &str) -> Option<&str> {
    WrittenMove::split(split_number(text).1).map(|(_, behind)| behind)
}

/// The number of a word, and the rest. `0.5-0.5` begins like a number.
fn split_number(text: &str) -> (Option<MoveNumber>, &str) {
    if leading_result(text).is_none() { leading_number(text) } else { (None, text) }
}

/// The number that a text begins with, and the text behind it. Its dots may be missing or be there alone.
fn leading_number(text: &str) -> (Option<MoveNumber>, &str) {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - behind.len()];
    let colon = if digits.is_empty() { '.' } else { ':' };
    let rest = behind.trim_start_matches(['.', '…', '․', '‥', colon]);
    let dots = behind[..behind.len() - rest.len()].chars();
    let dots = dots.map(|c| if c == '…' { 3 } else { 1 }).sum();
    // `1e4` and `1♘f3`, but neither `1-0` nor `1/2`.
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '♔'..='♟');
    let is_number = dots > 0 || rest.is_empty() || rest.starts_with(is_letter);
    match (digits, is_number) {
        // A null move.
        ("0000", true) if dots == 0 => (None, text),
        ("", _) => (None, rest),
        (_, false) => (None, text),
        (_, true) => {
            let value = digits.parse().unwrap_or(u32::MAX);
            (Some(MoveNumber { value, dots }), rest)
        }
    }
}

/// Whether a word is prose rather than a move that is written wrongly: such words stand behind results,
/// between games, and where braces were forgotten. In prose, short words count too. So do words of signs that
/// mean nothing here.
pub(super) fn is_prose(word: &str, in_prose: bool) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let like_a_move = word.chars().all(|c| "abcdefghKQRBNPOox-:=+#!?".contains(c));
    !word.contains(|c: char| c.is_ascii_digit())
        && (in_prose || letters >= 3 && !like_a_move || !word.contains(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        let number = |value, dots| Some(MoveNumber { value, dots });
        for (text, expected, is_move, signs) in [
            ("12", number(12, 0), false, 0),
            ("12.Nf3", number(12, 1), true, 0),
            ("12...Nf6!?", number(12, 3), true, 1),
            ("1…", number(1, 3), false, 0),
            ("1…♘f6", number(1, 3), true, 0),
            ("3Bb5", number(3, 0), true, 0),
            ("...", None, false, 0),
            ("..Nf6", None, true, 0),
            ("0-0-0+", None, true, 0),
            ("0000", None, true, 0),
            ("--", None, true, 0),
            ("1.0-0", number(1, 1), true, 0),
            ("1:0", None, false, 1),
            ("0.5-0.5", None, false, 1),
            ("+:-", None, false, 1),
            ("1:", number(1, 1), false, 0),
            ("1:e4", number(1, 1), true, 0),
            ("1/2-1/2", None, false, 1),
            ("½", None, false, 1),
            ("=", None, false, 1),
            ("N", None, false, 1),
            ("ch", None, false, 0),
            ("e8=Q#1-0", None, true, 1),
            ("Nf3N", None, true, 1),
            ("Nf3:+?", None, true, 1),
            ("2.ed5:!", number(2, 1), true, 1),
            ("99999999999.", number(u32::MAX, 1), false, 0),
        ] {
            let word = Word::read(text).expect(text);
            let found = (word.number, word.mv.is_some(), word.signs.iter().count());
            assert_eq!(found, (expected, is_move, signs), "{text}");
        }
        for text in ["-", "hello", "e9", "Nf3x", "Sf3", "Kxx", "x", "\"", ":", ">", "é"] {
            assert!(Word::read(text).is_none(), "{text}");
        }
    }
}
