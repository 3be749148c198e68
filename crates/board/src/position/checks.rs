//! Checkers, pinned pieces, blockers, and the legality of en passant.

use super::Position;
use crate::{Bitboard, Color, PieceKind, Square, attacks};

impl Position {
    /// Enemy sliders that would attack this side's king on a board without other pieces (snipers, as in
    /// Stockfish).
    #[inline(always)]
    fn snipers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let queens = self.pieces(PieceKind::Queen);
        let diagonal = self.pieces(PieceKind::Bishop) | queens;
        let straight = self.pieces(PieceKind::Rook) | queens;
        (attacks::bishop_rays(king) & diagonal | attacks::rook_rays(king) & straight)
            & self.color(!color)
    }

    /// Sets `checkers` and `pinned` for the side to move.
    #[inline(always)]
    pub(super) fn update_checks(&mut self) {
        let us = self.side_to_move;
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = attacks::pawn_attacks(us, king) & self.of(!us, PieceKind::Pawn)
            | attacks::knight(king) & self.of(!us, PieceKind::Knight);
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(us) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bitboard();
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.color(us);
    }

    /// Pieces of either color that alone stand between this side's king and an enemy slider: its own ones
    /// are pinned, the enemy's give a discovered check by leaving the line.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let occupied = self.occupied();
        let mut set = Bitboard::EMPTY;
        for sniper in self.snipers(color) {
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
    pub fn is_en_passant_safe(&self, from: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let taken = Square::from_index(target.index() ^ 8).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ taken) | target.bitboard();
        let attackers = self.attackers_to(self.king(us), occupied) & self.color(!us);
        (attackers - taken).is_empty()
    }
}
