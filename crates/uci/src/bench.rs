//! `bench` of the command line and of UCI sessions: the node count of a fixed set of positions, in
//! the form that OpenBench reads.

use crate::engine::{EngineConfig, build};
use crate::memory;
use crate::output::Output;
use search::bench::{DEFAULT_DEPTH, POSITIONS, run_bench};
use searcher::{Limits, Options, Signals};

/// Searches the bench positions with one thread, or with `threads` 0 on that of the caller, and 16 MiB, whatever the
/// options are, so that the node count is reproducible. Prints a line for each position and returns the last
/// line, `N nodes M nps`; `None` if `signals` stopped it, as when
/// `output` is closed.
///
/// # Errors
/// When there is no memory for the engine.
pub fn run(
    config: EngineConfig,
    threads: usize,
    depth: Option<u32>,
    output: &Output,
    signals: &Signals,
) -> Result<Option<String>, String> {
    let options = Options { hash_mib: 16, threads: threads.min(1), ..Options::default() };
    if !memory::has_room(&Options { hash_mib: 0, threads: 0, ..options.clone() }, &options) {
        return Err(format!("no memory for an engine with a table of {} MiB", options.hash_mib));
    }
    let _guard = output.stop_when_closed(signals);
    let mut engine = build(config);
    engine.set_options(&options).map_err(|error| error.to_string())?;
    let limits = Limits::depth(depth.unwrap_or(DEFAULT_DEPTH));
    let mut number = 0;
    let total = run_bench(engine.as_mut(), &limits, signals, |position, result| {
        number += 1;
        let (count, nodes) = (POSITIONS.len(), result.nodes);
        output.line(format!("{number:>2}/{count} {nodes:>10}  {position}"));
    });
    Ok(total.map(|total| format!("{} nodes {} nps", total.nodes, total.nps())))
}
