//! A universal binary: one file with builds for several x86-64 levels, of which the fastest for this processor runs.
//!
//! The file is the build for the lowest level, with what the others have more behind it, so that it runs like any other
//! where nothing better can be started. At start the build that fits is copied to a file in memory, which takes the
//! place of the process: arguments, standard streams and process number stay. `cargo xtask dist` joins the builds.

use crate::cpu::Level;
use std::fmt::Write;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The end of a universal file: a table of the builds, its length in 8 bytes, and this.
const MAGIC: &[u8] = b"Bartizan levels\n";
/// Bytes behind the table.
const FOOTER: u64 = MAGIC.len() as u64 + 8;
/// No table is longer.
const MAX_TABLE: u64 = 1 << 12;

/// A build in a universal file.
#[derive(Debug, PartialEq, Eq)]
struct Build {
    level: Level,
    /// The parts of the file that are its content, in order.
    parts: Vec<Range<u64>>,
}

/// Joins builds of the engine to one file: `lowest`, and the others from the fastest down. What contains `shared`, such
/// as a network, has it in common.
#[must_use]
pub fn join(lowest: &[u8], others: &[(Level, Vec<u8>)], shared: &[u8]) -> Vec<u8> {
    let find = |bytes: &[u8]| bytes.windows(shared.len().max(1)).position(|part| part == shared);
    let in_lowest = find(lowest);
    let (mut file, mut table) = (lowest.to_vec(), String::new());
    for (level, bytes) in others {
        let mut parts = Vec::new();
        let mut add = |bytes: &[u8]| {
            parts.push(file.len()..file.len() + bytes.len());
            file.extend_from_slice(bytes);
        };
        if let (Some(from), Some(at)) = (in_lowest, find(bytes)) {
            add(&bytes[..at]);
            add(&bytes[at + shared.len()..]);
            parts.insert(1, from..from + shared.len());
        } else {
            add(bytes);
        }
        table += level.name();
        for Range { start, end } in parts {
            let _ = write!(table, " {start}-{end}");
        }
        table.push('\n');
    }
    file.extend_from_slice(table.as_bytes());
    file.extend_from_slice(&(table.len() as u64).to_le_bytes());
    file.extend_from_slice(MAGIC);
    file
}

/// The builds behind the lowest one; none in a file that is not universal.
fn builds(file: &mut (impl Read + Seek)) -> io::Result<Vec<Build>> {
    let size = file.seek(SeekFrom::End(0))?;
    let mut footer = [0; FOOTER as usize];
    let Some(table_end) = size.checked_sub(FOOTER) else { return Ok(Vec::new()) };
    file.seek(SeekFrom::Start(table_end))?;
    file.read_exact(&mut footer)?;
    let Some((length, MAGIC)) = footer.split_first_chunk() else { return Ok(Vec::new()) };
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the table of levels is damaged");
    let length = u64::from_le_bytes(*length);
    let start = table_end.checked_sub(length).filter(|_| length <= MAX_TABLE);
    file.seek(SeekFrom::Start(start.ok_or_else(damaged)?))?;
    let mut table = String::new();
    file.take(length).read_to_string(&mut table)?;
    table.lines().map(|line| build(line, size).ok_or_else(damaged)).collect()
}

/// Reads a line of the table of a file.
fn build(line: &str, size: u64) -> Option<Build> {
    let mut words = line.split(' ');
    let level = Level::find(words.next()?)?;
    let part = |word: &str| {
        let (start, end) = word.split_once('-')?;
        let part = start.parse().ok()?..end.parse().ok()?;
        (part.start <= part.end && part.end <= size).then_some(part)
    };
    Some(Build { level, parts: words.map(part).collect::<Option<_>>()? })
}

/// Runs the build for this processor in place of this process, if this file has it and it is faster than this one.
/// Returns where there is no such build, or where the system refuses it, which standard error is told.
#[cfg(target_os = "linux")]
pub fn run_fastest() {
    process::keep_name();
    let best = Level::fastest();
    if best > Level::COMPILED
        && let Err(error) = process::replace(best)
    {
        let level = Level::COMPILED.name();
        crate::progress::note(&format!("bartizan: {error}; running the code for {level}"));
    }
}

