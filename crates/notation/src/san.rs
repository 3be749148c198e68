//! Moves in standard algebraic notation (SAN). Writing follows the PGN standard; reading also
//! accepts common deviations, but never a text that matches several moves.

mod bytes;
#[cfg(feature = "serde")]
mod serde;

use super::{MoveParseError, Suffix};
use alloc::string::{String, ToString};
use board::{
    Bitboard, CastlingSide, Color, File, Move, MoveFlag, PieceKind, Position, Rank, Square, attacks,
};
use core::fmt::{self, Write};
use core::str::FromStr;
use movegen::{gives_check, has_legal_move, is_legal, moves_of_kind_to};

/// What a text in SAN says of a move, without the sign of check: the position may come later.
///
/// Reading it with `parse` is lax: castling may be written with zeros, the `=` of a promotion and the `x` of a
/// capture may be missing, a pawn move may begin with `P`, a hyphen may stand between the squares, and the origin
/// may be given where it is not needed. [`Display`](fmt::Display) writes the standard's form.
///
/// # Examples
///
/// ```
/// use bartizan_notation::San;
/// use board::Position;
///
/// let san: San = "Ng1-f3".parse()?;
/// let mv = san.to_move(&Position::startpos())?;
/// assert_eq!(San::from_move(&Position::startpos(), mv).to_string(), "Nf3");
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// Castling: `O-O`, `O-O-O`.
    Castle(CastlingSide),
    /// Any other move.
    Normal {
        /// The piece that moves.
        kind: PieceKind,
        /// The file it comes from, where the text has it.
        file: Option<File>,
        /// The rank it comes from, where the text has it.
        rank: Option<Rank>,
        /// Whether the text has the sign of a capture.
        capture: bool,
        /// The target.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<PieceKind>,
    },
}

impl San {
    /// A legal move in SAN. The origin is given where other pieces of its kind can move to the target: its file,
    /// its rank, or both, in this order of preference. Another move than a legal one gives some text.
    ///
    /// ```
    /// use bartizan_notation::San;
    /// use bartizan_notation::board::{Move, MoveFlag, Position, Square};
    ///
    /// // Both knights reach d2, so the file is given.
    /// let position = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
    /// let mv = Move::new(Square::B1, Square::D2, MoveFlag::QUIET);
    /// assert_eq!(San::from_move(&position, mv).to_string(), "Nbd2");
    /// # Ok::<(), bartizan_notation::board::FenError>(())
    /// ```
    ///
    /// # Panics
    /// If the origin of the move is empty.
    #[must_use]
    pub fn from_move(position: &Position, mv: Move) -> Self {
        if mv.is_castle() {
            return Self::Castle(castling_side(mv));
        }
        let kind = position.moved_piece(mv).kind();
        let capture = mv.is_capture();
        let (file, rank) = match kind {
            PieceKind::Pawn => (capture.then(|| mv.from().file()), None),
            PieceKind::King => (None, None),
            _ => disambiguation(position, mv, kind),
        };
        Self::Normal { kind, file, rank, capture, to: mv.to(), promotion: mv.promotion() }
    }

    /// The legal move that is meant in a position.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::{MoveParseError, San};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
    /// let read = |text: &str| text.parse::<San>()?.to_move(&position);
    /// assert_eq!(read("Nbd2").map(|mv| mv.to_string()).as_deref(), Ok("b1d2"));
    /// assert_eq!(read("Nd2"), Err(MoveParseError::Ambiguous));
    /// assert_eq!(read("Nxd4"), Err(MoveParseError::Illegal));
    /// # Ok::<(), bartizan_notation::board::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveParseError`]: a promotion is missing, no legal move matches (a capture sign on a quiet move does not
    /// match), or several do.
    pub fn to_move(&self, position: &Position) -> Result<Move, MoveParseError> {
        let mv = self.find(position)?;
        match self {
            Self::Normal { capture: true, .. } if !mv.is_capture() => Err(MoveParseError::Illegal),
            _ => Ok(mv),
        }
    }

    /// The one legal move that matches. The sign of a capture does not matter: many write one where there is none,
    /// and the other way round.
    pub(crate) fn find(&self, position: &Position) -> Result<Move, MoveParseError> {
        match *self {
            Self::Castle(side) => {
                let us = position.side_to_move();
                let rook = position.castling_rook(us, side).ok_or(MoveParseError::Illegal)?;
                let mv = Move::new(position.king(us), rook, MoveFlag::CASTLE);
                is_legal(position, mv).then_some(mv).ok_or(MoveParseError::Illegal)
            }
            Self::Normal { kind, file, rank, to, promotion, .. } => {
                if let Some(mv) = self.find_quickly(position) {
                    return Ok(mv);
                }
                // Without its file, a pawn move is a push.
                let is_push = kind == PieceKind::Pawn && file.is_none() && rank.is_none();
                let moves = moves_of_kind_to(position, kind, to);
                let mut matching = moves.iter().filter(|mv| {
                    file.is_none_or(|file| mv.from().file() == file)
                        && rank.is_none_or(|rank| mv.from().rank() == rank)
                        && !(is_push && mv.is_capture())
                        && (promotion.is_none() || mv.promotion() == promotion)
                });
                let &mv = matching.next().ok_or(MoveParseError::Illegal)?;
                if mv.is_promotion() && promotion.is_none() {
                    Err(MoveParseError::MissingPromotion)
                } else if matching.next().is_some() {
                    Err(MoveParseError::Ambiguous)
                } else {
                    Ok(mv)
                }
            }
        }
    }

