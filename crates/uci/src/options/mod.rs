//! The UCI options: their declarations and their current values. Setting an option changes a
//! [`Settings`] value and nothing else; the session passes the change on to the engine.

mod list;

pub use list::UCI_OPTIONS;

use crate::engine::{EngineConfig, tunable_parameters};
use crate::strength::Strength;
use notation::book::Book;
use notation::number::parse_integer;
use notation::text::shortened;
use ordering::TunableParam;
use std::collections::BTreeMap;
use std::fmt;

/// Learning rate at the end of an SPSA run, as OpenBench suggests it.
pub const R_END: f64 = 0.002;

/// The list of parameters of an engine without any.
const NO_PARAMETERS: &str = "no parameters: this engine was built without the feature tune";
/// The value of a string option that stands for no text.
const EMPTY: &str = "<empty>";

/// The values of all options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Options that every search has.
    pub search: searcher::Options,
    /// How often `Hash` and `Threads` were set: what could not be had is tried again only when asked for.
    pub sizes_set: [u32; 2],
    /// The parts that the engine is built from.
    pub config: EngineConfig,
    /// `UCI_Chess960`: castling moves are written as king takes rook.
    pub chess960: bool,
    /// `UCI_ShowWDL`: info lines contain `wdl`.
    pub show_wdl: bool,
    /// The tunable parameters that were set, by name.
    pub parameters: BTreeMap<&'static str, i32>,
    /// `OwnBook`: moves are taken from the book.
    pub own_book: bool,
    /// `BookFile`: the opening book.
    pub book: Option<Book>,
    /// `UCI_LimitStrength`: the engine plays at `elo`.
    pub limit_strength: bool,
    /// `UCI_Elo`: the limited strength; `None` for [`Strength::DEFAULT_ELO`].
    pub elo: Option<u32>,
    /// `Seed`: chooses book moves and moves at limited strength; 0 to choose them by chance.
    pub seed: u64,
    /// `UCI_AnalyseMode`: no book moves and no limited strength.
    pub analyse_mode: bool,
    /// `Debug Log File`: where all lines are written; empty for nowhere.
    pub log_file: String,
    /// `SyzygyPath`: the directories of the endgame tablebases; empty for none.
    pub syzygy_path: String,
}

/// The type of an option as UCI defines it, with its default, its range and what it sets.
#[derive(Clone, Copy, Debug)]
enum OptionType {
    Button,
    Check(bool, fn(&mut Settings, bool)),
    /// Default, least and greatest value; the least is not negative.
    Spin(i64, i64, i64, fn(&mut Settings, u64)),
    /// What is set gets the value, an empty one for `<empty>`; its error is the reason.
    Text(&'static str, fn(&mut Settings, &str) -> Result<(), String>),
    /// Default and choices.
    Combo(&'static str, &'static [&'static str], fn(&mut Settings, &'static str)),
    /// A tunable parameter, of the feature `tune`.
    Parameter(&'static TunableParam),
}

/// One option: its name and type. Displayed as its line in the answer to `uci`.
#[derive(Clone, Copy, Debug)]
pub struct UciOption(&'static str, OptionType);

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.0)?;
        match self.1 {
            OptionType::Button => f.write_str("button"),
            OptionType::Check(default, _) => write!(f, "check default {default}"),
            OptionType::Spin(default, min, max, _) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Parameter(TunableParam { default, min, max, .. }) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Text(default, _) => write!(f, "string default {default}"),
            OptionType::Combo(default, choices, _) => {
                write!(f, "combo default {default} var {}", choices.join(" var "))
            }
        }
    }
}

impl UciOption {
    /// Sets this option in `settings`. Buttons ignore the value.
    fn apply(&self, settings: &mut Settings, value: Option<&str>) -> Result<(), String> {
        let name = self.0;
        let text = value.filter(|&text| text != EMPTY).unwrap_or_default();
        let number_in = |min: i64, max: i64| {
            let number = parse_integer(text).filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("a number from {min} to {max}"))
        };
        let set = match self.1 {
            OptionType::Button => return Ok(()),
            OptionType::Text(_, set) => {
                let quoted = shortened(text);
                let unusable = |why| format!("{name}: '{quoted}': {why}; the option is unchanged");
                return set(settings, text).map_err(unusable);
            }
            _ if text.is_empty() => return Err(format!("option {name} needs a value")),
            OptionType::Check(_, set) => {
                let on = text.to_ascii_lowercase().parse().map_err(|_| "true or false".to_owned());
                on.map(|on| set(settings, on))
            }
            OptionType::Spin(_, min, max, set) => {
                number_in(min, max).map(|number| set(settings, number.unsigned_abs()))
            }
            OptionType::Combo(_, choices, set) => {
                let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                choice.map(|choice| set(settings, choice)).ok_or_else(|| choices.join(", "))
            }
            OptionType::Parameter(parameter) => {
                let number = number_in(parameter.min.into(), parameter.max.into());
                number.map(|number| {
                    settings.parameters.insert(name, number as i32);
                })
            }
        };
        set.map_err(|expected| {
            let text = shortened(text);
            format!("'{text}' is not a value of option {name}; expected {expected}")
        })
    }
}

