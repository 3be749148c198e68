//! `data check`: whether files hold what they should, down to the last move.

use anyhow::{Result, bail, ensure};
use bartizan::table::thousands;
use board::Color;
use games::data::{GameReader, GameRecord, GameResult, RecordedEnd, identity};
use games::output::write_text;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Faults of one file that are shown.
const MAX_SHOWN: u64 = 20;

/// Runs the command: prints every fault with its file and game, and fails when there was one.
pub fn run(files: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let mut faults = 0;
    for path in files {
        faults += check_file(path, out)?;
    }
    ensure!(faults == 0, "{} faults", thousands(faults));
    Ok(())
}

/// Checks a file and returns the number of faults.
fn check_file(path: &Path, out: &mut dyn Write) -> Result<u64> {
    let name = path.display();
    let (mut games, mut faults) = (0, 0);
    let mut report = |text: String| {
        faults += 1;
        if faults <= MAX_SHOWN { write_text(out, &format!("{name}: {text}\n")) } else { Ok(()) }
    };
    match GameReader::open(path) {
        Err(error) => report(error.to_string())?,
        Ok(reader) => {
            let mut seen = HashSet::new();
            for (index, game) in reader.enumerate() {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        report(error.to_string())?;
                        break;
                    }
                };
                games += 1;
                if let Err(fault) = check_game(&game) {
                    report(format!("at place {index}, {}: {fault}", identity(&game)))?;
                }
                if !seen.insert((game.seed, game.number)) {
                    report(format!("at place {index}, {}: it is there twice", identity(&game)))?;
                }
            }
        }
    }
    write_text(
        out,
        &format!("{name}: {} games, {} faults\n", thousands(games), thousands(faults)),
    )?;
    Ok(faults)
}

/// Fails unless every move is legal, the game does not go on after its end by the rules, and termination and
/// result are those of the final position.
pub fn check_game(game: &GameRecord) -> Result<()> {
    let mut replay = game.replay()?;
    let mut ply = 0;
    loop {
        let ending = replay.game().termination();
        let Some(sample) = replay.next() else { break };
        if let Some(ending) = ending {
            bail!("it goes on at ply {ply} after {}", RecordedEnd::from(ending).name());
        }
        sample?;
        ply += 1;
    }
    let ending = replay.game().termination();
    let by_rules = game.termination < RecordedEnd::WinAdjudication;
    match ending {
        Some(ending) => {
            let expected = RecordedEnd::from(ending);
            let (stored, expected) = (game.termination.name(), expected.name());
            ensure!(stored == expected, "it ends by {expected}, not by {stored}");
        }
        None => ensure!(!by_rules, "it does not end by {}", game.termination.name()),
    }
    let winner = ending.and_then(|ending| ending.winner());
    let expected: &[GameResult] = match game.termination {
        RecordedEnd::WinAdjudication => &[GameResult::WhiteWin, GameResult::BlackWin],
        _ => match winner {
            Some(Color::White) => &[GameResult::WhiteWin],
            Some(Color::Black) => &[GameResult::BlackWin],
            None => &[GameResult::Draw],
        },
    };
    ensure!(
        expected.contains(&game.result),
        "the result {} does not fit {}",
        game.result.pgn(),
        game.termination.name()
    );
    Ok(())
}
