//! The commands for people at a terminal.

use std::fs;
use std::process::Command;

use bartizan_tests::{binary, run, run_with_input, write};
use serde_json::Value;
use testkit::TempFolder;

#[test]
fn colour_is_for_terminals() {
    let explain = |variable: &str| {
        let mut command = Command::new(binary());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(variable, "1");
        let output = command.args(["explain", "startpos", "--depth", "2"]).output();
        let text = String::from_utf8(output.expect("the engine runs").stdout).expect("UTF-8");
        assert!(text.contains("e4"), "{text}");
        text.contains('\u{1b}')
    };
    assert!(!explain("TERM"), "plain when piped");
    assert!(explain("CLICOLOR_FORCE"), "coloured as on a terminal");
    assert!(!explain("NO_COLOR"), "plain where no colour is wanted");
}

/// With an evaluation that is not tuned, and what the book shows. Another search or network changes the
/// text: look at the new one and accept it.
#[test]
fn explain_shows_the_search_of_each_move() {
    const PAWNS: &str = "4k3/8/2p5/3p4/4P3/8/3P4/4K3 w - - 0 1";
    const SCHOLARS_MATE: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    for (name, arguments) in [
        ("explain", &format!("{PAWNS} --depth 6 --evaluation centre")),
        ("explain_move", &format!("{PAWNS} Kd1 --depth 6 --evaluation centre")),
        ("explain_nodes", &format!("{PAWNS} e4d5 --nodes 100 --evaluation centre")),
        ("explain_scholars_mate", &format!("{SCHOLARS_MATE} --depth 9")),
        ("explain_first_move", &"startpos e4 --depth 10".to_owned()),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let (success, output, error) = run(&[&["explain"], words.as_slice()].concat());
        assert!(success && error.is_empty(), "{error}");
        insta::assert_snapshot!(name, output);
    }
}

/// Two mates, a piece to be won, two wrong demands and three lines that say nothing.
const SUITE: &[u8] = b"# a suite
r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - bm Ra6; id \"mate in three\";
r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - dm 3; id \"the same\";
4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1 am Rd2 Rd3 Rd4; bm Rxd5;
not a position

4k3/8/8/3q4/8/8/8/3RK3 w - - am Rxd5; id \"wrong\";
4k3/8/8/3q4/8/8/8/3RK3 w - - dm 2; id \"no mate\";
4k3/8/8/3q4/8/8/8/3RK3 w - - bm Rd9;
4k3/8/8/3q4/8/8/8/3RK3 w - - id \"\xff\";";

#[test]
fn epd_scores_a_suite_and_names_bad_lines() {
    let folder = TempFolder::new("epd-suite");
    let suite = write(&folder, "suite.epd", SUITE);
    let solve = |more: &[&str]| {
        let (success, output, error) = run(&[&["epd", &suite, "--nodes", "20000"], more].concat());
        assert!(success, "{error}");
        for (line, why) in [(5, "field"), (9, "Rd9"), (10, "none of bm")] {
            let named = error.lines().find(|text| text.contains(&format!("line {line}: ")));
            assert!(named.is_some_and(|text| text.contains(why)), "{line}: {error}");
        }
        output
    };
    let table = solve(&["--jobs", "1"]);
    let summary = table.split("\n\n").nth(1).expect("a summary").replace("\n ", "");
    let summary = summary.trim_end();
    let expected = "Solved 3 of 5 (60.0 %), bm 2 of 2, am 1 of 2, dm 1 of 2; ";
    assert!(summary.starts_with(expected), "{summary}");
    assert!(summary.ends_with("malformed lines: 3"), "{summary}");
    // Several at a time give the same; only the time may differ.
    let parallel = solve(&["--jobs", "3"]);
    assert_eq!(parallel.split("\n\n").next(), table.split("\n\n").next());
    assert!(table.contains("bm Rxd5; am Rd2 Rd3 Rd4"), "{table}");
    let json: Value = serde_json::from_str(&solve(&["--json"])).expect("JSON");
    assert_eq!((&json["solved"], &json["positions"]), (&3.into(), &5.into()));
    assert_eq!(json["malformed"].as_array().map(Vec::len), Some(3));
    let first = &json["results"][0];
    assert_eq!(
        (&first["line"], &first["move"], &first["score"]["mate"]),
        (&2.into(), &"f6a6".into(), &3.into())
    );
    assert!(first["found"]["nodes"].as_u64() <= first["nodes"].as_u64());
    assert!(first["found"]["seconds"].as_f64() <= first["seconds"].as_f64());
    assert_eq!(json["results"][4]["found"], Value::Null);
}

