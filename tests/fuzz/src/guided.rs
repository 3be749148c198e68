//! The readers under libFuzzer, which keeps the inputs that reach new code and changes those further.

use super::readers::Reader;
use anyhow::{Context, Result, ensure};
use bartizan::progress::note;
use games::output::{make_folder, write_file};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace;

/// Counts how often each edge between basic blocks is taken, and tells the fuzzer of compared values.
const INSTRUMENTATION: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// What the fuzzer reports of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Inputs that it has tried.
    pub inputs: u64,
    /// Edges that the inputs at the start take.
    pub edges_before: u64,
    /// Edges that the inputs at the end take.
    pub edges: u64,
}

/// Builds this program with the feature `guided` and all crates instrumented, and returns its file.
pub(super) fn build() -> Result<PathBuf> {
    note("building with instrumented code");
    let host = workspace::rustc(&["-vV"])?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not name its host")?;
    let folder = workspace::root().join("target/fuzz/build");
    let status = workspace::cargo()
        .args([
            "build",
            "--quiet",
            "--package",
            "bartizan-fuzz",
            "--features",
            "guided",
            "--target",
            host,
        ])
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTFLAGS", INSTRUMENTATION)
        .current_dir(workspace::root())
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the instrumented build failed: {status}");
    Ok(folder.join(host).join("debug").join(format!("bartizan-fuzz{}", env::consts::EXE_SUFFIX)))
}

impl Reader {
    /// Runs the instrumented program on this reader. What it prints goes to `target/fuzz/READER.log`, and
    /// the inputs that it keeps stay for the next run.
    pub(super) fn run_guided(&self, program: &Path, cases: u64) -> Result<Coverage> {
        let folder = workspace::root().join("target/fuzz");
        self.prepare(&folder)?;
        let log = folder.join(format!("{}.log", self.name));
        let output = File::create(&log).with_context(|| log.display().to_string())?;
        let status = Command::new(program)
            .args(["fuzz", "--guided", "--cases", &cases.to_string(), self.name])
            .env("CARGO_MANIFEST_DIR", workspace::root().join("tests/fuzz"))
            .stdout(output.try_clone()?)
            .stderr(output)
            .status()
            .with_context(|| program.display().to_string())?;
        ensure!(status.success(), "{}: see {}", self.name, log.display());
        let text = fs::read_to_string(&log).with_context(|| log.display().to_string())?;
        Coverage::parse(&text).with_context(|| format!("no result in {}", log.display()))
    }

    /// Writes the samples and the words of the format where the fuzzer reads them.
    fn prepare(&self, folder: &Path) -> Result<()> {
        let corpus = folder.join("corpus").join(self.name);
        make_folder(&corpus)?;
        for (number, sample) in (self.samples)().iter().enumerate() {
            write_file(&corpus.join(format!("sample-{number}")), sample)?;
        }
        write_file(&folder.join(format!("{}.dict", self.name)), dictionary(self.words).as_bytes())
    }

    /// The command line of the fuzzer.
    #[cfg(feature = "guided")]
    fn options(&self, folder: &Path, cases: u64) -> Vec<String> {
        let longest = (self.samples)().iter().map(Vec::len).max().unwrap_or_default();
        vec![
            self.name.to_owned(),
            format!("-runs={cases}"),
            format!("-max_len={}", longest.max(super::mutate::MAX_LENGTH)),
            format!("-dict={}", folder.join(format!("{}.dict", self.name)).display()),
            format!("-artifact_prefix={}-", folder.join(self.name).display()),
            "-timeout=10".to_owned(),
            folder.join("corpus").join(self.name).display().to_string(),
        ]
    }
}

/// Words in the format of AFL's dictionaries. The comment is there because libFuzzer refuses an empty file.
fn dictionary(words: &[&str]) -> String {
    let escaped = |word: &&str| {
        let bytes = word.bytes().map(|byte| format!("\\x{byte:02x}"));
        format!("\"{}\"\n", bytes.collect::<String>())
    };
    "# words of the format\n".to_owned() + &words.iter().map(escaped).collect::<String>()
}

impl Coverage {
    /// Reads it from the lines `#16 INITED cov: 120 ft: 300 …` and `#1000 DONE cov: 150 ft: 400 …`.
    fn parse(log: &str) -> Option<Self> {
        let number = |event: &str| {
            let line = log.lines().rfind(|line| line.contains(event))?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let edges = words.iter().position(|&word| word == "cov:")? + 1;
            let inputs = words.first()?.strip_prefix('#')?.parse().ok()?;
            Some((inputs, words.get(edges)?.parse().ok()?))
        };
        let (_, edges_before) = number("INITED")?;
        let (inputs, edges) = number("DONE")?;
        Some(Self { inputs, edges_before, edges })
    }
}

/// Gives a reader to the fuzzer, in the program that [`build`] makes.
///
/// # Errors
/// When the fuzzer ends with an error.
#[cfg(feature = "guided")]
pub(super) fn drive(reader: &'static Reader, cases: u64) -> Result<()> {
    use libfuzzer_sys as _;
    use std::ffi::{CString, c_char, c_int};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::OnceLock;

    static READER: OnceLock<&Reader> = OnceLock::new();

    unsafe extern "C" {
        // In the library of libFuzzer.
        fn LLVMFuzzerRunDriver(
            count: *mut c_int,
            arguments: *mut *mut *mut c_char,
            callback: extern "C" fn(*const u8, usize) -> c_int,
        ) -> c_int;
    }

    extern "C" fn test(data: *const u8, length: usize) -> c_int {
        let input = if length == 0 {
            &[]
        } else {
            // SAFETY: libFuzzer calls this with the bytes of an input, which lives until it returns.
            unsafe { std::slice::from_raw_parts(data, length) }
        };
        let read = READER.get().expect("set before the fuzzer starts").read;
        if catch_unwind(AssertUnwindSafe(|| read(input))).is_err() {
            // The fuzzer writes the input when the process aborts.
            std::process::abort();
        }
        0
    }

    READER.get_or_init(|| reader);
    let options = reader.options(&workspace::root().join("target/fuzz"), cases);
    let options: Vec<CString> = options.into_iter().map(CString::new).collect::<Result<_, _>>()?;
    let mut pointers: Vec<*mut c_char> =
        options.iter().map(|option| option.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    let mut count = c_int::try_from(options.len())?;
    let mut arguments = pointers.as_mut_ptr();
    // SAFETY: as for `main` in C, `count` strings that end in zero and a null pointer, all of which outlive
    // the call; libFuzzer copies them.
    let status = unsafe { LLVMFuzzerRunDriver(&raw mut count, &raw mut arguments, test) };
    ensure!(status == 0, "libFuzzer ends with status {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_read_from_the_log() {
        let log = "INFO: seed corpus: files: 6\n#7\tINITED cov: 120 ft: 300 corp: 6/1Kb\n\
            #512\tNEW    cov: 130 ft: 310\n#1000\tDONE   cov: 150 ft: 400 corp: 9/2Kb\nDone 1000 runs\n";
        let coverage = Coverage { inputs: 1000, edges_before: 120, edges: 150 };
        assert_eq!(Coverage::parse(log), Some(coverage));
        assert_eq!(Coverage::parse("#7\tINITED cov: 120 ft: 300\n"), None);
    }

    #[test]
    fn words_are_escaped() {
        let comment = "# words of the format\n";
        assert_eq!(dictionary(&[]), comment);
        let words = "\"\\x61\\x22\"\n\"\\x5c\"\n";
        assert_eq!(dictionary(&["a\"", "\\"]), comment.to_owned() + words);
    }
}
