//! The experiment cut short: capped so early that it is over in a moment.

use super::*;

fn small_args() -> Args {
    Args {
        depth_off: 1,
        depth_on: 3,
        cap: 20_000,
        changes_depth: 2,
        changes_cap: 4_000,
        threads: Threads { given: Some(2) },
        out: None,
        book: false,
    }
}

fn run_experiment(args: &Args) -> KiwipeteResults {
    measure(args, &AtomicBool::new(false)).unwrap()
}

/// All that must not differ between two runs.
fn all_counts(results: &KiwipeteResults) -> Vec<(bool, u32, Option<i32>, SearchCounts)> {
    let all = std::iter::once(&results.ours).chain(&results.changes);
    let all_series = all.flat_map(|one| [&one.off, &one.on]);
    let iterations = all_series
        .flat_map(|series| series.iterations.iter().map(|result| (series.ordered, result)));
    iterations
        .map(|(ordered, result)| (ordered, result.depth, result.score, result.counts))
        .collect()
}

#[test]
fn the_same_run_gives_the_same_counts_on_any_number_of_threads() {
    let two = run_experiment(&small_args());
    let one = run_experiment(&Args { threads: Threads { given: Some(1) }, ..small_args() });
    assert_eq!(all_counts(&one), all_counts(&two));
    assert_eq!(two.changes.len(), CHANGES.len());
    assert!(!two.stopped);
}

#[test]
fn searches_stop_at_their_node_caps() {
    let results = run_experiment(&small_args());
    let off = &results.ours.off;
    assert_eq!(off.sum(1, |counts| counts.moves_made), Some((20_000, false)));
    assert_eq!((off.iterations.len(), off.sum(2, |counts| counts.moves_made)), (1, None));
    let changed = results.changes.iter().flat_map(|one| [&one.off, &one.on]);
    assert!(
        changed
            .flat_map(|series| &series.iterations)
            .all(|result| result.counts.moves_made <= 4_000)
    );
    let text = tables::text(&results);
    for expected in ["722,743,000", "> 20,000", "98,803", "all as Rustic"] {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
    assert!(results.changes.iter().all(|one| text.contains(&one.note)));
}

#[test]
fn sum_adds_all_depths_up_to_the_given_one() {
    let on = run_experiment(&small_args()).ours.on;
    let moves_made: Vec<u64> =
        on.iterations.iter().map(|result| result.counts.moves_made).collect();
    assert_eq!(on.sum(1, |counts| counts.moves_made).map(|sum| sum.0), Some(moves_made[0]));
    assert_eq!(
        on.sum(2, |counts| counts.moves_made).map(|sum| sum.0),
        Some(moves_made[0] + moves_made[1])
    );
}

#[test]
fn cap_zero_means_unlimited() {
    let limits = |cap| jobs(&Args { cap, changes_cap: cap, ..small_args() });
    assert!(limits(0).iter().all(|job| job.cap == u64::MAX));
    assert!(limits(7).iter().all(|job| job.cap == 7));
}

#[test]
fn stopped_run_shows_partial_tables() {
    let results = measure(&small_args(), &AtomicBool::new(true)).unwrap();
    assert!(results.stopped && results.ours.off.iterations.is_empty());
    assert!(tables::text(&results).contains("stopped"));
}
