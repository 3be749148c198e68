//! What is in the directories of `SyzygyPath`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How many files of a directory are named that cannot be used.
const NAMED_FILES: usize = 5;
/// The character that separates directories on the other systems.
const OTHER_SEPARATOR: char = if cfg!(windows) { ':' } else { ';' };

/// The directories of a list, each once. What is wrong with the list is passed to `say`.
pub(super) fn directories(list: &str, say: &mut dyn FnMut(String)) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut known = HashSet::new();
    let parts: Vec<PathBuf> =
        std::env::split_paths(list).map(|part| without_quotes(&part)).collect();
    for path in parts.iter().filter(|path| !path.as_os_str().is_empty()) {
        let shown = path.display();
        match path.canonicalize() {
            Ok(place) if known.contains(&place) => say(format!("{shown} is named twice")),
            Ok(place) => {
                known.insert(place);
                found.push(path.clone());
            }
            Err(error) => {
                let hint = match shown.to_string().contains(OTHER_SEPARATOR) {
                    true if cfg!(windows) => "; directories are separated by ';'",
                    true => "; directories are separated by ':'",
                    false => "",
                };
                say(format!("cannot read {shown}: {error}{hint}"));
            }
        }
    }
    if parts.iter().any(|path| path.as_os_str().is_empty()) {
        say("an empty part of the list is left out".to_owned());
    }
    found
}

/// A path as it was written, or without quotes and spaces around it if it is nowhere as written.
fn without_quotes(path: &Path) -> PathBuf {
    let trimmed = path.to_str().map(|text| text.trim_matches(['"', '\'', ' ']));
    match trimmed {
        Some(text) if !path.exists() => PathBuf::from(text),
        _ => path.to_owned(),
    }
}

/// A file with the extension of a table.
pub(super) struct TableName {
    /// Where it is.
    pub(super) file: PathBuf,
    /// Its name as the reader spells it, such as `KQvK.rtbw`.
    pub(super) name: String,
}

impl TableName {
    fn new(file: PathBuf) -> Option<Self> {
        let extension = file.extension()?.to_str()?.to_ascii_lowercase();
        if !matches!(extension.as_str(), "rtbw" | "rtbz") {
            return None;
        }
        // `v` stands between the sides; no piece has this letter.
        let stem = file.file_stem()?.to_string_lossy().to_ascii_uppercase().replace('V', "v");
        let name = format!("{stem}.{extension}");
        Some(Self { file, name })
    }

    /// Whether it is a DTZ table, not a WDL table.
    pub(super) fn is_dtz(&self) -> bool {
        self.name.ends_with("rtbz")
    }

    /// Its pieces, `v` between the sides.
    pub(super) fn material(&self) -> &str {
        self.name.split_once('.').map_or("", |(material, _)| material)
    }

    /// Whether it can be read and begins like a table of its kind.
    pub(super) fn check(&self) -> io::Result<()> {
        let metadata = self.file.metadata()?;
        let invalid = |text| Err(io::Error::new(io::ErrorKind::InvalidData, text));
        if !metadata.is_file() {
            // Opening a pipe would wait for its writer.
            return invalid("not a file");
        }
        if metadata.len() == 0 {
            return invalid("the file is empty");
        }
        let mut magic = [0; 4];
        File::open(&self.file)?.read_exact(&mut magic)?;
        let expected = match self.is_dtz() {
            false => [0x71, 0xe8, 0x23, 0x5d],
            true => [0xd7, 0x66, 0x0c, 0xa5],
        };
        if magic == expected { Ok(()) } else { invalid("not a Syzygy table") }
    }
}

/// Passes each file of a directory with the extension of a table to `add`, in order of their names. The
/// first of those that fail are passed to `say`.
pub(super) fn add_tables(
    directory: &Path,
    add: &mut dyn FnMut(&TableName) -> io::Result<()>,
    say: &mut dyn FnMut(String),
) {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => return say(format!("cannot read {}: {error}", directory.display())),
    };
    let tables = entries.into_iter().filter_map(|entry| TableName::new(entry.path()));
    let mut tables: Vec<TableName> = tables.collect();
    tables.sort_by(|a, b| a.file.cmp(&b.file));
    let faulty = tables.iter().filter_map(|table| {
        let error = table.check().and_then(|()| add(table)).err()?;
        Some(format!("{} is left out: {error}", table.file.display()))
    });
    let faulty: Vec<String> = faulty.collect();
    let more = faulty.len().saturating_sub(NAMED_FILES);
    faulty.into_iter().take(NAMED_FILES).for_each(&mut *say);
    match (more, directory.display()) {
        (0, _) => {}
        (1, name) => say(format!("1 more file of {name} is left out")),
        (more, name) => say(format!("{more} more files of {name} are left out")),
    }
}
