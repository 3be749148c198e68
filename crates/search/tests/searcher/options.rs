//! Options of the search; tunable parameters: listed by every searcher, set for one alone.

use super::*;

#[test]
fn parameters_are_listed_and_set_per_searcher() {
    let (mut one, other) = (Engine::default(), Engine::default());
    let names = ["lmr_history", "time_increment", "quiet_bonus_slope"];
    for name in names {
        let value = |engine: &Engine| {
            let parameters = engine.parameters();
            parameters.iter().find(|(parameter, _)| parameter.name == name).unwrap().1
        };
        let default = value(&other);
        let set = one.set_parameter(name, default + 1);
        assert_eq!(set, cfg!(feature = "tune"));
        assert_eq!(value(&one), default + i32::from(set), "{name}");
        assert_eq!(value(&other), default, "{name}");
        one.new_game();
        assert_eq!(value(&one), default + i32::from(set), "{name} after a new game");
    }
    assert!(!one.set_parameter("no_such_parameter", 1));
}

#[test]
#[cfg(feature = "tune")]
fn parameters_reach_new_threads_and_change_the_search() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let default = run_search(&game, &Limits::depth(8)).0.nodes;
    for name in ["lmr_quiet_base", "butterfly_weight"] {
        let mut engine = Engine::default();
        assert!(engine.set_parameter(name, 20));
        assert_ne!(run_search_with(&mut engine, &game, &Limits::depth(8)).0.nodes, default);
        engine.set_options(&Options { threads: 3, ..Default::default() }).unwrap();
        assert!(engine.parameters().iter().any(|&(p, value)| p.name == name && value == 20));
        assert!(engine.set_parameter(name, 21));
    }
}

#[test]
fn oversized_hash_is_refused_and_previous_size_kept() {
    let mut engine = Engine::default();
    let too_large = Options { hash_mib: usize::MAX >> 24, ..Options::default() };
    assert!(engine.set_options(&too_large).is_err());
    assert_eq!(engine.tt().mib(), Options::default().hash_mib);
    assert!(run_search_with(&mut engine, &Game::default(), &Limits::depth(3)).0.best.is_some());
}

/// Without threads of its own the engine does the same on the thread of the caller.
#[test]
fn caller_thread_searches_as_an_own_thread() {
    let found = [0, 1].map(|threads| {
        let searches = move || {
            let mut engine = engine_with(Options { threads, ..Options::default() });
            let games = random_games(6, 30, 5).into_iter();
            let found = games.map(|game| {
                let (result, reporter) = run_search_with(&mut engine, &game, &Limits::nodes(8_000));
                let lines = reporter.reports.into_iter();
                let line = |report: Report| (report.depth, report.score, report.nodes, report.pv);
                (result, lines.map(line).collect::<Vec<_>>())
            });
            found.collect::<Vec<_>>()
        };
        let builder = std::thread::Builder::new().stack_size(searcher::STACK_SIZE);
        builder.spawn(searches).unwrap().join().unwrap()
    });
    assert_eq!(found[0], found[1]);
}
