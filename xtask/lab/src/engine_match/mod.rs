//! `cargo xtask match`, `sprt` and `ablation`: matches between two sides, at fixed nodes by
//! [`arena`], or with a clock by fastchess.

pub mod ablation;
mod fastchess;
mod options;
pub mod record;

pub use options::{GameOptions, OpeningOptions};
pub use record::{MatchRecord, Summary};

use anyhow::{Context, Result};
use bartizan::progress::{StatusLine, note};
use games::arena::{self, MatchSettings, PlayedPair, Side, Sprt};
use games::data::view::pgn;
use games::interrupt::interrupt_flag;
use games::output::write_text;
use games::revision::{build_revision, build_working_tree};
use games::state::{RunOptions, StateFile};
use notation::is_chess960;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Games of a match without `--games`, and with a test, which ends sooner as a rule.
const DEFAULT_GAMES: usize = 1_000;
const DEFAULT_SPRT_GAMES: usize = 40_000;

/// Command line of `match`.
///
/// A side is `[PATH,]NAME=VALUE,...`: UCI options and tunable parameters, of the engine at a path or
/// else of the working tree's engine, as in `--a rfp_slope=70,Ordering=classic` or
/// `--b old/bartizan,Hash=16`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The first side, from whose view the result is given
    #[arg(long, value_name = "SIDE", default_value = "default")]
    pub a: String,
    /// The second side
    #[arg(long, value_name = "SIDE", default_value = "default")]
    pub b: String,
    /// End when a test between these bounds, in normalised Elo, is decided
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    #[command(flatten)]
    options: GameOptions,
}

/// Runs `match`.
pub fn run(args: &Args) -> Result<()> {
    let sides = [Side::parse(&args.a).context("--a")?, Side::parse(&args.b).context("--b")?];
    EngineMatch { sides, sprt: args.sprt, options: args.options.clone(), folder: "match" }.run()
}

/// Command line of `sprt`.
#[derive(clap::Args, Clone, Debug)]
pub struct SprtArgs {
    /// The revision to play against: a commit, branch or tag
    #[arg(value_name = "REV")]
    revision: String,
    /// Bounds of the test in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", allow_hyphen_values = true)]
    bounds: Sprt,
    /// Test that the working tree is not weaker: bounds of -10,0
    #[arg(long, conflicts_with = "bounds")]
    simplification: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// Runs `sprt`: the engine of the working tree against that of a revision.
pub fn run_sprt(args: &SprtArgs) -> Result<()> {
    let simplification = Sprt { elo0: -10.0, elo1: 0.0 };
    let bounds = if args.simplification { simplification } else { args.bounds };
    let builds = [build_working_tree()?, build_revision(&args.revision)?];
    let sides = builds.map(|build| Side::program(build.name, &build.path));
    EngineMatch { sides, sprt: Some(bounds), options: args.options.clone(), folder: "sprt" }.run()
}

/// Plays matches without a test, one after the other until Ctrl-C, and calls `finished` after each with what
/// stands beside its sides. The same matches go on.
pub fn play_all<T>(
    matches: impl IntoIterator<Item = (T, [Side; 2])>,
    options: &GameOptions,
    folder: &'static str,
    mut finished: impl FnMut(T, Summary) -> Result<()>,
) -> Result<()> {
    let run = RunOptions { out: None, ..options.run.clone() };
    let options = GameOptions { run, ..options.clone() };
    for (of, sides) in matches {
        if interrupt_flag().load(Ordering::Relaxed) {
            break;
        }
        note(&format!("{} against {}", sides[0], sides[1]));
        let game = EngineMatch { sides, sprt: None, options: options.clone(), folder };
        finished(of, game.play()?.1)?;
    }
    Ok(())
}

/// A match to be played.
pub struct EngineMatch {
    pub sides: [Side; 2],
    /// The test that ends it.
    pub sprt: Option<Sprt>,
    pub options: GameOptions,
    /// The folder below `target` for its file, unless one is named.
    pub folder: &'static str,
}

impl EngineMatch {
    /// Plays what is missing and prints the result. Ctrl-C is no error: the same command goes on.
    pub fn run(&self) -> Result<()> {
        let (record, summary) = self.play()?;
        let [a, b] = &self.sides;
        let (games, ends) = (summary.text(), record.ends_text());
        let how = self.options.to_string();
        let text = format!("A           {a}\nB           {b}\n{how}{games}{ends}");
        write_text(&mut io::stdout(), &text)
    }

