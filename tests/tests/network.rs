//! The accumulators of networks in real searches: every evaluation equals that of the same position
//! computed from nothing, by the fastest instructions and by plain Rust.

use board::{Color, Position};
use eval::nnue::{Architecture, Network, Parameters, Simd};
use eval::{Evaluator, Nnue, Score};
use ordering::Modern;
use search::Pvs;
use search::bench::{POSITIONS, run_bench};
use searcher::{Limits, Signals};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use testkit::Rng;

/// What the evaluators of a search have seen. A panic in a search would only end that search.
#[derive(Default)]
struct Seen {
    evaluations: AtomicU64,
    fault: Mutex<Option<String>>,
}

/// A network that compares its evaluations.
struct Compared {
    network: Arc<Network>,
    evaluator: Nnue,
    simds: Vec<Simd>,
    seen: Arc<Seen>,
}

impl Compared {
    fn new(network: Arc<Network>, seen: Arc<Seen>) -> Self {
        let simds: Vec<Simd> = Simd::available().collect();
        let evaluator = Nnue::new(Arc::clone(&network));
        Self { network, evaluator, simds, seen }
    }
}

impl Evaluator for Compared {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = self.evaluator.evaluate(position, ply);
        let bare_king = Color::ALL.into_iter().any(|color| position.color(color).count() == 1);
        for &simd in self.simds.iter().filter(|_| !bare_king) {
            let expected = self.network.evaluate(simd, position);
            if score != expected {
                let fault = format!("{score}, from nothing {expected} with {simd}: {position}");
                *self.seen.fault.lock().unwrap() = Some(fault);
            }
        }
        self.seen.evaluations.fetch_add(1, Ordering::Relaxed);
        score
    }

    fn reset(&mut self) {
        self.evaluator.reset();
    }
}

fn random_network(threats: bool) -> Network {
    let king_buckets = std::array::from_fn(|square| u8::from(square >= 8));
    let architecture = Architecture { king_buckets, threats, ..Architecture::new(64) };
    let mut rng = Rng::new(21);
    let parameters = Parameters::from_fn(&architecture, || (rng.below(64) as i32 - 32) as i8);
    Network::new(architecture, 400, "random", &parameters).expect("weights within bounds")
}

/// Searches with both evaluations; how many there were.
fn compare_evaluations(threats: bool, nodes: u64) -> u64 {
    let network = Arc::new(random_network(threats));
    let seen = Arc::new(Seen::default());
    let new_evaluator = {
        let seen = Arc::clone(&seen);
        move || Compared::new(Arc::clone(&network), Arc::clone(&seen))
    };
    let mut searcher = Pvs::<_, Modern>::with_evaluator(new_evaluator);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    run_bench(&mut searcher, &limits, &Signals::new(), |_, _| ()).expect("not stopped");
    let fault = seen.fault.lock().unwrap().take();
    assert_eq!(fault, None);
    seen.evaluations.load(Ordering::Relaxed)
}

#[test]
fn a_million_evaluations_equal_those_from_nothing() {
    let evaluations = compare_evaluations(false, 50_000);
    assert!(evaluations >= 1_000_000, "{evaluations} in {} positions", POSITIONS.len());
}

#[test]
fn evaluations_with_threats_equal_those_from_nothing() {
    let evaluations = compare_evaluations(true, 15_000);
    assert!(evaluations >= 200_000, "{evaluations} in {} positions", POSITIONS.len());
}
