//! The benchmark: its positions, and that it stops.

use super::*;
use search::bench::{POSITIONS, positions, run_bench};

#[test]
fn bench_positions_are_valid_and_distinct() {
    let positions: std::collections::HashSet<String> = positions().map(|p| p.to_fen()).collect();
    assert_eq!(positions.len(), POSITIONS.len());
}

#[test]
fn bench_stops_on_signal() {
    let (signals, mut searched) = (Signals::new(), 0);
    let result = run_bench(&mut Engine::default(), &Limits::depth(2), &signals, |_, _| {
        searched += 1;
        signals.stop();
    });
    assert_eq!((result, searched), (None, 1));
}
