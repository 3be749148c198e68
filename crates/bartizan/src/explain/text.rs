//! An explanation as text.

use super::Explanation;
use super::recorder::{Counts, Iteration, MoveRecord, Record};
use crate::style::{GOOD, LEAST_COLUMN, columns, definitions, fitting, highlighted, wrapped};
use crate::table::{Align, Table};
use board::{Move, Position};
use eval::material_count;
use notation::{line_to_san, to_san, to_uci};
use search::{MovePruning, NodeEnd, ReductionTerms};
use searcher::Bound;
use uci::format::score_for_people;

/// Moves of a line that are shown.
const LINE_MOVES: usize = 8;

/// The columns of [`search_cells`].
const SEARCH_COLUMNS: [(&str, Align); 6] = [
    ("stage", Align::Left),
    ("score", Align::Right),
    ("history", Align::Right),
    ("depth", Align::Left),
    ("result", Align::Right),
    ("nodes", Align::Right),
];

/// What the columns mean.
const LEGEND: [(&str, &str); 4] = [
    ("stage, score, history", "why the move has its place; scores compare within a stage"),
    (
        "depth",
        "of each search of the move. It is less than that of the iteration by late move reduction, and by a ply once \
         another move has raised alpha. * is a search with an open window; the others ask whether the move beats the \
         best one before it",
    ),
    ("result", "= the score, <= at most this, >= at least this"),
    ("line", "the best play found after the move; its first move refutes one that is not the best"),
];

/// What is said of a search that was not observed.
const ALONE: &str =
    "This search cannot be observed: each move was searched by itself, with an open window.";

/// All root moves of the last completed iteration, in the order of the search.
pub(super) fn all_moves(explanation: &Explanation) -> String {
    let Explanation { position, result, record, .. } = explanation;
    let Some(iteration) = shown_iteration(explanation) else { return summary(explanation) };
    let mut table = Table::new(
        &[
            &[("#", Align::Right), ("move", Align::Left)],
            &SEARCH_COLUMNS[..],
            &[("line", Align::Left)],
        ]
        .concat(),
    );
    for record in &iteration.moves {
        let mut row = vec![record.place.to_string(), to_san(position, record.picked.mv)];
        row.extend(search_cells(record, material_count(position)));
        table.row(row);
    }
    let room = columns().saturating_sub(table.last_column());
    table.set_last_column(|row| line(position, &iteration.moves[row], room));
    let best =
        |index: usize| (Some(iteration.moves[index].picked.mv) == result.best).then_some(GOOD);
    let table = format!("{}\n\n{}", summary(explanation), highlighted(&table, best));
    if !explanation.observed {
        return format!("{table}\n{}", wrapped(ALONE, 0));
    }
    let (legend, counts) = (definitions(&LEGEND), counts(&record.total));
    format!("{table}\n{legend}\n\nBelow the root in all iterations:\n{counts}")
}

/// One root move in every iteration, and the reasons of its last reduction.
pub(super) fn one_move(explanation: &Explanation, mv: Move) -> String {
    let Explanation { position, record: Record { iterations, below, .. }, .. } = explanation;
    let mut table = Table::new(
        &[
            &[("iteration", Align::Right), ("#", Align::Right)],
            &SEARCH_COLUMNS[..],
            &[("line", Align::Left)],
        ]
        .concat(),
    );
    let (mut shown, mut depth) = (Vec::new(), 0);
    for iteration in iterations {
        let records = &iteration.moves;
        let Some(record) = records.iter().find(|record| record.picked.mv == mv) else { continue };
        let mut row = vec![iteration.depth.to_string(), record.place.to_string()];
        row.extend(search_cells(record, material_count(position)));
        table.row(row);
        shown.push(record);
        depth = iteration.depth;
    }
    let room = columns().saturating_sub(table.last_column());
    table.set_last_column(|row| line(position, shown[row], room));
    let name = format!("{} ({})", to_san(position, mv), to_uci(mv, false));
    let Some(record) = shown.last() else {
        return format!("{}\n\n{name} was not searched.", summary(explanation));
    };
    let table = format!(
        "{}\n\n{name} in each iteration:\n{}",
        summary(explanation),
        highlighted(&table, |_| None)
    );
    if !explanation.observed {
        return format!("{table}\n{}", wrapped(ALONE, 0));
    }
    let reduction = match &record.reduction {
        Some((plies, terms)) => reduction(*plies, terms),
        None => "none".to_owned(),
    };
    let legend = definitions(&LEGEND);
    let reduction = format!("Late move reduction in iteration {depth}, in plies: {reduction}");
    let counts = counts(below.get(&mv).unwrap_or(&Counts::default()));
    format!(
        "{table}\n{legend}\n\n{}\n\nBelow the move in all iterations:\n{counts}",
        wrapped(&reduction, 2)
    )
}

