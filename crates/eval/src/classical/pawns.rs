//! Pawn structure, passed pawns and king shelter: all that depends only on pawns, kings and castling rights, kept in
//! the pawn hash table. The part of passed pawns that depends on pieces is in `terms.rs`.

use board::{
    Bitboard, CastlingRights, CastlingSide, Color, File, PieceKind, Position, Rank, Square, attacks,
};

use super::masks::{adjacent, file_fill, forward, front_fill, front_span, relative_rank};
use super::psqt::Psqt;
use super::{Tapered, weights};

/// The input of a pawn evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PawnInput {
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    pub castling: CastlingRights,
}

impl PawnInput {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let [white, black] = Color::ALL;
        Self {
            pawns: [position.of(white, PieceKind::Pawn), position.of(black, PieceKind::Pawn)],
            kings: [position.king(white), position.king(black)],
            castling: position.castling_rights(),
        }
    }
}

/// The evaluation of the pawns of both sides. Arrays are indexed by colour; scores are from the
/// view of that colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    pub input: PawnInput,
    /// Material and piece-square values.
    pub psqt: [Tapered; 2],
    /// Pawn structure: isolated, doubled, backward, connected, candidate pawns.
    pub structure: [Tapered; 2],
    /// Passed pawns, as far as only pawns and kings matter.
    pub passed: [Tapered; 2],
    /// Pawn shelter and pawn storm.
    pub shelter: [Tapered; 2],
    /// Squares that the pawns attack or can attack after advancing.
    pub attack_span: [Bitboard; 2],
    /// Passed pawns of both sides.
    pub passers: Bitboard,
}

impl PawnEntry {
    /// An entry that matches no position: both kings on one square.
    pub(super) const EMPTY: Self = Self {
        input: PawnInput {
            pawns: [Bitboard::EMPTY; 2],
            kings: [Square::A1; 2],
            castling: CastlingRights::EMPTY,
        },
        psqt: [Tapered::ZERO; 2],
        structure: [Tapered::ZERO; 2],
        passed: [Tapered::ZERO; 2],
        shelter: [Tapered::ZERO; 2],
        attack_span: [Bitboard::EMPTY; 2],
        passers: Bitboard::EMPTY,
    };
}

/// The number of entries; a power of two.
const SIZE: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct PawnTable(Box<[PawnEntry]>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![PawnEntry::EMPTY; SIZE].into_boxed_slice())
    }
}

impl PawnTable {
    pub(super) fn clear(&mut self) {
        self.0.fill(PawnEntry::EMPTY);
    }

