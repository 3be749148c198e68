//! The analysis of the games of a PGN file: a graph and the bad moves of each for people, and an annotated
//! PGN for programs.

use super::Arguments;
use super::annotate::annotated;
use super::game::{AnalysedGame, BLUNDER, Evaluation};
use super::graph::graph;
use super::html::Page;
use super::report;
use super::resume::{Done, State};
use crate::pool;
use crate::progress::{StatusLine, note};
use crate::style::{BAD, HEADING, columns, highlighted, paint, wrapped};
use crate::table::{Align, Table};
use board::Color;
use notation::line_to_san;
use notation::pgn::{PgnError, PgnGame, decode, read_games};
use same_file::is_same_file;
use searcher::Limits;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use uci::memory::available_mib;
use uci::output::Output;

/// Nodes of the search of a position when nothing else limits it.
const DEFAULT_NODES: u64 = 200_000;
/// Moves of the better line that are shown.
const LINE_MOVES: usize = 6;

/// Analyses the games, several at a time. Each is printed and written when it and all before it are done. The file
/// gets them all, also when the output is closed, and those that cannot be read as they are.
pub(super) fn run(
    arguments: &Arguments,
    file: &Path,
    output: &Output,
) -> Result<(), Box<dyn Error>> {
    let is_standard_input = file == Path::new("-");
    let name = if is_standard_input { "standard input".into() } else { file.display().to_string() };
    let mut bytes = Vec::new();
    if is_standard_input {
        io::stdin().read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    } else {
        bytes = fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    }
    let key = State::key(&bytes, &arguments.settings());
    let games = read_games(&decode(bytes));
    for error in games.iter().filter_map(|game| game.as_ref().err()) {
        note(&format!("{name}, {error}; the game is left as it is"));
    }
    if games.iter().flatten().count() == 0 {
        return Err(format!("{name}: there is no game to analyse").into());
    }
    let annotated_name =
        if is_standard_input { "-".into() } else { file.with_extension("annotated.pgn") };
    let path = arguments.output.clone().unwrap_or(annotated_name);
    let path = (path != Path::new("-")).then_some(path);
    for path in path.iter().chain(&arguments.html) {
        // A file that does not exist is another one.
        if is_same_file(file, path).unwrap_or(false) {
            let path = path.display();
            return Err(format!("{name}: the games in {path} cannot replace their source").into());
        }
    }
    let (state, done) = open_state(arguments, path.as_deref(), &key, &games)?;
    let written =
        path.as_ref().map(|path| File::create(path).map_err(no_file(path))).transpose()?;
    if let Some(path) = &arguments.html {
        File::create(path).map_err(no_file(path))?;
    }
    let all = games.iter().flatten().map(|game| game.moves.len() + 1).sum();
    let writer = Writer {
        arguments,
        output,
        path,
        written,
        state,
        games: &games,
        waiting: BTreeMap::new(),
        next: 0,
        number: 0,
        page: arguments.html.is_some().then(Page::default),
        line: StatusLine::new(Some(0.0)),
        positions: (0, all),
    };
    let writer = analyse_all(arguments, Mutex::new(writer), done)?;
    writer.finish()
}

