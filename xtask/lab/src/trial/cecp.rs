//! An engine in another process that speaks CECP, the protocol of XBoard.

use super::TestedEngine;
use anyhow::{Context, Result, bail};
use board::Position;
use game::Game;
use games::arena::player::{Player, unscored};
use games::data::ScoredMove;
use notation::parse_uci;
use searcher::{SearchResult, Signals};
use std::path::Path;
use std::process::Command;
use testkit::uci::{RESPONSE_TIMEOUT, UciClient};

/// Depth of its searches: the protocol has no limit of nodes.
const DEPTH: u32 = 6;

pub struct CecpPlayer(UciClient);

impl CecpPlayer {
    pub fn start(program: &Path) -> Result<Self> {
        let mut process = Self(UciClient::spawn(&mut Command::new(program))?);
        process.0.try_send("xboard\nprotover 2")?;
        process.read_until(|line| line.contains("done=1").then_some(()))?;
        process.0.try_send(&format!("sd {DEPTH}"))?;
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

impl Player for CecpPlayer {
    fn new_game(&mut self, _: &Position) -> Result<()> {
        Ok(self.0.try_send(&format!("new\nsd {DEPTH}"))?)
    }

    fn search(
        &mut self,
        game: &Game,
        _: &Position,
        _: &[ScoredMove],
        nodes: u64,
        _: &Signals,
    ) -> Result<SearchResult> {
        self.0.try_send(&format!("force\nsetboard {}\ngo", game.position))?;
        let answer = self.read_until(|line| Some(line.strip_prefix("move ")?.to_owned()))?;
        let Ok(best) = parse_uci(&game.position, &answer) else {
            bail!("the engine plays {answer}, which is not legal, in {}", game.position);
        };
        Ok(unscored(best, nodes))
    }
}

impl TestedEngine for CecpPlayer {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64> {
        self.0.try_send(&format!("force\nsetboard {fen}\nperft {depth}"))?;
        self.read_until(|line| line.strip_prefix("Nodes searched: ")?.parse().ok())
    }

    fn bench(&mut self) -> Result<u64> {
        self.0.try_send("force\nbench")?;
        self.read_until(|line| line.strip_suffix(" nps")?.split(' ').next()?.parse().ok())
    }
}
