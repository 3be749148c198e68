//! The targets of release archives: what builds and what runs each on this machine.

use anyhow::{Context, Result, bail};
use bartizan::cpu::Level;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace;

/// A cargo that can compile for targets that the one in use has not.
pub const CARGO_VARIABLE: &str = "BARTIZAN_DIST_CARGO";

/// What an archive is made for: its name in `--target` and in file names, the target of the compiler, and the
/// processors that the binary has a build for, from the oldest up.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    pub name: &'static str,
    pub triple: &'static str,
    /// A `target-cpu` each, with features after `+`: of x86-64 the names of [`Level`].
    pub cpus: &'static [&'static str],
}

const LINUX: &str = "x86_64-unknown-linux-musl";
const LINUX_ARM: &str = "aarch64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MAC: &str = "x86_64-apple-darwin";
const MAC_ARM: &str = "aarch64-apple-darwin";

/// All targets. Only Linux has universal binaries: other systems run no file that is in memory alone.
pub const TARGETS: [Target; 6] = [
    Target {
        name: "linux-x86-64",
        triple: LINUX,
        cpus: &["x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64-v4+avx512vnni"],
    },
    Target { name: "linux-aarch64", triple: LINUX_ARM, cpus: &["generic"] },
    Target { name: "windows-x86-64-v2", triple: WINDOWS, cpus: &["x86-64-v2"] },
    Target { name: "windows-x86-64-v3", triple: WINDOWS, cpus: &["x86-64-v3"] },
    Target { name: "macos-x86-64", triple: MAC, cpus: &["x86-64-v2"] },
    Target { name: "macos-aarch64", triple: MAC_ARM, cpus: &["apple-m1"] },
];

/// What compiles for a target: a cargo and a linker.
pub type Toolchain = (OsString, Option<PathBuf>);

impl Target {
    /// The target of this name.
    pub fn find(name: &str) -> Result<&'static Self> {
        let names = || TARGETS.each_ref().map(|target| target.name).join(", ");
        let found = TARGETS.iter().find(|target| target.name == name);
        found.with_context(|| format!("there is no target `{name}`, only {}", names()))
    }

    pub fn is_windows(&self) -> bool {
        self.triple == WINDOWS
    }

    /// The name of the engine's binary.
    pub fn binary(&self) -> &'static str {
        if self.is_windows() { "bartizan.exe" } else { "bartizan" }
    }

    /// What Python calls the systems that run it, between dots. Static binaries run with any C library.
    pub fn wheel_platform(&self) -> Option<&'static str> {
        Some(match self.name {
            "linux-x86-64" => "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
            "linux-aarch64" => "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
            "windows-x86-64-v2" => "win_amd64",
            "macos-x86-64" => "macosx_10_12_x86_64",
            "macos-aarch64" => "macosx_11_0_arm64",
            _ => return None,
        })
    }

    /// What compiles for it here: a cargo, and the linker unless the compiler knows. The error says what is missing
    /// and how to get it.
    pub fn toolchain(&self, host: &str) -> Result<Toolchain> {
        let linker = self.linker(host)?;
        let cargo = workspace::cargo_for(self.triple, CARGO_VARIABLE)?.get_program().to_owned();
        Ok((cargo, linker))
    }

    /// The linker, unless the compiler in use has one that does.
    fn linker(&self, host: &str) -> Result<Option<PathBuf>> {
        let variable = self.cargo_variable("LINKER");
        if let Some(linker) = env::var_os(&variable) {
            return Ok(Some(linker.into()));
        }
        let (linker, package) = match self.triple {
            LINUX if host.starts_with("x86_64-unknown-linux") => return Ok(None),
            MAC | MAC_ARM if host.ends_with("apple-darwin") => return Ok(None),
            MAC | MAC_ARM => bail!("only macOS has its libraries"),
            // The compiler's own; the target has a C library.
            LINUX | LINUX_ARM => return Ok(Some("rust-lld".into())),
            _ => ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
        };
        let found = workspace::find_program(linker).with_context(|| {
            format!("no linker: install {package} (Debian), or name one in {variable}")
        });
        found.map(Some)
    }

    /// The program with arguments that runs the build for a processor, nothing where the machine does.
    pub fn runner(&self, cpu: &str, host: &str) -> Result<Vec<OsString>> {
        let variable = self.cargo_variable("RUNNER");
        if let Some(words) = env::var_os(&variable) {
            let words = words.to_string_lossy();
            return Ok(words.split_whitespace().map(OsString::from).collect());
        }
        if Level::find(cpu)
            .is_some_and(|level| cfg!(target_arch = "x86_64") && !level.is_supported())
        {
            bail!("this processor is no {cpu}");
        }
        let system =
            |triple: &str| triple.trim_end_matches("-gnu").trim_end_matches("-musl").to_owned();
        if system(self.triple) == system(host) {
            return Ok(Vec::new());
        }
        let find = |name: &str| workspace::find_program(name).map(PathBuf::into_os_string);
        match self.triple {
            WINDOWS => Ok(vec![find("wine64").or_else(|_| find("wine"))?]),
            LINUX_ARM => Ok(vec![find("qemu-aarch64")?]),
            _ => bail!("nothing here runs it; {variable} can name a program"),
        }
    }

    /// A variable that cargo has for each target, such as `CARGO_TARGET_…_LINKER`.
    pub fn cargo_variable(&self, name: &str) -> String {
        format!("CARGO_TARGET_{}_{name}", self.triple.to_uppercase().replace('-', "_"))
    }
}

/// A command that runs `binary` by a runner.
pub fn command(runner: &[OsString], binary: &Path) -> Command {
    let Some((program, arguments)) = runner.split_first() else { return Command::new(binary) };
    let mut command = Command::new(program);
    command.args(arguments).arg(binary);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_by_name() {
        for target in &TARGETS {
            assert_eq!(Target::find(target.name).unwrap(), target);
            let levels: Vec<_> = target.cpus.iter().map(|cpu| Level::find(cpu)).collect();
            assert!(levels.is_sorted(), "{levels:?}");
            assert!(levels.len() == 1 || levels.iter().all(Option::is_some), "{levels:?}");
        }
        let error = Target::find("linux").expect_err("no such target").to_string();
        assert!(error.contains("linux-x86-64, linux-aarch64"), "{error}");
    }

    #[test]
    fn runner_comes_before_the_binary() {
        let runner = ["qemu-aarch64", "-L", "/lib"].map(OsString::from);
        let command = command(&runner, Path::new("engine"));
        assert_eq!(format!("{command:?}"), r#""qemu-aarch64" "-L" "/lib" "engine""#);
        assert_eq!(format!("{:?}", super::command(&[], Path::new("engine"))), r#""engine""#);
    }
}