    /// Plays what is missing.
    pub fn play(&self) -> Result<(MatchRecord, Summary)> {
        let sides = match &self.options.tc {
            Some(_) => fastchess::programs(&self.sides)?,
            None => self.sides.clone(),
        };
        let settings = self.options.describe(&sides)?;
        let (file, stored) =
            StateFile::open::<MatchRecord>(&self.options.run, self.folder, settings)?;
        let record = stored.unwrap_or_default();
        let games = self.options.games.unwrap_or(match self.sprt {
            Some(_) => DEFAULT_SPRT_GAMES,
            None => DEFAULT_GAMES,
        });
        let mut progress = MatchProgress::new(record, file, games.div_ceil(2), self.sprt);
        note(&format!("{}: {}", progress.file.path().display(), progress.summary.line()));
        if !progress.is_finished() {
            let played = match &self.options.tc {
                None => self.play_nodes(&mut progress),
                Some(tc) => fastchess::play(self, &sides, tc, &mut progress),
            };
            progress.status.clear();
            progress.save()?;
            played?;
        }
        Ok((progress.record, progress.summary))
    }

    /// Plays at fixed nodes.
    fn play_nodes(&self, progress: &mut MatchProgress) -> Result<()> {
        let (openings, pairs) = self.options.openings.openings(progress.pairs)?;
        progress.pairs = pairs;
        let numbers = progress.record.games.missing(pairs);
        let (nodes, threads) = (self.options.nodes, self.options.run.threads.count());
        let settings = MatchSettings { nodes, threads, openings };
        let mut pgn = self.options.pgn.as_deref().map(open_to_append).transpose()?;
        let [a, b] = &self.sides;
        arena::play_pairs([a, b], settings, numbers, interrupt_flag(), &mut |pair| {
            progress.record.add_played(pair);
            if let Some(pgn) = &mut pgn {
                self.write_pgn(pgn, pair)?;
            }
            progress.update()
        })
    }

    fn write_pgn(&self, file: &mut File, pair: &PlayedPair) -> Result<()> {
        let [a, b] = &self.sides;
        let (a, b) = (format!("A: {a}"), format!("B: {b}"));
        let nodes = format!("{} nodes a move", self.options.nodes);
        let chess960 = is_chess960(&pair.opening);
        for (game, players) in pair.games.iter().zip([[&a, &b], [&b, &a]]) {
            let (seed, round) = (self.options.openings.seed, pair.number as u32 + 1);
            let record = game.clone().into_record(seed, round, chess960, &pair.opening);
            let text = pgn(&record, &nodes, players.map(String::as_str))?;
            file.write_all(text.as_bytes()).context("cannot write PGN")?;
        }
        Ok(())
    }
}

fn open_to_append(path: &Path) -> Result<File> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))
}

/// A match in progress: its record, its file and what is shown of it.
struct MatchProgress {
    record: MatchRecord,
    file: StateFile,
    /// Pairs to be played in all.
    pairs: usize,
    sprt: Option<Sprt>,
    summary: Summary,
    status: StatusLine,
}

impl MatchProgress {
    fn new(record: MatchRecord, file: StateFile, pairs: usize, sprt: Option<Sprt>) -> Self {
        let summary = Summary::new(&record.games, sprt);
        Self {
            record,
            file,
            pairs,
            sprt,
            summary,
            status: StatusLine::new(Some(summary.games as f64 / (2 * pairs.max(1)) as f64)),
        }
    }

    fn is_finished(&self) -> bool {
        self.summary.is_decided() || self.summary.games >= 2 * self.pairs as u64
    }

    /// To be called after each pair: shows and saves the record. Breaks when the match is over.
    fn update(&mut self) -> Result<ControlFlow<()>> {
        self.summary = Summary::new(&self.record.games, self.sprt);
        let (games, wanted) = (self.summary.games, 2 * self.pairs as u64);
        let text = format!("{games} of {wanted} games, {}", self.summary.line());
        self.status.show(Some(games as f64 / wanted.max(1) as f64), &text);
        if self.file.is_due() {
            self.save()?;
        }
        let go_on = !self.is_finished() && !interrupt_flag().load(Ordering::Relaxed);
        Ok(if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    fn save(&mut self) -> Result<()> {
        self.file.save(&self.record.to_json(self.sprt))
    }
}

#[cfg(test)]
mod tests;
