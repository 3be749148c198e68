//! A game of chess: a position with the moves and positions before it, and the rules that end it.
//!
//! [`Game`] plays and takes back moves and says how the game has ended, by the rules of FIDE (automatic ends and
//! claims) or by those that engines use. The functions at the root judge a single position.
//!
//! [`KeyHistory`] is the board's: the search has one on its path and asks it at every node. With the feature `serde`
//! outcomes are serialised as their text.
//!
//! # Examples
//!
//! ```
//! use bartizan_game::{Game, Outcome, Termination};
//! use bartizan_game::board::Color;
//!
//! let mut game = Game::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let mate = game.legal_moves().into_iter().find(|mv| mv.to_string() == "a1a8").expect("legal");
//! game.try_play(mate)?;
//! assert_eq!(game.termination(), Some(Termination::Checkmate(Color::White)));
//! assert_eq!(game.outcome(), Some(Outcome::Decisive { winner: Color::White }));
//! assert_eq!(game.outcome().expect("it is over").to_string(), "1-0");
//! assert_eq!(game.undo(), Some(mate));
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub use board;

mod declare;
mod draws;
mod key_table;
mod material;
mod outcome;
mod perft;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(feature = "serde")]
mod serde;

pub use declare::Action;
pub use draws::{DrawRules, is_checkmate, is_stalemate};
pub use key_table::{KeyTable, PerftTable};
pub use material::{has_insufficient_material, is_insufficient_material};
pub use outcome::{Outcome, OutcomeParseError, Termination};
pub use perft::Perft;

use alloc::vec::Vec;
use board::{Color, FenError, KeyHistory, Move, Position};
use movegen::{MoveList, is_legal};

/// A position with the moves that led to it, which can be taken back.
///
/// A copy takes 10 bytes a ply. Moves are taken back by playing the others again, so a tree of moves is better
/// searched with copies of positions.
///
/// # Examples
///
/// ```
/// use bartizan_game::Game;
///
/// let mut game = Game::default();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text).expect("legal");
///     game.play(mv);
/// }
/// assert_eq!((game.moves().len(), game.repetitions()), (4, 2));
/// assert!(game.is_repetition(2) && !game.can_claim_draw());
/// game.undo();
/// assert_eq!(game.repetitions(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The position now.
    pub position: Position,
    /// Hash keys of the earlier positions, oldest first.
    pub history: KeyHistory,
    start: Position,
    moves: Vec<Move>,
    /// How the players have ended the game.
    declared: Option<Termination>,
    draw_offer: Option<Color>,
    /// What the players have said, each with the number of moves before it.
    said: Vec<(usize, Action)>,
}

/// A move that is not legal where it was to be played.
///
/// ```
/// use bartizan_game::Game;
/// use bartizan_game::board::{Move, MoveFlag, Square};
///
/// let mut game = Game::default();
/// let e5 = Move::new(Square::E2, Square::E5, MoveFlag::QUIET);
/// let error = game.try_play(e5).expect_err("three squares");
/// assert_eq!(error.to_string(), "the move e2e5 is not legal after 0 plies");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {mv} is not legal after {ply} plies")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// How many moves were played before it.
    pub ply: usize,
}

