//! Matches so small that they are over in a moment.

use super::*;

fn settings(pairs: usize, threads: usize) -> Settings {
    Settings { nodes: 200, pairs, threads, seed: 11, openings: None }
}

fn ordered(ordering: &'static str) -> EngineConfig {
    EngineConfig { ordering, ..EngineConfig::default() }
}

fn result(first: EngineConfig, second: EngineConfig, settings: &Settings) -> MatchResult {
    play(first, second, settings, &AtomicBool::new(false), |_| ()).unwrap()
}

#[test]
fn the_same_match_gives_the_same_result_on_any_number_of_threads() {
    let (first, second) = (ordered("none"), ordered("modern"));
    let one = result(first, second, &settings(3, 1));
    assert_eq!(one.pentanomial.pairs(), 3);
    assert_eq!(one.wins + one.draws + one.losses, 6);
    assert_eq!(result(first, second, &settings(3, 1)), one);
    assert_eq!(result(first, second, &settings(3, 2)), one);
}

#[test]
fn swapped_sides_give_the_mirrored_result() {
    let (one, other) = (ordered("mvv-lva"), ordered("none"));
    let forwards = result(one, other, &settings(3, 2));
    let backwards = result(other, one, &settings(3, 2));
    let mut mirrored = backwards.pentanomial.0;
    mirrored.reverse();
    assert_eq!(forwards.pentanomial.0, mirrored);
    assert_eq!((forwards.wins, forwards.draws), (backwards.losses, backwards.draws));
}

/// Equal sides play the same game twice: what White gets in one, Black gives up in the other.
#[test]
fn equal_sides_are_even_in_every_pair() {
    let result = result(EngineConfig::default(), EngineConfig::default(), &settings(3, 2));
    assert_eq!(result.pentanomial, Pentanomial([0, 0, 3, 0, 0]));
}

#[test]
fn plain_searches_can_play_too() {
    let plain = EngineConfig { search: "alpha-beta", ordering: "none", ..EngineConfig::default() };
    let few = Settings { nodes: 60, ..settings(1, 1) };
    assert_eq!(result(plain, EngineConfig::default(), &few).pentanomial.pairs(), 1);
}

#[test]
fn a_stopped_match_keeps_whole_pairs() {
    let stop = AtomicBool::new(true);
    let none =
        play(EngineConfig::default(), ordered("none"), &settings(4, 2), &stop, |_| ()).unwrap();
    assert_eq!(none, MatchResult::default());

    let stop = AtomicBool::new(false);
    let seen = Mutex::new(Vec::new());
    let progress = |so_far: &MatchResult| {
        seen.lock().unwrap().push(*so_far);
        stop.store(true, Ordering::Relaxed);
    };
    let some =
        play(EngineConfig::default(), ordered("none"), &settings(50, 1), &stop, progress).unwrap();
    assert_eq!(some.wins + some.draws + some.losses, 2 * some.pentanomial.pairs());
    assert!(some.pentanomial.pairs() < 50);
    assert_eq!(seen.lock().unwrap().last(), Some(&some));
}

#[test]
fn progress_counts_up_pair_by_pair() {
    let seen = Mutex::new(Vec::new());
    let progress = |so_far: &MatchResult| seen.lock().unwrap().push(so_far.pentanomial.pairs());
    let stop = AtomicBool::new(false);
    play(ordered("see"), ordered("none"), &settings(4, 2), &stop, progress).unwrap();
    assert_eq!(*seen.lock().unwrap(), [1, 2, 3, 4]);
}

#[test]
fn a_book_too_small_stops_the_match_before_it_begins() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let book = Book::parse(start, 1, 1).unwrap();
    let settings = Settings { openings: Some(book), ..settings(2, 1) };
    let stop = AtomicBool::new(false);
    let played = |_: &MatchResult| panic!("no pair is played");
    let error = play(EngineConfig::default(), EngineConfig::default(), &settings, &stop, played)
        .unwrap_err();
    assert_eq!(error.to_string(), "1 openings for 2 pairs");
}
