//! The schemes by name, for options and command lines. A name is resolved to a type
//! once; from there on everything is statically dispatched.

use crate::{Classic, Formula, Killers, Modern, MoveOrdering, MvvLva, See, Unordered, VictimFirst};

/// An operation on a scheme that is known only by name.
pub trait SchemeVisitor {
    /// The result of the operation.
    type Output;
    /// Called with the scheme's type.
    fn visit<O: MoveOrdering>(self) -> Self::Output;
}

macro_rules! registry {
    ($($scheme:ty),* $(,)?) => {
        /// The names of all schemes.
        pub const NAMES: [&str; [$(<$scheme as MoveOrdering>::NAME),*].len()] =
            [$(<$scheme as MoveOrdering>::NAME),*];

        /// Calls the visitor with the scheme called `name`, ignoring case; `None` if
        /// there is no such scheme.
        pub fn dispatch<V: SchemeVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if name.eq_ignore_ascii_case(<$scheme as MoveOrdering>::NAME) {
                    return Some(visitor.visit::<$scheme>());
                }
            )*
            None
        }
    };
}

/// The name of the scheme that the engine plays with.
pub const DEFAULT: &str = Modern::NAME;

// One entry a scheme.
registry![Unordered, MvvLva, Killers, VictimFirst, Formula, See, Classic, Modern];

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl SchemeVisitor for Name {
        type Output = &'static str;

        fn visit<O: MoveOrdering>(self) -> &'static str {
            O::NAME
        }
    }

    #[test]
    fn dispatch_ignores_case() {
        assert_eq!(NAMES.map(|name| dispatch(name, Name)), NAMES.map(Some));
        assert!(NAMES.contains(&DEFAULT));
        assert_eq!(dispatch("Victim-First", Name), Some("victim-first"));
        assert_eq!(dispatch("classical", Name), None);
        assert_eq!(dispatch("", Name), None);
    }
}
