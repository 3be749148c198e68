//! The summary as tables: aligned for the terminal, Markdown for the book, and CSV.

use super::matches::SchemeMatch;
use super::measure::Setting;
use super::rows::SummaryRow;
use bartizan::table::{Table, thousands};

/// A row and the match of the same scheme in the same setting.
#[derive(Clone, Copy, Debug)]
pub struct RowWithMatch<'a> {
    pub row: &'a SummaryRow,
    /// The match, if one was played.
    pub match_result: Option<&'a SchemeMatch>,
}

/// A column: its heading, and its cell in a row.
pub type Column = (&'static str, fn(&RowWithMatch<'_>) -> String);

/// Rows with their matches.
pub fn rows_with_matches<'a>(
    rows: &'a [SummaryRow],
    matches: &'a [SchemeMatch],
) -> Vec<RowWithMatch<'a>> {
    let of = |row: &SummaryRow| {
        matches.iter().find(|one| one.scheme == row.scheme && one.setting == row.setting)
    };
    rows.iter().map(|row| RowWithMatch { row, match_result: of(row) }).collect()
}

const SCHEME: Column = ("scheme", |r| r.row.scheme.to_owned());

/// The size of the tree beside that of the default scheme.
const RATIOS: &[Column] = &[
    ("finished", |r| format!("{}/{}", r.row.finished, r.row.positions)),
    ("depth", |r| format!("{:.1}", r.row.mean_depth)),
    ("compared", |r| format!("{}/{}", r.row.compared, r.row.positions)),
    ("× nodes", |r| or_dash(r.row.node_ratio, times)),
    ("× time", |r| or_dash(r.row.timing.ratio, times)),
    ("branching", |r| or_dash(r.row.branching_factor, |factor| format!("{factor:.2}"))),
    ("Elo", |r| or_dash(r.match_result, |played| played.elo.to_string())),
];

/// The size of the tree in nodes and time.
const TOTALS: &[Column] = &[
    ("least", |r| r.row.least_depth.to_string()),
    ("to depth", |r| or_dash(r.row.common_depth, |depth| format!("{depth:.1}"))),
    ("nodes", |r| or_dash(r.row.common_nodes, |nodes| thousands(nodes.round() as u64))),
    ("ms", |r| or_dash(r.row.timing.common_seconds, |s| format!("{:.2}", s * 1e3))),
    ("all nodes", |r| or_dash(r.row.total_nodes, thousands)),
    ("all s", |r| or_dash(r.row.timing.total_seconds, |s| format!("{s:.1}"))),
];

/// Which move caused the beta cutoff.
const CUTOFFS: &[Column] = &[
    ("1st", |r| share(r.row.cutoffs, 0)),
    ("2nd", |r| share(r.row.cutoffs, 1)),
    ("3rd", |r| share(r.row.cutoffs, 2)),
    ("later", |r| share(r.row.cutoffs, 3)),
    ("q 1st", |r| share(r.row.quiescence_cutoffs, 0)),
    ("q 2nd", |r| share(r.row.quiescence_cutoffs, 1)),
    ("q 3rd", |r| share(r.row.quiescence_cutoffs, 2)),
    ("q later", |r| share(r.row.quiescence_cutoffs, 3)),
    ("TT", |r| or_dash(r.row.tt_move_cutoffs, percent)),
];

/// The work of the picker.
const PICKER: &[Column] = &[
    ("generated", |r| or_dash(r.row.generated, |moves| format!("{moves:.1}"))),
    ("scored", |r| or_dash(r.row.scored, |moves| format!("{moves:.1}"))),
    ("Mpicks/s", |r| or_dash(r.row.timing.picks_per_second, |picks| format!("{:.1}", picks / 1e6))),
];

/// The tables of a setting, none wider than a page of the book, and what their columns mean; `{}`
/// is the default scheme.
const TABLES: [(&[Column], &str); 4] = [
    (
        RATIOS,
        "\
finished: positions searched to the whole depth; depth: mean of the last finished depths; compared: positions in which
both the scheme and {} finished a depth; ×: nodes and time to the deepest of these, divided by those of {}; branching:
growth of the tree a ply over the last finished iterations, too low where many searches were cut short; Elo: against {}
at the same nodes for each move, with 95 % intervals; ∞ where an interval is open.",
    ),
    (
        CUTOFFS,
        "\
1st … later: % of beta cutoffs on that move, main search; q: in quiescence; TT: % of TT moves picked that cut off.",
    ),
    (
        PICKER,
        "\
generated, scored: moves for each node that picked a move, quiescence included, ProbCut excluded; Mpicks/s: million
moves picked a second, the picker alone. All counts include the nodes of unfinished iterations.",
    ),
    (
        TOTALS,
        "\
least: the least of the last finished depths; to depth: mean of the depths compared; nodes, ms: geometric means to
them; all: sums over all positions, where all were finished.",
    ),
];

/// How many of them the book shows; the totals are in its `ordering.json`.
const BOOK_TABLES: usize = 3;

/// The columns of all tables, those without any value in these rows left out.
fn columns(columns: &[Column], rows: &[RowWithMatch<'_>]) -> Vec<Column> {
    let filled = |column: &&Column| rows.iter().any(|row| column.1(row) != "-");
    columns.iter().filter(filled).copied().collect()
}

/// The tables of one setting, each with its explanation.
pub fn tables(rows: &[RowWithMatch<'_>], setting: Setting) -> Vec<(Table, String)> {
    let rows: Vec<RowWithMatch<'_>> =
        rows.iter().copied().filter(|row| row.row.setting == setting).collect();
    let table = |(of, note): (&[Column], &str)| {
        let columns = [vec![SCHEME], columns(of, &rows)].concat();
        let cells = rows.iter().map(|row| columns.iter().map(|column| column.1(row)).collect());
        let table = Table::of_numbers(columns.iter().map(|column| column.0), cells);
        (table, note.replace("{}", ordering::DEFAULT))
    };
    TABLES.into_iter().map(table).collect()
}

/// The tables of one setting for the terminal, each with its explanation.
pub fn terminal(rows: &[RowWithMatch<'_>], setting: Setting) -> String {
    let Some(first) = rows.iter().find(|row| row.row.setting == setting) else {
        return String::new();
    };
    let (depth, positions) = (first.row.target_depth, first.row.positions);
    let tables = tables(rows, setting).into_iter();
    let tables: String = tables.map(|(table, note)| format!("\n{table}{note}\n")).collect();
    format!("{} to depth {depth}, positions: {positions}\n{tables}", setting.name())
}

/// The tables of one setting for the book.
pub fn overview(rows: &[RowWithMatch<'_>], setting: Setting) -> String {
    let tables = tables(rows, setting).into_iter().take(BOOK_TABLES);
    tables.map(|(table, _)| table.markdown()).collect::<Vec<_>>().join("\n")
}

/// The explanation of the tables of the book: a paragraph for each.
pub fn legend() -> String {
    let notes = TABLES.iter().take(BOOK_TABLES);
    notes
        .map(|(_, note)| note.replace("{}", ordering::DEFAULT) + "\n")
        .collect::<Vec<_>>()
        .join("\n")
}

fn or_dash<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// Two decimals, or none where the ratio is 100 or more.
fn times(ratio: f64) -> String {
    if ratio < 99.995 { format!("{ratio:.2}") } else { thousands(ratio.round() as u64) }
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn share(shares: Option<[f64; 4]>, index: usize) -> String {
    or_dash(shares, |shares| percent(shares[index]))
}
