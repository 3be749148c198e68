//! Static exchange evaluation (SEE) of every capture in all positions: with a threshold, as
//! the search calls it, and exact.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use board::{Move, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use movegen::legal_moves;
use ordering::{SeeValues, see, see_ge};
use std::hint::black_box;

fn static_exchange_evaluation(criterion: &mut Criterion) {
    let captures: Vec<(Position, Move)> = positions()
        .into_iter()
        .flat_map(|position| {
            let captures = legal_moves(&position).into_iter().filter(|mv| mv.is_capture());
            captures.map(|mv| (position.clone(), mv)).collect::<Vec<_>>()
        })
        .collect();
    let values = SeeValues::DEFAULT;
    let mut group = criterion.benchmark_group("see");
    group.throughput(Throughput::Elements(captures.len() as u64));
    group.bench_function("at least 0", |bencher| {
        bencher.iter(|| {
            let good = |(position, mv): &&(Position, Move)| see_ge(position, *mv, 0, &values);
            black_box(captures.iter().filter(good).count())
        });
    });
    group.bench_function("exact", |bencher| {
        bencher.iter(|| {
            captures.iter().map(|(position, mv)| see(position, *mv, &values)).sum::<i32>()
        });
    });
}

criterion_group!(benches, static_exchange_evaluation);
criterion_main!(benches);
