//! `bartizan epd`: searches the positions of a suite, several at a time, and says how many of their
//! `bm`, `am` and `dm` operations are met.

mod solve;

use crate::json;
use crate::parts::{LimitArguments, PartArguments};
use crate::pool::{self, default_threads};
use crate::progress::{StatusLine, note};
use crate::style::{BAD, highlighted, wrapped};
use crate::table::{Align, Table, thousands};
use board::Move;
use clap::Args;
use game::Game;
use notation::epd::{Problem, numbered_lines, parse_line};
use notation::{decode, to_san};
use searcher::{Limits, Options, OptionsError, SearchResult, Signals};
use serde_json::{Value, json};
use solve::{Answer, solve};
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use uci::format::score_for_people;
use uci::memory::available_mib;
use uci::output::Output;

/// Nodes of a search when nothing else limits it.
const DEFAULT_NODES: u64 = 1_000_000;

/// The suite, and how to search it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Without a limit each search takes 1,000,000 nodes.")]
pub struct Arguments {
    /// The suite: an EPD position with bm, am or dm on each line
    pub file: PathBuf,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Positions searched at a time [default: all cores, divided by --threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Search threads of each position
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the transposition table of each position in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// A suite and the answers to its problems.
struct Report {
    problems: Vec<Problem>,
    answers: Vec<Answer>,
    /// Lines that hold no problem, and why.
    malformed: Vec<(usize, String)>,
    time: Duration,
}

/// Searches the suite and prints the result. Lines that are not understood are named on standard error
/// and counted. An error when the suite cannot be read or has no position, or there is no memory for the
/// transposition tables.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let name = arguments.file.display();
    let bytes = std::fs::read(&arguments.file).map_err(|error| format!("{name}: {error}"))?;
    let (mut problems, mut malformed) = (Vec::new(), Vec::new());
    for (line, text) in numbered_lines(&decode(bytes)) {
        match read_problem(line, text) {
            Ok(problem) => problems.push(problem),
            Err(error) => {
                note(&format!("{name}, line {line}: {error}"));
                malformed.push((line, error));
            }
        }
    }
    if problems.is_empty() {
        return Err(format!("{name}: there is no position to solve").into());
    }
    let start = Instant::now();
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    let answers = arguments.solve(&problems, &signals)?;
    if output.is_broken() {
        return Ok(());
    }
    let report = Report { problems, answers, malformed, time: start.elapsed() };
    output.line(if arguments.json { format!("{:#}", report.json()) } else { report.text() });
    Ok(())
}

/// The problem of a line, in whose position the game goes on.
fn read_problem(line: usize, text: &str) -> Result<Problem, String> {
    let problem = parse_line(line, text).map_err(|error| error.to_string())?;
    match Game::new(problem.position.clone()).termination() {
        Some(ending) => Err(format!("the game is over: {ending}")),
        None => Ok(problem),
    }
}

impl Arguments {
    fn solve(
        &self,
        problems: &[Problem],
        signals: &Signals,
    ) -> Result<Vec<Answer>, Box<dyn Error>> {
        let limits = self.limits.limits(Limits::nodes(DEFAULT_NODES));
        let options = Options {
            hash_mib: self.hash as usize,
            threads: usize::from(self.threads),
            ..Options::default()
        };
        let config = self.parts.config()?;
        let cores = default_threads() / usize::from(self.threads);
        let jobs = self.jobs.map_or(cores, usize::from).clamp(1, problems.len());
        if available_mib().is_some_and(|available| jobs * options.hash_mib > available) {
            return Err(format!("no memory for {jobs} hash tables of {} MiB", self.hash).into());
        }
        let progress = Mutex::new((StatusLine::new(Some(0.0)), 0, 0));
        let answers = pool::run(problems, jobs, |problem| {
            let answer = solve(problem, &config, &options, &limits, signals)?;
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            let (line, done, solved) = &mut *progress;
            *done += 1;
            *solved += usize::from(answer.found.is_some());
            let share = *done as f64 / problems.len() as f64;
            let count = problems.len();
            line.show(Some(share), &format!("{done} of {count} positions, {solved} solved"));
            Ok::<_, OptionsError>(answer)
        });
        progress.into_inner().unwrap_or_else(PoisonError::into_inner).0.clear();
        Ok(answers?)
    }
}

impl Report {
    fn entries(&self) -> impl Iterator<Item = (&Problem, &Answer)> {
        self.problems.iter().zip(&self.answers)
    }

