//! Plain alpha-beta once more, with rules that can be changed one at a time and a flag that stops
//! it. With [`Rules::OURS`] it makes the very moves that [`search::reference::alpha_beta`] makes;
//! that one stays as simple as it is because the experiments are here.
//!
//! Whether a search fails soft or hard is not among the rules: without a hash table, and with the
//! full window at the root, both make the same moves.

use board::{Bitboard, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::has_legal_move;
use ordering::{Mode, MoveOrdering, MovePicker, NodeView, PREVIOUS_PLIES};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a position at the horizon is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// By the evaluator.
    Static,
    /// By a search of captures and promotions.
    Noisy,
    /// By a search of captures only, as in system A.
    Captures,
    /// By a search of captures and promotions; in check, of all moves.
    Evasions,
}

/// What system A's search does in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How the horizon is scored.
    pub horizon: Horizon,
    /// Whether a position in check above the horizon is searched a ply deeper.
    pub extend_checks: bool,
    /// Whether mates and stalemates are seen at the horizon.
    pub horizon_mates: bool,
}

impl Rules {
    /// Those of [`search::AlphaBeta`].
    pub const OURS: Self =
        Self { horizon: Horizon::Noisy, extend_checks: false, horizon_mates: true };
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Moves made: the nodes of this project.
    pub made: u64,
    /// Positions whose moves were generated, the root among them: the nodes of system A's first
    /// version, which does not count a position that its evaluation alone cuts off.
    pub expanded: u64,
    /// Deepest ply reached.
    pub seldepth: usize,
}

/// When a search has to end, and who is told how far it is.
pub struct Budget<'a> {
    /// Most moves to make.
    pub cap: u64,
    /// Set to end it at once.
    pub stop: &'a AtomicBool,
    /// Counts the moves made by all searches, some thousand at a time.
    pub total: &'a AtomicU64,
}

/// Moves between two looks at the stop flag.
const POLL: u64 = 1 << 14;

/// The search had to end early.
struct Halted;

/// Searches a position to a depth with a full window: the score from the side to move (`None`
/// when the budget did not suffice) and the effort so far.
pub fn alpha_beta<O: MoveOrdering>(
    position: &Position,
    evaluator: &mut dyn Evaluator,
    ordering: &mut O,
    depth: u32,
    rules: Rules,
    budget: &Budget<'_>,
) -> (Option<Score>, Effort) {
    let effort = Effort::default();
    let mut search = Search { evaluator, ordering, rules, budget, effort };
    let full = (-Score::INFINITE, Score::INFINITE);
    let score = search.main(position, full, depth, 0).ok();
    budget.total.fetch_add(search.effort.made % POLL, Ordering::Relaxed);
    (score, search.effort)
}

struct Search<'a, O> {
    evaluator: &'a mut dyn Evaluator,
    ordering: &'a mut O,
    rules: Rules,
    budget: &'a Budget<'a>,
    effort: Effort,
}

