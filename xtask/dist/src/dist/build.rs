//! Release builds for a target, without names of folders of this machine, by a profile if possible.

use super::contents::Variant;
use super::target::{Target, Toolchain, command};
use anyhow::{Context, Result, bail, ensure};
use games::output::make_folder;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace;

/// Counters below this say nothing about speed: the search has millions of nodes.
const RARE: u64 = 10_000;

/// What the compiler in use is.
pub struct Compiler {
    /// The target that it compiles for by default.
    pub host: String,
    /// The major version of its LLVM.
    llvm: String,
    sysroot: PathBuf,
}

impl Compiler {
    /// Asks `rustc`.
    pub fn query() -> Result<Self> {
        let text = workspace::rustc(&["-vV"])?;
        let field = |name: &str| {
            let value = text.lines().find_map(|line| line.strip_prefix(name));
            value.with_context(|| format!("rustc does not say its {name}"))
        };
        let llvm = field("LLVM version: ")?.split('.').next().unwrap_or_default();
        let sysroot = workspace::rustc(&["--print", "sysroot"])?;
        Ok(Self {
            host: field("host: ")?.to_owned(),
            llvm: llvm.to_owned(),
            sysroot: sysroot.into(),
        })
    }

    /// The `llvm-profdata` for profiles of this compiler.
    pub fn profdata(&self) -> Result<PathBuf> {
        let own = self.sysroot.join(format!("lib/rustlib/{}/bin/llvm-profdata", self.host));
        let names = [own.to_string_lossy().into_owned(), format!("llvm-profdata-{}", self.llvm)];
        let found = names.iter().find_map(|name| workspace::find_program(name).ok());
        found.with_context(|| {
            format!(
                "no llvm-profdata {0}: rustup component add llvm-tools, or llvm-{0} (Debian)",
                self.llvm
            )
        })
    }
}

/// What the engine is built for: a target, one of its processors, and with what.
pub struct BuildOptions<'a> {
    pub target: &'static Target,
    pub cpu: &'static str,
    pub toolchain: &'a Toolchain,
    pub variant: Variant,
}

/// Builds the engine and returns its binary, which the next build may replace. `flags` are added to those
/// of every build.
pub fn build(options: &BuildOptions<'_>, flags: &[String]) -> Result<PathBuf> {
    let BuildOptions { target, cpu, toolchain: (cargo, linker), variant } = options;
    let folder = folder();
    let mut command = Command::new(cargo);
    command
        .args(["build", "--quiet", "--release", "--locked", "--package", "bartizan"])
        .args(["--bin", "bartizan", "--target", target.triple])
        .args(variant.features())
        .args(["--config", "profile.release.strip='symbols'", "--target-dir"])
        .arg(&folder)
        .current_dir(workspace::root())
        // Instead of `target-cpu=native` of the workspace and of flags for other builds.
        .env("CARGO_ENCODED_RUSTFLAGS", all_flags(target, cpu, flags)?.join("\x1f"))
        .env_remove("RUSTFLAGS");
    if let Some(linker) = linker {
        command.env(target.cargo_variable("LINKER"), linker);
    }
    let status = command.status().with_context(|| format!("cannot run {}", cargo.display()))?;
    ensure!(status.success(), "the engine for {} cannot be built: {status}", target.name);
    Ok(folder.join(target.triple).join("release").join(target.binary()))
}

/// Where builds are made.
pub fn folder() -> PathBuf {
    workspace::target_dir().join("dist-build")
}

/// Compiles with counters, runs the benches, and returns the profile.
pub fn train(
    options: &BuildOptions<'_>,
    compiler: &Compiler,
    runner: &[OsString],
) -> Result<PathBuf> {
    let target = options.target;
    let profdata = compiler.profdata()?;
    let libraries = workspace::target_libdir(target.triple)
        .context("the compiler in use has not this target")?;
    let profiler = fs::read_dir(libraries)?
        .flatten()
        .any(|file| file.file_name().to_string_lossy().starts_with("libprofiler_builtins"));
    ensure!(profiler, "the compiler has no profiler_builtins for {}", target.triple);
    let folder = folder().join("profiles").join(target.name).join(options.cpu);
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    make_folder(&folder)?;
    let flag = format!("-Cprofile-generate={}", folder.display());
    let binary = build(options, &[flag])?;
    for arguments in [&["bench"][..], &["bench", "--evaluation", "classical"]] {
        let output = command(runner, &binary)
            .args(arguments)
            .env("LLVM_PROFILE_FILE", folder.join("%p.profraw"))
            .output()
            .context("cannot run the build with counters")?;
        ensure!(output.status.success(), "the build with counters: {}", output.status);
    }
    let mut raw: Vec<PathBuf> = fs::read_dir(&folder)?.flatten().map(|file| file.path()).collect();
    raw.sort();
    let text = folder.join("all.txt");
    merge(&profdata, &["--text"], &raw, &text)?;
    let counts = folder.join("hot.txt");
    fs::write(&counts, without_rare_functions(&fs::read_to_string(text)?))?;
    let profile = folder.join("hot.profdata");
    merge(&profdata, &[], &[counts], &profile)?;
    Ok(profile)
}

fn merge(profdata: &Path, options: &[&str], from: &[PathBuf], to: &Path) -> Result<()> {
    let mut command = Command::new(profdata);
    let output = command.arg("merge").args(options).arg("-o").arg(to).args(from).output();
    let output = output.context("cannot run llvm-profdata")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "llvm-profdata: {}", errors.trim());
    Ok(())
}

