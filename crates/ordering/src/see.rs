//! Static exchange evaluation (SEE): what a move wins or loses on its target square when both sides
//! go on capturing there for as long as it pays. The swap algorithm of the Chess Programming Wiki, with
//! pins and promotions. The rules are in the page "Move ordering" of the book.

use board::{Bitboard, Color, Move, PieceKind, Position, Rank, Square, attacks};

/// Piece values of an exchange, by [`PieceKind`]. The king's value is not used. All values must be
/// positive, none above a million, and the queen's not below the pawn's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeValues(pub [i32; 6]);

impl SeeValues {
    /// Centipawns: 100, 300, 300, 500, 900. Knight and bishop are equal, so that their exchange is even.
    pub const DEFAULT: Self = Self([100, 300, 300, 500, 900, 0]);

    #[inline]
    fn of(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }

    /// Gain of the promotion of a pawn to `kind`.
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

/// Whether the exchange that the legal move `mv` begins is worth at least `threshold` to the side to
/// move. Equal to `see(..) >= threshold`, but stops as soon as the answer is known.
pub fn see_ge(position: &Position, mv: Move, threshold: i32, values: &SeeValues) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let (gain, next_victim) = first_move_gain(position, mv, values);
    // Gain above the threshold if the other side stops. From the subtraction below on: of the side that
    // has just captured, if its piece is recaptured and the exchange ends there.
    let mut balance = gain.saturating_sub(threshold);
    if balance < 0 {
        return false;
    }
    if next_victim == PieceKind::King {
        return true;
    }
    balance -= values.of(next_victim);

    let us = position.side_to_move();
    let promoting = promoting_side(mv.to());
    let promotion_gain = values.promotion(PieceKind::Queen);
    let mut side = !us;
    if balance >= promotion_gain || (balance >= 0 && promoting != Some(side)) {
        return true;
    }
    let mut exchange = Exchange::after_move(position, mv);
    // Invariant: `side` fails unless it captures. The side that cannot capture, or gains nothing by it,
    // fails.
    loop {
        if balance >= 0 && promoting != Some(side) {
            break;
        }
        let Some(kind) = exchange.capture_with_least_valuable(side) else {
            break;
        };
        // Even a capture without a recapture does not reach the threshold, unless a pawn promotes.
        if balance >= 0 && (kind != PieceKind::Pawn || balance >= promotion_gain) {
            break;
        }
        // A promoted queen that is recaptured is the loss of a pawn.
        balance = -balance - 1 - values.of(kind);
        side = !side;
        if kind == PieceKind::King {
            // No recapture is possible.
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
    let (gain, mut next_victim) = first_move_gain(position, mv, values);
    // Gain of each capture by itself; there are at most 32 pieces.
    let mut gains = [0; 32];
    let mut captures = 0;
    let mut side = !position.side_to_move();
    let mut exchange = Exchange::after_move(position, mv);
    while next_victim != PieceKind::King
        && let Some(kind) = exchange.capture_with_least_valuable(side)
    {
        gains[captures] = values.of(next_victim);
        next_victim = kind;
        if kind == PieceKind::Pawn && promoting_side(mv.to()) == Some(side) {
            gains[captures] += values.promotion(PieceKind::Queen);
            next_victim = PieceKind::Queen;
        }
        captures += 1;
        side = !side;
    }
    // From the last capture back, each side chooses the better of stopping and capturing.
    let best_reply = gains[..captures].iter().rev().fold(0, |next, gain| (gain - next).max(0));
    gain - best_reply
}

/// Gain of the first move, and the kind of piece it leaves on the target.
#[inline]
fn first_move_gain(position: &Position, mv: Move, values: &SeeValues) -> (i32, PieceKind) {
    let captured = position.captured(mv).map_or(0, |kind| values.of(kind));
    match mv.promotion() {
        Some(kind) => (captured + values.promotion(kind), kind),
        None => (captured, position.moved_piece(mv).kind()),
    }
}

/// The side whose pawns promote on `square`; `None` if it is not on the first or last rank.
#[inline]
fn promoting_side(square: Square) -> Option<Color> {
    match square.rank() {
        Rank::Eighth => Some(Color::White),
        Rank::First => Some(Color::Black),
        _ => None,
    }
}

/// The state of an exchange.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// Occupied squares; those of the pieces that have captured are empty, the target never is.
    occupied: Bitboard,
    /// Pieces of both sides that attack the target, including some that have captured already.
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// The exchange after its first move, which is not castling.
    #[inline]
    fn after_move(position: &'a Position, mv: Move) -> Self {
        let target = mv.to();
        let mut occupied = (position.occupied() - mv.from().bitboard()) | target.bitboard();
        if mv.is_en_passant() {
            let passed = Square::new(target.file(), mv.from().rank());
            occupied -= passed;
        }
        Self { position, target, occupied, attackers: position.attackers_to(target, occupied) }
    }

    /// Captures with the least valuable attacker of `side` that may, and returns its kind; `None` if
    /// there is none.
    #[inline]
    fn capture_with_least_valuable(&mut self, side: Color) -> Option<PieceKind> {
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
                    self.occupied -= square;
                    self.add_x_rays();
                    return Some(kind);
                }
            }
        }
        let king = self.position.king(side);
        (ours.contains(king) && self.king_may_capture(side, king)).then_some(PieceKind::King)
    }

    /// Adds the sliders behind a piece that has just left its square (x-ray attacks). All lines are looked up,
    /// whatever the piece: to tell them apart takes longer.
    #[inline]
    fn add_x_rays(&mut self) {
        let pieces = |kind| self.position.pieces(kind);
        let queens = pieces(PieceKind::Queen);
        self.attackers |= attacks::bishop(self.target, self.occupied)
            & (pieces(PieceKind::Bishop) | queens)
            | attacks::rook(self.target, self.occupied) & (pieces(PieceKind::Rook) | queens);
    }

    /// Whether the piece of `side` on `square` would expose its king to a slider by capturing.
    #[inline]
    fn is_pinned(&self, side: Color, square: Square) -> bool {
        let king = self.position.king(side);
        let line = attacks::line(king, square);
        // Few pieces are on a line with their king and an enemy piece: the rest is a cold function.
        let theirs = line & self.position.color(!side) & self.occupied;
        theirs.any()
            && !line.contains(self.target)
            && self.is_pinned_by_slider(king, square, theirs)
    }

    /// Whether one of `theirs`, which are on a line with both squares, is a slider that would attack
    /// `king` if `square` were empty.
    #[cold]
    fn is_pinned_by_slider(&self, king: Square, square: Square, theirs: Bitboard) -> bool {
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
