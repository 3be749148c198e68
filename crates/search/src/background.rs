//! System B's engine object: it thinks on its own thread while others look at what it has found.

use crate::game::Game;
use crate::limits::Limits;
use crate::report::{NullReporter, Report, Reporter, SearchResult};
use crate::searcher::Searcher;
use crate::signals::Signals;
use board::Move;
use eval::Score;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What can be read of an engine at any moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchStatus {
    /// Best move so far.
    pub best: Option<Move>,
    /// Its score, from the side to move.
    pub score: Option<Score>,
    /// Depth it was found at.
    pub depth: u32,
    /// Whether the engine is thinking now.
    pub thinking: bool,
}

/// What the thinking thread gives back; no conclusion when the search failed.
type Return = (Box<dyn Searcher>, Option<SearchResult>);

/// An engine with a current position that thinks in the background.
pub struct BackgroundSearch {
    game: Game,
    signals: Signals,
    view: Arc<Mutex<SearchStatus>>,
    idle: Option<Box<dyn Searcher>>,
    running: Option<JoinHandle<Return>>,
    last: Option<SearchResult>,
}

impl BackgroundSearch {
    /// An engine at the starting position.
    #[must_use]
    pub fn new(searcher: Box<dyn Searcher>) -> Self {
        Self {
            game: Game::default(),
            signals: Signals::new(),
            view: Arc::default(),
            idle: Some(searcher),
            running: None,
            last: None,
        }
    }

    /// The game it stands at.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Stops any thinking and takes another game.
    pub fn set_game(&mut self, game: Game) {
        self.stop();
        self.game = game;
    }

    /// What has been found so far.
    #[must_use]
    pub fn view(&self) -> SearchStatus {
        *locked(&self.view)
    }

    /// Signals of the search in progress, for whoever must speak to it from another thread.
    #[must_use]
    pub fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// The thinker, for options; `None` while it thinks.
    pub fn searcher(&mut self) -> Option<&mut dyn Searcher> {
        match &mut self.idle {
            Some(searcher) => Some(searcher.as_mut()),
            None => None,
        }
    }

    /// Starts thinking about the current position and returns at once.
    ///
    /// # Errors
    /// When the system gives no thread; the engine is idle then.
    pub fn go(&mut self, limits: Limits) -> std::io::Result<()> {
        self.go_reporting(limits, Box::new(NullReporter), |_| {})
    }

    /// As [`BackgroundSearch::go`], with a reporter, and a call with the conclusion at the end (from the
    /// thinking thread).
    ///
    /// # Errors
    /// When the system gives no thread; the engine is idle then.
    pub fn go_reporting(
        &mut self,
        limits: Limits,
        reporter: Box<dyn Reporter>,
        done: impl FnOnce(&SearchResult) + Send + 'static,
    ) -> std::io::Result<()> {
        self.stop();
        self.signals.reset();
        let parcel = Arc::new(Mutex::new(self.idle.take()));
        *locked(&self.view) = SearchStatus { thinking: true, ..SearchStatus::default() };
        let (game, signals, view) = (self.game.clone(), self.signals.clone(), self.view.clone());
        let sent = parcel.clone();
        let started = std::thread::Builder::new().name("background".into()).spawn(move || {
            let Some(mut searcher) = locked(&sent).take() else {
                unreachable!("a background engine is idle when it is sent to think");
            };
            let mut watcher = Watcher { view: view.clone(), inner: reporter };
            let result = catch_unwind(AssertUnwindSafe(|| {
                searcher.search(&game, &limits, &signals, &mut watcher)
            }))
            .ok();
            let mut seen = locked(&view);
            seen.thinking = false;
            if let Some(result) = &result {
                seen.best = result.best;
                seen.score = Some(result.score);
                seen.depth = result.depth;
                drop(seen);
                // Whatever happens there, the thinker must come back.
                let _ = catch_unwind(AssertUnwindSafe(|| done(result)));
            }
            (searcher, result)
        });
        match started {
            Ok(handle) => {
                self.running = Some(handle);
                Ok(())
            }
            Err(error) => {
                self.idle = locked(&parcel).take();
                locked(&self.view).thinking = false;
                Err(error)
            }
        }
    }

    /// Tells a pondering search that the expected move was played.
    pub fn ponderhit(&self) {
        self.signals.ponderhit();
    }

    /// Stops thinking, if it thinks, and gives the conclusion of the last search.
    pub fn stop(&mut self) -> Option<SearchResult> {
        self.signals.stop();
        self.wait()
    }

    /// Waits for the search to end by itself and gives its conclusion.
    pub fn wait(&mut self) -> Option<SearchResult> {
        if let Some(handle) = self.running.take()
            && let Ok((searcher, result)) = handle.join()
        {
            self.idle = Some(searcher);
            self.last = result;
        }
        self.last.clone()
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Passes reports on and keeps the newest best line readable.
struct Watcher {
    view: Arc<Mutex<SearchStatus>>,
    inner: Box<dyn Reporter>,
}

impl Reporter for Watcher {
    fn report(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            let mut view = locked(&self.view);
            view.best = report.pv.first().copied().or(view.best);
            view.score = Some(report.score);
            view.depth = report.depth;
        }
        self.inner.report(report);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.inner.current_move(depth, mv, number);
    }

    fn info_string(&mut self, text: &str) {
        self.inner.info_string(text);
    }
}

/// A view is a plain value, whole at every moment, so a poisoned lock is harmless.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
