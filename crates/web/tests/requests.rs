//! Requests and their answers.

use bartizan_web::Lab;
use eval::nnue::Network;
use game::Game;
use searcher::{Limits, NullReporter, Signals};
use serde_json::{Value, json};
use std::cell::RefCell;
use uci::engine::EngineConfig;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// 218 legal moves, as many as are known to be possible.
const MANY_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

thread_local! {
    static REPORTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

fn keep(report: &Value) {
    REPORTS.with_borrow_mut(|reports| reports.push(report.clone()));
}

fn lab() -> Lab {
    let mut lab = Lab::default();
    lab.load_network(&Network::embedded().encode()).expect("the network of the binary");
    lab
}

fn answer(lab: &mut Lab, request: Value) -> Result<Value, String> {
    let answer: Value = serde_json::from_str(&lab.call(&request.to_string(), keep)).expect("JSON");
    match answer.get("ok") {
        Some(ok) => Ok(ok.clone()),
        None => Err(answer["error"].as_str().expect("an answer is ok or an error").to_owned()),
    }
}

fn parts(search: &str, evaluation: &str, ordering: &str) -> Value {
    json!({ "search": search, "evaluation": evaluation, "ordering": ordering })
}

fn default_parts() -> Value {
    parts(search::DEFAULT, eval::DEFAULT, ordering::DEFAULT)
}

fn search(fen: &str, parts: Value, depth: u32) -> Value {
    json!({ "command": "search", "game": { "fen": fen }, "parts": parts, "limits": { "depth": depth } })
}

/// The nodes of the moves and their replies: those of a move are at least those of its replies.
fn checked_nodes(moves: &Value) -> u64 {
    let moves = moves.as_array().expect("a list of moves");
    let nodes = moves.iter().map(|entry| {
        let nodes = entry["nodes"].as_u64().expect("a count");
        assert!(checked_nodes(&entry["replies"]) <= nodes, "{entry}");
        nodes
    });
    nodes.sum()
}

#[test]
fn every_name_builds_an_engine_that_searches() {
    let about = answer(&mut Lab::default(), json!({ "command": "about" })).expect("an answer");
    let names = |kind: &str| about[kind].as_array().expect("names").clone();
    let mut lab = lab();
    for search_name in names("searches") {
        for evaluation in names("evaluations") {
            for ordering in names("orderings") {
                let name = |name: &Value| name.as_str().expect("a name").to_owned();
                let parts = parts(&name(&search_name), &name(&evaluation), &name(&ordering));
                let result = answer(&mut lab, search("", parts.clone(), 2)).expect("a result");
                assert!(result["best"].is_string(), "{parts}");
                let order = json!({ "command": "order", "game": {}, "parts": parts });
                let order = answer(&mut lab, order).expect("an order");
                assert_eq!(order.as_array().map(Vec::len), Some(20), "{parts}");
            }
        }
    }
}

#[test]
fn search_is_that_of_the_engine_and_is_recorded() {
    let position = board::Position::from_fen(KIWIPETE).expect("a position");
    let mut engine = uci::engine::build(EngineConfig::default());
    let limits = Limits::depth(8);
    let expected = engine.search(&Game::new(position), &limits, &Signals::new(), &mut NullReporter);
    let result = answer(&mut lab(), search(KIWIPETE, default_parts(), 8)).expect("a result");
    assert_eq!(result["nodes"], expected.nodes);
    assert_eq!(result["depth"], expected.depth);
    let reports = REPORTS.take();
    let last = reports.last().expect("a report");
    assert_eq!((&last["best"], &last["depth"]), (&result["best"], &result["depth"]));
    let sum = |counts: &Value| {
        counts.as_array().expect("counts").iter().filter_map(Value::as_u64).sum::<u64>()
    };
    let cutoffs = &result["cutoffs"];
    assert_eq!(sum(&cutoffs["byIndex"]), sum(&cutoffs["byStage"]));
    assert!((1..expected.nodes).contains(&sum(&cutoffs["byIndex"])));
    // The root moves of the last iteration, whose nodes are a part of all.
    let tree = &result["tree"];
    assert_eq!(tree.as_array().map(Vec::len), Some(48));
    assert!((1..expected.nodes).contains(&checked_nodes(tree)));
    let text = tree.to_string();
    for what in ["\"reduction\":2", "\"good-noisy\""] {
        assert!(text.contains(what), "{what}");
    }
    let ends = result["ends"].as_object().expect("counts of ends");
    let total: u64 = ends.values().filter_map(Value::as_u64).sum();
    assert!((expected.nodes / 4..expected.nodes * 2).contains(&total), "{ends:?}");
}

/// Calls a function with every rule of a tree.
fn for_each_rule(moves: &Value, each: &mut impl FnMut(&Value)) {
    for entry in moves.as_array().expect("a list of moves") {
        for name in ["pruned", "end", "lateMovesPruned"] {
            if !entry[name].is_null() {
                each(&entry[name]);
            }
        }
        for_each_rule(&entry["replies"], each);
    }
}

#[test]
fn rules_that_leave_something_out_have_their_numbers() {
    let mut lab = lab();
    let mut seen = std::collections::BTreeSet::new();
    for (fen, depth) in
        [(KIWIPETE, 6), (KIWIPETE, 8), ("", 7), ("8/8/3k4/8/2P5/3K4/8/8 w - - 0 1", 9)]
    {
        let result = answer(&mut lab, search(fen, default_parts(), depth)).expect("a result");
        for_each_rule(&result["tree"], &mut |rule| {
            let number = |name: &str| rule[name].as_i64();
            let name = rule["rule"].as_str().expect("a name").to_owned();
            let margin = number("margin").expect("a margin");
            let compared = number("value").zip(number("bound"));
            let holds = match name.as_str() {
                "razoring" | "futility pruning" | "delta pruning" => {
                    compared.is_some_and(|(value, bound)| value + margin <= bound)
                }
                "reverse futility pruning" => {
                    margin > 0 && compared.is_some_and(|(value, bound)| value >= bound + margin)
                }
                "null move pruning" | "ProbCut" | "stand pat" | "multicut" => {
                    compared.is_none_or(|(value, bound)| value >= bound)
                }
                "SEE pruning" => margin <= 0,
                "late move pruning" | "move count in quiescence" => margin > 0,
                _ => true,
            };
            assert!(holds, "{rule}");
            seen.insert(name);
        });
    }
    for name in [
        "futility pruning",
        "SEE pruning",
        "late move pruning",
        "TT cutoff",
        "reverse futility pruning",
        "stand pat",
    ] {
        assert!(seen.contains(name), "{name} not in {seen:?}");
    }
}

#[test]
fn tree_shows_extensions_and_results_show_bounds() {
    let mut lab = lab();
    // Extensions are of moves below the root, and the tree has three plies.
    let middlegame = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    let mut text = String::new();
    for depth in 11..14 {
        let result =
            answer(&mut lab, search(middlegame, default_parts(), depth)).expect("a result");
        assert_eq!(result["exact"], true);
        text += &result["tree"].to_string();
    }
    let extended = |sign: &str| {
        let mut numbers = text.split("\"extension\":").skip(1);
        numbers.any(|rest| !rest.starts_with('0') && rest.starts_with('-') == (sign == "-"))
    };
    assert!(extended("+") && extended("-"));
    // Searches that end after a fail high have a lower bound, from White's side.
    let mut bounds = 0;
    for nodes in (2_000..6_000).step_by(150) {
        let mut request = search(KIWIPETE, default_parts(), 1);
        request["limits"] = json!({ "nodes": nodes });
        request["fresh"] = json!(true);
        let result = answer(&mut lab, request).expect("a result");
        let score = result["score"].as_str().expect("a score");
        assert_eq!(result["exact"], !score.starts_with("≥ "), "{score}");
        let last = REPORTS.take().pop().expect("a report");
        assert_eq!((&last["score"], &last["exact"]), (&result["score"], &result["exact"]));
        bounds += u32::from(result["exact"] == false);
    }
    assert!(bounds > 0);
}

#[test]
fn tables_are_kept_until_a_fresh_search() {
    let mut lab = lab();
    let first = answer(&mut lab, search(KIWIPETE, default_parts(), 7)).expect("a result");
    let again = answer(&mut lab, search(KIWIPETE, default_parts(), 7)).expect("a result");
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64());
    let mut request = search(KIWIPETE, default_parts(), 7);
    request["fresh"] = json!(true);
    assert_eq!(answer(&mut lab, request).expect("a result")["nodes"], first["nodes"]);
}