/// A mate given away, a game that breaks off and one from a position.
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 9.9] mine} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"C\"]\n\n1. e4 e5\n2. Ke3 *\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *\n";

#[test]
fn games_are_analysed_and_annotated() {
    let folder = TempFolder::new("analyse-pgn");
    let file = write(&folder, "games.pgn", GAMES);
    let (success, output, error) = run(&["analyse", "--pgn", &file, "--depth", "6"]);
    assert!(success, "{error}");
    assert!(error.contains("games.pgn, line 10: 'Ke3': "), "{error}");
    assert!(output.contains("Game 1, line 1: A - B, 1-0"), "{output}");
    let blunder = output.lines().find(|line| line.starts_with("3... Nf6??")).unwrap_or_default();
    assert!(blunder.contains("blunder") && blunder.contains("#1"), "{output}");
    let [white, black] = ["White ", "Black "]
        .map(|side| output.lines().find(|line| line.starts_with(side)).unwrap_or_default());
    assert!(white.ends_with(" 0") && black.ends_with(" 1"), "{output}");
    assert!(output.contains('█') && output.contains("Game 2, line 12: ? - ?, *"), "{output}");

    let annotated = fs::read_to_string(folder.join("games.annotated.pgn")).expect("the new games");
    let annotated = annotated.replace('\n', " ");
    assert!(annotated.contains("3... Nf6 $4 { [%eval #1,1] Blunder. "), "{annotated}");
    assert!(annotated.contains(" was best. } (3... ") && !annotated.contains("9.9"), "{annotated}");
    assert!(annotated.contains("[White \"C\"]  1. e4 e5 2. Ke3 *"), "{annotated}");
    assert!(
        annotated.contains("{ mine }") && annotated.contains("1. O-O { [%eval "),
        "{annotated}"
    );
    assert_eq!(annotated.matches("[Annotator \"Bartizan ").count(), 2);
    // What was written can be read, and gives the same.
    let again = folder.join("games.annotated.pgn");
    let other = folder.join("other.pgn");
    let [again, other] = [&again, &other].map(|path| path.to_str().expect("UTF-8"));
    let (success, _, error) = run(&["analyse", "--pgn", again, "--output", other, "--depth", "6"]);
    assert!(success && error.lines().count() == 1, "{error}");
    assert_eq!(fs::read_to_string(again).ok(), fs::read_to_string(other).ok());
}

/// What cannot be read stands in the new file as in the old one, between the others.
#[test]
fn games_that_cannot_be_read_are_kept() {
    let folder = TempFolder::new("analyse-pgn-kept");
    let games = [
        "[White \"O’Kelly\"]\n\n1. e4 *",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. @e6 {why} 1-0",
        "1. e4 Sf6 *",
        "1. ♘f3 ± -- 2. g3*",
        "[White \"last\"]\n\n1. e4 (1. d4",
    ];
    let file = write(&folder, "games.pgn", games.join("\n\n"));
    let (success, output, error) = run(&["analyse", "--pgn", &file, "--depth", "1"]);
    assert!(success && output.contains("Game 2, line 11: "), "{output} {error}");
    for (line, why) in [
        (5, "the variant Crazyhouse is not chess"),
        (9, "'Sf6'"),
        (15, "a variation is not closed"),
    ] {
        let named = error.lines().find(|text| text.contains(&format!("line {line}: {why}")));
        assert!(named.is_some_and(|text| text.ends_with("; the game is left as it is")), "{error}");
    }
    let written = fs::read_to_string(folder.join("games.annotated.pgn")).expect("the new games");
    let places = [1, 2, 4].map(|index| written.find(games[index]).expect("the same text"));
    assert!(
        places.is_sorted() && written.contains("1... -- { ") && written.contains("O’Kelly"),
        "{written}"
    );
}

/// Two thousand plies; and names in the encoding of the PGN standard.
#[test]
fn long_games_are_analysed() {
    let folder = TempFolder::new("analyse-pgn-long");
    let moves = "Nf3 Nf6 Ng1 Ng8\n".repeat(500);
    let game = [&b"[White \"Andr\xe9\"]\n\n"[..], moves.as_bytes(), b" \xbd-\xbd\n"].concat();
    let file = write(&folder, "long.pgn", game);
    let (success, output, error) = run(&["analyse", "--pgn", &file, "--depth", "1"]);
    assert!(success && output.contains("Game 1, line 1: André - ?, 1/2-1/2"), "{output} {error}");
    let annotated = fs::read_to_string(folder.join("long.annotated.pgn")).expect("the new game");
    let annotated = annotated.replace('\n', " ");
    assert!(annotated.contains("1000... Ng8 ") && annotated.trim_end().ends_with(" 1/2-1/2"));
}

