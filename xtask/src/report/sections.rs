//! The sections of the page, and what each shows of its results.

use super::files::{Found, ResultFiles};
use crate::charts::{self, COLOR, EloRow};
use crate::counts::CountResults;
use crate::engine_match::Summary;
use crate::engine_match::ablation::AblationResults;
use crate::engine_match::record::SprtSummary;
use crate::ordering::OrderingResults;
use crate::ordering::kiwipete::{KiwipeteResults, build_tables};
use crate::peers::PeerResults;
use crate::peers::ladder::{self, LadderRow};
use crate::speed::SpeedResults;
use crate::spsa::{SpsaFile, chart, table};
use crate::table::{Align, Table};
use crate::train::{self, TrainingResults};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A section of the page.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What its results are, and how they are to be read.
    pub text: &'static str,
    /// The command that makes such results.
    pub command: &'static str,
    /// What it shows; nothing without results.
    pub parts: Vec<Part>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Part {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Where what follows comes from.
    Source(String),
    /// A table.
    Table(Table),
    /// A chart as SVG.
    Chart(String),
    /// Parts that are shown on demand, with their name.
    Folded(String, Vec<Part>),
}

/// All sections. Takes the files that they show.
pub fn all(files: &mut ResultFiles) -> Vec<Section> {
    vec![
        Section {
            title: "Move ordering",
            text: "Every scheme of move ordering over the same positions, in two searches. Fewer nodes are better.",
            command: "cargo xtask ordering --games 200",
            parts: each(files, "growth", ordering),
        },
        Section {
            title: "Kiwipete with and without ordering",
            text: "The experiment of Rustic’s author: nodes of a plain search of one position.",
            command: "cargo xtask ordering-kiwipete",
            parts: each(files, "changes", kiwipete),
        },
        Section {
            title: "Ladder",
            text: "Matches of the engine against others.",
            command: "cargo xtask peers --ladder FILE",
            parts: each(files, "ladder", ladder),
        },
        Section {
            title: "Matches and tests of strength",
            text: "Pairs of games with a common opening, from the view of the first side. Errors are 95 %. \
                   A test is decided between two hypotheses in normalised Elo (nElo).",
            command: "cargo xtask sprt REV",
            parts: matches(&files.take("ends")),
        },
        Section {
            title: "Ablations",
            text: "What each heuristic of the search is worth: the whole engine against the one without it.",
            command: "cargo xtask ablation",
            parts: each(files, "ablations", ablation),
        },
        Section {
            title: "Networks",
            text: "Networks that were trained on own games. Losses are comparable only among networks with \
                   the same positions of games, and do not decide about strength.",
            command: "cargo xtask train GAMES --net NAME.nnue; cargo xtask report NAME.json",
            parts: networks(&files.take("curve")),
        },
        Section {
            title: "Tuned parameters",
            text: "Parameters tuned by self-play (SPSA), with the path of each value.",
            command: "cargo xtask spsa --params NAMES",
            parts: each(files, "path", spsa),
        },
        Section {
            title: "Perft and search beside peers",
            text: "Bulk perft of move generators and searches of engines, measured in one run by turns.",
            command: "cargo xtask peers ENGINE",
            parts: each(files, "perft", peers),
        },
        Section {
            title: "Speed of two revisions",
            text: "The bench of the working tree and of a revision by turns.",
            command: "cargo xtask speed REV",
            parts: each(files, "ratio", |results: &SpeedResults| {
                vec![Part::Text(results.ratio_text()), Part::Table(results.table())]
            }),
        },
        Section {
            title: "Instructions",
            text: "Instructions of one operation, counted by valgrind, in the working tree and in a revision.",
            command: "cargo xtask counts",
            parts: each(files, "now", |results: &CountResults| vec![Part::Table(results.table())]),
        },
    ]
}

/// The parts of each file with this key after its source.
fn each<T: DeserializeOwned>(
    files: &mut ResultFiles,
    key: &str,
    show: impl Fn(&T) -> Vec<Part>,
) -> Vec<Part> {
    let found = files.take(key).into_iter();
    let parts = |Found { file, results }| [vec![Part::Source(file.source())], show(&results)];
    found.flat_map(parts).flatten().collect()
}

fn ordering(results: &OrderingResults) -> Vec<Part> {
    let mut parts = Vec::new();
    for setting in results.by_setting() {
        parts.push(Part::Heading(setting.title));
        parts.extend(setting.charts.into_iter().map(Part::Chart));
        for (table, note) in setting.tables {
            parts.extend([Part::Table(table), Part::Text(note)]);
        }
    }
    parts
}

fn kiwipete(results: &KiwipeteResults) -> Vec<Part> {
    let (tables, notes) = build_tables(results);
    let tables = tables.into_iter();
    let tables =
        tables.flat_map(|(title, table)| [Part::Heading(title.into()), Part::Table(table)]);
    let notes = notes.into_iter().map(|(name, note)| Part::Text(format!("{name}: {note}")));
    tables.chain(notes).collect()
}

#[derive(Deserialize)]
struct Ladder {
    ladder: Vec<LadderRow>,
}

fn ladder(results: &Ladder) -> Vec<Part> {
    let rows = results.ladder.iter().map(|row| (row.side.as_str(), &row.result));
    with_chart("Elo of the engine against others", rows, ladder::table(&results.ladder))
}

