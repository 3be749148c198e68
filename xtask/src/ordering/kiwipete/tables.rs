//! The figures of the experiment for people: aligned tables for the terminal, and Markdown for
//! the book's chapter, between two comments there.

use super::alpha_beta::SearchCounts;
use super::{KiwipeteResults, SearchSeries, VariantResult};
use crate::ordering::docs_folder;
use crate::ordering::docs_pages::DocsPage;
use crate::ordering::grid::Grid;
use crate::table::thousands;
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

/// All tables, each under its title, and what the rows of the last one mean.
struct Tables {
    grids: Vec<(&'static str, Grid)>,
    notes: Vec<(String, String)>,
}

/// The tables for the terminal.
#[must_use]
pub fn text(results: &KiwipeteResults) -> String {
    let tables = build_tables(results);
    let mut text = format!("{}\n", results.fen);
    for (title, grid) in &tables.grids {
        text.push_str(&format!("\n{title}:\n{}", grid.aligned()));
    }
    let width = tables.notes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    text.push('\n');
    for (name, note) in &tables.notes {
        text.push_str(&format!("{name:<width$}  {note}\n"));
    }
    if results.stopped {
        text.push_str("stopped: `>` stands before the count of an unfinished search\n");
    }
    text
}

/// The tables for the book.
#[must_use]
pub fn markdown(results: &KiwipeteResults) -> String {
    let tables = build_tables(results);
    let grids =
        tables.grids.iter().map(|(title, grid)| format!("{title}:\n\n{}\n", grid.markdown()));
    let notes = tables.notes.iter().map(|(name, note)| format!("- **{name}**: {note}\n"));
    grids.chain(notes).collect()
}

/// The book's chapter, which can take the tables.
///
/// # Errors
/// When it is missing or has not exactly one pair of markers.
pub fn chapter() -> Result<DocsPage> {
    DocsPage::find(docs_folder().join("kiwipete.md"), OPEN, CLOSE)
}

fn build_tables(results: &KiwipeteResults) -> Tables {
    let mut grids = vec![
        ("Nodes over all depths so far, Rustic's beside ours", cumulative_table(&results.ours)),
        ("Each depth by itself", per_depth_table(&results.ours)),
    ];
    let mut notes = Vec::new();
    if !results.changes.is_empty() {
        let title = "One thing changed at a time, nodes over all depths so far";
        grids.push((title, variants_table(results)));
        let all = std::iter::once(&results.ours).chain(&results.changes);
        notes.extend(all.map(|one| (one.name.clone(), one.note.clone())));
        let counted = "nodes are positions whose moves were generated, as Rustic's first version \
                       counts; elsewhere moves made";
        notes.push((format!("...{EXPANDED_SUFFIX}"), counted.to_owned()));
    }
    Tables { grids, notes }
}

/// The heading of rows in which nodes are counted otherwise.
const EXPANDED_SUFFIX: &str = ", counted as Rustic";

fn cumulative_table(ours: &VariantResult) -> Grid {
    let deepest = |series: &SearchSeries| series.iterations.len();
    let depths = RUSTIC_NODES.len().min(deepest(&ours.on)).max(deepest(&ours.off));
    let row = |depth: usize| {
        let (rustic_off, rustic_on) =
            RUSTIC_NODES.get(depth - 1).map_or((None, None), |&(off, on)| (off, Some(on)));
        let finished = |nodes: Option<u64>| nodes.map(|nodes| (nodes, true));
        let of = |series: &SearchSeries| series.sum(depth as u32, MOVES_MADE);
        let (off, on) = (of(&ours.off), of(&ours.on));
        let (rustic_off, rustic_on) = (finished(rustic_off), finished(rustic_on));
        vec![
            depth.to_string(),
            format_nodes(rustic_off),
            format_nodes(off),
            format_nodes(rustic_on),
            format_nodes(on),
            ratio(rustic_off, rustic_on),
            ratio(off, on),
        ]
    };
    Grid::new(
        &["depth", "off: Rustic", "off: ours", "on: Rustic", "on: ours", "off/on: Rustic", "ours"],
        (1..=depths).map(row).collect(),
    )
}

fn per_depth_table(ours: &VariantResult) -> Grid {
    let depths = ours.on.iterations.len().max(ours.off.iterations.len());
    let row = |index: usize| {
        let (off, on) = (ours.off.iterations.get(index), ours.on.iterations.get(index));
        let nodes = |result: Option<&super::DepthResult>| {
            format_nodes(result.map(|result| (result.counts.moves_made, result.score.is_some())))
        };
        let seconds = |result: Option<&super::DepthResult>| {
            result.map_or_else(dash, |result| format!("{:.3}", result.timing))
        };
        let seldepth = |result: Option<&super::DepthResult>| {
            result.map_or_else(dash, |result| result.counts.seldepth.to_string())
        };
        let score = on.or(off).and_then(|result| result.score);
        vec![
            (index + 1).to_string(),
            nodes(off),
            seconds(off),
            seldepth(off),
            nodes(on),
            seconds(on),
            seldepth(on),
            score.map_or_else(dash, |score| score.to_string()),
        ]
    };
    Grid::new(
        &["depth", "off", "seconds", "to ply", "on", "seconds", "to ply", "score"],
        (0..depths).map(row).collect(),
    )
}

fn variants_table(results: &KiwipeteResults) -> Grid {
    let depths =
        results.changes.iter().map(|one| one.on.iterations.len()).max().unwrap_or(0) as u32;
    let mut headings = vec!["".to_owned()];
    headings.extend((1..=depths).map(|depth| format!("off {depth}")));
    headings.extend((1..=depths).map(|depth| format!("on {depth}")));
    headings.push("off/on".to_owned());
    let rustic = |ordered: bool, depth: u32| {
        let &(off, on) = RUSTIC_NODES.get(depth as usize - 1)?;
        (if ordered { Some(on) } else { off }).map(|nodes| (nodes, true))
    };
    let mut rows = vec![nodes_row("Rustic", depths, rustic)];
    let row = |name: &str, one: &VariantResult, count: CountFn| {
        nodes_row(name, depths, |ordered, depth| {
            (if ordered { &one.on } else { &one.off }).sum(depth, count)
        })
    };
    rows.push(row(&results.ours.name, &results.ours, MOVES_MADE));
    rows.push(row(
        &format!("{}{EXPANDED_SUFFIX}", results.ours.name),
        &results.ours,
        EXPANDED_NODES,
    ));
    rows.extend(results.changes.iter().map(|one| row(&one.name, one, MOVES_MADE)));
    if let Some(last) = results.changes.last() {
        rows.push(row(&format!("{}{EXPANDED_SUFFIX}", last.name), last, EXPANDED_NODES));
    }
    Grid { headings, rows }
}

/// A row with the nodes by depth, off and on, and their ratio at the greatest depth.
fn nodes_row(
    name: &str,
    depths: u32,
    nodes: impl Fn(bool, u32) -> Option<(u64, bool)>,
) -> Vec<String> {
    let numbers = [false, true].map(|ordered| (1..=depths).map(move |depth| (ordered, depth)));
    let shown_numbers =
        numbers.into_iter().flatten().map(|(ordered, depth)| format_nodes(nodes(ordered, depth)));
    let deepest = (1..=depths).rfind(|&depth| nodes(false, depth).is_some());
    let last = deepest.map_or_else(dash, |depth| ratio(nodes(false, depth), nodes(true, depth)));
    let at = match deepest {
        Some(depth) if depth < depths => format!("{last} (depth {depth})"),
        _ => last,
    };
    std::iter::once(name.to_owned()).chain(shown_numbers).chain([at]).collect()
}

fn dash() -> String {
    "-".to_owned()
}

/// Nodes, with `>` before them where the search was given up.
fn format_nodes(nodes: Option<(u64, bool)>) -> String {
    match nodes {
        Some((nodes, true)) => thousands(nodes),
        Some((nodes, false)) => format!("> {}", thousands(nodes)),
        None => dash(),
    }
}

/// How many times as many nodes it took without ordering, as far as that is known.
fn ratio(off: Option<(u64, bool)>, on: Option<(u64, bool)>) -> String {
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
