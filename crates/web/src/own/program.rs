//! A program and its evaluation.

use super::Input;
use super::tokens::{CodeError, Place};

/// Greatest magnitude of a score.
const MAX_SCORE: f64 = 1e9;
/// Variables that a program can have at once.
pub(super) const MAX_VARIABLES: usize = 16;

/// A program that was read: the scoring function of a move.
#[derive(Debug, Default)]
pub struct Program {
    pub(super) body: Vec<Statement>,
}

#[derive(Debug)]
pub(super) enum Statement {
    /// Sets a variable, by its number.
    Set(usize, Expression),
    If(Expression, Vec<Statement>, Vec<Statement>),
    Return(Place, Expression),
}

#[derive(Debug)]
pub(super) enum Expression {
    Number(f64),
    Input(Input),
    Variable(usize),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<(Expression, Expression)>),
    /// Condition, value if it holds, value if not.
    Choice(Box<(Expression, Expression, Expression)>),
    Call(Function, Vec<Expression>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Unary {
    Negate,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Function {
    Value,
    File,
    Rank,
    Abs,
    Min,
    Max,
}

impl Function {
    /// All of them, with name, number of arguments and meaning.
    pub const ALL: [(Self, &'static str, usize, &'static str); 6] = [
        (
            Self::Value,
            "value",
            1,
            "the value of a piece in centipawns: 100, 320, 330, 500, 900; 0 for king and none",
        ),
        (Self::File, "file", 1, "the file of a square, from 1 (a) to 8 (h)"),
        (
            Self::Rank,
            "rank",
            1,
            "the rank of a square, from 1 to 8, as the side that moves sees the board",
        ),
        (Self::Abs, "abs", 1, "a number without its sign"),
        (Self::Min, "min", 2, "the smaller of two numbers"),
        (Self::Max, "max", 2, "the greater of two numbers"),
    ];
}

/// Values of the pieces by their numbers, of none first.
const VALUES: [f64; 7] = [0.0, 100.0, 320.0, 330.0, 500.0, 900.0, 0.0];

struct Run<F> {
    input: F,
    variables: [f64; MAX_VARIABLES],
}

impl Program {
    /// The score of a move whose inputs are given; 0 where the program ends without `return`.
    ///
    /// # Errors
    /// When the value is not a number, infinite or too great.
    pub fn run(&self, input: impl Fn(Input) -> f64) -> Result<i32, CodeError> {
        let mut run = Run { input, variables: [0.0; MAX_VARIABLES] };
        let Some((place, score)) = run.block(&self.body) else { return Ok(0) };
        if score.is_nan() {
            Err(place.error("the score is not a number (NaN), as 0 / 0 is none"))
        } else if score.is_infinite() {
            Err(place.error("the score is infinite, as after a division by 0"))
        } else if score.abs() > MAX_SCORE {
            Err(place.error(format!("the score {score} is beyond 1000000000")))
        } else {
            Ok(score.round() as i32)
        }
    }
}

impl<F: Fn(Input) -> f64> Run<F> {
    fn block(&mut self, statements: &[Statement]) -> Option<(Place, f64)> {
        for statement in statements {
            match statement {
                Statement::Set(variable, value) => self.variables[*variable] = self.value(value),
                Statement::Return(place, value) => return Some((*place, self.value(value))),
                Statement::If(condition, then, otherwise) => {
                    let chosen = if self.holds(condition) { then } else { otherwise };
                    if let Some(score) = self.block(chosen) {
                        return Some(score);
                    }
                }
            }
        }
        None
    }

    fn holds(&self, condition: &Expression) -> bool {
        let value = self.value(condition);
        value != 0.0 && !value.is_nan()
    }

    fn value(&self, expression: &Expression) -> f64 {
        match expression {
            Expression::Number(number) => *number,
            Expression::Input(input) => (self.input)(*input),
            Expression::Variable(variable) => self.variables[*variable],
            Expression::Unary(Unary::Negate, operand) => -self.value(operand),
            Expression::Unary(Unary::Not, operand) => truth(!self.holds(operand)),
            Expression::Binary(operator, sides) => {
                operator.apply(self.value(&sides.0), self.value(&sides.1))
            }
            Expression::Choice(parts) => {
                self.value(if self.holds(&parts.0) { &parts.1 } else { &parts.2 })
            }
            Expression::Call(function, arguments) => {
                let argument =
                    |index: usize| arguments.get(index).map_or(f64::NAN, |it| self.value(it));
                function.apply(argument(0), || argument(1))
            }
        }
    }
}

impl Binary {
    fn apply(self, left: f64, right: f64) -> f64 {
        match self {
            Self::Equal => truth(left == right),
            Self::NotEqual => truth(left != right),
            Self::Less => truth(left < right),
            Self::LessOrEqual => truth(left <= right),
            Self::Greater => truth(left > right),
            Self::GreaterOrEqual => truth(left >= right),
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left / right,
            Self::Remainder => left % right,
        }
    }
}

impl Function {
    fn apply(self, first: f64, second: impl Fn() -> f64) -> f64 {
        match self {
            // A conversion of floats stops at the limits.
            Self::Value => VALUES.get(first as usize).copied().unwrap_or(f64::NAN),
            Self::File => first.rem_euclid(8.0).floor() + 1.0,
            Self::Rank => (first / 8.0).floor() + 1.0,
            Self::Abs => first.abs(),
            Self::Min => first.min(second()),
            Self::Max => first.max(second()),
        }
    }
}

fn truth(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}
