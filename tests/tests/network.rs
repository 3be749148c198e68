//! The accumulators of networks in real searches: every evaluation equals that of the same position
//! computed from nothing, by the fastest instructions and by plain Rust.

use board::{Color, PieceKind, Position};
use eval::nnue::{Architecture, Network, Parameters, Simd};
use eval::{Evaluator, Nnue, Score};
use ordering::Modern;
use search::Pvs;
use search::bench::{POSITIONS, run_bench};
use searcher::{Limits, Signals};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use testkit::Rng;

/// What must have come up between a ply and the next.
const EVENTS: [&str; 5] =
    ["null move", "promotion", "en passant", "castling", "king across the middle"];

/// What the evaluators of a search have seen. A panic in a search would only end that search.
#[derive(Default)]
struct Seen {
    evaluations: AtomicU64,
    events: [AtomicU64; EVENTS.len()],
    fault: Mutex<Option<String>>,
}

/// A network that compares its evaluations.
struct Compared {
    network: Arc<Network>,
    evaluator: Nnue,
    simds: Vec<Simd>,
    /// The position evaluated last at each ply.
    line: Vec<Option<Position>>,
    seen: Arc<Seen>,
}

impl Compared {
    fn new(network: Arc<Network>, seen: Arc<Seen>) -> Self {
        let simds: Vec<Simd> = Simd::available().collect();
        let evaluator = Nnue::new(Arc::clone(&network));
        Self { network, evaluator, simds, line: vec![None; eval::MAX_PLY + 1], seen }
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
        if let Some(Some(parent)) = ply.checked_sub(1).map(|parent| &self.line[parent]) {
            for (count, happened) in self.seen.events.iter().zip(events(parent, position)) {
                count.fetch_add(u64::from(happened), Ordering::Relaxed);
            }
        }
        self.line[ply] = Some(position.clone());
        score
    }

    fn reset(&mut self) {
        self.evaluator.reset();
    }
}

/// Which of [`EVENTS`] lie between two positions, if the second follows from the first.
fn events(before: &Position, after: &Position) -> [bool; EVENTS.len()] {
    let us = before.side_to_move();
    let lost = |color: Color, kind| before.of(color, kind) - after.of(color, kind);
    let won = |color: Color, kind| after.of(color, kind) - before.of(color, kind);
    let kinds = PieceKind::ALL.into_iter();
    let moved = kinds.map(|kind| lost(us, kind).count() + won(us, kind).count()).sum::<u32>();
    let taken = PieceKind::ALL.into_iter().map(|kind| lost(!us, kind).count()).sum::<u32>();
    let is_next = after.side_to_move() != us && taken <= 1;
    let pawn = PieceKind::Pawn;
    let en_passant = moved == 2
        && lost(!us, pawn).any()
        && won(us, pawn).any()
        && lost(!us, pawn) != won(us, pawn);
    let (king, rook) = (lost(us, PieceKind::King), lost(us, PieceKind::Rook));
    let promotion = moved == 2 && lost(us, pawn).any() && won(us, pawn).is_empty();
    let castling = moved == 4 && king.any() && rook.any() && taken == 0;
    let crossing = before.king(us).index() & 4 != after.king(us).index() & 4 && moved <= 4;
    [moved + taken == 0, promotion, en_passant, castling, crossing].map(|event| event && is_next)
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
    for (event, count) in EVENTS.iter().zip(&seen.events) {
        let count = count.load(Ordering::Relaxed);
        assert!(count >= 100, "{event}: {count}");
    }
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
