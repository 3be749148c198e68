//! The contract suites find faults: each part here is wrong in one way, and the assertion made for
//! it must say so. Without its fault, each passes.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use board::{Color, Position};
use contracts::{evaluator_of, movegen_of, ordering};
use eval::{Evaluator, MAX_PLY, Score};

#[path = "faulty/generator.rs"]
mod generator;
#[path = "faulty/scheme.rs"]
mod scheme;

use generator::Wrong;
use scheme::{Faulty, with};

/// Fails unless `contract` fails with a message that holds `phrase`.
fn must_fail(what: &str, phrase: &str, contract: impl FnOnce()) {
    let Err(thrown) = catch_unwind(AssertUnwindSafe(contract)) else {
        panic!("the contract overlooks {what}")
    };
    let said = thrown
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| thrown.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    assert!(said.contains(phrase), "{what} should be found by {phrase:?}; it was by: {said}");
}

#[test]
fn must_fail_wants_its_phrase() {
    must_fail("nothing", "overlooks nothing", || must_fail("nothing", "", || ()));
    must_fail("a slip", "it was by: another", || must_fail("a slip", "this", || panic!("another")));
    must_fail("a number", "number 7", || panic!("number {}", std::hint::black_box(7)));
}

/// Counts pieces, with the fault of this name.
struct FaultyEvaluator {
    fault: &'static str,
    seen: HashMap<usize, Score>,
    resets: i32,
}

impl Evaluator for FaultyEvaluator {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let us = position.side_to_move();
        let count = |color: Color| position.color(color).count() as i32;
        let score = Score::new(count(us) - count(!us));
        match self.fault {
            "favours White" => score + i32::from(us == Color::White),
            "repeats itself" => *self.seen.entry(ply).or_insert(score),
            "is out of range" => Score::MAX_EVAL + 1,
            "resets to others" => score + self.resets,
            "claims a mate" if ply == MAX_PLY => Score::mated_in(ply),
            _ => score,
        }
    }

    fn reset(&mut self) {
        self.seen.clear();
        self.resets += 1;
    }
}

#[test]
fn evaluators() {
    let contract = |fault| {
        evaluator_of(|| FaultyEvaluator { fault, seen: HashMap::new(), resets: 0 });
    };
    contract("nothing");
    for (fault, phrase) in [
        ("favours White", "with colours swapped"),
        ("repeats itself", "at ply"),
        ("is out of range", "is outside ±30000"),
        ("resets to others", "at ply"),
        ("claims a mate", "at ply 246 is outside ±30000"),
    ] {
        must_fail(fault, phrase, || contract(fault));
    }
}

#[test]
fn orderings() {
    let plain: fn() = ordering::<Faulty<{ scheme::PLAIN }>>;
    let tt_first: fn() = ordering::<Faulty<{ scheme::TT_FIRST }>>;
    let staged: fn() = ordering::<Faulty<{ scheme::STAGED }>>;
    let good_first: fn() = ordering::<Faulty<{ scheme::GOOD_FIRST }>>;
    with("nothing", plain);
    for (fault, contract, phrase) in [
        ("loses castling", plain, "moves yielded, and moves wanted"),
        ("repeats the last move", plain, "moves yielded, and moves wanted"),
        ("ignores the mode", plain, "moves yielded, and moves wanted"),
        ("counts one too many", plain, "moves picked, counted in"),
        ("nothing", tt_first, "the TT move comes first"),
        ("calls the first move TT move", plain, "another move is called TT move"),
        ("calls every move a killer", plain, "in stage Killer"),
        ("calls noisy moves noisy", staged, "stages go backwards"),
        ("calls noisy moves noisy", good_first, "not divided into good and bad"),
        ("calls noisy moves good", good_first, "before a good noisy move"),
        ("noisy moves first, as bad", good_first, "after a bad noisy move"),
        ("noisy moves first, as good", good_first, "loses more than a rook and is called good"),
        ("never skips", plain, "after skip_quiets"),
        ("skips all", plain, "noisy moves with quiets skipped"),
        ("announces the first move", plain, "is upcoming, then"),
        ("keeps scores", plain, "faulty: cleared and new"),
        ("keeps the history", plain, ", cleared and new"),
        ("has no bound", plain, "faulty: history of"),
    ] {
        must_fail(fault, phrase, || with(fault, contract));
    }
}

#[test]
fn generators() {
    movegen_of(&Wrong("nothing"));
    for (fault, phrase) in [
        ("en passant", "legal moves missing [\""),
        ("underpromotion", "legal moves missing [\""),
        ("quiet", "noisy and quiet together"),
        ("kinds", "a quiet move among the noisy ones"),
        ("stalemate", "has a legal move"),
        ("flags", "encoding 0x"),
        ("of a kind", "moves of a Pawn to"),
        ("castling check", "gives check in"),
        ("perft", "perft 3 of"),
        ("attacked king", "who is not to move"),
    ] {
        must_fail(fault, phrase, || movegen_of(&Wrong(fault)));
    }
}
