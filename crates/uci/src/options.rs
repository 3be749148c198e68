//! The options of the engine: their declarations, and the values they have now. Pure: what a value
//! sets in motion (a new table, another search) is the session's business.

use crate::engine::{Choice, Evaluation, SearchKind};
use crate::parse::integer;
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
    pub choice: Choice,
    /// Castling is written king takes rook.
    pub chess960: bool,
    /// Info lines carry the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Whether the GUI may let the engine ponder. The engine does as `go ponder` says either way.
    pub ponder: bool,
}

/// What has to follow when an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the value is read when it is needed.
    Noted,
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
    NoValue(&'static str),
    /// The value is of the wrong kind.
    #[error("'{value}' is no value for option {name}: {wanted} is wanted")]
    Bad {
        /// The option.
        name: &'static str,
        /// What was sent.
        value: String,
        /// What could have been sent.
        wanted: String,
    },
}

/// Which option is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
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
enum Kind {
    Button,
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
}

/// The declaration of one option. Shown as its line in the answer to `uci`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    id: Id,
    name: &'static str,
    kind: Kind,
}

const fn declare(id: Id, name: &'static str, kind: Kind) -> Declaration {
    Declaration { id, name, kind }
}

/// Every option, in the order in which they are listed.
pub const DECLARATIONS: [Declaration; 12] = [
    declare(Id::Hash, "Hash", Kind::Spin { default: 16, min: 1, max: MAX_HASH_MIB }),
    declare(Id::Threads, "Threads", Kind::Spin { default: 1, min: 1, max: 256 }),
    declare(Id::ClearHash, "Clear Hash", Kind::Button),
    declare(Id::MoveOverhead, "Move Overhead", Kind::Spin { default: 10, min: 0, max: 5000 }),
    declare(Id::MultiPv, "MultiPV", Kind::Spin { default: 1, min: 1, max: 256 }),
    declare(Id::Ponder, "Ponder", Kind::Check(false)),
    declare(Id::Chess960, "UCI_Chess960", Kind::Check(false)),
    declare(Id::ShowWdl, "UCI_ShowWDL", Kind::Check(false)),
    declare(
        Id::Search,
        "Search",
        Kind::Combo { default: SearchKind::NAMES[0], choices: &SearchKind::NAMES },
    ),
    declare(
        Id::Evaluation,
        "Evaluation",
        Kind::Combo { default: Evaluation::NAMES[1], choices: &Evaluation::NAMES },
    ),
    declare(
        Id::Ordering,
        "Ordering",
        Kind::Combo { default: ordering::DEFAULT, choices: &ordering::NAMES },
    ),
    declare(Id::Statistics, "Statistics", Kind::Check(false)),
];

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Button => f.write_str("button"),
            Kind::Check(default) => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// A value that fits its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Pressed,
    Check(bool),
    Spin(i64),
    /// Index among the choices.
    Combo(usize),
}

impl Declaration {
    fn value(&self, text: Option<&str>) -> Result<Value, OptionError> {
        if self.kind == Kind::Button {
            return Ok(Value::Pressed);
        }
        let text = match text {
            None | Some("" | "<empty>") => return Err(OptionError::NoValue(self.name)),
            Some(text) => text,
        };
        let bad = |wanted| OptionError::Bad { name: self.name, value: text.to_owned(), wanted };
        match self.kind {
            Kind::Button => Ok(Value::Pressed),
            Kind::Check(_) if text.eq_ignore_ascii_case("true") => Ok(Value::Check(true)),
            Kind::Check(_) if text.eq_ignore_ascii_case("false") => Ok(Value::Check(false)),
            Kind::Check(_) => Err(bad("true or false".to_owned())),
            Kind::Spin { min, max, .. } => integer(text)
                .filter(|number| (min..=max).contains(number))
                .map(Value::Spin)
                .ok_or_else(|| bad(format!("a number from {min} to {max}"))),
            Kind::Combo { choices, .. } => choices
                .iter()
                .position(|choice| choice.eq_ignore_ascii_case(text))
                .map(Value::Combo)
                .ok_or_else(|| bad(choices.join(", "))),
        }
    }
}

