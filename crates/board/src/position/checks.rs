//! Checkers, pinned pieces, blockers, and the legality of en passant.

use super::Position;
use crate::{Bitboard, Color, PieceKind, Square, attacks};

/// Pieces of one side that may attack the king of the other.
pub(super) struct Attackers {
    pub pawns: Bitboard,
    pub knights: Bitboard,
    /// Bishops and queens.
    pub diagonal: Bitboard,
    /// Rooks and queens.
    pub straight: Bitboard,
}

impl Attackers {
    /// Sliders that would attack this square on a board without other pieces (snipers, as in Stockfish).
    #[inline(always)]
    fn snipers(&self, king: Square) -> Bitboard {
        attacks::bishop_rays(king) & self.diagonal | attacks::rook_rays(king) & self.straight
    }

    /// Those that attack the king of this color, and the `defenders` of this color that are pinned.
    #[inline(always)]
    pub fn checkers_and_pinned(
        &self,
        color: Color,
        king: Square,
        defenders: Bitboard,
        occupied: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let mut checkers =
            attacks::pawn_attacks(color, king) & self.pawns | attacks::knight(king) & self.knights;
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bitboard();
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        (checkers, pinned & defenders)
    }
}

impl Position {
    #[inline(always)]
    fn attackers_of_color(&self, color: Color) -> Attackers {
        let queens = self.of(color, PieceKind::Queen);
        Attackers {
            pawns: self.of(color, PieceKind::Pawn),
            knights: self.of(color, PieceKind::Knight),
            diagonal: self.of(color, PieceKind::Bishop) | queens,
            straight: self.of(color, PieceKind::Rook) | queens,
        }
    }

    /// Sets `checkers` and `pinned` for the side to move, which is `us`.
    #[inline(always)]
    pub(super) fn update_checks(&mut self, us: Color) {
        (self.checkers, self.pinned) = self.attackers_of_color(!us).checkers_and_pinned(
            us,
            self.king(us),
            self.color(us),
            self.occupied(),
        );
    }

    /// Pieces of either color that alone stand between this side's king and an enemy slider: its own ones
    /// are pinned, the enemy's give a discovered check by leaving the line.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// let position = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// assert_eq!(position.blockers(Color::White), Square::E2.bitboard());
    /// // The knight in front of the black rook gives a discovered check when it moves.
    /// let position = Position::from_fen("4r2k/8/8/4n3/8/8/8/4K3 b - - 0 1")?;
    /// assert_eq!(position.blockers(Color::White), Square::E5.bitboard());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let occupied = self.occupied();
        let mut set = Bitboard::EMPTY;
        for sniper in self.attackers_of_color(!color).snipers(king) {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                set |= blockers;
            }
        }
        set
    }

    /// Sets the en passant square if a pawn of the side to move can legally capture there.
    #[inline]
    pub(super) fn set_en_passant(&mut self, target: Square) {
        let us = self.side_to_move;
        let capturers = attacks::pawn_attacks(!us, target) & self.of(us, PieceKind::Pawn);
        self.en_passant = capturers
            .into_iter()
            .any(|from| self.is_en_passant_safe(from, target))
            .then_some(target);
    }

    /// Whether the pawn on `from` can capture en passant on `target` without leaving its king attacked.
    /// Two pawns leave one rank at once, so the pinned pieces do not decide it.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// // Both pawns leave the fifth rank, and the rook attacks the king.
    /// let position = Position::from_fen("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1")?;
    /// assert!(!position.is_en_passant_safe(Square::E5, Square::D6));
    /// let position = Position::from_fen("4k3/8/8/3pP2K/8/8/8/8 w - d6 0 1")?;
    /// assert!(position.is_en_passant_safe(Square::E5, Square::D6));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn is_en_passant_safe(&self, from: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let taken = Square::from_index(target.index() ^ 8).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ taken) | target.bitboard();
        let attackers = self.attackers_to(self.king(us), occupied) & self.color(!us);
        (attackers - taken).is_empty()
    }
}
