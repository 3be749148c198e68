//! What a position says of its pieces: attacks, pins as lines, material. Checkers and pins of the side to move are kept
//! up to date in `checks`.

use super::Position;
use crate::{
    Bitboard, CastlingSide, Color, EnPassantMode, Move, Piece, PieceKind, Square, attacks,
};

/// Pieces that attack a square with this occupancy, by the sets of a position or of a builder.
#[inline(always)]
pub(super) fn attackers_to(sets: &[Bitboard; 8], square: Square, occupied: Bitboard) -> Bitboard {
    let of = |kind: PieceKind| sets[kind.index()];
    let pawns = |color: Color| of(PieceKind::Pawn) & sets[6 + color.index()];
    let queens = of(PieceKind::Queen);
    attacks::pawn_attacks(Color::Black, square) & pawns(Color::White)
        | attacks::pawn_attacks(Color::White, square) & pawns(Color::Black)
        | attacks::knight(square) & of(PieceKind::Knight)
        | attacks::bishop(square, occupied) & (of(PieceKind::Bishop) | queens)
        | attacks::rook(square, occupied) & (of(PieceKind::Rook) | queens)
        | attacks::king(square) & of(PieceKind::King)
}

impl Position {
    /// The kind of the piece on a square.
    ///
    /// ```
    /// use bartizan_board::{PieceKind, Position, Square};
    ///
    /// assert_eq!(Position::startpos().kind_on(Square::G8), Some(PieceKind::Knight));
    /// assert_eq!(Position::startpos().kind_on(Square::E4), None);
    /// ```
    #[inline]
    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.piece_on(square).map(Piece::kind)
    }

    /// The color of the piece on a square.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// assert_eq!(Position::startpos().color_on(Square::G8), Some(Color::Black));
    /// ```
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.piece_on(square).map(Piece::color)
    }

    /// The piece that a legal move moves.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Piece, Position, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// assert_eq!(Position::startpos().moved_piece(mv), Piece::WhiteKnight);
    /// ```
    ///
    /// # Panics
    /// If the origin of the move is empty.
    #[inline(always)]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.board[mv.from().index()].expect("a piece stands where a move starts")
    }

    /// The kind of piece that a legal move captures; a pawn for en passant.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, PieceKind, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let en_passant = Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT);
    /// assert_eq!(position.captured(en_passant), Some(PieceKind::Pawn));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        if !mv.is_capture() {
            None
        } else if mv.is_en_passant() {
            Some(PieceKind::Pawn)
        } else {
            self.piece_on(mv.to()).map(Piece::kind)
        }
    }

    /// All pieces with their squares, from A1 to H8.
    ///
    /// ```
    /// use bartizan_board::{Piece, Position, Square};
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.iter_pieces().next(), Some((Square::A1, Piece::WhiteRook)));
    /// assert_eq!(start.iter_pieces().count(), 32);
    /// ```
    pub fn iter_pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Squares that the piece on a square attacks, those of its own side's pieces included; none of an empty square.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.attacks_from(Square::B1).count(), 3);
    /// assert!(start.attacks_from(Square::E4).is_empty());
    /// ```
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let attacks = |piece: Piece| {
            attacks::piece_attacks(piece.kind(), piece.color(), square, self.occupied())
        };
        self.piece_on(square).map_or(Bitboard::EMPTY, attacks)
    }

    /// Pieces of both colors that attack a square with this occupancy.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/4r3/4q3/7K w - - 0 1")?;
    /// let (square, all) = (Square::E1, position.occupied());
    /// assert_eq!(position.attackers_to(square, all), Square::E2.bitboard());
    /// // The rook is behind the queen.
    /// let both = position.attackers_to(square, all.without(Square::E2));
    /// assert_eq!(both & all.without(Square::E2), Square::E3.bitboard());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attackers_to(&self.sets, square, occupied)
    }

    /// Pieces of this color that attack a square.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// let attackers = Position::startpos().attackers(Color::White, Square::F3);
    /// assert_eq!(attackers.iter().collect::<Vec<_>>(), [Square::G1, Square::E2, Square::G2]);
    /// ```
    #[inline]
    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.color(color)
    }

    /// Whether a piece of this color attacks a square.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// let start = Position::startpos();
    /// assert!(start.is_attacked_by(Color::White, Square::F3));
    /// assert!(!start.is_attacked_by(Color::Black, Square::F3));
    /// ```
    #[inline]
    pub fn is_attacked_by(&self, color: Color, square: Square) -> bool {
        self.attackers(color, square).any()
    }

    /// Squares that this side attacks with this occupancy, those of its own defended pieces included.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// let start = Position::startpos();
    /// let attacked = start.attacked_by(Color::White, start.occupied());
    /// // The rooks in the corners are not defended.
    /// assert_eq!(attacked.count(), 22);
    /// assert!(!attacked.contains(Square::A1) && attacked.contains(Square::B1));
    /// ```
    #[inline(always)]
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let (of, queens) = (|kind| self.of(color, kind), self.of(color, PieceKind::Queen));
        let [diagonal, straight] = attacks::slider_attacks_set(
            of(PieceKind::Bishop) | queens,
            of(PieceKind::Rook) | queens,
            occupied,
        );
        attacks::pawn_attacks_set(color, of(PieceKind::Pawn))
            | attacks::knight_attacks_set(of(PieceKind::Knight))
            | attacks::king(self.king(color))
            | diagonal
            | straight
    }

    /// Pieces of this color that are pinned to their king. For the side to move it is [`Position::pinned`].
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// let position = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 b - - 0 1")?;
    /// assert_eq!(position.pinned_of(Color::White), Square::E2.bitboard());
    /// assert!(position.pinned_of(Color::Black).is_empty());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn pinned_of(&self, color: Color) -> Bitboard {
        self.blockers(color) & self.color(color)
    }

    /// The squares to which a pin leaves a piece of this color on `square`: the line through its king for a pinned
    /// piece, else all squares.
    ///
    /// ```
    /// use bartizan_board::{Bitboard, Color, File, Position, Square};
    ///
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// assert_eq!(position.pin_mask(Color::White, Square::E2), File::E.bitboard());
    /// assert_eq!(position.pin_mask(Color::White, Square::E1), Bitboard::FULL);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn pin_mask(&self, color: Color, square: Square) -> Bitboard {
        if self.pinned_of(color).contains(square) {
            attacks::line(self.king(color), square)
        } else {
            Bitboard::FULL
        }
    }

    /// The en passant square in one of three senses, after a double push only.
    ///
    /// ```
    /// use bartizan_board::{EnPassantMode, Position, Square};
    ///
    /// // The pawn on e5 is pinned.
    /// let position = Position::from_fen("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// assert_eq!(position.en_passant_target(EnPassantMode::Legal), None);
    /// assert_eq!(position.en_passant_target(EnPassantMode::PseudoLegal), Some(Square::D6));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn en_passant_target(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Legal => self.en_passant(),
            EnPassantMode::Always => self.double_push_target(),
            EnPassantMode::PseudoLegal => {
                let pawns = self.of(self.side_to_move(), PieceKind::Pawn);
                let beside = |to| attacks::pawn_attacks(!self.side_to_move(), to) & pawns;
                self.double_push_target().filter(|&to| beside(to).any())
            }
        }
    }

    /// The number of pieces of each kind that a side has, by [`PieceKind::index`].
    ///
    /// ```
    /// use bartizan_board::{Color, Position};
    ///
    /// assert_eq!(Position::startpos().material(Color::White), [8, 2, 2, 2, 1, 1]);
    /// ```
    pub fn material(&self, color: Color) -> [u32; 6] {
        PieceKind::ALL.map(|kind| self.of(color, kind).count())
    }

    /// Whether a legal move sets the halfmove clock to 0: a capture or a pawn move.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let start = Position::startpos();
    /// assert!(start.is_zeroing(Move::new(Square::E2, Square::E3, MoveFlag::QUIET)));
    /// assert!(!start.is_zeroing(Move::new(Square::G1, Square::F3, MoveFlag::QUIET)));
    /// ```
    #[inline]
    pub fn is_zeroing(&self, mv: Move) -> bool {
        mv.is_capture() || self.kind_on(mv.from()) == Some(PieceKind::Pawn)
    }

    /// Whether after a legal move no earlier position can come again: it sets the halfmove clock to 0, takes a castling
    /// right, or passes over a legal en passant capture.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// // It takes the right to castle.
    /// assert!(position.is_irreversible(Move::new(Square::E1, Square::E2, MoveFlag::QUIET)));
    /// assert!(!position.is_zeroing(Move::new(Square::E1, Square::E2, MoveFlag::QUIET)));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn is_irreversible(&self, mv: Move) -> bool {
        let takes_right = || self.make(mv).castling_rights() != self.castling_rights();
        self.is_zeroing(mv) || self.en_passant().is_some() || takes_right()
    }

    /// Whether no sequence of moves can mate, judged by material alone: bare kings, one minor piece against
    /// a bare king, or bishops all on squares of one color. Other dead positions, such as a wall of blocked
    /// pawns, are not detected.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let bishop = Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")?;
    /// assert!(bishop.has_insufficient_material());
    /// let pawn = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert!(!pawn.has_insufficient_material());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        let pawns_and_majors = self.pieces(PieceKind::Pawn)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Queen);
        if pawns_and_majors.any() {
            return false;
        }
        let knights = self.pieces(PieceKind::Knight);
        let bishops = self.pieces(PieceKind::Bishop);
        if knights.any() {
            return !knights.more_than_one() && bishops.is_empty();
        }
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    }

    /// The squares that must be empty for this castling but for the king and the rook themselves: those that one of the two
    /// passes or reaches. `None` without the right.
    ///
    /// ```
    /// use bartizan_board::{CastlingSide, Color, Position, Square};
    ///
    /// let path = Position::startpos().castling_path(Color::White, CastlingSide::KingSide);
    /// assert_eq!(path, Some(Square::F1.bitboard() | Square::G1));
    /// ```
    pub fn castling_path(&self, color: Color, side: CastlingSide) -> Option<Bitboard> {
        let (king, rook) = (self.king(color), self.castling_rook(color, side)?);
        let target = |file| Square::new(file, color.back_rank());
        let path = |from, to: Square| attacks::between(from, to) | to.bitboard();
        let both = path(king, target(side.king_target())) | path(rook, target(side.rook_target()));
        Some(both - (king.bitboard() | rook.bitboard()))
    }

    /// Plies since the start of a game by the move number and the side to move: 0 for the first move of White.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 30")?;
    /// assert_eq!((position.ply(), Position::startpos().ply()), (59, 0));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn ply(&self) -> u32 {
        2 * (u32::from(self.fullmove_number()) - 1) + self.side_to_move().index() as u32
    }

    /// Whether this side has a piece other than pawns and king.
    ///
    /// ```
    /// use bartizan_board::{Color, Position};
    ///
    /// // Where it is false, zugzwang is common and null moves prove little.
    /// let position = Position::from_fen("4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert!(!position.has_non_pawn_material(Color::White));
    /// assert!(position.has_non_pawn_material(Color::Black));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let pawns_and_kings = self.pieces(PieceKind::Pawn) | self.pieces(PieceKind::King);
        (self.color(color) - pawns_and_kings).any()
    }
}
