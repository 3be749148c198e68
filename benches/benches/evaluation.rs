//! Static evaluation of all positions by each evaluator. The evaluator's caches are warm
//! after the first pass, as in a search.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::{Centre, Classical, Evaluator};
use std::hint::black_box;

fn evaluation(criterion: &mut Criterion) {
    bench_evaluator::<Centre>(criterion, "centre");
    bench_evaluator::<Classical>(criterion, "classical");
}

fn bench_evaluator<E: Evaluator + Default>(criterion: &mut Criterion, name: &str) {
    let positions = positions();
    let mut evaluator = E::default();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(evaluator.evaluate(black_box(position), 0));
            }
        });
    });
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
