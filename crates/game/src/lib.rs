//! A game: a position, the hash keys of the positions before it, and the rules that end it.
//!
//! [`KeyHistory`] is the board's: the search has one on its path and asks it at every node.

use board::{Color, KeyHistory, Move, Position};
use movegen::has_legal_move;

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The side to move is mated; this colour won.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Repetition,
    /// Neither side can mate.
    InsufficientMaterial,
}

impl Termination {
    /// The winner, if any.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(color) => Some(color),
            _ => None,
        }
    }
}

/// A position and the positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position now.
    pub position: Position,
    /// Hash keys of the earlier positions, oldest first.
    pub history: KeyHistory,
}

impl Game {
    /// A game that starts here.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, history: KeyHistory::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.history.push(self.position.key());
        self.position = self.position.make(mv);
    }

    /// How the game has ended, if it has. Mate comes before every draw.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        let position = &self.position;
        if !has_legal_move(position) {
            return Some(if position.in_check() {
                Termination::Checkmate(!position.side_to_move())
            } else {
                Termination::Stalemate
            });
        }
        if position.halfmove_clock() >= 100 {
            return Some(Termination::FiftyMoves);
        }
        if position.has_insufficient_material() {
            return Some(Termination::InsufficientMaterial);
        }
        (self.history.occurrences(position) >= 2).then_some(Termination::Repetition)
    }

    /// True when the game has ended on the board.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.termination().is_some()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}
