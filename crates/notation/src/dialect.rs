//! Moves as people and programs write them in game texts: figurines, long and coordinate notation, small
//! letters, odd promotions, null moves. Each text names one move; what is not legal or not unique is an error.

use super::signs::read_signs;
use super::{MoveParseError, San, uci};
use board::{CastlingSide, File, Move, PieceKind, Position, Rank, Square};

/// A move as it is written, not yet compared with a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WrittenMove {
    /// The side to move passes: `--`.
    Null,
    /// Both squares without a piece: any piece, castling included.
    Squares(Square, Square, Option<PieceKind>),
    /// SAN, long or short. The second reading counts where the first is not legal: `bc4` is a capture of a
    /// pawn or a move of a bishop.
    San(San, Option<San>),
}

/// Texts of null moves.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "NULL"];
/// Texts of castling, once hyphens are hyphens. Longer ones come first.
const CASTLING: [(&str, CastlingSide); 6] = [
    ("O-O-O", CastlingSide::QueenSide),
    ("0-0-0", CastlingSide::QueenSide),
    ("o-o-o", CastlingSide::QueenSide),
    ("O-O", CastlingSide::KingSide),
    ("0-0", CastlingSide::KingSide),
    ("o-o", CastlingSide::KingSide),
];

/// The legal move that a text in any of the dialects of game files means; signs such as `+` and `!` may stand behind it.
///
/// ```
/// use bartizan_notation::{board::Position, parse_dialect, parse_san};
///
/// let start = Position::startpos();
/// for text in ["♘f3", "Ng1-f3!?", "g1f3", "nf3+"] {
///     assert_eq!(parse_dialect(&start, text), parse_san(&start, "Nf3"));
/// }
/// ```
///
/// # Errors
/// [`MoveParseError`]; a null move is [`MoveParseError::Malformed`].
pub fn parse_dialect(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let (written, rest) = WrittenMove::split(text).ok_or(MoveParseError::Malformed)?;
    if read_signs(rest).is_none() {
        return Err(MoveParseError::Malformed);
    }
    written.find(position)?.ok_or(MoveParseError::Malformed)
}

/// Whether a text is a move of some position, with or without signs behind it.
///
/// ```
/// use bartizan_notation::is_move_text;
///
/// assert!(is_move_text("Nf3!?") && is_move_text("e2e4") && !is_move_text("Nf9"));
/// ```
#[must_use]
pub fn is_move_text(text: &str) -> bool {
    WrittenMove::split(text).is_some_and(|(_, rest)| read_signs(rest).is_some())
}

impl WrittenMove {
    /// The move that a text begins with, and the rest of the text. The sign of a capture may stand behind the
    /// square: `Qd5:`.
    pub(crate) fn split(text: &str) -> Option<(Self, &str)> {
        let (written, rest) = Self::split_move(text)?;
        Some((written, rest.strip_prefix(':').unwrap_or(rest)))
    }

    fn split_move(text: &str) -> Option<(Self, &str)> {
        for null in NULL_MOVES {
            if let Some(rest) = text.strip_prefix(null) {
                return Some((Self::Null, rest));
            }
        }
        for (castling, side) in CASTLING {
            if let Some(rest) = strip_prefix_with_dashes(text, castling) {
                return Some((Self::San(San::Castle(side), None), rest));
            }
        }
        if let Some((kind, rest)) = leading_kind(text) {
            let (pattern, rest) = Body::split(rest)?.with_kind(kind);
            return Some((Self::San(pattern, None), rest));
        }
        let body = Body::split(text)?;
        if let (Some(file), Some(rank)) = (body.file, body.rank) {
            let (promotion, rest) = leading_promotion(body.to, body.rest);
            return Some((Self::Squares(Square::new(file, rank), body.to, promotion), rest));
        }
        let (pawn, rest) = body.with_kind(PieceKind::Pawn);
        let bishop = text.strip_prefix('b').and_then(Body::split);
        let bishop = bishop.map(|body| body.with_kind(PieceKind::Bishop).0);
        Some((Self::San(pawn, bishop), rest))
    }

    /// The legal move, or nothing for a null move.
    ///
    /// # Errors
    /// [`MoveParseError`].
    pub(crate) fn find(&self, position: &Position) -> Result<Option<Move>, MoveParseError> {
        match *self {
            Self::Null if position.in_check() => Err(MoveParseError::Illegal),
            Self::Null => Ok(None),
            Self::Squares(from, to, promotion) => {
                uci::find_exactly(position, from, to, promotion).map(Some)
            }
            Self::San(first, second) => match (first.find(position), second) {
                (Err(MoveParseError::Illegal), Some(second)) => second.find(position).map(Some),
                (Err(MoveParseError::Illegal), None) => castling(position, first).map(Some),
                (found, _) => found.map(Some),
            },
        }
    }
}

/// What a whole text in ASCII says, without signs behind the move. Small letters are files, not pieces.
pub(super) fn parse_lax(text: &str) -> Option<San> {
    let (san, rest) = split_lax(text)?;
    (rest.is_empty() && text.is_ascii()).then_some(san)
}

/// The move that a text begins with, in the forms of [`parse_lax`], and the text behind it.
pub(super) fn split_lax(text: &str) -> Option<(San, &str)> {
    for (castling, side) in CASTLING {
        if let Some(rest) = text.strip_prefix(castling).filter(|_| !text.starts_with('o')) {
            return Some((San::Castle(side), rest));
        }
    }
    let (kind, body) = leading(text, |c| kind_of(c).filter(|_| !c.is_ascii_lowercase()));
    Some(Body::split(body)?.with_kind(kind.unwrap_or(PieceKind::Pawn)))
}

