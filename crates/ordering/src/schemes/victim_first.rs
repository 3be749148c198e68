//! `victim-first`: MVV-LVA as an order of generation, without scores and without a sort.

use super::STAGED_ONLY;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::{Move, PieceKind};
use movegen::{MoveList, Noisy, Quiet, generate};

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
}

impl ScoredScheme for VictimFirst {
    const BATCHES: usize = VICTIMS.len() + 2;
    const SCORED: bool = false;

    fn generate(&self, batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        let position = node.position;
        if batch > PROMOTION_BATCH {
            if node.includes_quiets() {
                generate::<Quiet>(position, moves);
            }
            return;
        }
        let victim = VICTIMS.get(batch).copied();
        if victim.is_some_and(|victim| position.of(!position.side_to_move(), victim).is_empty()) {
            return;
        }
        let mut noisy = MoveList::new();
        generate::<Noisy>(position, &mut noisy);
        noisy.retain(|mv| position.captured(mv) == victim);
        for attacker in PieceKind::ALL {
            let by = |mv: &Move| position.moved_piece(*mv).kind() == attacker;
            moves.extend(noisy.iter().copied().filter(by));
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
