//! `cargo xtask tune`: fits the weights of the hand-written evaluation to own games (Texel tuning).
//!
//! The evaluation is linearised around the present weights by finite differences, so the evaluator
//! needs no second form. The weights that minimise the squared error of the predicted result are then
//! found by gradient descent, and the best ones by the games set aside for validation are kept.

mod dataset;
mod fit;
mod requirement;
mod weights;

use crate::data;
use crate::interrupt::interrupt_flag;
use crate::output::write_text;
use crate::progress::{StatusLine, note};
use crate::state::{RunOptions, StateFile};
use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Result, ensure};
use dataset::Dataset;
use fit::{Fit, FitState};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use weights::WeightVector;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Game files of `datagen`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Most positions to use, evenly spaced over the games (default: all)
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Times that the evaluation is linearised anew around the weights found so far
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Passes over the positions in each round
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Step of a weight at the start of a round, in centipawns; it falls to a tenth
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    rate: f64,
    /// Share of the result in the target, the rest being the score of the search, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.6)]
    result_share: f64,
    /// Penalty for each squared centipawn that a weight moves in a round
    #[arg(long, value_name = "X", default_value_t = 2e-8)]
    anchor: f64,
    #[command(flatten)]
    run: RunOptions,
    /// Write the weights into the evaluation's source when the run is complete
    #[arg(long)]
    write: bool,
}

/// A run that can be continued.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct TuneState {
    /// Rounds completed.
    rounds: u32,
    /// Centipawns that divide a score before the logistic function.
    scale: Option<f64>,
    /// Weights that the present round starts from.
    start: WeightVector,
    /// The round in progress.
    fit: Option<FitState>,
    /// Validation error before the run and, by the linearised evaluation, after each round.
    errors: Vec<f64>,
}

/// Runs the task. Ctrl-C ends it early, which is no error: the same command goes on.
///
/// # Errors
/// When the games cannot be read, there are too few, or a file cannot be written.
pub fn run(args: &Args) -> Result<()> {
    let finite = args.rate.is_finite() && args.anchor.is_finite();
    ensure!(
        finite && args.rate > 0.0 && args.anchor >= 0.0,
        "--rate must be positive, --anchor not negative"
    );
    ensure!((0.0..=1.0).contains(&args.result_share), "--result-share must be within 0 and 1");
    let settings = json!({
        "files": data::file_lengths(&args.files)?,
        "positions": args.positions,
        "rounds": args.rounds,
        "epochs": args.epochs,
        "rate": args.rate,
        "result_share": args.result_share,
        "anchor": args.anchor,
        "weights": WeightVector::default(),
    });
    let (mut file, stored) = StateFile::open::<TuneState>(&args.run, "tune", settings)?;
    let mut state = stored.unwrap_or_default();
    note(&format!("{}: {} of {} rounds", file.path().display(), state.rounds, args.rounds));
    while state.rounds < args.rounds {
        if !tune_round(args, &mut state, &mut file)? {
            note("interrupted; the same command goes on");
            return Ok(());
        }
    }
    write_text(&mut io::stdout(), &report(&state))?;
    if args.write {
        let path = workspace::root().join(weights::SOURCE);
        state.start.write_source(&path)?;
        note(&format!("{} changed", path.display()));
    }
    Ok(())
}

/// One round. False when it was interrupted.
fn tune_round(args: &Args, state: &mut TuneState, file: &mut StateFile) -> Result<bool> {
    let threads = args.run.threads.count();
    let stop = interrupt_flag();
    let mut status = StatusLine::new(Some(0.0));
    let round = state.rounds + 1;
    let progress = |done: usize, all: usize| {
        let text = format!("round {round}: {done} of {all} positions linearised");
        status.show(Some(done as f64 / all as f64), &text);
    };
    let linearised =
        Dataset::linearise(&args.files, &state.start, args.positions, threads, stop, progress);
    status.clear();
    let Some(data) = linearised? else { return Ok(false) };
    let scale = *state.scale.get_or_insert_with(|| fit::best_scale(&data.training));
    let fit = Fit {
        scale,
        result_share: args.result_share,
        rate: args.rate,
        anchor: args.anchor,
        epochs: args.epochs,
        threads,
    };
    note(&format!(
        "round {round}: {} positions for training, {} for validation, scale {scale:.0} centipawns",
        data.training.len(),
        data.validation.len()
    ));
    let mut fitted = state.fit.take().unwrap_or_else(|| fit.start(&data));
    if state.errors.is_empty() {
        state.errors.push(fitted.best_error);
    }
    let share = |fitted: &FitState| Some(f64::from(fitted.epochs) / f64::from(args.epochs));
    let mut status = StatusLine::new(share(&fitted));
    while fitted.epochs < args.epochs && !stop.load(Ordering::Relaxed) {
        fit.epoch(&data, &mut fitted);
        let text = format!("epoch {}: validation {:.6}", fitted.epochs, fitted.best_error);
        status.show(share(&fitted), &text);
        state.fit = Some(fitted.clone());
        file.save(state)?;
    }
    status.clear();
    if fitted.epochs < args.epochs {
        return Ok(false);
    }
    state.errors.push(fitted.best_error);
    state.start = state.start.moved_by(&fitted.best);
    (state.fit, state.rounds) = (None, state.rounds + 1);
    file.save(state)?;
    Ok(true)
}

/// The errors, and how far each group of weights has moved.
fn report(state: &TuneState) -> String {
    let mut text = String::new();
    for (round, error) in state.errors.iter().enumerate() {
        text += &format!("validation error after round {round}: {error:.6} (linearised)\n");
    }
    let columns =
        [("weights", Align::Left), ("mean change", Align::Right), ("greatest", Align::Right)];
    let mut table = Table::new(&columns);
    for (name, mean, greatest) in WeightVector::default().changes(&state.start) {
        table.row([name.to_owned(), format!("{mean:.1}"), greatest.to_string()]);
    }
    text + &table.to_string()
}

#[cfg(test)]
mod tests;
