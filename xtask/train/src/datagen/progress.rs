//! What a run says while it goes on: a bar on a terminal, else a line a minute.

use bartizan::progress::StatusLine;
use bartizan::table::thousands;
use games::data::Totals;
use std::time::Instant;

/// How far a run has to go, in games and kept positions of the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Target {
    pub games: Option<u32>,
    pub kept: Option<u64>,
}

impl Target {
    pub fn has_enough_positions(&self, totals: &Totals) -> bool {
        self.kept.is_some_and(|kept| totals.kept >= kept)
    }

    /// Share of the way that is done, 0 to 1; `None` without an end.
    fn share(&self, totals: &Totals) -> Option<f64> {
        let share = |done: u64, all: u64| (done as f64 / all.max(1) as f64).min(1.0);
        let games = self.games.map(|games| share(totals.games, games.into()));
        let kept = self.kept.map(|kept| share(totals.kept, kept));
        games.into_iter().chain(kept).reduce(f64::max)
    }
}

/// Shows the progress of a run on standard error.
pub struct Progress {
    status: StatusLine,
    target: Target,
    threads: usize,
    /// Counts of earlier processes.
    before: Totals,
    start: Instant,
}

impl Progress {
    /// Begins to count from `before`.
    pub fn new(target: Target, threads: usize, before: Totals) -> Self {
        let status = StatusLine::new(target.share(&before));
        Self { status, target, threads, before, start: Instant::now() }
    }

    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Positions kept per second since the start.
    pub fn rate(&self, totals: &Totals) -> f64 {
        (totals.kept - self.before.kept) as f64 / self.seconds().max(1e-9)
    }

    /// Games, positions and speed.
    pub fn line(&self, totals: &Totals) -> String {
        let rate = self.rate(totals);
        format!(
            "{} games, {} positions, {} kept, {rate:.0} kept/s, {:.0} per core",
            thousands(totals.games),
            thousands(totals.positions),
            thousands(totals.kept),
            rate / self.threads as f64,
        )
    }

    /// Shows the present counts: often on a terminal, else at most once a minute.
    pub fn show(&mut self, totals: &Totals) {
        let (line, share) = (self.line(totals), self.target.share(totals));
        self.status.show(share, &line);
    }

    pub fn clear(&self) {
        self.status.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_target_ends_a_run() {
        let target = Target { games: Some(10), kept: Some(100) };
        let totals = Totals { games: 2, kept: 100, ..Totals::default() };
        assert_eq!(target.share(&totals), Some(1.0));
        assert!(target.has_enough_positions(&totals));
        assert_eq!(Target::default().share(&totals), None);
    }
}
