//! Matches of each scheme against the default one, at the same nodes for every move.

use super::measure::{Plan, Setting};
use anyhow::{Context, Result};
use bartizan::progress;
use games::arena::{self, Elo, MatchResult, MatchSettings, Side};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// A match, from the scheme's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SchemeMatch {
    pub setting: Setting,
    /// The scheme that played against the default one.
    pub scheme: &'static str,
    #[serde(flatten)]
    pub result: MatchResult,
    /// The difference in strength.
    pub elo: Elo,
}

/// Plays a match of every scheme of the plan against the default one in every setting, and adds it
/// to `matches` when it ends. After `stop` is set, the match under way ends with the pairs that are
/// finished, and no other begins.
///
/// # Errors
/// When an engine fails or there are no openings; the matches before are kept.
pub fn play(
    plan: &Plan,
    settings: &MatchSettings,
    stop: &AtomicBool,
    matches: &mut Vec<SchemeMatch>,
) -> Result<()> {
    for setting in plan.settings.iter().map(|spec| spec.setting) {
        for &scheme in plan.schemes.iter().filter(|&&scheme| scheme != ordering::DEFAULT) {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let title = format!("{scheme} against {}, {}", ordering::DEFAULT, setting.name());
            let text = format!("{title}: {{pos}}/{{len}} games, {{eta}} left");
            let bar = progress::bar(2 * settings.pairs as u64, &text);
            let side = |ordering| Side::from(setting.engine_config(ordering, false));
            let (first, second) = (side(scheme), side(ordering::DEFAULT));
            let played = arena::play([&first, &second], settings, stop, |so_far| {
                bar.set_position(so_far.games());
            });
            bar.finish_and_clear();
            let result = played.context(title)?;
            // None where no game was played.
            let elo = result.pentanomial.elo();
            matches.extend(elo.map(|elo| SchemeMatch { setting, scheme, result, elo }));
        }
    }
    Ok(())
}