/// Depth, nodes and best move.
fn summary(explanation: &Explanation) -> String {
    let Explanation { position, result, record, .. } = explanation;
    let best = result.best.map_or_else(|| "none".to_owned(), |mv| to_san(position, mv));
    let mut text = format!(
        "Depth {}, {} nodes, best move {best}, score {}",
        result.depth,
        result.nodes,
        score_for_people(result.score.normalised(material_count(position)), result.bound)
    );
    if let Some(iteration) = record.iterations.last().filter(|last| last.depth > result.depth) {
        text.push_str(&format!(" (iteration {} not finished)", iteration.depth));
    }
    wrapped(&text, 2)
}

/// The last completed iteration, or the first one.
pub(super) fn shown_iteration(explanation: &Explanation) -> Option<&Iteration> {
    let depth = explanation.result.depth.max(1);
    explanation.record.iterations.iter().find(|iteration| iteration.depth == depth)
}

/// Stage, score, history, depth, result and nodes.
fn search_cells(record: &MoveRecord, material: u32) -> [String; 6] {
    let depth =
        |&(depth, open): &(i32, bool)| format!("{}{}", depth + 1, if open { "*" } else { "" });
    let depths: Vec<String> = record.searches.iter().map(depth).collect();
    let result = record.result.map_or_else(
        || "-".to_owned(),
        |(score, bound)| {
            let sign = if bound == Bound::Exact { "= " } else { "" };
            format!("{sign}{}", score_for_people(score.normalised(material), bound))
        },
    );
    [
        record.picked.stage.name().to_owned(),
        record.picked.score.to_string(),
        if depths.is_empty() { "-".to_owned() } else { record.history.to_string() },
        depths.join(" "),
        result,
        record.nodes.to_string(),
    ]
}

/// The line after a move, as much of it as there is room for, and what ended it.
fn line(position: &Position, record: &MoveRecord, room: usize) -> String {
    let after = position.make(record.picked.mv);
    let line = line_to_san(&after, record.line.get(1..).unwrap_or_default(), LINE_MOVES);
    let line = fitting(&line, room.max(LEAST_COLUMN));
    match record.line_end.filter(|&end| end != NodeEnd::StandPat) {
        Some(end) => format!("{line} ({})", end.name()).trim_start().to_owned(),
        None => line,
    }
}

/// A late move reduction with its terms.
fn reduction(plies: i32, terms: &ReductionTerms) -> String {
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    for (name, amount) in terms.named() {
        table.row([format!("  {name}"), format!("{amount:+.2}")]);
    }
    let sum = f64::from(terms.sum()) / 1024.0;
    format!("{plies}, from {sum:.2} before rounding and limits{}", table.to_string().trim_end())
}

/// The counts that are not zero, a line each.
fn counts(counts: &Counts) -> String {
    let mut table = Table::new(&[("", Align::Left), ("", Align::Right)]);
    let mut add = |name: &str, count: u64| {
        if count > 0 {
            table.row([format!("  {name}"), count.to_string()]);
        }
    };
    for end in NodeEnd::ALL {
        add(&format!("nodes ended by {}", end.name()), counts.ends[end as usize]);
    }
    add("nodes with late move pruning", counts.late_moves_pruned);
    for why in MovePruning::ALL {
        add(&format!("moves left out by {}", why.name()), counts.pruned[why as usize]);
    }
    let mean = counts.reduced_plies as f64 / counts.reduced.max(1) as f64;
    add(&format!("moves reduced, by {mean:.1} plies on average"), counts.reduced);
    add("moves extended", counts.extended);
    add("moves reduced by the singular search", counts.negatively_extended);
    table.to_string().trim_start_matches('\n').trim_end().to_owned()
}
