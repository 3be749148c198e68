//! Python wheels: the engine beside a module that says where it is, as python-chess wants it.

use super::VERSION;
use super::archive::{self, File, Files};
use super::contents::Variant;
use super::target::Target;
use anyhow::{Result, ensure};
use games::checksum::sha256;

/// The name of the package.
const NAME: &str = "bartizan-chess";

/// The file name of the wheel for a target, and its content; `common` are the files that every archive has. `None`
/// where Python has no name for the target.
pub fn make(
    target: &Target,
    variant: Variant,
    binary: &[u8],
    common: &Files,
) -> Result<Option<(String, Vec<u8>)>> {
    let Some(platform) = target.wheel_platform() else { return Ok(None) };
    let module = NAME.replace('-', "_");
    let info = format!("{module}-{VERSION}.dist-info");
    let mut files = Files::new();
    let mut add = |name: String, content: &[u8]| files.insert(name, File::plain(content));
    add(format!("{module}/__init__.py"), include_bytes!("../../python/__init__.py"));
    add(format!("{module}/__main__.py"), include_bytes!("../../python/__main__.py"));
    let licence = variant.licence();
    let readme = include_str!("../../python/README.md");
    let mut metadata = format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {VERSION}\nSummary: The UCI chess engine Bartizan\n\
         License-Expression: {licence}\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n"
    );
    for (name, file) in common {
        if ["LICENSE", "COPYING", "THIRD-PARTY"].iter().any(|start| name.starts_with(start)) {
            metadata += &format!("License-File: {name}\n");
            add(format!("{info}/licenses/{name}"), &file.content);
        }
    }
    add(format!("{info}/METADATA"), format!("{metadata}\n{readme}").as_bytes());
    let mut wheel =
        "Wheel-Version: 1.0\nGenerator: cargo xtask dist\nRoot-Is-Purelib: false\n".to_owned();
    for platform in platform.split('.') {
        wheel += &format!("Tag: py3-none-{platform}\n");
    }
    add(format!("{info}/WHEEL"), wheel.as_bytes());
    add(
        format!("{info}/entry_points.txt"),
        format!("[console_scripts]\nbartizan = {module}:main\n").as_bytes(),
    );
    let program = File { content: binary.to_vec(), executable: true };
    files.insert(format!("{module}/{}", target.binary()), program);
    let mut record = String::new();
    for (name, file) in &files {
        record +=
            &format!("{name},sha256={},{}\n", base64(&sha256(&file.content))?, file.content.len());
    }
    record += &format!("{info}/RECORD,,\n");
    files.insert(format!("{info}/RECORD"), File::plain(record));
    let name = format!("{module}-{VERSION}-py3-none-{platform}.whl");
    Ok(Some((name, archive::zip("", &files)?)))
}

/// Base64 for URLs without padding, of bytes in hexadecimal notation.
fn base64(hex: &str) -> Result<String> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digits: Option<Vec<u32>> = hex.chars().map(|digit| digit.to_digit(16)).collect();
    ensure!(digits.is_some(), "`{hex}` is not hexadecimal");
    let groups = digits.unwrap_or_default();
    // Three hexadecimal digits are two of base 64; zeros fill the last ones.
    let pairs = groups.chunks(3).flat_map(|group| {
        let bits = (0..3).fold(0, |bits, at| bits << 4 | group.get(at).copied().unwrap_or(0));
        let used = (group.len() * 4).div_ceil(6);
        [bits >> 6, bits & 63].into_iter().take(used)
    });
    Ok(pairs.map(|index| DIGITS[index as usize] as char).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;
    use std::io::{Cursor, Read};

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, without padding: "f", "fo", "foo", "foob", and the two digits that are for URLs.
        for (hex, expected) in [
            ("", ""),
            ("66", "Zg"),
            ("666f", "Zm8"),
            ("666f6f", "Zm9v"),
            ("666f6f62", "Zm9vYg"),
            ("fbff", "-_8"),
        ] {
            assert_eq!(base64(hex).unwrap(), expected, "{hex}");
        }
        assert!(base64("xy").is_err());
    }

    #[test]
    fn wheels_have_a_record_of_all_their_files() {
        let common: Files = [("LICENSE.txt", "free"), ("README.md", "read")]
            .map(|(name, text)| (name.to_owned(), File::plain(text)))
            .into();
        for target in &TARGETS {
            let Some((name, wheel)) =
                make(target, Variant::Permissive, b"engine", &common).unwrap()
            else {
                assert_eq!(target.name, "windows-x86-64-v3");
                continue;
            };
            let mut zip = zip::ZipArchive::new(Cursor::new(wheel)).unwrap();
            let mut text = |name: &str| {
                let mut text = String::new();
                zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
                text
            };
            let info = format!("bartizan_chess-{VERSION}.dist-info");
            assert!(
                text(&format!("{info}/METADATA"))
                    .contains("License-Expression: MIT OR Apache-2.0\n")
            );
            let record = text(&format!("{info}/RECORD"));
            let mut recorded: Vec<_> =
                record.lines().filter_map(|line| line.split(',').next()).collect();
            recorded.sort_unstable();
            assert_eq!(zip.file_names().collect::<Vec<_>>(), recorded, "{name}");
            assert!(recorded.contains(&format!("{info}/licenses/LICENSE.txt").as_str()));
            let program = zip.by_name(&format!("bartizan_chess/{}", target.binary())).unwrap();
            assert_eq!(program.unix_mode().unwrap() & 0o111, 0o111);
        }
    }
}
