//! Move ordering: picking the first move of a node, as where it causes a cutoff, and picking
//! all its moves. The tables are empty.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use board::Position;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ordering::{Classic, Modern, MoveOrdering, MovePicker, MvvLva, NodeView, Unordered};
use std::hint::black_box;

fn picker(criterion: &mut Criterion) {
    let positions = positions();
    bench_scheme::<Unordered>(criterion, &positions);
    bench_scheme::<MvvLva>(criterion, &positions);
    bench_scheme::<Classic>(criterion, &positions);
    bench_scheme::<Modern>(criterion, &positions);
}

fn bench_scheme<O: MoveOrdering>(criterion: &mut Criterion, positions: &[Position]) {
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
