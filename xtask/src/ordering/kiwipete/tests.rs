//! The experiment cut short: capped so early that it is over in a moment.

use super::*;

fn tiny() -> Args {
    Args {
        depth_off: 1,
        depth_on: 3,
        cap: 20_000,
        changes_depth: 2,
        changes_cap: 4_000,
        threads: Some(2),
        out: None,
        book: false,
    }
}

fn measured(args: &Args) -> Document {
    measure(args, &AtomicBool::new(false)).unwrap()
}

/// All that must not differ between two runs.
fn counts(document: &Document) -> Vec<(bool, u32, Option<i32>, Effort)> {
    let all = std::iter::once(&document.ours).chain(&document.changes);
    let chains = all.flat_map(|one| [&one.off, &one.on]);
    let steps = chains.flat_map(|chain| chain.steps.iter().map(|step| (chain.ordered, step)));
    steps.map(|(ordered, step)| (ordered, step.depth, step.score, step.effort)).collect()
}

#[test]
fn the_same_run_gives_the_same_counts_on_any_number_of_threads() {
    let two = measured(&tiny());
    let one = measured(&Args { threads: Some(1), ..tiny() });
    assert_eq!(counts(&one), counts(&two));
    assert_eq!(two.changes.len(), CHANGES.len());
    assert!(!two.stopped);
}

#[test]
fn searches_are_given_up_at_their_caps() {
    let document = measured(&tiny());
    let off = &document.ours.off;
    assert_eq!(off.sum(1, |effort| effort.made), Some((20_000, false)));
    assert_eq!((off.steps.len(), off.sum(2, |effort| effort.made)), (1, None));
    let changed = document.changes.iter().flat_map(|one| [&one.off, &one.on]);
    assert!(changed.flat_map(|chain| &chain.steps).all(|step| step.effort.made <= 4_000));
    let text = tables::text(&document);
    for expected in ["722,743,000", "> 20,000", "98,803", "all as system A"] {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
    assert!(document.changes.iter().all(|one| text.contains(&one.note)));
}

#[test]
fn sums_go_over_all_depths() {
    let on = measured(&tiny()).ours.on;
    let made: Vec<u64> = on.steps.iter().map(|step| step.effort.made).collect();
    assert_eq!(on.sum(1, |effort| effort.made).map(|sum| sum.0), Some(made[0]));
    assert_eq!(on.sum(2, |effort| effort.made).map(|sum| sum.0), Some(made[0] + made[1]));
}

#[test]
fn ordering_changes_no_score_and_the_baseline_is_the_plain_engine() {
    let document = measured(&Args { cap: 500_000, changes_depth: 0, ..tiny() });
    assert!(document.changes.is_empty());
    let Measured { off, on, .. } = &document.ours;
    assert_eq!((off.steps.len(), on.steps.len()), (1, 3));
    for step in &off.steps {
        assert_eq!((step.effort.made, step.score), solved(&mut ordering::Unordered, step.depth));
    }
    for step in &on.steps {
        assert_eq!((step.effort.made, step.score), solved(&mut ordering::MvvLva, step.depth));
    }
    assert!(off.steps[0].score.is_some() && off.steps[0].score == on.steps[0].score);
}

/// Moves made and score of the plain search that the engine's layers have.
fn solved<O: ordering::MoveOrdering>(ordering: &mut O, depth: u32) -> (u64, Option<i32>) {
    let position = Position::from_fen(KIWIPETE).unwrap();
    let mut evaluator = eval::Classical::default();
    let leaf = search::reference::LeafEvaluation::Captures;
    let found = search::reference::alpha_beta(&position, &mut evaluator, ordering, depth, leaf);
    (found.nodes, Some(found.score.raw()))
}

#[test]
fn no_cap_is_no_end() {
    let limits = |cap| jobs(&Args { cap, changes_cap: cap, ..tiny() });
    assert!(limits(0).iter().all(|job| job.cap == u64::MAX));
    assert!(limits(7).iter().all(|job| job.cap == 7));
}

#[test]
fn a_stopped_run_shows_what_there_is() {
    let document = measure(&tiny(), &AtomicBool::new(true)).unwrap();
    assert!(document.stopped && document.ours.off.steps.is_empty());
    assert!(tables::text(&document).contains("broken off"));
}
