//! The sides of a match and their players: engines in this process, and UCI engines in processes of
//! their own.

use crate::checksum::{crc32, short_checksum};
use crate::data::ScoredMove;
use crate::uci_process::UciProcess;
use anyhow::{Context, Error, Result, bail, ensure};
use board::{Move, Position};
use eval::Score;
use game::Game;
use notation::is_chess960;
use notation::{parse_uci, to_uci};
use search::bench;
use searcher::{Bound, Limits, NullReporter, Options, SearchResult, Searcher, Signals};
use serde_json::{Value, json};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use uci::engine::{EngineConfig, build};
use uci::options::Settings;
use xtask::workspace::find_program;

/// Hash table of each side unless set, in MiB: far more than some thousand nodes fill, and quickly
/// cleared.
const HASH_MIB: usize = 8;
/// Limits of the bench that identifies an engine in this process: enough for rare steps of the search,
/// such as the limit of moves in quiescence, to change a result.
const BENCH_DEPTH: u32 = 12;
const BENCH_NODES: u64 = 10_000;

/// One side of a match: an engine and its options. Displayed as in a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    name: String,
    /// UCI options and parameters with their values.
    options: Vec<(String, String)>,
    engine: Engine,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Engine {
    /// In this process.
    Built(Box<Settings>),
    /// A UCI engine.
    Program(PathBuf),
}

/// One side at the board.
pub trait Player: Send {
    /// Clears everything that earlier games stored.
    ///
    /// # Errors
    /// When the engine does not answer.
    fn new_game(&mut self, opening: &Position) -> Result<()>;

    /// Searches the position of `game`, to which `moves` have led from `opening`.
    ///
    /// # Errors
    /// When the engine does not answer, or with an illegal move.
    fn search(
        &mut self,
        game: &Game,
        opening: &Position,
        moves: &[ScoredMove],
        nodes: u64,
        signals: &Signals,
    ) -> Result<SearchResult>;
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl From<EngineConfig> for Side {
    fn from(config: EngineConfig) -> Self {
        let EngineConfig { search, evaluation, ordering, .. } = config;
        Self::built(format!("{search}/{evaluation}/{ordering}"), settings_of(config))
    }
}

/// The settings of a side with these parts. It searches on the thread that plays the game.
#[must_use]
pub fn settings_of(config: EngineConfig) -> Settings {
    let mut settings = Settings { config, ..Settings::default() };
    settings.search.hash_mib = HASH_MIB;
    settings.search.threads = 0;
    settings
}

impl Side {
    /// A side in this process.
    #[must_use]
    pub fn built(name: String, settings: Settings) -> Self {
        Self { name, options: Vec::new(), engine: Engine::Built(Box::new(settings)) }
    }

    /// A UCI engine.
    #[must_use]
    pub fn program(name: String, path: &Path) -> Self {
        Self { name, options: Vec::new(), engine: Engine::Program(path.to_path_buf()) }
    }

    /// Reads `[PATH,]NAME=VALUE,...`: UCI options and tunable parameters of the engine at a path, or
    /// of the one in this process where there is no path. `default` is the latter without options.
    ///
    /// # Errors
    /// When there is no such file, option or value.
    pub fn parse(text: &str) -> Result<Self> {
        let mut items = text.split(',').map(str::trim).filter(|item| !item.is_empty()).peekable();
        let path = items.next_if(|item| !item.contains('='));
        let owned = |(name, value): (&str, &str)| (name.trim().to_owned(), value.trim().to_owned());
        let options = items
            .map(|item| {
                let option = item.split_once('=').map(owned);
                option.with_context(|| format!("`{item}` is not NAME=VALUE"))
            })
            .collect::<Result<Vec<_>>>()?;
        let name = text.to_owned();
        let side = if let Some(path) = path.filter(|&path| path != "default") {
            Self { options, ..Self::program(name, &find_program(path)?) }
        } else {
            let mut settings = settings_of(EngineConfig::default());
            for (name, value) in &options {
                settings.set(name, Some(value)).map_err(Error::msg)?;
            }
            Self { options, ..Self::built(name, settings) }
        };
        // Options that the engine does not have are an error now, not in the first game.
        side.start()?;
        Ok(side)
    }

