//! The node counts that another build must give.

use anyhow::{Context, Result};
use search::bench::{BenchResult, run_bench};
use searcher::{Limits, Options, Signals};
use uci::engine::{EngineConfig, build};

/// The result of the engine's `bench` in this build, with one evaluation and on this thread.
pub fn bench(evaluation: &'static str, depth: u32) -> Result<BenchResult> {
    let mut engine = build(EngineConfig { evaluation, ..EngineConfig::default() });
    engine.set_options(&Options { threads: 0, ..Options::default() })?;
    let result = run_bench(engine.as_mut(), &Limits::depth(depth), &Signals::new(), |_, _| {});
    result.context("nothing stops the bench")
}
