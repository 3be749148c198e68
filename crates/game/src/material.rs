//! Whether the material on the board is enough to mate.

use board::{Bitboard, Color, PieceKind, Position};

/// Whether neither side can mate by any sequence of moves, judged by material alone: the dead positions that arbiters and
/// servers declare by the pieces left. These are bare kings, one minor piece against a bare king, and bishops all on
/// squares of one colour. Other dead positions, such as a wall of blocked pawns, are not detected.
///
/// The same as [`has_insufficient_material`] of both sides.
///
/// ```
/// use bartizan_game::{board::Position, is_insufficient_material};
///
/// let knight = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert!(is_insufficient_material(&knight));
/// let two_knights = Position::from_fen("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1")?;
/// assert!(!is_insufficient_material(&two_knights));
/// # Ok::<(), bartizan_game::board::FenError>(())
/// ```
#[must_use]
pub fn is_insufficient_material(position: &Position) -> bool {
    position.has_insufficient_material()
}

/// Whether this side cannot mate by any sequence of moves, the worst ones of the other side included, judged by material
/// alone. Lichess calls a game drawn when the other side of such a side runs out of time (FIDE article 6.9).
///
/// True only where no mate is possible. A side has insufficient material
///
/// - with a bare king;
/// - with one knight, if the other side has none but queens, which always guard the square of the knight that mates;
/// - with bishops, if all bishops on the board stand on squares of one colour and there are neither pawns nor knights.
///
/// ```
/// use bartizan_game::{board::{Color, Position}, has_insufficient_material};
///
/// // A rook may stand in the way of its own king.
/// let position = Position::from_fen("4k2r/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert!(!has_insufficient_material(&position, Color::White));
/// let position = Position::from_fen("4k2q/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert!(has_insufficient_material(&position, Color::White));
/// assert!(!has_insufficient_material(&position, Color::Black));
/// # Ok::<(), bartizan_game::board::FenError>(())
/// ```
#[must_use]
pub fn has_insufficient_material(position: &Position, color: Color) -> bool {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let own = |kind| position.of(color, kind);
    if (own(Pawn) | own(Rook) | own(Queen)).any() {
        return false;
    }
    if own(Knight).any() {
        let harmless = position.pieces(King) | position.of(!color, Queen);
        return (position.occupied() - harmless).count() == 1;
    }
    if own(Bishop).any() {
        let bishops = position.pieces(Bishop);
        let one_color = [Bitboard::LIGHT, Bitboard::DARK].iter().any(|&c| (bishops & c) == bishops);
        return one_color && (position.pieces(Pawn) | position.pieces(Knight)).is_empty();
    }
    true
}