#[test]
fn heuristics_are_taken_out_where_parameters_can_be_set() {
    let mut lab = lab();
    let mut nodes = |without: &str| {
        let mut parts = parts("full", "classical", "modern");
        parts["without"] = json!(without);
        answer(&mut lab, search(KIWIPETE, parts, 7)).map(|result| result["nodes"].as_u64())
    };
    let all = nodes("").expect("a result");
    for name in
        ["null-move pruning", "late move reductions", "late move pruning", "futility pruning"]
    {
        let told = format!("{name} cannot be taken out of the search full here");
        match nodes(name) {
            Ok(count) => {
                assert!(cfg!(feature = "tune") && count != all, "{name}: {count:?}, {all:?}")
            }
            Err(error) => assert!(!cfg!(feature = "tune") && error == told, "{error}"),
        }
    }
    assert_eq!(nodes("luck"), Err("no heuristic is called 'luck'".to_owned()));
}

#[test]
fn game_state_is_told() {
    let mut lab = Lab::default();
    let mut position = |fen: &str, moves: &[&str]| {
        let game = json!({ "fen": fen, "moves": moves });
        answer(&mut lab, json!({ "command": "position", "game": game }))
    };
    let many = position(MANY_MOVES, &[]).expect("a position");
    assert_eq!(many["moves"].as_array().map(Vec::len), Some(218));
    let mate = position("", &["f3", "e7e5", "g4", "Qh4#"]).expect("legal moves");
    assert_eq!(mate["end"], json!({ "reason": "Black wins by checkmate", "result": "0-1" }));
    assert_eq!(mate["played"][3], json!({ "uci": "d8h4", "san": "Qh4#" }));
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[]).expect("a position");
    let castling =
        castling["moves"].as_array().expect("moves").iter().find(|mv| mv["san"] == "O-O");
    let castling = castling.expect("castling is legal");
    assert_eq!((&castling["to"], &castling["kingTo"]), (&json!("h1"), &json!("g1")));
    let repaired = position("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", &[]).expect("a position");
    assert_eq!(repaired["notes"].as_array().map(Vec::len), Some(1));
    let chess960 = answer(&mut lab, json!({ "command": "chess960", "number": 518 }));
    let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(chess960, Ok(json!(standard)));
}

