//! `victim-first`: system C. Captures come out of the generator already in MVV-LVA
//! order, with no scores and no sort.

use super::NO_HASH_MOVE;
use crate::picker::{SequencePicker, SequenceScheme};
use crate::{Honours, Node, Ordering, Outcome, Stage};
use board::{Move, PieceKind};
use movegen::{MoveList, Noisy, Quiet, generate, generate_captures_between};

const VICTIMS: [PieceKind; 5] =
    [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];

const AGGRESSORS: [PieceKind; 6] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
    PieceKind::King,
];

/// The round in which quiet promotions are generated; the quiet moves follow.
const PROMOTIONS: usize = VICTIMS.len();

/// One round for each kind of victim, the most valuable first, and within it the
/// aggressors from the pawn up; en passant takes a pawn. The source is silent on what
/// follows: quiet promotions, then quiet moves, as generated. It learns nothing and
/// does not look at the hash move.
#[derive(Default)]
pub struct VictimFirst;

impl Ordering for VictimFirst {
    type Picker = SequencePicker<Self>;
    const NAME: &'static str = "victim-first";
    const HONOURS: Honours = NO_HASH_MOVE;

    fn picker(&self, _node: &Node<'_>) -> Self::Picker {
        SequencePicker::new()
    }

    fn on_cutoff(&mut self, _outcome: &Outcome<'_>) {}

    fn clear(&mut self) {}
}

impl SequenceScheme for VictimFirst {
    const ROUNDS: usize = VICTIMS.len() + 2;

    fn generate(round: usize, node: &Node<'_>, moves: &mut MoveList) {
        let position = node.position;
        if let Some(&victim) = VICTIMS.get(round) {
            let victims = position.of(!position.side_to_move(), victim);
            if victims.is_empty() {
                return;
            }
            for aggressor in AGGRESSORS {
                let aggressors = position.of(position.side_to_move(), aggressor);
                if aggressors.any() {
                    generate_captures_between(position, victims, aggressors, moves);
                }
            }
        } else if round == PROMOTIONS {
            let mut noisy = MoveList::new();
            generate::<Noisy>(position, &mut noisy);
            moves.extend(noisy.into_iter().filter(|mv| !mv.is_capture()));
        } else if node.wants_quiets() {
            generate::<Quiet>(position, moves);
        }
    }

    fn stage(mv: Move) -> Stage {
        if mv.is_capture() {
            Stage::Noisy
        } else if mv.is_promotion() {
            Stage::Promotion
        } else {
            Stage::Unordered
        }
    }
}
