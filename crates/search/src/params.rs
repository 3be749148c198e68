//! Every number of the full search that tuning may move, declared once: meaning, default, range
//! and step. Scores are centipawns, reductions are 1024ths of a ply, depths are plies.

/// One parameter as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name, as in [`Parameters`].
    pub name: &'static str,
    /// Value it has unless set.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// How far a tuner should move it at first.
    pub step: i32,
}

/// Declares [`Parameters`], its defaults, and the list of them.
macro_rules! parameters {
    ($( $(#[$doc:meta])* $name:ident = $default:literal in $min:literal, $max:literal by $step:literal; )*) => {
        /// The values that a search runs with.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters { $( $(#[$doc])* pub $name: i32, )* }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $( $name: $default, )* }
            }
        }

        impl Parameters {
            /// All parameters, in the order of their declaration.
            pub const ALL: &[Parameter] = &[ $( Parameter {
                name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
            }, )* ];

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $( stringify!($name) => Some(&mut self.$name), )*
                    _ => None,
                }
            }
        }
    };
}

impl Parameters {
    /// Sets a parameter by name; false, and nothing done, when there is none of that name or the
    /// value is out of range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let known = Self::ALL.iter().find(|p| p.name == name);
        match (known, self.slot(name)) {
            (Some(p), Some(slot)) if (p.min..=p.max).contains(&value) => {
                *slot = value;
                true
            }
            _ => false,
        }
    }
}

