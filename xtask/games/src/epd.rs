//! Files with a position on each line, as EPD or FEN.

use anyhow::{Context, Result, bail, ensure};
use board::Position;
use game::Game;
use notation::epd::{numbered_lines, with_counters};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Reads the different positions of a file, in its order. Behind a FEN and a semicolon may stand any text.
///
/// # Errors
/// When the file cannot be read, has no position, or one of them is wrong or the end of a game; the line is named.
pub fn read_positions(path: &Path) -> Result<Vec<Position>> {
    let text = fs::read_to_string(path);
    text.map_err(Into::into)
        .and_then(|text| parse(&text))
        .with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    for (line, content) in numbered_lines(text) {
        let position = parse_line(content).with_context(|| format!("line {line}"))?;
        if seen.insert(position.key()) {
            positions.push(position);
        }
    }
    ensure!(!positions.is_empty(), "no position in the file");
    Ok(positions)
}

fn parse_line(text: &str) -> Result<Position> {
    let fen = text.split(';').next().unwrap_or_default().trim();
    let has_operations = Position::from_epd(fen).is_ok_and(|(_, rest)| !rest.is_empty());
    let text = if has_operations { text } else { fen };
    let position = Position::from_epd(text)
        .and_then(|(position, rest)| with_counters(position, rest))
        .with_context(|| format!("bad position `{text}`"))?;
    if let Some(ending) = Game::new(position.clone()).termination() {
        bail!("the game is over ({ending}) in `{text}`");
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_fens_with_any_text_or_epds() {
        let text = "# mine\n
            8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1
            8/8/8/8/5kp1/P7/8/1K1N4 w - -;the same
            8/8/8/8/5kp1/P7/8/1K1N4 b - - 3 9 ; ending ; a; book
            8/8/8/8/4k1p1/P7/8/1K1N4 w - - bm Ne3; id \"mine.001\"; hmvc 3; fmvn 9;
            rknnbbrq/pppppppp/8/8/8/8/PPPPPPPP/NBRKRQBN w ECga - 0 1 c0 \"double Fischer\";";
        let fens: Vec<_> = parse(text).unwrap().iter().map(Position::to_shredder_fen).collect();
        let expected = [
            "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
            "8/8/8/8/5kp1/P7/8/1K1N4 b - - 3 9",
            "8/8/8/8/4k1p1/P7/8/1K1N4 w - - 3 9",
            "rknnbbrq/pppppppp/8/8/8/8/PPPPPPPP/NBRKRQBN w ECga - 0 1",
        ];
        assert_eq!(fens, expected);
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        for (text, fault) in [
            ("# nothing\n", "no position"),
            ("\nrubbish\n", "line 2: bad position `rubbish`"),
            ("rnbqkbnr/pppppppp/8/8 w KQkq -", "line 1: bad position `rnbqkbnr"),
            ("rnbqkbnr/pppppppp/8/8 w KQkq -", "4 ranks"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 ; endgame ; void", "line 1: bad position"),
            ("\nk7/8/1Q6/8/8/8/8/7K b - - 0 1", "line 2: the game is over"),
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -",
                "line 1: the game is over (Black wins by checkmate)",
            ),
        ] {
            let error = format!("{:#}", parse(text).expect_err(text));
            assert!(error.contains(fault), "{error}");
        }
        let missing = read_positions(Path::new("no-such-book.epd")).expect_err("no such file");
        assert!(format!("{missing:#}").contains("no-such-book.epd"));
    }
}
