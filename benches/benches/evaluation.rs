//! Static evaluation by each evaluator, of the positions of the bench one after the other, and of
//! what a search evaluates in its order, which networks depend on. Caches are warm after the first
//! pass, as in a search.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::positions;
use board::Position;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::nnue::{Architecture, Network, Parameters, Simd};
use eval::{Centre, Classical, Evaluator, Nnue, Score};
use game::Game;
use ordering::Modern;
use search::Pvs;
use searcher::{Limits, NullReporter, Searcher, Signals};
use std::hint::black_box;
use std::sync::{Arc, Mutex};

/// Nodes of the search whose evaluations are repeated, for each position.
const NODES: u64 = 500;

fn evaluation(criterion: &mut Criterion) {
    let positions: Vec<_> = positions().into_iter().map(|position| (position, 0)).collect();
    bench_evaluator(criterion, "evaluation", "centre", Centre, &positions);
    bench_evaluator(criterion, "evaluation", "classical", Classical::default(), &positions);
    let visits = visits();
    let group = "evaluations of a search";
    bench_evaluator(criterion, group, "classical", Classical::default(), &visits);
    let networks = [128, 256, 512].map(|hidden| (hidden.to_string(), Arc::new(network(hidden))));
    let embedded = ("of the binary".to_owned(), Network::embedded());
    for (name, network) in networks.into_iter().chain([embedded]) {
        for simd in Simd::available() {
            let name = format!("nnue {name}, {simd}");
            let evaluator = Nnue::with_simd(Arc::clone(&network), simd);
            bench_evaluator(criterion, group, &name, evaluator, &visits);
        }
    }
}

fn bench_evaluator(
    criterion: &mut Criterion,
    group: &str,
    name: &str,
    mut evaluator: impl Evaluator,
    visits: &[(Position, usize)],
) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(visits.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for (position, ply) in visits {
                black_box(evaluator.evaluate(black_box(position), *ply));
            }
        });
    });
}

/// A network that has nothing learned, which does not change its speed.
fn network(hidden: usize) -> Network {
    let architecture = Architecture::new(hidden);
    let mut step = 0;
    let parameters = Parameters::from_fn(&architecture, || {
        step = (step + 7) % 101;
        step - 50
    });
    Network::new(architecture, 400, "waves", &parameters).expect("weights within bounds")
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

criterion_group!(benches, evaluation);
criterion_main!(benches);
