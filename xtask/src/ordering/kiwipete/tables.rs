//! The figures of the experiment for people: aligned tables for the terminal, and Markdown for
//! the book's chapter, between two comments there.

use super::experiment::Effort;
use super::{Chain, Document, Measured};
use crate::ordering::book::Page;
use crate::ordering::book_folder;
use crate::ordering::grid::Grid;
use crate::table::thousands;
use anyhow::Result;

/// Begins what is replaced in the chapter.
const OPEN: &str = "<!-- kiwipete -->";
/// Ends it.
const CLOSE: &str = "<!-- /kiwipete -->";

/// System A's published figures by depth, without ordering and with it, as sums over the depths.
pub const BOOK: [(Option<u64>, u64); 9] = [
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
type Count = fn(&Effort) -> u64;

const MADE: Count = |effort| effort.made;
const EXPANDED: Count = |effort| effort.expanded;

/// All tables, each under its title, and what the rows of the last one mean.
struct Tables {
    grids: Vec<(&'static str, Grid)>,
    notes: Vec<(String, String)>,
}

/// The tables for the terminal.
#[must_use]
pub fn text(document: &Document) -> String {
    let tables = gather(document);
    let mut text = format!("{}\n", document.fen);
    for (title, grid) in &tables.grids {
        text.push_str(&format!("\n{title}:\n{}", grid.aligned()));
    }
    let width = tables.notes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    text.push('\n');
    for (name, note) in &tables.notes {
        text.push_str(&format!("{name:<width$}  {note}\n"));
    }
    if document.stopped {
        text.push_str("broken off: `>` stands before what a search had reached by then\n");
    }
    text
}

/// The tables for the book.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let tables = gather(document);
    let grids =
        tables.grids.iter().map(|(title, grid)| format!("{title}:\n\n{}\n", grid.markdown()));
    let notes = tables.notes.iter().map(|(name, note)| format!("- **{name}**: {note}\n"));
    grids.chain(notes).collect()
}

/// The book's chapter, which can take the tables.
///
/// # Errors
/// When it is missing or has not exactly one pair of markers.
pub fn chapter() -> Result<Page> {
    Page::find(book_folder().join("kiwipete.md"), OPEN, CLOSE)
}

fn gather(document: &Document) -> Tables {
    let mut grids = vec![
        ("Nodes over all depths so far, system A's book beside ours", beside(&document.ours)),
        ("Each depth by itself", singly(&document.ours)),
    ];
    let mut notes = Vec::new();
    if !document.changes.is_empty() {
        let title = "One thing changed at a time, nodes over all depths so far";
        grids.push((title, changed(document)));
        let all = std::iter::once(&document.ours).chain(&document.changes);
        notes.extend(all.map(|one| (one.name.clone(), one.note.clone())));
        let counted = "nodes are positions whose moves were generated, as system A's first version \
                       counts; elsewhere moves made";
        notes.push((format!("...{COUNTED}"), counted.to_owned()));
    }
    Tables { grids, notes }
}

/// The heading of rows in which nodes are counted otherwise.
const COUNTED: &str = ", counted as system A";

fn beside(ours: &Measured) -> Grid {
    let deepest = |chain: &Chain| chain.steps.len();
    let depths = BOOK.len().min(deepest(&ours.on)).max(deepest(&ours.off));
    let row = |depth: usize| {
        let (book_off, book_on) =
            BOOK.get(depth - 1).map_or((None, None), |&(off, on)| (off, Some(on)));
        let finished = |nodes: Option<u64>| nodes.map(|nodes| (nodes, true));
        let of = |chain: &Chain| chain.sum(depth as u32, MADE);
        let (off, on) = (of(&ours.off), of(&ours.on));
        let (book_off, book_on) = (finished(book_off), finished(book_on));
        vec![
            depth.to_string(),
            shown(book_off),
            shown(off),
            shown(book_on),
            shown(on),
            ratio(book_off, book_on),
            ratio(off, on),
        ]
    };
    Grid::new(
        &["depth", "off: book", "off: ours", "on: book", "on: ours", "off/on: book", "ours"],
        (1..=depths).map(row).collect(),
    )
}

fn singly(ours: &Measured) -> Grid {
    let depths = ours.on.steps.len().max(ours.off.steps.len());
    let row = |index: usize| {
        let (off, on) = (ours.off.steps.get(index), ours.on.steps.get(index));
        let nodes = |step: Option<&super::Step>| {
            shown(step.map(|step| (step.effort.made, step.score.is_some())))
        };
        let seconds = |step: Option<&super::Step>| {
            step.map_or_else(dash, |step| format!("{:.3}", step.timing))
        };
        let seldepth = |step: Option<&super::Step>| {
            step.map_or_else(dash, |step| step.effort.seldepth.to_string())
        };
        let score = on.or(off).and_then(|step| step.score);
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

fn changed(document: &Document) -> Grid {
    let depths = document.changes.iter().map(|one| one.on.steps.len()).max().unwrap_or(0) as u32;
    let mut headings = vec!["".to_owned()];
    headings.extend((1..=depths).map(|depth| format!("off {depth}")));
    headings.extend((1..=depths).map(|depth| format!("on {depth}")));
    headings.push("off/on".to_owned());
    let book = |ordered: bool, depth: u32| {
        let &(off, on) = BOOK.get(depth as usize - 1)?;
        (if ordered { Some(on) } else { off }).map(|nodes| (nodes, true))
    };
    let mut rows = vec![cells("system A's book", depths, book)];
    let row = |name: &str, one: &Measured, count: Count| {
        cells(name, depths, |ordered, depth| {
            (if ordered { &one.on } else { &one.off }).sum(depth, count)
        })
    };
    rows.push(row(&document.ours.name, &document.ours, MADE));
    rows.push(row(&format!("{}{COUNTED}", document.ours.name), &document.ours, EXPANDED));
    rows.extend(document.changes.iter().map(|one| row(&one.name, one, MADE)));
    if let Some(last) = document.changes.last() {
        rows.push(row(&format!("{}{COUNTED}", last.name), last, EXPANDED));
    }
    Grid { headings, rows }
}

/// A row with the nodes by depth, off and on, and their ratio at the greatest depth.
fn cells(name: &str, depths: u32, nodes: impl Fn(bool, u32) -> Option<(u64, bool)>) -> Vec<String> {
    let numbers = [false, true].map(|ordered| (1..=depths).map(move |depth| (ordered, depth)));
    let shown_numbers =
        numbers.into_iter().flatten().map(|(ordered, depth)| shown(nodes(ordered, depth)));
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
fn shown(nodes: Option<(u64, bool)>) -> String {
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
    fn unfinished_searches_are_bounds() {
        let (off, on) = (Some((722_743_000, true)), Some((7_315, true)));
        assert_eq!(ratio(off, on), "98,803");
        assert_eq!(ratio(Some((10_000, false)), Some((400, true))), "> 25.0");
        assert_eq!(ratio(Some((10_000, true)), Some((400, false))), "< 25.0");
        assert_eq!(ratio(Some((10_000, false)), Some((400, false))), "-");
        assert_eq!(ratio(None, on), "-");
        assert_eq!(ratio(off, Some((0, true))), "-");
        assert_eq!(
            [shown(off), shown(Some((5_000, false))), shown(None)],
            ["722,743,000", "> 5,000", "-"]
        );
    }
}
