//! The clocks of a game.

use board::Color;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The longest time of a side and of a move, in seconds: a week.
const MOST_SECONDS: f64 = 604_800.0;

/// Minutes for the game and seconds for each move: `5+3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    pub time: Duration,
    pub increment: Duration,
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, unit: f64| {
            let seconds = text.trim().parse::<f64>().ok().map(|number| number * unit);
            let seconds = seconds.filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
            seconds.map(Duration::from_secs_f64)
        };
        let read =
            number(minutes, 60.0).zip(number(seconds, 1.0)).filter(|(time, _)| !time.is_zero());
        let (time, increment) =
            read.ok_or("a clock is minutes and seconds for each move, as in 5+3")?;
        Ok(Self { time, increment })
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    pub control: Control,
    /// Time left when no clock runs, by [`Color::index`].
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl Clocks {
    pub(super) fn new(control: Control) -> Self {
        Self { control, left: [control.time; 2], running: None }
    }

    /// The clock of a side runs.
    pub(super) fn start(&mut self, color: Color) {
        self.stop(None);
        self.running = Some((color, Instant::now()));
    }

    /// No clock runs; `moved` gets the time of a move.
    pub(super) fn stop(&mut self, moved: Option<Color>) {
        if let Some((color, _)) = self.running {
            self.left[color.index()] = self.left(color);
        }
        self.running = None;
        if let Some(color) = moved {
            self.left[color.index()] += self.control.increment;
        }
    }

    /// The time that a side has now.
    pub(super) fn left(&self, color: Color) -> Duration {
        let used = self.running.filter(|(running, _)| *running == color);
        let used = used.map_or(Duration::ZERO, |(_, since)| since.elapsed());
        self.left[color.index()].saturating_sub(used)
    }

    /// The time of a side in minutes and seconds, rounded up.
    pub(super) fn shown(&self, color: Color) -> String {
        let seconds = self.left(color).as_millis().div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_count() {
        for text in ["5+3", "0.5+0", "90+30", "3"] {
            let control: Control = text.parse().expect(text);
            let shown = if text.contains('+') { text.to_owned() } else { format!("{text}+0") };
            assert_eq!(control.to_string(), shown);
        }
        for text in ["", "0+3", "-1+3", "x+3", "5+", "1e9", "nan"] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
        let mut clocks = Clocks::new("5+3".parse().expect("a clock"));
        clocks.start(Color::White);
        clocks.stop(Some(Color::White));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(300));
        let white = clocks.left(Color::White);
        assert!(white <= Duration::from_secs(303) && white > Duration::from_secs(300), "{white:?}");
        assert_eq!(clocks.shown(Color::Black), "5:00");
        assert_eq!(clocks.shown(Color::White), "5:03");
    }
}
