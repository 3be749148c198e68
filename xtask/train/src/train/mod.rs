//! `cargo xtask train`: trains a network on own games.
//!
//! The first layer is sparse: a position has at most 32 of its inputs for each side, so forward and
//! backward pass touch as many rows of weights, and no matrix library is needed.

pub mod dataset;
mod float_bits;
mod head;
pub mod import;
mod model;
mod optimizer;
mod results;
mod rounding;
mod trainer;

use anyhow::{Context, Result, ensure};
use bartizan::progress::{StatusLine, note};
use bartizan::table::thousands;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use dataset::{Dataset, Selection};
use eval::nnue::{Architecture, HIDDEN_STEP, Head, MAX_HIDDEN, Network};
use games::checksum::short_checksum;
use games::data;
use games::interrupt::interrupt_flag;
use games::output::{write_file, write_text};
use games::results::write_results;
use games::state::{RunOptions, StateFile};
use model::{Model, Target};
use results::NetworkResults;
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use trainer::{LossPoint, Schedule, TrainState, Trainer};

/// Time between two writes of the state within an epoch.
const SAVE_EVERY: Duration = Duration::from_secs(180);

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Game files of `datagen`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The network file; the results with the losses (.json) are written beside it
    #[arg(long, value_name = "FILE", default_value = "network.nnue")]
    net: PathBuf,
    /// Network whose weights are those to begin with; it may have fewer neurons, other king buckets and no
    /// threats [default: random ones]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Share of the weights of `--start` in those of the result, 0 to 1; what only earlier games taught
    /// is not forgotten
    #[arg(long, value_name = "X", default_value_t = 0.0, requires = "start",
          value_parser = parse_share)]
    start_share: f64,
    /// Network of the same architecture, such as that of another seed: the result is the mean of its
    /// weights and those of this run after `--start-share`. May be given several times, all count alike
    #[arg(long, value_name = "FILE")]
    mean: Vec<PathBuf>,
    /// Line about the network in its file [default: positions and epochs]
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    selection: Selection,
    /// Network that evaluates the positions of `--near` [default: `classical`]
    #[arg(long, value_name = "FILE", requires = "near")]
    teacher: Option<PathBuf>,
    /// Most training positions to use, evenly spaced over the games [default: all]
    #[arg(long, value_name = "N",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    positions: Option<usize>,
    /// Passes, over at most 16 million positions, in which the weights of the first layer are rounded, more and more
    /// of them, while the others learn to evaluate as before; with 0 they are all rounded at the end
    #[arg(long, value_name = "N", default_value_t = 0)]
    rounding_epochs: u32,
    #[command(flatten)]
    schedule: Schedule,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    run: RunOptions,
}

/// The sizes of a network, and how it sees the board.
#[derive(clap::Args, Clone, Debug)]
struct Shape {
    /// Neurons of the hidden layer for each side: a multiple of 64 from 64 to 1024, with layers of 128
    #[arg(long, value_name = "N", default_value_t = 128)]
    hidden: usize,
    /// What follows it: the weighted sum of squared clipped neurons, or the products of the clipped halves and two
    /// more hidden layers, of 16 and 32 neurons
    #[arg(long, value_name = "HEAD", default_value = "screlu", value_parser = head_parser())]
    head: Head,
    /// King bucket of each square of the own king: a digit or letter for a1 to d1, and so on to the
    /// eighth rank, divided by slashes, as 0011/0011/2222/2222/3333/3333/3333/3333
    #[arg(long, value_name = "TABLE", value_parser = parse_king_buckets)]
    king_buckets: Option<[u8; 32]>,
    /// Give attacked pieces inputs of their own, and others if they are defended
    #[arg(long)]
    threats: bool,
    /// Sets of output weights, by the number of pieces: 1, 2, 4 or 8
    #[arg(long, value_name = "N", default_value_t = 8)]
    output_buckets: usize,
}

fn head_parser() -> impl TypedValueParser<Value = Head> {
    PossibleValuesParser::new(["screlu", "layers"])
        .map(|name| if name == "layers" { Head::Layers } else { Head::Screlu })
}

fn parse_king_buckets(text: &str) -> Result<[u8; 32]> {
    let ranks: Vec<&str> = text.split('/').collect();
    ensure!(ranks.len() == 8 && ranks.iter().all(|rank| rank.len() == 4), "not 8 ranks of 4");
    let digit = |letter: char| letter.to_digit(32).map(|bucket| bucket as u8);
    let buckets: Option<Vec<u8>> = ranks.concat().chars().map(digit).collect();
    let buckets = buckets.context("a bucket is 0 to 9 or a to v")?;
    buckets.try_into().ok().context("not 32 squares")
}

