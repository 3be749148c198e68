//! The choices that a writer of FEN has.

/// Which en passant square a position is said to have after a double push.
///
/// `Position::en_passant_target` of `bartizan-board` answers by it.
///
/// ```
/// use bartizan_types::EnPassantMode;
///
/// assert_eq!(EnPassantMode::default(), EnPassantMode::Legal);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnPassantMode {
    /// Where a capture en passant is legal. Positions are compared and hashed so.
    #[default]
    Legal,
    /// Where a pawn stands beside the one that has passed, whether or not its king would be left in check. Polyglot
    /// keys are made so.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 says.
    Always,
}

/// How the castling field of a FEN is written.
///
/// ```
/// use bartizan_types::CastlingNotation;
///
/// assert_eq!(CastlingNotation::default(), CastlingNotation::XFen);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingNotation {
    /// X-FEN: `KQkq` where the rook is the outermost one on its side of the king, else its file. It names every
    /// position, and is the usual FEN in standard chess.
    #[default]
    XFen,
    /// Shredder-FEN: always the file of the rook, as in `HAha`.
    Shredder,
    /// `KQkq` always, which leaves open which rook castles where two stand on one side of the king.
    Standard,
}
