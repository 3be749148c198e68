//! What the operating system does to the engine: full disks, closed pipes, signals. On Linux only, which
//! has the device `/dev/full`.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use bartizan_tests::{
    binary, end, file_option, limited, memory_kib, run, run_limited, start_ready, write,
};
use testkit::TempFolder;
use testkit::uci::UciClient;

const SIGTERM: i32 = 15;

/// Every write to this device fails as on a full disk.
fn full_disk() -> File {
    File::options().write(true).open("/dev/full").expect("Linux has it")
}

/// Games and a suite in a folder; their paths.
fn inputs(folder: &Path) -> [String; 2] {
    let suite = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;\n";
    [write(folder, "game.pgn", "1. e4 e5 *\n\n1. d4 *\n"), write(folder, "suite.epd", suite)]
}

/// Sends a signal to a process.
fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(status.expect("there is kill").success());
}

/// Every command, with a little work to do, and its input.
fn commands<'a>([game, suite]: &'a [String; 2], saved: &'a str) -> Vec<(Vec<&'a str>, &'a str)> {
    vec![
        (vec![], "uci\n"),
        (vec!["--help"], ""),
        (vec!["--version"], ""),
        (vec!["analyse", "--depth", "2"], ""),
        (vec!["analyse", "--pgn", game, "--depth", "1"], ""),
        (vec!["analyse", "--depth", "2", "--json"], ""),
        (vec!["analyse", "--queue", "--depth", "1"], "startpos\n"),
        (vec!["bench", "1"], ""),
        (vec!["d"], ""),
        (vec!["eval"], ""),
        (vec!["order"], ""),
        (vec!["perft", "2"], ""),
        (vec!["stats", "--depth", "2"], ""),
        (vec!["completions", "bash"], ""),
        (vec!["epd", suite, "--depth", "2"], ""),
        (vec!["explain", "startpos", "--depth", "2"], ""),
        (vec!["genfens", "2", "seed", "7", "book", "None"], ""),
        (vec!["man"], ""),
        (vec!["play", "--depth", "1", "--pgn", saved], "e4\n"),
    ]
}

#[test]
fn output_to_a_full_disk_is_an_error_and_to_a_closed_pipe_none() {
    let folder = TempFolder::new("system-output");
    let (inputs, saved) = (inputs(&folder), folder.join("saved.pgn"));
    for (arguments, input) in commands(&inputs, saved.to_str().expect("UTF-8")) {
        let mut command = Command::new(binary());
        command.args(&arguments).stdout(full_disk()).stderr(Stdio::piped());
        let (code, _, error) = end(&mut command, input);
        assert_eq!(code, Some(2), "{arguments:?}: {error}");
        let reason = "cannot write to standard output: No space";
        assert!(error.contains(reason), "{arguments:?}: {error}");

        let (reader, closed) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (code, _, error) = end(command.stdout(closed), input);
        assert!(code == Some(0) && !error.contains("cannot"), "{arguments:?}: {error}");
    }
    assert!(inputs.iter().all(|path| Path::new(path).exists()));
    let annotated = fs::read_to_string(folder.join("game.annotated.pgn")).expect("the games");
    assert_eq!(
        annotated.matches("[Annotator ").count(),
        2,
        "all are written although the pipe is closed"
    );
}

