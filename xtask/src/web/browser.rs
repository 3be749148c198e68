//! The page in headless Chromium, driven by a script for Node.js.

use super::serve::Server;
use super::skip;
use crate::workspace;
use anyhow::{Context, Error, Result, ensure};
use std::path::Path;
use std::process::Command;

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
    let server = Server::bind(&workspace::root().join("docs/src"), 0)?;
    let address = server.address()?;
    std::thread::spawn(move || server.run());
    let status = Command::new(node)
        .arg(workspace::root().join("crates/web/js/browser-test.mjs"))
        .arg(chromium)
        .arg(format!("http://{address}/web/"))
        .arg(nodes.to_string())
        .args(pictures)
        .status()
        .context("cannot run node")?;
    ensure!(status.success(), "the page fails: {status}");
    Ok(())
}
