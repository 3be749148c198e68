//! Matches so small that they are over in a moment.

use super::*;
use uci::engine::EngineConfig;

fn settings(threads: usize) -> MatchSettings {
    MatchSettings { nodes: 200, threads, openings: Openings::random(11, false).unwrap() }
}

fn with_ordering(ordering: &'static str) -> Side {
    Side::from(EngineConfig { ordering, ..EngineConfig::default() })
}

/// A pair that was played: its number, opening and games.
type Played = (usize, String, [PlayedGame; 2]);

/// Plays pairs until `enough` of them are finished.
fn play_some(
    sides: [&Side; 2],
    settings: MatchSettings,
    numbers: &[usize],
    enough: usize,
) -> Vec<Played> {
    let mut played = Vec::new();
    play_pairs(sides, settings, numbers.to_vec(), &AtomicBool::new(false), &mut |pair| {
        played.push((pair.number, pair.opening.to_fen(), pair.games.clone()));
        let enough = played.len() == enough;
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .unwrap();
    played.sort_by_key(|pair| pair.0);
    played
}

/// The first side's half points in three pairs.
fn play_match(first: &Side, second: &Side, threads: usize) -> Vec<[usize; 2]> {
    let mut results = vec![[9; 2]; 3];
    let (settings, stop) = (settings(threads), AtomicBool::new(false));
    play_pairs([first, second], settings, vec![0, 1, 2], &stop, &mut |pair| {
        results[pair.number] = pair.half_points();
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    results
}

#[test]
fn the_same_match_gives_the_same_result_on_any_number_of_threads() {
    let (first, second) = (with_ordering("none"), with_ordering("modern"));
    let one = play_match(&first, &second, 1);
    assert!(one.iter().flatten().all(|&half_points| half_points <= 2), "{one:?}");
    assert_eq!(play_match(&first, &second, 1), one);
    assert_eq!(play_match(&first, &second, 2), one);
}

#[test]
fn swapped_sides_give_the_mirrored_result() {
    let (one, other) = (with_ordering("mvv-lva"), with_ordering("none"));
    let mut mirrored = play_match(&other, &one, 2);
    for pair in &mut mirrored {
        pair.reverse();
        *pair = pair.map(|half_points| 2 - half_points);
    }
    assert_eq!(play_match(&one, &other, 2), mirrored);
}

/// Equal sides play the same game twice: what White gets in one, Black gives up in the other.
#[test]
fn identical_sides_score_half_in_every_pair() {
    let side = Side::from(EngineConfig::default());
    let pairs = play_match(&side, &side, 2);
    assert!(pairs.iter().all(|pair| pair[0] + pair[1] == 2), "{pairs:?}");
}

#[test]
fn alpha_beta_search_can_play_a_match() {
    let config = EngineConfig { search: "alpha-beta", ordering: "none", ..EngineConfig::default() };
    let sides = [&Side::from(config), &Side::from(EngineConfig::default())];
    let few = MatchSettings { nodes: 60, ..settings(1) };
    assert_eq!(play_some(sides, few, &[0], 9).len(), 1);
}

/// A match in two parts, the second of which plays what the first left out, is the same match.
#[test]
fn a_pair_depends_on_its_number_alone() {
    let sides = [&with_ordering("see"), &with_ordering("none")];
    let whole = play_some(sides, settings(2), &[0, 1, 2, 3], 9);
    assert_eq!(whole.len(), 4);
    let rest = play_some(sides, settings(1), &[1, 3], 9);
    assert_eq!(rest, [whole[1].clone(), whole[3].clone()]);
}

#[test]
fn a_match_ends_when_it_is_told_to() {
    let side = Side::from(EngineConfig::default());
    let numbers: Vec<usize> = (0..9).collect();
    assert_eq!(play_some([&side, &side], settings(2), &numbers, 2).len(), 2);
    let mut pairs = 0;
    let stop = AtomicBool::new(false);
    play_pairs([&side, &side], settings(1), numbers.clone(), &stop, &mut |_| {
        pairs += 1;
        stop.store(true, Ordering::Relaxed);
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    assert_eq!(pairs, 1);
    play_pairs([&side, &side], settings(1), numbers, &stop, &mut |_| panic!("stopped")).unwrap();
}
