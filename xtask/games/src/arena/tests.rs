//! Matches so small that they are over in a moment.

use super::*;
use uci::engine::EngineConfig;

fn settings(pairs: usize, threads: usize) -> MatchSettings {
    MatchSettings { nodes: 200, pairs, threads, seed: 11, openings: None, chess960: false }
}

fn with_ordering(ordering: &'static str) -> EngineConfig {
    EngineConfig { ordering, ..EngineConfig::default() }
}

fn play_match(
    first: &EngineConfig,
    second: &EngineConfig,
    settings: &MatchSettings,
) -> MatchResult {
    let [first, second] = [first, second].map(|config| Side::from(config.clone()));
    play([&first, &second], settings, &AtomicBool::new(false), |_| ()).unwrap()
}

#[test]
fn the_same_match_gives_the_same_result_on_any_number_of_threads() {
    let (first, second) = (with_ordering("none"), with_ordering("modern"));
    let one = play_match(&first, &second, &settings(3, 1));
    assert_eq!(one.pentanomial.pairs(), 3);
    assert_eq!(one.wins + one.draws + one.losses, 6);
    assert_eq!(play_match(&first, &second, &settings(3, 1)), one);
    assert_eq!(play_match(&first, &second, &settings(3, 2)), one);
}

#[test]
fn swapped_sides_give_the_mirrored_result() {
    let (one, other) = (with_ordering("mvv-lva"), with_ordering("none"));
    let forwards = play_match(&one, &other, &settings(3, 2));
    let backwards = play_match(&other, &one, &settings(3, 2));
    let mut mirrored = backwards.pentanomial.0;
    mirrored.reverse();
    assert_eq!(forwards.pentanomial.0, mirrored);
    assert_eq!((forwards.wins, forwards.draws), (backwards.losses, backwards.draws));
}

/// Equal sides play the same game twice: what White gets in one, Black gives up in the other.
#[test]
fn identical_sides_score_half_in_every_pair() {
    let config = EngineConfig::default();
    let result = play_match(&config, &config, &settings(3, 2));
    assert_eq!(result.pentanomial, Pentanomial([0, 0, 3, 0, 0]));
}

#[test]
fn alpha_beta_search_can_play_a_match() {
    let plain = EngineConfig { search: "alpha-beta", ordering: "none", ..EngineConfig::default() };
    let few = MatchSettings { nodes: 60, ..settings(1, 1) };
    assert_eq!(play_match(&plain, &EngineConfig::default(), &few).pentanomial.pairs(), 1);
}

#[test]
fn a_stopped_match_keeps_whole_pairs() {
    let sides = [EngineConfig::default(), with_ordering("none")].map(Side::from);
    let sides = [&sides[0], &sides[1]];
    let stop = AtomicBool::new(true);
    let none = play(sides, &settings(4, 2), &stop, |_| ()).unwrap();
    assert_eq!(none, MatchResult::default());

    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let some = play(sides, &settings(50, 1), &stop, |so_far: &MatchResult| {
        seen.push(*so_far);
        stop.store(true, Ordering::Relaxed);
    })
    .unwrap();
    assert_eq!(some.games(), 2 * some.pentanomial.pairs());
    assert!(some.pentanomial.pairs() < 50);
    assert_eq!(seen.last(), Some(&some));
}

/// A match in two parts, the second of which plays what the first left out, is the same match.
#[test]
fn a_pair_depends_on_its_number_alone() {
    let sides = [with_ordering("see"), with_ordering("none")].map(Side::from);
    let play_some = |numbers: &[usize], threads| {
        let mut played = Vec::new();
        let stop = AtomicBool::new(false);
        let settings = settings(4, threads);
        play_pairs([&sides[0], &sides[1]], &settings, numbers.to_vec(), &stop, &mut |pair| {
            played.push((pair.number, pair.opening.to_fen(), pair.games.clone()));
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        played.sort_by_key(|pair| pair.0);
        played
    };
    let whole = play_some(&[0, 1, 2, 3], 2);
    assert_eq!(whole.len(), 4);
    assert_eq!(play_some(&[1, 3], 1), [whole[1].clone(), whole[3].clone()]);
}

#[test]
fn a_match_ends_when_it_is_told_to() {
    let side = Side::from(EngineConfig::default());
    let mut pairs = 0;
    let stop = AtomicBool::new(false);
    play_pairs([&side, &side], &settings(9, 2), (0..9).collect(), &stop, &mut |_| {
        pairs += 1;
        Ok(if pairs == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .unwrap();
    assert_eq!(pairs, 2);
}

#[test]
fn too_few_openings_is_an_error() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let book = OpeningBook::parse(start, 1, 1).unwrap();
    let settings = MatchSettings { openings: Some(book), ..settings(2, 1) };
    let side = Side::from(EngineConfig::default());
    let played = |_: &MatchResult| panic!("no pair is played");
    let error = play([&side, &side], &settings, &AtomicBool::new(false), played).unwrap_err();
    assert_eq!(error.to_string(), "1 openings for 2 pairs");
}