/// Castling as a move of the king: `Ke1-g1`.
fn castling(position: &Position, pattern: San) -> Result<Move, MoveParseError> {
    match pattern {
        San::Normal { kind: PieceKind::King, file: Some(file), rank: Some(rank), to, .. }
            if Square::new(file, rank) == position.king(position.side_to_move()) =>
        {
            uci::find_exactly(position, Square::new(file, rank), to, None)
        }
        _ => Err(MoveParseError::Illegal),
    }
}

/// Origin, as far as it is given, and target of a move.
struct Body<'a> {
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
    rest: &'a str,
}

impl<'a> Body<'a> {
    /// `f3`, `bd2`, `1xf3`, `e2-e4` and the like at the beginning of a text.
    fn split(text: &'a str) -> Option<Self> {
        let (file, after) = leading(text, file_of);
        let (rank, after) = leading(after, rank_of);
        let is_capture = |c: char| matches!(c, 'x' | 'X' | ':' | '×');
        let between = |c: char| (is_dash(c) || is_capture(c)).then(|| is_capture(c));
        let (sign, behind) = leading(after, between);
        let (to_file, behind) = leading(behind, file_of);
        let (to_rank, behind) = leading(behind, rank_of);
        if let (Some(to_file), Some(to_rank)) = (to_file, to_rank) {
            let to = Square::new(to_file, to_rank);
            let capture = sign == Some(true);
            return Some(Self { file, rank, capture, to, rest: behind });
        }
        // What looked like the origin is the target.
        let to = Square::new(file?, rank?);
        Some(Self { file: None, rank: None, capture: false, to, rest: after })
    }

    /// The pattern for a kind of piece, with the promotion behind the target.
    fn with_kind(self, kind: PieceKind) -> (San, &'a str) {
        let Self { file, rank, capture, to, rest } = self;
        let (promotion, rest) = match kind {
            PieceKind::Pawn => leading_promotion(to, rest),
            _ => (None, rest),
        };
        (San::Normal { kind, file, rank, capture, to, promotion }, rest)
    }
}

/// The letter or figurine of a piece. Small letters are pieces where no file has the same one.
fn leading_kind(text: &str) -> Option<(PieceKind, &str)> {
    let (kind, rest) = leading(text, |c| if c == 'b' { None } else { kind_of(c) });
    // The selectors that fonts have for figurines.
    Some((kind?, rest.trim_start_matches(['\u{fe0e}', '\u{fe0f}'])))
}

/// `=Q`, `Q`, `/Q`, `(Q)` or `=(Q)` behind a square of a last rank.
fn leading_promotion(to: Square, text: &str) -> (Option<PieceKind>, &str) {
    if !matches!(to.rank(), Rank::First | Rank::Eighth) {
        // Not a promotion, but no other move either.
        let named = text
            .strip_prefix('=')
            .and_then(|rest| leading(rest, kind_of).0.map(|kind| (kind, rest)));
        return named.map_or((None, text), |(kind, rest)| (Some(kind), leading(rest, kind_of).1));
    }
    let rest = text.strip_prefix(['=', '/']).unwrap_or(text);
    let bracket = rest.starts_with('(');
    let rest = rest.strip_prefix('(').unwrap_or(rest);
    let (kind, rest) = leading(rest, kind_of);
    match kind {
        Some(kind) if bracket => {
            rest.strip_prefix(')').map_or((None, text), |rest| (Some(kind), rest))
        }
        Some(kind) => (Some(kind), rest),
        None => (None, text),
    }
}

fn kind_of(c: char) -> Option<PieceKind> {
    Some(match c {
        'P' | 'p' | '♙' | '♟' => PieceKind::Pawn,
        'N' | 'n' | '♘' | '♞' => PieceKind::Knight,
        'B' | 'b' | '♗' | '♝' => PieceKind::Bishop,
        'R' | 'r' | '♖' | '♜' => PieceKind::Rook,
        'Q' | 'q' | '♕' | '♛' => PieceKind::Queen,
        'K' | 'k' | '♔' | '♚' => PieceKind::King,
        _ => return None,
    })
}

/// What the first character stands for, and the text behind it; the whole text where it stands for nothing.
fn leading<T>(text: &str, meaning: impl Fn(char) -> Option<T>) -> (Option<T>, &str) {
    let mut chars = text.chars();
    match chars.next().and_then(meaning) {
        Some(value) => (Some(value), chars.as_str()),
        None => (None, text),
    }
}

/// A text without its prefix, whose hyphens may be other dashes in the text.
pub(crate) fn strip_prefix_with_dashes<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let mut chars = text.chars();
    let same = |(wanted, c): (char, char)| wanted == c || wanted == '-' && is_dash(c);
    let matches = prefix.chars().all(|wanted| chars.next().is_some_and(|c| same((wanted, c))));
    matches.then_some(chars.as_str())
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

fn file_of(c: char) -> Option<File> {
    matches!(c, 'a'..='h').then(|| File::from_index((c as usize) - ('a' as usize)))
}

fn rank_of(c: char) -> Option<Rank> {
    matches!(c, '1'..='8').then(|| Rank::from_index((c as usize) - ('1' as usize)))
}
