//! A UCI engine in another process.

use anyhow::{Context, Result, bail, ensure};
use board::{Color, Position};
use eval::{MAX_PLY, Score};
use notation::is_move_text;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::uci::{RESPONSE_TIMEOUT, UciClient};
use xtask::perft::diff::Divide;

/// How long [`UciProcess::knows_perft`] waits.
const PERFT_TIMEOUT: Duration = Duration::from_secs(10);

/// A running engine; it is killed when this value is dropped.
pub struct UciProcess {
    client: UciClient,
    /// The name it reports.
    pub name: String,
    options: Vec<DeclaredOption>,
}

/// An option as the engine declares it: `option name NAME type KIND`.
struct DeclaredOption {
    name: String,
    /// The type with default, limits and choices.
    kind: String,
}

impl UciProcess {
    /// Starts a program and sends it `uci`.
    ///
    /// # Errors
    /// When it does not start or does not answer as a UCI engine.
    pub fn start(program: &Path) -> Result<Self> {
        Self::start_command(&mut Command::new(program))
    }

    /// Runs a command and sends it `uci`.
    ///
    /// # Errors
    /// When it does not start or does not answer as a UCI engine.
    pub fn start_command(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        // Ctrl-C in a terminal goes to the whole group; it is for this process, not for the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let client = UciClient::spawn(command).with_context(|| format!("cannot start {name}"))?;
        let mut engine = Self { client, name, options: Vec::new() };
        engine.send("uci")?;
        loop {
            let line = engine.read_line()?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut engine.name);
            }
            engine.options.extend(DeclaredOption::parse(&line));
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

    /// Whether the engine has this option, whatever the case of letters, and takes this value.
    #[must_use]
    pub fn accepts(&self, name: &str, value: &str) -> bool {
        self.option(name).is_some_and(|option| option.accepts(value))
    }

    fn option(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When the engine has not declared it, or not with this value, or no longer reads.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        let Some(option) = self.option(name) else {
            let names: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
            bail!("{} has no option `{name}`, only {}", self.name, names.join(", "));
        };
        let DeclaredOption { name, kind } = option;
        ensure!(option.accepts(value), "`{value}` is no value of {name} of {}: {kind}", self.name);
        self.send(&format!("setoption name {name} value {value}"))
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

    /// Sends a `go` command. Returns what the last `info` line with a node count says, and the move of
    /// `bestmove`.
    ///
    /// # Errors
    /// When the engine does not answer, or without a move.
    pub fn go(&mut self, limits: &str) -> Result<(Info, String)> {
        self.send(&format!("go {limits}"))?;
        let mut info = Info::default();
        loop {
            let line = self.read_line()?;
            if let Some(rest) = line.strip_prefix("bestmove ") {
                let best = rest.split_whitespace().next().context("`bestmove` has no move")?;
                return Ok((info, best.to_owned()));
            }
            info = Info::parse(&line).filter(|info| info.nodes.is_some()).unwrap_or(info);
        }
    }

    /// The static evaluation of a position in centipawns for its side to move: that of the line `Final evaluation`
    /// of the command `eval`, which is in pawns for White.
    ///
    /// # Errors
    /// When the engine does not answer, or without such a line.
    pub fn static_evaluation(&mut self, position: &Position) -> Result<f64> {
        self.send(&format!("position fen {}", position.to_fen()))?;
        self.send("eval")?;
        self.send("isready")?;
        let mut found = None;
        loop {
            let line = self.read_line()?;
            if line.trim() == "readyok" {
                break;
            }
            if let Some(rest) = line.trim().strip_prefix("Final evaluation") {
                found = rest.split_whitespace().find_map(|word| word.parse::<f64>().ok());
            }
        }
        let pawns = found.with_context(|| {
            format!("{} gives no final evaluation of {}", self.name, position.to_fen())
        })?;
        Ok(if position.side_to_move() == Color::White { 100.0 * pawns } else { -100.0 * pawns })
    }

    /// Whether the engine counts the moves of the starting position on `go perft 1`. After `false` it may
    /// still search.
    pub fn knows_perft(&mut self) -> bool {
        let deadline = Instant::now() + PERFT_TIMEOUT;
        if self.send("position startpos\ngo perft 1").is_err() {
            return false;
        }
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.client.try_read(left) {
                Ok(line) if line.trim() == "Nodes searched: 20" => return true,
                Ok(line) if line.starts_with("bestmove") => return false,
                Ok(_) if !left.is_zero() => {}
                _ => return false,
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
        if chess960 || self.accepts("UCI_Chess960", "false") {
            self.set_option("UCI_Chess960", &chess960.to_string())?;
        }
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
            if is_move_text(key) {
                counts.insert(key.to_owned(), nodes);
            }
        }
    }
}

/// What an `info` line says of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth; 0 where the line has none.
    pub depth: u32,
    /// The score.
    pub score: Option<Score>,
    /// Nodes so far.
    pub nodes: Option<u64>,
}

