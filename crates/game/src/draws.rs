//! The rules that end a game: mate, stalemate and the draws, automatic or claimed.

use crate::{Game, Outcome, Termination};
use board::{PieceKind, Position};
use movegen::{has_legal_move, legal_moves};

/// Which draws end a game. Checkmate and stalemate always do.
///
/// # Examples
///
/// ```
/// use bartizan_game::{DrawRules, Game, Termination};
///
/// let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 90")?;
/// // The next move can be the hundredth ply without capture or pawn move.
/// assert_eq!(game.termination_under(DrawRules::Claimed), Some(Termination::FiftyMoves));
/// assert_eq!(game.termination_under(DrawRules::Engine), None);
/// assert_eq!(game.termination_under(DrawRules::Automatic), None);
/// # Ok::<(), bartizan_game::board::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRules {
    /// What ends a game without a claim by the rules of FIDE: insufficient material, fivefold repetition, 75 moves.
    Automatic,
    /// Those, and the draws that the side to move can claim, also with its next move: threefold repetition, 50 moves.
    Claimed,
    /// What engines and their tournaments call a draw: insufficient material, the third occurrence of a position, and
    /// a hundred plies without capture or pawn move.
    Engine,
}

/// Whether the side to move is mated.
///
/// ```
/// use bartizan_game::{board::Position, is_checkmate, is_stalemate};
///
/// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
/// assert!(is_checkmate(&mated) && !is_stalemate(&mated));
/// let stalemated = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
/// assert!(is_stalemate(&stalemated) && !is_checkmate(&stalemated));
/// # Ok::<(), bartizan_game::board::FenError>(())
/// ```
#[must_use]
pub fn is_checkmate(position: &Position) -> bool {
    position.in_check() && !has_legal_move(position)
}

/// Whether the side to move has no legal move and is not in check.
///
/// ```
/// use bartizan_game::board::Position;
/// use bartizan_game::is_stalemate;
///
/// let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
/// assert!(is_stalemate(&position) && !is_stalemate(&Position::startpos()));
/// # Ok::<(), bartizan_game::board::FenError>(())
/// ```
#[must_use]
pub fn is_stalemate(position: &Position) -> bool {
    !position.in_check() && !has_legal_move(position)
}

/// Mate or stalemate.
fn without_moves(position: &Position) -> Option<Termination> {
    (!has_legal_move(position)).then(|| {
        if position.in_check() {
            Termination::Checkmate(!position.side_to_move())
        } else {
            Termination::Stalemate
        }
    })
}

