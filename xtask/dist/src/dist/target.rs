//! The targets of release archives: what builds and what runs each on this machine.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace;

/// A cargo that can compile for targets that the one in use has not.
pub const CARGO_VARIABLE: &str = "BARTIZAN_DIST_CARGO";

/// What an archive is made for: its name in `--target` and in file names, and the target of the compiler with the
/// `target-cpu`.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    pub name: &'static str,
    pub triple: &'static str,
    pub cpu: &'static str,
}

const LINUX: &str = "x86_64-unknown-linux-gnu";
const LINUX_ARM: &str = "aarch64-unknown-linux-gnu";
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// All targets. The x86-64 levels are those of the System V ABI.
pub const TARGETS: [Target; 6] = [
    Target { name: "linux-x86-64-v2", triple: LINUX, cpu: "x86-64-v2" },
    Target { name: "linux-x86-64-v3", triple: LINUX, cpu: "x86-64-v3" },
    Target { name: "linux-x86-64-v4", triple: LINUX, cpu: "x86-64-v4" },
    Target { name: "linux-aarch64", triple: LINUX_ARM, cpu: "generic" },
    Target { name: "windows-x86-64-v2", triple: WINDOWS, cpu: "x86-64-v2" },
    Target { name: "windows-x86-64-v3", triple: WINDOWS, cpu: "x86-64-v3" },
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

    /// What compiles for it here: a cargo, and the linker unless the compiler knows. The error says what is missing
    /// and how to get it.
    pub fn toolchain(&self, host: &str) -> Result<Toolchain> {
        let linker = if self.triple == host { None } else { Some(self.linker()?) };
        let cargo = workspace::cargo_for(self.triple, CARGO_VARIABLE)?.get_program().to_owned();
        Ok((cargo, linker))
    }

    fn linker(&self) -> Result<PathBuf> {
        let variable = self.cargo_variable("LINKER");
        if let Some(linker) = env::var_os(&variable) {
            return Ok(linker.into());
        }
        let (linker, package) = match self.triple {
            WINDOWS => ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
            LINUX_ARM => ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            _ => ("x86_64-linux-gnu-gcc", "gcc-x86-64-linux-gnu"),
        };
        workspace::find_program(linker).with_context(|| {
            format!("no linker: install {package} (Debian), or name one in {variable}")
        })
    }

    /// The program with arguments that runs the binaries, nothing where the machine does.
    pub fn runner(&self, host: &str) -> Result<Vec<OsString>> {
        let variable = self.cargo_variable("RUNNER");
        if let Some(words) = env::var_os(&variable) {
            let words = words.to_string_lossy();
            return Ok(words.split_whitespace().map(OsString::from).collect());
        }
        if !cpu_runs(self.cpu) {
            bail!("this processor is no {}", self.cpu);
        }
        if self.triple == host {
            return Ok(Vec::new());
        }
        let find = |name: &str| workspace::find_program(name).map(PathBuf::into_os_string);
        match self.triple {
            WINDOWS => Ok(vec![find("wine64").or_else(|_| find("wine"))?]),
            LINUX_ARM => {
                let libraries = Path::new("/usr/aarch64-linux-gnu");
                let mut words = vec![find("qemu-aarch64")?];
                if libraries.is_dir() {
                    words.extend(["-L".into(), libraries.into()]);
                }
                Ok(words)
            }
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

/// Whether this processor has the instruction sets of an x86-64 level. True on other architectures and for
/// other names: an emulator decides.
fn cpu_runs(cpu: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        match cpu {
            "x86-64-v2" => has!("sse4.2") && has!("popcnt"),
            "x86-64-v3" => has!("avx2") && has!("bmi2") && has!("fma") && has!("lzcnt"),
            "x86-64-v4" => {
                has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512vl")
            }
            _ => true,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = cpu;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_by_name() {
        for target in &TARGETS {
            assert_eq!(Target::find(target.name).unwrap(), target);
        }
        let error = Target::find("linux").expect_err("no such target").to_string();
        assert!(error.contains("linux-x86-64-v4, linux-aarch64"), "{error}");
    }

    #[test]
    fn runner_comes_before_the_binary() {
        let runner = ["qemu-aarch64", "-L", "/lib"].map(OsString::from);
        let command = command(&runner, Path::new("engine"));
        assert_eq!(format!("{command:?}"), r#""qemu-aarch64" "-L" "/lib" "engine""#);
        assert_eq!(format!("{:?}", super::command(&[], Path::new("engine"))), r#""engine""#);
    }
}
