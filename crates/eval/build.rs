//! Chooses the network file that is compiled in: the one that the environment variable `EVALFILE`
//! names, from this folder or with its whole path, or else `networks/default.nnue`.

use std::path::{PathBuf, absolute};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let given = env::var_os("EVALFILE").filter(|value| !value.is_empty());
    let path = given.map_or_else(|| PathBuf::from("networks/default.nnue"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", path.display());
    let read = absolute(&path).and_then(|whole| Ok((fs::read(&whole)?, whole)));
    match read {
        Ok((bytes, whole)) if is_network(&bytes) => {
            println!("cargo::rustc-env=BARTIZAN_NETWORK={}", whole.display());
        }
        Ok(_) => println!("cargo::error={} is no network file", path.display()),
        Err(error) => println!("cargo::error=cannot read {}: {error}", path.display()),
    }
}

/// Whether a file begins like a network of version 2 or 3 with the quantisation 128, and has the right checksum, as
/// `docs/src/train/networks.md` describes them.
fn is_network(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(content, checksum)| {
        [2, 3]
            .map(|version| [b"BARTNNUE".as_slice(), &[version, 0, 0, 0]].concat())
            .iter()
            .any(|start| content.starts_with(start))
            && content.get(16..18) == Some(&[0x80, 0])
            && crc32fast::hash(content).to_le_bytes() == *checksum
    })
}
