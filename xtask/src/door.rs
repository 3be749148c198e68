//! All commands of `cargo xtask`: which tool has each, and when one needs it. This tool links no
//! engine; a command that it does not have is run by cargo in the package that has it.

use crate::workspace;
use anyhow::{Context, Error, Result, anyhow};
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::{Command, ExitCode, Stdio};

/// Names a profile for all tools instead of their own, such as `dev`.
pub const PROFILE_VARIABLE: &str = "XTASK_PROFILE";

/// A program that has commands of `cargo xtask`.
#[derive(Debug, PartialEq, Eq)]
pub struct Tool {
    package: &'static str,
    profile: &'static str,
    features: &'static str,
}

/// Its engines have parameters that can be set.
const LAB: Tool = Tool { package: "bartizan-lab", profile: "xtask", features: "tune" };
const TRAIN: Tool = Tool { package: "bartizan-train", ..LAB };
const DIST: Tool = Tool { package: "bartizan-dist", ..LAB };
/// Overflows are found only with the assertions of the development profile.
const FUZZ: Tool = Tool { package: "bartizan-fuzz", profile: "dev", features: "" };

/// Name, tool (this one where there is none), and what for.
type Row = (&'static str, Option<&'static Tool>, &'static str);

/// The commands in groups.
const GROUPS: [(&str, &[Row]); 6] = [
    (
        "After every edit",
        &[
            ("perft", None, "board or movegen changed: count move paths and compare with a suite"),
            (
                "nodes",
                None,
                "the search changed: which positions take other node counts than before",
            ),
            ("tidy", None, "before a commit: layers, licences, file headers and sizes"),
        ],
    ),
    (
        "Own parts",
        &[
            (
                "new",
                None,
                "begin an evaluator, a move ordering or a search: skeleton and registration",
            ),
            (
                "swaps",
                None,
                "a contract changed: do the examples of replaced parts still work and play?",
            ),
            ("mutants", None, "a contract changed: does it still find planted faults?"),
            ("perft-suite", None, "the positions of a perft suite changed: count them anew"),
            (
                "perft-compare",
                Some(&LAB),
                "a fault of the generator is suspected: random positions beside another engine",
            ),
        ],
    ),
    (
        "Is it stronger, is it faster?",
        &[
            (
                "sprt",
                Some(&LAB),
                "test by games whether the working tree is stronger than a revision",
            ),
            ("match", Some(&LAB), "play a match between two sides: options, parameters or engines"),
            ("speed", Some(&LAB), "compare the speed of bench with that of a revision"),
            (
                "counts",
                Some(&LAB),
                "compare the instructions of single operations with those of a revision",
            ),
            ("spsa", Some(&LAB), "tune parameters by self-play"),
        ],
    ),
    (
        "The laboratory",
        &[
            ("ordering", Some(&LAB), "measure the schemes of move ordering side by side"),
            (
                "ordering-kiwipete",
                Some(&LAB),
                "search Kiwipete with and without ordering, as Rustic's author did",
            ),
            (
                "ablation",
                Some(&LAB),
                "take out each heuristic in turn and measure by games what it is worth",
            ),
            ("peers", Some(&LAB), "measure bulk perft beside libraries and other engines"),
        ],
    ),
    (
        "Training",
        &[
            (
                "datagen",
                Some(&TRAIN),
                "play games of the engine against itself and store them with their scores",
            ),
            ("data", Some(&TRAIN), "inspect, check and rewrite files of such games"),
            ("train", Some(&TRAIN), "train a network on them"),
        ],
    ),
    (
        "For others",
        &[
            ("fuzz", Some(&FUZZ), "a reader of outside input changed: try it with changed input"),
            ("web", Some(&DIST), "build the engine for the browser, and the book around it"),
            ("dist", Some(&DIST), "build a release: archives for other machines"),
        ],
    ),
];

/// A command that only other tasks call.
const TRIAL: Row = ("trial", Some(&LAB), "");

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// The list of commands.
    Help,
    /// A command of this tool, with its arguments.
    Own(Vec<OsString>),
    /// A command of another tool, with its arguments.
    Tool(&'static Tool, Vec<OsString>),
    /// No command has this name.
    Unknown(String),
}

/// Finds out what a command line, without the name of the program, asks for. `help COMMAND` is
/// `COMMAND --help`.
#[must_use]
pub fn request(mut arguments: Vec<OsString>) -> Request {
    let Some(first) = arguments.first() else { return Request::Help };
    let name = first.to_string_lossy().into_owned();
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        if arguments.len() == 1 {
            return Request::Help;
        }
        arguments.remove(0);
        arguments.truncate(1);
        arguments.push("--help".into());
        return request(arguments);
    }
    let mut rows = GROUPS.iter().flat_map(|(_, rows)| *rows).chain([&TRIAL]);
    match rows.find(|(command, ..)| *command == name) {
        None => Request::Unknown(name),
        Some((_, None, _)) => Request::Own(arguments),
        Some(&(_, Some(tool), _)) => Request::Tool(tool, arguments),
    }
}

