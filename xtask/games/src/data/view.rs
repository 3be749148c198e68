//! `data view`: games as PGN.

use super::{GameRecord, GameResult, games, identity};
use crate::output::write_text;
use anyhow::{Context, Result, ensure};
use eval::Score;
use notation::pgn::{Annotation, PgnGame, PgnMove};
use notation::to_uci;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Command line of the command.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Game file
    file: PathBuf,
    /// Show only the game at this place in the file, counted from 0
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Show a line a position: FEN, move, score from White's view, and whether it is kept
    #[arg(long)]
    positions: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be read, a game is illegal, or there is no such game.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let skipped = args.game.unwrap_or(0);
    let taken = args.game.map_or(usize::MAX, |_| 1);
    let files = std::slice::from_ref(&args.file);
    let mut shown = 0;
    for game in games(files).skip(skipped).take(taken) {
        let game = game?;
        let event = format!("self-play, seed {}", game.seed);
        let text = if args.positions {
            positions(&game)
        } else {
            pgn(&game, &event, ["Bartizan", "Bartizan"])
        };
        write_text(out, &text.with_context(|| identity(&game))?)?;
        shown += 1;
    }
    ensure!(shown > 0 || args.game.is_none(), "the file has fewer games");
    Ok(())
}

/// A game in PGN with scores, from White's view and in pawns, as comments. Its number is the round.
///
/// # Errors
/// When a move is illegal.
pub fn pgn(game: &GameRecord, event: &str, [white, black]: [&str; 2]) -> Result<String> {
    let replay = game.replay()?;
    let mut pgn = PgnGame::new(replay.game().position.clone());
    let round = game.number.to_string();
    for (name, value) in
        [("Event", event), ("Round", round.as_str()), ("White", white), ("Black", black)]
    {
        pgn.set_tag(name, value);
    }
    if game.chess960 {
        pgn.set_tag("Variant", "Chess960");
        pgn.set_tag("SetUp", "1");
        pgn.set_tag("FEN", game.start.as_str());
    }
    pgn.set_tag("Termination", game.termination.name());
    game.known_result().map_or("*", GameResult::pgn).clone_into(&mut pgn.result);
    for sample in replay {
        let sample = sample?;
        let annotations = vec![Annotation::Comment(shown(sample.score))];
        pgn.moves.push(PgnMove { mv: Some(sample.mv), annotations });
    }
    Ok(format!("{pgn}\n"))
}

/// A line for each position of a game.
fn positions(game: &GameRecord) -> Result<String> {
    let mut text = String::new();
    let result = game.known_result().map_or("*", GameResult::pgn);
    for sample in game.replay()? {
        let sample = sample?;
        let position = &sample.position;
        let fen = if game.chess960 { position.to_shredder_fen() } else { position.to_fen() };
        let mv = to_uci(sample.mv, game.chess960);
        let kept = if sample.is_kept() { "kept" } else { "-" };
        writeln!(text, "{fen} | {mv} | {} | {result} | {kept}", shown(sample.score))?;
    }
    Ok(text)
}

fn shown(score: Option<Score>) -> String {
    score.map_or_else(|| "?".to_owned(), |score| score.to_string())
}
