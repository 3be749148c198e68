//! Static exchange evaluation: what a move wins or loses on the square it goes to, when both
//! sides go on capturing there for as long as it pays. Nothing else on the board counts.
//!
//! The rules:
//!
//! * The first move is taken as it is; it must be legal. It gains what it captures (a pawn for
//!   en passant) and, for a promotion, the new piece less the pawn. Castling is worth 0.
//! * Then the sides capture on that square in turn, each with its least valuable piece that
//!   may: pawn, knight, bishop, rook, queen, king; of equal ones that on the lowest square.
//!   Pieces behind the capturing ones join in as the lines open.
//! * Either side may stop instead of capturing, and does when that is better for it.
//! * A piece may not capture if it would uncover its own king to a slider on the line that it
//!   leaves. This is asked on the board as it is by then, so a pin ends when the pinning piece
//!   has joined the exchange, and begins when a piece between has gone.
//! * A king may not capture while the other side attacks the square, with pinned pieces too.
//! * A pawn that captures on the last rank becomes a queen.
//!
//! Checks count for nothing beyond that: a side in check from elsewhere captures all the same.

use board::{Bitboard, Color, Move, PieceKind, Position, Rank, Square, attacks};

/// What the pieces are worth in an exchange, by [`PieceKind`]. The king's value is not used.
/// All values must be positive, none above a million, and the queen's not below the pawn's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeValues(pub [i32; 6]);

impl SeeValues {
    /// 100, 300, 300, 500, 900: centipawns, knights and bishops alike so that their exchange
    /// is even.
    pub const DEFAULT: Self = Self([100, 300, 300, 500, 900, 0]);

    #[inline]
    fn of(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }

    /// What a pawn gains by becoming a piece of `kind`.
    #[inline]
    fn promotion(&self, kind: PieceKind) -> i32 {
        self.of(kind) - self.of(PieceKind::Pawn)
    }
}

impl Default for SeeValues {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether the exchange that the legal move `mv` begins is worth at least `threshold` to the
/// side to move. The same as `see(..) >= threshold`, but found with as little work as will do.
pub fn see_ge(position: &Position, mv: Move, threshold: i32, values: &SeeValues) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let (gain, placed) = first_capture(position, mv, values);
    // By how much the side that has just captured is above the threshold, from its own view, if
    // the other side now stops. (Below, and all through the loop: if it also loses the piece it
    // has placed there and the exchange ends with that.)
    let mut balance = gain.saturating_sub(threshold);
    if balance < 0 {
        return false;
    }
    if placed == PieceKind::King {
        return true;
    }
    balance -= values.of(placed);

    let us = position.side_to_move();
    let promoting = promoting_side(mv.to());
    let bonus = values.promotion(PieceKind::Queen);
    let mut side = !us;
    if balance >= bonus || (balance >= 0 && promoting != Some(side)) {
        return true;
    }
    let mut exchange = Exchange::after(position, mv);
    // Each time round, `side` fails unless it captures; so whoever is to capture at the end,
    // having no piece for it or gaining nothing by it, has lost.
    loop {
        if balance >= 0 && promoting != Some(side) {
            break;
        }
        let Some(kind) = exchange.capture(side) else {
            break;
        };
        // Even if it captures for nothing it does not reach its aim, unless a promotion helps.
        if balance >= 0 && (kind != PieceKind::Pawn || balance >= bonus) {
            break;
        }
        // A queen gained by promotion and lost again leaves the loss of the pawn.
        balance = -balance - 1 - values.of(kind);
        side = !side;
        if kind == PieceKind::King {
            // Nobody can take back.
            break;
        }
    }
    side != us
}

/// What the exchange that the legal move `mv` begins is worth to the side to move.
pub fn see(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let (gain, mut placed) = first_capture(position, mv, values);
    // What each capture gains by itself; there are at most 32 pieces to make one.
    let mut gains = [0; 32];
    let mut captures = 0;
    let mut side = !position.side_to_move();
    let mut exchange = Exchange::after(position, mv);
    while placed != PieceKind::King
        && let Some(kind) = exchange.capture(side)
    {
        gains[captures] = values.of(placed);
        placed = kind;
        if kind == PieceKind::Pawn && promoting_side(mv.to()) == Some(side) {
            gains[captures] += values.promotion(PieceKind::Queen);
            placed = PieceKind::Queen;
        }
        captures += 1;
        side = !side;
    }
    // From the last capture back: each side takes the better of stopping and capturing.
    let answer = gains[..captures].iter().rev().fold(0, |next, gain| (gain - next).max(0));
    gain - answer
}

