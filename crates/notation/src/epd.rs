//! Reads EPD suites. A line is a position, with or without the counters of a FEN, and operations such as
//! `bm Nf3; id "a name";`.

use crate::repair::{self, Repaired};
use crate::text::printable;
use crate::{MoveParseError, is_move_text, is_space, parse_dialect};
use board::{FenError, Move, Position};

/// Opcodes that begin an operation also where the semicolon before them is missing. None of them is a move.
const OPCODES: &str = "acd acn acs am bm ce dm draw_accept draw_claim eco fmvn hmvc id nic noop pm pv rc sm tcgs tcri";

fn is_opcode(word: &str) -> bool {
    // Comments and variations: `c0` to `c9`, `v0` to `v9`.
    let numbered = matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    numbered || OPCODES.split(' ').any(|opcode| opcode == word)
}

/// A position and what its solution is.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The line in its file, from 1.
    pub line: usize,
    /// The operand of `id` with its control characters replaced, or nothing.
    pub id: String,
    /// The position, in which the game goes on.
    pub position: Position,
    /// `bm`: one of these moves is right; empty without the operation.
    pub best: Vec<Move>,
    /// `am`: these moves are wrong.
    pub avoid: Vec<Move>,
    /// `dm`: the side to move mates in this number of moves.
    pub mate: Option<u32>,
}

/// The lines of a file that hold something, with their numbers from 1: empty lines and those that
/// start with `#` are skipped, and so are byte order marks.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.trim_matches(is_space));
    let numbered = lines.enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The problem of a line.
///
/// # Errors
/// What is wrong with the line. A line without `bm`, `am` and `dm` is an error.
pub fn parse_line(line: usize, text: &str) -> Result<Problem, String> {
    let (position, rest) = Position::from_epd(text).map_err(|error| error.to_string())?;
    let (best, avoid) = (Vec::new(), Vec::new());
    let mut problem = Problem { line, id: String::new(), position, best, avoid, mate: None };
    let operations = operations(rest)?;
    for (opcode, operands) in &operations {
        match opcode.to_ascii_lowercase().as_str() {
            "bm" => match mate_of(operands) {
                Some(moves) => problem.set_mate(moves)?,
                None => problem.best.extend(moves(&problem.position, "bm", operands)?),
            },
            "am" => problem.avoid.extend(moves(&problem.position, "am", operands)?),
            "dm" => {
                let number = operands.join(" ").parse().ok().or_else(|| mate_of(operands));
                problem.set_mate(number.ok_or("dm needs one number of moves")?)?;
            }
            "id" => problem.id = printable(&operands.join(" ")),
            _ => {}
        }
    }
    if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate.is_none() {
        return Err("it has none of bm, am and dm".to_owned());
    }
    problem.position = set_counters(problem.position, &operations)
        .map_err(|error| format!("hmvc and fmvn: {error}"))?;
    Ok(problem)
}

impl Problem {
    /// Demands a mate in this number of moves.
    fn set_mate(&mut self, moves: u32) -> Result<(), String> {
        match self.mate.replace(moves) {
            _ if moves == 0 => Err("dm needs one number of moves".to_owned()),
            Some(other) if other != moves => Err(format!("mate in {other} and in {moves}")),
            _ => Ok(()),
        }
    }
}

/// The position of a line with the counters that the operations behind it give, for those who need no other
/// operation. Operations that cannot be read give none.
///
/// # Errors
/// When a counter is none.
pub fn with_counters(position: Position, text: &str) -> Result<Position, FenError> {
    set_counters(position, &operations(text).unwrap_or_default())
}

