//! The positions that orderings are measured on: `FEN ; kind ; source`, one a line. EPD files are
//! read too, without their best moves.

use anyhow::{Context, Result, ensure};
use board::Position;
use games::epd::{numbered_lines, playable_position};
use serde::{Serialize, Serializer};
use std::fs;
use std::path::{Path, PathBuf};
use xtask::workspace;

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuitePosition {
    /// The line in its file, from 1.
    #[serde(skip)]
    pub line: usize,
    /// The position itself; the game is not over in it.
    #[serde(rename = "fen", serialize_with = "serialize_fen")]
    pub position: Position,
    /// Opening, middlegame, endgame or tactics in the project's own suite; any text or none in others.
    pub kind: String,
    /// Where it comes from; empty when the file does not say.
    pub source: String,
}

fn serialize_fen<S: Serializer>(
    position: &Position,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&position.to_fen())
}

/// The file of the project's own suite.
pub fn default_file() -> PathBuf {
    workspace::root().join("tests/testkit/data").join("ordering.epd")
}

/// Reads a suite from a file.
///
/// # Errors
/// When the file cannot be read or a line of it is wrong; the message names both.
pub fn load(file: &Path) -> Result<Vec<SuitePosition>> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("cannot read the suite {}", file.display()))?;
    parse(&text).with_context(|| format!("bad suite {}", file.display()))
}

/// Reads a suite.
///
/// # Errors
/// Names the first line that is wrong, by number, and what is wrong with it; a
/// suite without any position is an error too.
pub fn parse(text: &str) -> Result<Vec<SuitePosition>> {
    let entries = numbered_lines(text)
        .map(|(line, content)| parse_line(line, content).with_context(|| format!("line {line}")))
        .collect::<Result<Vec<_>>>()?;
    ensure!(!entries.is_empty(), "no position in the suite");
    Ok(entries)
}

fn parse_line(line: usize, content: &str) -> Result<SuitePosition> {
    let (first, rest) = content.split_once(';').unwrap_or((content, ""));
    let (mut position, operation) = playable_position(first.trim())?;
    let (kind, source) = if operation.is_empty() {
        let (kind, source) = rest.split_once(';').unwrap_or((rest, ""));
        (kind.trim().to_owned(), source.trim().to_owned())
    } else {
        // Its counters may be among the later operations.
        (position, _) = playable_position(content)?;
        (String::new(), epd_id(content))
    };
    Ok(SuitePosition { line, position, kind, source })
}

/// The operand of EPD's operation `id`, or nothing.
fn epd_id(content: &str) -> String {
    let operations = content.split(';').map(str::trim);
    let id = operations.into_iter().find_map(|operation| operation.strip_prefix("id "));
    id.unwrap_or_default().trim().trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Color;

    fn message(text: &str) -> String {
        format!("{:#}", parse(text).expect_err("the suite is bad"))
    }

    #[test]
    fn project_suite_has_16_positions_of_each_kind_without_duplicates() {
        let suite = load(&default_file()).unwrap();
        assert_eq!(suite.len(), 64);
        for kind in ["opening", "middlegame", "endgame", "tactics"] {
            let of_kind = || suite.iter().filter(|entry| entry.kind == kind);
            let white =
                of_kind().filter(|entry| entry.position.side_to_move() == Color::White).count();
            assert_eq!((of_kind().count(), white), (16, 8), "{kind}");
        }
        for (index, entry) in suite.iter().enumerate() {
            assert!(!entry.source.is_empty(), "line {}", entry.line);
            let duplicate =
                suite[..index].iter().find(|one| one.position.key() == entry.position.key());
            assert!(duplicate.is_none(), "line {} is line {}", entry.line, duplicate.unwrap().line);
        }
    }

    #[test]
    fn parse_accepts_missing_fields_and_epd() {
        let text = "# mine\n\n\
            8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1\n\
            8/8/8/8/5kp1/P7/8/1K1N4 w - -;ending\n\
            8/8/8/8/5kp1/P7/8/1K1N4 b - - 3 9 ; ending ; a; book\n\
            8/8/8/8/5kp1/P7/8/1K1N4 w - - bm Ne3; id \"mine.001\"; hmvc 3; fmvn 9;\n";
        let suite = parse(text).unwrap();
        let shown: Vec<_> =
            suite.iter().map(|one| (one.line, one.kind.as_str(), one.source.as_str())).collect();
        assert_eq!(
            shown,
            [(3, "", ""), (4, "ending", ""), (5, "ending", "a; book"), (6, "", "mine.001")]
        );
        assert_eq!(suite[2].position.to_fen(), "8/8/8/8/5kp1/P7/8/1K1N4 b - - 3 9");
        assert_eq!(suite[3].position.to_fen(), "8/8/8/8/5kp1/P7/8/1K1N4 w - - 3 9");
    }

    #[test]
    fn parse_errors_name_the_line() {
        let bad = [
            ("# nothing\n", "no position in the suite"),
            ("\nrubbish\n", "line 2: bad position `rubbish`"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 ; endgame ; void\n", "line 1: bad position"),
            ("k7/8/1Q6/8/8/8/8/7K b - - 0 1\n", "line 1: the game is over"),
            ("k7/8/8/8/8/8/8/7K b - - 0 1\n", "line 1: the game is over"),
        ];
        for (text, expected) in bad {
            assert!(message(text).contains(expected), "{} for {text:?}", message(text));
        }
        let missing = load(Path::new("no-such-suite.epd")).expect_err("there is no such file");
        assert!(format!("{missing:#}").contains("no-such-suite.epd"));
    }
}
