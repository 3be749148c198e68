//! Aggregation on made-up numbers that can be checked by head.

use super::*;

fn plan(schemes: &[&'static str], depth: u32) -> Plan {
    let settings = vec![SearchSpec { setting: Setting::Full, depth }];
    Plan { schemes: schemes.to_vec(), settings, cap: None, threads: 1 }
}

/// A sample that spent a microsecond a node.
fn sample(scheme: &'static str, position: usize, nodes_by_depth: &[u64]) -> Sample {
    Sample {
        scheme,
        setting: Setting::Full,
        position,
        nodes_by_depth: nodes_by_depth.to_vec(),
        nodes: nodes_by_depth.last().copied().unwrap_or_default() + 7,
        counts: OrderingStatistics::default(),
        seconds_by_depth: nodes_by_depth.iter().map(|&nodes| nodes as f64 / 1e6).collect(),
    }
}

fn close(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-9 * expected)
}

#[test]
fn nodes_are_compared_at_the_depth_that_both_finished() {
    let samples = [
        sample("none", 0, &[100, 1000]),
        sample("modern", 0, &[10, 40, 90, 200]),
        sample("none", 1, &[50, 400, 9000]),
        sample("modern", 1, &[20, 90, 1000, 5000]),
    ];
    let rows = rows(&plan(&["none", "modern"], 4), &samples, &[Some(2e6), None]);
    // Depth 2 in the first position, 3 in the second; the reference to its own depths.
    assert!(close(rows[0].common_nodes, (1000.0_f64 * 9000.0).sqrt()));
    assert!(close(rows[1].common_nodes, (200.0_f64 * 5000.0).sqrt()));
    assert_eq!((rows[0].compared, rows[0].common_depth), (2, Some(2.5)));
    assert_eq!((rows[1].compared, rows[1].common_depth), (2, Some(4.0)));
    assert!(close(rows[0].node_ratio, 15.0) && close(rows[1].node_ratio, 1.0));
    assert!(close(rows[0].common_seconds, 3e-3) && close(rows[0].time_ratio, 15.0));
    let depths = |row: &SummaryRow| (row.finished, row.positions, row.mean_depth);
    assert_eq!(depths(&rows[0]), (0, 2, 2.5));
    assert_eq!(depths(&rows[1]), (2, 2, 4.0));
    assert_eq!((rows[0].total_nodes, rows[1].total_nodes), (None, Some(5200)));
    assert_eq!(rows[0].picks_per_second, Some(2e6));
}

#[test]
fn shallow_scheme_does_not_limit_comparison_of_others() {
    let samples = [
        sample("none", 0, &[100]),
        sample("see", 0, &[20, 60, 300]),
        sample("modern", 0, &[10, 40, 100]),
        sample("none", 1, &[]),
        sample("see", 1, &[30, 80]),
        sample("modern", 1, &[10, 20, 90]),
    ];
    let rows = rows(&plan(&["none", "see", "modern"], 4), &samples, &[]);
    // Where it did not finish its first iteration there is nothing to compare.
    assert_eq!((rows[0].compared, rows[0].positions, rows[0].common_depth), (1, 2, Some(1.0)));
    assert!(close(rows[0].node_ratio, 10.0) && close(rows[0].common_nodes, 100.0));
    assert_eq!((rows[1].compared, rows[1].common_depth), (2, Some(2.5)));
    assert!(close(rows[1].node_ratio, (3.0_f64 * 4.0).sqrt()));
    assert!(close(rows[1].common_nodes, (300.0_f64 * 80.0).sqrt()));
    let nothing = super::rows(&plan(&["none", "modern"], 4), &samples[3..], &[]);
    assert_eq!((nothing[0].compared, nothing[0].common_depth), (0, None));
    assert_eq!((nothing[0].node_ratio, nothing[0].time_ratio), (None, None));
    assert_eq!((nothing[1].compared, nothing[1].node_ratio), (1, Some(1.0)));
}

#[test]
fn branching_factor_uses_nodes_of_single_iterations() {
    // Iterations of 10, 30, 90 and 270 nodes: a factor of 3 each.
    let even = sample("see", 0, &[10, 40, 130, 400]);
    assert!(close(branching(&even), 3.0));
    // The last two steps together: from 10 to 40.
    assert!(close(branching(&sample("see", 0, &[10, 15, 55])), 2.0));
    assert_eq!(branching(&sample("see", 0, &[10, 40])), None);
    let samples = [even, sample("see", 1, &[1, 2]), sample("see", 2, &[4, 16, 64])];
    let rows = rows(&plan(&["see"], 9), &samples, &[]);
    assert!(close(rows[0].branching_factor, (3.0_f64 * 12.0_f64.sqrt()).sqrt()));
}

#[test]
fn cutoff_shares_are_summed_over_all_positions() {
    let mut samples = [sample("see", 0, &[1]), sample("see", 1, &[1])];
    samples[0].counts.main.cutoffs = [6, 1, 0, 0];
    samples[1].counts.main.cutoffs = [2, 0, 0, 1];
    samples[0].counts.main.nodes = 20;
    samples[1].counts.quiescence.nodes = 20;
    samples[0].counts.main.generated = 300;
    samples[1].counts.quiescence.generated = 100;
    samples[1].counts.quiescence.scored = 4;
    let rows = rows(&plan(&["see"], 1), &samples, &[]);
    assert_eq!(rows[0].cutoffs, Some([0.8, 0.1, 0.0, 0.1]));
    assert_eq!((rows[0].quiescence_cutoffs, rows[0].tt_move_cutoffs), (None, None));
    assert_eq!((rows[0].generated, rows[0].scored), (Some(10.0), Some(0.1)));
}

#[test]
fn positions_not_searched_by_every_scheme_are_left_out() {
    let samples =
        [sample("none", 0, &[10]), sample("none", 1, &[1000]), sample("modern", 1, &[100])];
    let rows = rows(&plan(&["none", "modern"], 1), &samples, &[]);
    assert_eq!((rows[0].positions, rows[0].total_nodes), (1, Some(1000)));
    let none = super::rows(&plan(&["none", "modern"], 1), &samples[..2], &[]);
    assert_eq!(none, []);
}