/// A profile in LLVM's text format, with functions whose counters stay below [`RARE`] as never called. How
/// often threads wait for each other differs from run to run, and the binary would differ with it.
fn without_rare_functions(text: &str) -> String {
    let is_header = |line: &&str| line.starts_with(':') || line.starts_with("# IR level");
    let (mut kept, functions): (Vec<&str>, Vec<&str>) = text.lines().partition(is_header);
    for function in functions.split(|line| line.is_empty()) {
        let start = function.iter().position(|&line| line == "# Counter Values:");
        let start = start.map_or(function.len(), |line| line + 1);
        let (head, rest) = function.split_at(start);
        // What stands after the counters are the values of some of them.
        let counters: Vec<u64> = rest.iter().map_while(|line| line.parse().ok()).collect();
        kept.extend(head);
        if counters.iter().any(|&count| count >= RARE) {
            kept.extend(rest);
        } else {
            kept.extend(counters.iter().map(|_| "0"));
        }
        kept.push("");
    }
    kept.join("\n")
}

/// The flag of a build by a profile.
pub fn profile_flag(profile: &Path) -> String {
    format!("-Cprofile-use={}", profile.display())
}

/// The flags of the compiler for a target. Paths of this machine are replaced in what the binary says of
/// its source.
fn all_flags(target: &Target, cpu: &str, flags: &[String]) -> Result<Vec<String>> {
    let (cpu, features) = cpu.split_at(cpu.find('+').unwrap_or(cpu.len()));
    let mut all = vec![format!("-Ctarget-cpu={cpu}")];
    if !features.is_empty() {
        all.push(format!(
            "-Ctarget-feature={}",
            features.replace('+', ",+").trim_start_matches(',')
        ));
    }
    for (from, to) in private_folders() {
        all.push(format!("--remap-path-prefix={}={to}", from.display()));
    }
    if target.is_windows() {
        // The linker writes the time of the build otherwise.
        all.push("-Clink-arg=-Wl,--no-insert-timestamp".to_owned());
    }
    all.extend_from_slice(flags);
    ensure!(all.iter().all(|flag| !flag.contains('\x1f')), "a path with a control character");
    Ok(all)
}

/// Folders whose names no binary may contain, and what stands for them. The last one that fits counts.
fn private_folders() -> Vec<(PathBuf, &'static str)> {
    let home = env::home_dir();
    let cargo = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| home.as_ref().map(|home| home.join(".cargo")));
    let mut folders: Vec<_> = home.into_iter().map(|folder| (folder, "/home")).collect();
    folders.push((workspace::root(), "/bartizan"));
    folders.push((workspace::target_dir(), "/target"));
    if let Some(cargo) = cargo {
        // One folder for each registry, with a name that depends on the way to it.
        let registries = fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
        folders.push((cargo, "/cargo"));
        folders.extend(registries.map(|folder| (folder.path(), "/registry")));
    }
    folders
}

/// Fails if a binary contains the name of a folder of this machine.
pub fn check_paths(binary: &[u8]) -> Result<()> {
    for (folder, _) in private_folders() {
        let name = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        if contains(binary, name.as_bytes()) {
            bail!("the binary contains a path below {name}");
        }
    }
    Ok(())
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_the_processor_and_hide_paths() {
        let target = Target::find("windows-x86-64-v3").unwrap();
        let flags = all_flags(target, target.cpus[0], &["-Cx=y".to_owned()]).unwrap();
        assert_eq!(flags[0], "-Ctarget-cpu=x86-64-v3");
        assert_eq!(flags.last().unwrap(), "-Cx=y");
        let root = format!("--remap-path-prefix={}=/bartizan", workspace::root().display());
        assert!(flags.contains(&root), "{flags:?}");
        assert!(flags.iter().any(|flag| flag.contains("no-insert-timestamp")));
        let linux = all_flags(Target::find("linux-x86-64").unwrap(), "cpu+a+b", &[]).unwrap();
        assert_eq!(linux[..2], ["-Ctarget-cpu=cpu", "-Ctarget-feature=+a,+b"]);
        assert!(!linux.iter().any(|flag| flag.contains("no-insert-timestamp")));
    }

    #[test]
    fn rare_functions_count_as_never_called_in_profiles() {
        let function = |name: &str, rest: &str| {
            format!("{name}\n# Func Hash:\n7\n# Num Counters:\n2\n# Counter Values:\n{rest}\n")
        };
        let values = "# Num Value Kinds:\n1\n# ValueKind = IPVK_MemOPSize:\n1\n8:20000\n";
        let header = "# IR level Instrumentation Flag\n:ir\n";
        let hot = function("hot", &format!("3\n10000\n{values}"));
        let text = format!("{header}{}{hot}", function("rare", &format!("9999\n0\n{values}")));
        let expected = format!("{header}{}{hot}", function("rare", "0\n0\n"));
        assert_eq!(without_rare_functions(&text).trim_end(), expected.trim_end());
    }

    #[test]
    fn paths_in_binaries_are_found() {
        let path = workspace::root().join("crates/board/src/lib.rs");
        let binary = [&b"\x7fELF\0"[..], path.to_string_lossy().as_bytes(), b"\0"].concat();
        let error = check_paths(&binary).expect_err("a path").to_string();
        assert!(error.contains("contains a path below"), "{error}");
        assert!(check_paths(b"\x7fELF\0/bartizan/crates/board/src/lib.rs\0").is_ok());
    }
}
