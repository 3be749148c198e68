//! `cargo xtask datagen`: self-play games as training data. Games are played on several threads,
//! each with a searcher of its own, and appended to one file, which a later process resumes.

mod game;
mod progress;
mod settings;
mod starts;
mod store;

pub use settings::Args;

use anyhow::{Context, Result};
use bartizan::progress::note;
use game::Generator;
use games::data::Totals;
use games::interrupt::interrupt_flag;
use games::output::{make_folder, write_file, write_text};
use games::search_thread::spawn_search_thread;
use progress::{Progress, Target};
use searcher::Signals;
use serde_json::json;
use settings::Settings;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use store::Store;

/// Time between two looks at the stop flag, the file and the progress.
const POLL: Duration = Duration::from_millis(50);

/// Runs the task. Ctrl-C or SIGTERM ends it early, which is no error: the same command goes on.
pub fn run(args: &Args) -> Result<()> {
    let settings = Settings::new(args)?;
    let path = settings::game_file(args, &settings)?;
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let flush = Duration::try_from_secs_f64(args.flush).context("bad --flush")?;
    let store = Store::open(&path, &settings.metadata()?)?;
    let target = Target { games: args.games, kept: args.positions };
    let threads = args.threads.count();
    let mut progress = Progress::new(target, threads, store.totals);
    let begin = format!("{}: {}", path.display(), progress.line(&store.totals));
    note(&begin);
    let run = Run {
        settings: &settings,
        target,
        store: Mutex::new(store),
        signals: Signals::new(),
        fault: Mutex::new(None),
    };
    run.play(threads, flush, interrupt_flag(), &mut progress);
    progress.clear();
    let mut store = run.store.into_inner().unwrap_or_else(PoisonError::into_inner);
    let fault = run.fault.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(fault) = fault {
        return Err(fault);
    }
    store.flush(Duration::ZERO)?;
    let rate = progress.rate(&store.totals);
    let summary = json!({
        "engine": uci::format::engine_name(),
        "settings": settings,
        "totals": store.totals,
        "last_process": {
            "threads": threads,
            "seconds": progress.seconds(),
            "kept_per_second": rate,
            "kept_per_second_per_core": rate / threads as f64,
        },
    });
    write_file(&path.with_extension("json"), format!("{summary:#}\n").as_bytes())?;
    let end = format!("{}: {}\n", path.display(), progress.line(&store.totals));
    write_text(&mut std::io::stdout(), &end)
}

/// A run in progress, as its threads share it.
struct Run<'a> {
    settings: &'a Settings,
    target: Target,
    store: Mutex<Store>,
    /// Ends all games and the searches under way.
    signals: Signals,
    fault: Mutex<Option<anyhow::Error>>,
}

impl Run<'_> {
    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays until the target is reached, `stop` is set or something fails.
    fn play(&self, threads: usize, flush: Duration, stop: &AtomicBool, progress: &mut Progress) {
        thread::scope(|scope| {
            let players: Vec<_> = (0..threads)
                .map(|_| {
                    let play = || self.generate().unwrap_or_else(|fault| self.fail(fault));
                    spawn_search_thread(scope, play)
                })
                .collect();
            while !players.iter().all(ScopedJoinHandle::is_finished) {
                thread::park_timeout(POLL.min(flush));
                if stop.load(Ordering::Relaxed) {
                    self.signals.stop();
                }
                let mut store = self.store();
                let flushed = store.flush(flush);
                let totals = store.totals;
                drop(store);
                progress.show(&totals);
                flushed.unwrap_or_else(|fault| self.fail(fault));
            }
        });
    }

    fn fail(&self, fault: anyhow::Error) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        self.signals.stop();
    }

    /// Plays games with a searcher of its own until there are no more.
    fn generate(&self) -> Result<()> {
        let mut generator = Generator::new(self.settings)?;
        while !self.signals.stopped() {
            let Some(number) = self.next_number() else { break };
            let context = || format!("game {number}");
            let Some(game) = generator.play(number, &self.signals).with_context(context)? else {
                break;
            };
            let totals = Totals::of(&game).with_context(context)?;
            self.store().add(&game, &totals)?;
        }
        Ok(())
    }

    fn next_number(&self) -> Option<u32> {
        let mut store = self.store();
        if self.target.has_enough_positions(&store.totals) {
            return None;
        }
        store.numbers.take(self.target.games.unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests;
