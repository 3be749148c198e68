//! Time controls: what `level`, `st`, `sd`, `time` and `otim` set, and the limits of a search that
//! follow from it. What cannot be read sets nothing and is `None`.

use board::Color;
use searcher::Limits;
use std::time::Duration;

/// The time control, the clocks and the depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Moves to a time control; `None`: the base time is for the whole game.
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
    /// With `st` this time is for each move, and the clocks do not count.
    per_move: Option<Duration>,
    own: Duration,
    opponent: Duration,
    max_depth: Option<u32>,
}

impl Default for Clock {
    /// Forty moves in five minutes, the default of xboard.
    fn default() -> Self {
        let base = Duration::from_mins(5);
        let (increment, per_move, max_depth) = (Duration::ZERO, None, None);
        Self { moves: Some(40), base, increment, per_move, own: base, opponent: base, max_depth }
    }
}

impl Clock {
    /// A new game with the same time control and no depth limit.
    pub(crate) fn new_game(&mut self) {
        *self = Self { own: self.base, opponent: self.base, max_depth: None, ..*self };
    }

    /// `level MOVES BASE INCREMENT` (BASE in minutes or `minutes:seconds`, INCREMENT in seconds), `st SECONDS`,
    /// `sd DEPTH`, `time CENTISECONDS` for the engine's clock and `otim` for the opponent's, which may be
    /// negative past zero.
    pub(crate) fn set(&mut self, command: &str, text: &str) -> Option<()> {
        match command {
            "level" => self.set_level(text)?,
            "st" => self.per_move = Some(seconds_from(text)?),
            "sd" => self.max_depth = Some(text.parse().ok()?),
            "time" => self.own = centiseconds_from(text)?,
            "otim" => self.opponent = centiseconds_from(text)?,
            _ => return None,
        }
        Some(())
    }

    fn set_level(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let base = seconds_from(minutes)?.saturating_mul(60).saturating_add(seconds_from(seconds)?);
        let moves = Some(moves.parse::<u32>().ok()?).filter(|&moves| moves > 0);
        let increment = seconds_from(increment)?;
        *self = Self { moves, base, increment, per_move: None, own: base, opponent: base, ..*self };
        Some(())
    }

    /// Takes the time of an own move off the clock, which a GUI need not send before every move.
    pub(crate) fn spend(&mut self, used: Duration) {
        self.own = self.own.saturating_sub(used).saturating_add(self.increment);
    }

    /// The limits of a search for `side`, which has made `moves_made` moves.
    pub(crate) fn limits(&self, side: Color, moves_made: u32) -> Limits {
        let mut limits = Limits { depth: self.max_depth, ..Limits::default() };
        if self.per_move.is_some() {
            limits.movetime = self.per_move;
            return limits;
        }
        limits.clock[side.index()] = Some(self.own);
        limits.clock[(!side).index()] = Some(self.opponent);
        limits.increment = [self.increment; 2];
        limits.moves_to_go = self.moves.map(|moves| moves - moves_made % moves);
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
    fn commands_become_limits() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::default();
        assert_eq!(clock.set("level", "40 5 0"), Some(()));
        let limits = clock.limits(Color::White, 83);
        assert_eq!((limits.moves_to_go, limits.clock[0]), (Some(37), Some(seconds(300))));
        assert_eq!(clock.set("level", "0 2:30 0.5"), Some(()));
        let limits = clock.limits(Color::Black, 83);
        assert_eq!((limits.moves_to_go, limits.clock[1]), (None, Some(seconds(150))));
        assert_eq!(limits.increment, [Duration::from_millis(500); 2]);
        for bad in ["", "40", "40 5", "40 5 0 0", "x 5 0", "40 5:x 0", "40 -5 0", "40 5 NaN"] {
            let before = clock;
            assert_eq!((clock.set("level", bad), clock), (None, before), "{bad}");
        }
        assert_eq!(clock.set("time", "1000").and(clock.set("otim", "-5")), Some(()));
        clock.spend(Duration::from_millis(2500));
        let limits = clock.limits(Color::Black, 0);
        assert_eq!(limits.clock, [Some(Duration::ZERO), Some(seconds(8))]);
        assert_eq!(clock.set("st", "2.5").and(clock.set("sd", "7")), Some(()));
        let limits = clock.limits(Color::Black, 0);
        assert_eq!((limits.movetime, limits.depth), (Some(Duration::from_millis(2500)), Some(7)));
        clock.new_game();
        assert_eq!(clock.limits(Color::Black, 0).depth, None);
    }
}
