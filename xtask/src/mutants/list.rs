//! The lists of faults: blocks of `FILE`, `FIND`, `REPLACE` and `WHY`.

use anyhow::{Result, bail, ensure};

/// A fault to plant in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The file, relative to the root of the workspace.
    pub file: String,
    /// What the fault breaks.
    pub why: String,
    find: String,
    replace: Option<String>,
}

impl Fault {
    /// Whether the fault is about this text.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.file.contains(text) || self.why.contains(text)
    }

    /// The source with the fault in it. White space of any kind and length counts as one space, so
    /// that a change of format does no harm.
    ///
    /// # Errors
    /// When the text to be replaced does not occur exactly once.
    pub fn plant(&self, source: &str) -> Result<String> {
        let (pattern, _) = squeeze(self.find.trim());
        let (text, places) = squeeze(source);
        let found: Vec<usize> = text.match_indices(&pattern).map(|(at, _)| at).collect();
        let [at] = found[..] else {
            bail!("`{}` occurs {} times in {}", self.find, found.len(), self.file)
        };
        let (from, to) = (places[at], places[at + pattern.len() - 1] + 1);
        let replace = self.replace.as_deref().unwrap_or_default();
        let end = (to..source.len()).find(|&end| source.is_char_boundary(end)).unwrap_or(to);
        Ok(format!("{}{replace}{}", &source[..from], &source[end..]))
    }
}

/// The text with every run of white space as one space, and where each of its bytes comes from.
fn squeeze(text: &str) -> (String, Vec<usize>) {
    let (mut squeezed, mut places) = (String::new(), Vec::new());
    for (at, letter) in text.char_indices() {
        if !letter.is_whitespace() {
            squeezed.push(letter);
            places.extend(at..at + letter.len_utf8());
        } else if !squeezed.ends_with(' ') {
            squeezed.push(' ');
            places.push(at);
        }
    }
    (squeezed, places)
}

/// Reads a list. Lines that begin with `#` are comments; a line that begins with no keyword belongs
/// to the field above it.
///
/// # Errors
/// When a block is not complete, or text stands outside of any field.
pub fn parse(text: &str) -> Result<Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut field = "";
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let keywords = ["FILE", "FIND", "REPLACE", "WHY"];
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut content = line;
        if let Some(keyword) = keywords.into_iter().find(|&known| known == keyword) {
            (field, content) = (keyword, rest);
            if field == "FILE" {
                faults.push(Fault::default());
            }
        }
        let Some(fault) = faults.last_mut() else {
            ensure!(line.trim().is_empty(), "line {}: expected FILE", number + 1);
            continue;
        };
        let target = match field {
            "FILE" => &mut fault.file,
            "FIND" => &mut fault.find,
            "REPLACE" => fault.replace.get_or_insert_default(),
            _ => &mut fault.why,
        };
        if !content.trim().is_empty() {
            if !target.is_empty() {
                target.push('\n');
            }
            target.push_str(if target.is_empty() { content.trim() } else { content.trim_end() });
        }
    }
    for fault in &faults {
        let complete = !fault.file.is_empty() && !fault.find.trim().is_empty();
        let complete = complete && fault.replace.is_some() && !fault.why.is_empty();
        ensure!(complete, "not complete: {fault:?}");
    }
    ensure!(!faults.is_empty(), "no fault");
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# A list.\nFILE a.rs\nFIND if x {\n    y;\nREPLACE if !x {\n    y;\nWHY reversed\n\nFILE b.rs\nFIND z\nREPLACE\nWHY gone\n";

    #[test]
    fn lists_are_read() {
        let faults = parse(LIST).expect("a list");
        assert_eq!(faults.len(), 2);
        assert_eq!((faults[0].file.as_str(), faults[0].why.as_str()), ("a.rs", "reversed"));
        assert_eq!(faults[1].why, "gone");
        for text in ["", "FILE a.rs\nFIND x\nWHY y", "FIND x", "FILE a\nREPLACE x\nWHY y"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn faults_are_planted_whatever_the_format() {
        let faults = parse(LIST).expect("a list");
        let planted = faults[0].plant("é if x\n  {\n\ty;\n}").expect("found");
        assert_eq!(planted, "é if !x {\n    y;\n}");
        assert_eq!(faults[1].plant("a z b").expect("found"), "a  b");
        for source in ["", "z z"] {
            let error = faults[1].plant(source).expect_err("not once");
            assert!(error.to_string().contains("times in b.rs"), "{error}");
        }
    }
}
