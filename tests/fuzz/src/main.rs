//! `cargo xtask fuzz`: property tests of everything that reads text or files from outside, with valid input
//! that is changed at random.

mod guided;
mod mutate;
mod readers;

use anyhow::{Result, ensure};
use bartizan::pool::{self, Threads};
use bartizan::table::{Align, Table, thousands};
use clap::Parser;
use games::output::{make_folder, write_file, write_text};
use guided::Coverage;
use mutate::mutated;
use readers::{READERS, Reader};
use std::convert::Infallible;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use testkit::Rng;
use xtask::workspace;

/// What to test and how long.
#[derive(clap::Args, Clone, Debug)]
struct Args {
    /// Readers to test (default: all)
    #[arg(value_name = "READER", value_parser = READERS.map(|reader| reader.name))]
    readers: Vec<String>,
    /// Inputs for each reader
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    cases: u64,
    /// Number of the first input; the same number is always the same input
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Let libFuzzer choose the inputs by the code that they reach; needs a C++ compiler
    #[arg(long, conflicts_with = "first")]
    guided: bool,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Task {
    /// Test all readers of outside input with changed input
    Fuzz(Args),
}

fn main() -> ExitCode {
    games::run_tool(|Task::Fuzz(args)| run(&args))
}

/// What the inputs of a reader led to.
#[derive(Debug)]
struct ReaderReport {
    /// How many were valid.
    valid: u64,
    /// Longest time of one.
    slowest: Duration,
    /// The first one that broke a property, with its number.
    broken: Option<(u64, Vec<u8>)>,
}

/// Tests the readers, and prints a row for each. An input that breaks a property is written to
/// `target/fuzz`.
///
/// # Errors
/// When there was one, or its file or the table cannot be written.
fn run(args: &Args) -> Result<()> {
    let chosen = |reader: &&Reader| {
        args.readers.is_empty() || args.readers.iter().any(|name| name == reader.name)
    };
    let readers: Vec<&Reader> = READERS.iter().filter(chosen).collect();
    #[cfg(feature = "guided")]
    if let ([reader], true) = (&readers[..], args.guided) {
        return guided::drive(reader, args.cases);
    }
    if args.guided { run_guided(args, &readers) } else { run_random(args, &readers) }
}

/// Inputs that libFuzzer chooses.
fn run_guided(args: &Args, readers: &[&Reader]) -> Result<()> {
    let program = guided::build()?;
    let results =
        pool::run(readers, args.threads.count(), |reader| reader.run_guided(&program, args.cases))?;
    let mut table = Table::new(&[
        ("reader", Align::Left),
        ("inputs", Align::Right),
        ("edges by samples", Align::Right),
        ("edges", Align::Right),
    ]);
    for (reader, Coverage { inputs, edges_before, edges }) in readers.iter().zip(results) {
        let counts = [inputs, edges_before, edges].map(thousands);
        table.row(iter::once(reader.name.to_owned()).chain(counts));
    }
    write_text(&mut std::io::stdout(), &table.to_string())
}

/// Inputs that are changed at random.
fn run_random(args: &Args, readers: &[&Reader]) -> Result<()> {
    let test = |reader: &&Reader| Ok::<_, Infallible>(reader.test(args.first, args.cases));
    let Ok(reports) = pool::run(readers, args.threads.count(), test);
    let mut table = Table::new(&[
        ("reader", Align::Left),
        ("inputs", Align::Right),
        ("valid", Align::Right),
        ("slowest, ms", Align::Right),
    ]);
    let mut broken = Vec::new();
    for (reader, ReaderReport { valid, slowest, broken: input }) in readers.iter().zip(reports) {
        table.row([
            reader.name.to_owned(),
            thousands(args.cases),
            thousands(valid),
            format!("{:.1}", slowest.as_secs_f64() * 1e3),
        ]);
        if let Some((number, input)) = input {
            let folder = workspace::root().join("target/fuzz");
            make_folder(&folder)?;
            let path = folder.join(format!("{}-{number}", reader.name));
            write_file(&path, &input)?;
            broken.push(path.display().to_string());
        }
    }
    write_text(&mut std::io::stdout(), &table.to_string())?;
    ensure!(broken.is_empty(), "broken by {}", broken.join(", "));
    Ok(())
}

impl Reader {
    /// Reads the inputs from number `first` on, up to the first that breaks a property.
    fn test(&self, first: u64, cases: u64) -> ReaderReport {
        let samples = (self.samples)();
        let mut report = ReaderReport { valid: 0, slowest: Duration::ZERO, broken: None };
        for number in first..first.saturating_add(cases) {
            let input = mutated(&samples, self.words, &mut Rng::new(number));
            let start = Instant::now();
            match catch_unwind(AssertUnwindSafe(|| (self.read)(&input))) {
                Ok(valid) => report.valid += u64::from(valid),
                Err(_) => {
                    report.broken = Some((number, input));
                    return report;
                }
            }
            report.slowest = report.slowest.max(start.elapsed());
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_withstand_changed_input() {
        for reader in &READERS {
            let ReaderReport { valid, broken, .. } = reader.test(0, CASES);
            let text = broken.map(|(number, input)| {
                format!("input {number}: {}", String::from_utf8_lossy(&input).into_owned())
            });
            assert_eq!(text, None, "{}", reader.name);
            // Some changes leave an input valid, and most do not.
            assert!((CASES / 500..CASES).contains(&valid), "{}: {valid} valid", reader.name);
        }
    }

    /// Inputs of each reader in the test above.
    const CASES: u64 = 1_000;

    #[test]
    fn broken_input_is_found_and_told() {
        let read = |input: &[u8]| {
            assert!(!input.contains(&b'!'), "a word that must not be there");
            !input.is_empty()
        };
        let reader = Reader { name: "x", samples: || vec![b"abc".to_vec()], words: &["!"], read };
        let report = reader.test(5, 1_000);
        let (number, input) = report.broken.expect("it has the word");
        assert!(number >= 5 && input.contains(&b'!') && report.valid <= number - 5);
        let again = reader.test(number, 1);
        assert_eq!(again.broken, Some((number, input)));
    }
}
