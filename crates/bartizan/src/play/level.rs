//! How strong the engine plays: an Elo, or limits of its search.

use crate::parts::LimitArguments;
use std::fmt;
use std::str::FromStr;
use uci::strength::Strength;

/// A level.
#[derive(Clone, Debug)]
pub(super) enum Level {
    /// As with `UCI_LimitStrength` and `UCI_Elo`.
    Elo(u32),
    /// Full strength within limits.
    Limits(LimitArguments),
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = match self {
            Self::Elo(elo) => return write!(f, "Elo {elo}"),
            Self::Limits(limits) => limits,
        };
        let parts = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.movetime.map(|time| format!("{time} ms")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// `elo N`, `depth N`, `nodes N` or `time MS`.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = || "a level is elo N, depth N, nodes N or time MS".to_owned();
        let (name, number) = text.trim().split_once(' ').ok_or_else(usage)?;
        let number: u64 = number.trim().parse().map_err(|_| usage())?;
        if number == 0 {
            return Err(usage());
        }
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        let limits = LimitArguments::default();
        Ok(match name {
            "elo" if Strength::ELO_RANGE.contains(&small) => Self::Elo(small),
            "elo" => {
                let range = Strength::ELO_RANGE;
                return Err(format!("elo is from {} to {}", range.start(), range.end()));
            }
            "depth" => Self::Limits(LimitArguments { depth: Some(small), ..limits }),
            "nodes" => Self::Limits(LimitArguments { nodes: Some(number), ..limits }),
            "time" => Self::Limits(LimitArguments { movetime: Some(number), ..limits }),
            _ => return Err(usage()),
        })
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
        ] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(name.to_owned()));
        }
        for text in
            ["", "elo", "elo 10", "elo 9999999999", "depth 0", "depth x", "speed 3", "depth -1"]
        {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
