//! The command line. Without a command the engine speaks UCI on its standard streams.

use crate::output::Output;
use crate::{analyse, bench, logging, session};
use clap::{Args, Parser, Subcommand};
use search::Signals;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Bartizan, a UCI chess engine. Without a command it waits for a GUI on standard input.
#[derive(Parser)]
#[command(version)]
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
    },
    /// Think about a position and show what is found
    Analyse(AnalyseArguments),
}

#[derive(Args)]
struct AnalyseArguments {
    /// The position in FEN, with or without quotes [default: the starting position]
    #[arg(num_args = 0.., allow_hyphen_values = false)]
    fen: Vec<String>,
    /// Think to this depth, in plies
    #[arg(long, conflicts_with = "movetime", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Think for so many milliseconds [default: 3000]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// How many best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
}

/// Does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version are answers, not faults; clap knows which is which.
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    if let Err(error) = logging::init(arguments.log_file.as_deref()) {
        eprintln!("bartizan: no log: {error}");
    }
    let output = Output::stdout();
    match arguments.command {
        None => match session::run(std::io::stdin().lock(), output) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("bartizan: {error}");
                ExitCode::FAILURE
            }
        },
        Some(Command::Bench { depth }) => {
            // Nobody stops it but a reader who leaves, and then there is nobody to tell.
            if let Some(summary) = bench::run(depth, &output, &Signals::new()) {
                output.line(summary);
            }
            ExitCode::SUCCESS
        }
        Some(Command::Analyse(request)) => match analyse::run(&request.into(), &output) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("bartizan: {error}");
                ExitCode::from(2)
            }
        },
    }
}

impl From<AnalyseArguments> for analyse::AnalysisRequest {
    fn from(arguments: AnalyseArguments) -> Self {
        Self {
            fen: arguments.fen.join(" "),
            depth: arguments.depth,
            movetime: arguments.movetime.map(Duration::from_millis),
            options: search::Options {
                hash_mib: arguments.hash as usize,
                threads: usize::from(arguments.threads),
                multi_pv: usize::from(arguments.lines),
                ..search::Options::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clap_definition_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn unquoted_fen_is_accepted() {
        let line = "bartizan analyse 4k3/8/8/8/8/8/8/4K2R w K - 0 1 --depth 5";
        let arguments = Arguments::try_parse_from(line.split(' ')).expect("arguments");
        let Some(Command::Analyse(request)) = arguments.command else { panic!("another command") };
        assert_eq!(request.fen.join(" "), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(request.depth, Some(5));
    }
}
