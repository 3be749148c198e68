//! Reads a program.
//!
//! The language is a part of JavaScript, so that its texts look familiar:
//!
//! ```text
//! program    = statement*
//! statement  = "let" name "=" expression ";" | name ("=" | "+=" | "-=") expression ";"
//!            | "if" "(" expression ")" branch ("else" branch)? | "return" expression ";"
//! branch     = statement | "{" statement* "}"
//! expression = by JavaScript's precedence: ?: || && == != < <= > >= + - * / % ! - ( ) calls names numbers
//! ```
//!
//! `&&`, `||` and comparisons give 1 or 0. A variable is known to the end of the block that has its `let`. The semicolon
//! before a line's end or `}` may be left out. Comments begin with `//`.

use super::program::{Expression, MAX_VARIABLES, Operation, Program, Statement, holds, truth};
use super::tokens::{CodeError, Place, is_name, is_number, tokens};
use super::words::{FUNCTIONS, OPERATORS, constant, has_meaning, similar};

/// Longest text of a program, in bytes.
const MAX_LENGTH: usize = 4000;
/// Deepest nesting of blocks and expressions.
const MAX_NESTING: usize = 40;

/// Reads a program.
///
/// # Errors
/// When the text is no program: where and why.
pub fn parse(text: &str) -> Result<Program, CodeError> {
    let start = Place { line: 1, column: 1 };
    if text.len() > MAX_LENGTH {
        return Err(start.error(format!("the code is longer than {MAX_LENGTH} characters")));
    }
    let tokens = tokens(text)?;
    if tokens.len() == 1 {
        return Err(start.error("there is no code: `return 0;` is the least"));
    }
    let mut parser = Parser { tokens, next: 0, variables: Vec::new(), nesting: 0 };
    let mut body = Vec::new();
    while !parser.peek().is_empty() {
        parser.statement(&mut body)?;
    }
    Ok(Program { body })
}

fn apply(operation: Operation, left: Expression, right: Expression) -> Expression {
    Expression::Apply(operation, Box::new((left, right)))
}

fn choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    Expression::Choice(Box::new((condition, then, otherwise)))
}

