//! Scoring functions that a person writes: what is read, what is wrong, how they order and search.

use bartizan_web::Lab;
use serde_json::{Value, json};
use std::cell::RefCell;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// The scheme `formula` in the language.
const FORMULA: &str = "// victim · 10 − attacker\nif (!capture) return 0;\nlet attacker = value(piece)\n\
                       if (piece == king) attacker = 10_000\nreturn 1000000 + 10 * value(victim) - attacker;";

thread_local! {
    static REPORTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// An answer, and the reports before it.
fn call(lab: &mut Lab, request: Value) -> (Result<Value, String>, Vec<Value>) {
    let sink = |report: &Value| REPORTS.with_borrow_mut(|reports| reports.push(report.clone()));
    let answer: Value = serde_json::from_str(&lab.call(&request.to_string(), sink)).expect("JSON");
    let ok = answer.get("ok").cloned();
    (ok.ok_or_else(|| answer["error"].as_str().expect("a text").to_owned()), REPORTS.take())
}

fn own(search: &str, code: &str) -> Value {
    json!({ "search": search, "evaluation": "classical", "ordering": "own", "code": code })
}

fn order(fen: &str, parts: Value) -> Vec<Value> {
    let request = json!({ "command": "order", "game": { "fen": fen }, "parts": parts });
    let (answer, reports) = call(&mut Lab::default(), request);
    assert_eq!(reports, [Value::Null; 0]);
    answer.expect("an order").as_array().expect("a list").clone()
}

fn search(parts: Value, depth: u32) -> Value {
    json!({ "command": "search", "game": { "fen": KIWIPETE }, "parts": parts, "limits": { "depth": depth } })
}

#[test]
fn wrong_code_is_told_with_its_place() {
    for (code, line, column, message) in [
        ("", 1, 1, "there is no code: `return 0;` is the least"),
        ("return", 1, 7, "a value is missing before `the end`"),
        ("return see +;", 1, 13, "a value is missing before `;`"),
        ("return (see;", 1, 12, "`)` is missing before `;`"),
        ("return 1\n+ victm;", 2, 3, "`victm` has no meaning; is it `victim`?"),
        ("return histroy;", 1, 8, "`histroy` has no meaning; is it `history`?"),
        ("return Victim;", 1, 8, "`Victim` has no meaning; is it `victim`?"),
        ("return victim_value;", 1, 8, "`victim_value` has no meaning; is it `victim`?"),
        ("see;", 1, 1, "this value is not used: `return` is missing before it"),
        ("let x = 1\nx\nreturn x", 2, 1, "`x` alone does nothing: `x = …`, or `return x;`"),
        ("see = 3;", 1, 1, "`see` cannot be set; a variable begins with `let`"),
        ("gain = 3;", 1, 1, "`gain` has no meaning"),
        ("let see = 3;", 1, 5, "`see` has a meaning already"),
        ("let = 3;", 1, 5, "a name is missing before `=`"),
        ("if (piece = pawn) return 1;", 1, 11, "`=` sets a variable; `==` compares"),
        ("if (check) {\nreturn 1;", 1, 12, "the `{` is never closed by `}`"),
        ("{ let y = 1; }", 1, 1, "a statement cannot begin with `{`"),
        ("if (check) { let y = 1; } return y;", 1, 34, "`y` has no meaning"),
        ("while (1) {}", 1, 1, "there are no loops such as `while`: the code is run for each move"),
        (
            "function f() {}",
            1,
            1,
            "there are no functions of your own: the whole code is the function",
        ),
        ("const x = 1;", 1, 1, "`const` is called `let` here"),
        ("return 1 2;", 1, 10, "`;` is missing before `2`"),
        ("return 1.2.3;", 1, 8, "`1.2.3` is no number"),
        ("return \"e4\";", 1, 8, "the sign `\"` means nothing here"),
        ("return min(1);", 1, 13, "`,` is missing before `)`"),
        ("return value;", 1, 13, "`(` is missing before `;`"),
    ] {
        let (answer, _) =
            call(&mut Lab::default(), json!({ "command": "check-code", "code": code }));
        let expected = json!({ "line": line, "column": column, "message": message });
        assert_eq!(answer, Ok(expected), "{code}");
        let (answer, _) = call(&mut Lab::default(), search(own("full", code), 1));
        assert_eq!(answer, Err(format!("line {line}, column {column}: {message}")));
    }
    let deep = format!("return {}1{};", "(".repeat(100), ")".repeat(100));
    let many: String = (0..17).map(|number| format!("let v{number} = 0;")).collect();
    for (code, message) in [
        (deep, "more than 40 levels inside each other"),
        (many, "more than 16 variables"),
        ("return 0;".repeat(1000), "the code is longer than 4000 characters"),
    ] {
        let (answer, _) =
            call(&mut Lab::default(), json!({ "command": "check-code", "code": code }));
        assert_eq!(answer.expect("an error of the code")["message"], message);
    }
    let long = format!("return 0{};", "+1".repeat(1900));
    assert_eq!(order(KIWIPETE, own("full", &long))[0]["score"], 1900);
}

#[test]
fn code_computes_scores() {
    let black = "4k3/8/8/8/1n6/8/2P5/R3K3 b Q - 0 1";
    let promotion = "3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1";
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (fen, san, code, score) in [
        (KIWIPETE, "Bxa6", "return piece * 10 + victim;", 33),
        (KIWIPETE, "Qxf6", "return see;", -600),
        (KIWIPETE, "Qxf6", "return attacked * 10 + threatened;", 10),
        (KIWIPETE, "gxh3", "return 100 * from + to;", 1423),
        (KIWIPETE, "O-O", "return castle * 10 + capture + promotion;", 10),
        (KIWIPETE, "O-O", "return hash + killer + counter + history + 10 * depth + ply;", 10),
        (black, "Nxc2+", "return 1000 * check + 10 * file(to) + rank(to);", 1037),
        (black, "Nd3+", "return value(piece) + min(victim, -1) + max(1, 2) + abs(-3);", 324),
        (
            promotion,
            "cxd8=N",
            "return promotion == knight && victim == rook ? value(promotion) : -1;",
            320,
        ),
        (castle, "O-O", "return to;", 7),
        (castle, "Ke2", "return 2 + 3 * 4 - 10 / 4 % 2 - -1;", 15),
        (castle, "Ke2", "return 7 / 2;", 4),
        (castle, "Ke2", "return 1 < 2 == 2 >= 1 != false || 0 && !0;", 1),
        (castle, "Ke2", "return (3 || 0) + (3 && 2) + !3;", 2),
        (
            castle,
            "Ke2",
            "let x = 1; x += 5; if (x > 5) { let y = x; x -= y } else x = 100; return x;",
            0,
        ),
        (
            castle,
            "Ke2",
            "if (capture) return 1; else if (piece == king) return 2; else return 3;",
            2,
        ),
        (castle, "Ke2", "if (capture) return 1;", 0),
    ] {
        let order = order(fen, own("full", code));
        let row = order.iter().find(|row| row["san"] == san).expect("a legal move");
        assert_eq!(row["score"], score, "{san} by {code}");
    }
}

#[test]
fn code_orders_and_counts_as_the_scheme_that_it_describes() {
    let quiet = "r1bq1rk1/pp3pbp/2np1np1/2p1p3/2P1P3/2NP1NP1/PP3PBP/R1BQ1RK1 w - - 0 9";
    let search = |parts, depth| {
        let mut request = search(parts, depth);
        request["game"]["fen"] = json!(quiet);
        request
    };
    let mut lab = Lab::default();
    for (code, scheme) in [(FORMULA, "formula"), ("return 0;", "none")] {
        let parts = |ordering| json!({ "search": "alpha-beta", "evaluation": "classical", "ordering": ordering, "code": code });
        let moves =
            |parts| order(KIWIPETE, parts).iter().map(|row| row["uci"].clone()).collect::<Vec<_>>();
        assert_eq!(moves(parts("own")), moves(parts(scheme)), "{scheme}");
        let mut count = |ordering| call(&mut lab, search(parts(ordering), 2)).0.expect("a result");
        let (mine, theirs) = (count("own"), count(scheme));
        assert_eq!((&mine["nodes"], &mine["san"]), (&theirs["nodes"], &theirs["san"]), "{scheme}");
        assert_eq!(mine["cutoffs"]["byIndex"], theirs["cutoffs"]["byIndex"]);
    }
    // What a search learned is read by the code, and named by the stage.
    let code = "return 1000000 * capture + 100000 * killer + 50000 * counter + history;";
    let result = call(&mut lab, search(own("alpha-beta", code), 4)).0.expect("a result");
    let without = call(&mut lab, search(own("alpha-beta", "return 1000000 * capture;"), 4))
        .0
        .expect("a result");
    let nodes = (result["nodes"].as_u64(), without["nodes"].as_u64());
    assert!(nodes.0 < nodes.1, "{nodes:?}");
    let stages = &result["cutoffs"]["byStage"];
    assert!([2, 4, 5].iter().all(|&stage: &usize| stages[stage].as_u64() > Some(0)), "{stages}");
    let hash = "return 1000000 * hash + 100000 * (see > 0) + history;";
    let steps = json!({ "command": "steps", "game": { "fen": KIWIPETE }, "parts": own("full", hash), "depth": 2 });
    assert!(call(&mut lab, steps).0.is_ok());
    let full = call(&mut lab, search(own("full", hash), 6)).0.expect("a result");
    assert!(full["cutoffs"]["byStage"][0].as_u64() > Some(0), "the hash move cuts off");
}

#[test]
fn a_score_that_fails_is_told_and_stops_nothing() {
    let mut lab = Lab::default();
    for (code, message) in [
        (
            "return 0 / 0;",
            "line 1, column 1: the score is not a number (NaN), as 0 / 0 is none (c3b1",
        ),
        (
            "if (!capture)\n  return 5 / victim;",
            "line 2, column 3: the score is infinite, as after a division by 0",
        ),
        ("return 1e9;", "never"),
        ("return 2000000000;", "line 1, column 1: the score 2000000000 is beyond 1000000000"),
    ] {
        let (answer, reports) = call(&mut lab, search(own("full", code), 2));
        if message == "never" {
            assert!(answer.is_err_and(|error| error.starts_with("line 1, column 9: ")));
            continue;
        }
        assert!(answer.expect("a result")["nodes"].as_u64() > Some(48), "{code}");
        let problems: Vec<_> =
            reports.iter().filter_map(|report| report["problem"].as_str()).collect();
        assert_eq!(problems.len(), 1, "{code}");
        let told = message.split(" (c3").next().expect("a text");
        assert!(problems[0].starts_with(told), "{}", problems[0]);
        assert!(problems[0].contains(" in ") && problems[0].contains('/'), "{}", problems[0]);
    }
    let request = json!({ "command": "order", "game": { "fen": KIWIPETE }, "parts": own("full", "return 6 / victim;") });
    let (answer, reports) = call(&mut lab, request);
    let first = &answer.expect("an order")[0];
    assert!(first["score"].as_i64() > Some(0), "moves with a score come first: {first}");
    assert_eq!(reports.len(), 1);
    // The next request has none.
    let (_, reports) = call(&mut lab, search(own("full", "return see;"), 1));
    assert!(reports.iter().all(|report| report.get("problem").is_none()));
}