fn ablation(results: &AblationResults) -> Vec<Part> {
    let rows = results.ablations.iter().map(|row| (row.heuristic.as_str(), &row.result));
    let title = format!("Elo of the heuristics of {}", results.engine);
    with_chart(&title, rows, results.table())
}

/// A chart of matches and their table.
fn with_chart<'a>(
    title: &str,
    rows: impl Iterator<Item = (&'a str, &'a Summary)>,
    table: Table,
) -> Vec<Part> {
    let row = |(name, summary): (&'a str, &Summary)| {
        Some(EloRow { name, color: COLOR, elo: summary.elo? })
    };
    let rows: Vec<EloRow<'_>> = rows.filter_map(row).collect();
    let chart = charts::elo(title, "Elo", &rows).map(Part::Chart);
    chart.into_iter().chain([Part::Table(table)]).collect()
}

/// The file of a match, as far as it is shown.
#[derive(Debug, Deserialize)]
struct MatchFile {
    result: Summary,
    settings: MatchSettings,
}

#[derive(Debug, Deserialize)]
struct MatchSettings {
    a: SideName,
    b: SideName,
    limit: Limit,
}

#[derive(Debug, Deserialize)]
struct SideName {
    side: String,
}

/// Nodes a move, or a time control.
#[derive(Debug, Deserialize)]
struct Limit {
    nodes: Option<u64>,
    tc: Option<String>,
}

fn matches(found: &[Found<MatchFile>]) -> Vec<Part> {
    let mut table = Table::new(&[
        ("side", Align::Left),
        ("against", Align::Left),
        ("limit", Align::Left),
        ("games", Align::Right),
        ("W-D-L", Align::Right),
        ("Elo", Align::Right),
        ("nElo", Align::Right),
        ("test", Align::Left),
    ]);
    for Found { results: MatchFile { result, settings }, .. } in found {
        let Summary { games, wins, draws, losses, .. } = result;
        let limit = match &settings.limit {
            Limit { tc: Some(tc), .. } => tc.clone(),
            Limit { nodes, .. } => format!("{} nodes", nodes.unwrap_or_default()),
        };
        table.row([
            settings.a.side.clone(),
            settings.b.side.clone(),
            limit,
            games.to_string(),
            format!("{wins}-{draws}-{losses}"),
            result.elo.map_or_else(|| "-".to_owned(), |elo| elo.to_string()),
            result.normalized_elo.map_or_else(|| "-".to_owned(), |elo| elo.to_string()),
            result.sprt.map_or_else(|| "-".to_owned(), test),
        ]);
    }
    if found.is_empty() {
        return Vec::new();
    }
    let rows =
        found.iter().map(|found| (found.results.settings.a.side.as_str(), &found.results.result));
    let parts = with_chart("Elo of the first side", rows, table).into_iter();
    parts.chain(found.iter().map(|found| Part::Source(found.file.source()))).collect()
}

/// `[0, 10]: passed, LLR 2.97`.
fn test(SprtSummary { bounds, llr, outcome }: SprtSummary) -> String {
    let outcome = outcome.map_or_else(|| "undecided".to_owned(), |outcome| outcome.to_string());
    format!("{bounds}: {outcome}, LLR {llr:.2}")
}

fn networks(found: &[Found<TrainingResults>]) -> Vec<Part> {
    if found.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = found.iter().map(|found| found.file.name()).collect();
    let rows: Vec<_> =
        names.iter().map(String::as_str).zip(found.iter().map(|found| &found.results)).collect();
    let folded = names.iter().zip(found).map(|(name, Found { file, results })| {
        let parts = vec![Part::Source(file.source()), Part::Chart(results.chart(name))];
        Part::Folded(format!("Loss of {name}"), parts)
    });
    [Part::Table(train::table(&rows))].into_iter().chain(folded).collect()
}

fn spsa(results: &SpsaFile) -> Vec<Part> {
    let SpsaFile { settings, state } = results;
    let mut values = state.path.iter().map(|point| &point.values).chain([&state.values]);
    if values.any(|values| values.len() != settings.parameters.len()) {
        return vec![Part::Text("The values are not those of the parameters.".to_owned())];
    }
    vec![Part::Chart(chart::paths(settings, state)), Part::Table(table(settings, state))]
}

fn peers(results: &PeerResults) -> Vec<Part> {
    let ratios = results.perft.ratios();
    let bars: Vec<_> =
        ratios.iter().map(|&(name, ratio)| (name, ratio, format!("{ratio:.2}"))).collect();
    let title = "Bulk perft: how many times as fast ours is";
    let chart = charts::bars(title, "geometric mean over the positions", &bars);
    let mut parts: Vec<Part> = chart.into_iter().map(Part::Chart).collect();
    parts.push(Part::Text(
        "Mnodes/s by medians, on one thread without a hash table, leaves counted in bulk."
            .to_owned(),
    ));
    parts.push(Part::Table(results.perft.table()));
    if let Some(search) = &results.search {
        parts.push(Part::Heading(search.title()));
        parts.extend([search.table(), search.kiwipete()].map(Part::Table));
    }
    parts
}
