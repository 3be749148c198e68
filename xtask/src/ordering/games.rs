//! What an ordering is worth on the board: matches of each scheme against the
//! default one, at the same nodes for every move. How games are played is `arena`'s.

use super::measure::{Plan, Setting};
use crate::arena::openings::Book;
use crate::arena::{self, Elo, MatchResult, Settings};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// How the games are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Pairs of games of each scheme, the two of one opening.
    pub pairs: usize,
    /// Nodes for each move.
    pub nodes: u64,
    /// Chooses the openings where there is no book.
    pub seed: u64,
    /// The openings, as many as pairs at least; the arena's own where there is none.
    pub openings: Option<Book>,
}

/// A match, from the view of the scheme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// The setting.
    pub setting: Setting,
    /// The scheme that played against the default one.
    pub scheme: String,
    /// Pairs of games by the points made in them: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The difference in strength.
    pub elo: Elo,
}

impl Match {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// `None` when no game was played.
    fn new(setting: Setting, scheme: &str, result: &MatchResult) -> Option<Self> {
        Some(Self {
            setting,
            scheme: scheme.to_owned(),
            pentanomial: result.pentanomial.0,
            wins: result.wins,
            draws: result.draws,
            losses: result.losses,
            elo: result.pentanomial.elo()?,
        })
    }
}

/// Plays a match of every chosen scheme but the default one against that, in every
/// chosen setting, and adds it to `matches` when it is over. When `stop` is set, the
/// pairs of the match under way that were played so far are the last.
///
/// # Errors
/// When an engine fails or openings cannot be had; what was played before is kept.
pub fn play(plan: &Plan, terms: &Terms, stop: &AtomicBool, matches: &mut Vec<Match>) -> Result<()> {
    let settings = Settings {
        nodes: terms.nodes,
        pairs: terms.pairs,
        threads: plan.threads,
        seed: terms.seed,
        openings: terms.openings.clone(),
    };
    for asked in &plan.settings {
        for &scheme in plan.schemes.iter().filter(|&&scheme| scheme != ordering::DEFAULT) {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let title = format!("{scheme} against {}, {}", ordering::DEFAULT, asked.setting.name());
            let bar = progress_bar(2 * terms.pairs as u64, &title);
            let first = asked.setting.choice(scheme, false);
            let second = asked.setting.choice(ordering::DEFAULT, false);
            let result = arena::play(first, second, &settings, stop, |so_far| {
                bar.set_position(so_far.wins + so_far.draws + so_far.losses);
            });
            bar.finish_and_clear();
            matches.extend(Match::new(asked.setting, scheme, &result.context(title)?));
        }
    }
    Ok(())
}

/// A bar that counts games; it draws on stderr, and only on a terminal.
fn progress_bar(games: u64, title: &str) -> ProgressBar {
    let style = "{msg} {wide_bar} {pos}/{len} games, {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is a constant");
    ProgressBar::new(games).with_style(style).with_message(title.to_owned())
}
