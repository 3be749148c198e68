//! Walks through games and changes their lines: moves, positions, variations that become the line.

use super::tags::TagValue;
use super::{Annotation, PgnGame, PgnMove, Played, Variation, Visitor, after};
use crate::MoveParseError;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Move, Position};
use core::mem;
use core::ops::ControlFlow::{self, Continue};
use movegen::is_legal;

impl PgnGame {
    /// A game of these moves, each of which has to be legal.
    ///
    /// # Errors
    /// [`MoveParseError::Illegal`].
    ///
    /// # Examples
    ///
    /// A tree of variations:
    ///
    /// ```
    /// use bartizan_notation::pgn::{PgnGame, Variation, promote_variation};
    /// use bartizan_notation::parse_san;
    /// use board::Position;
    ///
    /// let mut game = PgnGame::new(Position::startpos());
    /// for san in ["e4", "c5", "Nf3"] {
    ///     game.push(parse_san(&game.end(), san)?)?;
    /// }
    /// let (before, _) = game.main_line().nth(1).expect("a move of Black");
    /// let e5 = parse_san(&before, "e5")?;
    /// game.moves[1].add_variation(Variation::from_moves(&before, [e5])?);
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5) 2. Nf3 *\n"));
    /// promote_variation(&mut game.moves, 1, 0);
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... c5 2. Nf3) *\n"));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, MoveParseError> {
        let moves = Variation::from_moves(&start, moves)?.moves;
        Ok(Self { moves, ..Self::new(start) })
    }

    /// Adds a move to the main line.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::parse_move;
    /// use bartizan_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new(Position::startpos());
    /// let e4 = parse_move(&game.end(), "e4")?;
    /// assert!(game.push(e4).is_ok() && game.push(e4).is_err());
    /// assert_eq!(game.moves.len(), 1);
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError::Illegal`].
    pub fn push(&mut self, mv: Move) -> Result<(), MoveParseError> {
        push_legal(&self.end(), &mut self.moves, mv)
    }

    /// The position after the last move of the main line.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("1. f3 e5 2. g4 Qh4# 0-1").remove(0)?;
    /// assert!(bartizan_notation::game::is_checkmate(&game.end()));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, played| after(&position, played.mv))
    }

    /// The moves of the main line, each with the position before it.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    /// use bartizan_notation::to_san;
    ///
    /// let game = read_games("1. e4 (1. d4) e5 2. Nf3 *").remove(0)?;
    /// let sans: Vec<_> = game
    ///     .main_line()
    ///     .filter_map(|(before, played)| Some(to_san(&before, played.mv?)))
    ///     .collect();
    /// assert_eq!(sans, ["e4", "e5", "Nf3"]);
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = (Position, &PgnMove)> {
        line_positions(&self.start, &self.moves)
    }

    /// Visits the game as a reader would: tags, moves, annotations, variations, result.
    ///
    /// # Examples
    ///
    /// ```
    /// use bartizan_notation::pgn::{GameBuilder, read_games};
    ///
    /// let game = read_games("[White \"A \\\"x\\\"\"]\n\n1. e4 $1 (1. d4 {why}) e5 *").remove(0)?;
    /// assert_eq!(game.accept(&mut GameBuilder::new()), game);
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn accept<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        visitor.begin_game();
        for (name, value) in &self.tags {
            let escaped: String;
            let value = if value.contains(['"', '\\']) {
                escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                &escaped
            } else {
                value
            };
            if let ControlFlow::Break(output) = visitor.tag(name, TagValue(value)) {
                return output;
            }
        }
        let mut flow = visitor.end_tags();
        if flow.is_continue() {
            flow = visitor.begin_moves(&self.start);
        }
        if flow.is_continue() {
            flow = self.accept_moves(visitor);
        }
        flow.break_value().unwrap_or_else(|| visitor.end_game())
    }

    /// Visits the moves and the result.
    pub(super) fn accept_moves<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Output> {
        visit_line(&self.start, &self.comments, &self.moves, visitor)?;
        visitor.result(&self.result)
    }
}

