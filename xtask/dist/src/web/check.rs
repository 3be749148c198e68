//! The engine for the browser: its node counts in Node.js against those of this build, the types of the page, and the
//! page in headless browsers.

use super::{page, skip};
use crate::bench::bench;
use anyhow::{Context, Error, Result, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use xtask::workspace;

/// Depth of the compared benchmark.
const DEPTH: u32 = 8;

/// Runs both checks, each if its programs are there.
pub fn run(pictures: Option<&Path>) -> Result<()> {
    check_page(check_counts()?, pictures)
}

/// Runs `bench` in Node.js for both evaluations that the engine is made to play with. Returns the node
/// count of the default one.
fn check_counts() -> Result<u64> {
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

/// Checks the types of the page, and drives it in the browsers that are there; its `bench 8` must count `nodes`. The
/// script prints what it checks.
fn check_page(nodes: u64, pictures: Option<&Path>) -> Result<()> {
    let tests = workspace::root().join("crates/web/js");
    if !tests.join("node_modules").is_dir() {
        return skip("node_modules: npm ci in crates/web/js").map_err(Error::msg);
    }
    let Ok(node) = workspace::find_program("node") else {
        return skip("node").map_err(Error::msg);
    };
    let types = Command::new(&node)
        .arg("node_modules/typescript/bin/tsc")
        .args(["-p", "."])
        .current_dir(&tests)
        .status()?;
    ensure!(types.success(), "the types of the page are wrong: {types}");
    let find = |names: &[&str]| names.iter().find_map(|name| workspace::find_program(name).ok());
    let Some(chromium) = find(&["chromium", "google-chrome"]) else {
        return skip("chromium").map_err(Error::msg);
    };
    drive_page(&node, &chromium, nodes, pictures)?;
    match find(&["firefox-esr", "firefox"]) {
        Some(firefox) => drive_page(&node, &firefox, nodes, None),
        None => skip("firefox").map_err(Error::msg),
    }
}

fn drive_page(node: &Path, browser: &Path, nodes: u64, pictures: Option<&Path>) -> Result<()> {
    let mut server = Command::new(node)
        .arg(workspace::root().join(super::SERVER))
        .arg(workspace::root().join("docs/src"))
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run node")?;
    let mut address = String::new();
    let read = BufReader::new(server.stdout.take().context("no output")?).read_line(&mut address);
    let status = Command::new(node)
        .arg(workspace::root().join("crates/web/js/page-test.mjs"))
        .arg(browser)
        .arg(format!("{}web/", address.trim()))
        .arg(nodes.to_string())
        .args(pictures)
        .status()
        .context("cannot run node");
    server.kill()?;
    server.wait()?;
    read?;
    let status = status?;
    ensure!(status.success(), "the page fails in {}: {status}", browser.display());
    Ok(())
}
