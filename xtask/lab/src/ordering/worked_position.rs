//! The listings of a position in the book's chapters: its moves in the order of each scheme, as the
//! command `order` prints them. `--worked` renews them; a test fails when one is old.

use super::kiwipete::KIWIPETE;
use anyhow::{Context, Result, bail};
use board::Position;
use game::Game;
use games::output::{write_file, write_text};
use searcher::{Limits, NullReporter, Signals};
use std::path::PathBuf;
use std::{fmt::Write, fs, io};
use uci::engine::{EngineConfig, build};
use uci::inspect;
use xtask::workspace;

/// How many moves a chapter shows from the beginning of the list.
const FIRST: usize = 12;
/// How many from its end.
const LAST: usize = 5;

/// Begins the part of a chapter that is made here; the end of the line says of what.
const OPEN: &str = "<!-- order ";
/// Ends it.
const CLOSE: &str = "<!-- /order -->";

/// The chapter's text with its listing as it is now.
fn update_listing(chapter: &str) -> Result<String> {
    let missing = || format!("there is no line `{OPEN}SCHEME -->`, or no `{CLOSE}` after it");
    let (before, rest) = chapter.split_once(OPEN).with_context(missing)?;
    let (mark, rest) = rest.split_once(" -->").with_context(missing)?;
    let (_, after) = rest.split_once(CLOSE).with_context(missing)?;
    let (request, fen) = mark.split_once(" fen ").unwrap_or((mark, KIWIPETE));
    let listing = match request.split_whitespace().collect::<Vec<_>>()[..] {
        [scheme] => listing(scheme, None, fen)?,
        [scheme, "depth", depth] => listing(scheme, Some(depth.parse()?), fen)?,
        _ => bail!("`{request}` is not `SCHEME` or `SCHEME depth N`, and perhaps `fen FEN`"),
    };
    Ok(format!("{before}{OPEN}{mark} -->\n\n{listing}\n\n{CLOSE}{after}"))
}

/// The first and last moves of a position in the order of a scheme, after a search to `depth` if
/// there is one.
fn listing(scheme: &str, depth: Option<u32>, fen: &str) -> Result<String> {
    let known = ordering::NAMES.into_iter().find(|&name| name == scheme);
    let ordering = known.with_context(|| format!("there is no scheme `{scheme}`"))?;
    let mut engine = build(EngineConfig { ordering, ..EngineConfig::default() });
    let position = Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))?;
    let game = Game::new(position);
    let mut text = format!("```text\nposition fen {fen}\n");
    if ordering != ordering::DEFAULT {
        writeln!(text, "setoption name Ordering value {ordering}")?;
    }
    if let Some(depth) = depth {
        engine.search(&game, &Limits::depth(depth), &Signals::new(), &mut NullReporter);
        writeln!(text, "go depth {depth}")?;
    }
    let moves = engine.order(&game.position);
    let rows = inspect::order(&moves, false);
    writeln!(text, "order\n{}", elide_middle(&rows))?;
    text.push_str("```");
    Ok(text)
}

/// A table without its middle, where that is long.
fn elide_middle(rows: &str) -> String {
    let rows: Vec<&str> = rows.lines().collect();
    let hidden = rows.len().saturating_sub(1 + FIRST + LAST);
    if hidden < 2 {
        return rows.join("\n");
    }
    let (head, tail) = (&rows[..=FIRST], &rows[rows.len() - LAST..]);
    format!("{}\n  … {hidden} more …\n{}", head.join("\n"), tail.join("\n"))
}

/// Brings the chapters of the schemes up to date and names those that were not. Nothing is written before
/// all of them are known to be in order.
pub fn update_chapters(stdout: &mut dyn io::Write) -> Result<()> {
    for (path, old, new) in chapters()? {
        if new != old {
            write_file(&path, new.as_bytes())?;
            write_text(stdout, &format!("renewed {}\n", path.display()))?;
        }
    }
    Ok(())
}

/// The chapters of the schemes that have one: path, text, and updated text.
fn chapters() -> Result<Vec<(PathBuf, String, String)>> {
    let folder = workspace::root().join("docs/src/ordering");
    let paths = ordering::NAMES.into_iter().map(|scheme| folder.join(format!("{scheme}.md")));
    let chapter = |path: PathBuf| {
        let text = fs::read_to_string(&path)?;
        let new = update_listing(&text).with_context(|| path.display().to_string())?;
        Ok((path, text, new))
    };
    paths.filter(|path| path.exists()).map(chapter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapter_listings_match_the_engine() {
        let chapters = chapters().expect("chapters with a worked position");
        assert!(!chapters.is_empty());
        for (path, old, new) in chapters {
            assert!(old == new, "{} is old: cargo xtask ordering --worked", path.display());
        }
    }

    #[test]
    fn markers_are_read() {
        let fen = "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1";
        let mark = format!("<!-- order none depth 2 fen {fen} -->\n");
        let text = update_listing(&format!("{mark}<!-- /order -->\n")).unwrap();
        let setup = "setoption name Ordering value none\ngo depth 2\norder\n";
        let heading = format!("{mark}\n```text\nposition fen {fen}\n{setup}");
        assert!(text.starts_with(&heading), "{text}");
        assert_eq!(update_listing(&text).unwrap(), text);
        for (mark, word) in [
            ("no mark", "order"),
            ("<!-- order best -->", "best"),
            ("<!-- order none deep 3 -->", "deep"),
            ("<!-- order none fen 8/8 w - - -->", "8/8 w - -"),
        ] {
            let error = update_listing(&format!("{mark}\n{CLOSE}")).expect_err("an error");
            assert!(format!("{error:#}").contains(word), "{error:#}");
        }
    }
}