pub fn parse_share(text: &str) -> Result<f64> {
    let share: f64 = text.parse()?;
    ensure!((0.0..=1.0).contains(&share), "not within 0 and 1");
    Ok(share)
}

impl Shape {
    fn architecture(&self) -> Result<Architecture> {
        let architecture = Architecture {
            hidden: self.hidden,
            head: self.head,
            king_buckets: self.king_buckets.unwrap_or([0; 32]),
            mirrored: true,
            threats: self.threats,
            output_buckets: self.output_buckets,
        };
        // The format would refuse these after the memory for them is allocated.
        ensure!(self.hidden.is_multiple_of(HIDDEN_STEP), "--hidden: not a multiple of 64");
        ensure!(self.hidden <= MAX_HIDDEN, "--hidden: unsupported hidden size {}", self.hidden);
        let buckets = self.output_buckets;
        ensure!(buckets <= 8, "--output-buckets: unsupported output buckets {buckets}");
        Ok(architecture)
    }
}

impl Args {
    fn architecture(&self) -> Result<Architecture> {
        let architecture = self.shape.architecture()?;
        // Refuses what the file format cannot hold before hours are spent on it.
        let note = self.note.as_deref().unwrap_or_default();
        let model = Model::new(architecture);
        model.quantise(&model.random_parameters(0), self.target.scale, note)?;
        Ok(architecture)
    }

    /// Refuses values that no range of an option refuses.
    fn check_schedule(&self) -> Result<()> {
        let Schedule { rate, final_rate, decay, sparsity, batch, average, .. } = self.schedule;
        ensure!(
            [rate, final_rate, decay, sparsity.into()]
                .iter()
                .all(|rate| rate.is_finite() && *rate >= 0.0)
                && rate > 0.0,
            "--rate must be positive, --final-rate, --decay and --sparsity not negative"
        );
        let result_share = self.target.result_share;
        ensure!((0.0..=1.0).contains(&result_share), "--result-share must be within 0 and 1");
        ensure!(batch > 0, "--batch must be at least 1");
        ensure!(average < 1.0, "--average must be less than 1");
        Ok(())
    }
}

/// Runs the task. Ctrl-C ends it early, which is no error: the same command goes on.
pub fn run(args: &Args) -> Result<()> {
    let architecture = args.architecture()?;
    args.check_schedule()?;
    let Args { schedule, target, .. } = *args;
    let model = Model::new(architecture);
    let (start, checksum) = match &args.start {
        Some(path) => {
            let network = Network::load(path).with_context(|| path.display().to_string())?;
            let same_scale = args.start_share == 0.0 || network.scale() == target.scale;
            ensure!(same_scale, "--start-share: {} has another scale", path.display());
            let parameters = model.parameters_of(&network, schedule.seed).context("--start")?;
            (parameters, Some(short_checksum(&network.encode())))
        }
        None => (model.random_parameters(schedule.seed), None),
    };
    let teacher = args
        .teacher
        .as_ref()
        .map(|path| Network::load(path).with_context(|| format!("--teacher: {}", path.display())));
    let teacher = teacher.transpose()?;
    let others = load_others(args, &model, &architecture)?;
    let settings = json!({
        "files": data::file_lengths(&args.files)?,
        "start": checksum,
        "selection": args.selection,
        "teacher": teacher.as_ref().map(|network| short_checksum(&network.encode())),
        "positions": args.positions,
        "hidden": architecture.hidden,
        "head": format!("{:?}", architecture.head).to_lowercase(),
        "king_buckets": architecture.king_buckets,
        "mirrored": architecture.mirrored,
        "threats": architecture.threats,
        "output_buckets": architecture.output_buckets,
        "schedule": schedule,
        "target": target,
    });
    let (mut file, stored) = StateFile::open::<TrainState>(&args.run, "train", settings.clone())?;
    let mut state = stored.unwrap_or_else(|| TrainState::new(&model, &schedule, start.clone()));
    note(&format!(
        "{}: {} of {} epochs",
        file.path().display(),
        state.progress.epochs,
        schedule.epochs
    ));
    let Some(data) = load_positions(args, teacher.as_ref())? else { return Ok(()) };
    let threads = args.run.threads.count();
    let mut trainer = Trainer::new(&data, architecture, schedule, target, threads);
    if !train(&mut trainer, &mut state, |state| file.save(state))? {
        note("interrupted; the same command goes on");
        return Ok(());
    }
    if !state.average.is_empty() {
        state.parameters = std::mem::take(&mut state.average);
    }
    // Shares and means are not part of the settings, so that the same run gives networks of several.
    for (parameter, first) in state.parameters.iter_mut().zip(start) {
        *parameter += args.start_share as f32 * (first - *parameter);
    }
    for (at, (_, other)) in others.iter().enumerate() {
        let share = 1.0 / (at + 2) as f32;
        for (parameter, other) in state.parameters.iter_mut().zip(other) {
            *parameter += share * (other - *parameter);
        }
    }
    let finite = state.parameters.iter().all(|parameter| parameter.is_finite());
    ensure!(finite, "the training diverged; try a smaller --rate");
    let positions = thousands(data.training.len() as u64);
    let default = || format!("{positions} positions, {} epochs", schedule.epochs);
    let text = args.note.clone().unwrap_or_else(default);
    let loss = trainer.validation_loss(&state.parameters);
    drop(trainer);
    let Some(rounded) = rounding::round_weights(args, &model, &data, &state.parameters)? else {
        note("interrupted; the same command begins the rounding again");
        return Ok(());
    };
    let network = model.quantise(&rounded, target.scale, &text)?;
    let results = NetworkResults::new(&data, &model, target, &state, loss, &network)?;
    write_file(&args.net, &network.encode())?;
    let json = json!({
        "settings": settings,
        "start_share": args.start_share,
        "rounding_epochs": args.rounding_epochs,
        "mean": others.iter().map(|(checksum, _)| checksum).collect::<Vec<_>>(),
        "results": results,
        "curve": state.progress.curve,
    });
    write_results(&args.net.with_extension("json"), &json)?;
    write_text(&mut io::stdout(), &format!("{results}{}: {network}\n", args.net.display()))
}

