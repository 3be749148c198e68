//! What a built engine must do before it is packed: play a UCI session and give the known node counts.

use super::target::command;
use crate::bench::bench;
use anyhow::{Context, Result, ensure};
use board::Position;
use games::uci_process::UciProcess;
use notation::parse_uci;
use std::ffi::OsString;
use std::path::Path;
use xtask::nodes;

/// Depth of the bench with the evaluation `classical`.
const CLASSICAL_DEPTH: u32 = 6;

/// Node counts that a build must give.
pub struct Expected {
    /// Of `bench`.
    pub bench: u64,
    /// Of `bench` to [`CLASSICAL_DEPTH`] with the evaluation `classical`.
    classical: u64,
}

impl Expected {
    /// The snapshot's count, and the one that this program makes without a network.
    pub fn load() -> Result<Self> {
        let classical = bench("classical", CLASSICAL_DEPTH)?.nodes;
        Ok(Self { bench: nodes::snapshot_total()?, classical })
    }
}

/// Plays a session with an engine and runs its benches.
pub fn run(runner: &[OsString], binary: &Path, expected: &Expected) -> Result<()> {
    let mut engine = UciProcess::start_command(&mut command(runner, binary))?;
    engine.send("ucinewgame")?;
    engine.sync()?;
    let mut position = Position::startpos();
    let mut played = String::new();
    for limits in ["depth 5", "nodes 2000", "movetime 50", "depth 5"] {
        engine.send(&format!("position startpos moves{played}"))?;
        let (_, best) = engine.go(limits)?;
        let mv = parse_uci(&position, &best).with_context(|| format!("go {limits}"))?;
        position = position.make(mv);
        played += &format!(" {best}");
    }
    let depth = CLASSICAL_DEPTH.to_string();
    check_bench(runner, binary, &["bench"], expected.bench)?;
    check_bench(runner, binary, &["bench", &depth, "--evaluation", "classical"], expected.classical)
}

fn check_bench(runner: &[OsString], binary: &Path, words: &[&str], expected: u64) -> Result<()> {
    let text = output(runner, binary, words)?;
    let nodes = text.lines().last().and_then(|line| line.split_once(" nodes ")).map(|(n, _)| n);
    let name = words.join(" ");
    let nodes = nodes.with_context(|| format!("{name} prints no node count"))?;
    ensure!(nodes == expected.to_string(), "{name}: {nodes} nodes, but {expected} are expected");
    Ok(())
}

/// What a command of the engine prints, with plain line ends.
pub fn output(runner: &[OsString], binary: &Path, words: &[&str]) -> Result<String> {
    let output = command(runner, binary).args(words).output();
    let output = output.with_context(|| format!("cannot run {}", binary.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}: {errors}", words.join(" "), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
}
