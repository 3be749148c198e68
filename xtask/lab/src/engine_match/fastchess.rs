//! Matches with a clock, played by fastchess.

use super::{EngineMatch, MatchProgress};
use anyhow::{Context, Result, ensure};
use board::Position;
use games::arena::Side;
use games::interrupt::interrupt_flag;
use games::output::write_file;
use games::revision::build_working_tree;
use notation::is_chess960;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use testkit::uci::UciClient;
use xtask::workspace::find_program;

/// Openings that are written for it; it begins again with the first after the last.
const MAX_OPENINGS: usize = 5_000;
/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(100);
/// How long fastchess has to end its engines and itself after an interrupt.
const TIME_TO_END: Duration = Duration::from_secs(10);

/// The sides as binaries; that of the working tree is built. How fast an engine is and how it uses its time
/// shows in the binary alone, whose checksum tells whether earlier games count.
pub(super) fn programs(sides: &[Side; 2]) -> Result<[Side; 2]> {
    // Not after a build that takes minutes.
    find_fastchess()?;
    let [a, b] = sides;
    let build = || Ok(build_working_tree()?.path);
    Ok([a.as_program(build)?, b.as_program(build)?])
}

fn find_fastchess() -> Result<PathBuf> {
    find_program("fastchess")
        .context("--tc needs fastchess (github.com/Disservin/fastchess); --nodes does without")
}

/// Plays the pairs after the last that was played.
pub(super) fn play(
    game: &EngineMatch,
    sides: &[Side; 2],
    tc: &str,
    progress: &mut MatchProgress,
) -> Result<()> {
    let program = find_fastchess()?;
    let begun = progress.record.games.end();
    let book = progress.file.path().with_extension("epd");
    let chess960 = write_openings(game, progress.pairs, &book)?;
    let mut command = Command::new(program);
    for (side, name) in sides.iter().zip(["A", "B"]) {
        let path = std::path::absolute(side.path().context("no binary")?)?;
        command.args(["-engine", &format!("name={name}"), &format!("cmd={}", path.display())]);
        command.args(side.options().iter().map(|(name, value)| format!("option.{name}={value}")));
    }
    command.args(["-each", &format!("tc={tc}"), "-repeat", "-recover"]);
    // Pairs that an interruption left out are made up for at the end.
    let rounds = progress.record.games.missing(progress.pairs).len();
    command.args(["-rounds", &rounds.to_string()]);
    command.args(["-concurrency", &game.options.run.threads.count().to_string()]);
    command.arg("-openings").arg(format!("file={}", book.display()));
    command.args(["format=epd", "order=sequential", &format!("start={}", begun + 1)]);
    command.args(["-variant", if chess960 { "fischerandom" } else { "standard" }]);
    if let Some(pgn) = &game.options.pgn {
        command.arg("-pgnout").arg(format!("file={}", std::path::absolute(pgn)?.display()));
        command.arg("append=true");
    }
    // It writes its own state into the folder it runs in.
    command.current_dir(book.parent().unwrap_or(Path::new(".")));
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let process = UciClient::spawn(&mut command).context("cannot start fastchess")?;
    follow(process, begun, progress)
}

/// Writes the openings as EPD; whether one of them is of Chess960.
fn write_openings(game: &EngineMatch, pairs: usize, path: &Path) -> Result<bool> {
    let (mut openings, count) = game.options.openings.openings(pairs.min(MAX_OPENINGS))?;
    let openings = (0..count).map(|_| openings.next_opening());
    let openings: Vec<Position> = openings.collect::<Result<_>>()?;
    let epd = |fen: String| fen.split(' ').take(4).collect::<Vec<_>>().join(" ") + "\n";
    let text: String = openings.iter().map(|opening| epd(opening.to_fen())).collect();
    write_file(path, text.as_bytes())?;
    Ok(openings.iter().any(is_chess960))
}

/// Reads the results as they come, until the match is over or interrupted, or they cannot be saved.
fn follow(mut process: UciClient, begun: usize, progress: &mut MatchProgress) -> Result<()> {
    let mut pairs = HalfPairs::default();
    let mut last_lines = Vec::new();
    let mut interrupted_at: Option<Instant> = None;
    let mut fault = None;
    loop {
        match process.try_read(POLL) {
            Ok(line) => {
                let finished = FinishedGame::parse(&line).filter(|_| interrupted_at.is_none());
                if let Some((pair, half_points, ends)) = finished.and_then(|game| pairs.add(game)) {
                    progress.record.add(begun + pair, half_points, ends);
                    match progress.update() {
                        Ok(ControlFlow::Continue(())) => {}
                        ended => {
                            (interrupted_at, fault) = (Some(Instant::now()), ended.err());
                            interrupt(&process);
                        }
                    }
                }
                last_lines.push(line);
                last_lines.drain(..last_lines.len().saturating_sub(5));
            }
            Err(error) if error.kind() == ErrorKind::TimedOut => {}
            Err(_) => break,
        }
        match interrupted_at {
            None if interrupt_flag().load(Ordering::Relaxed) => {
                interrupted_at = Some(Instant::now());
                interrupt(&process);
            }
            // A process started with SIGINT ignored, as scripts start those in the background, ignores it.
            // It is killed when it is dropped.
            Some(since) if since.elapsed() > TIME_TO_END => return fault.map_or(Ok(()), Err),
            _ => {}
        }
    }
    let status = process.wait();
    if interrupted_at.is_none() {
        ensure!(status.success(), "fastchess: {status}\n{}", last_lines.join("\n"));
    }
    fault.map_or(Ok(()), Err)
}

