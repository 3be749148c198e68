//! Requests about the open games, the order by iterations, and searches step by step.

use bartizan_web::Lab;
use serde_json::{Value, json};
use std::cell::RefCell;

const OPERA: &str = "[White \"Morphy\"]\n[Black \"Duke Karl\"]\n[Source \"a \\\"book\\\"\"]\n\n\
    { Paris } 1. e4 e5 $1 { [%clk 0:59:58.5] [%cal Ge2e4,Rd1d8] solid } ( { or } 1... c5 2. Nf3 ( 2. c3 d5 ) 2... d6 $6 ) 2. Nf3 d6 1-0";

thread_local! {
    static REPORTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

fn call(lab: &mut Lab, request: Value) -> Result<Value, String> {
    let sink = |report: &Value| REPORTS.with_borrow_mut(|reports| reports.push(report.clone()));
    let answer: Value = serde_json::from_str(&lab.call(&request.to_string(), sink)).expect("JSON");
    answer.get("ok").cloned().ok_or_else(|| answer["error"].as_str().expect("a text").to_owned())
}

fn written(lab: &mut Lab, all: bool) -> String {
    let names = json!([["White", "a person"], ["Black", "the engine"]]);
    let answer = call(lab, json!({ "command": "write-pgn", "all": all, "names": names }));
    answer.expect("a text")["text"].as_str().expect("a text").to_owned()
}

fn open(text: &str) -> Lab {
    let mut lab = Lab::default();
    call(&mut lab, json!({ "command": "open-pgn", "text": text })).expect("games");
    lab
}

fn play(lab: &mut Lab, path: &str, text: &str) -> Result<String, String> {
    let answer = call(lab, json!({ "command": "play", "path": path, "text": text }))?;
    Ok(answer["path"].as_str().expect("a path").to_owned())
}

fn edit(lab: &mut Lab, path: &str, edit: Value) -> Result<Value, String> {
    call(lab, json!({ "command": "edit", "path": path, "edit": edit }))
}

#[test]
fn games_are_written_as_they_were_read() {
    let mixed = [
        include_str!("../../notation/tests/lichess.pgn"),
        include_str!("../../notation/tests/python_chess.pgn"),
        OPERA,
        "[White \"A\"]\n\n1. e4 e5 2. Ke3 {not legal} *\n\n1. e4 -- 2. d4 1/2-1/2\n",
    ]
    .join("\n\n");
    let mut lab = open(&mixed);
    let list = call(&mut lab, json!({ "command": "list-games" })).expect("a list");
    let rows = list["rows"].as_array().expect("rows");
    assert!(rows.len() > 3);
    assert!(rows[rows.len() - 2]["error"].as_str().is_some_and(|error| error.contains("'Ke3'")));
    let text = written(&mut lab, true);
    assert!(text.contains("2. Ke3 {not legal} *"), "the malformed game stays as it was");
    assert!(!text.contains("a person"));
    assert_eq!(written(&mut open(&text), true), text);
    let games = |text: &str| {
        let games = notation::pgn::read_games(text).into_iter().filter_map(Result::ok);
        games.map(|game| notation::pgn::PgnGame { line: 0, ..game }).collect::<Vec<_>>()
    };
    assert_eq!(games(&text), games(&mixed));
    // Morphy stays Morphy.
    let mut lab = open(OPERA);
    let text = written(&mut lab, false);
    assert!(
        text.starts_with(
            "[White \"Morphy\"]\n[Black \"Duke Karl\"]\n[Source \"a \\\"book\\\"\"]\n\n"
        )
    );
    for part in
        ["{ Paris } 1. e4 e5 $1 { [%clk 0:59:58.5] [%cal Ge2e4,Rd1d8] solid }", "(2. c3 d5)"]
    {
        assert!(text.replace('\n', " ").contains(part), "{text}");
    }
}

#[test]
fn a_game_is_walked_by_paths() {
    let mut lab = open(OPERA);
    let mut fen = |path: &str| {
        call(&mut lab, json!({ "command": "at", "path": path })).map(|at| at["fen"].clone())
    };
    let start = board::Position::startpos().to_fen();
    assert_eq!(fen(""), Ok(json!(start)));
    assert_eq!(
        fen("1.0.1.0.1"),
        Ok(json!("rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq - 0 3"))
    );
    for wrong in ["9", "1.3.0", "1.0", "x", "0.0.0"] {
        assert_eq!(fen(wrong), Err("there is no such move in the game".to_owned()), "{wrong}");
    }
    let game = call(&mut lab, json!({ "command": "select-game", "index": 0 })).expect("a game");
    let reply = &game["line"][1];
    assert_eq!((&reply["clock"], &reply["nags"]), (&json!(3598.5), &json!([[1, "!"]])));
    assert_eq!(reply["arrows"], json!(["Ge2e4", "Rd1d8"]));
    assert_eq!(reply["variations"][0]["comments"], json!(["or"]));
    assert_eq!(reply["variations"][0]["line"][1]["variations"][0]["line"][0]["path"], "1.0.1.0.0");
}

#[test]
fn moves_are_found_or_begin_variations() {
    let mut lab = open(OPERA);
    for (path, text, expected) in [
        ("0", "e5", "1"),
        ("0", "c5", "1.0.0"),
        ("0", "e6", "1.1.0"),
        ("1.1.0", "d4", "1.1.1"),
        ("", "e2e4", "0"),
        ("", "d4", "0.0.0"),
        ("0.0.0", "d5", "0.0.1"),
        ("3", "d4", "4"),
        ("1.0.1", "d6", "1.0.2"),
        ("1.0.1", "Nc6", "1.0.2.0.0"),
    ] {
        assert_eq!(play(&mut lab, path, text), Ok(expected.to_owned()), "{text} after {path}");
    }
    assert!(play(&mut lab, "0", "e4").is_err_and(|error| error.starts_with("'e4': ")));
    // A new game does not take the place of one with moves.
    call(&mut lab, json!({ "command": "new-game", "game": { "moves": ["e4"] } })).expect("a game");
    let list = call(&mut lab, json!({ "command": "list-games" })).expect("a list");
    assert_eq!((&list["current"], list["rows"].as_array().map(Vec::len)), (&json!(1), Some(2)));
    assert!(written(&mut lab, false).contains("[White \"a person\"]\n[Black \"the engine\"]"));
    assert!(written(&mut lab, true).contains("Morphy"));
}

#[test]
fn a_game_is_changed_at_a_move() {
    let mut lab = open("1. e4 {[%clk 0:01:00] old} e5 (1... c5 2. Nf3) (1... e6) 2. Nc3 *");
    edit(&mut lab, "0", json!({ "kind": "comment", "text": "new" })).expect("a comment");
    edit(&mut lab, "0", json!({ "kind": "glyph", "number": 1 })).expect("a glyph");
    edit(&mut lab, "0", json!({ "kind": "glyph", "number": 3 })).expect("another glyph");
    edit(&mut lab, "0", json!({ "kind": "arrows", "arrows": ["Gd2d4"] })).expect("an arrow");
    edit(&mut lab, "", json!({ "kind": "comment", "text": "first" })).expect("a comment");
    edit(&mut lab, "", json!({ "kind": "tag", "name": "White", "value": "X" })).expect("a tag");
    let promoted = edit(&mut lab, "1.0.1", json!({ "kind": "promote" })).expect("a variation");
    assert_eq!(promoted["path"], "2");
    let text = written(&mut lab, false).replace('\n', " ");
    assert_eq!(
        text,
        "[White \"X\"]  { first } 1. e4 $3 { [%cal Gd2d4] [%clk 0:01:00] new } 1... c5 (1... e5 2. Nc3) (1... e6) 2. Nf3 * "
    );
    // The first variation takes the place of a move that goes.
    for (path, before, rest) in [
        ("1", "0", "1... e5 (1... e6) 2. Nc3 *"),
        ("1.0.0", "0", "1... e5 2. Nc3 *"),
        ("2", "1", "1... e5 *"),
        ("0", "", "{ first } *"),
    ] {
        let deleted = edit(&mut lab, path, json!({ "kind": "delete" })).expect("a move");
        assert_eq!(deleted["path"], before);
        let text = written(&mut lab, false).replace('\n', " ");
        assert!(text.trim_end().ends_with(rest), "{path}: {text}");
    }
    let error = edit(&mut lab, "", json!({ "kind": "promote" }));
    assert_eq!(error, Err("the move is in the main line".to_owned()));
}

#[test]
fn malformed_files_are_errors() {
    let mut lab = Lab::default();
    let deep = "(1. e4 ".repeat(200);
    for (text, expected) in [
        ("", "PGN: there is no game"),
        ("1. e4 e5 2. Ke3", "PGN, line 1: 'Ke3'"),
        ("1. e4 {", "PGN"),
        (&format!("1. e4 {deep}"), "PGN"),
        (&format!("1. e4 {deep} {} *", ")".repeat(200)), "PGN: more than 24"),
        ("[Variant \"Horde\"]\n\n1. e4", "PGN, line 1: the variant Horde is not chess"),
    ] {
        let error = call(&mut lab, json!({ "command": "open-pgn", "text": text }));
        assert!(error.clone().is_err_and(|error| error.starts_with(expected)), "{text}: {error:?}");
    }
    assert!(call(&mut lab, json!({ "command": "select-game", "index": 7 })).is_err());
}

#[test]
fn orders_are_reported_by_iterations() {
    let mut lab = Lab::default();
    let parts = json!({ "search": "alpha-beta", "evaluation": "classical", "ordering": "killers" });
    let request =
        json!({ "command": "iterations", "game": {}, "parts": parts, "limits": { "depth": 3 } });
    let answer = call(&mut lab, request).expect("an answer");
    assert_eq!(answer["depth"], 3);
    let reports = REPORTS.take();
    let depths: Vec<&Value> = reports.iter().map(|report| &report["depth"]).collect();
    assert_eq!(depths, [0, 1, 2, 3]);
    for report in &reports {
        assert_eq!(report["order"].as_array().map(Vec::len), Some(20));
    }
    assert!(reports[1..].iter().all(|report| report["best"].is_string()));
    assert_eq!(reports[3]["nodes"], answer["nodes"]);
}

#[test]
fn a_search_is_recorded_step_by_step() {
    let steps = |ordering: &str, depth: u32| {
        let parts = json!({ "search": "any", "evaluation": "classical", "ordering": ordering });
        let game = json!({ "fen": "6k1/1p3ppp/p1n1p3/3q4/8/1B3Q2/PP3PPP/6K1 w - - 0 1" });
        let request = json!({ "command": "steps", "game": game, "parts": parts, "depth": depth });
        call(&mut Lab::default(), request)
    };
    let (plain, ordered) = (steps("none", 2).expect("nodes"), steps("mvv-lva", 2).expect("nodes"));
    let nodes = |answer: &Value| answer["nodes"].as_array().expect("nodes").clone();
    let (plain, ordered) = (nodes(&plain), nodes(&ordered));
    // The same result, with fewer nodes by order.
    assert_eq!(plain[0]["score"], ordered[0]["score"]);
    assert!(ordered.len() < plain.len());
    assert_eq!((&ordered[1]["san"], &ordered[1]["stage"]), (&json!("Bxd5"), &json!("noisy")));
    for (number, node) in ordered.iter().enumerate().skip(1) {
        let parent = node["parent"].as_u64().expect("a parent") as usize;
        assert!(parent < number);
        // A window is that of the parent from the other side, or narrower.
        let minus = |score: &Value| score.as_i64().map(|score| -score);
        assert_eq!(node["alpha"].as_i64(), minus(&ordered[parent]["beta"]));
    }
    let cut = ordered.iter().position(|node| node["cutoff"] == true).expect("a cutoff");
    let children = ordered.iter().filter(|node| node["parent"] == cut).count();
    assert!((children as u64) < ordered[cut]["moves"].as_u64().expect("a count"));
    assert!(steps("none", 5).is_err() && steps("nothing", 2).is_err());
    assert_eq!(steps("none", 4).expect("nodes")["complete"], false);
}