    /// The entry for `position`, computed and stored if the table does not have it.
    #[inline(always)]
    pub(super) fn get_or_compute(&mut self, position: &Position, psqt: &Psqt) -> PawnEntry {
        let input = PawnInput::of(position);
        let king_and_castling_bits = input.kings[0].index() << 10
            | input.kings[1].index() << 4
            | usize::from(input.castling.bits());
        // The low bits of the pawn key are random; the other input is hashed by multiplication.
        let hashed = (king_and_castling_bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let index = (position.pawn_key() ^ hashed) as usize & (SIZE - 1);
        let entry = &mut self.0[index];
        if entry.input != input {
            *entry = evaluate(&input, psqt);
        }
        *entry
    }
}

/// Evaluates the pawns of both sides.
fn evaluate(input: &PawnInput, psqt: &Psqt) -> PawnEntry {
    let mut entry = PawnEntry { input: *input, ..PawnEntry::EMPTY };
    evaluate_side(&mut entry, Color::White, psqt);
    evaluate_side(&mut entry, Color::Black, psqt);
    entry
}

#[inline(always)]
fn evaluate_side(entry: &mut PawnEntry, us: Color, psqt: &Psqt) {
    let [index, them] = [us.index(), (!us).index()];
    let (own, enemy) = (entry.input.pawns[index], entry.input.pawns[them]);
    let (king, enemy_king) = (entry.input.kings[index], entry.input.kings[them]);
    let own_attacks = attacks::pawn_attacks_set(us, own);
    let enemy_attacks = attacks::pawn_attacks_set(!us, enemy);
    let enemy_attack_span = front_fill(!us, enemy_attacks);
    let unopposed = own - front_span(!us, enemy);
    // No enemy pawn can block or capture a passed pawn, and no own pawn is in front.
    let passers = unopposed - enemy_attack_span - front_span(!us, own);
    entry.attack_span[index] = front_fill(us, own_attacks);
    entry.passers |= passers;
    entry.shelter[index] = shelter(&entry.input, us);

    let rows = psqt.rows(king.relative_to(us), enemy_king.relative_to(us));
    for square in own {
        entry.psqt[index] += rows.piece(PieceKind::Pawn, square.relative_to(us));
    }

    for square in passers {
        let rank = relative_rank(us, square);
        let Some(stop) = forward(us, square.bitboard()).first() else {
            continue;
        };
        let steps = |king: Square| king.distance(stop).min(5);
        entry.passed[index] += weights::PASSED[rank]
            + weights::PASSED_OWN_KING[rank] * steps(king)
            + weights::PASSED_ENEMY_KING[rank] * steps(enemy_king);
    }

    let structure = &mut entry.structure[index];
    let isolated = own - file_fill(adjacent(own));
    *structure += weights::ISOLATED * isolated.count();
    *structure += weights::ISOLATED_UNOPPOSED * (isolated & unopposed).count();

    *structure += weights::DOUBLED * (own & front_span(us, own)).count();

    let unsafe_stops = (forward(us, own) & enemy_attacks) - entry.attack_span[index];
    let backward = forward(!us, unsafe_stops) - isolated;
    *structure += weights::BACKWARD * backward.count();
    *structure += weights::BACKWARD_UNOPPOSED * (backward & unopposed).count();

    for square in own & adjacent(own) {
        *structure += weights::PHALANX[relative_rank(us, square)];
    }
    for square in own & own_attacks {
        *structure += weights::SUPPORTED[relative_rank(us, square)];
    }
    // Candidate passer (Chess Programming Wiki): at least as many helpers, own pawns on adjacent files beside or
    // behind it, as sentries, enemy pawns that attack its path.
    for square in unopposed & enemy_attack_span {
        let sentries = adjacent(front_span(us, square.bitboard())) & enemy;
        let behind = front_span(!us, forward(us, square.bitboard()));
        let helpers = adjacent(behind) & own;
        if helpers.count() >= sentries.count() {
            *structure += weights::CANDIDATE[relative_rank(us, square)];
        }
    }
}

/// King shelter on the king's square, or on a square it can still castle to if that is better.
fn shelter(input: &PawnInput, us: Color) -> Tapered {
    let king = input.kings[us.index()];
    let mut best = shelter_at(input, us, king);
    for (side, file) in [(CastlingSide::KingSide, File::G), (CastlingSide::QueenSide, File::C)] {
        if input.castling.contains(CastlingRights::of(us, side)) {
            let home = Square::new(file, Rank::First).relative_to(us);
            let castled = shelter_at(input, us, home) + weights::SHELTER_UNCASTLED;
            if castled.mg() > best.mg() {
                best = castled;
            }
        }
    }
    best + weights::KING_PAWN_DISTANCE * nearest_pawn_distance(input.pawns[us.index()], king)
}

/// King steps to the nearest own pawn; 0 where there is none.
fn nearest_pawn_distance(pawns: Bitboard, king: Square) -> u32 {
    pawns.into_iter().map(|square| king.distance(square)).min().unwrap_or(0)
}

/// Shelter and storm on the three files around a king on `king`.
fn shelter_at(input: &PawnInput, us: Color, king: Square) -> Tapered {
    // Pawns behind the king do not count.
    let rank = king.rank().bitboard();
    let beside_or_in_front = rank | front_span(us, rank);
    let own = input.pawns[us.index()] & beside_or_in_front;
    let enemy = input.pawns[(!us).index()] & beside_or_in_front;
    let mut score = Tapered::ZERO;
    let middle = king.file().index().clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = File::from_index(index).bitboard();
        let edge = index.min(7 - index);
        let own_rank = nearest_pawn_rank(us, own & file);
        let enemy_rank = nearest_pawn_rank(us, enemy & file);
        score += weights::SHELTER[edge][own_rank];
        if enemy_rank != 0 {
            score += if own_rank != 0 && own_rank + 1 == enemy_rank {
                weights::STORM_BLOCKED[enemy_rank]
            } else {
                weights::STORM[edge][enemy_rank]
            };
        } else if own_rank == 0 {
            score += weights::KING_OPEN_FILE;
        }
    }
    score
}

/// The relative rank (0 to 7) of the pawn nearest to the first rank of `us`; 0 if there is none.
fn nearest_pawn_rank(us: Color, set: Bitboard) -> usize {
    let square = match us {
        Color::White => set.first(),
        Color::Black => set.last(),
    };
    square.map_or(0, |square| relative_rank(us, square))
}
