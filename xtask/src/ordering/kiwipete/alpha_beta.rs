//! Plain alpha-beta with quiescence whose rules can be changed one at a time, with a node limit and a
//! stop flag. With the rules of [`BARTIZAN`](super::variants::BARTIZAN) it makes the same moves as
//! [`search::reference::alpha_beta`], which is kept simple because the variants are here.
//!
//! Fail-soft or fail-hard is not among the rules: without a transposition table, and with the full
//! window at the root, both make the same moves.

use super::variants::{QuiescenceMode, Variant};
use board::Position;
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{MoveList, has_legal_move};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// The counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchCounts {
    /// Moves made, which is what this project calls nodes.
    pub moves_made: u64,
    /// Positions whose moves were generated, the root among them: what Rustic's first version calls
    /// nodes. It does not count a position that is cut off by its evaluation.
    pub expanded_nodes: u64,
    /// Deepest ply reached.
    pub seldepth: usize,
}

/// When a search has to end.
pub struct Budget<'a> {
    /// The greatest number of moves to make.
    pub cap: u64,
    /// Ends the search when set.
    pub stop: &'a AtomicBool,
}

/// Moves between two checks of the stop flag.
const POLL: u64 = 1 << 14;

/// The search had to end early.
struct Aborted;

/// Searches a position to a depth with a full window: the score from the side to move (`None`
/// when the budget did not suffice) and the counts so far. `sorted` is whether moves are sorted or
/// tried in generation order.
pub fn alpha_beta(
    position: &Position,
    variant: &Variant,
    sorted: bool,
    depth: u32,
    budget: &Budget<'_>,
) -> (Option<Score>, SearchCounts) {
    let (evaluator, counts) = ((variant.evaluator)(), SearchCounts::default());
    let mut search = Search { variant, sorted, evaluator, budget, counts };
    let full = (-Score::INFINITE, Score::INFINITE);
    let score = search.main_search(position, full, depth, 0).ok();
    (score, search.counts)
}

struct Search<'a> {
    variant: &'a Variant,
    sorted: bool,
    evaluator: Box<dyn Evaluator>,
    budget: &'a Budget<'a>,
    counts: SearchCounts,
}

