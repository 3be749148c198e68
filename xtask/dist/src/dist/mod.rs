//! `cargo xtask dist`: archives of the engine for other people's machines, with checksums.

pub mod archive;
mod build;
pub mod contents;
mod deb;
mod manifests;
mod target;
mod trial;
mod wheel;

use anyhow::{Context, Result, bail, ensure};
use archive::{File, Files};
use bartizan::cpu::Level;
use bartizan::progress::note;
use bartizan::table::{Align, Table, thousands};
use bartizan::universal;
use build::{BuildOptions, Compiler};
use contents::Variant;
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
const DEBIAN_TARGET: &str = "linux-x86-64";

/// What to build.
///
/// A target whose compiler, linker or emulator is missing is left out or not tried, with a note. Named by --target, it is an error not to build it.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = variables())]
pub struct Args {
    /// A target, such as linux-x86-64; may be repeated (default: all that can be built here)
    #[arg(long = "target", value_name = "TARGET", value_parser = Target::find)]
    targets: Vec<&'static Target>,
    /// Folder for archives and checksums (default: target/dist)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build without profiles, which takes less time
    #[arg(long)]
    no_profile: bool,
    /// Without the reader of Syzygy tables: binaries under MIT OR Apache-2.0
    #[arg(long)]
    permissive: bool,
    /// Also make a Debian package of linux-x86-64, by cargo-deb
    #[arg(long, conflicts_with = "permissive")]
    deb: bool,
    /// Also make Python wheels
    #[arg(long)]
    wheels: bool,
    /// Build nothing: write the checksums of the folder anew, and the manifests of package managers for the project at this address
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["targets", "deb", "wheels", "permissive"])]
    manifests: Option<String>,
}

fn variables() -> String {
    format!(
        "Variables:\n  \
         {CARGO_VARIABLE}  a cargo for targets that the compiler in use has not\n  \
         CARGO_TARGET_<TRIPLE>_LINKER, CARGO_TARGET_<TRIPLE>_RUNNER  as for cargo\n  \
         SOURCE_DATE_EPOCH  the time of all files, instead of that of the commit"
    )
}

impl Args {
    fn variant(&self) -> Variant {
        if self.permissive { Variant::Permissive } else { Variant::Full }
    }
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
    let (compiler, variant) = (Compiler::query()?, args.variant());
    let out = args.out.clone().unwrap_or_else(|| workspace::target_dir().join("dist"));
    make_folder(&out)?;
    if let Some(address) = &args.manifests {
        write_sums(&out)?;
        return manifests::write(&out, address);
    }
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
    let mut common = contents::documents()?;
    common.extend(contents::licences(variant, VERSION, &commit)?);
    let columns = ["target", "binary, KiB", "archive, KiB", "profile", "bench"];
    let mut table = Table::new(&columns.map(|name| (name, Align::Left)));
    let (mut waiting, mut pages, mut failed) = (Vec::new(), None, Vec::new());
    for &target in wanted {
        let made = match target.toolchain(&compiler.host) {
            Ok(toolchain) => build(target, &toolchain, &compiler, args, &expected, &mut pages),
            Err(error) if args.targets.is_empty() => {
                note(&format!("{}: not built: {error:#}", target.name));
                continue;
            }
            Err(error) => Err(error),
        };
        match made {
            Ok(built) => waiting.push(built),
            Err(error) => {
                let error = format!("{}: {error:#}", target.name);
                note(&error);
                failed.push(error);
            }
        }
        // What is packed stays, whatever happens to a later target.
        if let Some(pages) = &pages {
            let mut common = common.clone();
            common.extend(pages.clone());
            for built in waiting.drain(..) {
                table.row(write_target(built, args, &common, &out)?);
            }
        }
    }
    write_source(&out, &commit)?;
    write_sums(&out)?;
    write_text(&mut std::io::stdout(), &format!("{table}{}\n", out.display()))?;
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    ensure!(
        pages.is_some(),
        "no engine that runs here writes the manual pages; add --target {DEBIAN_TARGET}"
    );
    Ok(())
}

/// Packs a target, and describes it in a row of the table.
fn write_target(built: Built, args: &Args, common: &Files, out: &Path) -> Result<[String; 5]> {
    let Built { target, binary, plain, bench } = built;
    let variant = args.variant();
    if args.deb && target.name == DEBIAN_TARGET {
        deb::write(target, &binary, common, out, source_time()?)?;
    }
    if args.wheels
        && let Some((name, wheel)) = wheel::make(target, variant, &binary, common)?
    {
        write_file(&out.join(name), &wheel)?;
    }
    let kib = |bytes: &[u8]| thousands(bytes.len().div_ceil(1024) as u64);
    let size = kib(&binary);
    let packed = pack(target, variant, binary, common)?;
    write_file(&out.join(archive_name(target, variant)), &packed)?;
    let profile = plain.map_or("yes".to_owned(), |why| format!("no: {why}"));
    Ok([target.name.to_owned(), size, kib(&packed), profile, bench])
}