    /// How many of the problems with this operation are solved, and how many there are.
    fn score(&self, has_operation: impl Fn(&Problem) -> bool) -> (usize, usize) {
        let chosen = || self.entries().filter(|(problem, _)| has_operation(problem));
        (chosen().filter(|(_, answer)| answer.found.is_some()).count(), chosen().count())
    }

    fn text(&self) -> String {
        let mut table = Table::new(&[
            ("line", Align::Right),
            ("move", Align::Left),
            ("score", Align::Right),
            ("depth", Align::Right),
            ("nodes", Align::Right),
            ("found at", Align::Right),
            ("nodes", Align::Right),
            ("wanted", Align::Left),
        ]);
        for (problem, answer) in self.entries() {
            let [at_depth, at_nodes] = match answer.found {
                Some((depth, nodes, _)) => [format!("depth {depth}"), nodes.to_string()],
                None => ["no".to_owned(), String::new()],
            };
            let id = if problem.id.is_empty() { "" } else { ": " };
            table.row([
                problem.line.to_string(),
                to_san(&problem.position, answer.best),
                score_for_people(answer.score, answer.bound),
                answer.depth.to_string(),
                answer.nodes.to_string(),
                at_depth,
                at_nodes,
                format!("{}{id}{}", problem.id, operations(problem)),
            ]);
        }
        let bad = |row: usize| self.answers[row].found.is_none().then_some(BAD);
        format!("{}\n{}", highlighted(&table, bad), wrapped(&self.summary(), 2))
    }

    fn summary(&self) -> String {
        let (solved, count) = self.score(|_| true);
        let percent = 100.0 * solved as f64 / count as f64;
        let mut text = format!("Solved {solved} of {count} ({percent:.1} %)");
        let scores = [
            ("bm", self.score(|problem| !problem.best.is_empty())),
            ("am", self.score(|problem| !problem.avoid.is_empty())),
            ("dm", self.score(|problem| problem.mate.is_some())),
        ];
        for (name, (solved, count)) in scores {
            if count > 0 {
                text.push_str(&format!(", {name} {solved} of {count}"));
            }
        }
        let nodes: u64 = self.answers.iter().map(|answer| answer.nodes).sum();
        let seconds = self.time.as_secs_f64();
        text.push_str(&format!("; {} nodes, {seconds:.1} s", thousands(nodes)));
        if !self.malformed.is_empty() {
            text.push_str(&format!("; malformed lines: {}", self.malformed.len()));
        }
        text
    }

    fn json(&self) -> Value {
        let results = self.entries().map(|(problem, answer)| {
            let Answer { best, score, bound, depth, nodes, .. } = *answer;
            let (ponder, pv) = (None, Vec::new());
            let found = SearchResult { best: Some(best), ponder, score, bound, depth, nodes, pv };
            let mut map = json::result(&problem.position, &found, answer.time);
            let own = json!({
                "score": json::score(score),
                "line": problem.line,
                "id": problem.id,
                "bm": json::moves(&problem.best),
                "am": json::moves(&problem.avoid),
                "dm": problem.mate,
                "solved": answer.found.is_some(),
                "found": answer.found.map(|(depth, nodes, time)| {
                    json!({ "depth": depth, "nodes": nodes, "seconds": time.as_secs_f64() })
                }),
            });
            map.extend(own.as_object().cloned().unwrap_or_default());
            Value::Object(map)
        });
        let malformed =
            self.malformed.iter().map(|(line, error)| json!({ "line": line, "error": error }));
        let (solved, count) = self.score(|_| true);
        json!({
            "solved": solved,
            "positions": count,
            "seconds": self.time.as_secs_f64(),
            "results": results.collect::<Value>(),
            "malformed": malformed.collect::<Value>(),
        })
    }
}

/// The operations `bm`, `am` and `dm` of a problem in SAN.
fn operations(problem: &Problem) -> String {
    let moves = |name: &str, moves: &[Move]| {
        let sans: Vec<String> = moves.iter().map(|&mv| to_san(&problem.position, mv)).collect();
        (!sans.is_empty()).then(|| format!("{name} {}", sans.join(" ")))
    };
    let mate = problem.mate.map(|moves| format!("dm {moves}"));
    let parts = [moves("bm", &problem.best), moves("am", &problem.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_games_are_no_problems() {
        for (line, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;", "draw by insufficient material"),
            ("8/8/8/4k3/8/8/8/3QK3 w - - hmvc 100; bm Qd4;", "draw by the fifty-move rule"),
        ] {
            let error = read_problem(1, line).expect_err(line);
            assert_eq!(error, format!("the game is over: {expected}"));
        }
    }
}
