//! A worked example of a replaced part: a move ordering that tries the TT move, then captures
//! and promotions, then the rest, each group as it was generated. It learns nothing.

use board::Move;
use movegen::{MoveList, legal_moves};
use ordering::{
    Guarantees, Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters,
    Stage,
};
use ordering::{SeeValues, see_ge};

/// The scheme. It has no tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct CapturesFirst;

impl MoveOrdering for CapturesFirst {
    type Picker = Picker;
    const NAME: &'static str = "captures-first";
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: true, staged: true, good_noisy_first: false };

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}
}

/// Yields the moves of one node.
#[derive(Debug)]
pub struct Picker {
    moves: MoveList,
    next: usize,
    skips_quiets: bool,
    picked: u32,
}

impl MovePicker<CapturesFirst> for Picker {
    fn new(_ordering: &CapturesFirst, node: &NodeView<'_>) -> Self {
        let mut moves = legal_moves(node.position);
        moves.retain(|mv| wanted(node, mv));
        // The sort keeps the order of moves in the same stage.
        moves.sort_by_key(|mv| stage(node, *mv));
        Picker { moves, next: 0, skips_quiets: false, picked: 0 }
    }

    fn next(&mut self, _ordering: &CapturesFirst, node: &NodeView<'_>) -> Option<PickedMove> {
        let rest = self.moves.iter().enumerate().skip(self.next);
        let mut rest = rest.filter(|(_, mv)| !self.skips_quiets || mv.is_noisy());
        let (index, &mv) = rest.next()?;
        self.next = index + 1;
        self.picked += 1;
        Some(PickedMove { mv, stage: stage(node, mv), score: 0 })
    }

    fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        PickerCounters { generated: self.moves.len() as u32, scored: 0, picked: self.picked }
    }
}

/// The stage of a move; the order of stages is that of the moves.
fn stage(node: &NodeView<'_>, mv: Move) -> Stage {
    match mv {
        mv if node.tt_move == Some(mv) => Stage::TtMove,
        mv if mv.is_noisy() => Stage::Noisy,
        _ => Stage::Quiet,
    }
}

/// Whether the node wants this legal move.
fn wanted(node: &NodeView<'_>, mv: Move) -> bool {
    match node.mode {
        Mode::Main => true,
        Mode::Captures => mv.is_noisy(),
        Mode::Quiescence => mv.is_noisy() || node.position.in_check(),
        Mode::ProbCut(threshold) => {
            mv.is_noisy() && see_ge(node.position, mv, threshold, &SeeValues::DEFAULT)
        }
    }
}
