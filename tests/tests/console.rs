//! The engine at a terminal: greeting, prompt, completion and hints, and a game with a line editor. The command
//! `script` gives it a terminal; on a pipe there is none of that.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use bartizan_tests::{binary, end, run_with_input};
use testkit::{TempFolder, data};

/// What the engine shows on a terminal of 80 columns while these keys are typed; `None` without the command `script`.
fn typed(test: &str, arguments: &str, keys: &str, variable: (&str, &str)) -> Option<String> {
    let size = "stty cols 80 rows 40; exec";
    let mut command = Command::new("script");
    command.args(["-qec", &format!("{size} {} {arguments}", binary().display()), "/dev/null"]);
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR").env(variable.0, variable.1);
    if Command::new("script").arg("--version").stdout(Stdio::null()).status().is_err() {
        data::report_skipped(test, "script");
        return None;
    }
    let (code, output, _) = end(command.stdout(Stdio::piped()), keys);
    assert_eq!(code, Some(0), "{output}");
    Some(output)
}

#[test]
fn session_greets_completes_and_hints() {
    let test = "session_greets_completes_and_hints";
    let keys = "posi\tst\tmo\te2e4 e7e5\rd\rsotp\rsetoption name Thr\tv\t2\re2e4\rquit\r";
    let Some(output) = typed(test, "", keys, ("LANG", "C.UTF-8")) else { return };
    for part in [
        "Tab completes",
        "bartizan> ",
        "bartizan> position startpos moves ",
        "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "Unknown command 'sotp'. Do you mean stop?",
        "bartizan> setoption name Threads value ",
        "To play a game: bartizan play.",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    // None of that on a pipe.
    let (success, output, error) = run_with_input(&[], "sotp\ne2e4\nisready\nquit\n");
    assert!(success && output == "readyok\n" && error.is_empty(), "{output} {error}");
}

#[test]
fn game_has_an_editor_and_colours() {
    let (test, folder) = ("game_has_an_editor_and_colours", TempFolder::new("console-play"));
    let file = folder.join("games.pgn");
    let arguments = format!("play --depth 2 --clock 5+3 --pgn {}", file.display());
    let keys = "e4\rhe\t\rquit\r";
    let Some(output) = typed(test, &arguments, keys, ("LANG", "C.UTF-8")) else { return };
    for part in
        ["♜", "48;5;180m", "(you 5:00, Bartizan 5:00)", "Bartizan plays 1... ", "level [LEVEL]"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    let games = std::fs::read_to_string(&file).expect("the game is saved");
    assert!(games.contains("[TimeControl \"300+3\"]") && games.contains("1. e4 "), "{games}");
    // Without colours there are letters, and nothing that moves the cursor but the editor.
    let output = typed(test, &arguments, "e4\rquit\r", ("NO_COLOR", "1")).expect("as before");
    assert!(output.contains(" 8  r n b q k b n r") && !output.contains("48;5;"), "{output}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = TempFolder::new("console-load");
    let [file, other] =
        ["games.pgn", "other.pgn"].map(|name| folder.join(name).display().to_string());
    let input = format!(
        "e4\nsave {other}\nnew\nload {other}\nboard\nthinking\npieces symbols\npieces x\nload no/such.pgn\n\
         level clock 0.0000001+0\nd4\n"
    );
    let (success, output, error) =
        run_with_input(&["play", "--depth", "2", "--pgn", &file], &input);
    assert!(success && error.is_empty(), "{error}");
    for part in [
        "The game is saved in ",
        "2. > ",
        "is not shown while it thinks",
        "♜",
        "pieces is followed by letters",
        "no/such.pgn: ",
        "0-1, White has no time left.",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let saved = std::fs::read_to_string(other).expect("the saved game");
    assert!(saved.contains("1. e4 ") && saved.contains("[Result \"*\"]"), "{saved}");
}