/// The tunable parameters as options; none without the feature `tune`.
pub fn parameter_options() -> impl Iterator<Item = UciOption> {
    let parameters = tunable_parameters().iter();
    parameters.map(|parameter| UciOption(parameter.name, OptionType::Parameter(parameter)))
}

impl Settings {
    /// The limited strength of `UCI_LimitStrength` and `UCI_Elo`; `None` for the full one.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        let elo = self.elo.unwrap_or(Strength::DEFAULT_ELO);
        (self.limit_strength && !self.analyse_mode).then(|| Strength::of_elo(elo))
    }

    /// Sets one option and returns its name as it is declared; the case of name and value does not matter. On an
    /// error nothing changes.
    ///
    /// # Errors
    /// When there is no such option, or the value is missing, of the wrong type or out of range.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<&'static str, String> {
        let mut options = UCI_OPTIONS.iter().copied().chain(parameter_options());
        let option = options.find(|option| option.0.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| format!("there is no option '{}'", shortened(name)))?;
        option.apply(self, value)?;
        Ok(option.0)
    }

    /// The tunable parameters with their values, in the form of OpenBench: a line
    /// `name, int, value, min, max, c_end, r_end` each.
    #[must_use]
    pub fn parameter_list(&self) -> String {
        let lines = tunable_parameters().iter().map(|p| {
            let value = self.parameters.get(p.name).unwrap_or(&p.default);
            format!("{}, int, {value}, {}, {}, {}, {R_END}", p.name, p.min, p.max, p.step)
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() { NO_PARAMETERS.to_owned() } else { lines.join("\n") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn declared_defaults_equal_the_default_settings() {
        let mut settings = Settings::default();
        for option in UCI_OPTIONS {
            let line = option.to_string();
            let Some((_, rest)) = line.split_once(" default ") else { continue };
            let default = rest.split([' ']).next().filter(|_| !line.contains(" type string "));
            settings.set(option.0, default.or(Some(rest))).expect("the default is a valid value");
        }
        let elo = Some(Strength::DEFAULT_ELO);
        assert_eq!(settings, Settings { sizes_set: [1; 2], elo, ..Settings::default() });
    }

    #[test]
    fn names_and_values_are_case_insensitive() {
        let mut settings = Settings::default();
        let mut set = |name, value| {
            settings.set(name, Some(value)).expect("a valid value");
            settings.clone()
        };
        assert_eq!(set("hAsH", "64").search.hash_mib, 64);
        assert_eq!(set("move overhead", "30").search.move_overhead, Duration::from_millis(30));
        assert!(set("UCI_CHESS960", "TRUE").chess960);
        assert!(!set("uci_chess960", "false").chess960);
        assert_eq!(set("search", "Alpha-Beta").config.search, "alpha-beta");
        assert_eq!(set("Ordering", "MVV-LVA").config.ordering, "mvv-lva");
        for (text, mib) in [("16.0", 16), ("+17", 17), ("1e2", 100), ("1,024", 1024), ("007", 7)] {
            assert_eq!(set("Hash", text).search.hash_mib, mib, "{text}");
        }
        assert_eq!(settings.set("clear hash", None), Ok("Clear Hash"));
        assert_eq!(settings.set("Clear Hash", Some("now")), Ok("Clear Hash"));
    }

    #[test]
    fn invalid_values_change_nothing() {
        let mut settings = Settings::default();
        const INVALID: &str = "Hash=|Hash=<empty>|Hash=0|Hash=-1|Hash=99999999999999999999999|Hash=16 MB|\
            Hash=16.5|Hash=0x10|Hash=16,5|Hash=1.0 6|Hash=٣|Threads=1025|MultiPV=two|UCI_Chess960=yes|\
            Ordering=best|=|Hush=16";
        for (name, value) in INVALID.split('|').filter_map(|text| text.split_once('=')) {
            assert!(settings.set(name, Some(value)).is_err(), "{name} {value}");
        }
        assert!(settings.set("Hash", None).is_err());
        assert_eq!(settings, Settings::default());
        let expected = "'0' is not a value of option Threads; expected a number from 1 to 1024";
        assert_eq!(settings.set("Threads", Some("0")), Err(expected.to_owned()));
    }
}