impl Settings {
    /// Sets one option; the case of name and value does not matter. On an error nothing changes.
    ///
    /// # Errors
    /// When there is no such option, or the value is missing, of the wrong kind or out of range.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = declaration.value(value)?;
        Ok(self.take(declaration.id, value))
    }

    /// A value always fits its option here: `Declaration::value` has seen to it.
    fn take(&mut self, id: Id, value: Value) -> Effect {
        let number = match value {
            Value::Spin(number) => usize::try_from(number).unwrap_or_default(),
            Value::Combo(index) => index,
            Value::Check(on) => usize::from(on),
            Value::Pressed => 0,
        };
        let on = number != 0;
        match id {
            Id::ClearHash => return Effect::ClearHash,
            Id::Ponder => self.ponder = on,
            Id::Chess960 => self.chess960 = on,
            Id::ShowWdl => self.show_wdl = on,
            Id::Hash => self.search.hash_mib = number,
            Id::Threads => self.search.threads = number,
            Id::MoveOverhead => self.search.move_overhead = Duration::from_millis(number as u64),
            Id::MultiPv => self.search.multi_pv = number,
            Id::Search => self.choice.search = SearchKind::ALL[number],
            Id::Evaluation => self.choice.evaluation = Evaluation::ALL[number],
            Id::Ordering => self.choice.ordering = ordering::NAMES[number],
            Id::Statistics => self.choice.statistics = on,
        }
        match id {
            Id::Ponder | Id::Chess960 | Id::ShowWdl => Effect::Noted,
            _ => Effect::Configure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(name: &str) -> String {
        DECLARATIONS.iter().find(|option| option.name == name).expect("an option").to_string()
    }

    #[test]
    fn declarations_agree_with_the_defaults() {
        let mut settings = Settings::default();
        for option in DECLARATIONS {
            let default = match option.kind {
                Kind::Button => continue,
                Kind::Check(default) => default.to_string(),
                Kind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{}", option.name);
                    default.to_string()
                }
                Kind::Combo { default, choices } => {
                    assert!(choices.contains(&default), "{}", option.name);
                    default.to_owned()
                }
            };
            settings.set(option.name, Some(&default)).expect("a default is a value");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn lines_are_as_the_protocol_wants_them() {
        assert_eq!(listed("Hash"), "option name Hash type spin default 16 min 1 max 1048576");
        assert_eq!(listed("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(listed("UCI_Chess960"), "option name UCI_Chess960 type check default false");
        assert_eq!(
            listed("Evaluation"),
            "option name Evaluation type combo default classical var centre var classical"
        );
        assert!(listed("Ordering").starts_with("option name Ordering type combo default modern"));
        assert_eq!(
            listed("Search"),
            "option name Search type combo default full var full var alpha-beta var minimax"
        );
    }

    #[test]
    fn names_and_values_in_any_case() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hAsH", Some("64")), Ok(Effect::Configure));
        assert_eq!(settings.search.hash_mib, 64);
        assert_eq!(settings.set("move overhead", Some("30")), Ok(Effect::Configure));
        assert_eq!(settings.search.move_overhead, Duration::from_millis(30));
        assert_eq!(settings.set("UCI_CHESS960", Some("TRUE")), Ok(Effect::Noted));
        assert!(settings.chess960);
        assert_eq!(settings.set("uci_chess960", Some("false")), Ok(Effect::Noted));
        assert!(!settings.chess960);
        assert_eq!(settings.set("search", Some("Alpha-Beta")), Ok(Effect::Configure));
        assert_eq!(settings.choice.search, SearchKind::AlphaBeta);
        assert_eq!(settings.set("Ordering", Some("MVV-LVA")), Ok(Effect::Configure));
        assert_eq!(settings.choice.ordering, "mvv-lva");
        assert_eq!(settings.set("clear hash", None), Ok(Effect::ClearHash));
        assert_eq!(settings.set("Clear Hash", Some("now")), Ok(Effect::ClearHash));
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = Settings::default();
        let bad = [
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
        for (name, value) in bad {
            assert!(settings.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(
            settings.set("Threads", Some("0")).map_err(|error| error.to_string()),
            Err("'0' is no value for option Threads: a number from 1 to 256 is wanted".to_owned())
        );
    }
}
