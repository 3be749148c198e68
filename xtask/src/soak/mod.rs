//! Soak test: many games with a clock between two processes of the engine, each line of which is checked.

mod game;

use crate::arena::Side;
use crate::interrupt::interrupt_flag;
use crate::output::write_text;
use crate::pool;
use crate::progress::{StatusLine, note};
use crate::revision::build_working_tree;
use crate::state::{RunOptions, StateFile};
use crate::table::{Align, Table};
use anyhow::{Error, Result, ensure};
use game::{GameKind, TimeControl, play};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// How many games to play, and how.
///
/// Half of the games are of Chess960, half have two search threads a side, a tenth ponder, and a tenth have
/// endgame tables. Games with a clock need a machine that does nothing else.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Games in all; a later run goes on with those that are missing
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    games: u32,
    /// Time of a side for a game and for each move more, in seconds
    #[arg(long, value_name = "TIME+INCREMENT", default_value = "0.5+0.005")]
    tc: TimeControl,
    /// The engine (default: a release build of the working tree)
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Folder of the endgame tables (default: that of the test data)
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunOptions,
}

/// The games that were played, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SoakRecord {
    games: BTreeMap<u32, SoakGame>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SoakGame {
    plies: usize,
    /// How it ended, or what was wrong.
    #[serde(flatten)]
    end: SoakEnd,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SoakEnd {
    End(String),
    Fault(String),
}

/// Plays what is missing and prints what was played. Ctrl-C is no error: the same command goes on.
///
/// # Errors
/// When the engine cannot be built, the state cannot be used, or a game had a fault.
pub fn run(args: &Args) -> Result<()> {
    let engine = match &args.engine {
        Some(path) => std::path::absolute(path)?,
        None => build_working_tree()?.path,
    };
    let syzygy = args.syzygy.clone().or_else(|| testkit::data::external_file("syzygy"));
    let identity = Side::program("engine".to_owned(), &engine).identity()?;
    let tables = syzygy.is_some();
    let settings = json!({
        "tc": args.tc.to_string(), "seed": args.seed, "engine": identity, "tables": tables,
    });
    let (mut file, stored) = StateFile::open::<SoakRecord>(&args.run, "soak", settings)?;
    let record = stored.unwrap_or_default();
    note(&format!("{}: {} games", file.path().display(), record.games.len()));
    let missing = (0..args.games).filter(|number| !record.games.contains_key(number));
    let (pondering, others): (Vec<u32>, Vec<u32>) =
        missing.partition(|&number| GameKind::of(number, None).ponder);
    let share = |done: usize| Some(done as f64 / f64::from(args.games.max(1)));
    let status = StatusLine::new(share(record.games.len()));
    let progress = Mutex::new((record, &mut file, status));
    // More games at a time than cores would take each other's time.
    let threads = args.run.threads.given.unwrap_or(1);
    let play_one = |&number: &u32| {
        if interrupt_flag().load(Ordering::Relaxed) {
            return Ok(());
        }
        let kind = GameKind::of(number, syzygy.as_deref());
        let game = play(&engine, &kind, args.tc, args.seed.wrapping_add(u64::from(number)));
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        let (record, file, status) = &mut *progress;
        record.games.insert(number, game);
        let done = record.games.len();
        status.show(share(done), &format!("{done} games, {} faults", record.faults().count()));
        file.save(record)
    };
    // Both sides of a game with pondering search all the time.
    let played = pool::run(&others, threads, play_one)
        .and_then(|_| pool::run(&pondering, (threads / 2).max(1), play_one));
    let (record, _, status) = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    status.clear();
    played?;
    write_text(&mut io::stdout(), &record.text(syzygy.as_deref()))?;
    let faults = record.faults().count();
    ensure!(faults == 0, "{faults} games with faults");
    Ok(())
}

impl SoakRecord {
    fn faults(&self) -> impl Iterator<Item = (u32, &str)> {
        self.games.iter().filter_map(|(&number, game)| match &game.end {
            SoakEnd::Fault(fault) => Some((number, fault.as_str())),
            SoakEnd::End(_) => None,
        })
    }

    /// How many games of each kind were played and how they ended, and the faults.
    fn text(&self, syzygy: Option<&std::path::Path>) -> String {
        let mut table =
            Table::new(&[("", Align::Left), ("games", Align::Right), ("plies", Align::Right)]);
        let mut row = |name: &str, counts: &dyn Fn(&GameKind, &SoakGame) -> bool| {
            let of = |number| GameKind::of(number, syzygy);
            let games = self.games.iter().filter(|(number, game)| counts(&of(**number), game));
            let plies: Vec<usize> = games.map(|(_, game)| game.plies).collect();
            if !plies.is_empty() {
                let sum: usize = plies.iter().sum();
                table.row([name.to_owned(), plies.len().to_string(), sum.to_string()]);
            }
        };
        row("all", &|_, _| true);
        row("Chess960", &|kind, _| kind.chess960);
        row("two threads", &|kind, _| kind.threads == 2);
        row("ponder", &|kind, _| kind.ponder);
        row("endgame tables", &|kind, _| kind.syzygy.is_some());
        let mut ends: Vec<&str> = Vec::new();
        for game in self.games.values() {
            if let SoakEnd::End(end) = &game.end
                && !ends.contains(&end.as_str())
            {
                ends.push(end);
            }
        }
        for end in ends {
            row(end, &|_, game| game.end == SoakEnd::End(end.to_owned()));
        }
        row("faults", &|_, game| matches!(game.end, SoakEnd::Fault(_)));
        let faults: String =
            self.faults().map(|(number, fault)| format!("game {number}: {fault}\n")).collect();
        format!("{table}{faults}")
    }
}

impl SoakGame {
    fn new(plies: usize, end: Result<String, Error>) -> Self {
        let end = match end {
            Ok(end) => SoakEnd::End(end),
            Err(fault) => SoakEnd::Fault(format!("{fault:#}")),
        };
        Self { plies, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_their_shares_and_faults_are_told() {
        let mut record = SoakRecord::default();
        for number in 0..40 {
            record.games.insert(number, SoakGame::new(10, Ok("draw".to_owned())));
        }
        let fault = SoakGame::new(7, Err(Error::msg("no answer").context("White")));
        record.games.insert(40, fault);
        let text = record.text(Some("tables".as_ref()));
        let count = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
            line.split_whitespace().rev().nth(1).and_then(|count| count.parse().ok())
        };
        let counts = ["all", "Chess960", "two threads", "ponder", "endgame", "draw", "faults"];
        let expected = [41, 20, 20, 5, 4, 40, 1].map(Some);
        assert_eq!(counts.map(count), expected, "{text}");
        assert!(text.ends_with("game 40: White: no answer\n"), "{text}");
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<SoakRecord>(&json).unwrap(), record);
    }
}
