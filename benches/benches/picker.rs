//! Move ordering: the first move of a node, as in a node that cuts off at once,
//! and all its moves. The tables are as they are at the start of a game.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use board::Position;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ordering::{Classic, Modern, MoveOrdering, MovePicker, MvvLva, NodeView, Unordered};
use std::hint::black_box;

fn picker(criterion: &mut Criterion) {
    let positions = positions();
    scheme::<Unordered>(criterion, &positions);
    scheme::<MvvLva>(criterion, &positions);
    scheme::<Classic>(criterion, &positions);
    scheme::<Modern>(criterion, &positions);
}

fn scheme<O: MoveOrdering>(criterion: &mut Criterion, positions: &[Position]) {
    let ordering = O::default();
    let nodes: Vec<NodeView<'_>> = positions.iter().map(NodeView::root).collect();
    let mut group = criterion.benchmark_group("picker");
    group.throughput(Throughput::Elements(nodes.len() as u64));
    group.bench_function(format!("{} first", O::NAME), |bencher| {
        bencher.iter(|| {
            for node in &nodes {
                let mut picker = ordering.picker(black_box(node));
                black_box(picker.next(&ordering, node));
            }
        });
    });
    group.bench_function(format!("{} all", O::NAME), |bencher| {
        bencher.iter(|| {
            for node in &nodes {
                let mut picker = ordering.picker(black_box(node));
                while let Some(picked) = picker.next(&ordering, node) {
                    black_box(picked);
                }
            }
        });
    });
}

criterion_group!(benches, picker);
criterion_main!(benches);