#[test]
fn files_without_content_or_without_place_are_errors() {
    let folder = TempFolder::new("analyse-pgn-errors");
    let file = write(&folder, "games.pgn", GAMES);
    let broken = write(&folder, "broken.pgn", "[White \"C\"]\n\n1. e4 e5 2. Ke3 *\n");
    let link = folder.join("link.pgn");
    fs::hard_link(&file, &link).expect("a link");
    let link = link.to_str().expect("UTF-8");
    for (arguments, message) in [
        (&["epd", &broken][..], "no position"),
        (&["epd", "no/such/file"], "no/such/file: "),
        (&["analyse", "--pgn", "no/such.pgn"], "no/such.pgn: "),
        (&["analyse", "--pgn", &broken], "there is no game to analyse"),
        (&["analyse", "--pgn", &file, "--output", &file], "cannot replace their source"),
        (&["analyse", "--pgn", &file, "--output", link], "cannot replace their source"),
        (&["analyse", "--pgn", &file, "--output", "no/folder/out.pgn"], "no/folder/out.pgn: "),
        (&["analyse", "--pgn", &file, "--multi"], "cannot be used with"),
    ] {
        let (success, output, error) = run(arguments);
        assert!(!success && output.is_empty(), "{arguments:?}: {output}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some(GAMES));
}

#[test]
fn lines_are_plain_rows_when_piped() {
    let (success, output, _) = run(&["analyse", "--multi", "--depth", "3"]);
    assert!(success && !output.contains('\u{1b}'), "{output}");
    for depth in 1..=3 {
        for rank in 1..=4 {
            let row = format!("{rank:>2}  {depth:>2}/");
            assert_eq!(output.matches(&row).count(), 1, "{row}: {output}");
        }
    }
    let (_, output, _) = run(&["analyse", "--multi", "--multipv", "2", "--depth", "3"]);
    assert!(output.contains(" 2   3/") && !output.contains(" 3   3/"), "{output}");
}

/// Plays with these lines as input: success, output, errors, the saved games.
fn play(name: &str, arguments: &[&str], input: &str) -> (bool, String, String, String) {
    let folder = TempFolder::new(name);
    let file = folder.join("games.pgn");
    let to_file = ["--pgn", file.to_str().expect("a path in UTF-8")];
    let (success, output, error) =
        run_with_input(&[&["play"], arguments, &to_file].concat(), input);
    (success, output, error, fs::read_to_string(&file).unwrap_or_default())
}

#[test]
fn games_are_played_to_their_end_and_saved() {
    for (fen, mv, result, reason) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "1-0", "White wins by checkmate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "1/2-1/2", "draw by the fifty-move rule"),
    ] {
        let input = format!("{mv}\ne4\nquit\n");
        let (success, output, error, games) = play("play-end", &[fen], &input);
        assert!(success && error.is_empty(), "{error}");
        assert!(output.contains(&format!("{result}, {reason}.\n")), "{output}");
        assert!(output.contains("The game is over: new begins another"), "{output}");
        for part in [reason, &format!("[Result \"{result}\"]"), &format!("[FEN \"{fen}\"]")] {
            assert!(games.contains(part), "{games}");
        }
    }
}

#[test]
fn commands_of_a_game_do_what_they_say() {
    let input = "e4\nundo\nundo\nhint\nmoves\nflip\nfen\nlevel\nlevel nodes 50\nlevel fast\n\
        Ke2\npgn\nd4\nnew black\nresign\nresign\nfen nonsense\n\
        fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\ngo\nhelp\n";
    let (success, output, error, games) = play("play-commands", &["--depth", "2"], input);
    assert!(success && error.is_empty(), "{error}");
    for expected in [
        "You play against Bartizan, depth 2.",
        "Bartizan plays 1... ",
        "There is no move to take back.",
        "Hint: 1. ",
        "Na3 Nc3 Nf3 Nh3 a3 a4",
        "    h g f e d c b a",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "Level: depth 2\n",
        "Level: 50 nodes\n",
        "a level is elo N",
        "'Ke2': this move is not legal here.",
        "[White \"Player\"]",
        "The game is saved in ",
        "Bartizan plays 1. ",
        "1-0, Black resigns.\n",
        "The game is over: new begins another",
        "invalid position: ",
        "play a move, in SAN or UCI notation",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
    // The three games: after 1. d4 and the answer, after White's first move, and after that of `go`.
    let ends: Vec<&str> = games.lines().filter(|line| line.starts_with("[Result")).collect();
    assert_eq!(ends, ["[Result \"*\"]", "[Result \"1-0\"]", "[Result \"*\"]"], "{games}");
    assert!(games.contains("1. d4 ") && games.contains("[White \"Bartizan "), "{games}");
}

#[test]
fn levels_and_sides_are_chosen_on_the_command_line() {
    let (success, output, ..) = play("play-elo", &["--elo", "1400", "--side", "black"], "");
    assert!(success && output.contains("Elo 1400.") && output.contains("Bartizan plays 1. "));
}

#[test]
fn every_command_has_help_a_manual_page_and_completions() {
    let (success, help, _) = run(&["--help"]);
    assert!(success && run(&["--version"]).0, "{help}");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // What goes on in the next line is indented.
    let lines = lines.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    for wanted in ["analyse", "bench", "completions", "epd", "explain", "man", "play"] {
        assert!(commands.contains(&wanted), "{wanted}: {commands:?}");
    }
    let (success, page, _) = run(&["man"]);
    assert!(success && page.contains(".TH bartizan 1"), "{page}");
    let usage = format!("Usage: bartizan{} ", std::env::consts::EXE_SUFFIX);
    for name in commands.iter().copied().filter(|name| *name != "help") {
        let (success, help, _) = run(&[name, "--help"]);
        assert!(success && help.contains(&usage), "{name}: {help}");
        assert!(page.contains(&format!("bartizan\\-{name}(1)")), "{name}: {page}");
        let (success, own, _) = run(&["man", name]);
        assert!(success && own.contains(&format!(".TH bartizan-{name} 1")), "{name}: {own}");
        for option in help.split_whitespace().filter(|word| word.starts_with("--")) {
            let option = option.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            assert!(own.contains(&option.replace('-', "\\-")), "{name} {option}: {own}");
        }
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (success, script, error) = run(&["completions", shell]);
        assert!(success && error.is_empty() && script.contains("multipv"), "{error}");
        assert!(commands.iter().all(|name| script.contains(name)), "{shell}");
    }
}

#[test]
fn bench_ends_with_its_nodes() {
    let (success, output, _) = run(&["bench", "4"]);
    let line = output.lines().last().unwrap_or_default();
    let [nodes, "nodes", nps, "nps"] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("the last line is {line:?}")
    };
    let [nodes, nps] = [nodes, nps].map(|number| number.parse::<u64>().expect("a number"));
    assert!(success && nodes > 1000 && nps > 0, "{line}");
}

#[test]
fn analyse_shows_a_move() {
    let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let (success, output, _) = run(&["analyse", mate, "--depth", "8"]);
    assert!(success, "{output}");
    let last = output.lines().last().unwrap_or_default();
    assert!(last.contains("f6a6") && last.contains("Ra6"), "UCI and SAN in {last:?}");
    let (success, output, _) = run(&["analyse", "--movetime", "50"]);
    assert!(success && output.contains("Best move: "), "{output}");
    let (success, output, _) = run(&["analyse", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "--depth", "2"]);
    assert!(success && output.contains("checkmate"), "{output}");
}

#[test]
fn mistakes_are_explained_on_standard_error() {
    for arguments in [
        &["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["analyse", "--depth", "0"],
        &["analyse", "--depth", "many"],
        &["bench", "deep"],
        &["explain"],
        &["explain", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["explain", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke3"],
        &["explain", "startpos", "pawn"],
        &["explain", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"],
        &["explain", "startpos", "--depth", "0"],
        &["castle"],
        &["--no-such-option"],
        &["completions", "command.com"],
        &["man", "nothing"],
        &["genfens", "5"],
        &["genfens", "five seed 1"],
        &["genfens", "5 seed x book None"],
        &["play", "--elo", "100"],
        &["play", "--elo", "1500", "--depth", "3"],
        &["play", "--side", "grey"],
        &["play", "8/8/8/8/8/8/8/8 w - - 0 1"],
    ] {
        let (success, output, error) = run(arguments);
        assert!(!success, "{arguments:?} succeeded");
        assert!(output.is_empty() && !error.is_empty(), "{arguments:?}: {output:?} {error:?}");
    }
}
