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

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// `UCI_Elo`: the limited strength.
    pub elo: u32,
    /// `UCI_AnalyseMode`: no book moves and no limited strength.
    pub analyse_mode: bool,
    /// `Debug Log File`: where all lines are written; empty for nowhere.
    pub log_file: String,
    /// `SyzygyPath`: the directories of the endgame tablebases; empty for none.
    pub syzygy_path: String,
    /// `Ponder`: whether the GUI may send `go ponder`. The engine accepts it either way.
    pub ponder: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            search: searcher::Options::default(),
            sizes_set: [0; 2],
            config: EngineConfig::default(),
            chess960: false,
            show_wdl: false,
            parameters: BTreeMap::new(),
            own_book: false,
            book: None,
            limit_strength: false,
            elo: *Strength::ELO_RANGE.start(),
            analyse_mode: false,
            log_file: String::new(),
            syzygy_path: String::new(),
            ponder: false,
        }
    }
}

/// What the session has to do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Send the new settings to the engine.
    Configure,
    /// Clear the transposition table.
    ClearHash,
    /// Open the debug log, or end it.
    OpenLog,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option with this name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The option needs a value and none was given.
    #[error("option {0} needs a value")]
    MissingValue(&'static str),
    /// The file or folder that the option names cannot be used.
    #[error("{name}: '{value}': {reason}; the option is unchanged")]
    Unusable {
        /// The option.
        name: &'static str,
        /// The value that was sent.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The value has the wrong type or is out of range.
    #[error("'{value}' is not a value of option {name}; expected {expected}")]
    InvalidValue {
        /// The option.
        name: &'static str,
        /// The value that was sent.
        value: String,
        /// The values that are accepted.
        expected: String,
    },
}

/// The type of an option as UCI defines it, with its default, its range and what it sets.
#[derive(Clone, Copy, Debug)]
enum OptionType {
    Button(OptionEffect),
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: fn(&mut Settings, u64),
    },
    /// `set` gets the value, an empty one for `<empty>`; its error is the reason.
    String {
        default: &'static str,
        effect: OptionEffect,
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
    /// `set` gets one of `choices`.
    Combo {
        default: &'static str,
        choices: &'static [&'static str],
        set: fn(&mut Settings, &'static str),
    },
}

/// One option. Displayed as its line in the answer to `uci`.
#[derive(Clone, Copy, Debug)]
pub struct UciOption {
    name: &'static str,
    kind: OptionType,
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionType::Button(_) => f.write_str("button"),
            OptionType::Check { default, .. } => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max, .. } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::String { default, .. } => write!(f, "string default {default}"),
            OptionType::Combo { default, choices, .. } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

impl UciOption {
    /// Sets this option in `settings`. Button options ignore the value.
    fn apply(
        &self,
        settings: &mut Settings,
        value: Option<&str>,
    ) -> Result<OptionEffect, OptionError> {
        if let OptionType::Button(effect) = self.kind {
            return Ok(effect);
        }
        if let OptionType::String { set, effect, .. } = self.kind {
            let text = value.filter(|&text| text != "<empty>").unwrap_or_default();
            set(settings, text).map_err(|reason| OptionError::Unusable {
                name: self.name,
                value: shortened(text),
                reason,
            })?;
            return Ok(effect);
        }
        let text = value
            .filter(|&text| !text.is_empty() && text != "<empty>")
            .ok_or(OptionError::MissingValue(self.name))?;
        let invalid = |expected: String| OptionError::InvalidValue {
            name: self.name,
            value: shortened(text),
            expected,
        };
        match self.kind {
            OptionType::Button(_) | OptionType::String { .. } => {}
            OptionType::Check { set, .. } => {
                let on = text.to_ascii_lowercase().parse();
                set(settings, on.map_err(|_| invalid("true or false".to_owned()))?);
            }
            OptionType::Spin { min, max, set, .. } => {
                let number = parse_integer(text).filter(|number| (min..=max).contains(number));
                let range = || invalid(format!("a number from {min} to {max}"));
                set(settings, number.ok_or_else(range)?.unsigned_abs());
            }
            OptionType::Combo { choices, set, .. } => {
                let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                set(settings, choice.ok_or_else(|| invalid(choices.join(", ")))?);
            }
        }
        Ok(OptionEffect::Configure)
    }
}

impl Settings {
    /// The limited strength of `UCI_LimitStrength` and `UCI_Elo`; `None` for the full one.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        (self.limit_strength && !self.analyse_mode).then(|| Strength::of_elo(self.elo))
    }

    /// Sets one option; the case of name and value does not matter. On an error nothing changes.
    ///
    /// # Errors
    /// When there is no such option, or the value is missing, of the wrong type or out of range.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, OptionError> {
        if let Some(option) = UCI_OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name)) {
            return option.apply(self, value);
        }
        let parameter = tunable_parameters().iter().find(|p| p.name.eq_ignore_ascii_case(name));
        let parameter = parameter.ok_or_else(|| OptionError::Unknown(shortened(name)))?;
        let text = value.ok_or(OptionError::MissingValue(parameter.name))?;
        let range = parameter.min..=parameter.max;
        let number = parse_integer(text).and_then(|number| i32::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        let number = number.ok_or_else(|| OptionError::InvalidValue {
            name: parameter.name,
            value: shortened(text),
            expected: format!("a number from {} to {}", parameter.min, parameter.max),
        })?;
        self.parameters.insert(parameter.name, number);
        Ok(OptionEffect::Configure)
    }

    /// The tunable parameters as UCI options, one line each.
    pub fn parameter_options(&self) -> impl Iterator<Item = String> {
        tunable_parameters().iter().map(|p| {
            let TunableParam { name, default, min, max, .. } = p;
            format!("option name {name} type spin default {default} min {min} max {max}")
        })
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

    fn option_line(name: &str) -> String {
        UCI_OPTIONS.iter().find(|option| option.name == name).expect("an option").to_string()
    }

    #[test]
    fn declared_defaults_equal_the_default_settings() {
        let mut settings = Settings::default();
        for option in UCI_OPTIONS {
            let default = match option.kind {
                OptionType::Button(_) => continue,
                OptionType::Check { default, .. } => default.to_string(),
                OptionType::Spin { default, .. } => default.to_string(),
                OptionType::String { default, .. } => default.to_owned(),
                OptionType::Combo { default, .. } => default.to_owned(),
            };
            settings.set(option.name, Some(&default)).expect("the default is a valid value");
        }
        assert_eq!(settings, Settings { sizes_set: [1; 2], ..Settings::default() });
    }

    #[test]
    fn option_lines_follow_the_uci_format() {
        assert_eq!(option_line("Hash"), "option name Hash type spin default 16 min 1 max 1048576");
        assert_eq!(option_line("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(
            option_line("UCI_Chess960"),
            "option name UCI_Chess960 type check default false"
        );
        let choices = search::NAMES.join(" var ");
        let expected = format!("option name Search type combo default full var {choices}");
        assert_eq!(option_line("Search"), expected);
        assert_eq!(option_line("BookFile"), "option name BookFile type string default <empty>");
    }

    #[test]
    fn names_and_values_are_case_insensitive() {
        let mut settings = Settings::default();
        let mut set = |name, value| {
            assert_eq!(settings.set(name, Some(value)), Ok(OptionEffect::Configure));
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
        assert_eq!(settings.set("clear hash", None), Ok(OptionEffect::ClearHash));
        assert_eq!(settings.set("Clear Hash", Some("now")), Ok(OptionEffect::ClearHash));
    }

    #[test]
    fn invalid_values_change_nothing() {
        let mut settings = Settings::default();
        let invalid = [
            ("Hash", None),
            ("Hash", Some("")),
            ("Hash", Some("<empty>")),
            ("Hash", Some("0")),
            ("Hash", Some("-1")),
            ("Hash", Some("99999999999999999999999")),
            ("Hash", Some("16 MB")),
            ("Hash", Some("16.5")),
            ("Hash", Some("0x10")),
            ("Hash", Some("16,5")),
            ("Hash", Some("1.0 6")),
            ("Hash", Some("٣")),
            ("Threads", Some("1025")),
            ("MultiPV", Some("two")),
            ("UCI_Chess960", Some("yes")),
            ("Ordering", Some("best")),
            ("", None),
            ("Hush", Some("16")),
        ];
        for (name, value) in invalid {
            assert!(settings.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(settings, Settings::default());
        let message = settings.set("Threads", Some("0")).map_err(|error| error.to_string());
        let expected = "'0' is not a value of option Threads; expected a number from 1 to 1024";
        assert_eq!(message, Err(expected.to_owned()));
    }
}
