//! Moves in UCI notation: origin, target and promotion letter. The protocol writes castling in two
//! ways; a [`Move`] is always "king takes own rook".

use super::MoveParseError;
use alloc::string::{String, ToString};
use board::{CastlingSide, Color, File, Move, PieceKind, Position, Square, UciMove};
use movegen::legal_moves;

/// A legal move in UCI notation.
///
/// With `chess960`, castling is the king taking its own rook (`e1h1`), else the two squares of the
/// king (`e1g1`). Castling from another file than e, which standard chess does not have, is always
/// written in the first way, since the second would be ambiguous with a king move.
///
/// ```
/// use bartizan_notation::{board::Position, parse_uci, to_uci};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let castling = parse_uci(&position, "e1g1").expect("it is legal");
/// assert_eq!((to_uci(castling, false), to_uci(castling, true)), ("e1g1".into(), "e1h1".into()));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
pub fn to_uci(mv: Move, chess960: bool) -> String {
    mv.to_uci(chess960).to_string()
}

/// Whether castling in a position is not that of standard chess: a king or rook that may castle stands elsewhere. Then
/// UCI engines need `UCI_Chess960`, and a PGN the tag `Variant`.
///
/// ```
/// use bartizan_notation::{board::Position, is_chess960};
///
/// assert!(!is_chess960(&Position::startpos()));
/// let position = Position::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")?;
/// assert!(is_chess960(&position));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
pub fn is_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let differs = |(side, file)| {
            let rook = position.castling_rook(color, side);
            rook.is_some_and(|rook| rook.file() != file || position.king(color).file() != File::E)
        };
        [(CastlingSide::KingSide, File::H), (CastlingSide::QueenSide, File::A)]
            .into_iter()
            .any(differs)
    })
}

/// The legal move that a text in UCI notation means in `position`.
///
/// Both ways to write castling are accepted. Where the two squares are also those of a king move,
/// the king move is meant. The promotion letter may be upper case.
///
/// ```
/// use bartizan_notation::{MoveParseError, board::Position, parse_uci};
///
/// let start = Position::startpos();
/// assert_eq!(parse_uci(&start, "e2e4").expect("it is legal").to_string(), "e2e4");
/// assert_eq!(parse_uci(&start, "e2e5"), Err(MoveParseError::Illegal));
/// assert_eq!(parse_uci(&start, "Nf3"), Err(MoveParseError::Malformed));
/// ```
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed (`0000` too), a promotion is missing, or the move
/// is not legal.
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let Ok(UciMove::Normal { from, to, promotion }) = text.parse() else {
        return Err(MoveParseError::Malformed);
    };
    find_exactly(position, from, to, promotion)
}

/// The legal move between two squares, castling in both ways to write it. A promotion is to a queen unless it says
/// something else.
///
/// ```
/// use bartizan_notation::{board::{PieceKind, Position, Square}, find_move};
///
/// let position = Position::from_fen("1k6/6P1/8/8/8/8/8/4K2R w K - 0 1")?;
/// let castling = find_move(&position, Square::E1, Square::G1, None)?;
/// let promotion = find_move(&position, Square::G7, Square::G8, None)?;
/// assert!(castling.is_castle() && promotion.promotion() == Some(PieceKind::Queen));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MoveParseError::Illegal`].
pub fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Result<Move, MoveParseError> {
    match find_exactly(position, from, to, promotion) {
        Err(MoveParseError::MissingPromotion) => {
            find_exactly(position, from, to, Some(PieceKind::Queen))
        }
        found => found,
    }
}

/// The legal move between two squares, castling in both ways to write it.
///
/// # Errors
/// [`MoveParseError::MissingPromotion`] or [`MoveParseError::Illegal`].
pub(crate) fn find_exactly(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Result<Move, MoveParseError> {
    let moves = legal_moves(position);
    let exact = |mv: &&Move| (mv.from(), mv.to(), mv.promotion()) == (from, to, promotion);
    let castling = |mv: &&Move| {
        mv.is_castle() && mv.from() == from && mv.castle_king_target() == to && promotion.is_none()
    };
    let same_squares = |mv: &Move| (mv.from(), mv.to()) == (from, to);
    match moves.iter().find(exact).or(moves.iter().find(castling)) {
        Some(&mv) => Ok(mv),
        None if promotion.is_none() && moves.iter().any(same_squares) => {
            Err(MoveParseError::MissingPromotion)
        }
        None => Err(MoveParseError::Illegal),
    }
}