/// Long work ends when nobody reads its results, even if it would write nothing for hours. Sessions whose input
/// stays open end with the next command.
#[test]
fn work_ends_when_the_output_is_closed() {
    let folder = TempFolder::new("system-closed");
    let [_, suite] = inputs(&folder);
    for (arguments, input) in [
        (&[][..], "go perft 15\n"),
        (&[], "bench 90\n"),
        (&[], "go infinite\n"),
        (&[], "go ponder wtime 1000 btime 1000\n"),
        (&[], "go depth 99\n"),
        (&[], "setoption name Threads value 2\ngo movetime 1000000000\n"),
        (&[], "setoption name Search value minimax\ngo depth 60\n"),
        (&[], "go perft 20\ngo perft 20\nbench 90\ngo depth 99\norder\n"),
        (&["analyse", "--movetime", "100000000"], ""),
        (&["analyse", "--multi", "--movetime", "100000000"], ""),
        (&["analyse", "--queue", "--movetime", "100000000"], "startpos\n"),
        (&["bench", "90"], ""),
        (&["perft", "20"], ""),
        (&["stats", "--depth", "99"], ""),
        (&["epd", &suite, "--movetime", "100000000"], ""),
        (&["explain", "startpos", "--depth", "99"], ""),
        (&["play", "--side", "black", "--movetime", "100000000", "--pgn", "/dev/null"], ""),
    ] {
        for ends_input in [true, false] {
            let mut command = Command::new(binary());
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().expect("the engine starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(input.as_bytes()).expect("the engine reads");
            drop(child.stdout.take());
            if ends_input {
                drop(stdin);
            } else {
                // Until it has ended: a process that another test starts may hold our end of the output for a
                // moment, and the first command is answered then.
                while stdin.write_all(b"isready\n").is_ok() {}
            }
            assert!(child.wait().expect("it ends").success(), "{arguments:?} {input}");
        }
    }
}

/// Node.js sets its own streams so, which a child may inherit.
#[test]
fn streams_that_do_not_block_are_waited_for() {
    let (mut ours, theirs) = UnixStream::pair().expect("sockets");
    theirs.set_nonblocking(true).expect("a socket");
    let stdin = OwnedFd::from(theirs.try_clone().expect("a socket"));
    let mut command = Command::new(binary());
    command.stdin(stdin).stdout(OwnedFd::from(theirs));
    let mut child = command.spawn().expect("the engine starts");
    drop(command);
    // The engine has no input yet, then more output than the socket has room for.
    let input = "uci\n".repeat(1000) + "go depth 2\n";
    ours.write_all(input.as_bytes()).expect("the engine reads");
    let output = ours.try_clone().expect("a socket");
    let mut client = UciClient::connect(output, ours);
    let lines = client.read_until("bestmove");
    assert_eq!(lines.iter().filter(|line| *line == "uciok").count(), 1000);
    client.send("quit");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn errors_that_cannot_be_written_change_no_exit_status() {
    let folder = TempFolder::new("system-stderr");
    let [game, suite] = inputs(&folder);
    let run = |arguments: &[&str], input: &str, log: &str| {
        let mut command = Command::new(binary());
        command.args(arguments).env("BARTIZAN_LOG", log);
        let (code, output, _) = end(command.stdout(Stdio::piped()).stderr(full_disk()), input);
        (code, output)
    };
    for arguments in [
        &["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["analyse", "--depth", "0"],
        &["analyse", "--pgn", "no/such/file"],
        &["explain", "nonsense"],
        &["epd", &game],
    ] {
        assert_eq!(run(arguments, "", "").0, Some(2), "{arguments:?}");
    }
    assert_eq!(run(&["epd", &suite, "--depth", "2"], "", "debug").0, Some(0));
    // Neither a log that is not valid nor one that cannot be written ends a session.
    for log in ["debug", "=;no filter"] {
        let (code, output) = run(&[], "uci\nposition startpos\ngo depth 3\n", log);
        assert!(code == Some(0) && output.contains("uciok\n"), "{log}: {code:?} {output}");
        assert!(output.contains("bestmove "), "{log}: {output}");
    }
}

/// A session goes on without its log and says so once. Setting the option again opens it again.
#[test]
fn a_debug_log_that_cannot_be_written_is_named() {
    let mut engine = start_ready();
    let ended =
        "info string Debug Log File: No space left on device (os error 28); the log has ended";
    for _ in 0..3 {
        let said = engine.send_and_sync("setoption name Debug Log File value /dev/full");
        assert_eq!(said, [ended]);
        engine.send("position startpos moves e2e4");
        assert!(!engine.go("depth 3").iter().any(|line| line == ended));
    }
    // Beyond the limit of the size of files the system would end the process.
    let folder = TempFolder::new("system-log");
    let log = folder.join("log.txt");
    let mut engine = UciClient::spawn(&mut limited("-f 8", &[])).expect("the engine starts");
    let set = file_option("Debug Log File", &log);
    let too_large = "info string Debug Log File: File too large (os error 27); the log has ended";
    assert!(engine.send_and_sync(&set).is_empty());
    (0..200).for_each(|_| engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"));
    let said = engine.sync();
    assert_eq!(said, [too_large], "once");
    assert_eq!(engine.send_and_sync(&set), [too_large]);
    fs::remove_file(&log).expect("the log");
    assert!(engine.send_and_sync(&set).is_empty());
    engine.go("depth 3");
    let text = fs::read_to_string(&log).expect("another log");
    assert!(text.starts_with(">> isready\n<< readyok\n>> go depth 3\n"), "{text}");
}

/// On a full disk, and beyond the limit of the size of files, where the system by default ends a process.
#[test]
fn files_that_cannot_be_written_are_errors() {
    let folder = TempFolder::new("system-size");
    let [game, suite] = inputs(&folder);
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (annotated, saved) = (path("annotated.pgn"), path("saved.pgn"));
    let (log, export) = (path("diagnostics.txt"), format!("export_net {}\n", path("a.nnue")));
    let analyse = ["analyse", "--pgn", &game, "--depth", "1", "--output"];
    let play = ["play", "--depth", "1", "--pgn"];
    for (limit, arguments, file, input, code, text) in [
        ("-f unlimited", &analyse[..], "/dev/full", "", 2, "/dev/full: No space"),
        ("-f unlimited", &play, "/dev/full", "e4\n", 2, "/dev/full: No space"),
        ("-f unlimited", &[], "", "export_net /dev/full\n", 0, "cannot write '/dev/full'"),
        ("-f 0", &analyse, &annotated, "", 2, "too large"),
        ("-f 0", &play, &saved, "e4\n", 2, "is not saved"),
        ("-f 0", &["epd", &suite, "--depth", "2", "--log-file"], &log, "", 0, "Solved "),
        ("-f 0", &[], "", &export, 0, "export_net: cannot write"),
    ] {
        let file = Some(file).filter(|file| !file.is_empty());
        let arguments: Vec<&str> = arguments.iter().copied().chain(file).collect();
        let (ended, said) = run_limited(limit, &arguments, input);
        assert!(ended == Some(code) && said.contains(text), "{arguments:?}: {said}");
    }
}

#[test]
fn what_is_no_file_of_its_kind_is_refused_and_not_harmed() {
    let folder = TempFolder::new("system-refused");
    let [pipe, network, sparse] = ["pipe", "network.nnue", "sparse"].map(|name| folder.join(name));
    // Opening a pipe waits until another program opens its other end.
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    File::create(&sparse).and_then(|file| file.set_len(1 << 40)).expect("a file");
    let mut engine = start_ready();
    engine.send_and_sync(&format!("export_net {}", network.display()));
    let before = fs::read(&network).expect("a network");
    let mut cases = vec![
        ("Debug Log File", network.as_path(), "not a text file"),
        ("Debug Log File", binary(), "not a text file"),
        ("Debug Log File", &folder, "Is a directory"),
        ("Debug Log File", Path::new("/no/such/folder/log"), "No such file"),
        ("Debug Log File", Path::new("/proc/self/fd/1"), "not a file"),
        ("Debug Log File", &pipe, "not a file"),
        ("BookFile", &pipe, "not a file"),
        ("EvalFile", &pipe, "not a network"),
        ("EvalFile", &sparse, "not a network"),
    ];
    for file in ["/dev/zero", "/dev/stdin", "/dev/random", "/", "/no/such/file"] {
        cases.extend(["BookFile", "EvalFile"].map(|option| (option, Path::new(file), "")));
    }
    for (option, file, reason) in cases {
        let said = engine.send_and_sync(&file_option(option, file));
        assert!(said.len() == 1 && said[0].contains(reason), "{option} {file:?}: {said:?}");
        assert!(said[0].ends_with("; the option is unchanged"), "{said:?}");
    }
    let said = engine.send_and_sync(&format!("export_net {}", pipe.display()));
    assert!(said.len() == 1 && said[0].contains("not a file"), "{said:?}");
    let (success, _, error) = run(&["--log-file", pipe.to_str().expect("UTF-8"), "bench", "1"]);
    assert!(success && error.contains("not a file"), "{error}");
    assert!(fs::read(&network).expect("the network") == before);
}

/// With the network of the binary and the least table that GUIs set.
#[test]
fn idle_memory_is_small() {
    let mut engine = start_ready();
    engine.send_and_sync("setoption name Hash value 16");
    let kib = memory_kib(&engine, "VmRSS:");
    assert!(kib < 64 << 10, "{kib} KiB");
}

#[test]
fn sigterm_ends_a_session_at_once() {
    let mut engine = start_ready();
    engine.send("setoption name Threads value 2");
    engine.send("go infinite");
    engine.read_until("info depth 3");
    signal("-TERM", engine.process_id());
    assert_eq!(engine.wait().signal(), Some(SIGTERM));
}

#[test]
fn interrupted_games_are_saved() {
    let folder = TempFolder::new("system-play");
    let file = folder.join("games.pgn");
    let play = |arguments: &[&str]| {
        let mut command = Command::new(binary());
        command.arg("play").arg("--pgn").arg(&file).args(arguments);
        UciClient::spawn(&mut command).expect("the engine starts")
    };
    for name in ["-INT", "-TERM"] {
        let mut engine = play(&["--depth", "1"]);
        engine.send("e4");
        // The answer stands behind the prompt, which waits for the next move.
        engine.read_until("1. > Bartizan plays 1... ");
        signal(name, engine.process_id());
        let lines = engine.read_to_end();
        assert!(lines.last().is_some_and(|line| line.contains("is saved in ")), "{lines:?}");
        assert!(engine.wait().success());
        let saved = fs::read_to_string(&file).expect("the game");
        assert!(saved.contains("\n1. e4 ") && saved.contains("[Result \"*\"]"), "{saved}");
        fs::remove_file(&file).expect("the file is there");
    }
    // A search that would take years ends.
    let mut engine = play(&["--side", "black", "--movetime", "1000000000000"]);
    engine.read_until("You play against");
    signal("-INT", engine.process_id());
    assert!(engine.wait().success() && !file.exists());
}
