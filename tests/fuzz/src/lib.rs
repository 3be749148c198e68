//! Everything that reads text or files from outside, with valid input that is changed: at random in the test of
//! this crate, by libFuzzer in its fuzz targets.

#[cfg(test)]
mod mutate;
mod readers;

use readers::{READERS, Reader};
use std::fs;
use std::io;
use std::path::Path;

/// Reads an input, as a target of `cargo fuzz`.
///
/// # Panics
/// When a property of the reader does not hold, or no reader has this name.
pub fn read(name: &str, input: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.name == name).expect("a reader");
    (reader.read)(input);
}

/// Writes the valid inputs of all readers where `cargo fuzz` looks for inputs to begin with, and the words of their
/// formats as a dictionary for each.
///
/// # Errors
/// When that fails.
pub fn write_samples() -> io::Result<()> {
    for Reader { name, samples, words, .. } in READERS {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let folder = corpus.join(name);
        fs::create_dir_all(&folder)?;
        let escaped = |word: &str| word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        let words = words.split('|').filter(|word| !word.is_empty()).map(escaped);
        // libFuzzer refuses an empty file, so there is a comment.
        let lines = words.map(|word: String| format!("\"{word}\"\n")).collect::<String>();
        fs::write(corpus.join(format!("{name}.dict")), "# words\n".to_owned() + &lines)?;
        for (number, sample) in samples().iter().enumerate() {
            fs::write(folder.join(format!("sample-{number}")), sample)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use testkit::Rng;

    /// Inputs of each reader.
    const CASES: u64 = 1_000;

    #[test]
    fn readers_withstand_changed_input() {
        for Reader { name, samples, words, read } in READERS {
            let (samples, words) = (samples(), words.split('|').collect::<Vec<_>>());
            let mut valid = 0;
            for number in 0..CASES {
                let input = mutate::mutated(&samples, &words, &mut Rng::new(number));
                let done = catch_unwind(AssertUnwindSafe(|| read(&input)));
                let text = || String::from_utf8_lossy(&input);
                valid += u64::from(done.unwrap_or_else(|_| panic!("{name}, {number}: {}", text())));
            }
            // Some changes leave an input valid, and most do not.
            assert!((CASES / 500..CASES).contains(&valid), "{name}: {valid} valid");
        }
    }
}
