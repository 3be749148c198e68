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

mod draws;
mod key_table;
mod material;
mod outcome;
mod perft;
#[cfg(feature = "serde")]
mod serde;

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

/// What a player does in a game, see [`Game::actions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A move.
    Move(Move),
    /// This side offers a draw.
    OfferDraw(Color),
    /// The other side accepts the draw that is offered.
    AcceptDraw,
    /// The side to move claims a draw by the rules.
    ClaimDraw,
    /// This side resigns.
    Resign(Color),
}

/// A move that is not legal where it was to be played.
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
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.history.pop();
        self.position = self.moves.iter().fold(self.start.clone(), |at, &mv| at.make(mv));
        (self.declared, self.draw_offer) = (None, None);
        self.said.retain(|&(ply, _)| ply < self.moves.len());
        Some(last)
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// All that has happened, oldest first: moves, offers, claims and resignations, those included that a later move has
    /// revoked. A move taken back is not among it, nor what was said just before or after it.
    ///
    /// ```
    /// use bartizan_game::{Action, Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// let mv = game.legal_moves()[0];
    /// game.play(mv);
    /// game.offer_draw(Color::White);
    /// game.accept_draw();
    /// let actions: Vec<_> = game.actions().collect();
    /// assert_eq!(actions, [Action::Move(mv), Action::OfferDraw(Color::White), Action::AcceptDraw]);
    /// ```
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        let mut said = self.said.iter().peekable();
        let mut moves = self.moves.iter().enumerate().peekable();
        core::iter::from_fn(move || {
            let next_move = moves.peek().map_or(self.moves.len(), |&(ply, _)| ply);
            match said.next_if(|&&(ply, _)| ply <= next_move) {
                Some(&(_, action)) => Some(action),
                None => moves.next().map(|(_, &mv)| Action::Move(mv)),
            }
        })
    }

    /// The last move, if any.
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
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The legal moves of the position now, be the game over or not.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        movegen::legal_moves(&self.position)
    }

    /// A side resigns. Ends a game that goes on; one that has ended stays as it is. A move that is played or taken back
    /// revokes it.
    ///
    /// ```
    /// use bartizan_game::{Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// game.resign(Color::White);
    /// assert_eq!(game.outcome().expect("over").to_string(), "0-1");
    /// ```
    pub fn resign(&mut self, color: Color) {
        self.declare(Termination::Resignation(!color), Action::Resign(color));
    }

    /// A side offers a draw, until the other one has moved. Replaces an earlier offer. A game that has ended stays as it is.
    ///
    /// ```
    /// use bartizan_game::{Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// game.offer_draw(Color::White);
    /// assert_eq!(game.draw_offer(), Some(Color::White));
    /// game.play(game.legal_moves()[0]); // the offer stands for Black
    /// game.play(game.legal_moves()[0]);
    /// assert_eq!(game.draw_offer(), None);
    /// ```
    pub fn offer_draw(&mut self, color: Color) {
        if self.termination_under(DrawRules::Automatic).is_none() {
            self.draw_offer = Some(color);
            self.said.push((self.moves.len(), Action::OfferDraw(color)));
        }
    }

    /// Who has offered a draw that is neither accepted nor declined by a move.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Accepts the draw that the other side has offered. False when none is offered or the game has ended.
    ///
    /// ```
    /// use bartizan_game::{Game, board::Color};
    ///
    /// let mut game = Game::default();
    /// assert!(!game.accept_draw());
    /// game.offer_draw(Color::White);
    /// assert!(game.accept_draw());
    /// assert_eq!(game.outcome().expect("over").to_string(), "1/2-1/2");
    /// ```
    pub fn accept_draw(&mut self) -> bool {
        let is_offered = self.draw_offer.take().is_some();
        is_offered && self.declare(Termination::Agreement, Action::AcceptDraw)
    }

    /// Ends the game by a draw that the side to move can claim, see [`Game::can_claim_draw`]. False when it cannot.
    ///
    /// ```
    /// use bartizan_game::{Game, Termination};
    ///
    /// let mut game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 100 90")?;
    /// assert!(game.claim_draw() && !Game::default().claim_draw());
    /// assert_eq!(game.termination(), Some(Termination::FiftyMoves));
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    pub fn claim_draw(&mut self) -> bool {
        self.claim().is_some_and(|reason| self.declare(reason, Action::ClaimDraw))
    }

    /// Ends a game that goes on.
    fn declare(&mut self, termination: Termination, action: Action) -> bool {
        let goes_on = self.termination_under(DrawRules::Automatic).is_none();
        if goes_on {
            self.declared = Some(termination);
            self.said.push((self.moves.len(), action));
        }
        goes_on
    }
}

impl Default for Game {
    /// A game from the starting position of standard chess.
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}
