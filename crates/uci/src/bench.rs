//! `bench`, from the command line and in a session: shows what each position took, and the sum in
//! the form that test frameworks read.

use crate::engine::Engine;
use crate::output::Output;
use search::bench::{DEFAULT_DEPTH, POSITIONS, run_bench};
use search::{Limits, Options, Searcher, Signals};

/// Searches the bench positions with the default engine, one thread and 16 MiB, whatever is set:
/// the node count is to be the same everywhere. A line a position goes to `output`; the last line
/// is returned: `N nodes M nps`, or `None` when `signals` stopped it.
#[must_use]
pub fn run(depth: Option<u32>, output: &Output, signals: &Signals) -> Option<String> {
    let mut engine = Engine::default();
    let options = Options { hash_mib: 16, threads: 1, ..Options::default() };
    if let Err(error) = engine.set_options(&options) {
        output.line(error);
    }
    let limits = Limits::depth(depth.unwrap_or(DEFAULT_DEPTH));
    let mut number = 0;
    let total = run_bench(&mut engine, &limits, signals, |position, result| {
        number += 1;
        let (count, nodes) = (POSITIONS.len(), result.nodes);
        output.line(format!("{number:>2}/{count} {nodes:>10}  {position}"));
        if output.is_broken() {
            signals.stop();
        }
    })?;
    Some(format!("{} nodes {} nps", total.nodes, total.nps()))
}
