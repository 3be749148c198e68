//! The contract suites find faults: each part here is wrong in one way, and its contract must say so.

use std::panic::{AssertUnwindSafe, catch_unwind};

use board::{Bitboard, Color, Move, Position};
use contracts::{Generator, Installed};
use eval::{Evaluator, Score};
use ordering::{Honours, MovePicker, Node, Ordering, Outcome, Picked, Stage, Unordered, Work};

/// Fails unless `contract` fails.
fn must_fail(what: &str, contract: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(contract)).is_err(), "the contract overlooks {what}");
}

/// Sees White a little better than Black.
#[derive(Default)]
struct Lopsided;

impl Evaluator for Lopsided {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        Score::new(i32::from(position.side_to_move() == Color::White))
    }

    fn reset(&mut self) {}
}

/// Remembers the last answer, and gives it again for another position at the same ply.
#[derive(Default)]
struct Stale(std::collections::HashMap<usize, Score>);

impl Evaluator for Stale {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        *self.0.entry(ply).or_insert(Score::new(position.occupied().count() as i32))
    }

    fn reset(&mut self) {
        self.0.clear();
    }
}

/// Leaves the band of evaluations.
#[derive(Default)]
struct Loud;

impl Evaluator for Loud {
    fn evaluate(&mut self, _position: &Position, _ply: usize) -> Score {
        Score::MAX_EVAL + 1
    }

    fn reset(&mut self) {}
}

#[test]
fn evaluators() {
    must_fail("a score that favours White", contracts::evaluator::<Lopsided>);
    must_fail("an answer to an earlier question", contracts::evaluator::<Stale>);
    must_fail("a score outside the band", contracts::evaluator::<Loud>);
}

/// What is wrong with a [`Faulty`] scheme.
const LOSES: u8 = 0;
const REPEATS: u8 = 1;
const BOASTS: u8 = 2;
const GROWS: u8 = 3;

/// The scheme `none` with a fault.
#[derive(Default)]
struct Faulty<const FAULT: u8>(i32);

impl<const FAULT: u8> Ordering for Faulty<FAULT> {
    type Picker = FaultyPicker;
    const NAME: &'static str = "faulty";
    const HONOURS: Honours =
        Honours { hash_move_first: FAULT == BOASTS, staged: false, good_noisy_first: false };

    fn picker(&self, node: &Node<'_>) -> FaultyPicker {
        FaultyPicker { inner: Unordered.picker(node), last: None }
    }

    fn on_cutoff(&mut self, outcome: &Outcome<'_>) {
        self.0 += outcome.bonus_depth.max(0) * 100;
    }

    fn history(&self, _node: &Node<'_>, _mv: Move) -> i32 {
        if FAULT == GROWS { self.0 } else { 0 }
    }

    fn clear(&mut self) {
        self.0 = 0;
    }
}

struct FaultyPicker {
    inner: <Unordered as Ordering>::Picker,
    last: Option<Picked>,
}

impl<const FAULT: u8> MovePicker<Faulty<FAULT>> for FaultyPicker {
    fn next(&mut self, _ordering: &Faulty<FAULT>, node: &Node<'_>) -> Option<Picked> {
        let mut pick = self.inner.next(&Unordered, node);
        if FAULT == LOSES && pick.is_some_and(|pick| pick.mv.is_castle()) {
            pick = self.inner.next(&Unordered, node);
        }
        if FAULT == REPEATS && pick.is_none() && node.hash_move.is_some() {
            return self.last.take();
        }
        self.last = pick.map(|pick| Picked { stage: Stage::Unordered, ..pick });
        self.last
    }

    fn skip_quiets(&mut self) {
        MovePicker::<Unordered>::skip_quiets(&mut self.inner);
    }

    fn work(&self) -> Work {
        MovePicker::<Unordered>::work(&self.inner)
    }
}

#[test]
fn orderings() {
    must_fail("a lost castling move", contracts::ordering::<Faulty<LOSES>>);
    must_fail("a move yielded twice", contracts::ordering::<Faulty<REPEATS>>);
    must_fail("a hash move that is not first", contracts::ordering::<Faulty<BOASTS>>);
    must_fail("a history without bound", contracts::ordering::<Faulty<GROWS>>);
}

/// The installed generator with a fault.
struct Wrong(&'static str);

impl Wrong {
    /// The moves that the faulty list still has.
    fn filter(&self, moves: Vec<Move>) -> Vec<Move> {
        let keeps = |mv: &Move| match self.0 {
            "en passant" => !mv.is_en_passant(),
            "underpromotion" => mv.promotion().is_none_or(|kind| kind == board::PieceKind::Queen),
            _ => true,
        };
        moves.into_iter().filter(keeps).collect()
    }
}

impl Generator for Wrong {
    fn all(&self, position: &Position) -> Vec<Move> {
        self.filter(Installed.all(position))
    }

    fn noisy(&self, position: &Position) -> Vec<Move> {
        self.filter(Installed.noisy(position))
    }

    fn quiet(&self, position: &Position) -> Vec<Move> {
        Installed.quiet(position)
    }

    fn has_legal_move(&self, position: &Position) -> bool {
        Installed.has_legal_move(position)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        // Any move from a piece of one's own to the square of a legal move will do.
        let similar = |legal: &Move| legal.from() == mv.from() && legal.to() == mv.to();
        match self.0 {
            "flags" => Installed.all(position).iter().any(similar),
            _ => Installed.is_legal(position, mv),
        }
    }

    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        Installed.gives_check(position, mv) && !(self.0 == "castling check" && mv.is_castle())
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        Installed.perft(position, depth) + u64::from(self.0 == "perft" && depth == 3)
    }

    fn perft_plain(&self, position: &Position, depth: u32) -> u64 {
        Installed.perft_plain(position, depth)
    }

    fn captures_between(
        &self,
        position: &Position,
        victims: Bitboard,
        aggressors: Bitboard,
    ) -> Vec<Move> {
        let mut moves = Installed.captures_between(position, victims, aggressors);
        moves.retain(|mv| self.0 != "captures" || !mv.is_promotion());
        moves
    }

    fn attacked_by(&self, position: &Position, color: Color) -> Bitboard {
        Installed.attacked_by(position, color)
    }

    fn moves_for(&self, position: &Position, color: Color) -> Vec<Move> {
        Installed.moves_for(position, color)
    }
}

#[test]
fn generators() {
    for fault in ["en passant", "underpromotion", "flags", "castling check", "perft", "captures"] {
        must_fail(fault, || contracts::movegen_of(&Wrong(fault)));
    }
    contracts::movegen_of(&Wrong("nothing"));
}
