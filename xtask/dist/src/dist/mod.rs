//! `cargo xtask dist`: archives of the engine for other people's machines, with checksums.

pub mod archive;
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
    binary: Vec<u8>,
    /// Why no profile was used, if none was.
    plain: Option<String>,
    /// What its bench gave, or why it was not run.
    bench: String,
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
    let expected = Expected::load()?;
    let (mut all_built, mut pages) = (Vec::new(), None);
    for &target in wanted {
        match target.toolchain(&compiler.host) {
            Ok(toolchain) => {
                let built = build(target, &toolchain, &compiler, args, &expected, &mut pages);
                all_built.push(built.context(target.name)?);
            }
            Err(error) if args.targets.is_empty() => {
                note(&format!("{}: not built: {error:#}", target.name));
            }
            Err(error) => return Err(error.context(target.name)),
        }
    }
    let mut common = pages.with_context(|| {
        format!("no engine that runs here writes the manual pages; add --target {DEBIAN_TARGET}")
    })?;
    common.extend(contents::documents()?);
    common.extend(contents::licences(VERSION, &commit)?);
    let columns = ["target", "binary, KiB", "archive, KiB", "profile", "bench"];
    let mut table = Table::new(&columns.map(|name| (name, Align::Left)));
    for Built { target, binary, plain, bench } in all_built {
        if args.deb && target.name == DEBIAN_TARGET {
            deb::write(target, &binary, &common, &out, source_time()?)?;
        }
        let kib = |bytes: &[u8]| thousands(bytes.len().div_ceil(1024) as u64);
        let size = kib(&binary);
        let packed = pack(target, binary, &common)?;
        write_file(&out.join(archive_name(target)), &packed)?;
        let profile = plain.map_or("yes".to_owned(), |why| format!("no: {why}"));
        table.row([target.name.to_owned(), size, kib(&packed), profile, bench]);
    }
    write_source(&out, &commit)?;
    write_file(&out.join("SHA256SUMS"), archive::sums(&out, "bartizan")?.as_bytes())?;
    write_text(&mut std::io::stdout(), &format!("{table}{}\n", out.display()))
}

/// Builds a target, by a profile if there can be one, and tries it if it runs here. The first that does writes the
/// manual pages and completions.
fn build(
    target: &'static Target,
    toolchain: &Toolchain,
    compiler: &Compiler,
    args: &Args,
    expected: &Expected,
    pages: &mut Option<Files>,
) -> Result<Built> {
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
    let bench = match runner {
        Ok(runner) => {
            note(&format!("{}: session and bench", target.name));
            trial::run(&runner, &made, expected)?;
            if pages.is_none() {
                *pages = Some(contents::pages(&runner, &made)?);
            }
            format!("{} nodes", thousands(expected.bench))
        }
        Err(error) => format!("not run: {error:#}"),
    };
    let binary = fs::read(&made)?;
    build::check_paths(&binary)?;
    Ok(Built { target, binary, plain: profile.err(), bench })
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