/// Lets it end its engines and itself.
fn interrupt(process: &UciClient) {
    let _ = Command::new("kill").args(["-INT", &process.process_id().to_string()]).status();
}

/// A game as fastchess reports its end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FinishedGame {
    /// Its number, from 0.
    number: usize,
    /// Half points of A.
    half_points: usize,
    /// Whether A has White.
    a_is_white: bool,
    /// Why it ended, with A and B for the colours.
    end: String,
}

impl FinishedGame {
    /// Reads `Finished game 12 (A vs B): 1-0 {Black loses on time}`.
    fn parse(line: &str) -> Option<Self> {
        let (number, rest) = line.strip_prefix("Finished game ")?.split_once(" (")?;
        let (players, rest) = rest.split_once("): ")?;
        let (result, end) = rest.split_once(" {")?;
        // By how much the time was overrun follows in parentheses.
        let end = end.trim_end_matches('}').split(" (").next()?;
        let white_points = ["0-1", "1/2-1/2", "1-0"].iter().position(|&known| known == result)?;
        let a_is_white = players == "A vs B";
        let (white, black) = if a_is_white { ("A", "B") } else { ("B", "A") };
        Some(Self {
            number: number.parse::<usize>().ok()?.checked_sub(1)?,
            half_points: if a_is_white { white_points } else { 2 - white_points },
            a_is_white,
            end: end.replace("White", white).replace("Black", black),
        })
    }
}

/// Games whose pair is not complete, by the number of the pair.
#[derive(Default)]
struct HalfPairs(BTreeMap<usize, FinishedGame>);

impl HalfPairs {
    /// Adds a game; the number, half points and ends of its pair if that is complete.
    fn add(&mut self, game: FinishedGame) -> Option<(usize, [usize; 2], [String; 2])> {
        let pair = game.number / 2;
        let Some(other) = self.0.remove(&pair) else {
            self.0.insert(pair, game);
            return None;
        };
        let (first, second) = if game.a_is_white { (game, other) } else { (other, game) };
        Some((pair, [first.half_points, second.half_points], [first.end, second.end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fastchess whose results cannot be saved is ended, with the error of saving.
    #[cfg(unix)]
    #[test]
    fn failure_to_save_ends_fastchess() {
        use crate::engine_match::MatchRecord;
        use bartizan::pool::Threads;
        use games::state::{RunOptions, StateFile};

        let folder = testkit::TempFolder::new("fastchess");
        let out = folder.join("match.json");
        let options = RunOptions { threads: Threads::default(), out: Some(out.clone()) };
        let (file, _) =
            StateFile::open::<MatchRecord>(&options, "match", serde_json::json!({})).unwrap();
        let mut progress = MatchProgress::new(MatchRecord::default(), file, 100, None);
        // A folder stands where the temporary file would be written.
        std::fs::create_dir(out.with_extension("json.tmp")).unwrap();
        let script = "echo 'Finished game 1 (A vs B): 1-0 {}'; \
                      echo 'Finished game 2 (B vs A): 1-0 {}'; exec sleep 1000";
        let process = UciClient::spawn(Command::new("sh").args(["-c", script])).unwrap();
        let error = follow(process, 0, &mut progress).expect_err("it cannot be saved");
        assert!(error.to_string().contains("cannot write"), "{error}");
        assert_eq!(progress.summary.games, 2);
    }

    #[test]
    fn pairs_are_put_together_from_lines() {
        let mut pairs = HalfPairs::default();
        let mut add = |line: &str| FinishedGame::parse(line).and_then(|game| pairs.add(game));
        assert_eq!(add("Finished game 1 (A vs B): 1-0 {Black loses on time (3ms overrun)}"), None);
        assert_eq!(add("Finished game 4 (B vs A): 1/2-1/2 {Draw by adjudication}"), None);
        assert_eq!(add("Started game 5 of 10 (A vs B)"), None);
        let (pair, half_points, ends) = add("Finished game 2 (B vs A): 1-0 {White mates}").unwrap();
        assert_eq!((pair, half_points), (0, [2, 0]));
        assert_eq!(ends, ["B loses on time", "B mates"]);
        let (pair, half_points, _) = add("Finished game 3 (A vs B): 0-1 {}").unwrap();
        assert_eq!((pair, half_points), (1, [0, 1]));
        assert_eq!(FinishedGame::parse("Finished game 7 (A vs B): * {}"), None);
    }
}