fn visit_line<V: Visitor>(
    start: &Position,
    comments: &[String],
    moves: &[PgnMove],
    visitor: &mut V,
) -> ControlFlow<V::Output> {
    comments.iter().try_for_each(|comment| visitor.comment(comment))?;
    for (before, played) in line_positions(start, moves) {
        let after = after(&before, played.mv);
        visitor.played(Played { mv: played.mv, text: "", before: &before, after: &after })?;
        for annotation in &played.annotations {
            match annotation {
                Annotation::Nag(number) => visitor.nag((*number).into())?,
                Annotation::Comment(text) => visitor.comment(text)?,
                Annotation::Variation(variation) => {
                    if visitor.enter_variation() {
                        visitor.begin_variation()?;
                        visit_line(&before, &variation.comments, &variation.moves, visitor)?;
                        visitor.end_variation()?;
                    }
                }
            }
        }
    }
    Continue(())
}

/// The moves of a line that begins in a position, each with the position before it. The position before a move is also
/// that in which its variations begin.
///
/// # Examples
///
/// ```
/// use bartizan_notation::pgn::{line_positions, read_games};
///
/// let game = read_games("1. e4 e5 (1... c5 2. Nf3) *").remove(0)?;
/// let (before, reply) = game.main_line().nth(1).expect("a reply");
/// let variation = reply.variations().next().expect("a variation");
/// assert_eq!(line_positions(&before, &variation.moves).count(), 2);
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
pub fn line_positions<'a>(
    start: &Position,
    moves: &'a [PgnMove],
) -> impl Iterator<Item = (Position, &'a PgnMove)> + use<'a> {
    let mut position = start.clone();
    moves.iter().map(move |played| {
        let next = after(&position, played.mv);
        (mem::replace(&mut position, next), played)
    })
}

fn push_legal(
    position: &Position,
    moves: &mut Vec<PgnMove>,
    mv: Move,
) -> Result<(), MoveParseError> {
    if !is_legal(position, mv) {
        return Err(MoveParseError::Illegal);
    }
    moves.push(mv.into());
    Ok(())
}

impl Variation {
    /// A variation of these moves, each of which has to be legal.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::parse_moves;
    /// use bartizan_notation::pgn::Variation;
    ///
    /// let start = Position::startpos();
    /// let moves = parse_moves(&start, "d4 d5")?;
    /// assert_eq!(Variation::from_moves(&start, moves.clone())?.moves.len(), 2);
    /// assert!(Variation::from_moves(&start, moves.into_iter().rev()).is_err());
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveParseError::Illegal`].
    pub fn from_moves(
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, MoveParseError> {
        let (mut position, mut line) = (start.clone(), Self::default());
        for mv in moves {
            push_legal(&position, &mut line.moves, mv)?;
            position = position.make(mv);
        }
        Ok(line)
    }
}

/// Makes a variation the line, and the moves of the line from there on the variation: that of this number, from 0, in
/// place of the move with this index. Whether there is one. The other variations stay in their order.
/// [`PgnGame::from_moves`] has an example.
///
/// ```
/// use bartizan_notation::pgn::{promote_variation, read_games};
///
/// let mut game = read_games("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *").remove(0)?;
/// assert!(promote_variation(&mut game.moves, 1, 0));
/// assert!(game.to_string().ends_with("1. e4 c5 (1... e5 2. Nc3) 2. Nf3 *\n"));
/// assert!(!promote_variation(&mut game.moves, 0, 0));
/// # Ok::<(), bartizan_notation::pgn::PgnError>(())
/// ```
pub fn promote_variation(line: &mut Vec<PgnMove>, index: usize, number: usize) -> bool {
    let Some(place) = line.get(index).and_then(|played| played.variation_place(number)) else {
        return false;
    };
    let mut old = line.split_off(index);
    let Annotation::Variation(mut variation) = old[0].annotations.remove(place) else {
        return false;
    };
    let Some(first) = variation.moves.first_mut() else {
        // Without a move it can take the place of none.
        old[0].annotations.insert(place, Annotation::Variation(variation));
        line.extend(old);
        return false;
    };
    // The variations belong to the place in the tree, glyphs and comments to the move.
    let (others, own): (Vec<_>, Vec<_>) = mem::take(&mut old[0].annotations)
        .into_iter()
        .partition(|one| matches!(one, Annotation::Variation(_)));
    old[0].annotations = own;
    let comments = mem::take(&mut variation.comments);
    first.annotations.extend(comments.into_iter().map(Annotation::Comment));
    let old = Variation { comments: Vec::new(), moves: old };
    first.annotations.push(Annotation::Variation(old));
    first.annotations.extend(others);
    line.extend(variation.moves);
    true
}