    /// This side with a binary in place of an engine in this process, which `build` makes.
    ///
    /// # Errors
    /// When parameters are set, since a binary has none to set, and those of `build`.
    pub fn as_program(&self, build: impl FnOnce() -> Result<PathBuf>) -> Result<Self> {
        let Engine::Built(settings) = &self.engine else { return Ok(self.clone()) };
        ensure!(settings.parameters.is_empty(), "{self}: parameters want fixed nodes");
        Ok(Self { engine: Engine::Program(build()?), ..self.clone() })
    }

    /// The binary; `None` for an engine in this process.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.engine {
            Engine::Built(_) => None,
            Engine::Program(path) => Some(path),
        }
    }

    /// The options that were given, with their values.
    #[must_use]
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// What the play of this side depends on: its text, and the checksum of the moves, scores and node
    /// counts of a bench, or of the binary and the files that options name.
    ///
    /// # Errors
    /// When there is no memory for the hash table, or a file cannot be read.
    pub fn identity(&self) -> Result<Value> {
        match &self.engine {
            Engine::Built(settings) => {
                let mut searcher = new_searcher(settings)?;
                // Not on this thread, whose stack may be small.
                searcher.set_options(&Options { threads: 1, ..settings.search.clone() })?;
                let limits = Limits { nodes: Some(BENCH_NODES), ..Limits::depth(BENCH_DEPTH) };
                let mut found = String::new();
                let searched = |_: &Position, result: &SearchResult| {
                    let SearchResult { best, score, nodes, .. } = result;
                    found.push_str(&format!("{best:?} {score} {nodes}\n"));
                };
                bench::run_bench(searcher.as_mut(), &limits, &Signals::new(), searched)
                    .context("the bench was stopped")?;
                let checksum = crc32(found.as_bytes());
                Ok(json!({ "side": self.name, "bench": checksum }))
            }
            Engine::Program(path) => {
                let values = self.options.iter().map(|(_, value)| Path::new(value));
                let files = values.filter(|value| value.is_file());
                let checksums = [path.as_path()]
                    .into_iter()
                    .chain(files)
                    .map(checksum)
                    .collect::<Result<Vec<_>>>()?;
                Ok(json!({ "side": self.name, "checksums": checksums }))
            }
        }
    }

    /// Makes a player of this side.
    ///
    /// # Errors
    /// When there is no memory for the hash table, a parameter has no effect, or the program does
    /// not start.
    pub fn start(&self) -> Result<Box<dyn Player>> {
        match &self.engine {
            Engine::Built(settings) => Ok(Box::new(SearcherPlayer(new_searcher(settings)?))),
            Engine::Program(path) => {
                let mut process = UciProcess::start(path)?;
                let hash = HASH_MIB.to_string();
                if process.accepts("Hash", &hash) {
                    process.set_option("Hash", &hash)?;
                }
                for (name, value) in &self.options {
                    process.set_option(name, value)?;
                }
                Ok(Box::new(UciPlayer::new(process)))
            }
        }
    }
}

fn checksum(path: &Path) -> Result<String> {
    let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(short_checksum(&content))
}

fn new_searcher(settings: &Settings) -> Result<Box<dyn Searcher>> {
    let mut searcher = build(settings.config.clone());
    searcher.set_options(&settings.search)?;
    for (name, &value) in &settings.parameters {
        let is_set = searcher.set_parameter(name, value);
        ensure!(is_set, "the parameter {name} has no effect in {:?}", settings.config);
    }
    Ok(searcher)
}

/// An engine in this process.
pub struct SearcherPlayer(pub Box<dyn Searcher>);

impl Player for SearcherPlayer {
    fn new_game(&mut self, _: &Position) -> Result<()> {
        self.0.new_game();
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        _: &Position,
        _: &[ScoredMove],
        nodes: u64,
        signals: &Signals,
    ) -> Result<SearchResult> {
        Ok(self.0.search(game, &Limits::nodes(nodes), signals, &mut NullReporter))
    }
}

