//! The positions of the project's two suites.

use super::suite::folder;
use crate::random::{playout_with_retries, random_chess960_start};
use anyhow::{Context, Result};
use board::Position;
use std::fs;
use testkit::{Rng, numbered_lines};

/// Positions from random games in the standard suite.
const STANDARD_GAMES: usize = 58;
/// Odd middlegames in the Chess960 suite.
const CHESS960_GAMES: usize = 100;

/// The positions chosen by hand, then random games from the starting position
/// that grow longer and longer.
///
/// # Errors
/// When the list of chosen positions cannot be read or holds an invalid one.
pub fn standard() -> Result<Vec<String>> {
    let path = folder().join("hand-picked.fen");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut fens = Vec::new();
    for (line, fen) in numbered_lines(&text) {
        Position::from_fen(fen).with_context(|| format!("{}:{line}: {fen}", path.display()))?;
        fens.push(fen.to_owned());
    }
    let mut random = Rng::new(1);
    let start = Position::startpos();
    fens.extend((0..STANDARD_GAMES).map(|game| {
        let plies = 6 + 2 * game + random.below(2);
        playout_with_retries(&start, plies, &mut random, |_, _| true).to_fen()
    }));
    Ok(fens)
}

/// The 960 starting positions by number, then middlegames reached from random
/// starting positions (every fourth with different ones for the two sides) in
/// which the kings and rooks have not lost a castling right; every fifth may have
/// lost some, but not all. Shredder-FEN.
#[must_use]
pub fn chess960() -> Vec<String> {
    let starts = (0..960).filter_map(|number| Position::chess960(number, number));
    let mut fens: Vec<String> = starts.map(|position| position.to_shredder_fen()).collect();
    let mut random = Rng::new(960);
    for game in 0..CHESS960_GAMES {
        let start = random_chess960_start(&mut random, game % 4 == 3);
        let plies = 8 + random.below(32);
        let allow_no_loss = game % 5 != 4;
        let allow = |before: &Position, after: &Position| {
            let rights = after.castling_rights();
            if allow_no_loss { rights == before.castling_rights() } else { !rights.is_empty() }
        };
        fens.push(playout_with_retries(&start, plies, &mut random, allow).to_shredder_fen());
    }
    fens
}