#[cfg(target_os = "linux")]
mod process {
    use super::{Level, builds};
    use nix::errno::Errno;
    use nix::sys::memfd::{MFdFlags, memfd_create};
    use nix::sys::prctl;
    use nix::unistd::fexecve;
    use std::env;
    use std::ffi::{CStr, CString, OsString};
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom};
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::Path;

    /// `MFD_EXEC`: since Linux 6.3 a file in memory may be one that cannot be run by default.
    const EXECUTABLE: MFdFlags = MFdFlags::from_bits_retain(0x10);

    /// Runs the fastest build up to `best` that this file has. Returns where it has none.
    pub fn replace(best: Level) -> Result<(), String> {
        let mut file = own_file().map_err(|error| format!("cannot read this program: {error}"))?;
        let found = builds(&mut file).map_err(|error| format!("cannot read this program: {error}"));
        let found = found?.into_iter().filter(|build| build.level <= best);
        let Some(build) = found.max_by_key(|build| build.level) else { return Ok(()) };
        let refused = |error: io::Error| format!("cannot run {}: {error}", build.level.name());
        let create = |flags| memfd_create(c"bartizan", MFdFlags::MFD_CLOEXEC | flags);
        let memory = match create(EXECUTABLE) {
            // An older kernel.
            Err(Errno::EINVAL) => create(MFdFlags::empty()),
            created => created,
        };
        let mut memory = File::from(memory.map_err(|error| refused(error.into()))?);
        for part in &build.parts {
            file.seek(SeekFrom::Start(part.start)).map_err(refused)?;
            let length = part.end - part.start;
            let copied = io::copy(&mut (&file).take(length), &mut memory).map_err(refused)?;
            if copied != length {
                return Err(refused(io::ErrorKind::UnexpectedEof.into()));
            }
        }
        let text = |text: OsString| CString::new(text.into_vec()).unwrap_or_default();
        let arguments: Vec<CString> = env::args_os().map(text).collect();
        let variables: Vec<CString> = env::vars_os()
            .map(|(mut name, value)| {
                name.push("=");
                name.push(value);
                text(name)
            })
            .collect();
        match fexecve(&memory, &arguments, &variables) {
            Err(error) => Err(refused(error.into())),
        }
    }

    /// The file of this program. Without `/proc` the one that the first argument names.
    fn own_file() -> io::Result<File> {
        File::open("/proc/self/exe").or_else(|error| {
            let name = env::args_os().next().unwrap_or_default();
            if name.as_bytes().contains(&b'/') { File::open(name) } else { Err(error) }
        })
    }

    /// Names the process as its first argument does. Linux names a program in memory after its file, before 6.14 by number.
    pub fn keep_name() {
        let in_memory = |name: &CStr| {
            let name = name.to_bytes();
            name.starts_with(b"memfd:") || name.iter().all(u8::is_ascii_digit)
        };
        if prctl::get_name().is_ok_and(|name| in_memory(&name)) {
            let program = env::args_os().next().unwrap_or_default();
            let name = Path::new(&program).file_name().map(|name| CString::new(name.as_bytes()));
            if let Some(Ok(name)) = name {
                // Nothing depends on it.
                let _ = prctl::set_name(&name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// The content of each build of a universal file.
    fn contents(file: &[u8]) -> Vec<(Level, Vec<u8>)> {
        let builds = builds(&mut Cursor::new(file)).expect("a table");
        let content = |part: &Range<u64>| &file[part.start as usize..part.end as usize];
        let join = |build: &Build| build.parts.iter().flat_map(content).copied().collect();
        builds.iter().map(|build| (build.level, join(build))).collect()
    }

    #[test]
    fn builds_come_back_and_share_what_they_have_in_common() {
        let shared = [7; 1000];
        let with = |start: &[u8], end: &[u8]| [start, &shared, end].concat();
        let lowest = with(b"low", b"est");
        for (others, shares) in [
            (vec![], 0),
            (vec![(Level::V4, with(b"four", b"")), (Level::V3, with(b"", b"three"))], 2),
            (vec![(Level::V4, with(b"four", b"")), (Level::V3, b"other".to_vec())], 1),
        ] {
            let file = join(&lowest, &others, &shared);
            assert!(file.starts_with(&lowest));
            assert_eq!(contents(&file), others);
            let all: usize = others.iter().map(|(_, bytes)| bytes.len()).sum();
            let table = file.len() + shares * shared.len() - lowest.len() - all;
            assert!(table < 200, "{table}");
        }
        assert_eq!(contents(&join(b"low", &[(Level::V3, lowest.clone())], &shared)).len(), 1);
    }

    #[test]
    fn other_files_have_no_builds_and_damaged_ones_are_errors() {
        let file = join(b"lowest", &[(Level::V3, b"three".to_vec())], b"network");
        for length in 0..file.len() {
            assert_eq!(contents(&file[..length]), [], "{length}");
        }
        let damage = |from: &str, to: &str| {
            let at = file.windows(from.len()).position(|part| part == from.as_bytes()).expect(from);
            let mut file = file.clone();
            file[at..at + from.len()].copy_from_slice(to.as_bytes());
            builds(&mut Cursor::new(file)).map_err(|error| error.kind())
        };
        for (from, to) in [("v3 6", "v9 6"), ("6-11", "6-99"), ("6-11", "9-06"), ("6-11", "6+11")] {
            assert_eq!(damage(from, to), Err(io::ErrorKind::InvalidData), "{from} {to}");
        }
        let length = (file.len() as u64).to_le_bytes();
        let mut long = file.clone();
        let at = file.len() - FOOTER as usize;
        long[at..at + 8].copy_from_slice(&length);
        assert!(builds(&mut Cursor::new(long)).is_err());
    }
}
