//! The commands about a position: every one takes the same positions, fits the terminal and has JSON where that is of
//! use; the queue of requests.

use std::process::{Command, Stdio};

use bartizan_tests::{binary, end, run, run_with_input, write};
use serde_json::Value;
use testkit::TempFolder;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the engine on a terminal of so many columns, as far as a pipe can be one.
fn at_columns(columns: &str, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(binary());
    command.env("COLUMNS", columns).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (code, output, error) = end(&mut command, input);
    assert_eq!(code, Some(0), "{arguments:?}: {error}");
    output
}

fn json(arguments: &[&str]) -> Value {
    let (success, output, error) = run(arguments);
    assert!(success && output.lines().count() == 1, "{arguments:?}: {output} {error}");
    serde_json::from_str(&output).expect("JSON")
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = TempFolder::new("commands-width");
    let game = write(&folder, "game.pgn", "1. e4 e5 2. Qh5 Ke7 3. Nf3 Nc6 4. Qxe5# 1-0\n");
    let suite = format!(
        "{KIWIPETE} bm Bxa6; am Bxa6 Qxf6; id \"a long name of a position that is well known\";\n"
    );
    let suite = write(&folder, "suite.epd", suite.replace(" 0 1 bm", " bm"));
    let saved = folder.join("saved.pgn").display().to_string();
    let mut lines: Vec<(Vec<&str>, &str)> = vec![
        (vec!["analyse", KIWIPETE, "--depth", "8"], ""),
        (vec!["analyse", KIWIPETE, "--multi", "--depth", "6"], ""),
        (vec!["analyse", "--pgn", &game, "--depth", "4"], ""),
        (vec!["explain", KIWIPETE, "--depth", "7"], ""),
        (vec!["explain", KIWIPETE, "Bxa6", "--depth", "7"], ""),
        (vec!["explain", KIWIPETE, "--depth", "2", "--search", "alpha-beta"], ""),
        (vec!["explain", KIWIPETE, "--depth", "6", "--ordering", "classic"], ""),
        (vec!["epd", &suite, "--nodes", "2000"], ""),
        (vec!["d", KIWIPETE], ""),
        (vec!["eval", KIWIPETE], ""),
        (vec!["order", KIWIPETE], ""),
        (vec!["stats", KIWIPETE, "--depth", "8"], ""),
        (vec!["perft", "2", KIWIPETE], ""),
        (
            vec!["play", KIWIPETE, "--depth", "2", "--pgn", &saved],
            "help\nmoves\nhint\nlevel x\nO-O\nxyz\n",
        ),
        (vec!["--help"], ""),
    ];
    let commands = "analyse bench completions d epd eval explain export_net genfens man order perft play stats tune";
    lines.extend(commands.split(' ').map(|name| (vec![name, "--help"], "")));
    for columns in ["80", "120"] {
        for (arguments, input) in &lines {
            let output = at_columns(columns, arguments, input);
            // The prompt of `play` has no line end in a pipe.
            let prompt = if arguments[0] == "play" && input.len() > 1 { 9 } else { 0 };
            let most = columns.parse::<usize>().expect("a number") + prompt;
            let wide = output.lines().find(|line| line.chars().count() > most);
            assert_eq!(wide, None, "{arguments:?} at {columns} columns");
        }
    }
}

#[test]
fn every_command_takes_the_same_positions() {
    let folder = TempFolder::new("commands-positions");
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
    let file = write(&folder, "position.fen", format!("{fen}\n"));
    let game = write(&folder, "game.pgn", "[White \"A\"]\n\n1. e4 e5 2. Bc4 Nc6 *\n");
    let shown = run(&["d", fen]).1;
    assert!(shown.contains(&format!("Fen: {fen}")), "{shown}");
    for position in [
        &["startpos", "moves", "e2e4", "e7e5", "f1c4", "b8c6"][..],
        &["moves", "1.", "e4", "e5", "2.", "Bc4", "Nc6"],
        &["position", "startpos", "moves", "e4", "e5", "Bc4", "b8c6"],
        &["fen", fen],
        &[&file],
        &[&game],
    ] {
        assert_eq!(run(&[&["d"], position].concat()).1, shown, "{position:?}");
        for command in [
            &["eval"][..],
            &["order"],
            &["stats", "--depth", "3"],
            &["perft", "--depth", "1"],
            &["analyse", "--depth", "2"],
            &["explain", "--depth", "2"],
        ] {
            let (success, output, error) = run(&[command, position].concat());
            assert!(
                success && error.is_empty() && !output.is_empty(),
                "{command:?} {position:?}: {error}"
            );
        }
    }
    assert!(run(&["analyze", "startpos", "--depth", "1"]).0);
    let (success, output, error) = run(&["d", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]);
    assert!(
        success && output.contains(" w K - ") && error.contains("repaired"),
        "{output} {error}"
    );
    for (arguments, why) in [
        (&["d", "startpos", "moves", "e2e5"][..], "word 1 behind moves, 'e2e5'"),
        (&["eval", "startpos", "e2e4"], "moves follow the word moves"),
        (&["order", "no/such.pgn"], "there is no such file"),
        (&["perft", "3", "--depth", "2"], "given twice"),
        (&["explain", "startpos", "e4", "--move", "d4"], "given twice"),
        (&["stats", "--search", "none"], "possible values"),
        (&["export_net", "no/folder/net"], "cannot write"),
        (&["analyse", "--queue", "--pgn", "x"], "cannot be used with"),
    ] {
        let (success, output, error) = run(arguments);
        assert!(!success && output.is_empty() && error.contains(why), "{arguments:?}: {error}");
    }
}

