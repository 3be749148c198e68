//! What is wrong with a [`PositionBuilder`]. Faults are what would break invariants of the layers above, and checks that
//! no move can give. It is not a test of reachability: up to sixteen pieces a side may be of any kinds, as in games with
//! odds. The strict faults are more of it.

use super::PositionBuilder;
use super::queries::attackers_to;
use crate::{
    Bitboard, CastlingSide, Color, Piece, PieceKind, PositionError, Rank, Square, attacks,
};
use core::iter::once_with;

/// The sets of a builder, as a position has them: the pieces of each kind, then those of each color.
type Sets = [Bitboard; 8];

impl PositionBuilder {
    /// All that keeps it from being a position, in the order in which [`PositionBuilder::build`] finds it: a side without
    /// exactly one king or with more than sixteen pieces; pawns on the first or last rank; castling rights without
    /// king or rook; an en passant square that no pawn can just have passed; the side not to move in check; more than
    /// two checkers. Of several pawns on end ranks each side has one reported.
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder, PositionError, Square};
    ///
    /// let builder: PositionBuilder = "k7/8/8/8/8/8/8/P7 w - e6 0 1".parse()?;
    /// let faults: Vec<_> = builder.faults().collect();
    /// assert_eq!(faults, [
    ///     PositionError::NoKing(Color::White),
    ///     PositionError::PawnOnEndRank(Square::A1),
    ///     PositionError::EnPassantWithoutPawn(Square::E6),
    /// ]);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn faults(&self) -> impl Iterator<Item = PositionError> {
        let sets = &self.sets;
        let material = |color| [kings(sets, color), pieces(sets, color), end_ranks(sets, color)];
        let castling = |color| CastlingSide::ALL.map(|side| self.check_castling(color, side).err());
        // All at once: looking for one after the other costs more than most of them.
        let material = Color::ALL.map(material).into_iter().flatten();
        let castling = Color::ALL.map(castling).into_iter().flatten();
        let others =
            [self.check_en_passant().err()].into_iter().chain(checks(sets, self.side_to_move));
        material.chain(castling).chain(others).flatten()
    }

    /// The [`faults`](PositionBuilder::faults), and after them those of positions that can be built but are in no game from
    /// the usual start: more than eight pawns, more promoted pieces than pawns are missing, and checks that no last move
    /// can have given. What has none of them need not be reachable.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, PositionError};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1")?;
    /// let faults: Vec<_> = position.to_builder().strict_faults().collect();
    /// assert_eq!(faults, [PositionError::TooManyPawns(Color::White)]);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn strict_faults(&self) -> impl Iterator<Item = PositionError> {
        let sets = self.sets;
        let material = Color::ALL
            .into_iter()
            .flat_map(move |color| [pawns(&sets, color), promoted(&sets, color)]);
        let check = once_with(move || self.impossible_check(&sets));
        self.faults().chain(material.chain(check).flatten())
    }

    /// Checks that no last move can have given: by two pieces of which none was hidden behind the one that moved, or
    /// after a double push by a piece that gave check before.
    fn impossible_check(&self, sets: &Sets) -> Option<PositionError> {
        let us = self.side_to_move;
        let king = king(sets, us)?;
        let checkers = checkers(sets, us);
        let (first, last) = (checkers.first()?, checkers.last()?);
        let is_double = first != last;
        let is_impossible = match self.en_passant.filter(|_| self.check_en_passant().is_ok()) {
            Some(_) if is_double => true,
            Some(passed) => {
                let pawn = passed.backward(us)?;
                let before = occupied(sets).without(pawn) | passed.forward(us)?;
                let enemies = sets[6 + us.other().index()].without(pawn);
                first != pawn && (attackers_to(sets, king, before) & enemies).any()
            }
            None => {
                let steppers = of(sets, PieceKind::Pawn) | of(sets, PieceKind::Knight);
                is_double && (attacks::aligned(first, last, king) || checkers.is_subset(steppers))
            }
        };
        // More than two are a fault already.
        (is_impossible && checkers.count() <= 2).then_some(PositionError::ImpossibleCheck)
    }

    /// Whether the king and the rook of a castling right, if there is one, stand where they may castle.
    pub(super) fn check_castling(
        &self,
        color: Color,
        side: CastlingSide,
    ) -> Result<(), PositionError> {
        let Some(rook) = self.castling_rook(color, side) else {
            return Ok(());
        };
        let king = self.king_on_back_rank(color);
        let king = king.ok_or(PositionError::CastlingWithoutKing(color, side))?;
        let is_rook = self.piece_on(rook) == Some(Piece::new(color, PieceKind::Rook));
        let is_beside = match side {
            CastlingSide::KingSide => rook.file() > king.file(),
            CastlingSide::QueenSide => rook.file() < king.file(),
        };
        if is_rook && is_beside && rook.rank() == king.rank() {
            Ok(())
        } else {
            Err(PositionError::CastlingWithoutRook(color, side))
        }
    }

    /// Whether a double push over the en passant square can just have been made. A square without a legal
    /// capture is not an error.
    pub(super) fn check_en_passant(&self) -> Result<(), PositionError> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let us = self.side_to_move;
        if square.relative_to(us).rank() != Rank::Sixth {
            return Err(PositionError::EnPassantRank(square));
        }
        let on = |rank| Square::new(square.file(), rank).relative_to(us);
        let (passed, from, to) = (on(Rank::Sixth), on(Rank::Seventh), on(Rank::Fifth));
        if self.board[to.index()] != Some(Piece::new(!us, PieceKind::Pawn)) {
            return Err(PositionError::EnPassantWithoutPawn(square));
        }
        for square in [passed, from] {
            if self.board[square.index()].is_some() {
                return Err(PositionError::EnPassantBlocked(square));
            }
        }
        Ok(())
    }
}

