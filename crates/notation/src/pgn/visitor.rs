//! What a reader of games calls.

use super::{Nag, TagValue, Written};
use crate::SanPlus;
use board::{Move, Position};
use core::ops::ControlFlow;

/// Visits the games of a [`Reader`](super::Reader), or of a tree ([`PgnGame::accept`](super::PgnGame::accept)).
///
/// The methods are called in this order:
///
/// 1. [`begin_game`](Self::begin_game), [`tag`](Self::tag) for each tag
/// 2. [`end_tags`](Self::end_tags), [`begin_moves`](Self::begin_moves)
/// 3. [`played`](Self::played), [`comment`](Self::comment), [`nag`](Self::nag),
///    [`enter_variation`](Self::enter_variation) and, if so, [`begin_variation`](Self::begin_variation), the same for
///    what is in the variation, [`end_variation`](Self::end_variation)
/// 4. [`result`](Self::result), [`end_game`](Self::end_game)
///
/// A [raw](super::Reader::raw) reader calls [`written`](Self::written) in place of `played`, and no `begin_moves`.
///
/// `Break` ends the game: its value is what the reader returns, the rest of the game is skipped without a look at
/// its moves, and no other method is called for it. After a game that is an error nothing more is called for it either.
///
/// # Examples
///
/// Games that a player won are counted; of the others no move is read.
///
/// ```
/// use bartizan_notation::pgn::{Reader, TagValue, Visitor};
/// use std::ops::ControlFlow;
///
/// #[derive(Default)]
/// struct Wins {
///     white: bool,
///     won: bool,
/// }
///
/// impl Visitor for Wins {
///     type Output = Option<u32>;
///
///     fn begin_game(&mut self) {
///         *self = Self::default();
///     }
///
///     fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<Self::Output> {
///         self.white |= name == "White" && value.decode() == "Morphy";
///         self.won |= name == "Result" && value.raw() == "1-0";
///         ControlFlow::Continue(())
///     }
///
///     fn end_tags(&mut self) -> ControlFlow<Self::Output> {
///         if self.white && self.won { ControlFlow::Continue(()) } else { ControlFlow::Break(None) }
///     }
///
///     fn end_game(&mut self) -> Self::Output {
///         Some(1)
///     }
/// }
///
/// let text = "[White \"Morphy\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"Paulsen\"]\n\n1. d4 *";
/// let mut reader = Reader::from_text(text);
/// let games: Result<Vec<_>, _> = reader.visit(&mut Wins::default()).collect();
/// assert_eq!(games?, [Some(1), None]);
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
///
/// All methods, in the order of their calls:
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::pgn::{Nag, Played, Reader, TagValue, Visitor, Written};
/// use std::ops::ControlFlow::{self, Continue};
///
/// /// What was called, with the arguments.
/// struct Calls(Vec<String>);
///
/// impl Calls {
///     fn note(&mut self, call: String) -> ControlFlow<()> {
///         self.0.push(call);
///         Continue(())
///     }
/// }
///
/// impl Visitor for Calls {
///     type Output = ();
///
///     fn begin_game(&mut self) {
///         self.0 = vec!["begin".into()];
///     }
///     fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<()> {
///         self.note(format!("{name}={}", value.decode()))
///     }
///     fn end_tags(&mut self) -> ControlFlow<()> {
///         self.note("end tags".into())
///     }
///     fn begin_moves(&mut self, start: &Position) -> ControlFlow<()> {
///         self.note(format!("move {}", start.fullmove_number()))
///     }
///     fn played(&mut self, played: Played<'_>) -> ControlFlow<()> {
///         self.note(played.san().map_or("--".into(), |san| san.to_string()))
///     }
///     fn written(&mut self, written: Written<'_>) -> ControlFlow<()> {
///         self.note(written.text.into())
///     }
///     fn comment(&mut self, text: &str) -> ControlFlow<()> {
///         self.note(format!("{{{text}}}"))
///     }
///     fn nag(&mut self, nag: Nag) -> ControlFlow<()> {
///         self.note(nag.to_string())
///     }
///     fn enter_variation(&mut self) -> bool {
///         true
///     }
///     fn begin_variation(&mut self) -> ControlFlow<()> {
///         self.note("(".into())
///     }
///     fn end_variation(&mut self) -> ControlFlow<()> {
///         self.note(")".into())
///     }
///     fn result(&mut self, result: &str) -> ControlFlow<()> {
///         self.note(result.into())
///     }
///     fn end_game(&mut self) {
///         self.0.push("end".into());
///     }
/// }
///
/// let (text, mut calls) = ("[White \"A\"]\n\n1. e2-e4! {best} (1. d4) e5 1-0", Calls(Vec::new()));
/// Reader::from_text(text).read_game(&mut calls)?;
/// assert_eq!(calls.0.join(" "), "begin White=A end tags move 1 e4 $1 {best} ( d4 ) e5 1-0 end");
/// Reader::from_text(text).raw().read_game(&mut calls)?;
/// assert_eq!(calls.0.join(" "), "begin White=A end tags e2-e4! $1 {best} ( d4 ) e5 1-0 end");
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
pub trait Visitor {
    /// What a game becomes, as in the first example of [`Visitor`] a number or nothing.
    type Output;