impl<O: MoveOrdering> Search<'_, O> {
    fn main(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        mut depth: u32,
        ply: usize,
    ) -> Result<Score, Halted> {
        self.effort.seldepth = self.effort.seldepth.max(ply);
        if (depth > 0 || self.rules.horizon_mates) && !has_legal_move(position) {
            return Ok(if position.in_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        if depth == 0 || ply >= MAX_PLY {
            return self.horizon(position, (alpha, beta), ply);
        }
        if self.rules.extend_checks && position.in_check() {
            depth += 1;
        }
        self.effort.expanded += 1;
        let node = node(position, ply, depth as i32, Mode::Main);
        let mut best = -Score::INFINITE;
        let mut picker = self.ordering.picker(&node);
        while let Some(picked) = picker.next(self.ordering, &node) {
            self.count()?;
            let child = position.make(picked.mv);
            let score = -self.main(&child, (-beta, -alpha), depth - 1, ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn horizon(
        &mut self,
        position: &Position,
        window: (Score, Score),
        ply: usize,
    ) -> Result<Score, Halted> {
        match self.rules.horizon {
            Horizon::Static => Ok(self.evaluator.evaluate(position, ply)),
            Horizon::Noisy | Horizon::Captures | Horizon::Evasions => {
                self.quiesce(position, window, ply)
            }
        }
    }

    fn quiesce(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Result<Score, Halted> {
        self.effort.seldepth = self.effort.seldepth.max(ply);
        let forced = self.rules.horizon == Horizon::Evasions && position.in_check();
        let mut best = -Score::INFINITE;
        if !forced || ply >= MAX_PLY {
            best = self.evaluator.evaluate(position, ply);
            if best >= beta || ply >= MAX_PLY {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        self.effort.expanded += 1;
        let node = node(position, ply, 0, Mode::Quiescence);
        let mut picker = self.ordering.picker(&node);
        while let Some(picked) = picker.next(self.ordering, &node) {
            let left_out = match self.rules.horizon {
                Horizon::Captures => !picked.mv.is_capture(),
                _ => !forced && picked.mv.is_quiet(),
            };
            if left_out {
                continue;
            }
            self.count()?;
            let child = position.make(picked.mv);
            let score = -self.quiesce(&child, (-beta, -alpha), ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        let mated = forced && best == -Score::INFINITE;
        Ok(if mated { Score::mated_in(ply) } else { best })
    }

    fn count(&mut self) -> Result<(), Halted> {
        if self.effort.made >= self.budget.cap {
            return Err(Halted);
        }
        self.effort.made += 1;
        if self.effort.made.is_multiple_of(POLL) {
            self.budget.total.fetch_add(POLL, Ordering::Relaxed);
            if self.budget.stop.load(Ordering::Relaxed) {
                return Err(Halted);
            }
        }
        Ok(())
    }
}

/// What an ordering that learns nothing and looks at nothing but the position needs to know.
fn node(position: &Position, ply: usize, depth: i32, mode: Mode) -> NodeView<'_> {
    let (threats, previous_moves) = (Bitboard::EMPTY, [None; PREVIOUS_PLIES]);
    NodeView { position, ply, depth, tt_move: None, previous_moves, threats, mode }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::{Centre, Classical};
    use ordering::{MvvLva, Unordered, VictimFirst};
    use search::reference::{self, LeafEvaluation};

    const TACTICS: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

    fn run<O: MoveOrdering>(
        fen: &str,
        depth: u32,
        rules: Rules,
        cap: u64,
    ) -> (Option<Score>, Effort) {
        let position = Position::from_fen(fen).unwrap();
        let (stop, total) = (AtomicBool::new(false), AtomicU64::new(0));
        let budget = Budget { cap, stop: &stop, total: &total };
        let mut evaluator = Classical::default();
        let found = alpha_beta(&position, &mut evaluator, &mut O::default(), depth, rules, &budget);
        assert_eq!(total.into_inner(), found.1.made);
        found
    }

    fn agrees<E: Evaluator + Default, O: MoveOrdering>(horizon: Horizon, leaf: LeafEvaluation) {
        let rules = Rules { horizon, ..Rules::OURS };
        for (fen, depth) in [(TACTICS, 2), (ENDGAME, 4), (PROMOTIONS, 3)] {
            let position = Position::from_fen(fen).unwrap();
            let (mut ours, mut theirs) = (E::default(), E::default());
            let (stop, total) = (AtomicBool::new(false), AtomicU64::new(0));
            let budget = Budget { cap: u64::MAX, stop: &stop, total: &total };
            let (score, effort) =
                alpha_beta(&position, &mut ours, &mut O::default(), depth, rules, &budget);
            let solved =
                reference::alpha_beta(&position, &mut theirs, &mut O::default(), depth, leaf);
            assert_eq!(score, Some(solved.score), "{fen}");
            assert_eq!(effort.made, solved.nodes, "{fen}");
            assert_eq!(effort.seldepth, solved.seldepth as usize, "{fen}");
        }
    }

    #[test]
    fn with_our_rules_it_is_the_oracle() {
        agrees::<Classical, Unordered>(Horizon::Static, LeafEvaluation::Static);
        agrees::<Classical, MvvLva>(Horizon::Noisy, LeafEvaluation::Captures);
        agrees::<Classical, MvvLva>(Horizon::Evasions, LeafEvaluation::Quiescence);
        agrees::<Centre, VictimFirst>(Horizon::Noisy, LeafEvaluation::Captures);
    }

    #[test]
    fn captures_alone_are_fewer() {
        let made =
            |horizon| run::<MvvLva>(PROMOTIONS, 2, Rules { horizon, ..Rules::OURS }, 1 << 20);
        let (noisy, captures) = (made(Horizon::Noisy), made(Horizon::Captures));
        assert!(captures.1.made < noisy.1.made && captures.0.is_some());
        assert!(made(Horizon::Static).1.made < captures.1.made);
    }

    #[test]
    fn checks_above_the_horizon_go_deeper() {
        let check = "4k3/8/8/8/7b/8/3P4/R2QK2R w KQ - 0 1";
        let rules = Rules { horizon: Horizon::Static, ..Rules::OURS };
        let extended = Rules { extend_checks: true, ..rules };
        assert_eq!(run::<MvvLva>(check, 1, rules, 1000).1.seldepth, 1);
        assert_eq!(run::<MvvLva>(check, 1, extended, 1000).1.seldepth, 2);
        // At the horizon itself nothing is extended.
        assert_eq!(run::<MvvLva>(check, 0, extended, 1000).1.made, 0);
    }

    #[test]
    fn mates_at_the_horizon_are_seen_or_not() {
        let rules = Rules { horizon_mates: false, ..Rules::OURS };
        assert_eq!(run::<MvvLva>(TACTICS, 1, Rules::OURS, 1 << 20).0, Some(Score::mate_in(1)));
        let blind = run::<MvvLva>(TACTICS, 1, rules, 1 << 20).0.unwrap();
        assert!(!blind.is_mate(), "{blind:?}");
        assert_eq!(run::<MvvLva>(TACTICS, 2, rules, 1 << 20).0, Some(Score::mate_in(1)));
    }

    #[test]
    fn a_search_ends_at_its_cap_or_when_stopped() {
        let (score, effort) = run::<Unordered>(TACTICS, 4, Rules::OURS, 500);
        assert_eq!((score, effort.made), (None, 500));
        let position = Position::from_fen(TACTICS).unwrap();
        let (stop, total) = (AtomicBool::new(true), AtomicU64::new(0));
        let budget = Budget { cap: u64::MAX, stop: &stop, total: &total };
        let mut evaluator = Classical::default();
        let (score, effort) =
            alpha_beta(&position, &mut evaluator, &mut Unordered, 9, Rules::OURS, &budget);
        assert_eq!((score, effort.made, total.into_inner()), (None, POLL, POLL));
    }
}
