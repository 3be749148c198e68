//! Zobrist keys computed plainly, and repetition detection.

use crate::attacks::piece_attacks;
use crate::{Color, Piece, PieceKind, Position, Square};
use std::collections::HashSet;

/// The `n`th random number (SplitMix64).
fn random(n: usize) -> u64 {
    let mut z = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn piece_key(piece: Piece, square: Square) -> u64 {
    random(piece.index() * 64 + square.index())
}

/// The number that stands for the side to move.
fn side_key() -> u64 {
    random(792)
}

impl Position {
    fn key_of(&self, mut wanted: impl FnMut(Piece) -> bool) -> u64 {
        Square::ALL
            .into_iter()
            .filter_map(|square| Some((self.piece_on(square)?, square)))
            .filter(|&(piece, _)| wanted(piece))
            .fold(0, |key, (piece, square)| key ^ piece_key(piece, square))
    }

    pub fn key(&self) -> u64 {
        let rights = random(768 + usize::from(self.castling_rights().bits()));
        let en_passant = self.en_passant().map_or(0, |square| random(784 + square.file().index()));
        let key = self.key_of(|_| true) ^ rights ^ en_passant;
        if self.side_to_move() == Color::Black { key ^ side_key() } else { key }
    }

    pub fn pawn_key(&self) -> u64 {
        self.key_of(|piece| piece.kind() == PieceKind::Pawn)
    }

    pub fn minor_key(&self) -> u64 {
        self.key_of(|piece| matches!(piece.kind(), PieceKind::Knight | PieceKind::Bishop))
    }

    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.key_of(|piece| piece.color() == color && piece.kind() != PieceKind::Pawn)
    }
}

/// Keys of earlier positions, oldest first.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn reserve(&mut self, plies: usize) {
        self.keys.reserve(plies);
    }

    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub fn pop(&mut self) {
        self.keys.pop();
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn truncate(&mut self, len: usize) {
        self.keys.truncate(len);
    }

    /// The distances in plies at which `key` occurs, nearest first, up to that of the last irreversible
    /// move before `position`.
    fn distances(&self, position: &Position, key: u64) -> impl Iterator<Item = usize> {
        let max = position.reversible_plies().min(self.keys.len());
        (1..=max).filter(move |&distance| self.keys[self.keys.len() - distance] == key)
    }

    pub fn occurrences(&self, position: &Position) -> usize {
        self.distances(position, position.key()).count()
    }

    pub fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        self.is_draw(position, position.key(), ply)
    }

    fn is_draw(&self, position: &Position, key: u64, ply: usize) -> bool {
        let mut earlier = self.distances(position, key);
        earlier.next().is_some_and(|distance| distance < ply || earlier.next().is_some())
    }

    pub fn has_repetition(&self, position: &Position) -> bool {
        let first = self.keys.len() - position.reversible_plies().min(self.keys.len());
        let mut seen = HashSet::from([position.key()]);
        self.keys[first..].iter().any(|&key| !seen.insert(key))
    }

    pub fn has_upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let (key, empty) = (position.key() ^ side_key(), !position.occupied());
        position.color(position.side_to_move()).into_iter().any(|from| {
            let piece = position.piece_on(from).filter(|piece| piece.kind() != PieceKind::Pawn);
            piece.is_some_and(|piece| {
                let (kind, color) = (piece.kind(), piece.color());
                let attacked = piece_attacks(kind, color, from, position.occupied());
                (attacked & empty).into_iter().any(|to| {
                    let after = key ^ piece_key(piece, from) ^ piece_key(piece, to);
                    self.is_draw(position, after, ply)
                })
            })
        })
    }
}
