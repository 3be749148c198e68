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

/// The list of commands.
const HELP: &str = "\
Usage: cargo xtask COMMAND [ARGUMENTS]
`cargo xtask help COMMAND` describes the arguments.

After every edit:
  perft              board or movegen changed: count move paths and compare with a suite
  nodes              the search changed: which positions take other node counts than before
  tidy               before a commit: layers, file headers and sizes

Own parts:
  new                begin an evaluator, a move ordering or a search: skeleton and registration
  swaps              a contract changed: do the examples of replaced parts still work and play?
  mutants            a contract changed: does it still find planted faults?
  perft-suite        the positions of a perft suite changed: count them anew
  perft-compare      a fault of the generator is suspected: random positions beside another engine

Is it stronger, is it faster?
  sprt               test by games whether the working tree is stronger than a revision
  match              play a match between two sides: options, parameters or engines
  speed              compare the speed of bench with that of a revision
  counts             compare the instructions of single operations with those of a revision
  spsa               tune parameters by self-play

The laboratory:
  ordering           measure the schemes of move ordering side by side
  ordering-kiwipete  search Kiwipete with and without ordering, as Rustic's author did
  ablation           take out each heuristic in turn and measure by games what it is worth
  peers              measure bulk perft beside libraries and other engines

Training:
  datagen            play games of the engine against itself and store them with their scores
  data               inspect and check files of such games
  train              train a network on them
  import-network     make a network file of weights of another trainer

For others:
  web                build the engine for the browser, and the book around it
  npm                build the engine as a package for browsers and Node.js
  dist               build a release: archives for other machines

The tools that link the engine are built optimised: minutes the first time, seconds after an edit.
XTASK_PROFILE=release builds them as a release, which is 6 % faster and pays in runs of hours.
";

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// The list of commands.
    Help,
    /// A command of this tool, with its arguments.
    Own(Vec<OsString>),
    /// A command of another package, with its arguments.
    Tool(&'static str, Vec<OsString>),
    /// No command has this name.
    Unknown(String),
}

/// Finds out what a command line, without the name of the program, asks for. `help COMMAND` is
/// `COMMAND --help`.
#[must_use]
pub fn request(mut arguments: Vec<OsString>) -> Request {
    let Some(first) = arguments.first() else { return Request::Help };
    let package = match &*first.to_string_lossy() {
        "help" | "--help" | "-h" if arguments.len() == 1 => return Request::Help,
        "help" | "--help" | "-h" => {
            arguments = vec![arguments.swap_remove(1), "--help".into()];
            return request(arguments);
        }
        "perft" | "nodes" | "tidy" | "new" | "swaps" | "mutants" | "perft-suite" => {
            return Request::Own(arguments);
        }
        // `trial` is for `swaps`.
        "perft-compare" | "sprt" | "match" | "speed" | "counts" | "spsa" | "ordering"
        | "ordering-kiwipete" | "ablation" | "peers" | "trial" => "bartizan-lab",
        "datagen" | "data" | "train" | "import-network" => "bartizan-train",
        "web" | "npm" | "dist" => "bartizan-dist",
        name => return Request::Unknown(name.to_owned()),
    };
    Request::Tool(package, arguments)
}

/// The error of an unknown command.
#[must_use]
pub fn unknown(name: &str) -> Error {
    anyhow!("there is no command `{name}`; `cargo xtask help` lists all")
}

/// Prints the list of commands.
///
/// # Errors
/// When it cannot be written. A closed pipe, as after `head`, is no error.
pub fn print_help() -> Result<()> {
    match io::stdout().write_all(HELP.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// The command that builds and runs a tool. Its engines have parameters that can be set.
fn command(package: &str, arguments: &[OsString]) -> Command {
    let profile = env::var(PROFILE_VARIABLE).unwrap_or_else(|_| "xtask".to_owned());
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--profile", &profile, "--package", package]);
    command.args(["--features", "tune", "--manifest-path"]);
    command.arg(workspace::root().join("Cargo.toml")).arg("--").args(arguments);
    command
}

/// Runs a tool in place of this program; its exit status is that of this program.
pub fn hand_over(package: &str, arguments: &[OsString]) -> ExitCode {
    let mut command = command(package, arguments);
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

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn commands_go_to_the_tool_that_has_them() {
        let tool = |package, line| Request::Tool(package, words(line));
        for (line, expected) in [
            ("", Request::Help),
            ("help", Request::Help),
            ("--help", Request::Help),
            ("-h", Request::Help),
            ("perft --max-nodes 5", Request::Own(words("perft --max-nodes 5"))),
            ("nodes --help", Request::Own(words("nodes --help"))),
            ("help nodes", Request::Own(words("nodes --help"))),
            ("match --a x -- y", tool("bartizan-lab", "match --a x -- y")),
            ("help match --a x", tool("bartizan-lab", "match --help")),
            ("data stat a.games", tool("bartizan-train", "data stat a.games")),
            ("web", tool("bartizan-dist", "web")),
        ] {
            assert_eq!(request(words(line)), expected, "{line}");
        }
        for line in ["perftt", "--version", "match2", "Perft", "help nothing"] {
            assert!(matches!(request(words(line)), Request::Unknown(_)), "{line}");
        }
    }

    #[test]
    fn listed_commands_exist() {
        let names = HELP.lines().filter(|line| line.starts_with("  "));
        for name in names.clone().filter_map(|line| line.split_whitespace().next()) {
            let found = request(words(name));
            assert!(matches!(found, Request::Own(_) | Request::Tool(..)), "{name}");
        }
        assert_eq!(names.count(), 24);
    }
}
