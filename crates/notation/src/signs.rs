//! What is written behind moves: signs of check, glyphs with their numbers (NAG), results.

use crate::dialect::strip_prefix_with_dashes;

/// Something behind a move that says more than the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Numeric annotation glyph.
    Nag(u8),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
}

/// Signs that say no more than the move does; several of them may follow each other, as in `dbl.ch.`.
const EMPTY: [&str; 18] = [
    "double", "check", "mate", "dbl", "dis", "e.p", "ep", "ch", "†", "‡", "++", "+", "#", "≠", ".",
    ",", "\u{fe0e}", "\u{fe0f}",
];

/// Numbers and their glyphs, those of the standard and of what programs and Informants write besides. Longer ones
/// stand before those they begin with.
const GLYPHS: [(u8, &[&str]); 30] = [
    (3, &["!!", "‼"]),
    (5, &["!?", "⁉"]),
    (1, &["!"]),
    (4, &["??", "⁇"]),
    (6, &["?!", "⁈"]),
    (2, &["?"]),
    (7, &["□", "☐"]),
    (44, &["=∞", "=/∞", "∞=", "©", "⯹"]),
    (13, &["∞", "~"]),
    (14, &["+/=", "+=", "⩲"]),
    (15, &["=/+", "=+", "⩱"]),
    (11, &["=="]),
    (10, &["="]),
    (16, &["+/-", "+/−", "±"]),
    (17, &["-/+", "−/+", "∓"]),
    (20, &["+--"]),
    (18, &["+-", "+−", "+–"]),
    (21, &["--+"]),
    (19, &["-+", "−+", "–+"]),
    (22, &["⨀", "⊙"]),
    (32, &["⟳"]),
    (36, &["↑"]),
    (40, &["→"]),
    (132, &["⇆", "⇄"]),
    (138, &["⊕", "⨁"]),
    (140, &["∆", "Δ"]),
    (142, &["⌓"]),
    (143, &["≤"]),
    (146, &["N"]),
    (220, &["D"]),
];

/// Results as they are written, and those of the standard. Longer ones stand before those they begin with.
/// Their hyphens may be other dashes.
const RESULTS: [(&str, &str); 22] = [
    ("1/2 - 1/2", DRAW),
    ("1/2-1/2", DRAW),
    ("1/2:1/2", DRAW),
    ("1/2", DRAW),
    ("0.5-0.5", DRAW),
    ("0,5-0,5", DRAW),
    ("0.5:0.5", DRAW),
    ("½ - ½", DRAW),
    ("½-½", DRAW),
    ("½:½", DRAW),
    ("½", DRAW),
    ("=:=", DRAW),
    ("1 - 0", WHITE),
    ("1-0", WHITE),
    ("1:0", WHITE),
    ("+:-", WHITE),
    ("0 - 1", BLACK),
    ("0-1", BLACK),
    ("0:1", BLACK),
    ("-:+", BLACK),
    ("*", "*"),
    ("＊", "*"),
];
const WHITE: &str = "1-0";
const BLACK: &str = "0-1";
const DRAW: &str = "1/2-1/2";

/// The number of a glyph.
pub(crate) fn nag_of(glyph: &str) -> Option<u8> {
    GLYPHS.iter().find(|(_, glyphs)| glyphs.contains(&glyph)).map(|(number, _)| *number)
}

/// The usual glyphs of a number, the commonest first.
pub(crate) fn glyphs_of(nag: u8) -> &'static [&'static str] {
    GLYPHS.iter().find(|(number, _)| *number == nag).map_or(&[], |(_, glyphs)| glyphs)
}

/// The result that a text begins with, and the length of its text.
pub(crate) fn leading_result(text: &str) -> Option<(&'static str, usize)> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '2'..='9')) {
        return None;
    }
    RESULTS.iter().find_map(|(written, result)| {
        let rest = strip_prefix_with_dashes(text, written)?;
        Some((*result, text.len() - rest.len()))
    })
}

/// The result that a text stands for.
pub(crate) fn known_result(text: &str) -> Option<&'static str> {
    leading_result(text).filter(|(_, length)| *length == text.len()).map(|(result, _)| result)
}

/// A few signs, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signs([Option<Sign>; MAX_SIGNS]);

impl Signs {
    pub(crate) const NONE: Self = Self([None; MAX_SIGNS]);

    pub(crate) fn iter(&self) -> impl Iterator<Item = Sign> + '_ {
        self.0.iter().copied().flatten()
    }
}

