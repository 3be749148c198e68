//! Suites of problems: positions with their solutions.

use super::{Epd, EpdError, Operand};
use crate::is_space;
use crate::text::printable;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Move, Position};

/// A position and what its solution is.
///
/// ```
/// use bartizan_notation::epd::{Problem, parse_line};
///
/// let line = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; am Kf1; id \"back rank\";";
/// let problem: Problem = parse_line(7, line)?;
/// assert_eq!((problem.best.len(), problem.avoid.len(), problem.mate), (1, 1, None));
/// assert_eq!((problem.line, problem.id.as_str()), (7, "back rank"));
/// # Ok::<(), bartizan_notation::epd::EpdError>(())
/// ```
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
///
/// ```
/// use bartizan_notation::epd::{numbered_lines, parse_line};
///
/// let suite = "# mates\n\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm #1; id mate one\n";
/// let problems: Result<Vec<_>, _> =
///     numbered_lines(suite).map(|(line, text)| parse_line(line, text)).collect();
/// let problem = &problems?[0];
/// assert_eq!((problem.line, problem.mate, problem.id.as_str()), (3, Some(1), "mate one"));
/// # Ok::<(), bartizan_notation::epd::EpdError>(())
/// ```
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.trim_matches(is_space));
    let numbered = lines.enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The problem of a line. Of the operations only `bm`, `am` and `dm` must be right.
///
/// ```
/// use bartizan_notation::epd::parse_line;
///
/// let problem = parse_line(1, "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"x\";")?;
/// assert_eq!((problem.best.len(), problem.avoid.len()), (2, 0));
/// assert!(parse_line(2, "4k3/8/8/8/8/8/8/4K2R w K - id \"x\";").is_err());
/// # Ok::<(), bartizan_notation::epd::EpdError>(())
/// ```
///
/// # Errors
/// What is wrong with the line. A line without `bm`, `am` and `dm` is an error.
pub fn parse_line(line: usize, text: &str) -> Result<Problem, EpdError> {
    let Epd { position, operations } =
        Epd::read(text, |opcode| ["bm", "am", "dm"].contains(&opcode))?;
    let (best, avoid) = (Vec::new(), Vec::new());
    let mut problem = Problem { line, id: String::new(), position, best, avoid, mate: None };
    for operation in &operations {
        match (operation.opcode(), operation.operands()) {
            ("bm", _) => problem.best.extend(operation.moves()),
            ("am", _) => problem.avoid.extend(operation.moves()),
            ("dm", &[Operand::Integer(moves)]) => problem.set_mate(moves)?,
            ("id", [Operand::Text(text)]) => problem.id = printable(text),
            ("id", _) => problem.id.clear(),
            _ => {}
        }
    }
    if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate.is_none() {
        return Err(EpdError::NoSolution);
    }
    Ok(problem)
}

impl Problem {
    /// Demands a mate in this number of moves.
    fn set_mate(&mut self, moves: i64) -> Result<(), EpdError> {
        let moves = u32::try_from(moves).map_err(|_| EpdError::Mate)?;
        match self.mate.replace(moves) {
            Some(other) if other != moves => Err(EpdError::Mates(other, moves)),
            _ => Ok(()),
        }
    }
}
