//! `victim-first`: MVV-LVA as an order of generation, without scores and without a sort.

use super::STAGED_ONLY;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::{Move, MoveFlag, PieceKind, Position, Rank, Square, attacks};
use movegen::{MoveList, Noisy, Quiet, generate, is_legal};

const VICTIMS: [PieceKind; 5] =
    [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];

/// The batch of quiet promotions; the quiet moves are the batch after it.
const PROMOTION_BATCH: usize = VICTIMS.len();

/// MVV-LVA (most valuable victim, least valuable attacker) as an order of generation: one
/// batch for each kind of victim from queen to pawn, within it attackers from pawn to
/// king; en passant counts as a capture of a pawn. Source: the Chess Programming Wiki,
/// which does not say what follows: here quiet promotions, then quiet moves in generation
/// order. Without tables; the TT move is ignored.
#[derive(Default)]
pub struct VictimFirst;

impl MoveOrdering for VictimFirst {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "victim-first";
    const GUARANTEES: Guarantees = STAGED_ONLY;

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        ScoredPicker::default()
    }
}

impl ScoredScheme for VictimFirst {
    const BATCHES: usize = VICTIMS.len() + 2;
    const SCORED: bool = false;

    fn generate(&self, batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        let position = node.position;
        if let Some(&victim) = VICTIMS.get(batch) {
            if position.of(!position.side_to_move(), victim).any() {
                generate_captures_of(victim, position, moves);
            }
        } else if batch == PROMOTION_BATCH {
            generate_quiet_promotions(position, moves);
        } else if node.includes_quiets() {
            generate::<Quiet>(position, moves);
        }
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        if mv.is_capture() {
            Stage::Noisy
        } else if mv.is_promotion() {
            Stage::Promotion
        } else {
            Stage::Unordered
        }
    }
}

/// Appends the captures of a kind of piece, those by pawns first and those by the king last.
fn generate_captures_of(victim: PieceKind, position: &Position, moves: &mut MoveList) {
    let us = position.side_to_move();
    let victims = position.of(!us, victim);
    let mut noisy = MoveList::new();
    generate::<Noisy>(position, &mut noisy);
    let pawns = position.of(us, PieceKind::Pawn);
    let by_pawn = |mv: &Move| pawns.contains(mv.from()) && position.captured(*mv) == Some(victim);
    moves.extend(noisy.iter().copied().filter(by_pawn));
    for attacker in &PieceKind::ALL[1..] {
        for from in position.of(us, *attacker) {
            let attacked = attacks::piece_attacks(*attacker, us, from, position.occupied());
            let captures = (attacked & victims).into_iter();
            let captures = captures.map(|to| Move::new(from, to, MoveFlag::CAPTURE));
            moves.extend(captures.filter(|mv| noisy.contains(mv)));
        }
    }
}

/// Appends the promotions without capture. Generating all noisy moves would repeat the captures.
fn generate_quiet_promotions(position: &Position, moves: &mut MoveList) {
    let us = position.side_to_move();
    let pawns = position.of(us, PieceKind::Pawn) & Rank::Seventh.relative_to(us).bitboard();
    for from in pawns {
        let to = Square::new(from.file(), Rank::Eighth.relative_to(us));
        let promotion = |flag| Move::new(from, to, flag);
        // All four are legal or none.
        if is_legal(position, promotion(MoveFlag::PROMO_QUEEN)) {
            moves.extend(MoveFlag::PROMOTIONS.map(promotion));
        }
    }
}