/// The error of an unknown command.
#[must_use]
pub fn unknown(name: &str) -> Error {
    anyhow!("there is no command `{name}`; `cargo xtask help` lists all")
}

/// The list of commands.
#[must_use]
pub fn help() -> String {
    let mut text = "Usage: cargo xtask COMMAND [ARGUMENTS]\n\
                    `cargo xtask help COMMAND` describes the arguments.\n"
        .to_owned();
    for (title, rows) in GROUPS {
        text += &format!("\n{title}:\n");
        for (name, _, purpose) in rows {
            text += &format!("  {name:17}  {purpose}\n");
        }
    }
    text + "\nThe tools that link the engine are built optimised: minutes the first time, seconds after an edit.\n\
            XTASK_PROFILE=release builds them as a release, which is 6 % faster and pays in runs of hours.\n"
}

/// Prints the list of commands.
///
/// # Errors
/// When it cannot be written. A closed pipe, as after `head`, is no error.
pub fn print_help() -> Result<()> {
    match io::stdout().write_all(help().as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// The command that builds and runs a tool.
fn command(tool: &Tool, arguments: &[OsString]) -> Command {
    let profile = env::var(PROFILE_VARIABLE).unwrap_or_else(|_| tool.profile.to_owned());
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--profile", &profile, "--package", tool.package]);
    if !tool.features.is_empty() {
        command.args(["--features", tool.features]);
    }
    command.arg("--manifest-path").arg(workspace::root().join("Cargo.toml"));
    command.arg("--").args(arguments);
    command
}

/// Runs a tool in place of this program; its exit status is that of this program.
pub fn hand_over(tool: &Tool, arguments: &[OsString]) -> ExitCode {
    let mut command = command(tool, arguments);
    // The same process, so that signals reach the tool.
    #[cfg(unix)]
    let ended = Err(std::os::unix::process::CommandExt::exec(&mut command));
    #[cfg(not(unix))]
    let ended = command.status();
    match ended {
        Err(error) => crate::exit_code(Err(Error::new(error).context("cannot run cargo"))),
        Ok::<std::process::ExitStatus, _>(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.unwrap_or(1))
        }
    }
}

/// What a command of another tool prints.
///
/// # Errors
/// When it fails or there is no such command.
pub fn output(arguments: Vec<OsString>) -> Result<String> {
    let name = arguments.first().map_or_else(String::new, |name| name.display().to_string());
    let Request::Tool(tool, arguments) = request(arguments) else { return Err(unknown(&name)) };
    let output = command(tool, &arguments).stderr(Stdio::inherit()).output();
    let output = output.context("cannot run cargo")?;
    anyhow::ensure!(output.status.success(), "{name}: {}", output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Request {
        request(line.split_whitespace().map(OsString::from).collect())
    }

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn commands_go_to_the_tool_that_has_them() {
        for line in ["", "help", "--help", "-h"] {
            assert_eq!(of(line), Request::Help, "{line}");
        }
        for line in ["perft --max-nodes 5", "tidy", "new evaluator x", "nodes --help"] {
            assert_eq!(of(line), Request::Own(words(line)), "{line}");
        }
        for (line, tool) in [
            ("match --a x -- y", &LAB),
            ("data stat a.games", &TRAIN),
            ("web", &DIST),
            ("fuzz pgn --cases 5", &FUZZ),
            ("trial --pairs 3", &LAB),
        ] {
            assert_eq!(of(line), Request::Tool(tool, words(line)), "{line}");
        }
        assert_eq!(of("help nodes"), Request::Own(words("nodes --help")));
        assert_eq!(of("help match --a x"), Request::Tool(&LAB, words("match --help")));
        for line in ["perftt", "--version", "match2", "Perft", "help nothing"] {
            assert!(matches!(of(line), Request::Unknown(_)), "{line}");
        }
    }

    #[test]
    fn help_names_every_command_once() {
        let text = help();
        for (name, ..) in GROUPS.iter().flat_map(|(_, rows)| *rows) {
            let named = text.lines().filter(|line| line.split_whitespace().next() == Some(name));
            assert_eq!(named.count(), 1, "{name}");
        }
        assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    }
}
