//! Reads perft suites: one position a line with its counts by depth.

use std::path::Path;

/// One line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftLine {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// Depths, in ascending order, and the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
}

/// Reads a perft suite, see [`parse_perft_suite`].
///
/// # Panics
/// When the file cannot be read or is no suite.
#[must_use]
pub fn perft_suite(path: &Path) -> Vec<PerftLine> {
    let name = path.display();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    parse_perft_suite(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Reads the text of a perft suite: a FEN on each line, then `;D1 20 ;D2 400 …`, one count at least.
/// Empty lines and lines that begin with `#` are skipped. Positions are not checked.
///
/// # Errors
/// Names the first line that is wrong, and what is wrong with it. A suite without any position is an
/// error too.
pub fn parse_perft_suite(text: &str) -> Result<Vec<PerftLine>, String> {
    let lines = numbered_lines(text).map(|(line, content)| {
        perft_line(line, content).map_err(|error| format!("line {line}: {error}"))
    });
    let lines: Vec<PerftLine> = lines.collect::<Result<_, _>>()?;
    if lines.is_empty() { Err("no position in the suite".to_owned()) } else { Ok(lines) }
}

/// The lines of a text that are neither empty nor comments, with their numbers from 1.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn perft_line(line: usize, content: &str) -> Result<PerftLine, String> {
    let mut fields = content.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for field in fields {
        let (depth, nodes) = perft_count(field)?;
        if let Some(&(last, _)) = counts.last().filter(|(last, _)| *last >= depth) {
            return Err(format!("depth {depth} comes after depth {last}"));
        }
        counts.push((depth, nodes));
    }
    if counts.is_empty() {
        return Err("no count: expected `FEN ;D1 20 ;D2 400`".to_owned());
    }
    Ok(PerftLine { line, fen, counts })
}

/// `D3 8902` as depth and count.
fn perft_count(field: &str) -> Result<(u32, u64), String> {
    let parts: Vec<&str> = field.split_whitespace().collect();
    let [depth, nodes] = parts[..] else {
        return Err(format!("`;{field}` is not a count: expected `;D1 20`"));
    };
    let number = depth.strip_prefix('D').and_then(|digits| digits.parse().ok());
    let Some(number) = number.filter(|&depth| depth > 0) else {
        return Err(format!("`{depth}` is not a depth: expected `D1` or more"));
    };
    let nodes = nodes.parse().map_err(|_| format!("`{nodes}` is not a number of nodes"))?;
    Ok((number, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let suite = parse_perft_suite("# a suite\n\n8/8 w - - ;D1 20 ;D3  400\n").unwrap();
        let counts = vec![(1, 20), (3, 400)];
        assert_eq!(suite, [PerftLine { line: 3, fen: "8/8 w - -".to_owned(), counts }]);
        for text in ["", "D3", "3 8902", "Dx 8902", "D0 1", "D3 8902 1", "D3 -1", "D3 8e3"] {
            assert!(perft_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        for (text, error) in [
            ("", "no position in the suite"),
            ("8/8 w - -", "line 1: no count"),
            ("\n8/8 w - - ;D1 20 ;D2 4oo ;D3 8000", "line 2: `4oo` is not a number"),
            ("8/8 w - - ;D2 20 ;D2 400", "line 1: depth 2 comes after depth 2"),
        ] {
            let found = parse_perft_suite(text).expect_err(text);
            assert!(found.starts_with(error), "{found}");
        }
    }
}
