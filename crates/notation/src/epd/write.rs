//! Writes a line.

use super::{Epd, Operand, Operation};
use crate::to_san;
use board::Position;
use core::fmt::{self, Write};
use movegen::is_legal;

impl fmt::Display for Epd {
    /// The four fields of a FEN, and the operations, each with a semicolon. Texts are always in
    /// quotation marks; `\"`, `\\`, `\n`, `\r` and `\t` stand for what these have in Rust.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        f.write_str(&position.to_epd())?;
        self.operations.iter().try_for_each(|operation| write_operation(f, position, operation))
    }
}

fn write_operation(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    operation: &Operation,
) -> fmt::Result {
    write!(f, " {}", operation.opcode)?;
    let mut position = position.clone();
    for operand in &operation.operands {
        match operand {
            Operand::Move(mv) => {
                write!(f, " {}", to_san(&position, *mv))?;
                if operation.opcode == "pv" {
                    position = position.make(*mv);
                }
            }
            Operand::Integer(number) => write!(f, " {number}")?,
            // With a point or an exponent also where it is an integer.
            Operand::Float(number) => write!(f, " {number:?}")?,
            Operand::Text(text) => {
                f.write_str(" \"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        '\n' => f.write_str("\\n")?,
                        '\r' => f.write_str("\\r")?,
                        '\t' => f.write_str("\\t")?,
                        _ => f.write_char(c)?,
                    }
                }
                f.write_char('"')?;
            }
        }
    }
    f.write_char(';')
}

/// Whether a text can be the name of an operation.
pub(super) fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether the moves are legal and the numbers finite.
pub(super) fn is_writable(position: &Position, operation: &Operation) -> bool {
    let mut position = position.clone();
    operation.operands.iter().all(|operand| match operand {
        Operand::Move(mv) => {
            let legal = is_legal(&position, *mv);
            if legal && operation.opcode == "pv" {
                position = position.make(*mv);
            }
            legal
        }
        Operand::Float(number) => number.is_finite(),
        Operand::Integer(_) | Operand::Text(_) => true,
    })
}
