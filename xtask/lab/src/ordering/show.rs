//! The summary as tables.

use super::measure::Setting;
use super::rows::SummaryRow;
use bartizan::table::{Table, thousands};

/// A column: its heading, and its cell in a row.
type Column = (&'static str, fn(&SummaryRow) -> String);

const SCHEME: Column = ("scheme", |r| r.scheme.to_owned());

/// The size of the tree beside that of the default scheme.
const RATIOS: &[Column] = &[
    ("finished", |r| format!("{}/{}", r.finished, r.positions)),
    ("depth", |r| format!("{:.1}", r.mean_depth)),
    ("compared", |r| format!("{}/{}", r.compared, r.positions)),
    ("× nodes", |r| or_dash(r.node_ratio, times)),
    ("× time", |r| or_dash(r.time_ratio, times)),
    ("branching", |r| or_dash(r.branching_factor, |factor| format!("{factor:.2}"))),
    ("Elo", |r| or_dash(r.result.and_then(|result| result.elo), |elo| elo.to_string())),
];

/// The size of the tree in nodes and time.
const TOTALS: &[Column] = &[
    ("to depth", |r| or_dash(r.common_depth, |depth| format!("{depth:.1}"))),
    ("nodes", |r| or_dash(r.common_nodes, |nodes| thousands(nodes.round() as u64))),
    ("ms", |r| or_dash(r.common_seconds, |s| format!("{:.2}", s * 1e3))),
    ("all nodes", |r| or_dash(r.total_nodes, thousands)),
];

/// Which move caused the beta cutoff.
const CUTOFFS: &[Column] = &[
    ("1st", |r| share(r.cutoffs, 0)),
    ("2nd", |r| share(r.cutoffs, 1)),
    ("3rd", |r| share(r.cutoffs, 2)),
    ("later", |r| share(r.cutoffs, 3)),
    ("q 1st", |r| share(r.quiescence_cutoffs, 0)),
    ("q 2nd", |r| share(r.quiescence_cutoffs, 1)),
    ("q 3rd", |r| share(r.quiescence_cutoffs, 2)),
    ("q later", |r| share(r.quiescence_cutoffs, 3)),
    ("TT", |r| or_dash(r.tt_move_cutoffs, percent)),
];

/// The work of the picker.
const PICKER: &[Column] = &[
    ("generated", |r| or_dash(r.generated, |moves| format!("{moves:.1}"))),
    ("scored", |r| or_dash(r.scored, |moves| format!("{moves:.1}"))),
    ("Mpicks/s", |r| or_dash(r.picks_per_second, |picks| format!("{:.1}", picks / 1e6))),
];

/// The tables of a setting, and what their columns mean; `{}` is the default scheme.
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
to depth: mean of the depths compared; nodes, ms: geometric means to
them; all nodes: the sum over all positions, where all were finished.",
    ),
];

/// The tables of one setting, each with its explanation. Columns without any value are left out.
pub fn tables(rows: &[SummaryRow], setting: Setting) -> String {
    let rows: Vec<&SummaryRow> = rows.iter().filter(|row| row.setting == setting).collect();
    let Some(first) = rows.first() else { return String::new() };
    let mut text = format!(
        "{} to depth {}, positions: {}\n",
        setting.name(),
        first.target_depth,
        first.positions
    );
    for (columns, note) in TABLES {
        let filled = |column: &&Column| rows.iter().any(|row| column.1(row) != "-");
        let columns: Vec<&Column> =
            [&SCHEME].into_iter().chain(columns.iter().filter(filled)).collect();
        let cells = rows.iter().map(|row| columns.iter().map(|column| column.1(row)).collect());
        let table = Table::of_numbers(columns.iter().map(|column| column.0), cells);
        text.push_str(&format!("\n{table}{}\n", note.replace("{}", ordering::DEFAULT)));
    }
    text
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
