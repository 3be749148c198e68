//! The conversions that small values share: from and to an index, and from and to text.

/// From an index of type `usize` or `u8`, and to it.
macro_rules! index_conversions {
    ($type:ident, $what:literal) => {
        impl $type {
            /// The value of this index; `None` if the index is too large.
            ///
            /// ```
            #[doc = concat!("use bartizan_types::", stringify!($type), ";\n")]
            #[doc = concat!("let all = ", stringify!($type), "::ALL;")]
            #[doc = concat!("assert_eq!(", stringify!($type), "::try_from_index(1), Some(all[1]));")]
            #[doc = concat!("assert_eq!(", stringify!($type), "::try_from_index(all.len()), None);")]
            /// ```
            #[must_use]
            pub const fn try_from_index(index: usize) -> Option<$type> {
                if index < $type::ALL.len() { Some($type::ALL[index]) } else { None }
            }
        }

        /// From the index.
        impl TryFrom<u8> for $type {
            type Error = crate::ParseError;

            fn try_from(index: u8) -> Result<$type, crate::ParseError> {
                let error = crate::ParseError(concat!("the index of ", $what));
                $type::try_from_index(index.into()).ok_or(error)
            }
        }

        /// The index.
        impl From<$type> for u8 {
            #[inline(always)]
            fn from(value: $type) -> u8 {
                value.index() as u8
            }
        }

        /// The index.
        impl From<$type> for usize {
            #[inline(always)]
            fn from(value: $type) -> usize {
                value.index()
            }
        }
    };
}

/// The text of one character, by `to_char` and `from_char`.
macro_rules! letter_conversions {
    ($type:ident, $what:literal) => {
        /// The character of `to_char`.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                use core::fmt::Write;
                f.write_char(self.to_char())
            }
        }

        /// From the one character that `from_char` reads.
        impl core::str::FromStr for $type {
            type Err = crate::ParseError;

            fn from_str(text: &str) -> Result<$type, crate::ParseError> {
                let mut letters = text.chars();
                let value = letters.next().and_then($type::from_char);
                value.filter(|_| letters.next().is_none()).ok_or(crate::ParseError($what))
            }
        }
    };
}

pub(crate) use {index_conversions, letter_conversions};
