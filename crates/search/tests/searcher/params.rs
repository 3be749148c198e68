//! Tunable parameters: listed by every searcher, set for one alone.

use super::*;

#[test]
fn parameters_are_listed_and_set_per_searcher() {
    let (mut one, other) = (Engine::new(), Engine::new());
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
        let mut engine = Engine::new();
        assert!(engine.set_parameter(name, 20));
        assert_ne!(run_search_with(&mut engine, &game, &Limits::depth(8)).0.nodes, default);
        engine.set_options(&searcher::Options { threads: 3, ..Default::default() }).unwrap();
        assert!(engine.parameters().iter().any(|&(p, value)| p.name == name && value == 20));
        assert!(engine.set_parameter(name, 21));
    }
}
