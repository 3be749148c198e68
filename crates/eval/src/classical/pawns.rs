//! Pawn structure: everything that depends on pawns, kings and castling rights alone,
//! computed once for a `PawnEntry`. What other pieces do to passed pawns is in `passed.rs`.

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::masks::{ahead, beside, files, fill_forward, forward, rank_of};
use super::pawn_table::{PawnEntry, PawnInput};
use super::shelter::shelter;
use super::tables::Tables;
use super::{Tapered, Weights};

/// Evaluates the pawns of both sides.
pub(super) fn evaluate(input: &PawnInput, weights: &Weights, tables: &Tables) -> PawnEntry {
    let mut entry = PawnEntry { input: *input, ..PawnEntry::EMPTY };
    one_side(&mut entry, Color::White, weights, tables);
    one_side(&mut entry, Color::Black, weights, tables);
    entry
}

#[inline(always)]
fn one_side(entry: &mut PawnEntry, us: Color, weights: &Weights, tables: &Tables) {
    let view = View::new(&entry.input, us);
    let own = us.index();
    entry.attack_span[own] = fill_forward(us, view.guarded);
    entry.placement[own] = view.placement(tables);
    entry.structure[own] = view.structure(weights);
    let passers = view.passers();
    entry.passed[own] = view.passed(passers, weights);
    entry.passers |= passers;
    entry.shelter[own] = shelter(&entry.input, us, weights);
}

/// One side's pawns and what meets them.
struct View {
    us: Color,
    own: Bitboard,
    enemy: Bitboard,
    king: Square,
    enemy_king: Square,
    /// Squares that own pawns attack.
    guarded: Bitboard,
    /// Squares that enemy pawns attack.
    attacked: Bitboard,
    /// Squares that enemy pawns attack or may come to attack.
    contested: Bitboard,
    /// Squares in front of enemy pawns, as they see it.
    enemy_ahead: Bitboard,
}

impl View {
    fn new(input: &PawnInput, us: Color) -> Self {
        let (own, enemy) = (input.pawns[us.index()], input.pawns[(!us).index()]);
        let attacked = attacks::pawn_attacks_set(!us, enemy);
        Self {
            us,
            own,
            enemy,
            king: input.kings[us.index()],
            enemy_king: input.kings[(!us).index()],
            guarded: attacks::pawn_attacks_set(us, own),
            attacked,
            contested: fill_forward(!us, attacked),
            enemy_ahead: ahead(!us, enemy),
        }
    }

    fn placement(&self, tables: &Tables) -> Tapered {
        let rows =
            tables.rows(self.king.relative_to(self.us), self.enemy_king.relative_to(self.us));
        self.own.into_iter().fold(Tapered::ZERO, |sum, square| {
            sum + rows.piece(PieceKind::Pawn, square.relative_to(self.us))
        })
    }

    /// No enemy pawn can stop or take them, and no own pawn stands in front.
    fn passers(&self) -> Bitboard {
        self.own - (self.contested | self.enemy_ahead) - ahead(!self.us, self.own)
    }

    fn structure(&self, weights: &Weights) -> Tapered {
        let (us, own) = (self.us, self.own);
        let mut score = Tapered::ZERO;
        // Pawns with no enemy pawn before them are open to rooks.
        let open = own - self.enemy_ahead;

        let isolated = own - files(beside(own));
        score += weights.isolated * isolated.count();
        score += weights.isolated_open * (isolated & open).count();

        score += weights.doubled * (own & ahead(us, own)).count();

        let supportable = fill_forward(us, self.guarded);
        let stuck = (forward(us, own) & self.attacked) - supportable;
        let backward = forward(!us, stuck) - isolated;
        score += weights.backward * backward.count();
        score += weights.backward_open * (backward & open).count();

        for square in own & beside(own) {
            score += weights.phalanx[rank_of(us, square)];
        }
        for square in own & self.guarded {
            score += weights.supported[rank_of(us, square)];
        }
        for square in open & self.contested {
            if self.is_candidate(square) {
                score += weights.candidate[rank_of(us, square)];
            }
        }
        score
    }

    /// As many helpers level with it or behind as enemy pawns that guard its way.
    fn is_candidate(&self, square: Square) -> bool {
        let way = ahead(self.us, square.bitboard());
        let sentries = beside(way) & self.enemy;
        let behind = ahead(!self.us, forward(self.us, square.bitboard()));
        let helpers = beside(behind) & self.own;
        helpers.count() >= sentries.count()
    }

    fn passed(&self, passers: Bitboard, weights: &Weights) -> Tapered {
        let mut score = Tapered::ZERO;
        for square in passers {
            let rank = rank_of(self.us, square);
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
