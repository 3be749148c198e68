//! Engines in other processes, by their protocols: UCI, and CECP of XBoard.

use crate::uci_process::UciProcess;
use anyhow::{Context, Result};
use board::Position;
use search::bench;
use std::path::Path;
use std::process::Command;
use testkit::uci::{RESPONSE_TIMEOUT, UciClient};

/// Most nodes of a position of `bench`. The unchanged engine takes at most a fifth of it to the full
/// depth; a search that prunes nothing would not get there.
const BENCH_NODES: u64 = 500_000;

/// What a trial asks of an engine.
pub trait Engine {
    /// The perft of a position.
    ///
    /// # Errors
    /// As all of these, when the engine does not answer.
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64>;

    /// The nodes of the positions of `bench`.
    ///
    /// # Errors
    /// See [`Engine::perft`].
    fn bench(&mut self) -> Result<u64>;

    /// Clears everything that earlier games stored.
    ///
    /// # Errors
    /// See [`Engine::perft`].
    fn new_game(&mut self) -> Result<()>;

    /// The move that the engine plays after `moves` from an opening, in UCI notation.
    ///
    /// # Errors
    /// See [`Engine::perft`].
    fn best_move(
        &mut self,
        opening: &Position,
        moves: &[String],
        now: &Position,
        nodes: u64,
    ) -> Result<String>;
}

impl Engine for UciProcess {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64> {
        Ok(self.divide(fen, &[], false, depth)?.values().sum())
    }

    fn bench(&mut self) -> Result<u64> {
        let mut nodes = 0;
        self.send("setoption name UCI_Chess960 value true")?;
        for position in bench::positions() {
            self.new_game()?;
            self.send(&format!("position fen {}", position.to_shredder_fen()))?;
            let (info, _) =
                self.go(&format!("depth {} nodes {BENCH_NODES}", bench::DEFAULT_DEPTH))?;
            let count = info.split_once(" nodes ").and_then(|(_, rest)| rest.split(' ').next());
            let count: Option<u64> = count.and_then(|count| count.parse().ok());
            nodes += count.with_context(|| format!("no node count in `{info}`"))?;
        }
        self.send("setoption name UCI_Chess960 value false")?;
        Ok(nodes)
    }

    fn new_game(&mut self) -> Result<()> {
        self.send("ucinewgame")
    }

    fn best_move(
        &mut self,
        opening: &Position,
        moves: &[String],
        _now: &Position,
        nodes: u64,
    ) -> Result<String> {
        self.send(&format!("position fen {opening} moves {}", moves.join(" ")))?;
        Ok(self.go(&format!("nodes {nodes}"))?.1)
    }
}

/// An engine that speaks CECP.
pub struct CecpProcess(UciClient);

impl CecpProcess {
    /// Depth of its searches: the protocol has no limit of nodes.
    const DEPTH: u32 = 6;

    /// Starts a program.
    ///
    /// # Errors
    /// When it does not start or does not answer `protover`.
    pub fn start(program: &Path) -> Result<Self> {
        let mut process = Self(UciClient::spawn(&mut Command::new(program))?);
        process.0.try_send("xboard\nprotover 2")?;
        process.read_until(|line| line.contains("done=1").then_some(()))?;
        process.0.try_send(&format!("sd {}", Self::DEPTH))?;
        Ok(process)
    }

    fn read_until<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<T> {
        loop {
            let line = self.0.try_read(RESPONSE_TIMEOUT).context("the engine does not answer")?;
            if let Some(value) = parse(&line) {
                return Ok(value);
            }
        }
    }
}

impl Engine for CecpProcess {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64> {
        self.0.try_send(&format!("force\nsetboard {fen}\nperft {depth}"))?;
        self.read_until(|line| line.strip_prefix("Nodes searched: ")?.parse().ok())
    }

    fn bench(&mut self) -> Result<u64> {
        self.0.try_send("force\nbench")?;
        self.read_until(|line| line.strip_suffix(" nps")?.split(' ').next()?.parse().ok())
    }

    fn new_game(&mut self) -> Result<()> {
        Ok(self.0.try_send(&format!("new\nsd {}", Self::DEPTH))?)
    }

    fn best_move(
        &mut self,
        _opening: &Position,
        _moves: &[String],
        now: &Position,
        _nodes: u64,
    ) -> Result<String> {
        self.0.try_send(&format!("force\nsetboard {now}\ngo"))?;
        self.read_until(|line| Some(line.strip_prefix("move ")?.to_owned()))
    }
}
