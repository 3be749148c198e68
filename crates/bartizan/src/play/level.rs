//! How strong the engine plays: an Elo, or limits of its search.

use super::clock::Control;
use crate::parts::LimitArguments;
use clap::{Args, Parser};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use uci::strength::Strength;

/// A level.
#[derive(Args, Clone, Debug)]
pub struct Level {
    /// Play at about this strength, 400 to 2850
    #[arg(long, value_parser = clap::value_parser!(u32).range(elo_range()),
          conflicts_with_all = ["depth", "nodes", "movetime"])]
    pub elo: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Play with clocks: minutes for each side and seconds for each move, as 5+3
    #[arg(long, value_name = "MIN+SEC")]
    pub clock: Option<Control>,
}

fn elo_range() -> RangeInclusive<i64> {
    i64::from(*Strength::ELO_RANGE.start())..=i64::from(*Strength::ELO_RANGE.end())
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = &self.limits;
        let parts = [
            self.elo.map(|elo| format!("Elo {elo}")),
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.movetime.map(|time| format!("{time} ms")),
            self.clock.map(|clock| format!("clock {clock}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// `elo N`, `depth N`, `nodes N`, `time MS` or `clock MIN+SEC`.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        #[derive(Parser)]
        struct CommandLine {
            #[command(flatten)]
            level: Level,
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let argument = match words[..] {
            ["time", number] => format!("--movetime={number}"),
            [name, number] => format!("--{name}={number}"),
            _ => String::new(),
        };
        let parsed = CommandLine::try_parse_from(["level", &argument]).ok();
        let range = elo_range();
        let usage = || {
            let (least, most) = (range.start(), range.end());
            format!(
                "a level is elo N ({least} to {most}), depth N, nodes N, time MS or clock MIN+SEC"
            )
        };
        parsed.map(|parsed| parsed.level).ok_or_else(usage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_and_named() {
        for (text, name) in [
            ("elo 1500", "Elo 1500"),
            ("depth 3", "depth 3"),
            ("nodes  20", "20 nodes"),
            (" time 500 ", "500 ms"),
            ("clock 5+3", "clock 5+3"),
        ] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(name.to_owned()));
        }
        for text in [
            "",
            "elo",
            "elo 10",
            "elo 9999999999",
            "depth 0",
            "depth x",
            "speed 3",
            "depth -1",
            "clock x",
        ] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
