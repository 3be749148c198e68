//! `cargo xtask ablation`: the engine against itself with one heuristic taken out by its parameters.

use super::{GameOptions, Summary, play_all};
use anyhow::{Error, Result, ensure};
use bartizan::parts::EvaluationArguments;
use bartizan::table::Table;
use games::arena::Side;
use games::arena::player::settings_of;
use games::output::write_text;
use games::results::write_results;
use search::{ABLATIONS, Ablation};
use serde::Serialize;
use serde_json::json;
use std::io;
use uci::engine::EngineConfig;
use xtask::workspace;

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
