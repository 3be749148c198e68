//! Static exchange evaluation: a list of positions with published values, and a slow exchange
//! search that makes the captures on a board of its own and shares nothing with the layer's.

use board::{Color, Move, Piece, PieceKind, Position, Rank, Square};
use ordering::{SeeValues, see as see_value, see_ge};

use crate::naive::Board;
use crate::positions::{constructed, legal_moves, mixed, parse, read_move};
use testkit::{data, numbered_lines};

/// Runs the contract of static exchange evaluation on the crate named `ordering`.
pub fn see() {
    published();
    // Values of the lab, and uneven ones that tell every pair of pieces apart.
    for values in [SeeValues::DEFAULT, SeeValues([97, 311, 347, 521, 983, 0])] {
        for position in mixed(71, 500).iter().chain(&constructed(72, 3000)) {
            for mv in legal_moves(position) {
                agree(position, mv, &values);
            }
        }
    }
}

/// Both functions say what the slow search says.
fn agree(position: &Position, mv: Move, values: &SeeValues) {
    let expected = exchange_value(position, mv, values);
    assert_eq!(see_value(position, mv, values), expected, "exchange value of {mv} in {position}");
    for (threshold, reached) in [
        (expected, true),
        (expected + 1, false),
        (expected - 150, true),
        (expected + 150, false),
        (i32::MIN, true),
        (i32::MAX, false),
    ] {
        assert_eq!(
            see_ge(position, mv, threshold, values),
            reached,
            "{mv} reaches {threshold} (its value is {expected}) in {position}"
        );
    }
}

/// The list in `testkit::data`.
fn published() {
    let list = std::fs::read_to_string(data::repository_file("see.epd"));
    let list = list.unwrap_or_else(|error| panic!("{error}"));
    assert!(numbered_lines(&list).count() >= 60, "the list is too short");
    for (_, line) in numbered_lines(&list) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [fen, mv, value, _] = fields[..] else { panic!("four fields are needed: {line}") };
        let position = parse(fen);
        let mv = read_move(&position, mv);
        let expected: i32 = value.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(
            exchange_value(&position, mv, &SeeValues::DEFAULT),
            expected,
            "the slow search: {line}"
        );
        agree(&position, mv, &SeeValues::DEFAULT);
    }
}

/// What the exchange begun by a legal move is worth to the side to move, by making the captures.
///
/// The rules are those of `ordering::see`: each side captures with its least valuable man that
/// may (of equal ones that on the lowest square) or stops; a man that would uncover its king to a
/// slider may not, a king may not go where the other side attacks; pawns become queens.
fn exchange_value(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let worth = |kind: PieceKind| values.0[kind.index()];
    let mut board = Board::of(position);
    let mover = position.moved_piece(mv);
    let mut gain = position.captured(mv).map_or(0, worth);
    if mv.is_en_passant() {
        board.0[Square::new(mv.to().file(), mv.from().rank()).index()] = None;
    }
    board.0[mv.from().index()] = None;
    board.0[mv.to().index()] = Some(mover);
    if let Some(kind) = mv.promotion() {
        gain += worth(kind) - worth(PieceKind::Pawn);
        board.0[mv.to().index()] = Some(Piece::new(mover.color(), kind));
    }
    gain - best_capture(&board, mv.to(), !mover.color(), values)
}

/// What `side` can win by capturing on `target`, 0 for stopping.
fn best_capture(board: &Board, target: Square, side: Color, values: &SeeValues) -> i32 {
    let worth = |kind: PieceKind| values.0[kind.index()];
    let Some(victim) = board.0[target.index()] else { return 0 };
    for kind in PieceKind::ALL {
        let piece = Some(Piece::new(side, kind));
        for from in board.attackers(target, side) {
            if board.0[from.index()] != piece {
                continue;
            }
            let Some((next, promoted)) = capture(board, from, target) else { continue };
            let gain = worth(victim.kind())
                + if promoted { worth(PieceKind::Queen) - worth(kind) } else { 0 };
            return (gain - best_capture(&next, target, !side, values)).max(0);
        }
    }
    0
}

/// The board after a capture and whether it promotes, or `None` where the king forbids it.
fn capture(board: &Board, from: Square, target: Square) -> Option<(Board, bool)> {
    let piece = board.0[from.index()]?;
    let (us, kind) = (piece.color(), piece.kind());
    let promotes = kind == PieceKind::Pawn && matches!(target.rank(), Rank::First | Rank::Eighth);
    let mut next = board.clone();
    next.0[from.index()] = None;
    next.0[target.index()] = Some(if promotes { Piece::new(us, PieceKind::Queen) } else { piece });
    let allowed = if kind == PieceKind::King {
        next.attackers(target, !us).is_empty()
    } else {
        let king = Some(Piece::new(us, PieceKind::King));
        let king = Square::ALL.into_iter().find(|square| board.0[square.index()] == king)?;
        (next.attackers(king, !us) - board.attackers(king, !us)).is_empty()
    };
    allowed.then_some((next, promotes))
}