fn no_file(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The state of an analysis, if its games go to a file, and what of it is done.
fn open_state(
    arguments: &Arguments,
    path: Option<&Path>,
    key: &str,
    games: &Games,
) -> Result<(Option<State>, Done), String> {
    let Some((path, no_file)) = path.map(|path| (State::path(path), no_file(path))) else {
        let resumed = arguments.resume;
        let error = "only an analysis that is written to a file can be resumed";
        return if resumed { Err(error.to_owned()) } else { Ok((None, Done::new())) };
    };
    if path.exists() {
        let positions = |game: usize| games.get(game)?.as_ref().ok().map(PgnGame::positions);
        match State::open(path.clone(), key, positions).map_err(&no_file)? {
            Some((state, done)) => {
                let count = games.iter().flatten().count();
                note(&format!("{} of {count} games are done already", done.len()));
                return Ok((Some(state), done));
            }
            None if arguments.resume => {
                return Err(format!("{}: this is the state of another analysis", path.display()));
            }
            None => {}
        }
    }
    Ok((Some(State::create(path.clone(), key).map_err(no_file)?), Done::new()))
}

/// Analyses the games that are not done.
fn analyse_all<'a>(
    arguments: &Arguments,
    writer: Mutex<Writer<'a>>,
    done: Done,
) -> Result<Writer<'a>, Box<dyn Error>> {
    let lock = || writer.lock().unwrap_or_else(PoisonError::into_inner);
    let games = lock().games;
    let left: Vec<(usize, &PgnGame)> = games
        .iter()
        .enumerate()
        .filter_map(|(index, game)| {
            game.as_ref().ok().filter(|_| !done.contains_key(&index)).map(|game| (index, game))
        })
        .collect();
    for (index, evaluations) in done {
        lock().add(index, evaluations)?;
    }
    let limits = arguments.limits(Limits::nodes(DEFAULT_NODES), 1);
    let hash = arguments.resources.hash as usize;
    let room = available_mib().map_or(usize::MAX, |available| available / hash);
    let jobs = arguments.jobs(left.len()).min(room).max(1);
    pool::run(&left, jobs, |&(index, game)| {
        let (mut searcher, _) = arguments.resources.searcher(&arguments.parts, 1)?;
        let analysed = AnalysedGame::new(game, searcher.as_mut(), &limits, |_| lock().progress());
        let mut writer = lock();
        if let Some(state) = &mut writer.state {
            state
                .add(index, &analysed.evaluations)
                .map_err(|error| format!("the state: {error}"))?;
        }
        writer.add(index, analysed.evaluations)
    })?;
    Ok(writer.into_inner().unwrap_or_else(PoisonError::into_inner))
}

type Games = [Result<PgnGame, PgnError>];

/// Prints and writes games in their order.
struct Writer<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    /// The file of annotated games; `None` for the output.
    path: Option<PathBuf>,
    written: Option<File>,
    state: Option<State>,
    games: &'a Games,
    /// Games that are done before one that stands before them.
    waiting: BTreeMap<usize, Vec<Evaluation>>,
    /// The first game that is not written.
    next: usize,
    /// The games that could be read among those that are written.
    number: usize,
    page: Option<Page>,
    line: StatusLine,
    /// Positions that are searched, and all.
    positions: (usize, usize),
}

impl Writer<'_> {
    /// A position is about to be searched.
    fn progress(&mut self) {
        let (searched, all) = self.positions;
        let share = searched as f64 / all as f64;
        let games = self.games.iter().flatten().count();
        let done = self.number + self.waiting.len();
        self.line.show(
            Some(share),
            &format!("{done} of {games} games, position {} of {all}", searched + 1),
        );
        self.positions.0 += 1;
    }

    /// A game is done. Writes all that have none before them that is not.
    fn add(&mut self, index: usize, evaluations: Vec<Evaluation>) -> Result<(), String> {
        self.waiting.insert(index, evaluations);
        let games = self.games;
        while let Some(game) = games.get(self.next) {
            match game {
                Err(error) => self.write(&format!("{}\n\n", error.source_text.trim()))?,
                Ok(game) => {
                    let Some(evaluations) = self.waiting.remove(&self.next) else { return Ok(()) };
                    self.number += 1;
                    let analysed = AnalysedGame::from_evaluations(game, evaluations);
                    let analysed =
                        analysed.ok_or("the state of the analysis does not fit the games")?;
                    self.show(&analysed)?;
                }
            }
            self.next += 1;
        }
        Ok(())
    }

    fn show(&mut self, analysed: &AnalysedGame<'_>) -> Result<(), String> {
        let number = self.number;
        self.write(&format!("{}\n", annotated(analysed)))?;
        if let Some(page) = &mut self.page {
            page.add(analysed, number);
        }
        if self.arguments.json {
            self.print(report::json(analysed, number).to_string());
        } else if self.path.is_some() {
            self.print(summary(analysed, number));
        }
        Ok(())
    }

    fn print(&self, text: String) {
        self.line.suspend(|| self.output.line(text));
    }

    /// Writes annotated games. Where they go to the output JSON takes their place.
    fn write(&mut self, text: &str) -> Result<(), String> {
        match (&mut self.written, &self.path) {
            (Some(file), Some(path)) => file.write_all(text.as_bytes()).map_err(no_file(path))?,
            _ if self.arguments.json => {}
            _ => self.line.suspend(|| self.output.write(text)),
        }
        Ok(())
    }

    /// Says where everything is, and removes the state.
    fn finish(mut self) -> Result<(), Box<dyn Error>> {
        // Games that cannot be read may be the last ones.
        let last = self.games.len();
        while self.next < last {
            if let Err(error) = &self.games[self.next] {
                self.write(&format!("{}\n\n", error.source_text.trim()))?;
            }
            self.next += 1;
        }
        self.line.clear();
        if let (Some(path), Some(page)) = (&self.arguments.html, &self.page) {
            fs::write(path, page.to_string()).map_err(no_file(path))?;
        }
        if let Some(state) = self.state.take() {
            state.remove()?;
        }
        if let Some(path) = self.path.as_ref().filter(|_| !self.arguments.json) {
            self.output.line(format!("The annotated games are in {}", path.display()));
            if let Some(path) = &self.arguments.html {
                self.output.line(format!("The report is in {}", path.display()));
            }
        }
        Ok(())
    }
}

