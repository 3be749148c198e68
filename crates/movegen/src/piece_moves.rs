//! The legal moves as sets of targets, one set for each piece, handed to a listener that may stop.

use core::ops::ControlFlow;

use board::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Rank, Square, attacks};

use crate::generate::evasions;
use crate::sink::MoveSink;
use crate::{All, king};

/// The legal moves of one piece, at least one, as a set of targets. It iterates to [`Move`]s.
///
/// ```
/// use bartizan_movegen::board::{PieceKind, Position, Square};
/// use bartizan_movegen::for_each_piece_moves;
/// use std::ops::ControlFlow;
///
/// let mut king = None;
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let _ = for_each_piece_moves(&position, Square::E1.bitboard(), |moves| {
///     king = Some(moves);
///     ControlFlow::<()>::Continue(())
/// });
/// let moves = king.expect("the king can move");
/// assert_eq!((moves.kind, moves.from, moves.len()), (PieceKind::King, Square::E1, 6));
/// assert!(moves.to.contains(Square::H1)); // castling
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// The kind of the piece.
    pub kind: PieceKind,
    /// Its square.
    pub from: Square,
    /// Its targets, each of them once. Castling has the square of the rook.
    pub to: Bitboard,
    enemies: Bitboard,
    castlings: Bitboard,
}

impl PieceMoves {
    /// The number of moves, in which a target on the last rank counts four times for a pawn.
    ///
    /// ```
    /// use bartizan_movegen::board::{Bitboard, Position};
    /// use bartizan_movegen::for_each_piece_moves;
    /// use core::ops::ControlFlow;
    ///
    /// let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1")?;
    /// let mut lens = Vec::new();
    /// let _ = for_each_piece_moves(&position, Bitboard::FULL, |moves| {
    ///     lens.push(moves.len());
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(lens, [4, 3]);
    /// # Ok::<(), bartizan_movegen::board::FenError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        (self.to.count() + 3 * self.promoting().count()) as usize
    }

    /// Whether there is no move, which sets that a listener receives are not.
    ///
    /// ```
    /// use bartizan_movegen::board::{Bitboard, Position};
    /// use bartizan_movegen::for_each_piece_moves;
    /// use std::ops::ControlFlow;
    ///
    /// let start = Position::startpos();
    /// let empty = for_each_piece_moves(&start, Bitboard::FULL, |moves| match moves.is_empty() {
    ///     true => ControlFlow::Break(()),
    ///     false => ControlFlow::Continue(()),
    /// });
    /// assert!(empty.is_continue());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Whether the move, flag included, is one of these.
    ///
    /// ```
    /// use bartizan_movegen::board::{Move, MoveFlag, Position, Square};
    /// use bartizan_movegen::for_each_piece_moves;
    /// use std::ops::ControlFlow;
    ///
    /// let start = Position::startpos();
    /// let mv = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// let found = for_each_piece_moves(&start, Square::G1.bitboard(), |moves| match moves.contains(mv) {
    ///     true => ControlFlow::Break(()),
    ///     false => ControlFlow::Continue(()),
    /// });
    /// assert!(found.is_break());
    /// ```
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        mv.from() == self.from
            && self.to.contains(mv.to())
            && self.flags(mv.to()).contains(&mv.flag())
    }

    fn promoting(&self) -> Bitboard {
        match self.kind {
            PieceKind::Pawn => self.to & (Rank::First.bitboard() | Rank::Eighth.bitboard()),
            _ => Bitboard::EMPTY,
        }
    }

    fn flags(&self, to: Square) -> &'static [MoveFlag] {
        let captures = self.enemies.contains(to);
        match self.kind {
            _ if self.castlings.contains(to) => &[MoveFlag::CASTLE],
            PieceKind::Pawn if self.promoting().contains(to) && captures => {
                &MoveFlag::CAPTURE_PROMOTIONS
            }
            PieceKind::Pawn if self.promoting().contains(to) => &MoveFlag::PROMOTIONS,
            _ if captures => &[MoveFlag::CAPTURE],
            PieceKind::Pawn if to.file() != self.from.file() => &[MoveFlag::EN_PASSANT],
            PieceKind::Pawn if to.index().abs_diff(self.from.index()) == 16 => {
                &[MoveFlag::DOUBLE_PUSH]
            }
            _ => &[MoveFlag::QUIET],
        }
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = PieceMovesIntoIter;

    fn into_iter(self) -> PieceMovesIntoIter {
        PieceMovesIntoIter { moves: self, promotions: 0 }
    }
}

