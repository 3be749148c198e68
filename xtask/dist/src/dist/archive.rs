//! Archives that depend on their content alone: sorted names, one time for all, no owners.

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use games::checksum::sha256;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;

/// The files of an archive by their paths in it, with `/` between folders.
pub type Files = std::collections::BTreeMap<String, File>;

#[derive(Clone)]
pub struct File {
    pub content: Vec<u8>,
    pub executable: bool,
}

impl File {
    pub fn plain(content: impl Into<Vec<u8>>) -> Self {
        Self { content: content.into(), executable: false }
    }

    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// A `.tar.gz`, all files below `folder` and with the time `seconds` after 1970.
pub fn tar_gz(folder: &str, files: &Files, seconds: u64) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, file) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.content.len() as u64);
        header.set_mode(file.mode());
        header.set_mtime(seconds);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, format!("{folder}/{name}"), file.content.as_slice())?;
    }
    gzip(&tar.into_inner()?)
}

/// Compresses bytes, without a name or a time.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    // 255: no operating system.
    let builder = GzBuilder::new().mtime(0).operating_system(255);
    let mut encoder = builder.write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// A `.zip`, all files below `folder` if that is not empty. Its times are the first of the format, in 1980.
pub fn zip(folder: &str, files: &Files) -> Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, file) in files {
        let options = SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .compression_level(Some(9))
            .unix_permissions(file.mode());
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        zip.start_file(path, options)?;
        zip.write_all(&file.content)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The lines of `SHA256SUMS`, as `sha256sum --check` reads them, of the files in a folder whose names begin
/// with `prefix`.
pub fn sums(folder: &Path, prefix: &str) -> Result<String> {
    let mut lines = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with(prefix) && !name.ends_with(".tmp") && file.path().is_file() {
            let content = fs::read(file.path()).with_context(|| name.clone())?;
            lines.push((name, sha256(&content)));
        }
    }
    lines.sort();
    Ok(lines.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn files() -> Files {
        let program = File { content: vec![0, 1, 2], executable: true };
        [("b/text".to_owned(), File::plain("words")), ("a".to_owned(), program)].into()
    }

    #[test]
    fn tar_holds_the_files_with_one_time_and_no_owner() {
        let packed = tar_gz("top", &files(), 1_700_000_000).unwrap();
        assert_eq!(packed, tar_gz("top", &files(), 1_700_000_000).unwrap());
        let mut archive = tar::Archive::new(GzDecoder::new(packed.as_slice()));
        let entries: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let header = entry.header().clone();
                assert_eq!(header.mtime().unwrap(), 1_700_000_000);
                assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
                let mut content = Vec::new();
                entry.read_to_end(&mut content).unwrap();
                let path = entry.path().unwrap().to_string_lossy().into_owned();
                (path, header.mode().unwrap(), content)
            })
            .collect();
        let expected = [
            ("top/a".to_owned(), 0o755, vec![0, 1, 2]),
            ("top/b/text".to_owned(), 0o644, b"words".to_vec()),
        ];
        assert_eq!(entries, expected);
    }

    #[test]
    fn zip_holds_the_files() {
        let packed = zip("top", &files()).unwrap();
        assert_eq!(packed, zip("top", &files()).unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        assert_eq!(archive.file_names().collect::<Vec<_>>(), ["top/a", "top/b/text"]);
        let mut text = String::new();
        archive.by_name("top/b/text").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "words");
        assert_eq!(archive.by_name("top/a").unwrap().unix_mode().unwrap() & 0o777, 0o755);
    }
}
