//! The contract suites find faults: each part here is wrong in one way, and the assertion made for
//! it must say so. Without its fault, each passes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use board::{Color, Position};
use contracts::{evaluator, movegen_of, notation_of, ordering, see_of};
use eval::{Evaluator, MAX_PLY, Score};
use ordering::SeeValues;

#[path = "faulty/generator.rs"]
mod generator;
#[path = "faulty/notation.rs"]
mod notation;
#[path = "faulty/scheme.rs"]
mod scheme;

use generator::Wrong;
use notation::Misread;
use scheme::{Fault, Faulty, with};

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

/// Counts pieces, with one fault.
#[derive(Default)]
struct FaultyEvaluator<const FAULT: u8> {
    seen: std::collections::HashMap<usize, Score>,
    resets: i32,
}

const NOTHING: u8 = 0;
const FAVOURS_WHITE: u8 = 1;
const REPEATS_ITSELF: u8 = 2;
const OUT_OF_RANGE: u8 = 3;
const RESETS_TO_OTHER: u8 = 4;
const CLAIMS_MATE: u8 = 5;

impl<const FAULT: u8> Evaluator for FaultyEvaluator<FAULT> {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let us = position.side_to_move();
        let count = |color: Color| position.color(color).count() as i32;
        let score = Score::new(count(us) - count(!us));
        match FAULT {
            FAVOURS_WHITE => score + i32::from(us == Color::White),
            REPEATS_ITSELF => *self.seen.entry(ply).or_insert(score),
            OUT_OF_RANGE => Score::MAX_EVAL + 1,
            RESETS_TO_OTHER => score + self.resets,
            // A mate where there is none.
            CLAIMS_MATE if ply == MAX_PLY => Score::mated_in(ply),
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
    evaluator::<FaultyEvaluator<NOTHING>>();
    let colours = "with colours swapped";
    must_fail("a score that favours White", colours, evaluator::<FaultyEvaluator<FAVOURS_WHITE>>);
    must_fail("an old answer", "at ply", evaluator::<FaultyEvaluator<REPEATS_ITSELF>>);
    must_fail("a loud score", "is outside ±30000", evaluator::<FaultyEvaluator<OUT_OF_RANGE>>);
    must_fail(
        "a reset that changes scores",
        "at ply",
        evaluator::<FaultyEvaluator<RESETS_TO_OTHER>>,
    );
    let band = "at ply 246 is outside ±30000";
    must_fail("a mate that is none", band, evaluator::<FaultyEvaluator<CLAIMS_MATE>>);
}

#[test]
fn orderings() {
    let plain: fn() = ordering::<Faulty<{ scheme::PLAIN }>>;
    let tt_first: fn() = ordering::<Faulty<{ scheme::TT_FIRST }>>;
    let staged: fn() = ordering::<Faulty<{ scheme::STAGED }>>;
    let good_first: fn() = ordering::<Faulty<{ scheme::GOOD_FIRST }>>;
    with(Fault::Nothing, plain);
    for (fault, contract, phrase) in [
        (Fault::Loses, plain, "moves yielded, and moves wanted"),
        (Fault::Repeats, plain, "moves yielded, and moves wanted"),
        (Fault::IgnoresMode, plain, "moves yielded, and moves wanted"),
        (Fault::Miscounts, plain, "moves picked, counted in"),
        (Fault::Nothing, tt_first, "the TT move comes first"),
        (Fault::Misnames, plain, "another move is called TT move"),
        (Fault::Misplaces, plain, "in stage Killer"),
        (Fault::CallsNoisy, staged, "stages go backwards"),
        (Fault::CallsNoisy, good_first, "not divided into good and bad"),
        (Fault::CallsGood, good_first, "before a good noisy move"),
        (Fault::BadFirst, good_first, "after a bad noisy move"),
        (Fault::GoodFirst, good_first, "loses more than a rook and is called good"),
        (Fault::NeverSkips, plain, "after skip_quiets"),
        (Fault::SkipsAll, plain, "noisy moves with quiets skipped"),
        (Fault::Announces, plain, "is upcoming, then"),
        (Fault::KeepsScores, plain, "faulty: cleared and new"),
        (Fault::KeepsHistory, plain, ", cleared and new"),
        (Fault::Grows, plain, "faulty: history of"),
    ] {
        must_fail(&format!("{fault:?}"), phrase, || with(fault, contract));
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
        ("castling check", "gives check in"),
        ("perft", "perft 3 of"),
        ("attacked king", "who is not to move"),
    ] {
        must_fail(fault, phrase, || movegen_of(&Wrong(fault)));
    }
}

#[test]
fn exchanges() {
    let value = ordering::see;
    see_of(value, |position, mv, threshold, values| value(position, mv, values) >= threshold);
    must_fail("a threshold that must be passed", " reaches ", || {
        see_of(value, |position, mv, threshold, values| value(position, mv, values) > threshold);
    });
    must_fail("a promotion without worth", "exchange value of", || {
        let without = |position: &Position, mv: board::Move, values: &SeeValues| {
            let gain = mv.promotion().map_or(0, |kind| values.0[kind.index()] - values.0[0]);
            value(position, mv, values) - gain
        };
        see_of(without, ordering::see_ge);
    });
    must_fail("fixed values", "exchange value of", || {
        see_of(|position, mv, _| value(position, mv, &SeeValues::DEFAULT), ordering::see_ge);
    });
}

#[test]
fn notations() {
    notation_of(&Misread("nothing"));
    for (fault, phrase) in [
        ("castling by king", "O-O for Chess960"),
        ("no mate sign", "mate sign of"),
        ("no check sign", "check sign of"),
        ("no disambiguation", "read back in"),
        ("surplus letter", "\"e2e4q\" was read as a move"),
        ("first that fits", "an ambiguous move names none"),
        ("anything", "became the illegal"),
    ] {
        must_fail(fault, phrase, || notation_of(&Misread(fault)));
    }
}
