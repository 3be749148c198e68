//! Chooses among the moves that a book has.

use alloc::vec::Vec;
use board::Move;
use game::Game;

/// The moves after which the game is neither drawn nor at an earlier position: a line of the book that
/// repeats is left before the opponent can complete a threefold repetition.
///
/// ```
/// use bartizan_notation::{board::Position, book::without_draws, game::Game, parse_moves};
///
/// let moves = parse_moves(&Position::startpos(), "Nf3 Nf6 Ng1 Ng8")?;
/// let game = Game::from_moves(Position::startpos(), moves[..3].iter().copied())?;
/// assert!(without_draws(&game, vec![(moves[3], 1)]).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn without_draws(game: &Game, mut moves: Vec<(Move, u16)>) -> Vec<(Move, u16)> {
    moves.retain(|&(mv, _)| {
        let mut game = game.clone();
        game.play(mv);
        let drawn = game.termination().is_some_and(|end| end.winner().is_none());
        !drawn && game.history.occurrences(&game.position) == 0
    });
    moves
}

/// One of the moves, each with a probability in proportion to its weight; `None` if all weights
/// are 0, which marks moves not to be played. `below` gives a random number below its argument.
///
/// ```
/// use bartizan_notation::{board::Position, book::choose, movegen::legal_moves};
///
/// let moves = legal_moves(&Position::startpos());
/// let weighted = [(moves[0], 2), (moves[1], 1)];
/// assert_eq!(choose(&weighted, |sum| sum - 1), Some(moves[1]));
/// assert_eq!(choose(&[], |_| 0), None);
/// ```
#[must_use]
pub fn choose(moves: &[(Move, u16)], below: impl FnOnce(u64) -> u64) -> Option<Move> {
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut drawn = if total == 0 { return None } else { below(total) };
    for &(mv, weight) in moves {
        match drawn.checked_sub(u64::from(weight)) {
            Some(rest) => drawn = rest,
            None => return Some(mv),
        }
    }
    None
}
