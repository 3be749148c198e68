//! Names of schemes on the command line and in files of results.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A name of [`ordering::NAMES`]. A type of its own name, since serde borrows a `&str` from what it
/// reads.
pub type SchemeName = &'static str;

/// A scheme's name as the registry has it.
///
/// # Errors
/// When there is no such scheme; the message lists all names.
pub fn parse_scheme(name: &str) -> Result<SchemeName, String> {
    let known = ordering::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
    known.ok_or_else(|| format!("there is no scheme `{name}`, only {}", ordering::NAMES.join(", ")))
}

/// Reads a name.
///
/// # Errors
/// When there is no such scheme.
pub fn scheme<'de, D: Deserializer<'de>>(from: D) -> Result<SchemeName, D::Error> {
    parse_scheme(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// Reads a list of names.
///
/// # Errors
/// When there is no such scheme.
pub fn schemes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<SchemeName>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    names.iter().map(|name| parse_scheme(name).map_err(D::Error::custom)).collect()
}
