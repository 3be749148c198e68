//! The rows for people: aligned tables for the terminal, and Markdown for the book.

use super::games::Match;
use super::grid::Grid;
use super::measure::Setting;
use super::rows::Row;
use crate::table::thousands;

/// A row and the match that belongs to it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The row.
    pub row: &'a Row,
    /// The match of the same scheme in the same setting, if one was played.
    pub played: Option<&'a Match>,
}

/// A column: its heading, and what stands in it.
type Column = (&'static str, fn(&Line<'_>) -> String);

/// Rows with their matches.
#[must_use]
pub fn lines<'a>(rows: &'a [Row], matches: &'a [Match]) -> Vec<Line<'a>> {
    let of = |row: &Row| {
        matches.iter().find(|one| one.scheme == row.scheme && one.setting == row.setting)
    };
    rows.iter().map(|row| Line { row, played: of(row) }).collect()
}

/// What the tree cost.
const COST: [Column; 11] = [
    ("scheme", |line| line.row.scheme.clone()),
    ("finished", |line| format!("{}/{}", line.row.finished, line.row.positions)),
    ("depth", |line| format!("{:.1}", line.row.mean_depth)),
    ("least", |line| line.row.least_depth.to_string()),
    ("compared", compared),
    ("to depth", to_depth),
    ("nodes", |line| optional(line.row.common_nodes, |nodes| thousands(nodes.round() as u64))),
    ("× nodes", |line| optional(line.row.node_ratio, times)),
    ("ms", |line| optional(line.row.timing.common_seconds, |s| format!("{:.2}", s * 1e3))),
    ("× time", |line| optional(line.row.timing.ratio, times)),
    ("branching", |line| optional(line.row.branching, |factor| format!("{factor:.2}"))),
];

/// Shown only where a scheme finished every position.
const TOTAL: [Column; 2] = [
    ("all nodes", |line| optional(line.row.total_nodes, thousands)),
    ("all s", |line| optional(line.row.timing.total_seconds, |s| format!("{s:.1}"))),
];

const ELO: Column = ("Elo", |line| optional(line.played, |played| played.elo.to_string()));

/// Where the cutoffs came and what the picker did.
const ORDER: [Column; 13] = [
    ("scheme", |line| line.row.scheme.clone()),
    ("1st", |line| share(line.row.cutoffs, 0)),
    ("2nd", |line| share(line.row.cutoffs, 1)),
    ("3rd", |line| share(line.row.cutoffs, 2)),
    ("later", |line| share(line.row.cutoffs, 3)),
    ("q 1st", |line| share(line.row.quiescence_cutoffs, 0)),
    ("q 2nd", |line| share(line.row.quiescence_cutoffs, 1)),
    ("q 3rd", |line| share(line.row.quiescence_cutoffs, 2)),
    ("q later", |line| share(line.row.quiescence_cutoffs, 3)),
    ("hash", |line| optional(line.row.hash_cutoffs, percent)),
    ("generated", |line| optional(line.row.generated, |moves| format!("{moves:.1}"))),
    ("scored", |line| optional(line.row.scored, |moves| format!("{moves:.1}"))),
    ("Mpicks/s", |line| {
        optional(line.row.timing.picks_per_second, |picks| format!("{:.1}", picks / 1e6))
    }),
];

/// One scheme's figures in its chapter.
const CHAPTER: [Column; 14] = [
    ("search", |line| format!("{}, depth {}", line.row.setting.name(), line.row.asked_depth)),
    ("finished", |line| format!("{}/{}", line.row.finished, line.row.positions)),
    ("depth", |line| format!("{:.1}", line.row.mean_depth)),
    ("compared", compared),
    ("to depth", to_depth),
    ("× nodes", |line| optional(line.row.node_ratio, times)),
    ("× time", |line| optional(line.row.timing.ratio, times)),
    ("branching", |line| optional(line.row.branching, |factor| format!("{factor:.2}"))),
    ("cutoffs on 1st, 2nd, 3rd, later", |line| shares(line.row.cutoffs)),
    ("in quiescence", |line| shares(line.row.quiescence_cutoffs)),
    ("hash", |line| optional(line.row.hash_cutoffs, percent)),
    ("generated", |line| optional(line.row.generated, |moves| format!("{moves:.1}"))),
    ("scored", |line| optional(line.row.scored, |moves| format!("{moves:.1}"))),
    ("Mpicks/s", |line| {
        optional(line.row.timing.picks_per_second, |picks| format!("{:.1}", picks / 1e6))
    }),
];

