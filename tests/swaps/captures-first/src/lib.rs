//! A worked example of a replaced part: a move ordering that tries the TT move, then captures
//! and promotions, then the rest, each group as it was generated. It learns nothing.

use board::Move;
use movegen::{MoveList, Noisy, Quiet, generate, is_legal};
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

    fn picker(&self, _node: &NodeView<'_>) -> Picker {
        Picker {
            moves: MoveList::new(),
            next: Next::TtMove,
            tt_move: None,
            quiets: true,
            counters: PickerCounters::default(),
        }
    }

    fn update(&mut self, _outcome: &NodeResult<'_>) {}

    fn clear(&mut self) {}
}

/// What a picker does next.
#[derive(Clone, Copy, Debug)]
enum Next {
    TtMove,
    GenerateNoisy,
    Noisy(usize),
    GenerateQuiet,
    Quiet(usize),
}

/// Yields the moves of one node.
#[derive(Debug)]
pub struct Picker {
    moves: MoveList,
    next: Next,
    tt_move: Option<Move>,
    quiets: bool,
    counters: PickerCounters,
}

impl Picker {
    /// The next move of the list that is not the TT move, and the place behind it.
    fn next_listed(&self, from: usize) -> Option<(Move, usize)> {
        let at = (from..self.moves.len()).find(|&index| Some(self.moves[index]) != self.tt_move)?;
        Some((self.moves[at], at + 1))
    }

    fn picked(&mut self, mv: Move, stage: Stage) -> Option<PickedMove> {
        self.counters.picked += 1;
        Some(PickedMove { mv, stage, score: 0 })
    }
}

impl MovePicker<CapturesFirst> for Picker {
    fn next(&mut self, _ordering: &CapturesFirst, node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            match self.next {
                Next::TtMove => {
                    self.next = Next::GenerateNoisy;
                    let fits = |mv: &Move| wanted(node, *mv) && is_legal(node.position, *mv);
                    self.tt_move = node.tt_move.filter(fits);
                    if let Some(mv) = self.tt_move.filter(|mv| self.quiets || mv.is_noisy()) {
                        return self.picked(mv, Stage::TtMove);
                    }
                }
                Next::GenerateNoisy => {
                    generate::<Noisy>(node.position, &mut self.moves);
                    self.moves.retain(|mv| wanted(node, *mv));
                    self.counters.generated += self.moves.len() as u32;
                    self.next = Next::Noisy(0);
                }
                Next::Noisy(from) => match self.next_listed(from) {
                    Some((mv, after)) => {
                        self.next = Next::Noisy(after);
                        return self.picked(mv, Stage::Noisy);
                    }
                    None => self.next = Next::GenerateQuiet,
                },
                Next::GenerateQuiet => {
                    self.moves.clear();
                    if self.quiets && node.includes_quiets() {
                        generate::<Quiet>(node.position, &mut self.moves);
                        self.counters.generated += self.moves.len() as u32;
                    }
                    self.next = Next::Quiet(0);
                }
                Next::Quiet(from) => {
                    let (mv, after) = self.next_listed(from).filter(|_| self.quiets)?;
                    self.next = Next::Quiet(after);
                    return self.picked(mv, Stage::Quiet);
                }
            }
        }
    }

    fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    fn counters(&self) -> PickerCounters {
        self.counters
    }
}

/// Whether the node wants this move, were it legal.
fn wanted(node: &NodeView<'_>, mv: Move) -> bool {
    match node.mode {
        Mode::Main => true,
        Mode::Captures => mv.is_noisy(),
        Mode::Quiescence => mv.is_noisy() || node.position.in_check(),
        // The exchange is defined for legal moves only, so the order of the questions matters.
        Mode::ProbCut(threshold) => {
            mv.is_noisy()
                && is_legal(node.position, mv)
                && see_ge(node.position, mv, threshold, &SeeValues::DEFAULT)
        }
    }
}
