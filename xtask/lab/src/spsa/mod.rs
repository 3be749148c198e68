//! `cargo xtask spsa`: tunes parameters by self-play in this process at fixed nodes.

mod parameters;
mod tuner;

use crate::engine_match::OpeningOptions;
use anyhow::{Context, Error, Result, ensure};
use bartizan::parts::EvaluationArguments;
use bartizan::progress::{StatusLine, note};
use bartizan::table::Table;
use board::Position;
use games::arena::player::{Player, settings_of};
use games::arena::{Side, play_pair};
use games::interrupt::interrupt_flag;
use games::output::write_text;
use games::search_thread::run_searches;
use games::state::{RunOptions, StateFile};
use serde_json::json;
use tuner::{Perturbation, Spsa, SpsaState};
use uci::engine::{EngineConfig, tunable_parameters};
use uci::options::R_END;
use xtask::workspace;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The parameters: names with `*` for any text, separated by commas
    #[arg(long, value_name = "NAMES", default_value = "*")]
    params: String,
    /// Games of the whole run, in pairs
    #[arg(long, value_name = "N", default_value_t = 30_000,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(2..))]
    games: usize,
    /// Pairs of an iteration; the values change after each
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    batch: usize,
    /// Learning rate at the end of the run
    #[arg(long, value_name = "R", default_value_t = R_END)]
    r_end: f64,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    run: RunOptions,
    /// Write the values into the declarations when the run is complete
    #[arg(long)]
    write: bool,
}

/// Runs the task. Ctrl-C ends it early, which is no error: the same command goes on.
pub fn run(args: &Args) -> Result<()> {
    ensure!(args.r_end > 0.0 && args.r_end.is_finite(), "--r-end must be positive");
    let parameters = parameters::choose(&args.params, tunable_parameters(), args.r_end)?;
    let pairs = args.games.div_ceil(2);
    let spsa = Spsa { parameters, pairs, batch: args.batch, seed: args.openings.seed };
    let config = args.evaluation.config().map_err(Error::msg)?;
    let settings = json!({
        "parameters": spsa.parameters,
        "pairs": pairs,
        "batch": args.batch,
        "nodes": args.nodes,
        "openings": args.openings.describe()?,
        "engine": Side::from(config.clone()).identity()?,
    });
    let (mut file, stored) = StateFile::open(&args.run, "spsa", settings)?;
    let mut state = stored.unwrap_or_else(|| spsa.start());
    note(&format!("{}: {} of {pairs} pairs", file.path().display(), state.pairs));
    let tuned = tune(args, &config, &spsa, &mut state, &mut file);
    file.save(&state)?;
    tuned?;
    write_text(&mut std::io::stdout(), &table(&spsa, &state).to_string())?;
    if args.write {
        ensure!(state.pairs == pairs, "--write: {} of {pairs} pairs were played", state.pairs);
        let values: Vec<_> = rounded(&spsa, &state).collect();
        for path in parameters::write_back(&workspace::root(), &values)? {
            note(&format!("{} changed", path.display()));
        }
    }
    Ok(())
}

/// Plays the rest of the run.
fn tune(
    args: &Args,
    config: &EngineConfig,
    spsa: &Spsa,
    state: &mut SpsaState,
    file: &mut StateFile,
) -> Result<()> {
    let (mut openings, _) = args.openings.openings(spsa.pairs)?;
    (0..state.pairs).try_for_each(|_| openings.next_opening().map(|_| ()))?;
    let share = |state: &SpsaState| Some(state.pairs as f64 / spsa.pairs as f64);
    let mut status = StatusLine::new(share(state));
    let play = |batch: &[Perturbation]| {
        let jobs = batch.iter().map(|pair| Ok((pair, openings.next_opening()?)));
        let jobs = jobs.collect::<Result<Vec<_>>>()?;
        let side = |values: &[i32]| side(config, spsa, values)?.start();
        play_batch(&side, &jobs, args.nodes, args.run.threads.count())
    };
    let played = spsa.run(state, play, |state| {
        let text = format!("{} of {} games", 2 * state.pairs, 2 * spsa.pairs);
        status.show(share(state), &text);
        if file.is_due() { file.save(state) } else { Ok(()) }
    });
    status.clear();
    played
}

/// Plays the pairs of an iteration: the games that the first side of each has won less those it has
/// lost. `None` when it was interrupted.
fn play_batch(
    side: &(impl Fn(&[i32]) -> Result<Box<dyn Player>> + Sync),
    jobs: &[(&Perturbation, Position)],
    nodes: u64,
    threads: usize,
) -> Result<Option<Vec<i32>>> {
    let results =
        run_searches(jobs, threads, interrupt_flag(), |(perturbation, opening), signals| {
            let mut players = [side(&perturbation.plus)?, side(&perturbation.minus)?];
            let pair = perturbation.pair;
            let played = play_pair(&mut players, pair, opening.clone(), nodes, signals);
            let played = played.with_context(|| format!("pair {}", pair + 1))?;
            Ok(played.map(|pair| pair.half_points().iter().sum::<usize>() as i32 - 2))
        })?;
    Ok(results.into_iter().collect())
}

/// The engine with values of the parameters.
fn side(config: &EngineConfig, spsa: &Spsa, values: &[i32]) -> Result<Side> {
    let mut settings = settings_of(config.clone());
    for (parameter, value) in spsa.parameters.iter().zip(values) {
        settings.set(&parameter.name, Some(&value.to_string())).map_err(Error::msg)?;
    }
    Ok(Side::built("spsa".to_owned(), settings))
}

/// The values as they would be declared.
fn rounded<'a>(spsa: &'a Spsa, state: &'a SpsaState) -> impl Iterator<Item = (&'a str, i32)> {
    let values = spsa.parameters.iter().zip(&state.values);
    values.map(|(parameter, value)| (parameter.name.as_str(), value.round() as i32))
}

/// The values, and how far they have moved in units of the perturbation.
fn table(spsa: &Spsa, state: &SpsaState) -> Table {
    let values = spsa.parameters.iter().zip(&state.values).zip(rounded(spsa, state));
    let rows = values.map(|((p, value), (name, now))| {
        let moved = format!("{:+.2}", (value - p.start) / p.c_end);
        let (start, now) = (p.start.to_string(), now.to_string());
        vec![name.to_owned(), start, now, moved, p.min.to_string(), p.max.to_string()]
    });
    Table::of_numbers(["parameter", "start", "now", "moved", "min", "max"], rows)
}
