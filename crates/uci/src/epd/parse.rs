//! Reads EPD suites. A line is a position, with or without the counters of a FEN, and operations such as
//! `bm Nf3; id "a name";`.

use crate::format::termination;
use crate::notation::parse_move;
use crate::style::printable;
use board::{Move, Position};
use search::Game;

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
/// start with `#` are skipped, and so is a byte order mark.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The problem of a line.
///
/// # Errors
/// What is wrong with the line. A line without `bm`, `am` and `dm` is an error.
pub fn parse_line(line: usize, text: &str) -> Result<Problem, String> {
    let (position, rest) = Position::from_epd(text).map_err(|error| error.to_string())?;
    if let Some(ending) = Game::new(position.clone()).termination() {
        return Err(format!("the game is over: {}", termination(ending)));
    }
    let (best, avoid) = (Vec::new(), Vec::new());
    let mut problem = Problem { line, id: String::new(), position, best, avoid, mate: None };
    for words in operations(rest)? {
        let Some((opcode, operands)) = words.split_first() else { continue };
        let moves = || -> Result<Vec<Move>, String> {
            let parse = |text: &String| {
                parse_move(&problem.position, text)
                    .map_err(|error| format!("{opcode} {text}: {error}"))
            };
            if operands.is_empty() {
                return Err(format!("{opcode} has no move"));
            }
            operands.iter().map(parse).collect()
        };
        match opcode.as_str() {
            "bm" => problem.best = moves()?,
            "am" => problem.avoid = moves()?,
            "dm" => {
                let number = operands.first().and_then(|text| text.parse().ok());
                let number = number.filter(|&moves: &u32| moves > 0 && operands.len() == 1);
                problem.mate = Some(number.ok_or("dm needs one number of moves")?);
            }
            "id" => problem.id = printable(&operands.join(" ")),
            _ => {}
        }
    }
    if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate.is_none() {
        return Err("it has none of bm, am and dm".to_owned());
    }
    Ok(problem)
}

/// The operations of a line, each as its opcode and operands. Operands in quotes may have any
/// characters; the last semicolon may be missing.
fn operations(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut operations = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let operation = operations.last_mut().expect("there is always one");
        if first == ';' {
            operations.push(Vec::new());
            rest = &rest[1..];
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or("a quotation mark has no partner")?;
            operation.push(rest[1..=end].to_owned());
            rest = &rest[end + 2..];
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            operation.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    operations.retain(|operation| !operation.is_empty());
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Problem, String> {
        parse_line(7, text)
    }

    #[test]
    fn operations_are_read() {
        let line =
            "4k3/8/8/8/8/8/8/4K2R w K - bm O-O h1h8; am Rh2; dm 3; c0 \"a; b\"; id \"x\x1b y\";";
        let problem = parsed(line).expect("a problem");
        let uci = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!((problem.line, problem.id.as_str(), problem.mate), (7, "x\u{fffd} y", Some(3)));
        assert_eq!((uci(&problem.best), uci(&problem.avoid)), ("e1h1 h1h8".into(), "h1h2".into()));
        let short = parsed("4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8+").expect("a problem");
        assert_eq!((uci(&short.best), short.id), ("h1h8".into(), String::new()));
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
            ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"a", "partner"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm 0;", "dm needs"),
            ("4k3/8/8/8/8/8/8/4K2R w K - dm 2 3;", "dm needs"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;",
                "the game is over: draw by insufficient material",
            ),
            ("é w - - bm Ke2;", ""),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm \u{e9}2;\u{3000}\"\u{e9}\"\u{2028}", "not a move"),
        ] {
            let error = parsed(line).map(|_| ()).expect_err(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let lines: Vec<_> = numbered_lines("\u{feff}# a\n\n  x \ny").collect();
        assert_eq!(lines, [(3, "x"), (4, "y")]);
    }
}
