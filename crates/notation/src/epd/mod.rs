//! EPD (Extended Position Description): a line is a position, with or without the counters of a FEN, and operations such
//! as `bm Nf3; ce 31; id "a name";`.
//!
//! [`Epd`] has all operations of a line, and is written as one. [`Problem`] has what a suite of positions needs, and is
//! read from whatever collections of problems write.
//!
//! # Examples
//!
//! ```
//! use bartizan_notation::epd::Epd;
//!
//! let mut epd: Epd = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; ce 32766; id \"back rank\";".parse()?;
//! assert_eq!(epd.moves("bm")[0].to_string(), "a1a8");
//! assert_eq!((epd.integer("ce"), epd.text("id")), (Some(32766), Some("back rank")));
//! epd.set("acd", [12])?;
//! epd.remove("id");
//! assert_eq!(epd.to_string(), "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; ce 32766; acd 12;");
//! # Ok::<(), bartizan_notation::epd::EpdError>(())
//! ```

mod problem;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use problem::{Problem, numbered_lines, parse_line};
pub use read::with_counters;

use crate::MoveParseError;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use board::{FenError, Move, Position};
use core::str::FromStr;

/// A position with operations.
///
/// [`FromStr`] reads a line. The operations that the standard defines must have the operands that it gives them: moves
/// (`am`, `bm`, `pm`, `sm`), a line of moves (`pv`), an integer (`acd`, `acn`, `acs`, `ce`, `dm`, `fmvn`, `hmvc`, `rc`), a
/// text (`c0` to `c9`, `eco`, `id`, `nic`, `v0` to `v9`). All others may have any and are kept. Texts need no quotation
/// marks. Moves may be written as in [`parse_dialect`](crate::parse_dialect), mates as `bm #3`, which becomes `dm 3`.
///
/// The counters of `hmvc` and `fmvn` are those of the position too. [`Display`](core::fmt::Display) writes the
/// operations, and of the counters those that are operations.
///
/// ```
/// use bartizan_notation::epd::Epd;
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; bm O-O; c0 no quotes;".parse()?;
/// assert_eq!((epd.position().halfmove_clock(), epd.text("c0")), (7, Some("no quotes")));
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; bm O-O; c0 \"no quotes\";");
/// # Ok::<(), bartizan_notation::epd::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

/// An operation: its name and what it is applied to.
///
/// ```
/// use bartizan_notation::epd::{Epd, Operand};
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - tcri \"Ada\" \"ada@x\"; draw_offer;".parse()?;
/// let [receiver, offer] = epd.operations() else { panic!("two operations") };
/// assert_eq!((receiver.opcode(), offer.opcode()), ("tcri", "draw_offer"));
/// assert_eq!(receiver.operands()[1], Operand::Text("ada@x".to_string()));
/// assert!(offer.operands().is_empty());
/// # Ok::<(), bartizan_notation::epd::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// What an operation is applied to.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::epd::{Epd, Operand};
/// use bartizan_notation::parse_move;
///
/// let (start, number) = (Position::startpos(), Operand::from(31));
/// let e4 = parse_move(&start, "e4")?;
/// let mut epd = Epd::new(start);
/// epd.set("bm", [e4])?;
/// epd.set("ce", [number])?;
/// epd.set("id", ["first"])?;
/// assert!(epd.to_string().ends_with(" bm e4; ce 31; id \"first\";"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Operand {
    /// A move; of `pv` in the position after those before it, else in that of the line.
    Move(Move),
    /// An integer.
    Integer(i64),
    /// A number with a fraction, finite.
    Float(f64),
    /// A text, without its quotation marks.
    Text(String),
}

/// What is wrong with a line, or with an operation that was to be set.
///
/// ```
/// use bartizan_notation::epd::{Epd, EpdError};
///
/// let error = "4k3/8/8/8/8/8/8/4K2R w K - bm Ke5;".parse::<Epd>().expect_err("too far");
/// assert_eq!(error.to_string(), "bm Ke5: this move is not legal here");
/// let error = "4k3/8/8/8/8/8/8/4K2R w K - acd many;".parse::<Epd>().expect_err("no number");
/// assert_eq!(error, EpdError::Integer("acd".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The position is wrong.
    #[error("{0}")]
    Position(#[from] FenError),
    /// The counters of `hmvc` and `fmvn` are none.
    #[error("hmvc and fmvn: {0}")]
    Counters(FenError),
    /// A text does not end.
    #[error("a quotation mark has no partner")]
    Quote,
    /// A move of an operation cannot be read.
    #[error("{opcode} {text}: {cause}")]
    Move {
        /// The operation.
        opcode: String,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        cause: MoveParseError,
    },
    /// An operation for moves has none.
    #[error("{0} has no move")]
    NoMove(String),
    /// `dm` does not have one positive number.
    #[error("dm needs one number of moves")]
    Mate,
    /// An operation for an integer does not have one.
    #[error("{0} needs one integer")]
    Integer(String),
    /// Mates in two numbers of moves.
    #[error("mate in {0} and in {1}")]
    Mates(u32, u32),
    /// A problem without solution.
    #[error("it has none of bm, am and dm")]
    NoSolution,
    /// An operation that was to be set has a name that is none: letters, digits and underscores, a letter first.
    #[error("an operation cannot have this name")]
    Opcode,
    /// An operation that was to be set has an operand that it cannot have: an illegal move, a number that is not finite.
    #[error("the operation {0} cannot have this operand")]
    Operand(String),
}

