//! What `cargo xtask counts` measures: operations of the layers, each a bench with a name. Only the
//! instructions of [`measured`] are counted, so a bench may prepare what it needs.
//!
//! Without arguments it prints the names; `counts NAME` runs a bench and prints how many operations
//! it has measured.

#![allow(clippy::print_stderr, clippy::print_stdout)]

use board::{Move, Position};
use eval::{Classical, Evaluator, Nnue};
use game::Game;
use movegen::legal_moves;
use ordering::{Modern, MoveOrdering, MovePicker, NodeView, SeeValues, see_ge};
use search::Pvs;
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use std::env::args;
use std::hint::black_box;
use std::process::ExitCode;

/// The number of operations that it has measured.
type Bench = fn() -> usize;

const BENCHES: [(&str, Bench); 8] = [
    ("make", make),
    ("generate", generate),
    ("see", see),
    ("pick", pick),
    ("evaluate", evaluate),
    ("network", network),
    ("accumulator", accumulator),
    ("search", search),
];

/// Depth of the search.
const DEPTH: u32 = 7;

fn main() -> ExitCode {
    let Some(name) = args().nth(1) else {
        BENCHES.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, bench)) = BENCHES.iter().find(|(known, _)| *known == name) else {
        eprintln!("there is no bench `{name}`");
        return ExitCode::FAILURE;
    };
    println!("{}", bench());
    ExitCode::SUCCESS
}

/// Calls `work`. valgrind finds this function by its name, and counts while it runs.
#[inline(never)]
fn measured(mut work: impl FnMut()) {
    work();
}

/// Calls `work` twice and measures the second time, when tables that are made at first use are there.
fn measured_warm(mut work: impl FnMut()) {
    work();
    measured(work);
}

fn positions() -> Vec<Position> {
    search::bench::positions().collect()
}

/// Every legal move of every position.
fn moves() -> Vec<(Position, Move)> {
    let of = |position: Position| {
        legal_moves(&position).into_iter().map(move |mv| (position.clone(), mv)).collect::<Vec<_>>()
    };
    positions().into_iter().flat_map(of).collect()
}

/// A move made.
fn make() -> usize {
    let moves = moves();
    measured(|| {
        for (position, mv) in &moves {
            black_box(position.make(black_box(*mv)));
        }
    });
    moves.len()
}

/// The legal moves of a position.
fn generate() -> usize {
    let positions = positions();
    measured(|| {
        for position in &positions {
            black_box(legal_moves(black_box(position)));
        }
    });
    positions.len()
}

/// Whether a capture loses no material.
fn see() -> usize {
    let captures: Vec<_> = moves().into_iter().filter(|(_, mv)| mv.is_capture()).collect();
    let values = SeeValues::DEFAULT;
    measured(|| {
        for (position, mv) in &captures {
            black_box(see_ge(black_box(position), *mv, 0, &values));
        }
    });
    captures.len()
}

/// All moves of a node, in the order of the default scheme.
fn pick() -> usize {
    let positions = positions();
    let ordering = Modern::default();
    measured(|| {
        for position in &positions {
            let node = NodeView::root(black_box(position));
            let mut picker = ordering.picker(&node);
            while let Some(picked) = picker.next(&ordering, &node) {
                black_box(picked);
            }
        }
    });
    positions.len()
}

/// The classical evaluation of a position after a move.
fn evaluate() -> usize {
    let children: Vec<_> = moves().iter().map(|(position, mv)| position.make(*mv)).collect();
    let mut evaluator = Classical::default();
    measured_warm(|| {
        for position in &children {
            black_box(evaluator.evaluate(black_box(position), 1));
        }
    });
    children.len()
}

/// The evaluation by the network of a position that has nothing to do with the one before.
fn network() -> usize {
    let positions = positions();
    let mut evaluator = Nnue::default();
    measured_warm(|| {
        for position in &positions {
            black_box(evaluator.evaluate(black_box(position), 0));
        }
    });
    positions.len()
}

/// The evaluation by the network of a position one move after an evaluated one: the update of both
/// accumulators, and the output.
fn accumulator() -> usize {
    let mut evaluator = Nnue::default();
    let mut count = 0;
    for position in positions() {
        let moves = legal_moves(&position);
        let children: Vec<_> = moves.into_iter().map(|mv| position.make(mv)).collect();
        evaluator.evaluate(&position, 0);
        measured(|| {
            for child in &children {
                black_box(evaluator.evaluate(black_box(child), 1));
            }
        });
        count += children.len();
    }
    count
}

/// A node of the search.
fn search() -> usize {
    let mut searcher = Pvs::<Nnue, Modern>::default();
    let options = Options { hash_mib: 1, threads: 0, ..Options::default() };
    searcher.set_options(&options).expect("a table of 1 MiB");
    // Makes the tables of the evaluator that are made at first use.
    for position in positions() {
        searcher.evaluate(&position);
    }
    let mut nodes = 0;
    for position in positions() {
        searcher.new_game();
        let game = Game::new(position);
        measured(|| {
            let limits = Limits::depth(DEPTH);
            nodes += searcher.search(&game, &limits, &Signals::new(), &mut NullReporter).nodes;
        });
    }
    nodes as usize
}
