//! The figures of the experiment for people: aligned tables for the terminal, and Markdown for
//! the book's chapter, between two comments there.

use super::alpha_beta::SearchCounts;
use super::{DepthResult, KiwipeteResults, VariantResult};
use crate::ordering::docs_folder;
use crate::ordering::docs_pages::DocsPage;
use crate::table::{Table, thousands};
use anyhow::Result;

/// Begins what is replaced in the chapter.
const OPEN: &str = "<!-- kiwipete -->";
/// Ends it.
const CLOSE: &str = "<!-- /kiwipete -->";

/// Rustic's published node counts by depth, without ordering and with it, as sums over the depths.
pub const RUSTIC_NODES: [(Option<u64>, u64); 9] = [
    (Some(5_161_544), 1_598),
    (Some(38_369_245), 3_196),
    (Some(722_743_000), 7_315),
    (None, 20_260),
    (None, 76_603),
    (None, 293_985),
    (None, 1_333_835),
    (None, 7_288_058),
    (None, 39_339_223),
];

/// What a count counts.
type CountFn = fn(&SearchCounts) -> u64;

const MOVES_MADE: CountFn = |counts| counts.moves_made;
const EXPANDED_NODES: CountFn = |counts| counts.expanded_nodes;

/// The tables, each under its title.
pub type Tables = Vec<(&'static str, Table)>;
/// Names of variants, and what they mean.
pub type Notes<'a> = Vec<(&'a str, &'a str)>;

/// The tables for the terminal.
pub fn text(results: &KiwipeteResults) -> String {
    let (tables, notes) = build_tables(results);
    let mut text = format!("{}\n", results.fen);
    for (title, table) in &tables {
        text.push_str(&format!("\n{title}:\n{table}"));
    }
    let width = notes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    text.push('\n');
    for (name, note) in &notes {
        text.push_str(&format!("{name:<width$}  {note}\n"));
    }
    if results.stopped {
        text.push_str("stopped: `>` stands before the count of an unfinished search\n");
    }
    text
}

/// The tables for the book.
pub fn markdown(results: &KiwipeteResults) -> String {
    let (tables, notes) = build_tables(results);
    let tables = tables.iter().map(|(title, table)| format!("{title}:\n\n{}\n", table.markdown()));
    let notes = notes.iter().map(|(name, note)| format!("- **{name}**: {note}\n"));
    tables.chain(notes).collect()
}

/// The book's chapter, which can take the tables.
///
/// # Errors
/// When it is missing or has not exactly one pair of markers.
pub fn chapter() -> Result<DocsPage> {
    DocsPage::find(docs_folder().join("kiwipete.md"), OPEN, CLOSE)
}

/// All tables, and what the names of the variants mean.
pub fn build_tables(results: &KiwipeteResults) -> (Tables, Notes<'_>) {
    let mut tables = vec![
        ("Nodes over all depths so far, Rustic's beside ours", cumulative_table(&results.ours)),
        ("Each depth by itself", per_depth_table(&results.ours)),
    ];
    let mut notes = Vec::new();
    if !results.changes.is_empty() {
        let title = "One thing changed at a time, nodes over all depths so far";
        tables.push((title, variants_table(results)));
        let all = std::iter::once(&results.ours).chain(&results.changes);
        notes.extend(all.map(|one| (one.name.as_str(), one.note.as_str())));
        notes.push((
            "..., counted as Rustic",
            "nodes are positions whose moves were generated, as Rustic's first version counts; \
             elsewhere moves made",
        ));
    }
    (tables, notes)
}

/// The heading of rows in which nodes are counted otherwise.
const EXPANDED_SUFFIX: &str = ", counted as Rustic";

/// Nodes, and whether the search was finished; `None` where it was not begun.
type Nodes = Option<(u64, bool)>;

/// Rustic's nodes to a depth, with and without ordering.
fn rustic(depth: usize) -> [Nodes; 2] {
    let known = RUSTIC_NODES.get(depth - 1);
    [known.and_then(|known| known.0), known.map(|known| known.1)]
        .map(|nodes| nodes.map(|nodes| (nodes, true)))
}

fn cumulative_table(ours: &VariantResult) -> Table {
    let depths = RUSTIC_NODES.len().min(ours.on.iterations.len()).max(ours.off.iterations.len());
    let row = |depth: usize| {
        let [rustic_off, rustic_on] = rustic(depth);
        let [off, on] = [&ours.off, &ours.on].map(|series| series.sum(depth as u32, MOVES_MADE));
        let nodes = [rustic_off, off, rustic_on, on].map(format_nodes);
        let ratios = [ratio(rustic_off, rustic_on), ratio(off, on)];
        [&[depth.to_string()], &nodes[..], &ratios].concat()
    };
    let headings =
        ["depth", "off: Rustic", "off: ours", "on: Rustic", "on: ours", "off/on: Rustic", "ours"];
    Table::of_numbers(headings, (1..=depths).map(row))
}

fn per_depth_table(ours: &VariantResult) -> Table {
    let depths = ours.on.iterations.len().max(ours.off.iterations.len());
    let cells = |result: Option<&DepthResult>| match result {
        Some(DepthResult { score, counts, timing, .. }) => [
            format_nodes(Some((counts.moves_made, score.is_some()))),
            format!("{timing:.3}"),
            counts.seldepth.to_string(),
        ],
        None => [(); 3].map(|()| dash()),
    };
    let row = |index: usize| {
        let (off, on) = (ours.off.iterations.get(index), ours.on.iterations.get(index));
        let score = on.or(off).and_then(|result| result.score);
        let score = score.map_or_else(dash, |score| score.to_string());
        [&[(index + 1).to_string()], &cells(off)[..], &cells(on), &[score]].concat()
    };
    let headings = ["depth", "off", "seconds", "to ply", "on", "seconds", "to ply", "score"];
    Table::of_numbers(headings, (0..depths).map(row))
}

fn variants_table(results: &KiwipeteResults) -> Table {
    let depths =
        results.changes.iter().map(|one| one.on.iterations.len()).max().unwrap_or(0) as u32;
    let mut headings = vec!["".to_owned()];
    headings.extend((1..=depths).map(|depth| format!("off {depth}")));
    headings.extend((1..=depths).map(|depth| format!("on {depth}")));
    headings.push("off/on".to_owned());
    let row = |one: &VariantResult, suffix: &str, count: CountFn| {
        nodes_row(&format!("{}{suffix}", one.name), depths, |depth| {
            [&one.off, &one.on].map(|series| series.sum(depth, count))
        })
    };
    let mut rows = vec![nodes_row("Rustic", depths, |depth| rustic(depth as usize))];
    rows.push(row(&results.ours, "", MOVES_MADE));
    rows.push(row(&results.ours, EXPANDED_SUFFIX, EXPANDED_NODES));
    rows.extend(results.changes.iter().map(|one| row(one, "", MOVES_MADE)));
    rows.extend(results.changes.last().map(|last| row(last, EXPANDED_SUFFIX, EXPANDED_NODES)));
    Table::of_numbers(headings, rows)
}

/// A row with the nodes by depth, off and on, and their ratio at the greatest depth.
fn nodes_row(name: &str, depths: u32, nodes: impl Fn(u32) -> [Nodes; 2]) -> Vec<String> {
    let shown = |which: usize| (1..=depths).map(move |depth| (depth, which));
    let shown = shown(0).chain(shown(1)).map(|(depth, which)| format_nodes(nodes(depth)[which]));
    let deepest = (1..=depths).rfind(|&depth| nodes(depth)[0].is_some());
    let mut last = deepest.map(&nodes).map_or_else(dash, |[off, on]| ratio(off, on));
    if let Some(depth) = deepest.filter(|&depth| depth < depths) {
        last.push_str(&format!(" (depth {depth})"));
    }
    std::iter::once(name.to_owned()).chain(shown).chain([last]).collect()
}

fn dash() -> String {
    "-".to_owned()
}

/// Nodes, with `>` before them where the search was given up.
fn format_nodes(nodes: Nodes) -> String {
    match nodes {
        Some((nodes, true)) => thousands(nodes),
        Some((nodes, false)) => format!("> {}", thousands(nodes)),
        None => dash(),
    }
}

/// How many times as many nodes it took without ordering, as far as that is known.
fn ratio(off: Nodes, on: Nodes) -> String {
    let Some(((off, off_done), (on, on_done))) = off.zip(on).filter(|&(_, (on, _))| on > 0) else {
        return dash();
    };
    let ratio = off as f64 / on as f64;
    let digits =
        if ratio < 100.0 { format!("{ratio:.1}") } else { thousands(ratio.round() as u64) };
    match (off_done, on_done) {
        (true, true) => digits,
        (false, true) => format!("> {digits}"),
        (true, false) => format!("< {digits}"),
        (false, false) => dash(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_searches_are_shown_as_bounds() {
        let (off, on) = (Some((722_743_000, true)), Some((7_315, true)));
        assert_eq!(ratio(off, on), "98,803");
        assert_eq!(ratio(Some((10_000, false)), Some((400, true))), "> 25.0");
        assert_eq!(ratio(Some((10_000, true)), Some((400, false))), "< 25.0");
        assert_eq!(ratio(Some((10_000, false)), Some((400, false))), "-");
        assert_eq!(ratio(None, on), "-");
        assert_eq!(ratio(off, Some((0, true))), "-");
        assert_eq!(
            [format_nodes(off), format_nodes(Some((5_000, false))), format_nodes(None)],
            ["722,743,000", "> 5,000", "-"]
        );
    }
}