impl Game {
    /// A game that starts here.
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::Position;
    ///
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// let game = Game::new(position.clone());
    /// assert_eq!((game.start(), game.moves().len()), (&position, 0));
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            start: position.clone(),
            position,
            history: KeyHistory::new(),
            moves: Vec::new(),
            declared: None,
            draw_offer: None,
            said: Vec::new(),
        }
    }

    /// A game that starts at the position of a FEN.
    ///
    /// ```
    /// use bartizan_game::{Game, Outcome};
    ///
    /// let game = Game::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1")?;
    /// assert_eq!(game.outcome(), Some(Outcome::Draw)); // bare kings
    /// assert!(Game::from_fen("7k/8/8/8/8/8/8/8 w - - 0 1").is_err());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Position::from_fen`].
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::new)
    }

    /// A game from a position with these moves played.
    ///
    /// # Errors
    /// The first move that is not legal.
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::{Move, MoveFlag, Position, Square};
    ///
    /// let e4 = Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH);
    /// assert!(Game::from_moves(Position::startpos(), [e4]).is_ok());
    /// let error = Game::from_moves(Position::startpos(), [e4, e4]).expect_err("Black is to move");
    /// assert_eq!((error.mv, error.ply), (e4, 1));
    /// ```
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut game = Self::new(start);
        moves.into_iter().try_for_each(|mv| game.try_play(mv))?;
        Ok(game)
    }

    /// Plays a legal move. A move that is not legal gives a wrong position or a panic, so moves from outside go through
    /// [`Game::try_play`].
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// game.play(game.legal_moves()[0]);
    /// assert_eq!((game.moves().len(), game.history.len()), (1, 1));
    /// ```
    pub fn play(&mut self, mv: Move) {
        if self.draw_offer == Some(!self.position.side_to_move()) {
            self.draw_offer = None;
        }
        self.declared = None;
        self.history.push(self.position.key());
        self.moves.push(mv);
        self.position = self.position.make(mv);
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// use bartizan_game::{Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// let mv = game.legal_moves()[0];
    /// assert!(game.try_play(mv).is_ok());
    /// assert_eq!(game.try_play(mv).map_err(|error| (error.mv, error.ply)), Err((mv, 1)));
    /// assert_eq!((game.side_to_move(), game.last_move()), (Color::Black, Some(mv)));
    /// assert_eq!((game.undo(), &game.position), (Some(mv), game.start()));
    /// ```
    ///
    /// # Errors
    /// When it is not; the game is then as it was.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !is_legal(&self.position, mv) {
            return Err(IllegalMove { mv, ply: self.moves.len() });
        }
        self.play(mv);
        Ok(())
    }

    /// Takes back the last move and returns it; nothing at the start. The moves before it are played again.
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::Position;
    ///
    /// let mut game = Game::default();
    /// let mv = game.legal_moves()[0];
    /// game.play(mv);
    /// assert_eq!((game.undo(), game.undo()), (Some(mv), None));
    /// assert_eq!(game.position, Position::startpos());
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.history.pop();
        self.position = self.moves.iter().fold(self.start.clone(), |at, &mv| at.make(mv));
        (self.declared, self.draw_offer) = (None, None);
        self.said.retain(|&(ply, _)| ply < self.moves.len());
        Some(last)
    }

    /// The position before the first move.
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::Position;
    ///
    /// let mut game = Game::default();
    /// game.play(game.legal_moves()[0]);
    /// assert_eq!(game.start(), &Position::startpos());
    /// ```
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played, oldest first.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// let mv = game.legal_moves()[0];
    /// game.play(mv);
    /// assert_eq!(game.moves(), [mv]);
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move, if any.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// assert_eq!(game.last_move(), None);
    /// let mv = game.legal_moves()[0];
    /// game.play(mv);
    /// assert_eq!(game.last_move(), Some(mv));
    /// ```
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// All positions, the one at the start first and the one now last: one more than there are moves.
    ///
    /// ```
    /// use bartizan_game::{Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// game.play(game.legal_moves()[0]);
    /// let sides: Vec<_> = game.positions().map(|position| position.side_to_move()).collect();
    /// assert_eq!(sides, [Color::White, Color::Black]);
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves.iter();
        core::iter::successors(Some(self.start.clone()), move |at| {
            moves.next().map(|&mv| at.make(mv))
        })
    }

    /// The side to move.
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::Color;
    ///
    /// let mut game = Game::default();
    /// game.play(game.legal_moves()[0]);
    /// assert_eq!(game.side_to_move(), Color::Black);
    /// ```
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The legal moves of the position now, be the game over or not.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// assert_eq!(Game::default().legal_moves().len(), 20);
    /// // A draw by bare kings ends the game, and they could move nevertheless.
    /// assert_eq!(Game::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1")?.legal_moves().len(), 3);
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        movegen::legal_moves(&self.position)
    }
}

impl Default for Game {
    /// A game from the starting position of standard chess.
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}
