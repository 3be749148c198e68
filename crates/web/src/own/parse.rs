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

use super::expression::has_meaning;
use super::program::{Binary, Expression, MAX_VARIABLES, Program, Statement};
use super::tokens::{CodeError, Place, Token, tokens};

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
    while *parser.peek() != Token::End {
        parser.statement(&mut body)?;
    }
    Ok(Program { body })
}

pub(super) struct Parser {
    /// The last one is [`Token::End`].
    tokens: Vec<(Token, Place)>,
    next: usize,
    /// The names that are known here; the place of each is its number.
    variables: Vec<String>,
    nesting: usize,
}

impl Parser {
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn place(&self) -> Place {
        self.tokens[self.next].1
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let is = matches!(self.peek(), Token::Sign(next) if *next == sign);
        if is {
            self.advance();
        }
        is
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Token::Name(name) if name == word);
        if is {
            self.advance();
        }
        is
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), CodeError> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(self.place().error(format!("`{sign}` is missing before `{}`", self.peek())))
    }

    /// A semicolon, which may be left out at the end of a line or block.
    fn end_statement(&mut self) -> Result<(), CodeError> {
        let line_before = self.next.checked_sub(1).map(|last| self.tokens[last].1.line);
        let ends = matches!(self.peek(), Token::End | Token::Sign("}"));
        if ends || line_before != Some(self.place().line) {
            self.takes(";");
            return Ok(());
        }
        self.expect(";")
    }

    pub(super) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, CodeError>,
    ) -> Result<T, CodeError> {
        if self.nesting == MAX_NESTING {
            return Err(self
                .place()
                .error(format!("more than {MAX_NESTING} levels inside each other")));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    fn statement(&mut self, body: &mut Vec<Statement>) -> Result<(), CodeError> {
        let place = self.place();
        if self.takes(";") {
            return Ok(());
        }
        let statement = if self.takes_word("if") {
            self.expect("(")?;
            let condition = self.expression()?;
            if matches!(self.peek(), Token::Sign("=")) {
                return Err(self.place().error("`=` sets a variable; `==` compares"));
            }
            self.expect(")")?;
            let then = self.branch()?;
            let otherwise = if self.takes_word("else") { self.branch()? } else { Vec::new() };
            Statement::If(condition, then, otherwise)
        } else if self.takes_word("return") {
            let value = self.expression()?;
            self.end_statement()?;
            Statement::Return(place, value)
        } else if self.takes_word("let") {
            let (place, name) = (self.place(), self.new_name()?);
            self.expect("=")?;
            let value = self.expression()?;
            self.end_statement()?;
            if self.variables.len() == MAX_VARIABLES {
                return Err(place.error(format!("more than {MAX_VARIABLES} variables")));
            }
            self.variables.push(name);
            Statement::Set(self.variables.len() - 1, value)
        } else {
            self.assignment()?
        };
        body.push(statement);
        Ok(())
    }

    /// What changes a variable.
    fn assignment(&mut self) -> Result<Statement, CodeError> {
        let place = self.place();
        let name = match self.peek() {
            Token::Name(name) => name.clone(),
            other => return Err(place.error(format!("a statement cannot begin with `{other}`"))),
        };
        if let "for" | "while" | "do" | "function" | "const" | "var" = name.as_str() {
            return Err(place.error(match name.as_str() {
                "function" => {
                    "there are no functions of your own: the whole code is the function".to_owned()
                }
                "const" | "var" => format!("`{name}` is called `let` here"),
                _ => format!("there are no loops such as `{name}`: the code is run for each move"),
            }));
        }
        let Some(variable) = self.variable(&name) else {
            return Err(match self.expression() {
                Ok(_) if matches!(self.peek(), Token::Sign("=" | "+=" | "-=")) => {
                    place.error(format!("`{name}` cannot be set; a variable begins with `let`"))
                }
                Ok(_) => place.error("this value is not used: `return` is missing before it"),
                Err(error) => error,
            });
        };
        self.advance();
        let operator = [("=", None), ("+=", Some(Binary::Add)), ("-=", Some(Binary::Subtract))];
        let operator = operator.into_iter().find(|(sign, _)| self.takes(sign));
        let Some((_, operator)) = operator else {
            return Err(place
                .error(format!("`{name}` alone does nothing: `{name} = …`, or `return {name};`")));
        };
        let mut value = self.expression()?;
        if let Some(operator) = operator {
            value = Expression::Binary(operator, Box::new((Expression::Variable(variable), value)));
        }
        self.end_statement()?;
        Ok(Statement::Set(variable, value))
    }

    fn branch(&mut self) -> Result<Vec<Statement>, CodeError> {
        self.nested(|parser| {
            let (known, mut body) = (parser.variables.len(), Vec::new());
            let place = parser.place();
            if parser.takes("{") {
                while !parser.takes("}") {
                    if *parser.peek() == Token::End {
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

    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().rposition(|known| known == name)
    }

    fn new_name(&mut self) -> Result<String, CodeError> {
        let place = self.place();
        match self.advance() {
            Token::Name(name) if !has_meaning(&name) => Ok(name),
            Token::Name(name) => Err(place.error(format!("`{name}` has a meaning already"))),
            other => Err(place.error(format!("a name is missing before `{other}`"))),
        }
    }
}
