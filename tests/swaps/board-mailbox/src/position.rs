//! The position: an array of squares and the state beside it.

use std::hash::{Hash, Hasher};

use crate::attacks;
use crate::{
    Bitboard, CastlingNotation, CastlingRights, CastlingSide, Color, EnPassantMode, Move, MoveFlag,
    Piece, PieceKind, Square,
};

/// A chess position: all that the rules need except earlier positions.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) side_to_move: Color,
    /// The rook of each castling right, by color and side.
    pub(crate) castling: [[Option<Square>; 2]; 2],
    pub(crate) en_passant: Option<Square>,
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    pub(crate) double_push_target: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) plies_since_null: u16,
    pub(crate) fullmove_number: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.to_shredder_fen() == other.to_shredder_fen()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Position {
    pub fn startpos() -> Position {
        Position::chess960(518, 518).expect("518 is below 960")
    }

    pub fn chess960(white: u16, black: u16) -> Option<Position> {
        let rank = |number| -> Option<String> {
            let kinds = types::chess960::back_rank(number)?;
            Some(kinds.map(|kind| Piece::new(Color::Black, kind).to_char()).iter().collect())
        };
        let (white, black) = (rank(white)?.to_uppercase(), rank(black)?);
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        Position::from_fen(&fen).ok()
    }

    /// The squares of the pieces for which `wanted` holds.
    fn squares(&self, wanted: impl Fn(Piece) -> bool) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&square| self.piece_on(square).is_some_and(&wanted))
            .collect()
    }

    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.squares(|piece| piece.kind() == kind)
    }

    pub fn color(&self, color: Color) -> Bitboard {
        self.squares(|piece| piece.color() == color)
    }

    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.squares(|piece| piece == Piece::new(color, kind))
    }

    pub fn occupied(&self) -> Bitboard {
        self.squares(|_| true)
    }

    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.piece_on(square).map(Piece::kind)
    }

    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.piece_on(square).map(Piece::color)
    }

    pub fn king(&self, color: Color) -> Square {
        self.of(color, PieceKind::King).first().expect("each side has a king")
    }

    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let attacks =
            |at: Piece| attacks::piece_attacks(at.kind(), at.color(), square, self.occupied());
        self.piece_on(square).map_or(Bitboard::EMPTY, attacks)
    }

    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let attacks =
            |piece: Piece| attacks::piece_attacks(piece.kind(), !piece.color(), square, occupied);
        Piece::ALL.into_iter().fold(Bitboard::EMPTY, |set, piece| {
            let pieces = self.of(piece.color(), piece.kind());
            if pieces.is_empty() { set } else { set | attacks(piece) & pieces }
        })
    }

    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.color(color)
    }

    pub fn is_attacked_by(&self, color: Color, square: Square) -> bool {
        self.attackers(color, square).any()
    }

    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        self.color(color).into_iter().fold(Bitboard::EMPTY, |set, square| {
            let kind = self.piece_on(square).map_or(PieceKind::Pawn, Piece::kind);
            set | attacks::piece_attacks(kind, color, square, occupied)
        })
    }

    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.side_to_move);
        self.attackers_to(king, self.occupied()) & self.color(!self.side_to_move)
    }

    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    pub fn pinned(&self) -> Bitboard {
        self.blockers(self.side_to_move) & self.color(self.side_to_move)
    }

    pub fn blockers(&self, color: Color) -> Bitboard {
        let (king, theirs) = (self.king(color), |kind| self.of(!color, kind));
        let straight = theirs(PieceKind::Rook) | theirs(PieceKind::Queen);
        let diagonal = theirs(PieceKind::Bishop) | theirs(PieceKind::Queen);
        let sliders = attacks::rook(king, Bitboard::EMPTY) & straight
            | attacks::bishop(king, Bitboard::EMPTY) & diagonal;
        let between = |slider| attacks::between(king, slider) & self.occupied();
        let blockers = sliders.into_iter().map(between).filter(|pieces| pieces.count() == 1);
        blockers.fold(Bitboard::EMPTY, |all, blocker| all | blocker)
    }

    pub fn castling_rights(&self) -> CastlingRights {
        let all =
            Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        let held = all.filter(|&(color, side)| self.castling_rook(color, side).is_some());
        held.fold(CastlingRights::EMPTY, |held, (color, side)| {
            held | CastlingRights::of(color, side)
        })
    }

    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling[color.index()][side.index()]
    }

    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    pub const fn double_push_target(&self) -> Option<Square> {
        self.double_push_target
    }

    pub fn en_passant_target(&self, mode: EnPassantMode) -> Option<Square> {
        let us = self.side_to_move;
        let beside = |to| attacks::pawn_attacks(!us, to) & self.of(us, PieceKind::Pawn);
        match mode {
            EnPassantMode::Legal => self.en_passant,
            EnPassantMode::PseudoLegal => self.double_push_target.filter(|&to| beside(to).any()),
            EnPassantMode::Always => self.double_push_target,
        }
    }

    pub fn is_en_passant_safe(&self, from: Square, target: Square) -> bool {
        let mut after = self.clone();
        after.board[target.index()] = after.board[from.index()].take();
        after.board[Square::new(target.file(), from.rank()).index()] = None;
        !after.in_check()
    }

    /// Sets the en passant square if a pawn of the side to move can legally capture there.
    pub(crate) fn set_en_passant(&mut self, target: Square) {
        let us = self.side_to_move;
        let mut pawns =
            (attacks::pawn_attacks(!us, target) & self.of(us, PieceKind::Pawn)).into_iter();
        self.double_push_target = Some(target);
        self.en_passant = pawns.any(|from| self.is_en_passant_safe(from, target)).then_some(target);
    }

    pub fn same_position(&self, other: &Position) -> bool {
        let fields = |position: &Position| {
            position.to_epd_with(CastlingNotation::Shredder, EnPassantMode::Legal)
        };
        fields(self) == fields(other)
    }

    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    pub fn reversible_plies(&self) -> usize {
        self.halfmove_clock.min(self.plies_since_null).into()
    }

    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.piece_on(mv.from()).expect("a piece stands on the origin of a move")
    }

    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        match mv.is_en_passant() {
            true => Some(PieceKind::Pawn),
            false => self.piece_on(mv.to()).filter(|_| mv.is_capture()).map(Piece::kind),
        }
    }

    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.pieces(PieceKind::Bishop);
        let others = self.occupied() - self.pieces(PieceKind::King) - bishops;
        let knights = self.pieces(PieceKind::Knight);
        let one_color =
            (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
        others.is_empty() && one_color
            || others == knights && knights.count() == 1 && bishops.is_empty()
    }

    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let is_piece = |kind| !matches!(kind, PieceKind::Pawn | PieceKind::King);
        self.squares(|piece| piece.color() == color && is_piece(piece.kind())).any()
    }

    pub fn flipped(&self) -> Position {
        let flip = |square: Square| square.relative_to(Color::Black);
        let mut flipped = self.clone();
        for square in Square::ALL {
            let piece = self.piece_on(flip(square));
            flipped.board[square.index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        flipped.side_to_move = !self.side_to_move;
        flipped.plies_since_null = self.halfmove_clock;
        flipped.castling =
            [self.castling[1], self.castling[0]].map(|rooks| rooks.map(|rook| rook.map(flip)));
        flipped.en_passant = self.en_passant.map(flip);
        flipped.double_push_target = self.double_push_target.map(flip);
        flipped
    }

    pub fn with_side_to_move(&self, color: Color) -> Position {
        let mut position = self.clone();
        if color != self.side_to_move {
            position.side_to_move = color;
            (position.en_passant, position.double_push_target) = (None, None);
        }
        position
    }

    pub fn null_move(&self) -> Option<Position> {
        (!self.in_check()).then(|| self.make_null())
    }

    pub fn make_null(&self) -> Position {
        let mut next = self.with_side_to_move(!self.side_to_move);
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.plies_since_null = 0;
        next.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move as u16);
        next
    }

    pub fn key_after(&self, mv: Move) -> u64 {
        let mut next = self.clone();
        next.board[mv.to().index()] = next.board[mv.from().index()].take();
        next.side_to_move = !self.side_to_move;
        next.key()
    }

    pub fn key_after_null(&self) -> u64 {
        self.with_side_to_move(!self.side_to_move).key()
    }

    pub fn make_into(&self, mv: Move, next: &mut Position) {
        *next = self.make(mv);
    }

    pub fn make(&self, mv: Move) -> Position {
        let us = self.side_to_move;
        let mover = self.moved_piece(mv);
        let mut next = self.make_null();
        next.plies_since_null = self.plies_since_null.saturating_add(1);
        if mv.is_capture() || mover.kind() == PieceKind::Pawn {
            next.halfmove_clock = 0;
        }
        next.board[mv.from().index()] = None;
        if mv.is_castle() {
            let rook = next.board[mv.to().index()].take();
            next.board[mv.castle_king_target().index()] = Some(mover);
            next.board[mv.castle_rook_target().index()] = rook;
        } else {
            if mv.is_en_passant() {
                next.board[Square::new(mv.to().file(), mv.from().rank()).index()] = None;
            }
            let kind = mv.promotion().unwrap_or(mover.kind());
            next.board[mv.to().index()] = Some(Piece::new(us, kind));
        }
        if mover.kind() == PieceKind::King {
            next.castling[us.index()] = [None; 2];
        }
        for rook in next.castling.as_flattened_mut() {
            *rook = rook.filter(|&square| square != mv.from() && square != mv.to());
        }
        if mv.flag() == MoveFlag::DOUBLE_PUSH {
            next.set_en_passant(Square::from_index((mv.from().index() + mv.to().index()) / 2));
        }
        next
    }
}