#[test]
fn evaluations_are_explained() {
    let mut lab = lab();
    for &evaluation in eval::NAMES {
        let request = json!({ "command": "evaluate", "game": {}, "evaluation": evaluation });
        let answer = answer(&mut lab, request).expect("an evaluation");
        assert!(answer["text"].as_str().is_some_and(|text| text.lines().count() > 4), "{answer}");
    }
}

#[test]
fn bench_counts_the_nodes_of_the_engine() {
    let mut lab = lab();
    for evaluation in ["classical", "nnue"] {
        let mut engine = uci::engine::build(EngineConfig { evaluation, ..EngineConfig::default() });
        let (limits, signals) = (Limits::depth(3), Signals::new());
        let expected = search::bench::run_bench(engine.as_mut(), &limits, &signals, |_, _| ());
        let request = json!({ "command": "bench", "depth": 3, "evaluation": evaluation });
        let answer = answer(&mut lab, request).expect("a bench");
        assert_eq!(answer["nodes"].as_u64(), expected.map(|total| total.nodes));
        let sums = answer["evaluationSums"].as_array().expect("sums");
        assert!(sums.iter().all(|sum| sum[1] == sums[0][1]), "{sums:?}");
    }
}

#[test]
fn wrong_requests_are_errors() {
    let mut lab = Lab::default();
    let mut search_with = |key: &str, value: Value| {
        let mut request = search("", default_parts(), 2);
        request[key] = value;
        answer(&mut lab, request).expect_err("a wrong request")
    };
    for (key, value, expected) in [
        ("game", json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), "invalid position"),
        ("game", json!({ "moves": ["e4", "e4"] }), "move 2, 'e4'"),
        ("game", json!({ "moves": ["f3", "e5", "g4", "Qh4"] }), "the game is over"),
        ("parts", parts("deep", "classical", "modern"), "no search"),
        ("parts", parts("full", "deep", "modern"), "no evaluation"),
        ("parts", parts("full", "classical", "deep"), "no ordering"),
        ("parts", parts("full", "nnue", "modern"), "the network is not loaded"),
        ("limits", json!({}), "a search needs"),
        ("limits", json!({ "depth": -1 }), "request: "),
        ("command", json!("sleep"), "request: "),
    ] {
        let error = search_with(key, value.clone());
        assert!(error.starts_with(expected), "{key} {value}: {error}");
    }
    assert!(lab.call("{", keep).contains("request: "));
    assert!(lab.load_network(b"BARTNNUE").is_err());
}

#[test]
fn captures_are_shown_with_their_table_value() {
    // The pawn takes a queen or a pawn, or it is pushed.
    let fen = "4k3/8/8/2q1p3/3P4/8/8/4K3 w - - 0 1";
    for ordering in ["mvv-lva", "killers"] {
        let parts = parts("full", "classical", ordering);
        let request = json!({ "command": "order", "game": { "fen": fen }, "parts": parts });
        let rows = answer(&mut lab(), request).expect("an order");
        let shown = |at: usize| (rows[at]["uci"].clone(), rows[at]["score"].clone());
        let expected = [("d4c5", 55), ("d4e5", 15)].map(|(uci, score)| (json!(uci), json!(score)));
        assert_eq!([shown(0), shown(1)], expected);
        assert_eq!(rows[2]["score"], 0);
    }
}
