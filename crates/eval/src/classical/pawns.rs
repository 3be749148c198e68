//! Pawn structure: everything that depends only on pawns, kings and castling rights, computed
//! for a [`PawnEntry`]. The part of passed pawns that depends on pieces is in `passed.rs`.

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::masks::{adjacent, file_fill, forward, front_fill, front_span, relative_rank};
use super::pawn_table::{PawnEntry, PawnInput};
use super::psqt::Psqt;
use super::shelter::shelter;
use super::{Tapered, Weights};

/// Evaluates the pawns of both sides.
pub(super) fn evaluate(input: &PawnInput, weights: &Weights, psqt: &Psqt) -> PawnEntry {
    let mut entry = PawnEntry { input: *input, ..PawnEntry::EMPTY };
    evaluate_side(&mut entry, Color::White, weights, psqt);
    evaluate_side(&mut entry, Color::Black, weights, psqt);
    entry
}

#[inline(always)]
fn evaluate_side(entry: &mut PawnEntry, us: Color, weights: &Weights, psqt: &Psqt) {
    let side = PawnSide::new(&entry.input, us);
    let own = us.index();
    entry.attack_span[own] = front_fill(us, side.own_attacks);
    entry.psqt[own] = side.psqt(psqt);
    entry.structure[own] = side.structure(weights);
    let passers = side.passers();
    entry.passed[own] = side.passed(passers, weights);
    entry.passers |= passers;
    entry.shelter[own] = shelter(&entry.input, us, weights);
}

/// The pawns of one side, with what depends on the enemy's.
struct PawnSide {
    us: Color,
    own: Bitboard,
    enemy: Bitboard,
    king: Square,
    enemy_king: Square,
    /// Squares that own pawns attack.
    own_attacks: Bitboard,
    /// Squares that enemy pawns attack.
    enemy_attacks: Bitboard,
    /// Squares that enemy pawns attack or can attack after advancing.
    enemy_attack_span: Bitboard,
    /// Squares in front of enemy pawns, from their side.
    enemy_front_span: Bitboard,
}

impl PawnSide {
    fn new(input: &PawnInput, us: Color) -> Self {
        let (own, enemy) = (input.pawns[us.index()], input.pawns[(!us).index()]);
        let enemy_attacks = attacks::pawn_attacks_set(!us, enemy);
        Self {
            us,
            own,
            enemy,
            king: input.kings[us.index()],
            enemy_king: input.kings[(!us).index()],
            own_attacks: attacks::pawn_attacks_set(us, own),
            enemy_attacks,
            enemy_attack_span: front_fill(!us, enemy_attacks),
            enemy_front_span: front_span(!us, enemy),
        }
    }

    fn psqt(&self, psqt: &Psqt) -> Tapered {
        let rows = psqt.rows(self.king.relative_to(self.us), self.enemy_king.relative_to(self.us));
        self.own.into_iter().fold(Tapered::ZERO, |sum, square| {
            sum + rows.piece(PieceKind::Pawn, square.relative_to(self.us))
        })
    }

    /// Passed pawns: no enemy pawn can block or capture them, and no own pawn is in front.
    fn passers(&self) -> Bitboard {
        self.own - (self.enemy_attack_span | self.enemy_front_span) - front_span(!self.us, self.own)
    }

    fn structure(&self, weights: &Weights) -> Tapered {
        let (us, own) = (self.us, self.own);
        let mut score = Tapered::ZERO;
        let unopposed = own - self.enemy_front_span;

        let isolated = own - file_fill(adjacent(own));
        score += weights.isolated * isolated.count();
        score += weights.isolated_unopposed * (isolated & unopposed).count();

        score += weights.doubled * (own & front_span(us, own)).count();

        let supportable = front_fill(us, self.own_attacks);
        let unsafe_stops = (forward(us, own) & self.enemy_attacks) - supportable;
        let backward = forward(!us, unsafe_stops) - isolated;
        score += weights.backward * backward.count();
        score += weights.backward_unopposed * (backward & unopposed).count();

        for square in own & adjacent(own) {
            score += weights.phalanx[relative_rank(us, square)];
        }
        for square in own & self.own_attacks {
            score += weights.supported[relative_rank(us, square)];
        }
        for square in unopposed & self.enemy_attack_span {
            if self.is_candidate(square) {
                score += weights.candidate[relative_rank(us, square)];
            }
        }
        score
    }

    /// Candidate passer (Chess Programming Wiki): at least as many helpers, own pawns on adjacent
    /// files beside or behind it, as sentries, enemy pawns that attack its path.
    fn is_candidate(&self, square: Square) -> bool {
        let path = front_span(self.us, square.bitboard());
        let sentries = adjacent(path) & self.enemy;
        let behind = front_span(!self.us, forward(self.us, square.bitboard()));
        let helpers = adjacent(behind) & self.own;
        helpers.count() >= sentries.count()
    }

    fn passed(&self, passers: Bitboard, weights: &Weights) -> Tapered {
        let mut score = Tapered::ZERO;
        for square in passers {
            let rank = relative_rank(self.us, square);
            let Some(stop) = forward(self.us, square.bitboard()).first() else {
                continue;
            };
            let steps = |king: Square| king.distance(stop).min(5);
            score += weights.passed[rank]
                + weights.passed_own_king[rank] * steps(self.king)
                + weights.passed_enemy_king[rank] * steps(self.enemy_king);
        }
        score
    }
}
