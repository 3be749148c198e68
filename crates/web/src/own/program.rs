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

/// An operator or function. One of a single value ignores the second.
pub(super) type Operation = fn(f64, f64) -> f64;

#[derive(Debug)]
pub(super) enum Expression {
    Number(f64),
    Input(Input),
    Variable(usize),
    Apply(Operation, Box<(Expression, Expression)>),
    /// Condition, value if it holds, value if not.
    Choice(Box<(Expression, Expression, Expression)>),
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

struct Run<F> {
    input: F,
    variables: [f64; MAX_VARIABLES],
}

impl<F: Fn(Input) -> f64> Run<F> {
    fn block(&mut self, statements: &[Statement]) -> Option<(Place, f64)> {
        for statement in statements {
            match statement {
                Statement::Set(variable, value) => self.variables[*variable] = self.value(value),
                Statement::Return(place, value) => return Some((*place, self.value(value))),
                Statement::If(condition, then, otherwise) => {
                    let chosen = if holds(self.value(condition)) { then } else { otherwise };
                    if let Some(score) = self.block(chosen) {
                        return Some(score);
                    }
                }
            }
        }
        None
    }

    fn value(&self, expression: &Expression) -> f64 {
        match expression {
            Expression::Number(number) => *number,
            Expression::Input(input) => (self.input)(*input),
            Expression::Variable(variable) => self.variables[*variable],
            Expression::Apply(apply, sides) => apply(self.value(&sides.0), self.value(&sides.1)),
            Expression::Choice(parts) => {
                self.value(if holds(self.value(&parts.0)) { &parts.1 } else { &parts.2 })
            }
        }
    }
}

pub(super) fn holds(value: f64) -> bool {
    value != 0.0 && !value.is_nan()
}

pub(super) fn truth(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}
