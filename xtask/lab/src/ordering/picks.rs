//! The speed of the pickers alone, on the positions of the suite, with empty history tables.

use board::Position;
use ordering::{MoveOrdering, MovePicker, NodeView, SchemeVisitor};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of measurement. Schemes alternate, so that a disturbance of the machine does not affect all
/// rounds of one scheme; the best round counts.
const ROUNDS: u32 = 5;

/// Measures the picker of the scheme that it visits, once.
struct PickSpeed<'a> {
    positions: &'a [Position],
    /// How long a round lasts.
    round: Duration,
}

impl SchemeVisitor for PickSpeed<'_> {
    type Output = f64;

    fn visit<O: MoveOrdering>(self) -> f64 {
        let ordering = O::default();
        let nodes: Vec<NodeView<'_>> = self.positions.iter().map(NodeView::root).collect();
        let start = Instant::now();
        let mut picks = 0_u64;
        loop {
            for node in &nodes {
                picks += pick_all(&ordering, black_box(node));
            }
            let spent = start.elapsed();
            if spent >= self.round {
                return picks as f64 / spent.as_secs_f64().max(1e-9);
            }
        }
    }
}

fn pick_all<O: MoveOrdering>(ordering: &O, node: &NodeView<'_>) -> u64 {
    let mut picker = ordering.picker(node);
    let mut picks = 0;
    while let Some(picked) = picker.next(ordering, node) {
        black_box(picked);
        picks += 1;
    }
    picks
}

/// Moves picked per second by the schemes of those names, all moves of each position;
/// `None` where there is no such scheme. It takes a few times `round` for each.
pub fn measure_picks(
    schemes: &[&str],
    positions: &[Position],
    round: Duration,
) -> Vec<Option<f64>> {
    let mut best = vec![None; schemes.len()];
    for _ in 0..ROUNDS {
        for (best, scheme) in best.iter_mut().zip(schemes) {
            let speed = ordering::dispatch(scheme, PickSpeed { positions, round });
            *best = speed.map(|speed| best.map_or(speed, |best: f64| best.max(speed)));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_picks_every_move() {
        struct PickCounter;
        impl SchemeVisitor for PickCounter {
            type Output = u64;
            fn visit<O: MoveOrdering>(self) -> u64 {
                pick_all(&O::default(), &NodeView::root(&Position::startpos()))
            }
        }
        for scheme in ordering::NAMES {
            assert_eq!(ordering::dispatch(scheme, PickCounter), Some(20), "{scheme}");
        }
        let start = [Position::startpos()];
        let speeds = measure_picks(&ordering::NAMES, &start, Duration::ZERO);
        assert!(speeds.iter().all(|speed| speed.is_some_and(|speed| speed > 0.0)), "{speeds:?}");
        assert_eq!(measure_picks(&["fastest"], &start, Duration::ZERO), [None]);
    }
}