/// The position with the counters of the operations `hmvc` and `fmvn`.
fn set_counters(position: Position, operations: &[Operation]) -> Result<Position, FenError> {
    let counter = |name: &str| {
        let found = operations.iter().rfind(|(opcode, _)| opcode.eq_ignore_ascii_case(name));
        found.map(|(_, operands)| operands.first().map_or("", String::as_str))
    };
    let counters = [counter("hmvc"), counter("fmvn")];
    if counters == [None, None] {
        return Ok(position);
    }
    let fen = position.to_shredder_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for (field, counter) in fields.iter_mut().skip(4).zip(counters) {
        // An empty one is no number, either.
        *field = counter.map_or(*field, |text| if text.is_empty() { "-" } else { text });
    }
    repair::position(&fields.join(" ")).map(|Repaired { value, .. }| value)
}

/// The moves that `bm` or `am` names, the first one of a numbered line, with commas, numbers and signs as books have them.
fn moves(position: &Position, opcode: &str, operands: &[String]) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    let mut is_line = false;
    let words = operands.iter().flat_map(|text| text.split([',', '|', ' '])).flat_map(|word| {
        // `a8(Q)` is one word.
        let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '…');
        let is_move = is_move_text(word.trim_start_matches(number));
        let separators: &[char] = if is_move { &[] } else { &['/', '&', '(', ')'] };
        word.split(separators)
    });
    for text in words {
        let written = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let without_number = written.trim_start_matches(['.', '…']);
        let has_number = without_number.len() < written.len();
        if has_number {
            is_line = moves.is_empty();
        }
        let text = if has_number { without_number } else { text };
        if text.is_empty() || ["or", "and"].contains(&text) || text.starts_with('$') {
            continue;
        }
        let mv = match parse_dialect(position, text) {
            Ok(mv) => mv,
            // A line: `1. Qd4 Kf5 2. Qd3`.
            Err(MoveParseError::Illegal) if is_line && moves.len() == 1 => break,
            Err(error) => return Err(format!("{opcode} {text}: {error}")),
        };
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() { Err(format!("{opcode} has no move")) } else { Ok(moves) }
}

/// The number of moves of `#3`, `#+3`, `M3`, `+M3`, `mate 3` or `mate in 3`, which stand for moves in collections
/// of mates.
fn mate_of(operands: &[String]) -> Option<u32> {
    let text = operands.concat().to_ascii_lowercase();
    let text = text.strip_prefix('+').unwrap_or(&text);
    let number =
        ["matein", "mate", "m", "#"].into_iter().find_map(|word| text.strip_prefix(word))?;
    number.strip_prefix(['+', '#']).unwrap_or(number).parse().ok()
}

/// An operation of a line: opcode and operands.
type Operation = (String, Vec<String>);

