//! The declaration of tunable parameters: one macro for every crate that has numbers to tune.
//!
//! Without the cargo feature `tune` a set of parameters is a zero-sized value whose accessors
//! return constants. With it each parameter is a field that can be set by name, so two searchers
//! of one process can have different values.

/// One parameter as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunableParam {
    /// Name, unique in its set.
    pub name: &'static str,
    /// Value unless set.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Perturbation of the value at the end of an SPSA run (`c_end`).
    pub step: i32,
}

/// Declares a set of parameters, each with its accessor for the crate, default, range and step:
///
/// ```text
/// tunable_params! {
///     /// Parameters of a search.
///     Params {
///         // Margin in centipawns.
///         rfp_slope = 80, 30..=160, step 6;
///     }
/// }
/// ```
///
/// The crate that uses it needs a feature `tune`.
#[macro_export]
macro_rules! tunable_params {
    (
        $(#[$meta:meta])*
        $Params:ident {
            $( $name:ident = $default:literal, $min:literal..=$max:literal, step $step:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Params {
            $( #[cfg(feature = "tune")] $name: i32, )*
        }

        impl Default for $Params {
            fn default() -> Self {
                Self { $( #[cfg(feature = "tune")] $name: $default, )* }
            }
        }

        impl $Params {
            /// All parameters in the order of their declaration.
            pub const ALL: &'static [$crate::TunableParam] = &[ $( $crate::TunableParam {
                name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
            }, )* ];

            $(
                #[inline(always)]
                pub(crate) const fn $name(&self) -> i32 {
                    #[cfg(feature = "tune")]
                    { self.$name }
                    #[cfg(not(feature = "tune"))]
                    { $default }
                }
            )*

            /// Every parameter with its present value, in the order of declaration.
            #[must_use]
            pub fn values(&self) -> Vec<($crate::TunableParam, i32)> {
                Self::ALL.iter().copied().zip([ $( self.$name(), )* ]).collect()
            }

            /// Sets a parameter by name. False, and nothing done, when there is none of that name
            /// or the crate was built without the feature `tune`. The range is that of tuning and
            /// of UCI options, which check it; values outside take a heuristic out.
            #[cfg_attr(not(feature = "tune"), allow(clippy::needless_pass_by_ref_mut))]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(
                        #[cfg(feature = "tune")]
                        stringify!($name) => {
                            self.$name = value;
                            true
                        }
                    )*
                    _ => {
                        let _ = value;
                        false
                    }
                }
            }
        }
    };
}