#[test]
fn extras_of_a_session_are_commands() {
    let folder = TempFolder::new("commands-extras");
    let file = folder.join("net.nnue").display().to_string();
    let session =
        format!("position fen {KIWIPETE}\nd\neval\norder\ngo perft 2\nexport_net {file}\n");
    let (_, session, _) = run_with_input(&[], &session);
    for command in
        [&["d", KIWIPETE][..], &["eval", KIWIPETE], &["order", KIWIPETE], &["perft", "2", KIWIPETE]]
    {
        let (success, output, _) = run(command);
        assert!(success && session.contains(output.trim_end()), "{command:?}: {output} {session}");
    }
    let other = folder.join("other.nnue").display().to_string();
    assert!(run(&["export_net", &other]).0);
    assert_eq!(std::fs::read(&file).ok(), std::fs::read(&other).ok());
    let (success, output, _) = run(&["stats", "--depth", "6"]);
    assert!(success && output.contains("main search: ") && output.contains("cutoffs"), "{output}");
    let (_, output, _) = run(&["stats", "--depth", "2", "--search", "minimax"]);
    assert!(output.contains("no statistics"), "{output}");
    // After a search the best move comes first.
    let (_, output, _) = run(&["order", KIWIPETE, "--depth", "6"]);
    assert!(output.lines().nth(1).is_some_and(|line| line.contains(" tt ")), "{output}");
}

#[test]
fn results_come_in_json() {
    let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let analysis = json(&["analyse", mate, "--depth", "8", "--json"]);
    assert_eq!((&analysis["move"], &analysis["score"]["mate"]), (&"f6a6".into(), &3.into()));
    assert_eq!(analysis["lines"][0]["pv"][0], analysis["move"]);
    let lines = json(&["analyse", KIWIPETE, "--depth", "5", "--multipv", "3", "--json"]);
    let lines = lines["lines"].as_array().expect("lines");
    assert!(
        lines.len() == 3 && lines[0]["score"]["cp"].as_i64() >= lines[2]["score"]["cp"].as_i64()
    );
    assert_eq!(lines[0]["wdl"].as_array().map(Vec::len), Some(3));
    let over = json(&["analyse", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "--json"]);
    assert!(over["move"].is_null() && over["termination"] == "White wins by checkmate", "{over}");

    let perft = json(&["perft", "3", "--json"]);
    assert_eq!((&perft["nodes"], &perft["moves"]["e2e4"]), (&8902.into(), &600.into()));

    let explained = json(&["explain", "startpos", "--depth", "6", "--json"]);
    assert_eq!(explained["moves"].as_array().map(Vec::len), Some(20));
    assert!(explained["counts"]["ends"]["stand pat"].as_u64() > Some(0), "{explained}");
    let one = json(&["explain", "startpos", "e4", "--depth", "6", "--json"]);
    assert_eq!(
        (&one["iterations"][5]["iteration"], &one["iterations"][5]["san"]),
        (&6.into(), &"e4".into())
    );
    let alone = ["explain", "startpos", "--depth", "2", "--search", "minimax", "--json"];
    let alone = json(&alone);
    assert!(alone["observed"] == false && alone["moves"][0]["score"]["cp"].is_i64(), "{alone}");
}

/// With another limit the search would go on for hours.
#[test]
fn mate_in_one_ends_a_search() {
    let arguments = ["analyse", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--movetime", "100000000"];
    let (success, output, _) = run(&arguments);
    assert!(success && output.contains("Best move: a1a8"), "{output}");
}

#[test]
fn requests_of_a_queue_are_answered() {
    let input = "startpos moves e2e4\n\nnonsense\n\
        {\"id\": 7, \"moves\": \"e2e4 e7e5\", \"depth\": 3, \"game\": true, \"skip\": [1]}\n\
        {\"id\": \"a\", \"fen\": \"8/8/8/8\"}\n{\"id\": 8, \"deph\": 3}\n{\"id\": 9, \"moves\": [\"e2e5\"]}\n\
        {\"id\": 10, \"depth\": -1}\n{not JSON\n[]\n\
        {\"id\": [1], \"fen\": \"startpos\", \"nodes\": 500, \"multipv\": 2}";
    for jobs in ["1", "3"] {
        let (success, output, error) =
            run_with_input(&["analyse", "--queue", "--depth", "2", "--jobs", jobs], input);
        assert!(success && error.is_empty(), "{error}");
        let answers: Vec<Value> =
            output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let of =
            |id: Value| answers.iter().filter(move |answer| answer["id"] == id).collect::<Vec<_>>();
        assert_eq!(of("startpos moves e2e4".into())[0]["depth"], 2);
        let plies: Vec<&Value> = of(7.into()).iter().map(|answer| &answer["ply"]).collect();
        assert_eq!(plies, [&Value::from(0), &2.into()]);
        assert_eq!(of(serde_json::json!([1]))[0]["lines"].as_array().map(Vec::len), Some(2));
        for id in
            ["nonsense".into(), "a".into(), 8.into(), 9.into(), 10.into(), Value::Null, "[]".into()]
        {
            assert!(of(id.clone())[0]["error"].is_string(), "{id}: {output}");
        }
        assert_eq!(answers.len(), 11, "{output}");
    }
}