/// The operations of a line. Operands in quotes may have any characters; the last semicolon may be missing, and
/// so may the one before an opcode that cannot be an operand.
fn operations(text: &str) -> Result<Vec<Operation>, String> {
    let mut operations: Vec<Operation> = Vec::new();
    // Whether the next word begins an operation.
    let mut begins = true;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let last = operations.last_mut().filter(|_| !begins);
        if first == ';' {
            begins = true;
            rest = &rest[1..];
        } else if first == '"' {
            let (operand, behind) = quoted(&rest[1..])?;
            if let Some(last) = last {
                last.1.push(operand);
            }
            rest = behind;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            let word = &rest[..end];
            match last {
                Some(last) if !is_opcode(word) => last.1.push(word.to_owned()),
                // A dash stands where there is no operation.
                None if word == "-" => {}
                _ => {
                    let opcode = word.trim_end_matches([':', '=']).to_owned();
                    operations.push((opcode, Vec::new()));
                    begins = false;
                }
            }
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    Ok(operations)
}

/// An operand up to the quotation mark at its end, and what is behind it. The mark at the end has white space or
/// a semicolon behind it; in the last operation it may be missing.
fn quoted(text: &str) -> Result<(String, &str), String> {
    let mut operand = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let behind = chars.as_str();
        let ends = behind.is_empty() || behind.starts_with(|c: char| c.is_whitespace() || c == ';');
        match c {
            '"' if ends => return Ok((operand, behind)),
            '\\' if behind.starts_with(['"', '\\']) && !behind[1..].is_empty() => {
                operand.extend(chars.next())
            }
            _ => operand.push(c),
        }
    }
    if operand.contains(';') {
        return Err("a quotation mark has no partner".to_owned());
    }
    Ok((operand, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Problem, String> {
        parse_line(7, text)
    }

    fn uci(moves: &[Move]) -> String {
        moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn operations_are_read() {
        let line =
            "4k3/8/8/8/8/8/8/4K2R w K - bm O-O h1h8; am Rh2; dm 3; c0 \"a; b\"; id \"x\x1b y\";";
        let problem = parsed(line).expect("a problem");
        assert_eq!((problem.line, problem.id.as_str(), problem.mate), (7, "x\u{fffd} y", Some(3)));
        assert_eq!((uci(&problem.best), uci(&problem.avoid)), ("e1h1 h1h8".into(), "h1h2".into()));
        let short = parsed("4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8+").expect("a problem");
        assert_eq!((uci(&short.best), short.id), ("h1h8".into(), String::new()));
    }

    /// What collections of problems write; the answers are `bm`, `am` and `dm`.
    #[test]
    fn dialects_of_operations() {
        for (operations, best, avoid, mate) in [
            ("bm Qd4 Qd2;", "d1d4 d1d2", "", None),
            ("bm Qd4,Qd2;", "d1d4 d1d2", "", None),
            ("bm Qd4, Qd2 ;", "d1d4 d1d2", "", None),
            ("bm Qd4 or Qd2", "d1d4 d1d2", "", None),
            ("bm Qd4; bm Qd2; bm Qd4;", "d1d4 d1d2 d1d4", "", None),
            ("bm d1d4;", "d1d4", "", None),
            ("bm ♕d4+!; am qd5+?? 1.Qd1-d6+;", "d1d4", "d1d5 d1d6", None),
            ("bm 1. Qd4!! ;id x", "d1d4", "", None),
            ("bm 1...Qd4;", "d1d4", "", None),
            ("bm Qd4 c0 \"x\";", "d1d4", "", None),
            ("bm Qd4 v9 1 tcri 3 5", "d1d4", "", None),
            ("bm Qd4/Qd2", "d1d4 d1d2", "", None),
            ("bm Qd4 & Qd2", "d1d4 d1d2", "", None),
            ("bm Qd4 (or Qd2)", "d1d4 d1d2", "", None),
            ("bm Qd4+ $1", "d1d4", "", None),
            ("bm 1. Qd4 Kf5 2. Qd3", "d1d4", "", None),
            ("bm 1. Qd4 1. Qd2", "d1d4 d1d2", "", None),
            ("bm \"Qd4 Qd2\";", "d1d4 d1d2", "", None),
            ("BM Qd4; Am Qd2", "d1d4", "d1d2", None),
            ("bm: Qd4", "d1d4", "", None),
            ("bm Qd4 id \"x\"", "d1d4", "", None),
            ("- - bm Qd4;", "d1d4", "", None),
            ("\"a\" bm Qd4;", "d1d4", "", None),
            ("bm Qd4;;; ;", "d1d4", "", None),
            ("bm Qd4; id \"x", "d1d4", "", None),
            ("id BT.07 by \"him\"; c0 \"a \"b\"; c\"; bm Qd4", "d1d4", "", None),
            ("id \"a \\\"b; c\\\" d\"; bm Qd4", "d1d4", "", None),
            ("acd 12; acn 99; ce -31; pv Qd4 Kf5; sm Qd3; eco \"A00\"; bm Qd4;", "d1d4", "", None),
            ("bm #3;", "", "", Some(3)),
            ("bm #+3", "", "", Some(3)),
            ("bm M3;", "", "", Some(3)),
            ("bm mate in 3;", "", "", Some(3)),
            ("bm Qd4; bm #3; dm 3;", "d1d4", "", Some(3)),
            ("dm #4", "", "", Some(4)),
            ("dm \"4\";", "", "", Some(4)),
            ("0 1 bm Qd4;", "d1d4", "", None),
            ("0 1; bm Qd4;", "d1d4", "", None),
        ] {
            let problem = parsed(&format!("8/8/8/4k3/8/8/8/3QK3 w - - {operations}"));
            let problem = problem.unwrap_or_else(|error| panic!("{operations}: {error}"));
            assert_eq!(
                (uci(&problem.best).as_str(), uci(&problem.avoid).as_str(), problem.mate),
                (best, avoid, mate),
                "{operations}"
            );
        }
    }

    #[test]
    fn counters_are_those_of_the_operations() {
        let start = "8/8/8/4k3/8/8/8/3QK3 w - -";
        for (operations, expected) in [
            ("", "0 1"),
            ("hmvc 3; fmvn 9;", "3 9"),
            ("id \"a; hmvc 3", "0 1"),
            ("4 5", "4 5"),
            ("hmvc", "0 1"),
            ("fmvn x;", "0 1"),
            ("bm Qd4; hmvc 99; fmvn 80;", "99 80"),
            ("hmvc 99; bm Qd4", "99 1"),
            ("fmvn 7; bm Qd4", "0 7"),
            ("12 30 bm Qd4", "12 30"),
            ("12 30 fmvn 31; bm Qd4", "12 31"),
            ("12 30 hmvc 13; bm Qd4", "13 30"),
            ("hmvc 99 fmvn 80 bm Qd4", "99 80"),
            ("hmvc 3.0; bm Qd4", "3 1"),
            ("hmvc abc; bm Qd4", "0 1"),
            ("fmvn 70000; bm Qd4", "0 65535"),
            ("fmvn -1; bm Qd4", "0 1"),
        ] {
            let line = format!("{start} {operations}");
            let (position, rest) = Position::from_epd(&line).expect("a position");
            let position = with_counters(position, rest).expect("counters");
            assert_eq!(position.to_fen(), format!("{start} {expected}"), "{operations}");
            if operations.contains("bm") {
                assert_eq!(parsed(&line).expect("a problem").position, position, "{operations}");
            }
        }
        let chess960 = parsed("4k3/8/8/8/8/8/8/1R2K1R1 w BG - hmvc 3; bm O-O").expect("a problem");
        assert_eq!(chess960.position.to_shredder_fen(), "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 3 1");
    }

    #[test]
    fn mistakes_are_named() {
        for (line, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K", "fields"),
            ("4k3/8/8/8/8/8/8/4K2R w K -", "none of bm"),
            ("4k3/8/8/8/8/8/8/4K2R w K - id \"a\";", "none of bm"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;", "bm Rh9: this is not a move"),
            ("4k3/8/8/8/8/8/8/4K2R w K - am Ra1;", "am Ra1: this move is not legal"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm;", "bm has no move"),
            ("4k3/8/8/8/8/8/8/4K2R w K - id \"a; bm Rh8;", "partner"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 Kd7;", "bm Kd7: this move is not legal"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm --;", "bm --: this is not a move"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm ,;", "bm has no move"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm #0;", "dm needs"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm #3; dm 2", "mate in 3 and in 2"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm;", "dm needs"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm -3;", "dm needs"),
            ("4k3/8/8/8/8/8/8/4K2R w K - pv Rh8; sm Rh8", "none of bm"),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm 1. Kd7 Rh8", "bm Kd7: this move is not legal"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm 0;", "dm needs"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm 2 3;", "dm needs"),
            ("é w - - bm Ke2;", ""),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm \u{e9}2;\u{3000}\"\u{e9}\"\u{2028}", "not a move"),
        ] {
            let error = parsed(line).map(|_| ()).expect_err(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let lines: Vec<_> = numbered_lines("\u{feff}# a\n\n  x \n\u{feff}y\n\u{1a}").collect();
        assert_eq!(lines, [(3, "x"), (4, "y")]);
    }
}
