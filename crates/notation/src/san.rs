//! Moves in standard algebraic notation (SAN). Writing follows the PGN standard; reading also accepts
//! common deviations, but never a text that matches several moves.

use super::MoveParseError;
use board::{File, Move, PieceKind, Position, Rank, Square};
use movegen::{has_legal_move, legal_moves};

/// A legal move in standard algebraic notation, with `+` or `#` where it gives check or mate.
pub fn to_san(position: &Position, mv: Move) -> String {
    let mut text = if mv.is_castle() {
        String::from(if is_short(mv) { "O-O" } else { "O-O-O" })
    } else {
        to_san_without_check(position, mv)
    };
    let next = position.make(mv);
    if next.in_check() {
        text.push(if has_legal_move(&next) { '+' } else { '#' });
    }
    text
}

/// Whether a castling move goes to the G file.
fn is_short(castling: Move) -> bool {
    castling.to().file() > castling.from().file()
}

/// A move other than castling, without the sign of check or mate.
fn to_san_without_check(position: &Position, mv: Move) -> String {
    let kind = position.moved_piece(mv).kind();
    let mut text = String::new();
    if kind == PieceKind::Pawn {
        if mv.is_capture() {
            text.push(mv.from().file().to_char());
        }
    } else {
        text.push(kind.to_char().to_ascii_uppercase());
        text.push_str(&disambiguation(position, mv, kind));
    }
    if mv.is_capture() {
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.to_char().to_ascii_uppercase());
    }
    text
}

/// The part of the origin that tells the move from other legal moves of the same kind of piece to the
/// same square: nothing, the file, the rank, or both, in this order of preference.
fn disambiguation(position: &Position, mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let ambiguous_origins: Vec<Square> = legal_moves(position)
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != from && !other.is_castle())
        .filter(|other| position.moved_piece(*other).kind() == kind)
        .map(Move::from)
        .collect();
    if ambiguous_origins.is_empty() {
        String::new()
    } else if ambiguous_origins.iter().all(|other| other.file() != from.file()) {
        from.file().to_char().to_string()
    } else if ambiguous_origins.iter().all(|other| other.rank() != from.rank()) {
        (from.rank().index() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// The legal move that a text in standard algebraic notation means in `position`.
///
/// The signs `+ # ! ?` and `e.p.` at the end are ignored. Castling may be written with zeros, the `=`
/// of a promotion and the `x` of a capture may be missing, a pawn move may begin with `P`, a hyphen may
/// stand between the squares, and the origin may be given where it is not needed.
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed, a promotion is missing, no legal move matches (a capture
/// sign on a quiet move does not match), or several do.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    let pattern = SanPattern::parse(text).ok_or(MoveParseError::Malformed)?;
    pattern.find(position)
}

/// What a text says about a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SanPattern {
    ShortCastling,
    LongCastling,
    /// Any other move.
    Normal {
        kind: PieceKind,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<PieceKind>,
    },
}

impl SanPattern {
    /// Parses a text without the signs at its end; `None` if it is malformed.
    fn parse(text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" => return Some(Self::ShortCastling),
            "O-O-O" | "0-0-0" => return Some(Self::LongCastling),
            _ => {}
        }
        let (kind, text) = split_kind(text);
        let (text, promotion) = split_promotion(text)?;
        let split = text.len().checked_sub(2)?;
        let to = text.get(split..)?.parse().ok()?;
        let origin = text.get(..split)?;
        let capture = origin.ends_with(['x', ':']);
        let mut origin = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin).chars().peekable();
        let file = origin.peek().copied().and_then(file_from_letter);
        if file.is_some() {
            origin.next();
        }
        let rank = origin.peek().copied().and_then(rank_from_digit);
        if rank.is_some() {
            origin.next();
        }
        origin.next().is_none().then_some(Self::Normal { kind, file, rank, capture, to, promotion })
    }

    /// The one legal move that matches.
    pub(super) fn find(&self, position: &Position) -> Result<Move, MoveParseError> {
        let mut matching =
            legal_moves(position).into_iter().filter(|&mv| self.matches_move(position, mv));
        let Some(mv) = matching.next() else {
            return Err(MoveParseError::Illegal);
        };
        if self.is_missing_promotion(mv) {
            Err(MoveParseError::MissingPromotion)
        } else if matching.next().is_some() {
            Err(MoveParseError::Ambiguous)
        } else {
            Ok(mv)
        }
    }

    /// Whether a legal move matches the text. Without a promotion piece in the text, every promotion
    /// matches.
    fn matches_move(&self, position: &Position, mv: Move) -> bool {
        match *self {
            Self::ShortCastling => mv.is_castle() && is_short(mv),
            Self::LongCastling => mv.is_castle() && !is_short(mv),
            Self::Normal { kind, file, rank, capture, to, promotion } => {
                // Without its file, a pawn move is a push.
                let is_push = kind == PieceKind::Pawn && file.is_none() && rank.is_none();
                !mv.is_castle()
                    && mv.to() == to
                    && position.moved_piece(mv).kind() == kind
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    && (!capture || mv.is_capture())
                    && !(is_push && mv.is_capture())
                    && (promotion.is_none() || mv.promotion() == promotion)
            }
        }
    }

    fn is_missing_promotion(&self, mv: Move) -> bool {
        match self {
            Self::Normal { promotion, .. } => mv.is_promotion() && promotion.is_none(),
            _ => false,
        }
    }
}

/// Splits off the letter of the piece; upper case only, since `b` is a file.
fn split_kind(text: &str) -> (PieceKind, &str) {
    let kinds = [
        ('P', PieceKind::Pawn),
        ('N', PieceKind::Knight),
        ('B', PieceKind::Bishop),
        ('R', PieceKind::Rook),
        ('Q', PieceKind::Queen),
        ('K', PieceKind::King),
    ];
    kinds
        .into_iter()
        .find_map(|(letter, kind)| Some((kind, text.strip_prefix(letter)?)))
        .unwrap_or((PieceKind::Pawn, text))
}

/// Splits `=Q` or `Q` off the end; `None` if an equals sign has no piece.
fn split_promotion(text: &str) -> Option<(&str, Option<PieceKind>)> {
    let kinds = [
        (['N', 'n'], PieceKind::Knight),
        (['B', 'b'], PieceKind::Bishop),
        (['R', 'r'], PieceKind::Rook),
        (['Q', 'q'], PieceKind::Queen),
    ];
    let found =
        kinds.into_iter().find_map(|(letters, kind)| Some((text.strip_suffix(letters)?, kind)));
    match found {
        Some((rest, kind)) => Some((rest.strip_suffix('=').unwrap_or(rest), Some(kind))),
        None if text.ends_with('=') => None,
        None => Some((text, None)),
    }
}

fn file_from_letter(c: char) -> Option<File> {
    matches!(c, 'a'..='h').then(|| File::from_index((c as usize) - ('a' as usize)))
}

fn rank_from_digit(c: char) -> Option<Rank> {
    matches!(c, '1'..='8').then(|| Rank::from_index((c as usize) - ('1' as usize)))
}
