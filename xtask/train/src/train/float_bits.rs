//! Serialises numbers as one string with eight hexadecimal digits each, so that none is rounded.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::fmt::Write;

pub fn serialize<S: Serializer>(values: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = String::with_capacity(8 * values.len());
    for value in values {
        write!(text, "{:08x}", value.to_bits()).expect("a String takes any text");
    }
    text.serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    let value = |digits: &[u8; 8]| {
        let digits = str::from_utf8(digits).ok()?;
        Some(f32::from_bits(u32::from_str_radix(digits, 16).ok()?))
    };
    let values: Option<Vec<f32>> = chunks.iter().map(value).collect();
    values.filter(|_| rest.is_empty()).ok_or_else(|| D::Error::custom("no list of numbers"))
}
