//! Paths and programs, and a copy of this workspace that a test may change and build, with a target
//! directory of its own.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The parts of the workspace that its packages are built from.
const PARTS: [&str; 7] =
    ["Makefile", "Cargo.toml", "Cargo.lock", "crates", "tests", "xtask", "benches"];

/// The root of this workspace.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A path below a folder, with `/` between its parts on every system; a path elsewhere as it is. Both are
/// absolute, as cargo, `canonicalize` or the system writes them.
#[must_use]
pub fn relative(path: &str, folder: &str) -> String {
    let [path, folder] = [path, folder].map(|path| {
        let path = path.replace('\\', "/");
        // What `canonicalize` puts before a path on Windows.
        let plain = path.strip_prefix("//?/").unwrap_or(&path);
        plain.strip_prefix("UNC").map_or_else(|| plain.to_owned(), |share| format!("/{share}"))
    });
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    let rest = rest.and_then(|rest| rest.strip_prefix('/')).map(str::to_owned);
    rest.unwrap_or(path)
}

/// The file of a program in `PATH` or where Debian keeps its games. On Windows its name may lack `.exe`.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    find_in(std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]), name)
}

fn find_in(folders: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    let names = [name.to_owned(), format!("{name}{EXE_SUFFIX}")];
    let mut files = folders.into_iter().flat_map(|folder| names.each_ref().map(|n| folder.join(n)));
    files.find(|file| file.is_file())
}

/// A command `cargo ARGUMENTS` for the package or workspace in `dir`, without network access, with fast
/// builds instead of fast programs, and with the configuration of this workspace. Builds with the same
/// target directory share the dependencies.
#[must_use]
pub fn cargo(dir: &Path, target: &Path, arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    let (first, rest) = arguments.split_at(arguments.len().min(1));
    command
        .args(first)
        .arg("--manifest-path")
        .arg(dir.join("Cargo.toml"))
        .args(rest)
        .current_dir(root());
    set_environment(&mut command, target);
    command
}

/// The environment of [`cargo`].
fn set_environment(command: &mut Command, target: &Path) {
    command
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
}

/// A copy of the workspace. It stays where it is, so that the next one there builds faster.
#[derive(Clone, Debug)]
pub struct WorkspaceCopy {
    dir: PathBuf,
    /// Where what cargo makes on the way is shared with other builds.
    build_dir: Option<PathBuf>,
}

impl WorkspaceCopy {
    /// Brings the copy in `dir` up to date with the workspace: what differs is copied, what has
    /// gone is deleted, and the rest is left alone, so that cargo does not build it again.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn new(dir: impl Into<PathBuf>) -> Result<Self> {
        let copy = Self { dir: dir.into(), build_dir: None };
        for part in PARTS {
            mirror(&root().join(part), &copy.dir.join(part))?;
        }
        Ok(copy)
    }

    /// A copy for a test whose `CARGO_TARGET_TMPDIR` is `folder`, brought up to date. It shares the
    /// dependencies with the test's own build, where both have the same settings.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn for_test(folder: &Path) -> Result<Self> {
        let copy = Self::new(folder.join("workspace"))?;
        Ok(Self { build_dir: folder.parent().map(Path::to_owned), ..copy })
    }

    /// The directory of the copy.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The text of a file.
    ///
    /// # Errors
    /// When there is no such file; the message names it.
    pub fn read(&self, file: &str) -> Result<String> {
        std::fs::read_to_string(self.dir.join(file))
            .map_err(|error| Error::new(error.kind(), format!("{file}: {error}")))
    }

    /// Writes a file, and its directory if there is none. Leaves it alone if it says so already.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, file: &str, text: &str) -> Result<()> {
        write_if_new(&self.dir.join(file), text.as_bytes())
    }

    /// A command `cargo ARGUMENTS` for the copy.
    #[must_use]
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo(&self.dir, &self.target(), arguments);
        self.share_dependencies(&mut command);
        command
    }

    /// Gives a command the environment that [`WorkspaceCopy::cargo`] has, if it calls cargo by itself.
    pub fn set_environment(&self, command: &mut Command) {
        set_environment(command, &self.target());
        self.share_dependencies(command);
    }

    fn share_dependencies(&self, command: &mut Command) {
        if let Some(dir) = &self.build_dir {
            command.env("CARGO_BUILD_BUILD_DIR", dir);
        }
    }

    fn target(&self) -> PathBuf {
        self.dir.with_extension("target")
    }

    /// Runs `cargo ARGUMENTS` and returns its standard output.
    ///
    /// # Panics
    /// When it cannot be run or fails.
    #[must_use]
    pub fn run_cargo(&self, arguments: &[&str]) -> String {
        let output = self.cargo(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("cargo does not run: {error}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "cargo {arguments:?}:\n{stdout}\n{stderr}");
        stdout
    }
}

fn mirror(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        return write_if_new(to, &std::fs::read(from)?);
    }
    std::fs::create_dir_all(to)?;
    let kept = names(from)?;
    for name in names(to)?.iter().filter(|name| !kept.contains(name)) {
        let gone = to.join(name);
        if gone.is_dir() {
            std::fs::remove_dir_all(&gone)?;
        } else {
            std::fs::remove_file(&gone)?;
        }
    }
    kept.iter().try_for_each(|name| mirror(&from.join(name), &to.join(name)))
}

/// The names in a directory, without `target`.
fn names(dir: &Path) -> Result<Vec<OsString>> {
    let names = std::fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.file_name()));
    names.filter(|name| !matches!(name, Ok(name) if name == "target")).collect()
}

fn write_if_new(path: &Path, content: &[u8]) -> Result<()> {
    if std::fs::read(path).ok().as_deref() == Some(content) {
        return Ok(());
    }
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    std::fs::write(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TempFolder;

    #[test]
    fn relative_paths_are_the_same_on_every_system() {
        for (path, folder, expected) in [
            ("/a/bartizan/docs/src/use.md", "/a/bartizan", "docs/src/use.md"),
            (r"D:\a\bartizan\docs\src\use.md", r"D:\a\bartizan", "docs/src/use.md"),
            (r"D:\a\bartizan/tests\x.rs", "D:/a/bartizan", "tests/x.rs"),
            (r"\\?\D:\a\bartizan\docs", r"D:\a\bartizan", "docs"),
            (r"\\?\UNC\host\share\x\docs", r"\\host\share\x", "docs"),
            ("/bartizan", "/", "bartizan"),
            ("/a/bartizan-old/x.rs", "/a/bartizan", "/a/bartizan-old/x.rs"),
            (r"C:\x\y.rs", r"D:\x", "C:/x/y.rs"),
        ] {
            assert_eq!(relative(path, folder), expected, "{path} below {folder}");
        }
    }

    #[test]
    fn programs_are_found_by_their_bare_names() {
        let folder = TempFolder::new("find-program");
        let file = folder.join(format!("engine{EXE_SUFFIX}"));
        std::fs::write(&file, "").expect("a file");
        std::fs::create_dir(folder.join("folder")).expect("a folder");
        let find = |name: &str| find_in([PathBuf::from("nowhere"), folder.to_path_buf()], name);
        assert_eq!(find("engine"), Some(file.clone()));
        assert_eq!(find(&format!("engine{EXE_SUFFIX}")), Some(file));
        for name in ["engin", "engine.old", "folder", ""] {
            assert_eq!(find(name), None, "{name}");
        }
        assert_eq!(find_program("no-such-program"), None);
    }
}