    /// A game begins.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn begin_game(&mut self) {}

    /// A tag with its name as it is written, which may be in any case. A repeated tag counts in place of the first.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<Self::Output> {
        let _ = (name, value);
        ControlFlow::Continue(())
    }

    /// The tags are over. A game that is left here costs no more than its tags.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn end_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// The moves begin, in this position.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn begin_moves(&mut self, start: &Position) -> ControlFlow<Self::Output> {
        let _ = start;
        ControlFlow::Continue(())
    }

    /// A legal move was played.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn played(&mut self, played: Played<'_>) -> ControlFlow<Self::Output> {
        let _ = played;
        ControlFlow::Continue(())
    }

    /// A move that is not played, in place of [`played`](Self::played) where the reader is
    /// [raw](super::Reader::raw).
    ///
    /// See the example of [`Visitor`] with all methods.
    fn written(&mut self, written: Written<'_>) -> ControlFlow<Self::Output> {
        let _ = written;
        ControlFlow::Continue(())
    }

    /// A comment, without its braces and the white space round it. Before the first move of a line it belongs to
    /// the line, later to the move before it.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn comment(&mut self, text: &str) -> ControlFlow<Self::Output> {
        let _ = text;
        ControlFlow::Continue(())
    }

    /// A numeric annotation glyph, also one that was written as `!?`. It belongs to the move before it.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn nag(&mut self, nag: Nag) -> ControlFlow<Self::Output> {
        let _ = nag;
        ControlFlow::Continue(())
    }

    /// Whether to read the variation that stands here, in place of the last move. Without it none is, and they
    /// cost next to nothing. A variation that cannot be read is a comment then.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn enter_variation(&mut self) -> bool {
        false
    }

    /// A variation begins; it has a move at least.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn begin_variation(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// The variation ends, and the line goes on in which it stands.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn end_variation(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`. Called once, behind all moves.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn result(&mut self, result: &str) -> ControlFlow<Self::Output> {
        let _ = result;
        ControlFlow::Continue(())
    }

    /// The game is over.
    ///
    /// See the example of [`Visitor`] with all methods.
    fn end_game(&mut self) -> Self::Output;
}

/// A move that was played in a line.
///
/// ```
/// use bartizan_notation::pgn::{Played, Reader, Visitor};
/// use std::ops::ControlFlow;
///
/// /// Counts captures.
/// struct Captures(u32);
/// impl Visitor for Captures {
///     type Output = u32;
///     fn played(&mut self, played: Played<'_>) -> ControlFlow<u32> {
///         self.0 += played.before.occupied().count() - played.after.occupied().count();
///         ControlFlow::Continue(())
///     }
///     fn end_game(&mut self) -> u32 {
///         self.0
///     }
/// }
/// let mut reader = Reader::from_text("1. e4 d5 2. exd5 Qxd5 *");
/// assert_eq!(reader.read_game(&mut Captures(0))?, Some(2));
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The move; nothing for a null move.
    pub mv: Option<Move>,
    /// As it is written, with what is written next to it: `12.Nf3!?`. Empty where there is no text.
    pub text: &'a str,
    /// The position before it.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
}

impl Played<'_> {
    /// The move in SAN; nothing for a null move.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Played, Reader, Visitor};
    /// use std::ops::ControlFlow;
    ///
    /// struct Last(String);
    ///
    /// impl Visitor for Last {
    ///     type Output = String;
    ///
    ///     fn played(&mut self, played: Played<'_>) -> ControlFlow<String> {
    ///         self.0 = played.san().map_or("--".into(), |san| san.to_string());
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn end_game(&mut self) -> String {
    ///         std::mem::take(&mut self.0)
    ///     }
    /// }
    ///
    /// let mut reader = Reader::from_text("1. f3 e7-e5 2. g2g4 d8h4 *");
    /// assert_eq!(reader.read_game(&mut Last(String::new()))?.as_deref(), Some("Qh4#"));
    /// # Ok::<(), bartizan_notation::pgn::ReadError>(())
    /// ```
    #[must_use]
    pub fn san(&self) -> Option<SanPlus> {
        self.mv.map(|mv| SanPlus::from_move(self.before, mv))
    }
}
