//! The summary of the searches: a row for each scheme and setting.

use super::measure::{Plan, Sample, SearchSpec, Setting};
use crate::engine_match::Summary;
use games::statistics::geometric_mean;
use ordering::OrderingStatistics;
use serde::Serialize;

/// One scheme in one setting, over all positions that every chosen scheme searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SummaryRow {
    pub setting: Setting,
    pub scheme: &'static str,
    /// Depth asked for, in plies.
    pub target_depth: u32,
    /// Positions measured.
    pub positions: usize,
    /// Positions searched to the depth asked for.
    pub finished: usize,
    /// Mean over the positions of the last finished depth.
    pub mean_depth: f64,
    /// Positions in which both this scheme and the default one finished a depth, the
    /// deepest of which is the common depth there.
    pub compared: usize,
    /// Mean of the common depth over these positions.
    pub common_depth: Option<f64>,
    /// Geometric mean over them of the nodes to the common depth.
    pub common_nodes: Option<f64>,
    /// The same divided by that of the default scheme, over the same positions and depths.
    pub node_ratio: Option<f64>,
    /// Nodes of all positions to the depth asked for, when all were finished.
    pub total_nodes: Option<u64>,
    /// Effective branching factor: geometric mean of sqrt(N(d) / N(d-2)), where d is
    /// a position's last depth that the scheme finished, and N the nodes of one
    /// iteration. An unfinished iteration does not count.
    pub branching_factor: Option<f64>,
    /// Shares of the beta cutoffs in the main search that came on the first, second,
    /// third, and any later move; 0 to 1.
    pub cutoffs: Option<[f64; 4]>,
    /// The same in quiescence.
    pub quiescence_cutoffs: Option<[f64; 4]>,
    /// Share of the TT moves picked in the main search that cut off. Those that a singular
    /// search picks and leaves out are among them.
    pub tt_move_cutoffs: Option<f64>,
    /// Moves generated for each node that picked a move, main search and quiescence.
    pub generated: Option<f64>,
    /// Moves given a score, likewise.
    pub scored: Option<f64>,
    /// Geometric mean of the seconds to the common depth.
    pub common_seconds: Option<f64>,
    /// The same divided by that of the default scheme.
    pub time_ratio: Option<f64>,
    /// Moves picked per second, the picker alone.
    pub picks_per_second: Option<f64>,
    /// The match against the default scheme, if one was played.
    pub result: Option<Summary>,
}

/// The rows in the order of the plan. `picks` are picks per second by scheme.
pub fn rows(plan: &Plan, samples: &[Sample], picks: &[Option<f64>]) -> Vec<SummaryRow> {
    let schemes = &plan.schemes;
    let base = schemes.iter().position(|&one| one == ordering::DEFAULT).unwrap_or_default();
    let positions = samples.iter().map(|sample| sample.position + 1).max().unwrap_or_default();
    let mut rows = Vec::new();
    for &SearchSpec { setting, depth } in &plan.settings {
        let of = |scheme: &&str, position: usize| {
            let is_it = |sample: &&Sample| sample.scheme == *scheme && sample.position == position;
            samples.iter().filter(|sample| sample.setting == setting).find(is_it)
        };
        // A run that was stopped has positions that only some of the schemes searched.
        let whole = |position| schemes.iter().map(|scheme| of(scheme, position)).collect();
        let table: Vec<Vec<&Sample>> = (0..positions).filter_map(whole).collect();
        for (index, scheme) in schemes.iter().enumerate().filter(|_| !table.is_empty()) {
            let column = |index: usize| table.iter().map(|samples| samples[index]).collect();
            let picks_per_second = picks.get(index).copied().flatten();
            let row = summarize(column(index), column(base), depth);
            rows.push(SummaryRow { setting, scheme, picks_per_second, ..row });
        }
    }
    rows
}

/// The row of a scheme by its samples and those of the default scheme in the same positions.
fn summarize(samples: Vec<&Sample>, base: Vec<&Sample>, target_depth: u32) -> SummaryRow {
    let positions = samples.len();
    let depths = || samples.iter().map(|sample| sample.depth());
    let finished = depths().filter(|&depth| depth >= target_depth).count();
    let mut counts = OrderingStatistics::default();
    for sample in &samples {
        counts += &sample.counts;
    }
    let (main, quiescence) = (&counts.main, &counts.quiescence);
    let nodes = main.nodes + quiescence.nodes;
    let per_node = |count: u64| (nodes > 0).then(|| count as f64 / nodes as f64);
    // Both schemes, position by position to the depth that both finished.
    let pairs: Vec<_> = samples
        .iter()
        .zip(&base)
        .map(|(one, other)| (one, other, one.depth().min(other.depth())))
        .filter(|&(.., depth)| depth > 0)
        .collect();
    let compared = pairs.len();
    let common_depths: f64 = pairs.iter().map(|&(.., depth)| f64::from(depth)).sum();
    let means = |value: fn(&Sample, u32) -> Option<f64>| {
        let own = geometric_mean(pairs.iter().filter_map(|(one, _, to)| value(one, *to)));
        let others = geometric_mean(pairs.iter().filter_map(|(_, other, to)| value(other, *to)));
        (own, own.zip(others.filter(|&others| others > 0.0)).map(|(own, others)| own / others))
    };
    let (common_nodes, node_ratio) = means(nodes_to);
    let (common_seconds, time_ratio) =
        means(|sample, depth| Some(sample.seconds_by_depth.get(depth as usize - 1)?.max(1e-9)));
    let total_nodes = samples.iter().filter_map(|one| one.nodes_to(target_depth)).sum();
    SummaryRow {
        target_depth,
        positions,
        finished,
        mean_depth: depths().map(f64::from).sum::<f64>() / positions.max(1) as f64,
        compared,
        common_depth: (compared > 0).then(|| common_depths / compared as f64),
        common_nodes,
        node_ratio,
        total_nodes: (finished == positions).then_some(total_nodes),
        branching_factor: geometric_mean(samples.iter().filter_map(|one| branching(one))),
        cutoffs: main.cutoff_shares(),
        quiescence_cutoffs: quiescence.cutoff_shares(),
        tt_move_cutoffs: main.tt_move_cutoff_share(),
        generated: per_node(main.generated + quiescence.generated),
        scored: per_node(main.scored + quiescence.scored),
        common_seconds,
        time_ratio,
        ..SummaryRow::default()
    }
}

/// Nodes to a depth as a number that has a logarithm.
fn nodes_to(sample: &Sample, depth: u32) -> Option<f64> {
    sample.nodes_to(depth).map(|nodes| nodes.max(1) as f64)
}

/// The growth of one search's last iterations; `None` before the third.
fn branching(sample: &Sample) -> Option<f64> {
    let depth = sample.depth();
    let iteration = |depth: u32| {
        let before = if depth == 1 { 0 } else { sample.nodes_to(depth - 1)? };
        Some(sample.nodes_to(depth)?.saturating_sub(before).max(1) as f64)
    };
    let earlier = depth.checked_sub(2).filter(|&depth| depth > 0)?;
    Some((iteration(depth)? / iteration(earlier)?).sqrt())
}

#[cfg(test)]
mod tests;
