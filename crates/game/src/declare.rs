//! What players do besides moving: they resign, offer, accept and claim draws.

use crate::{DrawRules, Game, Termination};
use board::{Color, Move};

/// What a player does in a game, see [`Game::actions`].
///
/// ```
/// use bartizan_game::board::Color;
/// use bartizan_game::{Action, Game};
///
/// let mut game = Game::default();
/// game.resign(Color::White);
/// assert_eq!(game.actions().collect::<Vec<_>>(), [Action::Resign(Color::White)]);
/// ```
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

impl Game {
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
    ///
    /// ```
    /// use bartizan_game::Game;
    /// use bartizan_game::board::Color;
    ///
    /// let mut game = Game::default();
    /// assert_eq!(game.draw_offer(), None);
    /// game.offer_draw(Color::Black);
    /// assert_eq!(game.draw_offer(), Some(Color::Black));
    /// ```
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
