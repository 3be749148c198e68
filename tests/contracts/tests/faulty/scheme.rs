//! The scheme `none` with a fault, for the ordering contract to find.

use std::cell::Cell;

use board::Move;
use movegen::legal_moves;
use ordering::{
    Guarantees, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters, Stage,
    Unordered,
};

/// What is wrong with a [`Faulty`] scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is, unless it promises what it does not keep.
    Nothing,
    /// Castling moves are lost.
    Loses,
    /// The last move comes twice where there is a TT move.
    Repeats,
    /// Every legal move is yielded in every mode.
    IgnoresMode,
    /// The picker counts one move too many.
    Miscounts,
    /// The first move is called the TT move.
    Misnames,
    /// Every move is called a killer.
    Misplaces,
    /// Noisy moves have a stage of their own, and come as they were generated.
    CallsNoisy,
    /// Noisy moves are called good, and come as they were generated.
    CallsGood,
    /// Noisy moves come first and are called good.
    GoodFirst,
    /// Noisy moves come first and are called bad.
    BadFirst,
    /// Quiet moves come after `skip_quiets`.
    NeverSkips,
    /// Nothing comes after `skip_quiets`.
    SkipsAll,
    /// Announces the first move as the upcoming one until the last has come.
    Announces,
    /// Scores are still there when the scheme has been cleared.
    KeepsScores,
    /// The history is still there when the scheme has been cleared.
    KeepsHistory,
    /// The history knows no bound.
    Grows,
}

thread_local! {
    /// The fault of the schemes made on this thread. A parameter of the type would do without, but
    /// then the compiler would build every search once for each fault.
    static FAULT: Cell<Fault> = const { Cell::new(Fault::Nothing) };
}

/// Runs `contract` with this fault in all schemes that it makes.
pub fn with(fault: Fault, contract: impl FnOnce()) {
    FAULT.set(fault);
    contract();
}

/// What a [`Faulty`] scheme promises: nothing more than every scheme does.
pub const PLAIN: u8 = 0;
/// Promises to yield the TT move first.
pub const TT_FIRST: u8 = 1;
/// Promises stages in order.
pub const STAGED: u8 = 2;
/// Promises good captures first and bad ones last.
pub const GOOD_FIRST: u8 = 3;

/// The scheme, with a number that it has learnt.
pub struct Faulty<const PROMISES: u8> {
    fault: Fault,
    learnt: i32,
}

impl<const PROMISES: u8> Default for Faulty<PROMISES> {
    fn default() -> Self {
        Self { fault: FAULT.get(), learnt: 0 }
    }
}

impl<const PROMISES: u8> MoveOrdering for Faulty<PROMISES> {
    type Picker = FaultyPicker;
    const NAME: &'static str = "faulty";
    const GUARANTEES: Guarantees = Guarantees {
        tt_move_first: PROMISES == TT_FIRST,
        staged: PROMISES == STAGED,
        good_noisy_first: PROMISES == GOOD_FIRST,
    };

    fn picker(&self, node: &NodeView<'_>) -> FaultyPicker {
        let mut inner = Unordered.picker(node);
        let mut picks: Vec<PickedMove> =
            std::iter::from_fn(|| inner.next(&Unordered, node)).collect();
        let noisy_stage = match self.fault {
            Fault::CallsNoisy => Stage::Noisy,
            Fault::CallsGood | Fault::GoodFirst => Stage::GoodNoisy,
            Fault::BadFirst => Stage::BadNoisy,
            _ => Stage::Unordered,
        };
        for pick in picks.iter_mut().filter(|pick| pick.mv.is_noisy()) {
            pick.stage = noisy_stage;
        }
        match self.fault {
            Fault::Loses => picks.retain(|pick| !pick.mv.is_castle()),
            Fault::Repeats if node.tt_move.is_some() => picks.extend(picks.last().copied()),
            Fault::IgnoresMode => {
                let unordered = |mv| PickedMove { mv, stage: Stage::Unordered, score: 0 };
                picks = legal_moves(node.position).into_iter().map(unordered).collect();
            }
            Fault::Misnames => picks.iter_mut().take(1).for_each(|pick| pick.stage = Stage::TtMove),
            Fault::Misplaces => picks.iter_mut().for_each(|pick| pick.stage = Stage::Killer),
            Fault::GoodFirst | Fault::BadFirst => picks.sort_by_key(|pick| pick.mv.is_quiet()),
            Fault::KeepsScores => picks.iter_mut().for_each(|pick| pick.score = self.learnt),
            _ => {}
        }
        FaultyPicker { fault: self.fault, picks, next: 0, skipping: false, picked: 0 }
    }

    fn update(&mut self, outcome: &NodeResult<'_>) {
        self.learnt = self.learnt.saturating_add(outcome.bonus_depth.max(0) * 100);
    }

    fn history(&self, _node: &NodeView<'_>, _mv: Move) -> i32 {
        match self.fault {
            Fault::Grows => self.learnt,
            Fault::KeepsHistory => self.learnt.min(1000),
            _ => 0,
        }
    }

    fn clear(&mut self) {
        if !matches!(self.fault, Fault::KeepsScores | Fault::KeepsHistory) {
            self.learnt = 0;
        }
    }
}

/// Yields a list that has its fault already, and counts its own work.
pub struct FaultyPicker {
    fault: Fault,
    picks: Vec<PickedMove>,
    next: usize,
    skipping: bool,
    picked: u32,
}

impl<const PROMISES: u8> MovePicker<Faulty<PROMISES>> for FaultyPicker {
    fn next(&mut self, _ordering: &Faulty<PROMISES>, _node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            let pick = *self.picks.get(self.next)?;
            self.next += 1;
            let wanted = match self.fault {
                Fault::NeverSkips => true,
                Fault::SkipsAll => !self.skipping,
                _ => !self.skipping || pick.mv.is_noisy(),
            };
            if wanted {
                self.picked += 1;
                return Some(pick);
            }
        }
    }

    fn upcoming(&self) -> Option<Move> {
        let first = self.picks.first().filter(|_| self.fault == Fault::Announces);
        first.map(|pick| pick.mv)
    }

    fn skip_quiets(&mut self) {
        self.skipping = true;
    }

    fn counters(&self) -> PickerCounters {
        let surplus = u32::from(self.fault == Fault::Miscounts);
        let generated = self.picks.len() as u32;
        PickerCounters { generated, scored: 0, picked: self.picked + surplus }
    }
}
