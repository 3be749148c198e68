//! One self-play game: its random opening, its moves with their scores, its result. A game depends
//! on the settings, the engine and its number alone.

use super::settings::{GameArgs, Settings};
use super::starts::{Sample, sampled_searcher};
use anyhow::{Result, bail};
use bartizan::genfens::play_random;
use board::Position;
use game::Game;
use games::arena::game::play_with;
use games::data::{GameRecord, RecordedEnd, is_for_validation};
use searcher::{Limits, Options, Report, Reporter, Searcher, Signals};
use std::sync::{Arc, Mutex, PoisonError};
use testkit::Rng;
use uci::engine::build;
use xtask::random::{numbered_rng, random_chess960_start};

/// Openings in a row that may be dropped before the settings are taken to be impossible.
const MAX_OPENINGS: usize = 10_000;

/// Plays games one after the other with a searcher of its own.
pub struct Generator {
    searcher: Box<dyn Searcher>,
    /// Nodes of the search in whose tree a game begins, and a position that the searcher has evaluated.
    tree: Option<(u64, Arc<Mutex<Sample>>)>,
    settings: Settings,
    limits: Limits,
}

/// Keeps the first fault that a search reports.
#[derive(Default)]
struct Faults(Option<String>);

impl Reporter for Faults {
    fn report(&mut self, _: &Report) {}

    fn wants_reports(&self) -> bool {
        false
    }

    fn info_string(&mut self, text: &str) {
        self.0.get_or_insert_with(|| text.to_owned());
    }
}

impl Generator {
    /// A generator that searches on the thread of its caller.
    pub fn new(settings: &Settings) -> Result<Self> {
        let (mut searcher, tree) = match settings.tree_nodes {
            Some(nodes) => {
                let (searcher, sample) = sampled_searcher(&settings.config);
                (searcher, Some((nodes, sample)))
            }
            None => (build(settings.config.clone()), None),
        };
        let options =
            Options { hash_mib: settings.args.hash.into(), threads: 0, ..Options::default() };
        searcher.set_options(&options)?;
        Ok(Self { searcher, tree, settings: settings.clone(), limits: settings.limits() })
    }

    /// Plays game `number` of the run; `None` when `signals` were stopped before its end. Fails when no opening is
    /// within the bound, or a search fails.
    pub fn play(&mut self, number: u32, signals: &Signals) -> Result<Option<GameRecord>> {
        self.searcher.new_game();
        let mut random = numbered_rng(self.settings.args.seed, u64::from(number));
        let mut faults = Faults::default();
        let Some((opening, chess960)) = self.opening(number, &mut random, signals, &mut faults)?
        else {
            return Ok(None);
        };
        let (searcher, limits) = (&mut self.searcher, &self.limits);
        let finished = play_with(&opening, &self.settings.adjudication, signals, |game, _| {
            Ok(searcher.search(game, limits, signals, &mut faults))
        })?;
        if let Some(fault) = faults.0 {
            bail!("a search failed: {fault}");
        }
        let GameArgs { seed, plies, .. } = self.settings.args;
        Ok(finished.map(|finished| {
            let cut = plies.is_some() && finished.end == RecordedEnd::MaxPlies;
            let mut record = finished.into_record(seed, number, chess960, &opening);
            if cut {
                record.termination = RecordedEnd::Unfinished;
            }
            record
        }))
    }

    /// The position that game `number` begins with, and whether it is one of Chess960, drawn again until
    /// its search score is within the bound; `None` when `signals` were stopped.
    fn opening(
        &mut self,
        number: u32,
        random: &mut Rng,
        signals: &Signals,
        faults: &mut Faults,
    ) -> Result<Option<(Position, bool)>> {
        let settings = &self.settings;
        let GameArgs { opening_plies, start_in, start_pieces, chess960, .. } = settings.args;
        let bound = settings.opening_bound();
        let chess960 = settings.start_games.is_none() && random.below(100) < chess960.into();
        for _ in 0..MAX_OPENINGS {
            let drawn = match &settings.start_games {
                Some(games) => games.draw(is_for_validation(number), start_in, random)?,
                None => random_opening(chess960, opening_plies.into(), random)
                    .map(|opening| (opening, chess960)),
            };
            let Some((mut opening, chess960)) = drawn else { continue };
            if let Some((nodes, sample)) = &self.tree {
                let sample = || sample.lock().unwrap_or_else(PoisonError::into_inner);
                *sample() = Sample::new(random.next_u64());
                self.searcher.search(&Game::new(opening), &Limits::nodes(*nodes), signals, faults);
                if signals.stopped() {
                    return Ok(None);
                }
                let Some(position) = sample().kept.take() else { continue };
                opening = position;
            }
            let game = Game::new(opening);
            let pieces = game.position.occupied().count();
            if game.is_over() || start_pieces.is_some_and(|most| pieces > most) {
                continue;
            }
            let Some(bound) = bound else {
                return Ok(Some((game.position, chess960)));
            };
            let found = self.searcher.search(&game, &self.limits, signals, faults);
            if signals.stopped() {
                return Ok(None);
            }
            if found.score.raw().abs() <= bound {
                return Ok(Some((game.position, chess960)));
            }
        }
        bail!(
            "each of {MAX_OPENINGS} openings in a row was over, or beyond the bound or the number of pieces"
        )
    }
}

/// The position after so many random moves, or one more, from a start position. None where the game ends
/// before.
fn random_opening(chess960: bool, plies: usize, random: &mut Rng) -> Option<Position> {
    let start = if chess960 { random_chess960_start(random, false) } else { Position::startpos() };
    let plies = plies + random.below(2);
    play_random(start, plies, |bound| random.below(bound))
}
