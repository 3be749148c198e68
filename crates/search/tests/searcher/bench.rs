//! The benchmark: its positions, that it counts the same twice, and that it stops.

use super::*;
use search::bench::{POSITIONS, positions, run_bench};

#[test]
fn bench_positions_are_valid_and_distinct() {
    for (index, fen) in POSITIONS.iter().enumerate() {
        assert!(Position::from_fen(fen).is_ok(), "{fen}: {:?}", Position::from_fen(fen));
        assert!(!POSITIONS[..index].contains(fen), "{fen}");
    }
    assert!(POSITIONS.len() >= 40);
    assert_eq!(positions().count(), POSITIONS.len());
}

#[test]
fn bench_node_count_is_deterministic() {
    let nodes = || {
        let limits = Limits::depth(4);
        run_bench(&mut Engine::default(), &limits, &Signals::new(), |_, _| {}).unwrap().nodes
    };
    assert_eq!(nodes(), nodes());
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