impl Arguments {
    /// What the results of an analysis depend on, beside the games.
    fn settings(&self) -> String {
        let Self { limits, resources, parts, .. } = self;
        format!("{limits:?} {resources:?} {parts:?}")
    }
}

/// What people see of a game.
fn summary(analysed: &AnalysedGame<'_>, number: usize) -> String {
    let game = analysed.game;
    let moves = game.moves.len();
    let heading = format!("Game {number}, line {}: {}, {}", game.line, game.title(), game.result);
    let heading: Vec<String> =
        wrapped(&heading, 2).lines().map(|line| paint(HEADING, line)).collect();
    let mut text = heading.join("\n") + "\n";
    if moves == 0 {
        return text + "\nNo moves.\n";
    }
    let values: Vec<f64> = (1..=moves).map(|index| analysed.expectation(index)).collect();
    let mark = |index| analysed.loss(index).judgement.map(|mistake| mistake.mark);
    let label = |index: usize| {
        let position = &analysed.positions[index];
        let number = position.fullmove_number();
        let labelled = position.side_to_move() == Color::White && (number - 1).is_multiple_of(5);
        labelled.then(|| number.to_string())
    };
    for line in graph(&values, columns(), mark, label) {
        text.push_str(&format!("\n{line}"));
    }
    text.push_str(
        "\n\nExpected points of White after each move. ~ inaccuracy, ? mistake, X blunder\n\n",
    );
    text + &mistakes(analysed) + &highlighted(&report::table(analysed), |_| None)
}

/// The bad moves, a row each.
fn mistakes(analysed: &AnalysedGame<'_>) -> String {
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("lost", Align::Right),
        ("better", Align::Left),
    ]);
    let mut blunders = Vec::new();
    for (index, played) in analysed.game.moves.iter().enumerate() {
        let loss = analysed.loss(index);
        let Some(mistake) = loss.judgement else { continue };
        let position = &analysed.positions[index];
        blunders.push(mistake == BLUNDER);
        table.row([
            line_to_san(position, played.mv.as_slice(), 1) + mistake.sign,
            mistake.name.to_owned(),
            analysed.shown_score(index).to_string(),
            analysed.shown_score(index + 1).to_string(),
            format!("{:.2}", loss.points),
            line_to_san(position, &analysed.evaluations[index].line, LINE_MOVES),
        ]);
    }
    if blunders.is_empty() {
        return String::new();
    }
    highlighted(&table, |row| blunders[row].then_some(BAD)) + "\n"
}