/// A move that an engine plays without a score.
#[must_use]
pub fn unscored(best: Move, nodes: u64) -> SearchResult {
    let (score, pv) = (Score::ZERO, vec![best]);
    let bound = Bound::Exact;
    SearchResult { best: Some(best), ponder: None, score, bound, depth: 0, nodes, pv }
}

/// A UCI engine.
pub struct UciPlayer {
    /// The engine.
    pub process: UciProcess,
    /// The value of `UCI_Chess960`.
    chess960: bool,
}

impl UciPlayer {
    /// A player of an engine that plays standard chess so far.
    #[must_use]
    pub fn new(process: UciProcess) -> Self {
        Self { process, chess960: false }
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self, opening: &Position) -> Result<()> {
        let chess960 = is_chess960(opening);
        if chess960 != self.chess960 {
            self.process.set_option("UCI_Chess960", &chess960.to_string())?;
            self.chess960 = chess960;
        }
        self.process.send("ucinewgame")?;
        self.process.sync()
    }

    fn search(
        &mut self,
        game: &Game,
        opening: &Position,
        moves: &[ScoredMove],
        nodes: u64,
        _: &Signals,
    ) -> Result<SearchResult> {
        let fen = if self.chess960 { opening.to_shredder_fen() } else { opening.to_fen() };
        let mut command = format!("position fen {fen}");
        if !moves.is_empty() {
            command.push_str(" moves");
        }
        for scored in moves {
            command.push(' ');
            command.push_str(&to_uci(scored.mv, self.chess960));
        }
        self.process.send(&command)?;
        let (info, answer) = self.process.go(&format!("nodes {nodes}"))?;
        let Ok(best) = parse_uci(&game.position, &answer) else {
            bail!("{} plays {answer}, which is not legal, in {}", self.process.name, game.position);
        };
        let found = unscored(best, nodes);
        Ok(match info.score {
            Some(score) => SearchResult { score, depth: info.depth, ..found },
            None => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_options_and_parameters_by_name() {
        let side = Side::parse("ordering=classic, Hash=2").unwrap();
        let mut settings = settings_of(EngineConfig::default());
        settings.config.ordering = "classic";
        settings.search.hash_mib = 2;
        settings.sizes_set[0] = 1;
        assert_eq!(side.engine, Engine::Built(Box::new(settings)));
        assert_eq!(Side::parse("default").unwrap().engine, Side::parse("").unwrap().engine);
        for (text, fault) in [
            ("Hash", "no program Hash"),
            ("Hash=0", "'0' is not a value of option Hash"),
            ("Colour=1", "no option 'Colour'"),
            ("Hash=1,Threads", "`Threads` is not NAME=VALUE"),
        ] {
            let error = Side::parse(text).expect_err(text).to_string();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn options_of_programs_are_those_that_they_declare() {
        let folder = testkit::TempFolder::new("engine");
        let engine = folder.join("engine");
        let script = "#!/bin/sh\nwhile read line; do test \"$line\" = uci && printf 'id name Fake\n\
                      option name Threads type spin default 1 min 1 max 4\nuciok\n'; done\n";
        // Written by another process: a file that this one has open cannot be run by its threads.
        let write = r#"printf '%s' "$1" > "$0" && chmod +x "$0""#;
        let written =
            std::process::Command::new("sh").args(["-c", write]).arg(&engine).arg(script).status();
        assert!(written.unwrap().success());
        let parse = |options: &str| Side::parse(&format!("{},{options}", engine.display()));
        assert_eq!(parse("threads=4").unwrap().options().len(), 1);
        for (option, fault) in [
            ("Colour=1", "Fake has no option `Colour`, only Threads"),
            ("Threads=5", "`5` is no value of Threads of Fake: spin default 1 min 1 max 4"),
        ] {
            let error = parse(option).expect_err(option).to_string();
            assert_eq!(error, fault);
        }
        // Another network under the same name is another side.
        let network = folder.join("network");
        let identity = |content: &str| {
            std::fs::write(&network, content).unwrap();
            let options = vec![("EvalFile".to_owned(), network.display().to_string())];
            let program = Side::program("fake".to_owned(), &engine);
            Side { options, ..program }.identity().unwrap()
        };
        assert_ne!(identity("first"), identity("second"));
    }
}