impl Info {
    /// Reads a line; `None` if it is no `info` line, or one with a text for people.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.trim().strip_prefix("info ")?.split_whitespace().collect();
        let known = words.split(|&word| word == "string").next()?;
        let after = |name: &str| {
            let at = known.iter().position(|&word| word == name)?;
            Some(&known[at + 1..])
        };
        let number = |name: &str| after(name)?.first()?.parse::<u64>().ok();
        let depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
        let score = after("score").and_then(|words| score(words.first()?, words.get(1)?));
        Some(Self { depth: depth.unwrap_or_default(), score, nodes: number("nodes") })
    }
}

/// A score in UCI notation.
fn score(unit: &str, number: &str) -> Option<Score> {
    let number: i32 = number.parse().ok()?;
    let plies = |moves: i32| (moves.unsigned_abs() as usize).saturating_mul(2).min(MAX_PLY);
    Some(match unit {
        "cp" => Score::new(number.clamp(-Score::MAX_EVAL.raw(), Score::MAX_EVAL.raw())),
        "mate" if number > 0 => Score::mate_in(plies(number) - 1),
        "mate" => Score::mated_in(plies(number)),
        _ => return None,
    })
}

impl DeclaredOption {
    fn parse(line: &str) -> Option<Self> {
        let (name, kind) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
        Some(Self { name: name.trim().to_owned(), kind: kind.trim().to_owned() })
    }

    /// Whether a value is of the type and within the limits.
    fn accepts(&self, value: &str) -> bool {
        let mut words = self.kind.split_whitespace();
        match words.next() {
            Some("spin") => {
                let words: Vec<&str> = words.collect();
                let limit = |name| {
                    let at = words.iter().position(|&word| word == name)?;
                    words.get(at + 1)?.parse::<i64>().ok()
                };
                value.parse::<i64>().is_ok_and(|value| {
                    limit("min").is_none_or(|min| value >= min)
                        && limit("max").is_none_or(|max| value <= max)
                })
            }
            Some("check") => matches!(value, "true" | "false"),
            Some("combo") => {
                let mut choices = self.kind.split(" var ").skip(1);
                choices.any(|choice| choice.trim().eq_ignore_ascii_case(value))
            }
            Some("button") => false,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_by_declarations() {
        for (name, kind, accepted, refused) in [
            ("Hash", "spin default 16 min 1 max 64", "64", "65"),
            ("Move Overhead", "spin default 1 min 0 max 9", "0", "-1"),
            ("Ponder", "check default false", "true", "1"),
            ("Style", "combo default Solid var Solid var Risky", "risky", "x"),
        ] {
            let line = format!("option name {name} type {kind}");
            let option = DeclaredOption::parse(&line).unwrap();
            assert_eq!(option.name, name);
            assert!(option.accepts(accepted), "{line}: {accepted}");
            assert!(!option.accepts(refused), "{line}: {refused}");
        }
        let parse = |line| DeclaredOption::parse(line).unwrap();
        assert!(parse("option name SyzygyPath type string default <empty>").accepts("/a path"));
        assert!(!parse("option name Clear Hash type button").accepts("true"));
        assert!(DeclaredOption::parse("id name option name x type y").is_none());
    }

    #[test]
    fn info_lines_are_read() {
        let line = "info depth 7 seldepth 9 score cp -31 nodes 500 nps 4 pv e2e4";
        let info = Info { depth: 7, score: Some(Score::new(-31)), nodes: Some(500) };
        assert_eq!(Info::parse(line), Some(info));
        for (moves, score) in [(1, Score::mate_in(1)), (3, Score::mate_in(5))] {
            let line = |sign: &str| format!("info depth 2 score mate {sign}{moves} nodes 1");
            let info = |score| Some(Info { depth: 2, score: Some(score), nodes: Some(1) });
            assert_eq!(Info::parse(&line("")), info(score));
            assert_eq!(Info::parse(&line("-")), info(Score::mated_in(2 * moves as usize)));
        }
        let without_score = Info { depth: 3, score: None, nodes: Some(4) };
        for (line, info) in [
            ("info depth 3 nodes 4", Some(without_score)),
            ("info depth 3 score cp x nodes 4", Some(without_score)),
            ("info depth 3 nodes 4 score", Some(without_score)),
            ("info depth 3 pv e2e4 e7e5 nodes 4", Some(without_score)),
            ("info string depth 3 nodes 4", Some(Info::default())),
            ("info depth 99999999999 nodes -1 pv e2e4", Some(Info::default())),
            ("bestmove e2e4", None),
            ("", None),
        ] {
            assert_eq!(Info::parse(line), info, "{line}");
        }
    }
}