/// Builds a target for each of its processors and joins the builds.
fn build(
    target: &'static Target,
    toolchain: &Toolchain,
    compiler: &Compiler,
    args: &Args,
    expected: &Expected,
    pages: &mut Option<Files>,
) -> Result<Built> {
    let mut all = Vec::new();
    for cpu in target.cpus {
        let options = BuildOptions { target, cpu, toolchain, variant: args.variant() };
        all.push(build_for(&options, compiler, args, expected, pages).context(*cpu)?);
    }
    let all_tried = all.iter().all(|built| built.bench.is_ok());
    let reasons = |reason: fn(&BuiltFor) -> Option<&String>| {
        let mut texts: Vec<&str> = all.iter().filter_map(reason).map(String::as_str).collect();
        texts.dedup();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    let plain = reasons(|built| built.plain.as_ref());
    let nodes = format!("{} nodes", thousands(expected.bench));
    let not_run = reasons(|built| built.bench.as_ref().err());
    let bench = not_run.map_or(nodes, |why| format!("not run: {why}"));
    let mut binaries = all.into_iter().map(|built| built.binary);
    let mut binary = binaries.next().context("a target without a processor")?;
    if target.cpus.len() > 1 {
        let level = |cpu: &str| Level::find(cpu).with_context(|| format!("{cpu} is no level"));
        let levels = target.cpus[1..].iter().map(|cpu| level(cpu)).collect::<Result<Vec<_>>>()?;
        let others: Vec<_> = levels.into_iter().zip(binaries).collect();
        let network = fs::read(workspace::root().join("crates/eval/networks/default.nnue"))?;
        binary = universal::join(&binary, &others, &network);
        if all_tried {
            note(&format!("{}: session and bench of the universal binary", target.name));
            let file = build::folder().join(target.binary());
            write_file(&file, &binary)?;
            #[cfg(unix)]
            fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
            trial::run(&target.runner(target.cpus[0], &compiler.host)?, &file, expected)?;
        }
    }
    Ok(Built { target, binary, plain, bench })
}

/// A build for one processor.
struct BuiltFor {
    binary: Vec<u8>,
    /// Why no profile was used, if none was.
    plain: Option<String>,
    /// Why its bench was not run, if it was not.
    bench: Result<(), String>,
}

/// Builds for a processor, by a profile if there can be one, and tries the build if it runs here. The first that does
/// writes the manual pages and completions.
fn build_for(
    options: &BuildOptions<'_>,
    compiler: &Compiler,
    args: &Args,
    expected: &Expected,
    pages: &mut Option<Files>,
) -> Result<BuiltFor> {
    let BuildOptions { target, cpu, .. } = options;
    let runner = target.runner(cpu, &compiler.host);
    let profile = match &runner {
        _ if args.no_profile => Err("--no-profile".to_owned()),
        Err(_) => Err("not run here".to_owned()),
        Ok(runner) => {
            note(&format!("{}: build for {cpu} with counters", target.name));
            build::train(options, compiler, runner).map_err(|error| format!("{error:#}"))
        }
    };
    note(&format!("{}: build for {cpu}", target.name));
    let flags: Vec<String> = profile.iter().map(|path| build::profile_flag(path)).collect();
    let made = build::build(options, &flags)?;
    if let Ok(runner) = &runner {
        note(&format!("{}: session and bench of {cpu}", target.name));
        trial::run(runner, &made, expected)?;
        if pages.is_none() {
            *pages = Some(contents::pages(runner, &made)?);
        }
    }
    let binary = fs::read(&made)?;
    build::check_paths(&binary)?;
    let bench = runner.map(|_| ()).map_err(|error| format!("{error:#}"));
    Ok(BuiltFor { binary, plain: profile.err(), bench })
}

/// Name of an archive without its ending, and of the folder in it.
fn folder_name(target: &Target, variant: Variant) -> String {
    format!("bartizan-{VERSION}-{}{}", target.name, variant.suffix())
}

fn archive_name(target: &Target, variant: Variant) -> String {
    folder_name(target, variant) + if target.is_windows() { ".zip" } else { ".tar.gz" }
}

fn pack(target: &Target, variant: Variant, binary: Vec<u8>, common: &Files) -> Result<Vec<u8>> {
    let mut files = common.clone();
    files.insert(target.binary().to_owned(), File { content: binary, executable: true });
    let folder = folder_name(target, variant);
    if target.is_windows() {
        archive::zip(&folder, &files)
    } else {
        archive::tar_gz(&folder, &files, source_time()?)
    }
}

/// Writes the checksums of all archives and packages.
fn write_sums(out: &Path) -> Result<()> {
    write_file(&out.join("SHA256SUMS"), archive::sums(out, "bartizan")?.as_bytes())
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
        assert!(error.contains("linux-x86-64, "), "{error}");
        assert!(parse::<Args>("--deb --permissive").is_err());
    }

    #[test]
    fn archives_are_named_after_version_and_target() {
        let name = |target, variant| archive_name(Target::find(target).unwrap(), variant);
        let full = name("linux-x86-64", Variant::Full);
        assert_eq!(full, format!("bartizan-{VERSION}-linux-x86-64.tar.gz"));
        let permissive = name("windows-x86-64-v2", Variant::Permissive);
        assert_eq!(permissive, format!("bartizan-{VERSION}-windows-x86-64-v2-permissive.zip"));
    }
}
