//! The positions of `testkit` as values of the board, and moves read without a move generator.

use board::{Move, MoveFlag, Piece, PieceKind, Position, Square};
use testkit::positions::{self, RandomGame};
use testkit::{CozyBoard, Rng};

/// A position from a FEN that is known to be right.
///
/// # Panics
/// When the board refuses it.
#[must_use]
pub fn parse(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// [`positions::chosen`].
#[must_use]
pub fn chosen() -> Vec<Position> {
    positions::chosen().map(parse).collect()
}

/// [`positions::random`].
#[must_use]
pub fn random(seed: u64, count: usize) -> Vec<Position> {
    positions::random(seed, count).iter().map(|fen| parse(fen)).collect()
}

/// [`positions::mixed`].
#[must_use]
pub fn mixed(seed: u64, count: usize) -> Vec<Position> {
    positions::mixed(seed, count).iter().map(|fen| parse(fen)).collect()
}

/// [`testkit::constructed`].
#[must_use]
pub fn constructed(seed: u64, count: usize) -> Vec<Position> {
    testkit::constructed(seed, count).iter().map(|fen| parse(fen)).collect()
}

/// The moves of a [`RandomGame`] from `start`.
#[must_use]
pub fn random_moves(start: &Position, rng: &mut Rng, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let game = RandomGame::play(&start.to_shredder_fen(), rng, plies);
    let read = |text: &String| {
        let mv = read_move(&position, text);
        position = position.make(mv);
        mv
    };
    game.moves.iter().map(read).collect()
}

/// The positions of a [`RandomGame`], `start` first.
#[must_use]
pub fn random_game(start: &Position, rng: &mut Rng, plies: usize) -> Vec<Position> {
    let mut line = vec![start.clone()];
    for mv in random_moves(start, rng, plies) {
        line.push(line[line.len() - 1].make(mv));
    }
    line
}

/// A legal move from its text (castling as king takes rook). Its flag follows from the position.
///
/// # Panics
/// When the text is no move of a piece.
#[must_use]
pub fn read_move(position: &Position, text: &str) -> Move {
    let square = |at: usize| text.get(at..at + 2).and_then(|name| name.parse::<Square>().ok());
    let (Some(from), Some(to)) = (square(0), square(2)) else { panic!("no move: {text:?}") };
    let Some(mover) = position.piece_on(from) else { panic!("no piece for {text} in {position}") };
    let pawn = mover.kind() == PieceKind::Pawn;
    let target = position.piece_on(to).map(Piece::color);
    let captures = target == Some(!mover.color());
    let promotion = text.get(4..).and_then(|letter| "qnrb".find(letter)).filter(|_| text.len() > 4);
    let flag = match promotion {
        Some(index) if captures => MoveFlag::CAPTURE_PROMOTIONS[index],
        Some(index) => MoveFlag::PROMOTIONS[index],
        None if captures => MoveFlag::CAPTURE,
        None if target.is_some() => MoveFlag::CASTLE,
        None if pawn && from.file() != to.file() => MoveFlag::EN_PASSANT,
        None if pawn && from.index().abs_diff(to.index()) == 16 => MoveFlag::DOUBLE_PUSH,
        None => MoveFlag::QUIET,
    };
    Move::new(from, to, flag)
}

/// The legal moves, by cozy-chess.
#[must_use]
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let moves = cozy_board(position).legal_moves();
    moves.iter().map(|text| read_move(position, text)).collect()
}

/// Moves by their bits, sorted, so that lists can be compared.
#[must_use]
pub fn bits(moves: &[Move]) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits
}

/// The same position in cozy-chess, its counters aside: cozy-chess refuses those past a draw.
///
/// # Panics
/// When cozy-chess refuses it.
#[must_use]
pub fn cozy_board(position: &Position) -> CozyBoard {
    let fen = position.to_shredder_fen();
    let fields: Vec<&str> = fen.split(' ').take(4).chain(["0", "1"]).collect();
    CozyBoard::from_fen(&fields.join(" ")).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares a list of legal moves of `position` with that of cozy-chess.
///
/// # Panics
/// When they differ, with the moves that only one of them has.
pub fn compare_with_cozy(board: &CozyBoard, position: &Position, moves: &[Move]) {
    let mut ours: Vec<String> = moves.iter().map(Move::to_string).collect();
    ours.sort_unstable();
    let theirs = board.legal_moves();
    if ours == theirs {
        return;
    }
    let beyond = |moves: &[String], others: &[String]| -> Vec<String> {
        moves.iter().filter(|mv| !others.contains(mv)).cloned().collect()
    };
    let (extra, missing) = (beyond(&ours, &theirs), beyond(&theirs, &ours));
    panic!(
        "the legal moves of {position} differ from cozy-chess's: illegal moves generated \
         {extra:?}, legal moves missing {missing:?}, {} generated, {} legal",
        ours.len(),
        theirs.len()
    );
}
