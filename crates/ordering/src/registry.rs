//! The schemes by name, for options and command lines. A name becomes a type once,
//! at the rim; below it everything is statically dispatched.

use crate::{Classic, Formula, Killers, Modern, MvvLva, Ordering, See, Unordered, VictimFirst};

/// Something to be done with a scheme that is known only by name.
pub trait SchemeVisitor {
    /// What comes of it.
    type Out;
    /// Called with the scheme's type.
    fn visit<O: Ordering>(self) -> Self::Out;
}

macro_rules! registry {
    ($($scheme:ty),* $(,)?) => {
        /// The names of all schemes, from no ordering to the default, which is last.
        pub const NAMES: [&str; [$(<$scheme as Ordering>::NAME),*].len()] =
            [$(<$scheme as Ordering>::NAME),*];

        /// Calls the visitor with the scheme of that name, whatever its case;
        /// `None` when there is no such scheme.
        pub fn dispatch<V: SchemeVisitor>(name: &str, visitor: V) -> Option<V::Out> {
            $(
                if name.eq_ignore_ascii_case(<$scheme as Ordering>::NAME) {
                    return Some(visitor.visit::<$scheme>());
                }
            )*
            None
        }
    };
}

/// The name of the scheme that the engine plays with.
pub const DEFAULT: &str = Modern::NAME;

registry![Unordered, MvvLva, Killers, VictimFirst, Formula, See, Classic, Modern];