fn of(sets: &Sets, kind: PieceKind) -> Bitboard {
    sets[kind.index()]
}

fn count(sets: &Sets, color: Color, kind: PieceKind) -> u32 {
    (of(sets, kind) & sets[6 + color.index()]).count()
}

fn occupied(sets: &Sets) -> Bitboard {
    sets[6] | sets[7]
}

/// The king, if it is the only one.
fn king(sets: &Sets, color: Color) -> Option<Square> {
    (of(sets, PieceKind::King) & sets[6 + color.index()]).single_square()
}

/// Enemies that attack the king of this color, the king among them.
fn attackers(sets: &Sets, color: Color) -> Bitboard {
    let enemies = sets[6 + color.other().index()];
    let on = |king| attackers_to(sets, king, occupied(sets)) & enemies;
    king(sets, color).map_or(Bitboard::EMPTY, on)
}

/// The same without the king.
fn checkers(sets: &Sets, color: Color) -> Bitboard {
    attackers(sets, color) - of(sets, PieceKind::King)
}

fn kings(sets: &Sets, color: Color) -> Option<PositionError> {
    match count(sets, color, PieceKind::King) {
        0 => Some(PositionError::NoKing(color)),
        1 => None,
        _ => Some(PositionError::TooManyKings(color)),
    }
}

/// Lists of moves, networks, static exchanges and packed positions have room for sixteen and no more.
fn pieces(sets: &Sets, color: Color) -> Option<PositionError> {
    (sets[6 + color.index()].count() > 16).then_some(PositionError::TooManyPieces(color))
}

fn end_ranks(sets: &Sets, color: Color) -> Option<PositionError> {
    let pawns = of(sets, PieceKind::Pawn) & sets[6 + color.index()];
    (pawns & Bitboard::BACK_RANKS).first().map(PositionError::PawnOnEndRank)
}

fn checks(sets: &Sets, us: Color) -> [Option<PositionError>; 2] {
    let in_check = attackers(sets, !us).any();
    let checkers = checkers(sets, us).count();
    [
        in_check.then_some(PositionError::OpponentInCheck(!us)),
        (checkers > 2).then_some(PositionError::TooManyCheckers(checkers)),
    ]
}

fn pawns(sets: &Sets, color: Color) -> Option<PositionError> {
    (count(sets, color, PieceKind::Pawn) > 8).then_some(PositionError::TooManyPawns(color))
}

/// Of bishops, one on each color of squares is from the start.
fn promoted(sets: &Sets, color: Color) -> Option<PositionError> {
    let own = sets[6 + color.index()];
    let beyond = |kind, at_start| (of(sets, kind) & own).count().saturating_sub(at_start);
    let bishops = of(sets, PieceKind::Bishop) & own;
    let promoted = beyond(PieceKind::Queen, 1)
        + beyond(PieceKind::Rook, 2)
        + beyond(PieceKind::Knight, 2)
        + (bishops & Bitboard::LIGHT).count().saturating_sub(1)
        + (bishops & Bitboard::DARK).count().saturating_sub(1);
    let missing = 8_u32.saturating_sub(count(sets, color, PieceKind::Pawn));
    (promoted > missing).then_some(PositionError::TooManyPromoted(color))
}
