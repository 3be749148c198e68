//! The observer sees what the search does, and changes nothing of it.

use super::tablebase::WINS;
use super::*;
use ordering::{OrderedMove, PickedMove, Stage};
use search::{MovePruning, NodeEnd, SearchEvent, SearchObserver};
use std::cell::RefCell;

/// Records all events.
#[derive(Default)]
struct Recorder(RefCell<Vec<(usize, SearchEvent)>>);

impl SearchObserver for Recorder {
    fn observe(&self, ply: usize, event: SearchEvent) {
        self.0.borrow_mut().push((ply, event));
    }
}

type ObservedEngine = Pvs<Classical, Modern, Recorder>;

/// The result of an observed search, and the events of its main thread.
fn observed(game: &Game, limits: &Limits) -> (SearchResult, Vec<(usize, SearchEvent)>) {
    let mut engine = ObservedEngine::observed(Classical::default);
    let (result, _) = run_search_with(&mut engine, game, limits);
    (result, engine.read_observer(|recorder| recorder.0.take()))
}

fn made(events: &[(usize, SearchEvent)]) -> u64 {
    events.iter().filter(|(_, event)| *event == SearchEvent::Made).count() as u64
}

#[test]
fn observed_search_is_the_same_and_every_node_is_seen() {
    for game in random_games(8, 20, 11) {
        for limits in [Limits::depth(8), Limits::nodes(3_333)] {
            let (result, events) = observed(&game, &limits);
            assert_eq!(result, run_search(&game, &limits).0, "{}", game.position);
            assert_eq!(made(&events), result.nodes, "{}", game.position);
        }
    }
    // With two threads the main thread's observer sees the nodes of that thread.
    let mut engine = ObservedEngine::observed(Classical::default);
    engine.set_options(&Options { threads: 2, ..Options::default() }).expect("memory");
    let (result, _) = run_search_with(&mut engine, &Game::default(), &Limits::depth(6));
    assert!((1..=result.nodes).contains(&made(&engine.read_observer(|seen| seen.0.take()))));
}

/// The root moves of an iteration as its first window picked them.
fn picked_at_root(events: &[(usize, SearchEvent)], depth: u32) -> Vec<OrderedMove> {
    let at_root = events.iter().filter(|(ply, _)| *ply == 0).map(|(_, event)| event);
    let iteration = at_root.skip_while(|event| **event != SearchEvent::Iteration(depth));
    let mut windows = 0;
    let first_window = iteration.take_while(|event| {
        windows += usize::from(matches!(event, SearchEvent::Entered { .. }));
        windows < 2
    });
    let picked = first_window.filter_map(|event| match event {
        SearchEvent::Picked { picked, .. } => Some(*picked),
        _ => None,
    });
    let ordered = |picked: PickedMove| OrderedMove {
        mv: picked.mv,
        stage: picked.stage,
        score: picked.score.into(),
    };
    picked.map(ordered).collect()
}

/// Scores change while an iteration goes on, but not in the first one: quiescence changes no history.
/// There the search takes the first move generated for its TT move.
#[test]
fn root_moves_are_seen_in_the_order_that_the_engine_tells() {
    for game in random_games(20, 20, 12) {
        let mut expected = Engine::default().order(&game.position);
        let (_, events) = observed(&game, &Limits::depth(1));
        let mut picked = picked_at_root(&events, 1);
        let first = picked.remove(0);
        assert_eq!(first.stage, Stage::TtMove);
        expected.retain(|ordered| ordered.mv != first.mv);
        assert_eq!(picked, expected, "{}", game.position);
    }
}

#[test]
fn root_move_that_was_best_is_seen_first_in_the_next_iteration() {
    for game in random_games(20, 20, 13) {
        let mut engine = Engine::default();
        run_search_with(&mut engine, &game, &Limits::depth(5));
        let (_, events) = observed(&game, &Limits::depth(6));
        let picked = picked_at_root(&events, 6);
        assert_eq!(picked.first(), engine.order(&game.position).first(), "{}", game.position);
    }
}

