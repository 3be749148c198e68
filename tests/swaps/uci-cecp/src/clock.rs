//! Time controls: what `level`, `st`, `sd`, `time` and `otim` set, and the limits of a search that
//! follow from it.

use board::Color;
use searcher::Limits;
use std::time::Duration;

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeControl {
    /// `level`: a number of moves (`None`: the whole game) in the base time, and an increment.
    Level { moves: Option<u32>, base: Duration, increment: Duration },
    /// `st`: this time for each move.
    PerMove(Duration),
}

/// The time control, the clocks and the depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    control: TimeControl,
    own: Duration,
    opponent: Duration,
    max_depth: Option<u32>,
}

impl Default for Clock {
    /// Forty moves in five minutes, the default of xboard.
    fn default() -> Self {
        let (base, increment) = (Duration::from_secs(300), Duration::ZERO);
        let control = TimeControl::Level { moves: Some(40), base, increment };
        Self { control, own: base, opponent: base, max_depth: None }
    }
}

impl Clock {
    /// A new game with the same time control and no depth limit.
    pub(crate) fn new_game(&mut self) {
        self.max_depth = None;
        if let TimeControl::Level { base, .. } = self.control {
            (self.own, self.opponent) = (base, base);
        }
    }

    /// `level MOVES BASE INCREMENT`: BASE in minutes or `minutes:seconds`, INCREMENT in seconds.
    /// `None`, and nothing set, when it is something else.
    pub(crate) fn set_level(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let base = seconds_from(minutes)?.saturating_mul(60).saturating_add(seconds_from(seconds)?);
        let moves = Some(moves.parse::<u32>().ok()?).filter(|&moves| moves > 0);
        let increment = seconds_from(increment)?;
        self.control = TimeControl::Level { moves, base, increment };
        (self.own, self.opponent) = (base, base);
        Some(())
    }

    /// `st SECONDS`.
    pub(crate) fn set_time_per_move(&mut self, text: &str) -> Option<()> {
        self.control = TimeControl::PerMove(seconds_from(text)?);
        Some(())
    }

    /// `sd DEPTH`.
    pub(crate) fn set_depth(&mut self, text: &str) -> Option<()> {
        self.max_depth = Some(text.parse().ok()?);
        Some(())
    }

    /// `time CENTISECONDS`: the engine's clock. Past zero it may be negative.
    pub(crate) fn set_own(&mut self, text: &str) -> Option<()> {
        self.own = centiseconds_from(text)?;
        Some(())
    }

    /// `otim CENTISECONDS`: the opponent's clock.
    pub(crate) fn set_opponent(&mut self, text: &str) -> Option<()> {
        self.opponent = centiseconds_from(text)?;
        Some(())
    }

    /// Takes the time of an own move off the clock, which a GUI need not send before every move.
    pub(crate) fn spend(&mut self, used: Duration) {
        if let TimeControl::Level { increment, .. } = self.control {
            self.own = self.own.saturating_sub(used).saturating_add(increment);
        }
    }

    /// The limits of a search for `side`, which has made `moves_made` moves.
    pub(crate) fn limits(&self, side: Color, moves_made: u32) -> Limits {
        let mut limits = Limits { depth: self.max_depth, ..Limits::default() };
        match self.control {
            TimeControl::PerMove(time) => limits.movetime = Some(time),
            TimeControl::Level { moves, increment, .. } => {
                limits.clock[side.index()] = Some(self.own);
                limits.clock[(!side).index()] = Some(self.opponent);
                limits.increment = [increment; 2];
                limits.moves_to_go = moves.map(|moves| moves - moves_made % moves);
            }
        }
        limits
    }
}

/// Seconds, with a fraction or without; at most a year, so that no sum overflows.
fn seconds_from(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=31_536_000.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

fn centiseconds_from(text: &str) -> Option<Duration> {
    let centiseconds: i64 = text.parse().ok()?;
    Some(Duration::from_millis(centiseconds.max(0).unsigned_abs().saturating_mul(10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_is_read_in_all_its_forms() {
        let mut clock = Clock::default();
        assert_eq!(clock.set_level("40 5 0"), Some(()));
        let limits = clock.limits(Color::White, 83);
        assert_eq!((limits.moves_to_go, limits.clock[0]), (Some(37), Some(Duration::from_mins(5))));
        assert_eq!(clock.set_level("0 2:30 0.5"), Some(()));
        let limits = clock.limits(Color::Black, 83);
        assert_eq!((limits.moves_to_go, limits.clock[1]), (None, Some(Duration::from_secs(150))));
        assert_eq!(limits.increment, [Duration::from_millis(500); 2]);
        for bad in ["", "40", "40 5", "40 5 0 0", "x 5 0", "40 5:x 0", "40 -5 0", "40 5 NaN"] {
            let before = clock;
            assert_eq!((clock.set_level(bad), clock), (None, before), "{bad}");
        }
    }

    #[test]
    fn clocks_are_set_and_run_down() {
        let mut clock = Clock::default();
        assert_eq!(clock.set_level("0 1 2"), Some(()));
        assert_eq!(clock.set_own("1000").and(clock.set_opponent("-5")), Some(()));
        clock.spend(Duration::from_secs(3));
        let limits = clock.limits(Color::Black, 0);
        assert_eq!(limits.clock, [Some(Duration::ZERO), Some(Duration::from_secs(9))]);
        assert_eq!(clock.set_time_per_move("2.5").and(clock.set_depth("7")), Some(()));
        let limits = clock.limits(Color::Black, 0);
        assert_eq!((limits.movetime, limits.depth), (Some(Duration::from_millis(2500)), Some(7)));
        clock.new_game();
        assert_eq!(clock.limits(Color::Black, 0).depth, None);
    }
}
