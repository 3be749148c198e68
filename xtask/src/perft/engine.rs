//! A UCI engine as a subprocess, driven far enough to ask for its `go perft`.
//! Not a player: there is no clock and no search here.

use super::diff::Divide;
use anyhow::{Context, Result, anyhow, bail};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may be silent before it is given up.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long it may take to end once it was told to quit.
const LEAVE: Duration = Duration::from_secs(1);

/// A running engine; it is ended when this value is dropped.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// What the engine calls itself.
    pub name: String,
}

impl Engine {
    /// Starts a program and shakes hands with it.
    ///
    /// # Errors
    /// When it does not start or does not answer `uci`.
    pub fn start(program: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("the engine has no standard input")?;
        let output = child.stdout.take().context("the engine has no standard output")?;
        let (sender, lines) = channel();
        // Read on a thread of its own, so that a silent engine cannot hold us up for ever.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self { child, input, lines, name: program.display().to_string() };
        engine.send("uci")?;
        loop {
            let line = engine.line()?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut engine.name);
            }
            if line.trim() == "uciok" {
                return Ok(engine);
            }
        }
    }

    fn send(&mut self, command: &str) -> Result<()> {
        writeln!(self.input, "{command}").context("the engine takes no more commands")
    }

    fn line(&mut self) -> Result<String> {
        let received = self.lines.recv_timeout(PATIENCE);
        received.map_err(|error| anyhow!("{}: no answer: {error}", self.name))
    }

    /// The engine's counts below each move, in its own notation.
    ///
    /// # Errors
    /// When it falls silent, or its total is not the sum of its moves.
    pub fn divide(&mut self, fen: &str, chess960: bool, depth: u32) -> Result<Divide> {
        self.send(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        self.send(&format!("position fen {fen}"))?;
        self.send(&format!("go perft {depth}"))?;
        let mut counts = Divide::new();
        loop {
            let line = self.line()?;
            let Some((key, value)) = line.split_once(':') else { continue };
            let Ok(nodes) = value.trim().parse::<u64>() else { continue };
            if key == "Nodes searched" {
                let sum: u64 = counts.values().sum();
                if sum != nodes {
                    bail!("{}: {nodes} nodes in all, but {sum} below its moves", self.name);
                }
                return Ok(counts);
            }
            if is_move(key) {
                counts.insert(key.to_owned(), nodes);
            }
        }
    }
}

/// `e2e4` or `e7e8q`: what a line of a divide begins with.
fn is_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = |file: u8, rank: u8| matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    match *bytes {
        [a, b, c, d] => square(a, b) && square(c, d),
        [a, b, c, d, piece] => square(a, b) && square(c, d) && b"nbrq".contains(&piece),
        _ => false,
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine may be gone already; there is nobody left to tell.
        let _ = self.send("quit");
        let told = Instant::now();
        while let Ok(None) = self.child.try_wait() {
            if told.elapsed() >= LEAVE {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_move;

    #[test]
    fn moves_are_told_from_other_lines() {
        assert!(["e2e4", "a7a8q", "e1h1"].iter().all(|text| is_move(text)));
        let others = ["", "info", "Nodes", "e2e9", "a7a8k", "e2e4qq", "Nodes searched"];
        assert!(!others.iter().any(|text| is_move(text)));
    }
}