/// The moves of [`PieceMoves`], by target; of promotions the queen first.
///
/// ```
/// use bartizan_movegen::board::{Position, Square};
/// use bartizan_movegen::for_each_piece_moves;
/// use std::ops::ControlFlow;
///
/// let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1")?;
/// let pawn = for_each_piece_moves(&position, Square::A7.bitboard(), ControlFlow::Break);
/// let ControlFlow::Break(pawn) = pawn else { panic!("the pawn can move") };
/// let moves: Vec<_> = pawn.into_iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a7a8q", "a7a8n", "a7a8r", "a7a8b"]);
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PieceMovesIntoIter {
    moves: PieceMoves,
    /// Promotions on the first target that are done.
    promotions: usize,
}

impl Iterator for PieceMovesIntoIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let to = self.moves.to.first()?;
        let flags = self.moves.flags(to);
        let mv = Move::new(self.moves.from, to, flags[self.promotions]);
        self.promotions += 1;
        if self.promotions == flags.len() {
            self.promotions = 0;
            self.moves.to ^= to.bitboard();
        }
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.moves.len() - self.promotions;
        (len, Some(len))
    }
}

impl ExactSizeIterator for PieceMovesIntoIter {}

/// Hands the legal moves of the pieces on `squares` to a listener, piece by piece, the king last, without a list. It
/// ends where the listener breaks, and returns what it broke with.
///
/// ```
/// use bartizan_movegen::board::{PieceKind, Position, Square};
/// use bartizan_movegen::for_each_piece_moves;
/// use core::ops::ControlFlow;
///
/// let start = Position::startpos();
/// let knights = start.of(start.side_to_move(), PieceKind::Knight);
/// let mut moves = Vec::new();
/// let _ = for_each_piece_moves(&start, knights, |piece| {
///     moves.extend(piece);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(moves.len(), 4);
/// let first = for_each_piece_moves(&start, knights, ControlFlow::Break);
/// assert!(matches!(first, ControlFlow::Break(piece) if piece.from == Square::B1));
/// ```
#[inline]
pub fn for_each_piece_moves<B>(
    position: &Position,
    squares: Bitboard,
    mut listener: impl FnMut(PieceMoves) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let us = position.side_to_move();
    let (own, enemies) = (position.color(us), position.color(!us));
    let king = position.king(us);
    let targets = evasions(position, us) - own;
    let mut hand = |kind, from, to: Bitboard, castlings| match to.is_empty() {
        true => ControlFlow::Continue(()),
        false => listener(PieceMoves { kind, from, to, enemies, castlings }),
    };
    for kind in &PieceKind::ALL[..5] {
        for from in position.of(us, *kind) & squares {
            let line = match position.pinned().contains(from) {
                true => attacks::line(king, from),
                false => Bitboard::FULL,
            };
            let to = match kind {
                PieceKind::Pawn => {
                    pawn_targets(position, us, from) & targets & line | en_passant(position, from)
                }
                kind => {
                    attacks::piece_attacks(*kind, us, from, position.occupied()) & targets & line
                }
            };
            hand(*kind, from, to, Bitboard::EMPTY)?;
        }
    }
    if squares.contains(king) {
        let mut moves = KingMoves::default();
        king::generate::<All>(position, us, &mut moves);
        hand(PieceKind::King, king, moves.targets | moves.castlings, moves.castlings)?;
    }
    ControlFlow::Continue(())
}

/// Pushes, and captures of pieces that are there.
fn pawn_targets(position: &Position, us: Color, from: Square) -> Bitboard {
    attacks::pawn_pushes(us, from, position.occupied())
        | attacks::pawn_attacks(us, from) & position.color(!us)
}

/// The target of en passant, if the pawn on `from` can capture there.
fn en_passant(position: &Position, from: Square) -> Bitboard {
    let us = position.side_to_move();
    let target = position.en_passant().filter(|&to| {
        attacks::pawn_attacks(us, from).contains(to) && position.is_en_passant_safe(from, to)
    });
    target.map_or(Bitboard::EMPTY, Square::bitboard)
}

/// What the generator finds for the king.
#[derive(Default)]
struct KingMoves {
    targets: Bitboard,
    castlings: Bitboard,
}

impl MoveSink for KingMoves {
    fn push(&mut self, castling: Move) {
        self.castlings |= castling.to().bitboard();
    }

    fn push_piece_moves(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.targets = targets;
    }
}