impl Operation {
    /// The name.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - noop;".parse()?;
    /// assert_eq!(epd.operations()[0].opcode(), "noop");
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it is applied to, in the order of the line.
    ///
    /// ```
    /// use bartizan_notation::epd::{Epd, Operand};
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - acd 9; Vd 0.5;".parse()?;
    /// assert_eq!(epd.operations()[0].operands(), [Operand::Integer(9)]);
    /// assert_eq!(epd.operations()[1].operands(), [Operand::Float(0.5)]);
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The moves among the operands.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+;".parse()?;
    /// assert_eq!(epd.operations()[0].moves().count(), 2);
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Move(mv) => Some(*mv),
            _ => None,
        })
    }
}

impl Epd {
    /// A position without operations.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd = Epd::new(Position::startpos());
    /// assert_eq!(epd.to_string(), Position::startpos().to_epd());
    /// ```
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// The position.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;".parse()?;
    /// assert_eq!(epd.position().to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The operations in their order.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; acd 9;".parse()?;
    /// assert!(epd.operations().iter().map(|operation| operation.opcode()).eq(["bm", "acd"]));
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first operation of this name.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+;".parse()?;
    /// assert_eq!(epd.get("bm").map(|operation| operation.operands().len()), Some(2));
    /// assert_eq!(epd.get("am"), None);
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The moves of the first operation of this name, such as `bm` or `pv`; empty without it.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; pv Rh8+ Kd7;".parse()?;
    /// assert_eq!(epd.moves("pv")[1].to_string(), "e8d7");
    /// assert!(epd.moves("am").is_empty());
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, opcode: &str) -> Vec<Move> {
        self.get(opcode).into_iter().flat_map(Operation::moves).collect()
    }

    /// The integer of the first operation of this name, such as `ce`.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - ce 512; id \"rook\";".parse()?;
    /// assert_eq!((epd.integer("ce"), epd.integer("id")), (Some(512), None));
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match self.get(opcode)?.operands.first()? {
            Operand::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The text of the first operation of this name, such as `id`.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - ce 512; id \"rook\";".parse()?;
    /// assert_eq!((epd.text("id"), epd.text("ce")), (Some("rook"), None));
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.get(opcode)?.operands.first()? {
            Operand::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Sets an operation in place of those of this name, or as the last one.
    ///
    /// # Errors
    /// [`EpdError::Opcode`] and [`EpdError::Operand`]; nothing is changed then.
    ///
    /// ```
    /// use bartizan_notation::epd::{Epd, Operand};
    /// use bartizan_notation::{board::Position, parse_moves};
    ///
    /// let start = Position::startpos();
    /// let mut epd = Epd::new(start.clone());
    /// epd.set("pv", parse_moves(&start, "e4 e5 Nf3")?)?;
    /// epd.set("id", ["the \"best\" move"])?;
    /// epd.set("noop", [] as [Operand; 0])?;
    /// assert!(epd.to_string().ends_with(r#" - pv e4 e5 Nf3; id "the \"best\" move"; noop;"#));
    /// assert_eq!(epd.to_string().parse(), Ok(epd));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set<T: Into<Operand>>(
        &mut self,
        opcode: &str,
        operands: impl IntoIterator<Item = T>,
    ) -> Result<(), EpdError> {
        if !write::is_opcode(opcode) {
            return Err(EpdError::Opcode);
        }
        let operands = operands.into_iter().map(Into::into).collect();
        let operation = Operation { opcode: opcode.to_owned(), operands };
        if !write::is_writable(&self.position, &operation) {
            return Err(EpdError::Operand(operation.opcode));
        }
        let same = |other: &Operation| other.opcode == opcode;
        match self.operations.iter().position(same) {
            Some(first) => {
                self.operations[first] = operation;
                let mut seen = false;
                self.operations.retain(|one| !same(one) || !core::mem::replace(&mut seen, true));
            }
            None => self.operations.push(operation),
        }
        Ok(())
    }

    /// Removes the operations of this name.
    ///
    /// ```
    /// use bartizan_notation::epd::Epd;
    ///
    /// let mut epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - ce 512; id \"rook\";".parse()?;
    /// epd.remove("ce");
    /// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - id \"rook\";");
    /// # Ok::<(), bartizan_notation::epd::EpdError>(())
    /// ```
    pub fn remove(&mut self, opcode: &str) {
        self.operations.retain(|operation| operation.opcode != opcode);
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        Self::read(text, |_| true)
    }
}

impl From<Move> for Operand {
    fn from(mv: Move) -> Self {
        Self::Move(mv)
    }
}

impl From<i32> for Operand {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<i64> for Operand {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<f64> for Operand {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<&str> for Operand {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Operand {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
