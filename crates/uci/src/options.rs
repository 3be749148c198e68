//! The options of the engine: their declarations, and the values they have now. Pure: what a value
//! sets in motion (a new table, another search) is the session's business.

use crate::engine::{EngineConfig, Evaluation, SearchKind};
use crate::parse::parse_integer;
use std::fmt;
use std::time::Duration;

/// Largest hash table that can be asked for: one tebibyte, in MiB.
const MAX_HASH_MIB: i64 = 1 << 20;

/// The values of all options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What every search understands.
    pub search: search::Options,
    /// Which search, evaluation and ordering are put together.
    pub config: EngineConfig,
    /// Castling is written king takes rook.
    pub chess960: bool,
    /// Info lines carry the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Whether the GUI may let the engine ponder. The engine does as `go ponder` says either way.
    pub ponder: bool,
}

/// What has to follow when an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Nothing: the value is read when it is needed.
    NoAction,
    /// The search must be told its new options.
    Configure,
    /// The hash table is to be cleared.
    ClearHash,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// A value is needed and none came.
    #[error("option {0} needs a value")]
    MissingValue(&'static str),
    /// The value is of the wrong kind.
    #[error("'{value}' is no value for option {name}: {expected} is expected")]
    InvalidValue {
        /// The option.
        name: &'static str,
        /// What was sent.
        value: String,
        /// What could have been sent.
        expected: String,
    },
}

/// Which option is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionId {
    Hash,
    Threads,
    ClearHash,
    MoveOverhead,
    MultiPv,
    Ponder,
    Chess960,
    ShowWdl,
    Search,
    Evaluation,
    Ordering,
    Statistics,
}

/// The type of an option in the protocol's sense, with its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionType {
    Button,
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
}

/// The declaration of one option. Shown as its line in the answer to `uci`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciOption {
    id: OptionId,
    name: &'static str,
    kind: OptionType,
}

const fn uci_option(id: OptionId, name: &'static str, kind: OptionType) -> UciOption {
    UciOption { id, name, kind }
}

/// Every option, in the order in which they are listed.
pub const UCI_OPTIONS: [UciOption; 12] = [
    uci_option(OptionId::Hash, "Hash", OptionType::Spin { default: 16, min: 1, max: MAX_HASH_MIB }),
    uci_option(OptionId::Threads, "Threads", OptionType::Spin { default: 1, min: 1, max: 256 }),
    uci_option(OptionId::ClearHash, "Clear Hash", OptionType::Button),
    uci_option(
        OptionId::MoveOverhead,
        "Move Overhead",
        OptionType::Spin { default: 10, min: 0, max: 5000 },
    ),
    uci_option(OptionId::MultiPv, "MultiPV", OptionType::Spin { default: 1, min: 1, max: 256 }),
    uci_option(OptionId::Ponder, "Ponder", OptionType::Check(false)),
    uci_option(OptionId::Chess960, "UCI_Chess960", OptionType::Check(false)),
    uci_option(OptionId::ShowWdl, "UCI_ShowWDL", OptionType::Check(false)),
    uci_option(
        OptionId::Search,
        "Search",
        OptionType::Combo { default: SearchKind::NAMES[0], choices: &SearchKind::NAMES },
    ),
    uci_option(
        OptionId::Evaluation,
        "Evaluation",
        OptionType::Combo { default: Evaluation::NAMES[1], choices: &Evaluation::NAMES },
    ),
    uci_option(
        OptionId::Ordering,
        "Ordering",
        OptionType::Combo { default: ordering::DEFAULT, choices: &ordering::NAMES },
    ),
    uci_option(OptionId::Statistics, "Statistics", OptionType::Check(false)),
];

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionType::Button => f.write_str("button"),
            OptionType::Check(default) => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// A value that fits its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionValue {
    Button,
    Check(bool),
    Spin(i64),
    /// Index among the choices.
    Combo(usize),
}

impl UciOption {
    fn parse(&self, text: Option<&str>) -> Result<OptionValue, OptionError> {
        if self.kind == OptionType::Button {
            return Ok(OptionValue::Button);
        }
        let text = match text {
            None | Some("" | "<empty>") => return Err(OptionError::MissingValue(self.name)),
            Some(text) => text,
        };
        let invalid = |expected| OptionError::InvalidValue {
            name: self.name,
            value: text.to_owned(),
            expected,
        };
        match self.kind {
            OptionType::Button => Ok(OptionValue::Button),
            OptionType::Check(_) if text.eq_ignore_ascii_case("true") => {
                Ok(OptionValue::Check(true))
            }
            OptionType::Check(_) if text.eq_ignore_ascii_case("false") => {
                Ok(OptionValue::Check(false))
            }
            OptionType::Check(_) => Err(invalid("true or false".to_owned())),
            OptionType::Spin { min, max, .. } => parse_integer(text)
                .filter(|number| (min..=max).contains(number))
                .map(OptionValue::Spin)
                .ok_or_else(|| invalid(format!("a number from {min} to {max}"))),
            OptionType::Combo { choices, .. } => choices
                .iter()
                .position(|choice| choice.eq_ignore_ascii_case(text))
                .map(OptionValue::Combo)
                .ok_or_else(|| invalid(choices.join(", "))),
        }
    }
}