parameters! {
    /// Half width of the first aspiration window.
    aspiration_width = 14 in 4, 60 by 3;
    /// Widening of the window after a failure, per cent.
    aspiration_growth = 40 in 10, 200 by 10;

    /// Deepest node that razoring considers.
    razor_depth = 4 in 1, 8 by 1;
    /// Razoring margin.
    razor_base = 230 in 50, 500 by 20;
    /// Razoring margin for each depth squared.
    razor_slope = 180 in 50, 500 by 20;

    /// Deepest node that reverse futility considers.
    reverse_depth = 9 in 3, 16 by 1;
    /// Reverse futility margin for each ply of depth.
    reverse_slope = 80 in 30, 160 by 6;
    /// Reverse futility margin taken off when improving.
    reverse_improving = 65 in 0, 160 by 8;

    /// Least depth for a null move.
    null_depth = 3 in 2, 6 by 1;
    /// Null move: how far the static evaluation must exceed beta at depth 0.
    null_margin = 150 in 0, 400 by 15;
    /// Null move: how much of that margin each ply of depth takes off.
    null_slope = 14 in 0, 40 by 2;
    /// Null move reduction.
    null_base = 4096 in 2048, 6144 by 256;
    /// Null move reduction for each ply of depth.
    null_per_depth = 330 in 128, 512 by 24;
    /// Null move: centipawns above beta worth one ply of reduction.
    null_eval_divisor = 180 in 60, 400 by 15;
    /// Null move: depth from which a cutoff is verified by a search without null moves.
    null_verify_depth = 14 in 8, 24 by 1;

    /// Least depth for ProbCut.
    probcut_depth = 5 in 3, 9 by 1;
    /// ProbCut margin above beta.
    probcut_margin = 200 in 80, 400 by 15;
    /// ProbCut margin taken off when improving.
    probcut_improving = 55 in 0, 150 by 8;
    /// Margin above beta at which a shallow lower bound of the hash table is believed.
    probcut_hash_margin = 330 in 150, 700 by 25;

    /// Least depth for internal iterative reduction.
    iir_depth = 4 in 2, 9 by 1;

    /// Late move pruning: constant term of the count, 1024ths.
    late_base = 3072 in 1024, 6144 by 256;
    /// Late move pruning: moves for each depth squared when improving, 1024ths.
    late_slope = 1024 in 400, 2048 by 64;

    /// Deepest (reduced) node of futility pruning.
    futility_depth = 9 in 3, 16 by 1;
    /// Futility margin.
    futility_base = 95 in 20, 250 by 10;
    /// Futility margin for each ply of reduced depth.
    futility_slope = 85 in 30, 200 by 8;
    /// History worth one centipawn of futility margin.
    futility_history = 160 in 50, 1000 by 20;

    /// Deepest (reduced) node of history pruning.
    history_depth = 5 in 2, 10 by 1;
    /// History pruning threshold for each ply of depth.
    history_slope = 3500 in 1000, 9000 by 300;

    /// SEE pruning of quiet moves: centipawns for each reduced depth squared.
    see_quiet = 22 in 5, 80 by 4;
    /// SEE pruning of noisy moves: centipawns for each ply.
    see_noisy = 90 in 30, 200 by 8;
    /// History of a noisy move worth one centipawn of its SEE threshold.
    see_noisy_history = 100 in 30, 1000 by 20;

    /// Least depth for singular extensions.
    singular_depth = 6 in 4, 10 by 1;
    /// Singular margin for each ply, 16ths of a centipawn.
    singular_margin = 14 in 6, 40 by 2;
    /// Further margin of a double extension.
    singular_double = 14 in 0, 50 by 3;
    /// Further margin of a triple extension.
    singular_triple = 80 in 30, 250 by 10;

    /// Late move reduction of quiet moves, constant.
    reduction_quiet_base = 900 in 0, 2048 by 64;
    /// Late move reduction of quiet moves: divisor of ln(depth)·ln(index), 1024ths.
    reduction_quiet_divisor = 2560 in 1500, 4096 by 128;
    /// Late move reduction of noisy moves, constant.
    reduction_noisy_base = 100 in -512, 1024 by 64;
    /// Late move reduction of noisy moves: divisor of ln(depth)·ln(index), 1024ths.
    reduction_noisy_divisor = 3200 in 1500, 5120 by 128;
    /// Taken off in a PV node.
    reduction_pv = 950 in 0, 2048 by 96;
    /// Taken off where the position was in a PV before.
    reduction_was_pv = 800 in 0, 2048 by 96;
    /// Added in an expected cut node.
    reduction_cut = 1500 in 0, 3072 by 128;
    /// Added when not improving.
    reduction_not_improving = 550 in 0, 1536 by 64;
    /// Added when the hash move is noisy.
    reduction_hash_noisy = 800 in 0, 2048 by 96;
    /// Taken off when the move gives check.
    reduction_check = 900 in 0, 2048 by 96;
    /// Added when the children of the node failed high often.
    reduction_child_cutoffs = 900 in 0, 2048 by 96;
    /// History worth one ply less.
    reduction_history = 9500 in 3000, 30000 by 700;
    /// Correction of the evaluation (centipawns) worth one ply less.
    reduction_correction = 160 in 40, 1000 by 20;
    /// A reduced search this far above the best score is repeated a ply deeper.
    deeper_margin = 42 in 10, 120 by 6;
    /// A reduced search less than this far above the best score is repeated a ply shallower.
    shallower_margin = 8 in 0, 30 by 2;

    /// Quiescence: what a capture may bring beyond its victim.
    delta_margin = 170 in 50, 400 by 15;
    /// Quiescence: captures must keep at least this by exchange.
    quiescence_see = -25 in -150, 50 by 10;

    /// Weight of the pawn correction.
    correction_pawn = 700 in 0, 2000 by 60;
    /// Weight of the minor-piece correction.
    correction_minor = 500 in 0, 2000 by 60;
    /// Weight of the correction by each colour's pieces.
    correction_pieces = 600 in 0, 2000 by 60;
    /// Weight of the continuation correction.
    correction_continuation = 500 in 0, 2000 by 60;

    /// Clock: share of the remaining time for a move late in the game, 1024ths.
    time_share = 58 in 20, 120 by 4;
    /// Clock: how much smaller that share is at the first move, 1024ths.
    time_share_opening = 38 in 0, 60 by 4;
    /// Clock: part of the increment to spend, per cent.
    time_increment = 75 in 40, 100 by 5;
    /// Clock: hard limit as part of the remaining time, per cent.
    time_hard = 55 in 20, 80 by 5;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_names_differ() {
        for (index, p) in Parameters::ALL.iter().enumerate() {
            assert!(p.min < p.max && (p.min..=p.max).contains(&p.default), "{}", p.name);
            assert!(p.step > 0, "{}", p.name);
            assert!(Parameters::ALL[..index].iter().all(|other| other.name != p.name));
        }
    }

    #[test]
    fn setting_checks_name_and_range() {
        let mut parameters = Parameters::default();
        assert!(parameters.set("null_base", 3072));
        assert_eq!(parameters.null_base, 3072);
        assert!(!parameters.set("null_base", 1_000_000));
        assert!(!parameters.set("no_such_thing", 1));
        assert_eq!(parameters.null_base, 3072);
    }
}
