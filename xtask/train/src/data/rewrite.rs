//! `data merge`, `shuffle` and `dedupe`: a new file from the games of others.

use anyhow::{Context, Result, bail};
use bartizan::table::thousands;
use games::data::{GameReader, GameRecord, GameWriter, games};
use games::output::write_text;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use testkit::Rng;

/// Command line of the commands that write a game file.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// File to write; it must not exist
    pub(super) out: PathBuf,
    /// Files to read
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

/// Writes all games in the order of the files.
///
/// # Errors
/// When a file cannot be read or written; nothing is written then.
pub fn merge(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut output = Output::from_files(args, json!({ "command": "merge" }))?;
    for game in games(&args.files) {
        output.push(&game?)?;
    }
    output.finish(out, "")
}

/// Writes all games in an order that `seed` determines.
///
/// # Errors
/// As [`merge`].
pub fn shuffle(args: &Args, seed: u64, out: &mut dyn Write) -> Result<()> {
    let mut output = Output::from_files(args, json!({ "command": "shuffle", "seed": seed }))?;
    let mut all = Vec::new();
    for game in games(&args.files) {
        let mut bytes = Vec::new();
        game?.encode(&mut bytes);
        all.push(bytes.into_boxed_slice());
    }
    Rng::new(seed).shuffle(&mut all);
    for bytes in all {
        output.push(&GameRecord::decode(&bytes)?.0)?;
    }
    output.finish(out, "")
}

/// Writes every game that repeats no earlier one.
///
/// # Errors
/// As [`merge`].
pub fn dedupe(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut output = Output::from_files(args, json!({ "command": "dedupe" }))?;
    let (mut duplicates, mut dropped) = (Duplicates::default(), 0);
    for game in games(&args.files) {
        let game = game?;
        if duplicates.is_repeated(&game) {
            dropped += 1;
        } else {
            output.push(&game)?;
        }
    }
    output.finish(out, &format!(", {} duplicates left out", thousands(dropped)))
}

/// Finds games that repeat an earlier one: the same seed and number, or the same start position
/// and moves. Moves are compared by a hash of 64 bits, so that two of ten million different games
/// count as equal with a probability of about 3 in a million.
#[derive(Default)]
pub struct Duplicates {
    numbers: HashSet<(u64, u32)>,
    games: HashSet<u64>,
}

impl Duplicates {
    /// Whether the game repeats one that was asked about before.
    pub fn is_repeated(&mut self, game: &GameRecord) -> bool {
        let mut hasher = DefaultHasher::new();
        game.start.hash(&mut hasher);
        for scored in &game.moves {
            scored.mv.hash(&mut hasher);
        }
        let is_new = self.numbers.insert((game.seed, game.number));
        !(self.games.insert(hasher.finish()) && is_new)
    }
}

/// A file that gets its name only when it is complete.
pub(super) struct Output<'a> {
    path: &'a Path,
    part: PathBuf,
    writer: GameWriter<BufWriter<File>>,
    games: u64,
}

impl<'a> Output<'a> {
    /// Begins the file. The metadata is `made_by` with the metadata of every game file read.
    fn from_files(args: &'a Args, mut made_by: Value) -> Result<Self> {
        let mut sources = Vec::new();
        for source in &args.files {
            let reader = GameReader::open(source).with_context(|| source.display().to_string())?;
            let name = source.file_name().unwrap_or_default().to_string_lossy();
            sources.push(json!({ "file": name, "metadata": reader.metadata() }));
        }
        made_by["sources"] = Value::Array(sources);
        Self::new(&args.out, &made_by)
    }

    /// Begins the file with its metadata.
    ///
    /// # Errors
    /// When it exists already or cannot be written.
    pub(super) fn new(path: &'a Path, metadata: &Value) -> Result<Self> {
        if path.exists() {
            bail!("{} exists already", path.display());
        }
        let mut part = OsString::from(path);
        part.push(".part");
        let part = PathBuf::from(part);
        let file =
            File::create(&part).with_context(|| format!("cannot create {}", part.display()))?;
        let writer = GameWriter::create(BufWriter::new(file), metadata)
            .with_context(|| format!("cannot write {}", part.display()))?;
        Ok(Self { path, part, writer, games: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn push(&mut self, game: &GameRecord) -> Result<()> {
        self.games += 1;
        let pushed = self.writer.push(game);
        pushed.map(|_| ()).with_context(|| format!("cannot write {}", self.part.display()))
    }

    /// Gives the file its name, and says how many games it has.
    ///
    /// # Errors
    /// When that fails.
    pub(super) fn finish(mut self, out: &mut dyn Write, remark: &str) -> Result<()> {
        let path = self.path.display();
        let written = self.writer.flush().and_then(|_| self.writer.output().get_ref().sync_all());
        written.with_context(|| format!("cannot write {}", self.part.display()))?;
        fs::rename(&self.part, self.path).with_context(|| format!("cannot write {path}"))?;
        write_text(out, &format!("{path}: {} games{remark}\n", thousands(self.games)))
    }
}

impl Drop for Output<'_> {
    fn drop(&mut self) {
        // Gone already when the file was completed.
        let _ = fs::remove_file(&self.part);
    }
}
