//! `cargo xtask ablation`: the engine against itself with one heuristic taken out by its parameters.

use super::{GameOptions, Summary, play_all};
use anyhow::{Error, Result, ensure};
use bartizan::parts::EvaluationArguments;
use bartizan::table::Table;
use games::arena::Side;
use games::arena::player::settings_of;
use games::output::write_text;
use games::results::write_results;
use serde::Serialize;
use serde_json::json;
use std::io;
use uci::engine::EngineConfig;
use xtask::workspace;

/// A depth that no node has.
const NEVER: i32 = 1_000;
/// Centipawns that no position is worth, and as many moves.
const HUGE: i32 = 1_000_000;

/// A heuristic, and values of parameters that take it out. They may be outside the ranges of tuning.
type Ablation = (&'static str, &'static [(&'static str, i32)]);

/// The heuristics.
const ABLATIONS: &[Ablation] = &[
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

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Only heuristics whose name has this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    #[command(flatten)]
    options: GameOptions,
}

/// What a heuristic is worth.
#[derive(Serialize)]
struct AblationRow {
    heuristic: &'static str,
    /// The values of parameters that take it out.
    without: String,
    /// The result of the whole engine against the one without it.
    result: Summary,
}

/// Runs the task. Ctrl-C ends it with the table so far; the same command goes on.
pub fn run(args: &Args) -> Result<()> {
    let only = args.only.to_lowercase();
    let config = args.evaluation.config().map_err(Error::msg)?;
    let mut chosen = engines_without(&config);
    chosen.retain(|(name, _)| name.to_lowercase().contains(&only));
    ensure!(!chosen.is_empty(), "there is no heuristic `{}`", args.only);
    let default = workspace::root().join("target/ablation/results.json");
    let out = args.options.run.out.clone().unwrap_or(default);
    let whole = Side::from(config);
    let matches = chosen.into_iter().map(|(heuristic, without)| {
        let of = (heuristic, without.to_string());
        (of, [whole.clone(), without])
    });
    let mut ablations = Vec::new();
    play_all(matches, &args.options, "ablation", |(heuristic, without), result| {
        ablations.push(AblationRow { heuristic, without, result });
        // After each match, so that a killed process leaves a table too.
        write_results(&out, &json!({ "engine": whole.to_string(), "ablations": ablations }))
    })?;
    let (options, table) = (&args.options, table(&ablations));
    let text = format!("engine      {whole}\n{options}{table}{}\n", out.display());
    write_text(&mut io::stdout(), &text)
}

/// The engine without each heuristic, after the heuristic's name.
pub fn engines_without(config: &EngineConfig) -> Vec<(&'static str, Side)> {
    let engine = |&(heuristic, parameters): &Ablation| {
        let mut settings = settings_of(config.clone());
        settings.parameters.extend(parameters.iter().copied());
        let values = parameters.iter().map(|(name, value)| format!("{name}={value}"));
        (heuristic, Side::built(values.collect::<Vec<_>>().join(","), settings))
    };
    ABLATIONS.iter().map(engine).collect()
}

/// What each heuristic is worth.
fn table(ablations: &[AblationRow]) -> Table {
    let rows = ablations.iter().map(|AblationRow { heuristic, result, .. }| {
        let elo = result.elo.map_or_else(String::new, |elo| elo.to_string());
        let nelo = result.normalized_elo.map_or_else(String::new, |elo| elo.to_string());
        vec![(*heuristic).to_owned(), result.games.to_string(), elo, nelo]
    });
    Table::of_numbers(["heuristic", "games", "Elo", "nElo"], rows)
}