    /// The move where it is plain: no en passant and promotion, and of the only piece that reaches the target, pinned
    /// ones included.
    #[inline(always)]
    fn find_quickly(&self, position: &Position) -> Option<Move> {
        let &Self::Normal { kind, file, rank, to, promotion: None, .. } = self else { return None };
        let us = position.side_to_move();
        let (occupied, target) = (position.occupied(), to.bitboard());
        let takes = position.color(!us).contains(to);
        let mut flag = if takes { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
        let mut origins = match (kind, file) {
            (PieceKind::King, None) => position.king(us).bitboard(),
            (PieceKind::King, Some(_)) => return None,
            (PieceKind::Pawn, _) if matches!(to.rank(), Rank::First | Rank::Eighth) => return None,
            (PieceKind::Pawn, Some(_)) if takes => attacks::pawn_attacks(!us, to),
            (PieceKind::Pawn, Some(_)) => return None,
            (PieceKind::Pawn, None) if takes => return None,
            (PieceKind::Pawn, None) => {
                let back = if us == Color::White { Bitboard::south } else { Bitboard::north };
                let once = back(target);
                if (once & occupied).any() {
                    once
                } else {
                    flag = MoveFlag::DOUBLE_PUSH;
                    let fourth = to.rank().relative_to(us) == Rank::Fourth;
                    if fourth { back(once) } else { Bitboard::EMPTY }
                }
            }
            _ => attacks::piece_attacks(kind, us, to, occupied),
        };
        origins &= position.of(us, kind);
        if let Some(file) = file {
            origins &= file.bitboard();
        }
        if let Some(rank) = rank {
            origins &= rank.bitboard();
        }
        let from = origins.first()?;
        if origins.more_than_one() || position.color(us).contains(to) {
            return None;
        }
        let mv = Move::new(from, to, flag);
        let is_safe = kind != PieceKind::King
            && !position.in_check()
            && (origins & position.pinned()).is_empty();
        (is_safe || is_legal(position, mv)).then_some(mv)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Castle(CastlingSide::KingSide) => f.write_str("O-O"),
            Self::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O"),
            Self::Normal { kind, file, rank, capture, to, promotion } => {
                // The longest is `Qa1xb2` or `axb8=Q`.
                let mut text = [0; 8];
                let mut length = 0;
                let mut push = |c: u8| {
                    text[length] = c;
                    length += 1;
                };
                if kind != PieceKind::Pawn {
                    push(letter(kind) as u8);
                }
                if let Some(file) = file {
                    push(b'a' + file.index() as u8);
                }
                if let Some(rank) = rank {
                    push(b'1' + rank.index() as u8);
                }
                if capture {
                    push(b'x');
                }
                push(b'a' + to.file().index() as u8);
                push(b'1' + to.rank().index() as u8);
                if let Some(kind) = promotion {
                    push(b'=');
                    push(letter(kind) as u8);
                }
                f.write_str(core::str::from_utf8(&text[..length]).unwrap_or_default())
            }
        }
    }
}

impl FromStr for San {
    type Err = MoveParseError;

    /// Reads a whole text without signs behind the move.
    fn from_str(text: &str) -> Result<Self, MoveParseError> {
        match Self::split_standard(text.as_bytes()) {
            Some((san, length)) if length == text.len() => Ok(san),
            _ => super::dialect::parse_lax(text).ok_or(MoveParseError::Malformed),
        }
    }
}

/// A move in SAN with the sign of check or mate.
///
/// # Examples
///
/// ```
/// use bartizan_notation::{SanPlus, Suffix};
///
/// let san: SanPlus = "Qxf7#".parse()?;
/// assert_eq!(san.suffix, Some(Suffix::Checkmate));
/// assert_eq!(san.to_string(), "Qxf7#");
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// What is said of the enemy's king.
    pub suffix: Option<Suffix>,
}

