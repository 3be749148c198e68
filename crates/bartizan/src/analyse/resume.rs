//! The state of an analysis of many games: a file with a line for each game that is done, from which an
//! analysis that was stopped goes on.

use super::game::Evaluation;
use board::Position;
use eval::Score;
use notation::{parse_uci, to_uci};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file of one analysis.
pub(super) struct State {
    path: PathBuf,
    file: File,
}

/// The evaluations of the games that are done, by the index of the game.
pub(super) type Done = BTreeMap<usize, Vec<Evaluation>>;

impl State {
    /// Where the state stands, beside the annotated games.
    pub(super) fn path(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".partial");
        name.into()
    }

    /// What an analysis is of: its results are of no use for another.
    pub(super) fn key(source: &[u8], settings: &str) -> String {
        let mut hasher = DefaultHasher::new();
        source.hash(&mut hasher);
        let version = env!("CARGO_PKG_VERSION");
        json!({ "bartizan": version, "source": hasher.finish(), "settings": settings }).to_string()
    }

    /// Begins a state.
    pub(super) fn create(path: PathBuf, key: &str) -> io::Result<Self> {
        let mut file = File::create(&path)?;
        writeln!(file, "{key}")?;
        Ok(Self { path, file })
    }

    /// Goes on with a state: what is done, with `positions` of each game. `None` where it is of another analysis.
    pub(super) fn open(
        path: PathBuf,
        key: &str,
        positions: impl Fn(usize) -> Option<Vec<Position>>,
    ) -> io::Result<Option<(Self, Done)>> {
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        // The last line may have been cut.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        if lines.next() != Some(key) {
            return Ok(None);
        }
        let file = OpenOptions::new().write(true).open(&path)?;
        file.set_len(whole as u64)?;
        drop(file);
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Some((Self { path, file }, lines.filter_map(|line| read(line, &positions)).collect())))
    }

    /// Adds a game that is done.
    pub(super) fn add(&mut self, game: usize, evaluations: &[Evaluation]) -> io::Result<()> {
        let evaluations = evaluations.iter().map(|one| {
            let line: Vec<String> = one.line.iter().map(|&mv| to_uci(mv, true)).collect();
            json!([one.score.raw(), one.depth, one.nodes, line.join(" ")])
        });
        let line = json!({ "game": game, "evaluations": evaluations.collect::<Value>() });
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Ends an analysis that is done.
    pub(super) fn remove(self) -> io::Result<()> {
        drop(self.file);
        fs::remove_file(self.path)
    }
}

/// A line of the file; `None` where it is damaged.
fn read(
    line: &str,
    positions: &impl Fn(usize) -> Option<Vec<Position>>,
) -> Option<(usize, Vec<Evaluation>)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let game = usize::try_from(value["game"].as_u64()?).ok()?;
    let (positions, saved) = (positions(game)?, value["evaluations"].as_array()?);
    let evaluation = |(saved, position): (&Value, &Position)| {
        let mut position = position.clone();
        let line = saved[3].as_str()?.split_whitespace().map(|text| {
            let mv = parse_uci(&position, text).ok()?;
            position = position.make(mv);
            Some(mv)
        });
        Some(Evaluation {
            line: line.collect::<Option<_>>()?,
            score: Score::new(i32::try_from(saved[0].as_i64()?).ok()?),
            depth: u32::try_from(saved[1].as_u64()?).ok()?,
            nodes: saved[2].as_u64()?,
        })
    };
    let evaluations: Option<Vec<_>> = saved.iter().zip(&positions).map(evaluation).collect();
    evaluations
        .filter(|all| all.len() == positions.len() && saved.len() == all.len())
        .map(|all| (game, all))
}