impl Search<'_> {
    fn main_search(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        mut depth: u32,
        ply: usize,
    ) -> Result<Score, Aborted> {
        self.counts.seldepth = self.counts.seldepth.max(ply);
        if (depth > 0 || self.variant.detect_leaf_mate) && !has_legal_move(position) {
            return Ok(if position.in_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        if depth == 0 || ply >= MAX_PLY {
            return match self.variant.quiescence {
                QuiescenceMode::Static => Ok(self.evaluator.evaluate(position, ply)),
                _ => self.quiesce(position, (alpha, beta), ply),
            };
        }
        if self.variant.check_extension && position.in_check() {
            depth += 1;
        }
        let mut best = -Score::INFINITE;
        for mv in self.moves(position, false) {
            self.count()?;
            let child = position.make(mv);
            let score = -self.main_search(&child, (-beta, -alpha), depth - 1, ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn quiesce(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Result<Score, Aborted> {
        self.counts.seldepth = self.counts.seldepth.max(ply);
        let in_check = position.in_check();
        let evasions = self.variant.quiescence == QuiescenceMode::Evasions && in_check;
        let mut best = -Score::INFINITE;
        if !evasions || ply >= MAX_PLY {
            best = self.evaluator.evaluate(position, ply);
            if best >= beta || ply >= MAX_PLY {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        // As the engine's picker does, all moves are generated in check, and the quiet ones skipped.
        for mv in self.moves(position, !in_check) {
            let skipped = match self.variant.quiescence {
                QuiescenceMode::Captures => !mv.is_capture(),
                _ => !evasions && mv.is_quiet(),
            };
            if skipped {
                continue;
            }
            self.count()?;
            let score = -self.quiesce(&position.make(mv), (-beta, -alpha), ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        let mated = evasions && best == -Score::INFINITE;
        Ok(if mated { Score::mated_in(ply) } else { best })
    }

    fn moves(&mut self, position: &Position, noisy_only: bool) -> MoveList {
        self.counts.expanded_nodes += 1;
        let mut moves = self.variant.generation_order.generate(position, noisy_only);
        if self.sorted {
            self.variant.sort.sort(position, &mut moves);
        }
        moves
    }

    fn count(&mut self) -> Result<(), Aborted> {
        if self.counts.moves_made >= self.budget.cap {
            return Err(Aborted);
        }
        self.counts.moves_made += 1;
        let poll = self.counts.moves_made.is_multiple_of(POLL);
        if poll && self.budget.stop.load(Ordering::Relaxed) { Err(Aborted) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::variants::BARTIZAN;
    use super::*;
    use search::reference::{self, LeafEvaluation};

    const TACTICS: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

    fn run(
        fen: &str,
        variant: &Variant,
        sorted: bool,
        depth: u32,
        cap: u64,
    ) -> (Option<Score>, SearchCounts) {
        let position = Position::from_fen(fen).unwrap();
        let budget = Budget { cap, stop: &AtomicBool::new(false) };
        alpha_beta(&position, variant, sorted, depth, &budget)
    }

    fn with_quiescence(quiescence: QuiescenceMode) -> Variant {
        Variant { quiescence, ..BARTIZAN }
    }

    #[test]
    fn bartizan_rules_match_the_reference_search() {
        let centre = Variant { evaluator: || Box::new(eval::Centre), ..BARTIZAN };
        for (variant, sorted, leaf) in [
            (with_quiescence(QuiescenceMode::Static), false, LeafEvaluation::Static),
            (BARTIZAN, false, LeafEvaluation::Captures),
            (BARTIZAN, true, LeafEvaluation::Captures),
            (with_quiescence(QuiescenceMode::Evasions), true, LeafEvaluation::Quiescence),
            (centre, true, LeafEvaluation::Captures),
        ] {
            for (fen, depth) in [(TACTICS, 2), (ENDGAME, 4), (PROMOTIONS, 3)] {
                let (score, counts) = run(fen, &variant, sorted, depth, u64::MAX);
                let position = Position::from_fen(fen).unwrap();
                let evaluator = &mut (variant.evaluator)();
                let reference = if sorted {
                    let ordering = &mut ordering::MvvLva;
                    reference::alpha_beta(&position, evaluator, ordering, depth, leaf)
                } else {
                    let ordering = &mut ordering::Unordered;
                    reference::alpha_beta(&position, evaluator, ordering, depth, leaf)
                };
                assert_eq!(score, Some(reference.score), "{fen}");
                assert_eq!(counts.moves_made, reference.nodes, "{fen}");
                assert_eq!(counts.seldepth, reference.seldepth as usize, "{fen}");
            }
        }
    }

    #[test]
    fn captures_only_quiescence_makes_fewer_moves() {
        let made = |quiescence| {
            let (score, counts) = run(PROMOTIONS, &with_quiescence(quiescence), true, 2, 1 << 20);
            assert!(score.is_some());
            counts.moves_made
        };
        assert!(made(QuiescenceMode::Captures) < made(QuiescenceMode::Noisy));
        assert!(made(QuiescenceMode::Static) < made(QuiescenceMode::Captures));
    }

    #[test]
    fn check_extension_searches_a_ply_deeper() {
        let check = "4k3/8/8/8/7b/8/3P4/R2QK2R w KQ - 0 1";
        let plain = with_quiescence(QuiescenceMode::Static);
        let extended = Variant { check_extension: true, ..plain };
        assert_eq!(run(check, &plain, true, 1, 1000).1.seldepth, 1);
        assert_eq!(run(check, &extended, true, 1, 1000).1.seldepth, 2);
        // A leaf is not extended.
        assert_eq!(run(check, &extended, true, 0, 1000).1.moves_made, 0);
    }

    #[test]
    fn leaf_mate_detection_can_be_switched_off() {
        let blind = Variant { detect_leaf_mate: false, ..BARTIZAN };
        let score = |variant, depth| run(TACTICS, variant, true, depth, 1 << 20).0.unwrap();
        assert_eq!(score(&BARTIZAN, 1), Score::mate_in(1));
        assert!(!score(&blind, 1).is_mate());
        assert_eq!(score(&blind, 2), Score::mate_in(1));
    }

    #[test]
    fn a_search_ends_at_its_cap_or_when_stopped() {
        let (score, counts) = run(TACTICS, &BARTIZAN, false, 4, 500);
        assert_eq!((score, counts.moves_made), (None, 500));
        let position = Position::from_fen(TACTICS).unwrap();
        let budget = Budget { cap: u64::MAX, stop: &AtomicBool::new(true) };
        let (score, counts) = alpha_beta(&position, &BARTIZAN, false, 9, &budget);
        assert_eq!((score, counts.moves_made), (None, POLL));
    }
}