impl SanPlus {
    /// A legal move in SAN. Writing it (`Display`) allocates nothing.
    ///
    /// ```
    /// use bartizan_notation::SanPlus;
    /// use bartizan_notation::board::{Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// let mv = Move::new(Square::A1, Square::A8, MoveFlag::QUIET);
    /// assert_eq!(SanPlus::from_move(&position, mv).to_string(), "Ra8#");
    /// # Ok::<(), bartizan_notation::board::FenError>(())
    /// ```
    ///
    /// # Panics
    /// If the origin of the move is empty.
    #[must_use]
    pub fn from_move(position: &Position, mv: Move) -> Self {
        let suffix = gives_check(position, mv).then(|| match has_legal_move(&position.make(mv)) {
            true => Suffix::Check,
            false => Suffix::Checkmate,
        });
        Self { san: San::from_move(position, mv), suffix }
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.fmt(f)?;
        self.suffix.map_or(Ok(()), |suffix| f.write_char(suffix.to_char()))
    }
}

impl FromStr for SanPlus {
    type Err = MoveParseError;

    /// Reads a whole text; one sign of check may stand at its end.
    fn from_str(text: &str) -> Result<Self, MoveParseError> {
        let (san, suffix) = match text.as_bytes() {
            [.., b'+'] => (&text[..text.len() - 1], Some(Suffix::Check)),
            [.., b'#'] => (&text[..text.len() - 1], Some(Suffix::Checkmate)),
            _ => (text, None),
        };
        Ok(Self { san: san.parse()?, suffix })
    }
}

/// A legal move in standard algebraic notation, with `+` or `#` where it gives check or mate. [`SanPlus`] writes
/// it without allocation.
///
/// # Examples
///
/// ```
/// use bartizan_notation::{parse_san, to_san};
/// use board::Position;
///
/// let position = Position::startpos();
/// let mv = parse_san(&position, "Ng1-f3")?;
/// assert_eq!(to_san(&position, mv), "Nf3");
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
pub fn to_san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position, mv).to_string()
}

pub(crate) fn letter(kind: PieceKind) -> char {
    char::from(b"PNBRQK"[kind.index()])
}

pub(crate) fn castling_side(castling: Move) -> CastlingSide {
    let is_short = castling.to().file() > castling.from().file();
    if is_short { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// The part of the origin that tells the move from other legal moves of the same kind of piece to the
/// same square: nothing, the file, the rank, or both, in this order of preference.
fn disambiguation(position: &Position, mv: Move, kind: PieceKind) -> (Option<File>, Option<Rank>) {
    let from = mv.from();
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for other in moves_of_kind_to(position, kind, mv.to()).iter().map(|other| other.from()) {
        if other != from {
            any = true;
            same_file |= other.file() == from.file();
            same_rank |= other.rank() == from.rank();
        }
    }
    match (any, same_file, same_rank) {
        (false, ..) => (None, None),
        (_, false, _) => (Some(from.file()), None),
        (_, _, false) => (None, Some(from.rank())),
        _ => (Some(from.file()), Some(from.rank())),
    }
}

/// The legal move that a text in standard algebraic notation means in `position`.
///
/// The signs `+ # ! ?` and `e.p.` at the end are ignored. Castling may be written with zeros, the `=`
/// of a promotion and the `x` of a capture may be missing, a pawn move may begin with `P`, a hyphen may
/// stand between the squares, and the origin may be given where it is not needed.
///
/// ```
/// use bartizan_notation::{MoveParseError, board::Position, parse_san};
///
/// let position = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
/// assert_eq!(parse_san(&position, "Nd2"), Err(MoveParseError::Ambiguous));
/// assert_eq!(parse_san(&position, "Nfd2!?").map(|mv| mv.to_string()), Ok("f3d2".to_owned()));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed, a promotion is missing, no legal move matches (a capture
/// sign on a quiet move does not match), or several do.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    text.parse::<San>()?.to_move(position)
}

/// The legal move that a text means, if it is the one that [`to_san`] writes: every other form is an error.
///
/// # Errors
///
/// [`MoveParseError`]: as from [`parse_san`]; [`Malformed`](MoveParseError::Malformed) for another form of a legal
/// move.
///
/// # Examples
///
/// ```
/// use bartizan_notation::{parse_san, parse_san_exact};
/// use board::Position;
///
/// let position = Position::startpos();
/// assert!(parse_san_exact(&position, "Nf3").is_ok());
/// assert!(parse_san_exact(&position, "Ngf3").is_err() && parse_san(&position, "Ngf3").is_ok());
/// ```
pub fn parse_san_exact(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let written: SanPlus = text.parse()?;
    let mv = written.san.to_move(position)?;
    // The text may differ from what it was read as: `0-0`.
    let exact = SanPlus::from_move(position, mv) == written
        && San::split_standard(text.as_bytes()).is_some_and(|(_, length)| {
            length + usize::from(written.suffix.is_some()) == text.len()
        });
    exact.then_some(mv).ok_or(MoveParseError::Malformed)
}
