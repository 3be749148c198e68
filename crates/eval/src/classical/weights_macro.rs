//! The macro `weights!`, which declares the weights: a struct with one documented field each, the
//! default values, and a visitor for tuners. The values are in `weights.rs`.

use super::Tapered;

/// A weight or an array of weights of any depth.
pub(super) trait VisitWeights {
    /// Calls `visit` on each single weight, in order.
    fn visit_weights(&mut self, visit: &mut impl FnMut(&mut Tapered));
}

impl VisitWeights for Tapered {
    fn visit_weights(&mut self, visit: &mut impl FnMut(&mut Tapered)) {
        visit(self);
    }
}

impl<T: VisitWeights, const N: usize> VisitWeights for [T; N] {
    fn visit_weights(&mut self, visit: &mut impl FnMut(&mut Tapered)) {
        for part in self {
            part.visit_weights(visit);
        }
    }
}

/// Declares the weights: `name: type = value;`, each with its doc comment.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        /// Every weight of the classical evaluation, in centipawns (middlegame, endgame)
        /// unless its doc comment says otherwise. Arrays by piece kind go pawn, knight,
        /// bishop, rook, queen, king; arrays by rank go from the owner's first rank; arrays
        /// of squares start at A1.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl Weights {
            /// The engine's default weights.
            pub const DEFAULT: Self = Self { $($name: $value,)* };

            /// Calls `visit` on every weight with the name of its field and its index in that
            /// field, always in the same order.
            pub fn visit(&mut self, mut visit: impl FnMut(&'static str, usize, &mut Tapered)) {
                $(
                    let mut index = 0;
                    self.$name.visit_weights(&mut |weight| {
                        visit(stringify!($name), index, weight);
                        index += 1;
                    });
                )*
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Self::DEFAULT
            }
        }
    };
}

pub(super) use weights;
