//! Matches against a list of engines.

use crate::engine_match::{EngineMatch, GameOptions, Summary};
use anyhow::{Context, Result, ensure};
use bartizan::progress::note;
use bartizan::table::{Align, Table};
use games::arena::Side;
use games::arena::player::default_settings;
use games::interrupt::interrupt_flag;
use games::output::write_text;
use games::results::write_results;
use serde::Serialize;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use xtask::workspace;

/// The match against an engine.
#[derive(Clone, Debug, Serialize)]
pub struct LadderRow {
    /// The other side.
    pub side: String,
    /// The result of the working tree's engine.
    pub result: Summary,
}

/// Plays the matches and prints the table.
pub(super) fn run(file: &Path, options: &GameOptions) -> Result<()> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let sides = read(&text).with_context(|| file.display().to_string())?;
    let out = options.run.out.clone();
    let out = out.unwrap_or_else(|| workspace::root().join("target/ladder.json"));
    let mut options = options.clone();
    options.run.out = None;
    let mut rows: Vec<LadderRow> = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        if interrupt_flag().load(Ordering::Relaxed) {
            break;
        }
        note(&format!("{} of {}: {side}", number + 1, sides.len()));
        let sides = [Side::built("default".to_owned(), default_settings()), side.clone()];
        let game = EngineMatch { sides, sprt: None, options: options.clone(), folder: "ladder" };
        rows.push(LadderRow { side: side.to_string(), result: game.play()?.1 });
        // After each match, so that a killed process leaves a table too.
        write_results(&out, &json!({ "ladder": rows }))?;
    }
    write_text(&mut std::io::stdout(), &format!("{options}{}{}\n", table(&rows), out.display()))
}

/// The sides of a ladder: a line each, without empty ones and those that begin with `#`.
fn read(text: &str) -> Result<Vec<Side>> {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sides: Vec<Side> = lines
        .map(|line| Side::parse(line).with_context(|| line.to_owned()))
        .collect::<Result<_>>()?;
    ensure!(!sides.is_empty(), "there is no engine in it");
    Ok(sides)
}

/// Elo of the working tree's engine against each.
#[must_use]
pub fn table(rows: &[LadderRow]) -> Table {
    let mut table = Table::new(&[
        ("against", Align::Left),
        ("games", Align::Right),
        ("wins-draws-losses", Align::Right),
        ("Elo", Align::Right),
    ]);
    for LadderRow { side, result } in rows {
        let Summary { games, wins, draws, losses, .. } = result;
        let elo = result.elo.map_or_else(String::new, |elo| elo.to_string());
        table.row([side.clone(), games.to_string(), format!("{wins}-{draws}-{losses}"), elo]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_match::MatchRecord;

    #[test]
    fn a_ladder_has_a_side_a_line() {
        let sides = read("# engines\n\ndefault,Ordering=classic\n  default  \n").unwrap();
        let names: Vec<_> = sides.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["default,Ordering=classic", "default"]);
        assert!(read("# nothing\n").unwrap_err().to_string().contains("no engine"));
        assert!(read("absent/engine\n").is_err());
        let mut record = MatchRecord::default();
        record.add(0, [2, 1], ["checkmate".to_owned(), "repetition".to_owned()]);
        let result = Summary::new(&record.games.total(), None);
        let row = LadderRow { side: "default".to_owned(), result };
        assert!(table(&[row]).to_string().contains("1-1-0"));
    }
}
