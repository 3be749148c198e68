//! Operations of the layers, each over all positions of `bench`: move generation, making moves, static exchange
//! evaluation, move ordering, static evaluation.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use board::{Move, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::nnue::{Network, Simd};
use eval::{Classical, Evaluator, Nnue, Score};
use game::Game;
use movegen::legal_moves;
use ordering::{Classic, Modern, MoveOrdering, MovePicker, MvvLva, NodeView, SeeValues, Unordered};
use search::Pvs;
use searcher::{Limits, NullReporter, Searcher, Signals};
use std::hint::black_box;
use std::sync::{Arc, Mutex};

/// Nodes of the search whose evaluations are repeated, for each position.
const NODES: u64 = 500;

/// Times a function of each of some items.
fn bench<T>(criterion: &mut Criterion, name: &str, items: &[T], mut work: impl FnMut(&T)) {
    let mut group = criterion.benchmark_group("layers");
    group.throughput(Throughput::Elements(items.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| items.iter().for_each(|item| work(black_box(item))));
    });
}

fn moves(criterion: &mut Criterion) {
    bench(criterion, "generate", &positions(), |position| {
        for mv in legal_moves(position) {
            black_box(mv);
        }
    });
    let moves: Vec<(Position, Move)> = positions()
        .into_iter()
        .flat_map(|position| {
            let moves = legal_moves(&position).into_iter();
            moves.map(|mv| (position.clone(), mv)).collect::<Vec<_>>()
        })
        .collect();
    bench(criterion, "make", &moves, |(position, mv)| {
        black_box(position.make(*mv));
    });
    let captures: Vec<_> = moves.into_iter().filter(|(_, mv)| mv.is_capture()).collect();
    let values = SeeValues::DEFAULT;
    bench(criterion, "see at least 0", &captures, |(position, mv)| {
        black_box(ordering::see_ge(position, *mv, 0, &values));
    });
    bench(criterion, "see exact", &captures, |(position, mv)| {
        black_box(ordering::see(position, *mv, &values));
    });
}

fn pickers(criterion: &mut Criterion) {
    picker::<Unordered>(criterion);
    picker::<MvvLva>(criterion);
    picker::<Classic>(criterion);
    picker::<Modern>(criterion);
}

/// The first move of a node, as where it causes a cutoff, and all its moves. The tables are empty.
fn picker<O: MoveOrdering>(criterion: &mut Criterion) {
    let (ordering, positions) = (O::default(), positions());
    let nodes: Vec<NodeView<'_>> = positions.iter().map(NodeView::root).collect();
    bench(criterion, &format!("pick first, {}", O::NAME), &nodes, |node| {
        black_box(ordering.picker(node).next(&ordering, node));
    });
    bench(criterion, &format!("pick all, {}", O::NAME), &nodes, |node| {
        let mut picker = ordering.picker(node);
        while let Some(picked) = picker.next(&ordering, node) {
            black_box(picked);
        }
    });
}

/// What a search evaluates in its order, which networks depend on. Caches are warm after the first pass, as in a search.
fn evaluators(criterion: &mut Criterion) {
    let visits = visits();
    evaluator(criterion, "classical", Classical::default(), &visits);
    for simd in Simd::available() {
        let evaluator_of = Nnue::with_simd(Network::embedded(), simd);
        evaluator(criterion, &format!("nnue, {simd}"), evaluator_of, &visits);
    }
}

fn evaluator(
    criterion: &mut Criterion,
    name: &str,
    mut evaluator: impl Evaluator,
    visits: &[(Position, usize)],
) {
    bench(criterion, &format!("evaluate, {name}"), visits, |(position, ply)| {
        black_box(evaluator.evaluate(position, *ply));
    });
}

/// The positions that a search evaluates, with their plies.
fn visits() -> Vec<(Position, usize)> {
    struct Recorder(Classical, Arc<Mutex<Vec<(Position, usize)>>>);

    impl Evaluator for Recorder {
        fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
            self.1.lock().expect("no panic").push((position.clone(), ply));
            self.0.evaluate(position, ply)
        }

        fn reset(&mut self) {
            self.0.reset();
        }
    }

    let visits = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&visits);
    let mut searcher = Pvs::<_, Modern>::with_evaluator(move || {
        Recorder(Classical::default(), Arc::clone(&recorded))
    });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for position in positions() {
        searcher.search(&Game::new(position), &limits, &Signals::new(), &mut NullReporter);
    }
    drop(searcher);
    std::mem::take(&mut visits.lock().expect("no panic"))
}

criterion_group!(benches, moves, pickers, evaluators);
criterion_main!(benches);