/// The checksums and parameters of the networks of `--mean`.
fn load_others(
    args: &Args,
    model: &Model,
    architecture: &Architecture,
) -> Result<Vec<(String, Vec<f32>)>> {
    let load = |path: &PathBuf| {
        let (network, name) = (Network::load(path), path.display());
        let network = network.with_context(|| name.to_string())?;
        let same = network.architecture() == architecture;
        ensure!(same, "{name}: another architecture: {network}");
        // Weights of another scale have another unit.
        ensure!(network.scale() == args.target.scale, "{name}: another scale, {}", network.scale());
        Ok((short_checksum(&network.encode()), model.parameters_of(&network, 0)?))
    };
    args.mean.iter().map(load).collect::<Result<_>>().context("--mean")
}

/// Reads the games. `None` when it was interrupted.
fn load_positions(args: &Args, teacher: Option<&Network>) -> Result<Option<Dataset>> {
    let threads = args.run.threads.count();
    let mut status = StatusLine::new(None);
    let scale = args.target.sigmoid_scale;
    let progress =
        |count| status.show(None, &format!("{} positions read", thousands(count as u64)));
    let stop = interrupt_flag();
    let selection = (args.selection, teacher);
    let loaded = Dataset::load(&args.files, selection, scale, threads, stop, progress);
    status.clear();
    let Some(mut data) = loaded? else { return Ok(None) };
    if let Some(limit) = args.positions {
        data.thin_out(limit);
    }
    let counts = [&data.training, &data.validation].map(|part| thousands(part.len() as u64));
    note(&format!("{} positions for training, {} for validation", counts[0], counts[1]));
    Ok(Some(data))
}

/// Trains to the end, and saves from time to time. False when it was interrupted.
fn train(
    trainer: &mut Trainer<'_>,
    state: &mut TrainState,
    mut save: impl FnMut(&TrainState) -> Result<()>,
) -> Result<bool> {
    let (start, seconds_before) = (Instant::now(), state.progress.seconds);
    let share_before = trainer.share(state);
    let mut status = StatusLine::new(Some(share_before));
    let mut saved = start;
    while !trainer.is_finished(state) {
        trainer.step(state);
        let seconds = start.elapsed().as_secs_f64();
        state.progress.seconds = seconds_before + seconds;
        let share = trainer.share(state);
        let speed = (share - share_before) * trainer.positions() as f64 / seconds;
        let speed = thousands(speed as u64);
        let epochs = state.progress.epochs;
        status.show(Some(share), &format!("epoch {}, {speed} positions/s", epochs + 1));
        let interrupted = interrupt_flag().load(Ordering::Relaxed);
        let completed = state.progress.batches == 0;
        if completed && let Some(point) = state.progress.curve.last() {
            let LossPoint { training, validation, .. } = point;
            let validation = validation.unwrap_or(f64::NAN);
            note(&format!(
                "epoch {epochs}: training {training:.6}, validation {validation:.6}, rate {:.2e}, \
                 {speed} positions/s",
                trainer.rate(state)
            ));
        }
        if interrupted || completed || saved.elapsed() > SAVE_EVERY {
            save(state)?;
            saved = Instant::now();
        }
        if interrupted && !trainer.is_finished(state) {
            status.clear();
            return Ok(false);
        }
    }
    status.clear();
    Ok(true)
}

#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod tests;
