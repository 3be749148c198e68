//! Static exchange evaluation: a list of positions with published values, and a slow exchange
//! search that makes the captures on a board of its own and shares nothing with the layer's.

use board::{Bitboard, Color, Move, Piece, PieceKind, Position, Rank, Square};
use ordering::SeeValues;

use crate::positions::{constructed, legal_moves, mixed, parse, read_move};
use testkit::data;

/// Runs the contract of static exchange evaluation on the crate named `ordering`.
///
/// # Panics
/// When it does not hold.
pub fn see() {
    see_of(ordering::see, ordering::see_ge);
}

/// Runs the contract of `see` and `see_ge` on any two functions.
///
/// # Panics
/// When it does not hold.
pub fn see_of(
    value: impl Fn(&Position, Move, &SeeValues) -> i32,
    reaches: impl Fn(&Position, Move, i32, &SeeValues) -> bool,
) {
    // Both functions say what the slow search says.
    let agree = |position: &Position, mv: Move, values: &SeeValues| {
        let expected = exchange_value(position, mv, values);
        assert_eq!(value(position, mv, values), expected, "exchange value of {mv} in {position}");
        for (threshold, reached) in [
            (expected, true),
            (expected + 1, false),
            (expected - 150, true),
            (expected + 150, false),
            (i32::MIN, true),
            (i32::MAX, false),
        ] {
            assert_eq!(
                reaches(position, mv, threshold, values),
                reached,
                "{mv} reaches {threshold} (its value is {expected}) in {position}"
            );
        }
    };
    published(agree);
    // Values of the lab, and uneven ones that tell every pair of pieces apart.
    for values in [SeeValues::DEFAULT, SeeValues([97, 311, 347, 521, 983, 0])] {
        for position in mixed(71, 500).iter().chain(&constructed(72, 3000)) {
            for mv in legal_moves(position) {
                agree(position, mv, &values);
            }
        }
    }
}

/// The list in `testkit::data`.
fn published(agree: impl Fn(&Position, Move, &SeeValues)) {
    let lines = data::lines(&data::repository_file("see.epd"));
    assert!(lines.len() >= 60, "the list has only {} positions", lines.len());
    for line in lines {
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
#[must_use]
pub fn exchange_value(position: &Position, mv: Move, values: &SeeValues) -> i32 {
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
    gain - board.best_capture(mv.to(), !mover.color(), values)
}

/// A board of pieces only.
#[derive(Clone)]
struct Board([Option<Piece>; 64]);

impl Board {
    fn of(position: &Position) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square)))
    }

    /// What `side` can win by capturing on `target`, 0 for stopping.
    fn best_capture(&self, target: Square, side: Color, values: &SeeValues) -> i32 {
        let worth = |kind: PieceKind| values.0[kind.index()];
        let Some(victim) = self.0[target.index()] else { return 0 };
        for kind in PieceKind::ALL {
            for from in Square::ALL {
                if self.0[from.index()] != Some(Piece::new(side, kind))
                    || !self.attacks(from, target)
                {
                    continue;
                }
                let Some((next, promoted)) = self.capture(from, target) else { continue };
                let gain = worth(victim.kind())
                    + if promoted { worth(PieceKind::Queen) - worth(kind) } else { 0 };
                return (gain - next.best_capture(target, !side, values)).max(0);
            }
        }
        0
    }

    /// The board after a capture and whether it promotes, or `None` where the king forbids it.
    fn capture(&self, from: Square, target: Square) -> Option<(Self, bool)> {
        let piece = self.0[from.index()]?;
        let promotes =
            piece.kind() == PieceKind::Pawn && matches!(target.rank(), Rank::First | Rank::Eighth);
        let mut next = self.clone();
        next.0[from.index()] = None;
        next.0[target.index()] =
            Some(if promotes { Piece::new(piece.color(), PieceKind::Queen) } else { piece });
        let enemy = !piece.color();
        let allowed = if piece.kind() == PieceKind::King {
            next.attackers(target, enemy).is_empty()
        } else {
            let king = self.king(piece.color());
            (next.attackers(king, enemy) & !self.attackers(king, enemy)).is_empty()
        };
        allowed.then_some((next, promotes))
    }

    fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceKind::King));
        Square::ALL
            .into_iter()
            .find(|square| self.0[square.index()] == king)
            .unwrap_or_else(|| panic!("no king"))
    }

    fn attackers(&self, target: Square, by: Color) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|from| {
                self.0[from.index()].is_some_and(|piece| piece.color() == by)
                    && self.attacks(*from, target)
            })
            .fold(Bitboard::EMPTY, |all, square| all | square.bitboard())
    }

    /// Whether the piece on `from` attacks `target`, found by walking.
    fn attacks(&self, from: Square, target: Square) -> bool {
        let Some(piece) = self.0[from.index()] else { return false };
        let coordinates = |square: Square| (square.index() as i32 % 8, square.index() as i32 / 8);
        let ((f, r), (tf, tr)) = (coordinates(from), coordinates(target));
        let (df, dr) = (tf - f, tr - r);
        let (files, ranks) = (df.abs(), dr.abs());
        if (files, ranks) == (0, 0) {
            return false;
        }
        let slides = match piece.kind() {
            PieceKind::Pawn => {
                return files == 1 && dr == if piece.color() == Color::White { 1 } else { -1 };
            }
            PieceKind::Knight => return files * ranks == 2,
            PieceKind::King => return files.max(ranks) == 1,
            PieceKind::Bishop => files == ranks,
            PieceKind::Rook => files * ranks == 0,
            PieceKind::Queen => files == ranks || files * ranks == 0,
        };
        slides
            && (1..files.max(ranks)).all(|step| {
                let square = (r + dr.signum() * step) * 8 + f + df.signum() * step;
                self.0[square as usize].is_none()
            })
    }
}
