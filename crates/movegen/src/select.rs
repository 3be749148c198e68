//! Some of the moves of a position: by squares, by kind, one by one; and moves that are made only if they are legal.

use core::ops::ControlFlow;

use crate::generate::{generate_into, legal_moves};
use crate::sink::MoveSink;
use crate::{All, MoveList, for_each_piece_moves, is_legal, moves_of_kind_to};
use board::{
    Bitboard, CastlingSide, Color, EnPassantMode, Move, MoveFlag, PieceKind, Position, Rank,
    Square, attacks,
};

/// The legal captures, en passant and promotions by capture included.
///
/// ```
/// use bartizan_movegen::{board::Position, captures};
///
/// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
/// assert_eq!(captures(&position)[0].to_string(), "e4d5");
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn captures(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    crate::generate::<crate::Noisy>(position, &mut moves);
    moves.retain(Move::is_capture);
    moves
}

/// The legal moves of the pieces on these squares.
///
/// ```
/// use bartizan_movegen::board::{Bitboard, Position, Square};
/// use bartizan_movegen::{moves_from, moves_to};
///
/// let start = Position::startpos();
/// assert_eq!(moves_from(&start, Square::G1.bitboard()).len(), 2);
/// assert_eq!(moves_to(&start, Square::F3.bitboard() | Square::E4).len(), 3);
/// ```
pub fn moves_from(position: &Position, squares: Bitboard) -> MoveList {
    let mut moves = MoveList::new();
    let _ = for_each_piece_moves(position, squares, |piece| {
        moves.extend(piece);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// The legal moves to these squares. Castling counts as one to the square where the king ends.
///
/// ```
/// use bartizan_movegen::board::{Position, Square};
/// use bartizan_movegen::moves_to;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// // The king castles to g1, and the rook can go there.
/// assert_eq!(moves_to(&position, Square::G1.bitboard()).len(), 2);
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn moves_to(position: &Position, squares: Bitboard) -> MoveList {
    let mut moves = legal_moves(position);
    moves.retain(|mv| squares.contains(king_target(mv)));
    moves
}

/// The squares that the piece on a square can move to; none where no piece of the side to move stands. Castling leads to the
/// square where the king ends.
///
/// ```
/// use bartizan_movegen::{board::{Position, Square}, targets_from};
///
/// let targets = targets_from(&Position::startpos(), Square::G1);
/// assert_eq!(targets, Square::F3.bitboard() | Square::H3);
/// ```
pub fn targets_from(position: &Position, square: Square) -> Bitboard {
    moves_from(position, square.bitboard()).into_iter().map(king_target).collect()
}

/// The legal castlings, as the king taking its own rook.
///
/// ```
/// use bartizan_movegen::board::Position;
/// use bartizan_movegen::{castlings, en_passant_captures, promotions};
///
/// let position = Position::from_fen("4k3/6P1/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")?;
/// assert_eq!(castlings(&position).len(), 2);
/// assert_eq!(en_passant_captures(&position)[0].to_string(), "e5d6");
/// assert_eq!(promotions(&position).len(), 4);
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn castlings(position: &Position) -> MoveList {
    let mut moves = moves_from(position, position.king(position.side_to_move()).bitboard());
    moves.retain(Move::is_castle);
    moves
}

/// The legal captures en passant.
///
/// ```
/// use bartizan_movegen::board::Position;
/// use bartizan_movegen::en_passant_captures;
///
/// let position = Position::from_fen("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1")?;
/// let moves = en_passant_captures(&position);
/// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["c5d6", "e5d6"]);
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn en_passant_captures(position: &Position) -> MoveList {
    let target = position.en_passant();
    let mut moves = match target {
        Some(to) => moves_of_kind_to(position, PieceKind::Pawn, to),
        None => MoveList::new(),
    };
    moves.retain(Move::is_en_passant);
    moves
}

/// The legal promotions, those by capture included.
///
/// ```
/// use bartizan_movegen::board::Position;
/// use bartizan_movegen::promotions;
///
/// let position = Position::from_fen("5n1k/4P3/8/8/8/8/8/K7 w - - 0 1")?;
/// let moves = promotions(&position);
/// assert_eq!((moves.len(), moves.iter().filter(|mv| mv.is_capture()).count()), (8, 4));
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn promotions(position: &Position) -> MoveList {
    let us = position.side_to_move();
    let seventh = Rank::Seventh.relative_to(us).bitboard();
    moves_from(position, position.of(us, PieceKind::Pawn) & seventh)
}

fn king_target(mv: Move) -> Square {
    if mv.is_castle() { mv.castle_king_target() } else { mv.to() }
}

/// Hands every legal move to a listener, without a list.
///
/// ```
/// use bartizan_movegen::{board::Position, for_each_move};
///
/// let mut double_pushes = 0;
/// for_each_move(&Position::startpos(), |mv| double_pushes += u32::from(mv.is_double_push()));
/// assert_eq!(double_pushes, 8);
/// ```
pub fn for_each_move(position: &Position, listener: impl FnMut(Move)) {
    struct Listener<F>(F);

    impl<F: FnMut(Move)> MoveSink for Listener<F> {
        fn push(&mut self, mv: Move) {
            (self.0)(mv);
        }
    }

    generate_into::<All>(position, &mut Listener(listener));
}

/// The moves of the rules of movement alone: what [`legal_moves`](crate::legal_moves) has, and moves that leave the own king
/// attacked. Castling is among them only where it is legal.
///
/// ```
/// use bartizan_movegen::{board::Position, legal_moves, pseudo_legal_moves};
///
/// let pinned = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
/// assert_eq!((pseudo_legal_moves(&pinned).len(), legal_moves(&pinned).len()), (10, 4));
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn pseudo_legal_moves(position: &Position) -> MoveList {
    let us = position.side_to_move();
    let (occupied, own) = (position.occupied(), position.color(us));
    let mut moves = MoveList::new();
    for from in own - position.of(us, PieceKind::Pawn) {
        let targets = position.attacks_from(from) - own;
        moves.push_piece_moves(from, targets, position.color(!us));
    }
    for from in position.of(us, PieceKind::Pawn) {
        let pushes = attacks::pawn_pushes(us, from, occupied);
        let captures = attacks::pawn_attacks(us, from);
        for to in pushes | captures & position.color(!us) {
            push_pawn_move(&mut moves, us, from, to, captures.contains(to));
        }
        if let Some(to) = position.en_passant_target(EnPassantMode::PseudoLegal) {
            if captures.contains(to) {
                moves.push(Move::new(from, to, MoveFlag::EN_PASSANT));
            }
        }
    }
    for side in CastlingSide::ALL {
        if let Some(rook) = position.castling_rook(us, side) {
            let castling = Move::new(position.king(us), rook, MoveFlag::CASTLE);
            moves.extend(is_legal(position, castling).then_some(castling));
        }
    }
    moves
}

/// Adds a pawn move other than en passant, with all its promotions.
fn push_pawn_move(moves: &mut MoveList, us: Color, from: Square, to: Square, captures: bool) {
    let mut push = |flag| moves.push(Move::new(from, to, flag));
    match (to.rank().relative_to(us), captures) {
        (Rank::Eighth, true) => MoveFlag::CAPTURE_PROMOTIONS.into_iter().for_each(push),
        (Rank::Eighth, false) => MoveFlag::PROMOTIONS.into_iter().for_each(push),
        (_, true) => push(MoveFlag::CAPTURE),
        _ if from.distance(to) == 2 => push(MoveFlag::DOUBLE_PUSH),
        _ => push(MoveFlag::QUIET),
    }
}

/// A move that is not legal in the position where it was to be made.
///
/// ```
/// use bartizan_movegen::board::{Move, MoveFlag, Position, Square};
/// use bartizan_movegen::{IllegalMove, play};
///
/// let mv = Move::new(Square::E2, Square::E5, MoveFlag::QUIET);
/// let error = play(&Position::startpos(), mv).expect_err("a pawn does not go three squares");
/// assert_eq!((error, error.to_string()), (IllegalMove(mv), "e2e5 is not legal here".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl core::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} is not legal here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

/// The position after a move, if it is legal; [`Position::make`] does not check it.
///
/// # Errors
/// [`IllegalMove`].
///
/// ```
/// use bartizan_movegen::board::{Move, MoveFlag, Position, Square};
/// use bartizan_movegen::{IllegalMove, play};
///
/// let start = Position::startpos();
/// let mv = Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH);
/// let next = play(&start, mv)?;
/// assert_eq!(play(&next, mv), Err(IllegalMove(mv)));
/// # Ok::<(), IllegalMove>(())
/// ```
pub fn play(position: &Position, mv: Move) -> Result<Position, IllegalMove> {
    if is_legal(position, mv) { Ok(position.make(mv)) } else { Err(IllegalMove(mv)) }
}