/// What the first move gains, and the kind of piece it leaves on its square.
#[inline]
fn first_capture(position: &Position, mv: Move, values: &SeeValues) -> (i32, PieceKind) {
    let captured = position.captured(mv).map_or(0, |kind| values.of(kind));
    match mv.promotion() {
        Some(kind) => (captured + values.promotion(kind), kind),
        None => (captured, position.moved_piece(mv).kind()),
    }
}

/// The side whose pawns are promoted when they capture on `square`, if it is on an end rank.
#[inline]
fn promoting_side(square: Square) -> Option<Color> {
    match square.rank() {
        Rank::Eighth => Some(Color::White),
        Rank::First => Some(Color::Black),
        _ => None,
    }
}

/// An exchange under way: who still takes part.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// Occupied squares by now; those of the pieces used up are empty, the target never is.
    occupied: Bitboard,
    /// Pieces of both sides that attack the target, and some that have been used up already.
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// The exchange after its first move, which is not castling.
    #[inline]
    fn after(position: &'a Position, mv: Move) -> Self {
        let target = mv.to();
        let mut occupied = (position.occupied() - mv.from().bitboard()) | target.bitboard();
        if mv.is_en_passant() {
            let passed = Square::new(target.file(), mv.from().rank());
            occupied = occupied - passed.bitboard();
        }
        Self { position, target, occupied, attackers: position.attackers_to(target, occupied) }
    }

    /// Captures with the least valuable piece of `side` that may, and says of what kind it was.
    #[inline]
    fn capture(&mut self, side: Color) -> Option<PieceKind> {
        let ours = self.attackers & self.occupied & self.position.color(side);
        if ours.is_empty() {
            return None;
        }
        for kind in [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ] {
            for square in ours & self.position.pieces(kind) {
                if !self.is_pinned(side, square) {
                    self.occupied = self.occupied - square.bitboard();
                    self.uncover(kind);
                    return Some(kind);
                }
            }
        }
        let king = self.position.king(side);
        (ours.contains(king) && self.king_may_capture(side, king)).then_some(PieceKind::King)
    }

    /// Lets the sliders join in that stood behind a piece of `kind`, which has just left.
    #[inline]
    fn uncover(&mut self, kind: PieceKind) {
        let pieces = |kind| self.position.pieces(kind);
        let queens = pieces(PieceKind::Queen);
        if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
            let sliders = pieces(PieceKind::Bishop) | queens;
            self.attackers |= attacks::bishop(self.target, self.occupied) & sliders;
        }
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
            let sliders = pieces(PieceKind::Rook) | queens;
            self.attackers |= attacks::rook(self.target, self.occupied) & sliders;
        }
    }

    /// Whether the piece of `side` on `square` would uncover its king by going to the target.
    #[inline]
    fn is_pinned(&self, side: Color, square: Square) -> bool {
        let king = self.position.king(side);
        let line = attacks::line(king, square);
        // Few pieces are on a line with their king and an enemy piece, so the rest of the
        // question is kept out of the way.
        let theirs = line & self.position.color(!side) & self.occupied;
        theirs.any() && !line.contains(self.target) && self.is_held(king, square, theirs)
    }

    /// Whether one of `theirs`, which are on a line with both squares, is a slider that would
    /// see `king` if `square` were empty.
    #[cold]
    fn is_held(&self, king: Square, square: Square, theirs: Bitboard) -> bool {
        let is_straight = king.file() == square.file() || king.rank() == square.rank();
        let kind = if is_straight { PieceKind::Rook } else { PieceKind::Bishop };
        let sliders = self.position.pieces(kind) | self.position.pieces(PieceKind::Queen);
        (sliders & theirs)
            .into_iter()
            .any(|slider| attacks::between(king, slider) & self.occupied == square.bitboard())
    }

    /// Whether no piece of the other side, pinned or not, attacks the target once the king of
    /// `side` has left its square for it.
    fn king_may_capture(&self, side: Color, king: Square) -> bool {
        let occupied = self.occupied - king.bitboard();
        let attackers = self.position.attackers_to(self.target, occupied);
        (attackers & occupied & self.position.color(!side)).is_empty()
    }
}
