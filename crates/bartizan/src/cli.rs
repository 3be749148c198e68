//! The command line. Without a command the engine speaks UCI on its standard streams.

use crate::cpu::Level;
use crate::parts::PartArguments;
use crate::position::PositionArgument;
use crate::progress::note;
use crate::{analyse, editor, genfens, inspect, logging, style};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use searcher::Signals;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;
use uci::options::Settings;
use uci::output::Output;
use uci::{bench, session};

/// The name of the binary.
const NAME: &str = "bartizan";

/// The version, and for x86-64 what the running code was compiled for: a universal binary has several.
const VERSION: &str = {
    macro_rules! with {
        ($level:literal) => {
            concat!(env!("CARGO_PKG_VERSION"), " (", $level, ")")
        };
    }
    match Level::COMPILED {
        _ if !cfg!(target_arch = "x86_64") => env!("CARGO_PKG_VERSION"),
        Level::V2 => with!("x86-64-v2"),
        Level::V3 => with!("x86-64-v3"),
        Level::V4 => with!("x86-64-v4"),
        Level::Vnni => with!("x86-64-v4+avx512vnni"),
    }
};

/// Bartizan, a UCI chess engine. Without a command it reads UCI commands from standard input.
#[derive(Parser)]
#[command(version = VERSION)]
struct Arguments {
    /// Write diagnostics to this file (filter: the variable BARTIZAN_LOG)
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search a fixed set of positions; the last line is "N nodes M nps"
    Bench {
        /// Depth of each search, in plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        #[command(flatten)]
        parts: PartArguments,
    },
    /// Search a position and print its lines and the best move; or annotate the games of a PGN file
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments),
    /// Search a position and show what the search did with each move, and why
    #[cfg(feature = "explain")]
    Explain(crate::explain::Arguments),
    /// Play against the engine in the terminal
    Play(crate::play::Arguments),
    /// Search the positions of an EPD suite and score their bm, am and dm operations
    Epd(crate::epd::Arguments),
    /// Show a position: the board, FEN, key and checkers
    D(PositionArgument),
    /// Show the static evaluation of a position and what it consists of
    Eval(inspect::EvalArguments),
    /// Show the legal moves in the order in which a search would try them; after a search, where a limit is given
    Order(inspect::SearchArguments),
    /// Search a position and show the statistics of the move ordering
    #[command(after_help = "Without a limit the search goes to depth 12.")]
    Stats(inspect::SearchArguments),
    /// Count the leaf nodes below each move
    Perft(inspect::PerftArguments),
    /// Write the network of the evaluation nnue to a file
    #[command(name = "export_net", alias = "export-net")]
    ExportNet(inspect::ExportArguments),
    /// Print random openings as OpenBench asks for them: N seed S book FILE
    Genfens {
        /// The request; further words are ignored
        #[arg(required = true, allow_hyphen_values = true)]
        request: Vec<String>,
    },
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of bartizan, or of one of its commands, in roff
    Man {
        /// The command
        command: Option<String>,
    },
    /// Print the tunable parameters as OpenBench reads them (feature `tune`)
    Tune,
}

/// Runs the command that the command line names and returns the exit status: 2 after an error.
#[must_use]
pub fn main() -> ExitCode {
    #[cfg(unix)]
    {
        uci::system::use_one_arena();
        uci::system::ignore_file_size_signal();
    }
    // Wider lines are hard to read.
    let command = Arguments::command().term_width(style::columns().min(100));
    let matches = command.try_get_matches_from(split_genfens(std::env::args_os().collect()));
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        // `--help` and `--version` arrive as errors that are printed to standard output.
        Err(error) => {
            return match error.print() {
                Err(cause) if cause.kind() != ErrorKind::BrokenPipe => {
                    failure(format!("cannot write to standard output: {cause}"))
                }
                _ if error.use_stderr() => ExitCode::from(2),
                _ => ExitCode::SUCCESS,
            };
        }
    };
    if let Err(error) = logging::init(arguments.log_file.as_deref()) {
        note(&format!("bartizan: no log: {error}"));
    }
    let output = match &arguments.command {
        None | Some(Command::Bench { .. } | Command::Genfens { .. }) => Output::stdout(),
        Some(_) => style::terminal(),
    };
    let output = output.watched();
    let done = run(arguments.command, &output).and_then(|()| Ok(output.check()?));
    done.map_or_else(failure, |()| ExitCode::SUCCESS)
}

/// Prints an error and returns the exit status.
fn failure(error: impl Display) -> ExitCode {
    note(&format!("bartizan: {error}"));
    ExitCode::from(2)
}

