//! The node counts of the engine for the browser, in Node.js, against those of this build.

use super::{page, skip};
use crate::bench::bench;
use anyhow::{Context, Error, Result, ensure};
use serde_json::Value;
use std::process::Command;
use xtask::workspace;

/// Depth of the compared benchmark.
const DEPTH: u32 = 8;

/// Runs `bench` in Node.js for both evaluations that the engine is made to play with. Returns the node
/// count of the default one.
///
/// # Errors
/// When a node count differs, a set of SIMD instructions evaluates otherwise than another, or Node.js
/// fails.
pub fn check() -> Result<u64> {
    let nodes = bench(eval::DEFAULT, DEPTH)?.nodes;
    let Ok(node) = workspace::find_program("node") else {
        return skip("node").map_err(Error::msg).map(|()| nodes);
    };
    for evaluation in ["classical", "nnue"] {
        let output = Command::new(&node)
            .arg(workspace::root().join("crates/web/js/bench.mjs"))
            .arg(page().join("pkg"))
            .args([&DEPTH.to_string(), evaluation])
            .output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "bench.mjs: {errors}");
        let answer: Value = serde_json::from_slice(&output.stdout).context("bench.mjs")?;
        let native = bench(evaluation, DEPTH)?;
        let nodes = answer["nodes"].as_u64().context("bench.mjs: no node count")?;
        ensure!(nodes == native.nodes, "{evaluation}: {nodes} nodes, natively {}", native.nodes);
        let sums = answer["evaluationSums"].as_array().context("bench.mjs: no evaluations")?;
        ensure!(sums.len() > 1 && sums.iter().all(|sum| sum[1] == sums[0][1]), "{sums:?}");
        let nps = answer["nps"].as_u64().unwrap_or_default();
        println!(
            "{evaluation}: {nodes} nodes in Node.js and natively; {nps} and {} nodes/s in this build",
            native.nps()
        );
    }
    Ok(nodes)
}
