//! Stack use of a search.

use super::*;
use eval::MAX_PLY;
use search::{SearchEvent, SearchObserver};
use searcher::STACK_SIZE;
use std::cell::Cell;
use std::hint::black_box;

/// How far the stack grows.
#[derive(Default)]
struct StackGauge {
    /// The address of a local variable when an iteration begins.
    root: Cell<usize>,
    /// The deepest ply.
    ply: Cell<usize>,
    /// Most bytes below the root by plies, from ply 20 on; searches of the same ply count too.
    bytes_per_ply: Cell<usize>,
}

impl SearchObserver for StackGauge {
    #[inline(never)]
    fn observe(&self, ply: usize, event: SearchEvent) {
        let local = 0_u8;
        let here = std::ptr::from_ref(black_box(&local)).addr();
        if let SearchEvent::Iteration(_) = event {
            self.root.set(here);
        }
        self.ply.set(self.ply.get().max(ply));
        if ply >= 20 {
            let used = self.root.get().saturating_sub(here);
            self.bytes_per_ply.set(self.bytes_per_ply.get().max(used / ply));
        }
    }
}

/// The deepest line takes less than half of the stack that search threads have.
#[test]
fn deepest_line_fits_the_stack() {
    let mut most = 0;
    for fen in [
        PERFT_POSITIONS[1],
        "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1",
        "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    ] {
        let mut engine = Pvs::<Classical, Modern, StackGauge>::observed(Classical::default);
        run_search_with(&mut engine, &game(fen), &Limits::nodes(150_000));
        let (ply, bytes) =
            engine.read_observer(|gauge| (gauge.ply.get(), gauge.bytes_per_ply.get()));
        assert!(bytes > 100, "{fen}: {bytes} bytes a ply, {ply} plies");
        most = most.max(bytes);
    }
    println!("{most} bytes a ply, {} KiB to the greatest ply", (most * MAX_PLY) >> 10);
    assert!(2 * most * MAX_PLY < STACK_SIZE, "{most} bytes a ply");
}
