//! SAN with serde (feature `serde`), as its text.

use super::{San, SanPlus};
use ::serde::de::Error;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use alloc::borrow::Cow;

macro_rules! as_text {
    ($($type:ident)*) => {$(
        /// As its text.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// From its text.
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(San SanPlus);
