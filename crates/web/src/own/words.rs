//! The names and operators of the language.

use super::Input;
use super::program::{Expression, Operation, holds, truth};
use serde_json::{Value, json};

/// Names of the pieces, in the order of their numbers from 0.
const PIECES: [&str; 7] = ["none", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// Values of the pieces by their numbers, of none first.
const VALUES: [f64; 7] = [0.0, 100.0, 320.0, 330.0, 500.0, 900.0, 0.0];

/// Words that are no values, some of JavaScript alone.
const RESERVED: [&str; 10] =
    ["if", "else", "return", "let", "for", "while", "do", "function", "const", "var"];

/// Name, number of arguments and meaning of each function.
pub(super) const FUNCTIONS: [(&str, usize, &str, Operation); 6] = [
    (
        "value",
        1,
        "the value of a piece in hundredths of a pawn: 100, 320, 330, 500, 900; 0 for king and none",
        // A conversion of floats stops at the limits.
        |piece, _| VALUES.get(piece as usize).copied().unwrap_or(f64::NAN),
    ),
    ("file", 1, "the file of a square, from 1 (a) to 8 (h)", |square, _| {
        square.rem_euclid(8.0).floor() + 1.0
    }),
    (
        "rank",
        1,
        "the rank of a square, from 1 to 8, as the side that moves sees the board",
        |square, _| (square / 8.0).floor() + 1.0,
    ),
    ("abs", 1, "a number without its sign", |number, _| number.abs()),
    ("min", 2, "the smaller of two numbers", f64::min),
    ("max", 2, "the greater of two numbers", f64::max),
];

/// The operators between two values, each with how tightly it binds.
pub(super) const OPERATORS: [(&str, u8, Operation); 15] = [
    ("||", 0, |a, b| truth(holds(a) || holds(b))),
    ("&&", 1, |a, b| truth(holds(a) && holds(b))),
    ("==", 2, |a, b| truth(a == b)),
    ("===", 2, |a, b| truth(a == b)),
    ("!=", 2, |a, b| truth(a != b)),
    ("!==", 2, |a, b| truth(a != b)),
    ("<", 3, |a, b| truth(a < b)),
    ("<=", 3, |a, b| truth(a <= b)),
    (">", 3, |a, b| truth(a > b)),
    (">=", 3, |a, b| truth(a >= b)),
    ("+", 4, |a, b| a + b),
    ("-", 4, |a, b| a - b),
    ("*", 5, |a, b| a * b),
    ("/", 5, |a, b| a / b),
    ("%", 5, |a, b| a % b),
];

/// The names of the language with what they mean: inputs, functions, constants.
pub fn words() -> Value {
    let inputs = Input::ALL.iter().map(|(_, name, says)| json!([name, says]));
    let functions = FUNCTIONS.iter().map(|(name, arguments, says, _)| {
        let arguments = ["a", "b"][..*arguments].join(", ");
        json!([format!("{name}({arguments})"), says])
    });
    let pieces = json!([PIECES.join(", "), "the pieces as numbers, 0 to 6"]);
    inputs.chain(functions).chain([pieces]).collect()
}

/// The value of a name that always has the same meaning.
pub(super) fn constant(name: &str) -> Option<Expression> {
    if let Some(input) = Input::ALL.iter().find(|input| input.1 == name) {
        return Some(Expression::Input(input.0));
    }
    let place = |names: &[&str]| names.iter().position(|each| *each == name);
    let number = place(&PIECES).or_else(|| place(&["false", "true"]));
    number.map(|number| Expression::Number(number as f64))
}

/// Whether a variable cannot have the name.
pub(super) fn has_meaning(name: &str) -> bool {
    let function = FUNCTIONS.iter().any(|function| function.0 == name);
    function || RESERVED.contains(&name) || constant(name).is_some()
}

/// A name of the language that contains this one or is contained in it, or differs by up to two letters beside each
/// other; capitals do not count.
pub(super) fn similar(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let known = Input::ALL.iter().map(|input| input.1);
    let mut known = known.chain(FUNCTIONS.iter().map(|each| each.0)).chain(PIECES);
    let near = |known: &&str| name.contains(known) || name.len() > 2 && known.contains(&name);
    known
        .clone()
        .find(near)
        .or_else(|| known.find(|known| is_misspelt(name.as_bytes(), known.as_bytes())))
}

/// Whether what is left without a common beginning and end has at most two letters, and not more than half of the name.
fn is_misspelt(name: &[u8], known: &[u8]) -> bool {
    let alike = |(a, b): &(&u8, &u8)| a == b;
    let begin = name.iter().zip(known).take_while(alike).count();
    let (name, rest) = (&name[begin..], &known[begin..]);
    let end = name.iter().rev().zip(rest.iter().rev()).take_while(alike).count();
    let wrong = name.len().max(rest.len()) - end;
    wrong <= 2 && 2 * wrong <= known.len()
}
