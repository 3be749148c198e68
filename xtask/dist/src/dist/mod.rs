//! `cargo xtask dist`: archives of the engine for other people's machines, with checksums.

mod archive;
mod build;
mod contents;
mod deb;
mod target;
mod trial;

use anyhow::{Context, Result, bail, ensure};
use archive::{File, Files};
use bartizan::progress::note;
use bartizan::table::{Align, Table, thousands};
use build::Compiler;
use games::output::{make_folder, write_file, write_text};
use games::revision::git;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use target::{CARGO_VARIABLE, TARGETS, Target, Toolchain};
use trial::Expected;
use xtask::workspace;

/// The version of every package of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The target that Debian's packages for the architecture amd64 are made of.
const DEBIAN_TARGET: &str = "linux-x86-64-v2";

/// What to build.
///
/// A target whose compiler, linker or emulator is missing is left out or not tried, with a note. Named by --target, it is an error not to build it.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = variables())]
pub struct Args {
    /// A target, such as linux-x86-64-v3; may be repeated (default: all that can be built here)
    #[arg(long = "target", value_name = "TARGET", value_parser = Target::find)]
    targets: Vec<&'static Target>,
    /// Folder for archives and checksums (default: target/dist)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build without profiles, which takes less time
    #[arg(long)]
    no_profile: bool,
    /// Also make a Debian package of linux-x86-64-v2, by cargo-deb
    #[arg(long)]
    deb: bool,
}

fn variables() -> String {
    format!(
        "Variables:\n  \
         {CARGO_VARIABLE}  a cargo for targets that the compiler in use has not\n  \
         CARGO_TARGET_<TRIPLE>_LINKER, CARGO_TARGET_<TRIPLE>_RUNNER  as for cargo\n  \
         SOURCE_DATE_EPOCH  the time of all files, instead of that of the commit"
    )
}

/// A built target.
struct Built {
    target: &'static Target,
    /// The binary, which no later build changes.
    binary: PathBuf,
    /// How it is run, or why it cannot be.
    runner: Result<Vec<std::ffi::OsString>>,
    /// Why no profile was used, if none was.
    plain: Option<String>,
    seconds: f64,
}

/// Runs the task.
pub fn run(args: &Args) -> Result<()> {
    let compiler = Compiler::query()?;
    let out = args.out.clone().unwrap_or_else(|| workspace::target_dir().join("dist"));
    make_folder(&out)?;
    let commit = git(&["rev-parse", "HEAD"])?;
    if !git(&["status", "--porcelain"])?.is_empty() {
        note("the working tree has changes that the archive of the source will lack");
    }
    let all: Vec<&'static Target> = TARGETS.iter().collect();
    let wanted = if args.targets.is_empty() { &all } else { &args.targets };
    if args.deb && wanted.iter().all(|target| target.name != DEBIAN_TARGET) {
        bail!("--deb needs the target {DEBIAN_TARGET}");
    }
    let mut built = Vec::new();
    for &target in wanted {
        match target.toolchain(&compiler.host) {
            Ok(toolchain) => built.push(build_target(target, &toolchain, &compiler, args)?),
            Err(error) if args.targets.is_empty() => {
                note(&format!("{}: not built: {error:#}", target.name));
            }
            Err(error) => return Err(error.context(target.name)),
        }
    }
    let expected = Expected::load()?;
    let mut tried = Vec::new();
    for built in &built {
        tried.push(match &built.runner {
            Ok(runner) => {
                note(&format!("{}: session and bench", built.target.name));
                trial::run(runner, &built.binary, &expected).context(built.target.name)?;
                format!("{} nodes", thousands(expected.bench))
            }
            Err(error) => format!("not run: {error:#}"),
        });
    }
    let common = common_files(&built, &commit)?;
    let mut table = Table::new(&[
        ("target", Align::Left),
        ("binary, KiB", Align::Right),
        ("archive, KiB", Align::Right),
        ("built in, s", Align::Right),
        ("profile", Align::Left),
        ("bench", Align::Left),
    ]);
    for (built, tried) in built.iter().zip(tried) {
        let binary = fs::read(&built.binary)?;
        build::check_paths(&binary).context(built.target.name)?;
        let packed = pack(built.target, binary.clone(), &common)?;
        write_file(&out.join(archive_name(built.target)), &packed)?;
        if args.deb && built.target.name == DEBIAN_TARGET {
            deb::write(built.target, &binary, &common, &out, source_time()?)?;
        }
        let kib = |bytes: &[u8]| thousands(bytes.len().div_ceil(1024) as u64);
        let (name, seconds) = (built.target.name, format!("{:.0}", built.seconds));
        let profile = built.plain.as_ref().map_or("yes".to_owned(), |why| format!("no: {why}"));
        table.row([name.to_owned(), kib(&binary), kib(&packed), seconds, profile, tried]);
    }
    write_source(&out, &commit)?;
    write_file(&out.join("SHA256SUMS"), archive::sums(&out, "bartizan")?.as_bytes())?;
    write_text(&mut std::io::stdout(), &format!("{table}{}\n", out.display()))
}

