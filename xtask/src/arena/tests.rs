//! Matches so small that they are over in a moment.

use super::*;

fn settings(pairs: usize, threads: usize) -> MatchSettings {
    MatchSettings { nodes: 200, pairs, threads, seed: 11, openings: None }
}

fn with_ordering(ordering: &'static str) -> EngineConfig {
    EngineConfig { ordering, ..EngineConfig::default() }
}

fn play_match(first: EngineConfig, second: EngineConfig, settings: &MatchSettings) -> MatchResult {
    play(first, second, settings, &AtomicBool::new(false), |_| ()).unwrap()
}

#[test]
fn the_same_match_gives_the_same_result_on_any_number_of_threads() {
    let (first, second) = (with_ordering("none"), with_ordering("modern"));
    let one = play_match(first, second, &settings(3, 1));
    assert_eq!(one.pentanomial.pairs(), 3);
    assert_eq!(one.wins + one.draws + one.losses, 6);
    assert_eq!(play_match(first, second, &settings(3, 1)), one);
    assert_eq!(play_match(first, second, &settings(3, 2)), one);
}

#[test]
fn swapped_sides_give_the_mirrored_result() {
    let (one, other) = (with_ordering("mvv-lva"), with_ordering("none"));
    let forwards = play_match(one, other, &settings(3, 2));
    let backwards = play_match(other, one, &settings(3, 2));
    let mut mirrored = backwards.pentanomial.0;
    mirrored.reverse();
    assert_eq!(forwards.pentanomial.0, mirrored);
    assert_eq!((forwards.wins, forwards.draws), (backwards.losses, backwards.draws));
}

/// Equal sides play the same game twice: what White gets in one, Black gives up in the other.
#[test]
fn identical_sides_score_half_in_every_pair() {
    let play_match = play_match(EngineConfig::default(), EngineConfig::default(), &settings(3, 2));
    assert_eq!(play_match.pentanomial, Pentanomial([0, 0, 3, 0, 0]));
}

#[test]
fn alpha_beta_search_can_play_a_match() {
    let plain = EngineConfig { search: "alpha-beta", ordering: "none", ..EngineConfig::default() };
    let few = MatchSettings { nodes: 60, ..settings(1, 1) };
    assert_eq!(play_match(plain, EngineConfig::default(), &few).pentanomial.pairs(), 1);
}

#[test]
fn a_stopped_match_keeps_whole_pairs() {
    let stop = AtomicBool::new(true);
    let none = play(EngineConfig::default(), with_ordering("none"), &settings(4, 2), &stop, |_| ())
        .unwrap();
    assert_eq!(none, MatchResult::default());

    let stop = AtomicBool::new(false);
    let seen = Mutex::new(Vec::new());
    let progress = |so_far: &MatchResult| {
        seen.lock().unwrap().push(*so_far);
        stop.store(true, Ordering::Relaxed);
    };
    let some =
        play(EngineConfig::default(), with_ordering("none"), &settings(50, 1), &stop, progress)
            .unwrap();
    assert_eq!(some.wins + some.draws + some.losses, 2 * some.pentanomial.pairs());
    assert!(some.pentanomial.pairs() < 50);
    assert_eq!(seen.lock().unwrap().last(), Some(&some));
}

#[test]
fn progress_counts_up_pair_by_pair() {
    let seen = Mutex::new(Vec::new());
    let progress = |so_far: &MatchResult| seen.lock().unwrap().push(so_far.pentanomial.pairs());
    let stop = AtomicBool::new(false);
    play(with_ordering("see"), with_ordering("none"), &settings(4, 2), &stop, progress).unwrap();
    assert_eq!(*seen.lock().unwrap(), [1, 2, 3, 4]);
}

#[test]
fn too_few_openings_is_an_error() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let book = OpeningBook::parse(start, 1, 1).unwrap();
    let settings = MatchSettings { openings: Some(book), ..settings(2, 1) };
    let stop = AtomicBool::new(false);
    let played = |_: &MatchResult| panic!("no pair is played");
    let error = play(EngineConfig::default(), EngineConfig::default(), &settings, &stop, played)
        .unwrap_err();
    assert_eq!(error.to_string(), "1 openings for 2 pairs");
}