impl Game {
    /// How the game has ended by the rules of engines ([`DrawRules::Engine`]), if it has. Mate comes before every draw.
    ///
    /// ```
    /// use bartizan_game::{Game, Termination};
    ///
    /// let game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 100 90")?;
    /// assert_eq!(game.termination(), Some(Termination::FiftyMoves));
    /// assert!(game.is_over() && game.is_fifty_moves() && game.outcome().is_none());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination_under(DrawRules::Engine)
    }

    /// How the game has ended by these rules, or by what the players have declared. Mate and stalemate come first.
    ///
    /// ```
    /// use bartizan_game::{DrawRules, Game, Termination};
    ///
    /// let game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 100 90")?;
    /// assert_eq!(game.termination_under(DrawRules::Claimed), Some(Termination::FiftyMoves));
    /// assert_eq!(game.termination_under(DrawRules::Automatic), None);
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn termination_under(&self, rules: DrawRules) -> Option<Termination> {
        let position = &self.position;
        if let Some(end) = without_moves(position) {
            return Some(end);
        }
        if let Some(end) = self.declared {
            return Some(end);
        }
        let clock = position.halfmove_clock();
        if rules == DrawRules::Engine && clock >= 100 {
            return Some(Termination::FiftyMoves);
        }
        if position.has_insufficient_material() {
            return Some(Termination::InsufficientMaterial);
        }
        if rules == DrawRules::Engine {
            return self.is_repetition(3).then_some(Termination::Repetition);
        }
        if clock >= 150 {
            return Some(Termination::SeventyFiveMoves);
        }
        if self.is_repetition(5) {
            return Some(Termination::FivefoldRepetition);
        }
        if rules == DrawRules::Claimed { self.claim() } else { None }
    }

    /// The result by the rules of FIDE without claims ([`DrawRules::Automatic`]); `None` while the game goes on.
    ///
    /// ```
    /// use bartizan_game::{Game, Outcome};
    ///
    /// let game = Game::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!((game.outcome(), Game::default().outcome()), (Some(Outcome::Draw), None));
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.termination_under(DrawRules::Automatic).map(Termination::outcome)
    }

    /// True when the game has ended by the rules of engines.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mated = Game::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
    /// assert!(mated.is_over() && !Game::default().is_over());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.termination().is_some()
    }

    /// The result when this side runs out of time: a loss, but a draw if the other side cannot mate, see
    /// [`has_insufficient_material`](crate::has_insufficient_material).
    ///
    /// ```
    /// use bartizan_game::{Game, Outcome, board::Color};
    ///
    /// let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1")?;
    /// assert_eq!(game.outcome_on_timeout(Color::Black).winner(), Some(Color::White));
    /// assert_eq!(game.outcome_on_timeout(Color::White), Outcome::Draw);
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome_on_timeout(&self, color: board::Color) -> Outcome {
        let is_draw = crate::has_insufficient_material(&self.position, !color);
        Outcome::from_winner((!is_draw).then_some(!color))
    }

    /// How often the position has occurred, the present occurrence included.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text).expect("legal");
    ///     game.play(mv);
    /// }
    /// assert_eq!((game.repetitions(), Game::default().repetitions()), (2, 1));
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.history.occurrences(&self.position) + 1
    }

    /// Whether the position has occurred this many times, the present occurrence included: 3 for threefold repetition.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
    ///     let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text).expect("legal");
    ///     game.play(mv);
    /// }
    /// assert!(game.is_repetition(3) && !game.is_repetition(4));
    /// ```
    #[must_use]
    pub fn is_repetition(&self, count: usize) -> bool {
        self.repetitions() >= count
    }

    /// Whether the position has occurred five times, which draws without a claim.
    ///
    /// ```
    /// use bartizan_game::{Game, Outcome};
    ///
    /// let mut game = Game::default();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4) {
    ///     let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text).expect("legal");
    ///     game.play(mv);
    /// }
    /// assert!(game.is_fivefold_repetition() && game.outcome() == Some(Outcome::Draw));
    /// ```
    #[must_use]
    pub fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// Whether a hundred plies have been played without capture or pawn move and the side to move has a move.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 100 90")?;
    /// // A draw that has to be claimed.
    /// assert!(game.is_fifty_moves() && game.outcome().is_none());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn is_fifty_moves(&self) -> bool {
        self.has_clock(100)
    }

    /// Whether 150 plies have been played without capture or pawn move and the side to move has a move, which
    /// draws without a claim.
    ///
    /// ```
    /// use bartizan_game::{Game, Outcome};
    ///
    /// let game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 150 90")?;
    /// assert!(game.is_seventyfive_moves() && game.outcome() == Some(Outcome::Draw));
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn is_seventyfive_moves(&self) -> bool {
        self.has_clock(150)
    }

    fn has_clock(&self, plies: u16) -> bool {
        self.position.halfmove_clock() >= plies && has_legal_move(&self.position)
    }

    /// Whether the side to move can claim a draw by threefold repetition: the position stands for the third time, or does so
    /// after one of its moves.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let mut game = Game::default();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(7) {
    ///     let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text).expect("legal");
    ///     game.play(mv);
    /// }
    /// assert!(game.can_claim_threefold_repetition() && !game.is_repetition(3));
    /// ```
    #[must_use]
    pub fn can_claim_threefold_repetition(&self) -> bool {
        if self.is_repetition(3) {
            return true;
        }
        // The third occurrence of a position is eight plies after the first.
        if self.position.reversible_plies() < 7 {
            return false;
        }
        let mut history = self.history.clone();
        history.push(self.position.key());
        self.positions_after_reversible_moves().any(|next| history.occurrences(&next) >= 2)
    }

    /// Whether the side to move can claim a draw by the fifty-move rule: a hundred plies have been played without capture
    /// or pawn move, or are so after one of its moves that does not end the game.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let game = Game::from_fen("4k2r/8/8/8/8/8/8/4K2R w - - 99 90")?;
    /// assert!(game.can_claim_fifty_moves() && !game.is_fifty_moves());
    /// // Only pawn moves are left, which set the counter to 0.
    /// let game = Game::from_fen("6rk/8/8/8/8/7p/P6P/7K w - - 99 90")?;
    /// assert!(!game.can_claim_fifty_moves());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.is_fifty_moves()
            || self.position.halfmove_clock() >= 99
                && self.positions_after_reversible_moves().any(|next| has_legal_move(&next))
    }

    /// Whether the side to move can claim a draw, with its next move where that helps.
    ///
    /// ```
    /// use bartizan_game::Game;
    ///
    /// let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 90")?;
    /// assert!(game.can_claim_draw() && game.can_claim_fifty_moves());
    /// assert!(!game.is_fifty_moves() && !game.can_claim_threefold_repetition());
    /// # Ok::<(), bartizan_game::board::FenError>(())
    /// ```
    #[must_use]
    pub fn can_claim_draw(&self) -> bool {
        self.claim().is_some()
    }

    /// The draw that the side to move can claim.
    pub(crate) fn claim(&self) -> Option<Termination> {
        if self.can_claim_fifty_moves() {
            Some(Termination::FiftyMoves)
        } else {
            self.can_claim_threefold_repetition().then_some(Termination::Repetition)
        }
    }

    /// The positions after each legal move that is neither a capture nor a pawn move.
    fn positions_after_reversible_moves(&self) -> impl Iterator<Item = Position> {
        let position = &self.position;
        legal_moves(position)
            .into_iter()
            .filter(|&mv| !mv.is_capture() && position.moved_piece(mv).kind() != PieceKind::Pawn)
            .map(|mv| position.make(mv))
    }
}
