//! How the weight table is declared and walked: the `weights!` macro makes a struct
//! with one documented field per line, its default value, and a visitor for tuners.
//! The values themselves are in `weights.rs`.

use super::Tapered;

/// A weight or an array of weights of any depth.
pub(super) trait Leaves {
    /// Calls `visit` on each single weight, in order.
    fn leaves(&mut self, visit: &mut impl FnMut(&mut Tapered));
}

impl Leaves for Tapered {
    fn leaves(&mut self, visit: &mut impl FnMut(&mut Tapered)) {
        visit(self);
    }
}

impl<T: Leaves, const N: usize> Leaves for [T; N] {
    fn leaves(&mut self, visit: &mut impl FnMut(&mut Tapered)) {
        for part in self {
            part.leaves(visit);
        }
    }
}

/// Declares the weights: `name: type = value;`, each with its doc comment.
macro_rules! weights {
    ($($(#[$note:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        /// Every weight of the classical evaluation, in centipawns (middlegame, endgame)
        /// unless its own note says otherwise. Arrays by piece kind go pawn, knight,
        /// bishop, rook, queen, king; arrays by rank go from the first rank as the
        /// owner sees it; tables of squares start at A1.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $($(#[$note])* pub $name: $type,)*
        }

        impl Weights {
            /// The weights the engine plays with.
            pub const DEFAULT: Self = Self { $($name: $value,)* };

            /// Calls `visit` on every weight with its field's name and its place in that
            /// field, always in the same order.
            pub fn visit(&mut self, mut visit: impl FnMut(&'static str, usize, &mut Tapered)) {
                $(
                    let mut place = 0;
                    self.$name.leaves(&mut |weight| {
                        visit(stringify!($name), place, weight);
                        place += 1;
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
