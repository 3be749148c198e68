//! Real clients drive the binary: python-chess, fastchess, lichess-bot on a stub of its server, and the
//! graphical ones xboard (through polyglot), Scid and PyChess under Xvfb. Each is skipped, by name, where it is
//! not installed.

use std::process::Command;

use bartizan_tests::{binary, has_python_chess, script, start_ready};
use testkit::data;
use testkit::workspace::find_program;

/// The first of these programs that is not installed, or python-chess where the interpreter lacks it.
fn missing(programs: &[&'static str]) -> Option<&'static str> {
    programs.iter().copied().find(|&name| match name {
        "python-chess" => !has_python_chess(),
        _ => find_program(name).is_none(),
    })
}

/// Runs a command to its end, which must be a success, and returns its standard output.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("the client runs");
    let (said, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the client objects after:\n{said}\n{error}");
    said.into_owned()
}

/// Lets a graphical client play ten moves.
fn graphical(client: &str, programs: &[&'static str]) {
    let programs = [&["python-chess", "Xvfb"], programs].concat();
    match missing(&programs) {
        Some(program) => data::report_skipped(client, program),
        None => drop(run(script("gui.py").arg(client).arg(binary()))),
    }
}

#[test]
fn python_chess() {
    if let Some(program) = missing(&["python-chess"]) {
        return data::report_skipped("python_chess", program);
    }
    let tables = data::external_file("syzygy");
    if tables.is_none() {
        data::report_skipped("python_chess with tables", data::TABLES);
    }
    run(script("client.py").arg(binary()).args(tables));
}

#[test]
fn fastchess_compliance() {
    if let Some(program) = missing(&["fastchess"]) {
        return data::report_skipped("fastchess_compliance", program);
    }
    let said = run(Command::new("fastchess").arg("--compliance").arg(binary()));
    assert!(said.contains("Engine passed all compliance checks."), "{said}");
}

#[test]
fn xboard() {
    graphical("xboard", &["xboard", "polyglot"]);
}

#[test]
fn scid() {
    graphical("scid", &["scid"]);
}

#[test]
fn pychess() {
    graphical("pychess", &["pychess", "dbus-run-session"]);
}

/// The checkout of lichess-bot that `$LICHESS_BOT` names plays two games.
#[test]
fn lichess_bot() {
    if let Some(program) = missing(&["python-chess"]) {
        return data::report_skipped("lichess_bot", program);
    }
    match std::env::var_os("LICHESS_BOT").filter(|folder| !folder.is_empty()) {
        Some(folder) => drop(run(script("lichess.py").arg(binary()).arg(folder))),
        None => data::report_skipped("lichess_bot", "lichess-bot"),
    }
}

/// The engine takes every option that the configuration for lichess-bot sets.
#[test]
fn lichess_bot_configuration() {
    let configuration = include_str!("../../docs/src/lichess-bot.yml");
    let lines = configuration.lines().skip_while(|line| *line != "  uci_options:").skip(1);
    let mut engine = start_ready();
    let mut set = Vec::new();
    for line in lines.take_while(|line| line.starts_with("    ")) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some((name, value)) = line.split_once(": ") {
            let answer =
                engine.send_and_sync(&format!("setoption name {name} value {}", value.trim()));
            // Other remarks, as of more threads than processors, are no refusal.
            assert!(!answer.iter().any(|said| said.contains("option")), "{line}: {answer:?}");
            set.push(name);
        }
    }
    assert_eq!(set, ["Threads", "Hash", "Move Overhead", "UCI_ShowWDL"]);
}
