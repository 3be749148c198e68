//! The scheme `none` with a fault, for the ordering contract to find.

use std::cell::Cell;

use board::Move;
use movegen::legal_moves;
use ordering::{
    Guarantees, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters, Stage,
    Unordered,
};

thread_local! {
    /// The fault of the schemes made on this thread. A parameter of the type would do without, but
    /// then the compiler would build every search once for each fault.
    static FAULT: Cell<&'static str> = const { Cell::new("nothing") };
}

/// Runs `contract` with this fault in all schemes that it makes.
pub fn with(fault: &'static str, contract: impl FnOnce()) {
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
    fault: &'static str,
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

    fn update(&mut self, outcome: &NodeResult<'_>) {
        self.learnt = self.learnt.saturating_add(outcome.bonus_depth.max(0) * 100);
    }

    fn history(&self, _node: &NodeView<'_>, _mv: Move) -> i32 {
        match self.fault {
            "has no bound" => self.learnt,
            "keeps the history" => self.learnt.min(1000),
            _ => 0,
        }
    }

    fn clear(&mut self) {
        if !matches!(self.fault, "keeps scores" | "keeps the history") {
            self.learnt = 0;
        }
    }
}

/// Yields a list that has its fault already, and counts its own work.
pub struct FaultyPicker {
    fault: &'static str,
    picks: Vec<PickedMove>,
    next: usize,
    skipping: bool,
    picked: u32,
}

impl<const PROMISES: u8> MovePicker<Faulty<PROMISES>> for FaultyPicker {
    fn new(scheme: &Faulty<PROMISES>, node: &NodeView<'_>) -> Self {
        let mut inner = Unordered.picker(node);
        let mut picks: Vec<PickedMove> =
            std::iter::from_fn(|| inner.next(&Unordered, node)).collect();
        let noisy_stage = match scheme.fault {
            "calls noisy moves noisy" => Stage::Noisy,
            "calls noisy moves good" | "noisy moves first, as good" => Stage::GoodNoisy,
            "noisy moves first, as bad" => Stage::BadNoisy,
            _ => Stage::Unordered,
        };
        for pick in picks.iter_mut().filter(|pick| pick.mv.is_noisy()) {
            pick.stage = noisy_stage;
        }
        match scheme.fault {
            "loses castling" => picks.retain(|pick| !pick.mv.is_castle()),
            "repeats the last move" if node.tt_move.is_some() => {
                picks.extend(picks.last().copied())
            }
            "ignores the mode" => {
                let unordered = |mv| PickedMove { mv, stage: Stage::Unordered, score: 0 };
                picks = legal_moves(node.position).into_iter().map(unordered).collect();
            }
            "calls the first move TT move" => {
                picks.iter_mut().take(1).for_each(|pick| pick.stage = Stage::TtMove)
            }
            "calls every move a killer" => {
                picks.iter_mut().for_each(|pick| pick.stage = Stage::Killer)
            }
            "noisy moves first, as good" | "noisy moves first, as bad" => {
                picks.sort_by_key(|pick| pick.mv.is_quiet())
            }
            "keeps scores" => picks.iter_mut().for_each(|pick| pick.score = scheme.learnt),
            _ => {}
        }
        FaultyPicker { fault: scheme.fault, picks, next: 0, skipping: false, picked: 0 }
    }

    fn next(&mut self, _ordering: &Faulty<PROMISES>, _node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            let pick = *self.picks.get(self.next)?;
            self.next += 1;
            let wanted = match self.fault {
                "never skips" => true,
                "skips all" => !self.skipping,
                _ => !self.skipping || pick.mv.is_noisy(),
            };
            if wanted {
                self.picked += 1;
                return Some(pick);
            }
        }
    }

    fn upcoming(&self) -> Option<Move> {
        let first = self.picks.first().filter(|_| self.fault == "announces the first move");
        first.map(|pick| pick.mv)
    }

    fn skip_quiets(&mut self) {
        self.skipping = true;
    }

    fn counters(&self) -> PickerCounters {
        let surplus = u32::from(self.fault == "counts one too many");
        let generated = self.picks.len() as u32;
        PickerCounters { generated, scored: 0, picked: self.picked + surplus }
    }
}
