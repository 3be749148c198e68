//! A UCI engine in another process.

use crate::perft::diff::Divide;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;
use testkit::uci::{RESPONSE_TIMEOUT, UciClient};

/// A running engine; it is killed when this value is dropped.
pub struct UciProcess {
    client: UciClient,
    /// The name it reports.
    pub name: String,
}

impl UciProcess {
    /// Starts a program and sends it `uci`.
    ///
    /// # Errors
    /// When it does not start or does not answer as a UCI engine.
    pub fn start(program: &Path) -> Result<Self> {
        let name = program.display().to_string();
        let mut command = Command::new(program);
        // Ctrl-C in a terminal goes to the whole group; it is for this process, not for the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let client =
            UciClient::spawn(&mut command).with_context(|| format!("cannot start {name}"))?;
        let mut engine = Self { client, name };
        engine.send("uci")?;
        loop {
            let line = engine.read_line()?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut engine.name);
            }
            if line.trim() == "uciok" {
                return Ok(engine);
            }
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the engine no longer reads.
    pub fn send(&mut self, command: &str) -> Result<()> {
        let sent = self.client.try_send(command);
        sent.with_context(|| format!("{} does not read `{command}`: no UCI engine?", self.name))
    }

    fn read_line(&mut self) -> Result<String> {
        let line = self.client.try_read(RESPONSE_TIMEOUT);
        line.with_context(|| format!("{} does not answer: no UCI engine?", self.name))
    }

    /// Waits until the engine has done everything that was sent before.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn sync(&mut self) -> Result<()> {
        self.send("isready")?;
        while self.read_line()?.trim() != "readyok" {}
        Ok(())
    }

    /// Sends a `go` command. Returns the last `info` line with a node count, empty if there is none,
    /// and the move of `bestmove`.
    ///
    /// # Errors
    /// When the engine does not answer, or without a move.
    pub fn go(&mut self, limits: &str) -> Result<(String, String)> {
        self.send(&format!("go {limits}"))?;
        let mut info = String::new();
        loop {
            let line = self.read_line()?;
            if let Some(rest) = line.strip_prefix("bestmove ") {
                let best = rest.split_whitespace().next().context("`bestmove` has no move")?;
                return Ok((info, best.to_owned()));
            }
            if line.starts_with("info ") && line.contains(" nodes ") {
                info = line;
            }
        }
    }

    /// The engine's counts below each move, in its own notation, after `moves` from a position.
    ///
    /// # Errors
    /// When it does not answer, or its total is not the sum of its moves.
    pub fn divide(
        &mut self,
        fen: &str,
        moves: &[String],
        chess960: bool,
        depth: u32,
    ) -> Result<Divide> {
        self.send(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        self.send(&format!("position fen {fen} moves {}", moves.join(" ")))?;
        self.send(&format!("go perft {depth}"))?;
        let mut counts = Divide::new();
        loop {
            let line = self.read_line()?;
            let Some((key, value)) = line.split_once(':') else { continue };
            let Ok(nodes) = value.trim().parse::<u64>() else { continue };
            if key == "Nodes searched" {
                let sum: u64 = counts.values().sum();
                let name = &self.name;
                ensure!(sum == nodes, "{name}: {nodes} nodes in all, but {sum} below its moves");
                return Ok(counts);
            }
            if is_move(key) {
                counts.insert(key.to_owned(), nodes);
            }
        }
    }
}

/// Whether a text is a move in UCI notation: `e2e4` or `e7e8q`.
fn is_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = |file: u8, rank: u8| matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    match *bytes {
        [a, b, c, d] => square(a, b) && square(c, d),
        [a, b, c, d, piece] => square(a, b) && square(c, d) && b"nbrq".contains(&piece),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_move;

    #[test]
    fn is_move_accepts_only_uci_moves() {
        assert!(["e2e4", "a7a8q", "e1h1"].iter().all(|text| is_move(text)));
        let others = ["", "info", "Nodes", "e2e9", "a7a8k", "e2e4qq", "Nodes searched"];
        assert!(!others.iter().any(|text| is_move(text)));
    }
}
