//! How fast a scheme yields moves, with nothing searched between them: its picker
//! alone, on the positions of the suite, with tables that have learnt nothing.

use board::Position;
use ordering::{MovePicker, Node, Ordering, SchemeVisitor};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often it is measured; the best counts, since everything else on the machine
/// can only slow it down.
const ROUNDS: u32 = 5;

/// Measures the picker of the scheme that it visits.
struct Speed<'a> {
    positions: &'a [Position],
    /// How long a round lasts.
    round: Duration,
}

impl SchemeVisitor for Speed<'_> {
    type Out = f64;

    fn visit<O: Ordering>(self) -> f64 {
        let ordering = O::default();
        let nodes: Vec<Node<'_>> = self.positions.iter().map(Node::root).collect();
        let round = || {
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
        };
        (0..ROUNDS).map(|_| round()).fold(0.0, f64::max)
    }
}

fn pick_all<O: Ordering>(ordering: &O, node: &Node<'_>) -> u64 {
    let mut picker = ordering.picker(node);
    let mut picks = 0;
    while let Some(picked) = picker.next(ordering, node) {
        black_box(picked);
        picks += 1;
    }
    picks
}

/// Moves picked per second by the scheme of that name, all moves of each position;
/// `None` when there is no such scheme. It takes a few times `round`.
#[must_use]
pub fn per_second(scheme: &str, positions: &[Position], round: Duration) -> Option<f64> {
    ordering::dispatch(scheme, Speed { positions, round })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_picks_every_move() {
        struct Count;
        impl SchemeVisitor for Count {
            type Out = u64;
            fn visit<O: Ordering>(self) -> u64 {
                pick_all(&O::default(), &Node::root(&Position::startpos()))
            }
        }
        for scheme in ordering::NAMES {
            assert_eq!(ordering::dispatch(scheme, Count), Some(20), "{scheme}");
            let speed = per_second(scheme, &[Position::startpos()], Duration::ZERO);
            assert!(speed.is_some_and(|speed| speed > 0.0), "{scheme}");
        }
        assert_eq!(per_second("fastest", &[], Duration::ZERO), None);
    }
}