/// The signs that a text consists of; `None` where there is anything else.
pub(crate) fn read_signs(text: &str) -> Option<Signs> {
    let mut signs = Signs::NONE;
    read(text, &mut signs, 0).then_some(signs)
}

/// More signs than anyone writes behind a move. Several readings are tried, so there has to be a limit.
const MAX_SIGNS: usize = 6;

/// Reads the sign of this number and those behind it. `++-` is a check and a glyph, so what comes first is not
/// taken for good.
fn read(text: &str, signs: &mut Signs, number: usize) -> bool {
    if text.is_empty() {
        return true;
    }
    if number == MAX_SIGNS {
        return false;
    }
    let glyphs = GLYPHS
        .iter()
        .flat_map(|(nag, glyphs)| glyphs.iter().map(|&written| (written, Some(Sign::Nag(*nag)))));
    let others = glyphs
        .chain(EMPTY.iter().map(|&written| (written, None)))
        .filter_map(|(written, sign)| text.strip_prefix(written).map(|rest| (rest, sign)));
    let result =
        leading_result(text).map(|(result, length)| (&text[length..], Some(Sign::Result(result))));
    for (rest, sign) in result.into_iter().chain(others) {
        signs.0[number] = sign;
        if read(rest, signs, number + 1) {
            return true;
        }
        signs.0[number] = None;
    }
    false
}

/// What a move does to the enemy's king, as SAN has it at its end.
///
/// ```
/// use bartizan_notation::{SanPlus, Suffix};
///
/// let san: SanPlus = "Qxf7#".parse()?;
/// assert_eq!(san.suffix.map(Suffix::to_char), Some('#'));
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

impl Suffix {
    /// `+` or `#`.
    ///
    /// ```
    /// use bartizan_notation::Suffix;
    ///
    /// assert_eq!((Suffix::Check.to_char(), Suffix::Checkmate.to_char()), ('+', '#'));
    /// ```
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Check => '+',
            Self::Checkmate => '#',
        }
    }
}

/// What the signs behind a move say of the enemy's king, as SAN has it: nothing for `=+`, which is a glyph.
pub(crate) fn leading_suffix(signs: &str) -> Option<Suffix> {
    let signs = signs.trim_start_matches(['!', '?']);
    let suffix = match signs.as_bytes().first()? {
        b'+' => Suffix::Check,
        b'#' => Suffix::Checkmate,
        _ => return None,
    };
    let mut others = GLYPHS.iter().flat_map(|(_, glyphs)| *glyphs).chain([&"+:-"]);
    let is_other =
        |sign: &&str| signs.strip_prefix(*sign).is_some_and(|rest| read_signs(rest).is_some());
    (!others.any(is_other)).then_some(suffix)
}

#[cfg(test)]
mod tests {
    use super::Sign::{Nag, Result};
    use super::*;

    #[test]
    fn signs_are_read_in_any_order() {
        for text in ["", "+", "++", "#", "##", "ch", "checkmate", "dbl.ch.", "e.p."] {
            assert_eq!(read_signs(text), Some(Signs::NONE), "{text}");
        }
        let cases: [(&str, &[Sign]); 21] = [
            ("!", &[Nag(1)]),
            ("+!?", &[Nag(5)]),
            ("!+", &[Nag(1)]),
            ("?!±", &[Nag(6), Nag(16)]),
            ("+-", &[Nag(18)]),
            ("++-", &[Nag(18)]),
            ("++=", &[Nag(10)]),
            ("=", &[Nag(10)]),
            ("=∞", &[Nag(44)]),
            ("-+", &[Nag(19)]),
            ("N", &[Nag(146)]),
            ("*", &[Result("*")]),
            ("#1-0", &[Result("1-0")]),
            ("=1/2", &[Nag(10), Result("1/2-1/2")]),
            ("½-½", &[Result("1/2-1/2")]),
            ("0—1", &[Result("0-1")]),
            ("1\u{2011}0", &[Result("1-0")]),
            ("½—½", &[Result("1/2-1/2")]),
            ("0.5-0.5", &[Result("1/2-1/2")]),
            ("+:-", &[Result("1-0")]),
            ("−:+", &[Result("0-1")]),
        ];
        for (text, expected) in cases {
            let signs: Vec<Sign> = read_signs(text).expect(text).iter().collect();
            assert_eq!(signs, expected, "{text}");
        }
        for text in ["-", "x", "e4", "1", "0", "0-0", "+x", "=Q", &"+".repeat(99)] {
            assert_eq!(read_signs(text), None, "{text}");
        }
    }
}