struct Parser<'a> {
    /// The last one is empty.
    tokens: Vec<(&'a str, Place)>,
    next: usize,
    /// The names that are known here; the place of each is its number.
    variables: Vec<&'a str>,
    nesting: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens[self.next].0
    }

    fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self.peek() == word;
        if is {
            self.advance();
        }
        is
    }

    /// An error at the next word.
    fn error<T>(&self, message: impl Into<String>) -> Result<T, CodeError> {
        Err(self.tokens[self.next].1.error(message))
    }

    /// The next word, as a message has it.
    fn shown(&self) -> &'a str {
        if self.peek().is_empty() { "the end" } else { self.peek() }
    }

    fn missing<T>(&self, what: &str) -> Result<T, CodeError> {
        self.error(format!("{what} is missing before `{}`", self.shown()))
    }

    fn expect(&mut self, sign: &str) -> Result<(), CodeError> {
        if self.takes(sign) { Ok(()) } else { self.missing(&format!("`{sign}`")) }
    }

    /// A semicolon, which may be left out at the end of a line or block.
    fn end_statement(&mut self) -> Result<(), CodeError> {
        let line = |index: usize| self.tokens[index].1.line;
        let line_ends = line(self.next.saturating_sub(1)) != line(self.next);
        if self.takes(";") || line_ends || matches!(self.peek(), "" | "}") {
            return Ok(());
        }
        self.expect(";")
    }

    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, CodeError>,
    ) -> Result<T, CodeError> {
        if self.nesting == MAX_NESTING {
            return self.error(format!("more than {MAX_NESTING} levels inside each other"));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    fn statement(&mut self, body: &mut Vec<Statement>) -> Result<(), CodeError> {
        let place = self.tokens[self.next].1;
        if self.takes(";") {
            return Ok(());
        }
        if self.takes("if") {
            self.expect("(")?;
            let condition = self.expression()?;
            if self.peek() == "=" {
                return self.error("`=` sets a variable; `==` compares");
            }
            self.expect(")")?;
            let then = self.branch()?;
            let otherwise = if self.takes("else") { self.branch()? } else { Vec::new() };
            body.push(Statement::If(condition, then, otherwise));
            return Ok(());
        }
        body.push(if self.takes("return") {
            Statement::Return(place, self.expression()?)
        } else if self.takes("let") {
            let name = self.new_name()?;
            self.expect("=")?;
            let value = self.expression()?;
            self.variables.push(name);
            Statement::Set(self.variables.len() - 1, value)
        } else {
            self.assignment()?
        });
        self.end_statement()
    }

    /// Why no statement begins with the next word.
    fn refusal(&self) -> Option<String> {
        Some(match self.peek() {
            "function" => {
                "there are no functions of your own: the whole code is the function".to_owned()
            }
            name @ ("const" | "var") => format!("`{name}` is called `let` here"),
            name @ ("for" | "while" | "do") => {
                format!("there are no loops such as `{name}`: the code is run for each move")
            }
            name if is_name(name) => return None,
            _ => format!("a statement cannot begin with `{}`", self.shown()),
        })
    }

    /// What changes a variable.
    fn assignment(&mut self) -> Result<Statement, CodeError> {
        let (name, place) = self.tokens[self.next];
        if let Some(refusal) = self.refusal() {
            return self.error(refusal);
        }
        let Some(variable) = self.variable(name) else {
            self.expression()?;
            return Err(place.error(match self.peek() {
                "=" | "+=" | "-=" => {
                    format!("`{name}` cannot be set; a variable begins with `let`")
                }
                _ => "this value is not used: `return` is missing before it".to_owned(),
            }));
        };
        self.advance();
        let operation: Operation = match self.peek() {
            "=" => |_, new| new,
            "+=" => |old, change| old + change,
            "-=" => |old, change| old - change,
            _ => {
                return Err(place.error(format!(
                    "`{name}` alone does nothing: `{name} = …`, or `return {name};`"
                )));
            }
        };
        self.advance();
        let value = apply(operation, Expression::Variable(variable), self.expression()?);
        Ok(Statement::Set(variable, value))
    }

    fn branch(&mut self) -> Result<Vec<Statement>, CodeError> {
        self.nested(|parser| {
            let (known, mut body) = (parser.variables.len(), Vec::new());
            let place = parser.tokens[parser.next].1;
            if parser.takes("{") {
                while !parser.takes("}") {
                    if parser.peek().is_empty() {
                        return Err(place.error("the `{` is never closed by `}`"));
                    }
                    parser.statement(&mut body)?;
                }
            } else {
                parser.statement(&mut body)?;
            }
            parser.variables.truncate(known);
            Ok(body)
        })
    }

    fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().rposition(|known| *known == name)
    }

    fn new_name(&mut self) -> Result<&'a str, CodeError> {
        let name = self.peek();
        if !is_name(name) {
            return self.missing("a name");
        } else if has_meaning(name) {
            return self.error(format!("`{name}` has a meaning already"));
        } else if self.variables.len() == MAX_VARIABLES {
            return self.error(format!("more than {MAX_VARIABLES} variables"));
        }
        self.advance();
        Ok(name)
    }

    fn expression(&mut self) -> Result<Expression, CodeError> {
        self.nested(|parser| {
            let condition = parser.operation(0)?;
            if !parser.takes("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":")?;
            Ok(choice(condition, then, parser.expression()?))
        })
    }

    /// Operands and the operators between them that bind at least so tightly.
    fn operation(&mut self, least: u8) -> Result<Expression, CodeError> {
        let mut left = self.operand()?;
        let known = |sign| OPERATORS.iter().find(|each| each.0 == sign && each.1 >= least);
        while let Some(&(sign, level, operation)) = known(self.peek()) {
            self.advance();
            let right = self.operation(level + 1)?;
            let number = Expression::Number;
            left = match sign {
                // The right side is computed only where it decides.
                "||" => choice(left, number(1.0), apply(operation, number(0.0), right)),
                "&&" => choice(left, apply(operation, number(1.0), right), number(0.0)),
                _ => apply(operation, left, right),
            };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expression, CodeError> {
        let before: [(&str, Operation); 2] =
            [("-", |value, _| -value), ("!", |value, _| truth(!holds(value)))];
        if let Some((_, operation)) = before.into_iter().find(|(sign, _)| self.takes(sign)) {
            let operand = self.nested(Self::operand)?;
            return Ok(apply(operation, operand, Expression::Number(0.0)));
        }
        if self.takes("(") {
            let inside = self.expression()?;
            self.expect(")")?;
            return Ok(inside);
        }
        let word = self.peek();
        let variable = self.variable(word).map(Expression::Variable);
        let value = if is_number(word) {
            let number = word.replace('_', "").parse().map(Expression::Number);
            number.or_else(|_| self.error(format!("`{word}` is no number")))?
        } else if let Some(&(_, count, _, operation)) = FUNCTIONS.iter().find(|f| f.0 == word) {
            self.advance();
            return self.call(count, operation);
        } else if let Some(value) = variable.or_else(|| constant(word)) {
            value
        } else if is_name(word) {
            let near = similar(word).map(|near| format!("; is it `{near}`?"));
            return self.error(format!("`{word}` has no meaning{}", near.unwrap_or_default()));
        } else {
            return self.missing("a value");
        };
        self.advance();
        Ok(value)
    }

    fn call(&mut self, count: usize, operation: Operation) -> Result<Expression, CodeError> {
        self.expect("(")?;
        let first = self.expression()?;
        let second = if count == 2 {
            self.expect(",")?;
            self.expression()?
        } else {
            Expression::Number(0.0)
        };
        self.expect(")")?;
        Ok(apply(operation, first, second))
    }
}
