//! Tests under AddressSanitizer and ThreadSanitizer. No report is suppressed.

use crate::progress::note;
use crate::workspace;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use std::path::PathBuf;
use std::process::Command;

/// The target that the sanitizers are run on. Naming it keeps them out of build scripts and macros.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The tests: threads, races, limits and panics of the search; sessions, garbage, endgame tables
/// and key collisions.
const TESTS: [&[&str]; 3] = [
    &["--package", "bartizan-search", "--lib", "--test", "searcher"],
    &["--package", "bartizan-contracts", "--test", "transposition_table", "--test", "uci"],
    &["--package", "bartizan", "--test", "sessions", "--test", "syzygy"],
];

/// What to run, and with which compiler.
///
/// ThreadSanitizer needs a standard library that is built with it, so a compiler with the library's source:
/// that of `rustup component add rust-src`, or another one, by --cargo and --rustc.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Sanitizers (default: all)
    #[arg(value_enum, value_name = "SANITIZER")]
    sanitizers: Vec<Sanitizer>,
    /// The cargo to build with (default: the one that runs this)
    #[arg(long, value_name = "FILE")]
    cargo: Option<PathBuf>,
    /// The compiler to build with (default: that of cargo)
    #[arg(long, value_name = "FILE")]
    rustc: Option<PathBuf>,
    /// A linker that has the sanitizer's runtime, such as clang, for a compiler without it
    #[arg(long, value_name = "PROGRAM")]
    linker: Option<String>,
}

/// What finds faults in memory accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sanitizer {
    /// Accesses beyond or after an allocation
    Address,
    /// Data races
    Thread,
}

impl Sanitizer {
    fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Thread => "thread",
        }
    }
}

/// Builds the tests with each sanitizer and runs them.
///
/// # Errors
/// When a build fails, or a test, which a report makes fail.
pub fn run(args: &Args) -> Result<()> {
    let all = Sanitizer::value_variants();
    let sanitizers = if args.sanitizers.is_empty() { all } else { &args.sanitizers };
    for &sanitizer in sanitizers {
        for tests in TESTS {
            note(&format!("{}: {}", sanitizer.name(), tests.join(" ")));
            let status = args.command(sanitizer, tests).status().context("cannot run cargo")?;
            ensure!(status.success(), "the tests fail with the {} sanitizer", sanitizer.name());
        }
    }
    note("no report");
    Ok(())
}

impl Args {
    fn command(&self, sanitizer: Sanitizer, tests: &[&str]) -> Command {
        let mut command = self.cargo.as_ref().map_or_else(workspace::cargo, Command::new);
        let name = sanitizer.name();
        let mut flags = format!("-Zsanitizer={name}");
        if let Some(linker) = &self.linker {
            // The runtime comes from the linker.
            flags += &format!(" -Zexternal-clangrt -Clinker={linker} -Clink-arg=-fsanitize={name}");
        }
        command.current_dir(workspace::root()).args(["test", "--target", TARGET]).args(tests);
        if sanitizer == Sanitizer::Thread {
            command.args(["-Z", "build-std"]);
        }
        let folder = workspace::root().join("target/sanitize").join(name);
        command.arg("--target-dir").arg(folder);
        if let Some(rustc) = &self.rustc {
            command.env("RUSTC", rustc);
        }
        // The flags are unstable.
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
        // The first report ends the test. An allocation that is too large fails as it does without a
        // sanitizer, which a test relies on.
        let options = "halt_on_error=1:allocator_may_return_null=1";
        command.env("TSAN_OPTIONS", options).env("ASAN_OPTIONS", options);
        command
    }
}

// Elsewhere a command is shown without its environment.
#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing::parse;

    #[test]
    fn the_compiler_and_its_runtime_are_chosen() {
        let args: Args = parse("thread --cargo c --rustc r --linker clang-22").unwrap();
        assert_eq!(args.sanitizers, [Sanitizer::Thread]);
        let command = args.command(Sanitizer::Thread, TESTS[0]);
        let text = format!("{command:?}");
        for part in
            ["-Zsanitizer=thread", "-Clinker=clang-22", "build-std", "\"c\"", "RUSTC=\"r\"", TARGET]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let args: Args = parse("").unwrap();
        let text = format!("{:?}", args.command(Sanitizer::Address, TESTS[1]));
        assert!(text.contains("-Zsanitizer=address\"") && !text.contains("build-std"), "{text}");
        assert!(parse::<Args>("memory").is_err());
    }
}
