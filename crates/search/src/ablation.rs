//! The heuristics of the search, and how each is taken out by values of parameters.

/// A depth that no node has.
const NEVER: i32 = 1_000;
/// Centipawns that no position is worth, and as many moves.
const HUGE: i32 = 1_000_000;

/// A heuristic, and values of parameters that take it out. They may be outside the ranges of tuning, and can be set
/// where the crate has the feature `tune`.
pub type Ablation = (&'static str, &'static [(&'static str, i32)]);

/// The heuristics of the search `full`.
pub const ABLATIONS: &[Ablation] = &[
    ("aspiration windows", &[("aspiration_min_depth", NEVER)]),
    ("razoring", &[("razor_depth", 0)]),
    ("reverse futility pruning", &[("rfp_depth", 0)]),
    ("null-move pruning", &[("nmp_min_depth", NEVER)]),
    ("ProbCut", &[("probcut_min_depth", NEVER)]),
    ("internal iterative reductions", &[("iir_min_depth", NEVER)]),
    ("late move pruning", &[("lmp_base", HUGE)]),
    ("futility pruning", &[("futility_depth", -1)]),
    ("SEE pruning of quiet moves, reduced depth 1 on", &[("see_quiet", HUGE / 1_000)]),
    ("SEE pruning of noisy moves", &[("see_noisy", HUGE / 1_000)]),
    ("singular and negative extensions", &[("singular_min_depth", NEVER)]),
    ("double and triple extensions", &[("singular_max_doubles", 0)]),
    ("negative extensions", &[("negative_extension_tt", 0), ("negative_extension_cut", 0)]),
    ("late move reductions", &[("lmr_min_depth", NEVER)]),
    ("LMR less in PV nodes", &[("lmr_pv", 0)]),
    ("LMR less where on a PV before", &[("lmr_tt_pv", 0)]),
    ("LMR more in cut nodes", &[("lmr_cut_node", 0)]),
    ("LMR more when not improving", &[("lmr_not_improving", 0)]),
    ("LMR more with a noisy TT move", &[("lmr_tt_move_noisy", 0)]),
    ("LMR less for checks", &[("lmr_check", 0)]),
    ("LMR by cutoffs of children", &[("lmr_cutoff_count", 0)]),
    ("LMR by history", &[("lmr_history", HUGE)]),
    ("LMR by correction", &[("lmr_correction", HUGE)]),
    ("reduction after alpha is raised", &[("alpha_raised_max_depth", 0)]),
    ("delta pruning", &[("qs_delta_margin", HUGE)]),
    ("SEE pruning in quiescence", &[("qs_see_threshold", -HUGE), ("good_noisy_quiescence", -HUGE)]),
    ("limit of moves in quiescence", &[("qs_max_moves", HUGE)]),
    (
        "correction history",
        &[
            ("correction_pawn", 0),
            ("correction_minor", 0),
            ("correction_non_pawn", 0),
            ("correction_continuation", 0),
        ],
    ),
    ("butterfly history", &[("butterfly_weight", 0)]),
    ("pawn history", &[("pawn_weight", 0)]),
    (
        "continuation history",
        &[
            ("continuation_weight_1", 0),
            ("continuation_weight_2", 0),
            ("continuation_weight_4", 0),
            ("continuation_weight_6", 0),
        ],
    ),
    (
        "escape and threat scores of quiet moves",
        &[("escape_minor", 0), ("escape_rook", 0), ("escape_queen", 0), ("walk_into_attack", 0)],
    ),
    ("score of checks", &[("direct_check", 0)]),
];