#[test]
fn events_of_a_node_are_complete() {
    let (_, events) = observed(&Game::default(), &Limits::depth(11));
    let count =
        |wanted: fn(&SearchEvent) -> bool| events.iter().filter(|(_, event)| wanted(event)).count();
    let picked = count(|event| matches!(event, SearchEvent::Picked { .. }));
    let pruned = count(|event| matches!(event, SearchEvent::Pruned(_)));
    let searched = count(|event| matches!(event, SearchEvent::Searched(..)));
    let multicut = count(|event| matches!(event, SearchEvent::Ended(search::NodeEnd::Multicut, _)));
    assert_eq!(picked, pruned + searched + multicut);
    assert!(pruned > 0 && searched > 0 && multicut > 0);
    assert!(count(|event| *event == SearchEvent::LateMovesPruned) > 0);
    let side_searches = count(|event| *event == SearchEvent::SideSearch);
    assert!(side_searches > 0);
    assert_eq!(side_searches, count(|event| *event == SearchEvent::SideSearchEnd));
    // What follows a reduction is the reduced search.
    let mut reductions = 0;
    for (event, next) in events.iter().zip(&events[1..]) {
        if let (ply, SearchEvent::Reduced { .. }) = event {
            assert_eq!(next.0, ply + 1);
            assert!(matches!(next.1, SearchEvent::Entered { .. }), "{next:?}");
            reductions += 1;
        }
    }
    assert!(reductions > 100, "{reductions}");
    // Numbers belong to the event after them, and every pruned move has some.
    let mut of_moves = 0;
    for (event, next) in events.iter().zip(&events[1..]) {
        if let (ply, SearchEvent::Numbers(_)) = event {
            let rule = matches!(
                next.1,
                SearchEvent::Ended(..) | SearchEvent::Pruned(_) | SearchEvent::LateMovesPruned
            );
            assert!(next.0 == *ply && rule, "{next:?}");
            of_moves += usize::from(matches!(next.1, SearchEvent::Pruned(_)));
        }
    }
    assert_eq!(of_moves, pruned);
}

/// A number for each kind of event. A kind without one does not compile.
fn kind(event: &SearchEvent) -> usize {
    match event {
        SearchEvent::Iteration(_) => 0,
        SearchEvent::Entered { .. } => 1,
        SearchEvent::Picked { .. } => 2,
        SearchEvent::LateMovesPruned => 3,
        SearchEvent::Extended(plies) => 4 + usize::from(*plies > 0),
        SearchEvent::Reduced { .. } => 6,
        SearchEvent::Made => 7,
        SearchEvent::Searched(..) => 8,
        SearchEvent::SideSearch => 9,
        SearchEvent::SideSearchEnd => 10,
        SearchEvent::PickerAsked { .. } => 11,
        SearchEvent::Cutoff { .. } => 12,
        SearchEvent::Numbers(_) => 13,
        SearchEvent::Ended(end, _) => 14 + *end as usize,
        SearchEvent::Pruned(why) => 14 + NodeEnd::ALL.len() + *why as usize,
    }
}

#[test]
fn every_kind_of_event_is_seen() {
    let mut seen = [0_u32; 14 + NodeEnd::ALL.len() + MovePruning::ALL.len()];
    let mut terms = std::collections::BTreeSet::new();
    let games = random_games(6, 24, 14).into_iter().chain([
        Game::default(),
        game("8/8/8/5k2/8/8/1r6/K1Q5 w - - 0 1"),
        game("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"),
    ]);
    for game in games {
        let mut engine = ObservedEngine::observed(Classical::default);
        engine.set_tablebase(Some(std::sync::Arc::new(WINS)));
        run_search_with(&mut engine, &game, &Limits::depth(11));
        for (_, event) in engine.read_observer(|recorder| recorder.0.take()) {
            seen[kind(&event)] += 1;
            if let SearchEvent::Reduced { terms: of_move, .. } = event {
                terms.extend(of_move.named().map(|(name, _)| name));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    assert_eq!(terms.len(), 8, "{terms:?}");
}

/// What a search says of its best move was found in a search of that move, with the window that makes it
/// exact or a bound.
#[test]
fn result_of_an_aborted_search_was_seen_with_its_bound() {
    let mut lower = 0;
    for game in random_games(12, 30, 15) {
        for nodes in (100..6_000).step_by(331) {
            let (result, events) = observed(&game, &Limits::nodes(nodes));
            let (mut window, mut found) = ((Score::ZERO, Score::ZERO), Vec::new());
            for (_, event) in events.iter().filter(|(ply, _)| *ply == 0) {
                match *event {
                    SearchEvent::Entered { alpha, beta, .. } => window = (alpha, beta),
                    SearchEvent::Searched(mv, score) if score >= window.1 => {
                        found.push((mv, score, Bound::Lower));
                    }
                    SearchEvent::Searched(mv, score) if score > window.0 => {
                        found.push((mv, score, Bound::Exact));
                        window.0 = score;
                    }
                    _ => {}
                }
            }
            let reported = (result.best.unwrap(), result.score, result.bound);
            assert!(found.contains(&reported), "{} {nodes}: {result:?}", game.position);
            lower += u32::from(result.bound == Bound::Lower);
        }
    }
    assert!(lower > 0);
}