/// What the columns of the first table mean. `{}` is the scheme of reference.
const COST_NOTE: &str = "\
finished: positions searched to the whole depth; depth, least: mean and least of a scheme's own last finished depths.
nodes, ms: geometric means to the deepest depth that both the scheme and {} finished ({} itself: to its own last); to
depth: the mean of these; compared: the positions that have one; ×: divided by {}'s over the same positions and depths.
branching: growth of the tree a ply over a scheme's own last finished iterations; one that ran into the cap is left out,
which flatters schemes that were cut short.";

/// What the columns of the second table mean.
const ORDER_NOTE: &str = "\
1st … later: % of beta cutoffs on that move, main search; q: in quiescence; hash: % of hash moves picked that cut off;
generated, scored: moves for each node that picked a move, quiescence included, ProbCut's work left out. All these count
every node, those of unfinished iterations included. Mpicks/s: million moves picked a second, the picker alone.";

/// What the column of the games means.
const ELO_NOTE: &str = "\
Elo: against {} at the same nodes for each move, with 95 % intervals; ∞ where an interval has no end on that side.";

/// What the columns mean; `reference` is the scheme that others are divided by.
fn notes(note: &str, lines: &[Line<'_>], reference: &str) -> String {
    let mut text = note.replace("{}", reference);
    if note == COST_NOTE && played(lines) {
        text.push_str(&format!("\n{}", ELO_NOTE.replace("{}", ordering::DEFAULT)));
    }
    text
}

/// The tables of one setting, with some lines under each that explain it.
#[must_use]
pub fn terminal(lines: &[Line<'_>], setting: Setting, reference: &str) -> String {
    let lines: Vec<Line<'_>> =
        lines.iter().copied().filter(|line| line.row.setting == setting).collect();
    let Some(first) = lines.first() else { return String::new() };
    let heading = format!(
        "{} to depth {}, positions: {}",
        setting.name(),
        first.row.asked_depth,
        first.row.positions
    );
    let [cost, order] = [&cost_columns(&lines)[..], &ORDER].map(|columns| grid(columns, &lines));
    let [cost_note, order_note] =
        [COST_NOTE, ORDER_NOTE].map(|note| notes(note, &lines, reference));
    let (cost, order) = (cost.aligned(), order.aligned());
    format!("{heading}\n\n{cost}{cost_note}\n\n{order}{order_note}\n")
}

/// A scheme's own table in its chapter, a row for each setting.
#[must_use]
pub fn chapter(lines: &[Line<'_>], scheme: &str) -> String {
    let lines: Vec<Line<'_>> =
        lines.iter().copied().filter(|line| line.row.scheme == scheme).collect();
    let mut columns = CHAPTER.to_vec();
    columns.extend(played(&lines).then_some(ELO));
    grid(&columns, &lines).markdown()
}

/// All schemes in one setting, as the book shows them: two tables.
#[must_use]
pub fn overview(lines: &[Line<'_>], setting: Setting) -> String {
    let lines: Vec<Line<'_>> =
        lines.iter().copied().filter(|line| line.row.setting == setting).collect();
    let [cost, order] = [&cost_columns(&lines)[..], &ORDER].map(|columns| grid(columns, &lines));
    format!("{}\n{}", cost.markdown(), order.markdown())
}

/// What the columns of all tables mean, as the book says it: a paragraph for each.
#[must_use]
pub fn legend(lines: &[Line<'_>], reference: &str) -> String {
    [COST_NOTE, ORDER_NOTE].map(|note| notes(note, lines, reference) + "\n").join("\n")
}

fn played(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|line| line.played.is_some())
}

fn cost_columns(lines: &[Line<'_>]) -> Vec<Column> {
    let mut columns = COST.to_vec();
    if lines.iter().any(|line| line.row.total_nodes.is_some()) {
        columns.extend(TOTAL);
    }
    columns.extend(played(lines).then_some(ELO));
    columns
}

fn grid(columns: &[Column], lines: &[Line<'_>]) -> Grid {
    let headings: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let row = |line: &Line<'_>| columns.iter().map(|column| column.1(line)).collect();
    Grid::new(&headings, lines.iter().map(row).collect())
}

fn compared(line: &Line<'_>) -> String {
    format!("{}/{}", line.row.compared, line.row.positions)
}

fn to_depth(line: &Line<'_>) -> String {
    optional(line.row.common_depth, |depth| format!("{depth:.1}"))
}

fn optional<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// Two decimals, or none where they would say nothing.
fn times(ratio: f64) -> String {
    if ratio < 99.995 { format!("{ratio:.2}") } else { thousands(ratio.round() as u64) }
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn share(shares: Option<[f64; 4]>, index: usize) -> String {
    optional(shares, |shares| percent(shares[index]))
}

fn shares(shares: Option<[f64; 4]>) -> String {
    optional(shares, |shares| shares.map(percent).join(" / "))
}