impl Settings {
    /// Sets one option; the case of name and value does not matter. On an error nothing changes.
    ///
    /// # Errors
    /// When there is no such option, or the value is missing, of the wrong kind or out of range.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, OptionError> {
        let option = UCI_OPTIONS
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = option.parse(value)?;
        Ok(self.apply(option.id, value))
    }

    /// A value always fits its option here: `UciOption::value` has seen to it.
    fn apply(&mut self, id: OptionId, value: OptionValue) -> OptionEffect {
        let number = match value {
            OptionValue::Spin(number) => usize::try_from(number).unwrap_or_default(),
            OptionValue::Combo(index) => index,
            OptionValue::Check(on) => usize::from(on),
            OptionValue::Button => 0,
        };
        let on = number != 0;
        match id {
            OptionId::ClearHash => return OptionEffect::ClearHash,
            OptionId::Ponder => self.ponder = on,
            OptionId::Chess960 => self.chess960 = on,
            OptionId::ShowWdl => self.show_wdl = on,
            OptionId::Hash => self.search.hash_mib = number,
            OptionId::Threads => self.search.threads = number,
            OptionId::MoveOverhead => {
                self.search.move_overhead = Duration::from_millis(number as u64)
            }
            OptionId::MultiPv => self.search.multi_pv = number,
            OptionId::Search => self.config.search = SearchKind::ALL[number],
            OptionId::Evaluation => self.config.evaluation = Evaluation::ALL[number],
            OptionId::Ordering => self.config.ordering = ordering::NAMES[number],
            OptionId::Statistics => self.config.statistics = on,
        }
        match id {
            OptionId::Ponder | OptionId::Chess960 | OptionId::ShowWdl => OptionEffect::NoAction,
            _ => OptionEffect::Configure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option_line(name: &str) -> String {
        UCI_OPTIONS.iter().find(|option| option.name == name).expect("an option").to_string()
    }

    #[test]
    fn declared_defaults_equal_the_default_settings() {
        let mut settings = Settings::default();
        for option in UCI_OPTIONS {
            let default = match option.kind {
                OptionType::Button => continue,
                OptionType::Check(default) => default.to_string(),
                OptionType::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{}", option.name);
                    default.to_string()
                }
                OptionType::Combo { default, choices } => {
                    assert!(choices.contains(&default), "{}", option.name);
                    default.to_owned()
                }
            };
            settings.set(option.name, Some(&default)).expect("a default is a value");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn option_lines_follow_the_uci_format() {
        assert_eq!(option_line("Hash"), "option name Hash type spin default 16 min 1 max 1048576");
        assert_eq!(option_line("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(
            option_line("UCI_Chess960"),
            "option name UCI_Chess960 type check default false"
        );
        assert_eq!(
            option_line("Evaluation"),
            "option name Evaluation type combo default classical var centre var classical"
        );
        assert!(
            option_line("Ordering").starts_with("option name Ordering type combo default modern")
        );
        assert_eq!(
            option_line("Search"),
            "option name Search type combo default full var full var alpha-beta var minimax"
        );
    }

    #[test]
    fn names_and_values_are_case_insensitive() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hAsH", Some("64")), Ok(OptionEffect::Configure));
        assert_eq!(settings.search.hash_mib, 64);
        assert_eq!(settings.set("move overhead", Some("30")), Ok(OptionEffect::Configure));
        assert_eq!(settings.search.move_overhead, Duration::from_millis(30));
        assert_eq!(settings.set("UCI_CHESS960", Some("TRUE")), Ok(OptionEffect::NoAction));
        assert!(settings.chess960);
        assert_eq!(settings.set("uci_chess960", Some("false")), Ok(OptionEffect::NoAction));
        assert!(!settings.chess960);
        assert_eq!(settings.set("search", Some("Alpha-Beta")), Ok(OptionEffect::Configure));
        assert_eq!(settings.config.search, SearchKind::AlphaBeta);
        assert_eq!(settings.set("Ordering", Some("MVV-LVA")), Ok(OptionEffect::Configure));
        assert_eq!(settings.config.ordering, "mvv-lva");
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
            ("Threads", Some("257")),
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
        assert_eq!(
            settings.set("Threads", Some("0")).map_err(|error| error.to_string()),
            Err("'0' is no value for option Threads: a number from 1 to 256 is expected".to_owned())
        );
    }
}
