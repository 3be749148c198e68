//! The analysis of many games: from standard input, in JSON and HTML, on several threads, and resumed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use bartizan_tests::{binary, run, run_with_input, write};
use serde_json::Value;
use testkit::TempFolder;

/// A mate given away, a game that breaks off, and an endgame.
const GAMES: &str = "[White \"A & <b>\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"C\"]\n\n1. e4 e5\n2. Ke3 *\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *\n";

#[test]
fn games_come_from_standard_input() {
    let folder = TempFolder::new("reports-input");
    let file = write(&folder, "games.pgn", GAMES);
    assert!(run(&["analyse", "--pgn", &file, "--depth", "4"]).0);
    let annotated = fs::read_to_string(folder.join("games.annotated.pgn")).expect("the games");
    let (success, output, error) =
        run_with_input(&["analyse", "--pgn", "-", "--depth", "4"], GAMES);
    assert!(success && error.contains("standard input, line 10: 'Ke3'"), "{error}");
    assert_eq!(output, annotated);
    // The name says where they go.
    let (_, output, _) = run(&["analyse", "--pgn", &file, "--depth", "4", "--output", "-"]);
    assert_eq!(output, annotated);
    let (success, _, error) = run(&["analyse", "--pgn", &file, "--output", "-", "--resume"]);
    assert!(!success && error.contains("can be resumed"), "{error}");
    let (success, _, error) = run_with_input(&["analyse", "--pgn", "-"], "");
    assert!(!success && error.contains("no game"), "{error}");
}

#[test]
fn games_come_in_json() {
    let (success, output, _) =
        run_with_input(&["analyse", "--pgn", "-", "--depth", "6", "--json"], GAMES);
    let games: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(success && games.len() == 2, "{output}");
    let (white, black) = (&games[0]["white"]["all"], &games[0]["black"]["all"]);
    assert_eq!((&white["blunders"], &black["blunders"]), (&0.into(), &1.into()));
    assert!(white["accuracy"].as_f64() > black["accuracy"].as_f64(), "{output}");
    assert!(black["centipawns_lost"].as_f64() > Some(100.0) && black["points_lost"].is_f64());
    let moves = games[0]["moves"].as_array().expect("moves");
    let blunder = &moves[5];
    assert_eq!((&blunder["san"], &blunder["judgement"]), (&"Nf6".into(), &"blunder".into()));
    assert!(
        moves.len() == 7 && blunder["depth"].is_u64() && blunder["nodes"].is_u64(),
        "{blunder}"
    );
    assert_eq!(games[0]["white"]["phases"]["opening"]["moves"], 4);
    assert_eq!(games[1]["white"]["phases"]["endgame"]["moves"], 1);
}

#[test]
fn report_has_board_graph_and_moves() {
    let folder = TempFolder::new("reports-html");
    let (file, page) = (write(&folder, "games.pgn", GAMES), folder.join("report.html"));
    let page_name = page.display().to_string();
    let (success, output, _) =
        run(&["analyse", "--pgn", &file, "--depth", "6", "--html", &page_name]);
    assert!(success && output.contains("The report is in "), "{output}");
    let text = fs::read_to_string(page).expect("the report");
    for (part, count) in [
        ("<section class=\"game\">", 2),
        ("<svg class=\"graph\"", 2),
        ("<div class=\"board\"><svg ", 2),
        ("data-ply=\"", 9),
        ("A &amp; &lt;b&gt;", 1),
        ("<p class=\"blunder\">blunder, better ", 1),
        ("<circle class=\"blunder\"", 1),
        ("</html>", 1),
    ] {
        assert_eq!(text.matches(part).count(), count, "{part}");
    }
    // The data of the script is JSON, and a board for each position.
    let data = text.split("const data = ").nth(1).and_then(|rest| rest.split(";\n").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data["games"][0].as_array().map(Vec::len), Some(8));
    let parts = data["games"][0][7][0].as_array().expect("parts");
    let part = |index: &Value| data["parts"][index.as_u64().expect("an index") as usize].as_str();
    let board: String = parts.iter().filter_map(part).collect();
    assert!(board.starts_with("<svg ") && board.ends_with("</svg>"), "{board}");
    assert!(board.contains("class=\"check\"") && board.matches("<rect").count() == 64);
    let (success, _, error) = run(&["analyse", "--pgn", &file, "--html", &file]);
    assert!(!success && error.contains("cannot replace their source"), "{error}");
}

/// So many games that a moment passes before they are done.
fn many_games() -> String {
    let game = |number: usize| {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *";
        format!("[White \"{number}\"]\n\n{moves}\n\n")
    };
    (0..12).map(game).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    let games = many_games();
    let analyse = |jobs| {
        let arguments = ["analyse", "--pgn", "-", "--nodes", "500", "--hash", "1", "--jobs", jobs];
        run_with_input(&arguments, &games).1
    };
    let one = analyse("1");
    assert_eq!(one.matches("[White ").count(), 12);
    assert_eq!(analyse("3"), one);
}

#[test]
fn analysis_that_was_killed_goes_on() {
    let folder = TempFolder::new("reports-resume");
    let file = write(&folder, "games.pgn", many_games());
    let (output, state) = (folder.join("out.pgn"), folder.join("out.pgn.partial"));
    let output_name = output.display().to_string();
    let arguments = [
        "analyse",
        "--pgn",
        &file,
        "--output",
        &output_name,
        "--nodes",
        "5000",
        "--hash",
        "1",
        "--jobs",
        "1",
    ];
    let whole = run(&arguments).1;
    let expected = fs::read_to_string(&output).expect("the games");
    assert!(!state.exists());

    let lines = |path: &Path| fs::read_to_string(path).map_or(0, |text| text.lines().count());
    let mut child =
        Command::new(binary()).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.as_mut().expect("it starts");
    while lines(&state) < 3 && child.try_wait().expect("a state").is_none() {
        sleep(Duration::from_millis(5));
    }
    // It may have ended by now.
    let _ = child.kill();
    child.wait().expect("it ends");
    assert_ne!(lines(&state), 0, "the state is kept");
    // A line that was being written is no game.
    let mut cut = fs::read_to_string(&state).expect("the state");
    cut.push_str("{\"game\":11,\"evalu");
    fs::write(&state, cut).expect("the state");
    let (success, output_text, error) = run(&arguments);
    assert!(success && error.contains("of 12 games are done already"), "{error}");
    assert_eq!(fs::read_to_string(&output).ok().as_deref(), Some(expected.as_str()));
    assert_eq!(output_text, whole, "what was shown is shown again");
    assert!(!state.exists());

    // The state of other limits is none of this analysis.
    fs::write(&state, "{\"bartizan\":\"0\"}\n").expect("a state");
    let (success, _, error) = run(&[&arguments[..], &["--resume"]].concat());
    assert!(!success && error.contains("the state of another analysis"), "{error}");
    // Without a state it begins.
    fs::remove_file(&state).expect("the state");
    assert!(
        run(&["analyse", "--pgn", &file, "--output", &output_name, "--depth", "1", "--resume"]).0
    );
}