/// Builds a target, by a profile if there can be one.
fn build_target(
    target: &'static Target,
    toolchain: &Toolchain,
    compiler: &Compiler,
    args: &Args,
) -> Result<Built> {
    let start = Instant::now();
    let runner = target.runner(&compiler.host);
    let profile = match &runner {
        _ if args.no_profile => Err("--no-profile".to_owned()),
        Err(_) => Err("not run here".to_owned()),
        Ok(runner) => {
            note(&format!("{}: build with counters", target.name));
            build::train(target, toolchain, compiler, runner).map_err(|error| format!("{error:#}"))
        }
    };
    note(&format!("{}: build", target.name));
    let flags: Vec<String> = profile.iter().map(|path| build::profile_flag(path)).collect();
    let made = build::build(target, toolchain, &flags)?;
    let folder = build::folder().join("binaries").join(target.name);
    make_folder(&folder)?;
    let binary = folder.join(target.binary());
    fs::copy(&made, &binary).with_context(|| format!("cannot copy {}", made.display()))?;
    Ok(Built {
        target,
        binary,
        runner,
        plain: profile.err(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What all archives contain.
fn common_files(built: &[Built], commit: &str) -> Result<Files> {
    let runs = built.iter().find_map(|built| Some((built.runner.as_ref().ok()?, &built.binary)));
    let Some((runner, binary)) = runs else {
        bail!("no engine that runs here writes the manual pages; add --target linux-x86-64-v2");
    };
    let mut files = contents::documents()?;
    files.extend(contents::pages(runner, binary)?);
    files.extend(contents::licences(VERSION, commit)?);
    Ok(files)
}

/// Name of an archive without its ending, and of the folder in it.
fn folder_name(target: &Target) -> String {
    format!("bartizan-{VERSION}-{}", target.name)
}

fn archive_name(target: &Target) -> String {
    folder_name(target) + if target.is_windows() { ".zip" } else { ".tar.gz" }
}

fn pack(target: &Target, binary: Vec<u8>, common: &Files) -> Result<Vec<u8>> {
    let mut files = common.clone();
    files.insert(target.binary().to_owned(), File { content: binary, executable: true });
    if target.is_windows() {
        archive::zip(&folder_name(target), &files)
    } else {
        archive::tar_gz(&folder_name(target), &files, source_time()?)
    }
}

/// Seconds after 1970: `SOURCE_DATE_EPOCH`, or the time of the commit.
fn source_time() -> Result<u64> {
    let given = env::var("SOURCE_DATE_EPOCH").ok();
    let text = given.map_or_else(|| git(&["log", "-1", "--format=%ct"]), Ok)?;
    text.parse().with_context(|| format!("`{text}` is no time in seconds"))
}

/// The source of the commit, which the GPL asks for.
fn write_source(out: &Path, commit: &str) -> Result<()> {
    let folder = format!("bartizan-{VERSION}-source");
    let output = Command::new("git")
        .args(["archive", "--format=tar", &format!("--prefix={folder}/"), commit])
        .current_dir(workspace::root())
        .output()
        .context("cannot run git")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git archive: {}", errors.trim());
    write_file(&out.join(format!("{folder}.tar.gz")), &archive::gzip(&output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::testing::parse;

    #[test]
    fn targets_are_read() {
        let args: Args =
            parse("--target linux-aarch64 --target windows-x86-64-v3 --no-profile").unwrap();
        let names: Vec<&str> = args.targets.iter().map(|target| target.name).collect();
        assert_eq!(names, ["linux-aarch64", "windows-x86-64-v3"]);
        let error = parse::<Args>("--target riscv").expect_err("no such target").to_string();
        assert!(error.contains("linux-x86-64-v2"), "{error}");
    }

    #[test]
    fn archives_are_named_after_version_and_target() {
        let name = |target| archive_name(Target::find(target).unwrap());
        assert_eq!(name("linux-x86-64-v3"), format!("bartizan-{VERSION}-linux-x86-64-v3.tar.gz"));
        assert_eq!(name("windows-x86-64-v2"), format!("bartizan-{VERSION}-windows-x86-64-v2.zip"));
    }
}
