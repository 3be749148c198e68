//! The expressions of a program, and the words that have a meaning in them.

use super::Input;
use super::parse::Parser;
use super::program::{Binary, Expression, Function, Unary};
use super::tokens::{CodeError, Token};
use serde_json::{Value, json};

/// Names of the pieces, in the order of their numbers from 0.
const PIECES: [&str; 7] = ["none", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// Words of the language, and of JavaScript where they would mislead.
const RESERVED: [&str; 14] = [
    "if", "else", "return", "let", "for", "while", "do", "function", "const", "var", "true",
    "false", "new", "null",
];

/// The operators by how tightly they bind, the loosest first.
const OPERATORS: [&[(&str, Binary)]; 4] = [
    &[
        ("==", Binary::Equal),
        ("===", Binary::Equal),
        ("!=", Binary::NotEqual),
        ("!==", Binary::NotEqual),
    ],
    &[
        ("<", Binary::Less),
        ("<=", Binary::LessOrEqual),
        (">", Binary::Greater),
        (">=", Binary::GreaterOrEqual),
    ],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

/// The names of the language with what they mean: inputs, functions, constants.
pub fn words() -> Value {
    let inputs = Input::ALL.iter().map(|(_, name, says)| json!([name, says]));
    let functions = Function::ALL.iter().map(|(_, name, arguments, says)| {
        let arguments = ["a", "b"][..*arguments].join(", ");
        json!([format!("{name}({arguments})"), says])
    });
    let pieces = json!([PIECES.join(", "), "the pieces as numbers, 0 to 6"]);
    inputs.chain(functions).chain([pieces]).collect()
}

/// The value of a name that always has the same meaning.
fn constant(name: &str) -> Option<Expression> {
    let input = Input::ALL.iter().find(|input| input.1 == name);
    let piece = || PIECES.iter().position(|piece| *piece == name);
    let truth = || ["false", "true"].iter().position(|word| *word == name);
    match input {
        Some(input) => Some(Expression::Input(input.0)),
        None => piece().or_else(truth).map(|number| Expression::Number(number as f64)),
    }
}

/// Whether a variable cannot have the name.
pub(super) fn has_meaning(name: &str) -> bool {
    let function = Function::ALL.iter().any(|function| function.1 == name);
    function || RESERVED.contains(&name) || constant(name).is_some()
}

/// 1 where the value holds, else 0.
fn truth(value: Expression) -> Expression {
    let not = |value| Expression::Unary(Unary::Not, Box::new(value));
    not(not(value))
}

fn choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    Expression::Choice(Box::new((condition, then, otherwise)))
}

impl Parser {
    pub(super) fn expression(&mut self) -> Result<Expression, CodeError> {
        self.nested(|parser| {
            let condition = parser.either()?;
            if !parser.takes("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":")?;
            Ok(choice(condition, then, parser.expression()?))
        })
    }

    fn either(&mut self) -> Result<Expression, CodeError> {
        let mut left = self.both()?;
        while self.takes("||") {
            left = choice(left, Expression::Number(1.0), truth(self.both()?));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Expression, CodeError> {
        let mut left = self.operation(0)?;
        while self.takes("&&") {
            left = choice(left, truth(self.operation(0)?), Expression::Number(0.0));
        }
        Ok(left)
    }

    fn operation(&mut self, level: usize) -> Result<Expression, CodeError> {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut left = self.operation(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            let right = self.operation(level + 1)?;
            left = Expression::Binary(operator, Box::new((left, right)));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expression, CodeError> {
        for (sign, operator) in [("-", Unary::Negate), ("!", Unary::Not)] {
            if self.takes(sign) {
                let operand = self.nested(Self::operand)?;
                return Ok(Expression::Unary(operator, Box::new(operand)));
            }
        }
        let place = self.place();
        if self.takes("(") {
            let inside = self.expression()?;
            self.expect(")")?;
            return Ok(inside);
        }
        match self.advance() {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Name(name) => self.named(&name).unwrap_or_else(|| {
                let near =
                    similar(&name).map_or(String::new(), |near| format!("; is it `{near}`?"));
                Err(place.error(format!("`{name}` has no meaning{near}")))
            }),
            other => Err(place.error(format!("a value is missing before `{other}`"))),
        }
    }

    /// The value of a name that was read; `None` where it has no meaning.
    fn named(&mut self, name: &str) -> Option<Result<Expression, CodeError>> {
        if let Some(&(function, _, count, _)) = Function::ALL.iter().find(|each| each.1 == name) {
            return Some(
                self.arguments(count).map(|arguments| Expression::Call(function, arguments)),
            );
        }
        let variable = self.variable(name).map(Expression::Variable);
        variable.or_else(|| constant(name)).map(Ok)
    }

    fn arguments(&mut self, count: usize) -> Result<Vec<Expression>, CodeError> {
        self.expect("(")?;
        let mut arguments = vec![self.expression()?];
        while arguments.len() < count {
            self.expect(",")?;
            arguments.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(arguments)
    }
}

/// A name of the language that differs in letters of another case, or begins or ends alike.
fn similar(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let known = Input::ALL.iter().map(|input| input.1);
    let mut known = known.chain(Function::ALL.iter().map(|each| each.1)).chain(PIECES);
    known.find(|known| name.contains(known) || name.len() > 2 && known.contains(&name))
}
