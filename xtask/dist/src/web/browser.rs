//! The page in headless Chromium, driven by a script for Node.js.

use super::skip;
use anyhow::{Context, Error, Result, ensure};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use xtask::workspace;

/// Drives the page, whose `bench 8` must count `nodes`. The script prints what it checks.
///
/// # Errors
/// When a check fails.
pub fn check(nodes: u64, pictures: Option<&Path>) -> Result<()> {
    let chromium = ["chromium", "google-chrome"]
        .into_iter()
        .find_map(|name| workspace::find_program(name).ok());
    let (Some(chromium), Ok(node)) = (chromium, workspace::find_program("node")) else {
        return skip("chromium or node").map_err(Error::msg);
    };
    let mut server = Command::new(&node)
        .arg(workspace::root().join("xtask/dist/src/web/serve.mjs"))
        .arg(workspace::root().join("docs/src"))
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run node")?;
    let mut address = String::new();
    let read = BufReader::new(server.stdout.take().context("no output")?).read_line(&mut address);
    let status = Command::new(node)
        .arg(workspace::root().join("crates/web/js/browser-test.mjs"))
        .arg(chromium)
        .arg(format!("{}web/", address.trim()))
        .arg(nodes.to_string())
        .args(pictures)
        .status()
        .context("cannot run node");
    server.kill()?;
    server.wait()?;
    read?;
    let status = status?;
    ensure!(status.success(), "the page fails: {status}");
    Ok(())
}