/// Runs a command; without one, a UCI session.
fn run(command: Option<Command>, output: &Output) -> Result<(), Box<dyn Error>> {
    match command {
        None if editor::is_terminal() => crate::console::run()?,
        #[cfg(unix)]
        None => {
            let input = uci::system::Waiting(io::stdin());
            session::run(io::BufReader::new(input), output.clone())?;
        }
        #[cfg(not(unix))]
        None => session::run(io::stdin().lock(), output.clone())?,
        Some(Command::Bench { depth, parts }) => {
            // `None` means that the output was closed.
            if let Some(summary) = bench::run(parts.config()?, 1, depth, output, &Signals::new())? {
                output.line(summary);
            }
        }
        Some(Command::Genfens { request }) => genfens::run(&request.join(" ").parse()?, output)?,
        Some(Command::Completions { shell }) => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut text);
            output.line(String::from_utf8_lossy(&text).trim_end());
        }
        Some(Command::Man { command }) => output.line(manual(command.as_deref())?.trim_end()),
        Some(Command::Tune) => output.line(Settings::default().parameter_list()),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments, output)?,
        Some(Command::Play(arguments)) => {
            crate::play::run(&arguments, output)?;
        }
        Some(Command::Epd(arguments)) => crate::epd::run(&arguments, output)?,
        Some(Command::D(position)) => inspect::display(&position, output)?,
        Some(Command::Eval(arguments)) => inspect::eval(&arguments, output)?,
        Some(Command::Order(arguments)) => inspect::order(&arguments, output)?,
        Some(Command::Stats(arguments)) => inspect::stats(&arguments, output)?,
        Some(Command::Perft(arguments)) => inspect::perft(&arguments, output)?,
        Some(Command::ExportNet(arguments)) => inspect::export_net(&arguments, output)?,
        #[cfg(feature = "explain")]
        Some(Command::Explain(arguments)) => crate::explain::run(&arguments, output)?,
    }
    Ok(())
}

/// The manual page of the binary or of a command, in roff.
fn manual(command: Option<&str>) -> Result<String, String> {
    let mut page = Arguments::command().name(NAME).version(env!("CARGO_PKG_VERSION"));
    page.build();
    if let Some(name) = command {
        let found = page.find_subcommand(name).cloned();
        let found = found.ok_or_else(|| format!("there is no command {name}"))?;
        page = found.display_name(format!("{NAME}-{name}"));
    }
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(page).render(&mut text);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// OpenBench gives `genfens` and its request as one argument, followed by `quit`: the words of the
/// first, and nothing after it.
fn split_genfens(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let request = arguments.get(1).and_then(|argument| argument.to_str());
    if let Some(request) = request.filter(|request| request.starts_with("genfens ")) {
        let words: Vec<OsString> = request.split_whitespace().map(OsString::from).collect();
        arguments.splice(1.., words);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci::engine::EngineConfig;

    fn analyse_arguments(line: &str) -> Result<analyse::Arguments, String> {
        let arguments = Arguments::try_parse_from(line.split(' '));
        match arguments.map_err(|error| error.to_string())?.command {
            Some(Command::Analyse(arguments)) => Ok(arguments),
            _ => panic!("another command"),
        }
    }

    #[test]
    fn genfens_is_one_argument_or_several() {
        let words = ["bartizan", "genfens", "5", "seed", "7", "book", "None"];
        let whole = ["bartizan", "genfens 5 seed 7 book None", "quit"];
        for arguments in [&words[..], &whole] {
            let split = split_genfens(arguments.iter().map(OsString::from).collect());
            assert_eq!(split, words);
            let Ok(Arguments { command: Some(Command::Genfens { request }), .. }) =
                Arguments::try_parse_from(split)
            else {
                panic!("another command")
            };
            assert_eq!(request, words[2..]);
        }
        let other = ["bartizan", "bench", "genfens 5"].map(OsString::from);
        assert_eq!(split_genfens(other.to_vec()), other);
    }

    #[test]
    fn positions_and_parts_are_arguments() {
        Arguments::command().debug_assert();
        let line = "bartizan analyse 4k3/8/8/8/8/8/8/4K2R w K - 0 1 --depth 5";
        let arguments = analyse_arguments(line).expect("arguments");
        assert_eq!(arguments.position.position.join(" "), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(arguments.limits.depth, Some(5));
        let config =
            |line| analyse_arguments(line).expect("arguments").parts.config().expect("parts");
        assert_eq!(config("bartizan analyse"), EngineConfig::default());
        let line = "bartizan analyse --search MINIMAX --evaluation centre --ordering mvv-lva";
        let EngineConfig { search, evaluation, ordering, .. } = config(line);
        assert_eq!((search, evaluation, ordering), ("minimax", "centre", "mvv-lva"));
        let error = analyse_arguments("bartizan analyse --evaluation best").map(|_| ());
        let error = error.expect_err("there is no such evaluation");
        let words = ["--evaluation", &eval::NAMES.join(", ")];
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}
