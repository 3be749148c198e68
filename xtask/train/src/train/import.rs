//! `cargo xtask import-network`: a network file of weights that another trainer has written.

use super::Shape;
use super::model::Model;
use anyhow::{Context, Result, ensure};
use eval::nnue::Parameters;
use games::output::{write_file, write_text};
use std::fs;
use std::io;
use std::path::PathBuf;

/// Writers fill files up to a multiple of this.
const PADDING: usize = 64;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Weights in floating point of 32 bits, little-endian: feature weights, for each king bucket, input and
    /// neuron; feature biases; output weights, for each output bucket; output biases. With layers in place of the last
    /// two weights of the first one, for each output bucket, neuron and input; its biases; then for each output bucket
    /// weights to the second one, for each activation and neuron, biases, output weights and output bias
    weights: PathBuf,
    /// The network file to write
    #[arg(long, value_name = "FILE", default_value = "network.nnue")]
    net: PathBuf,
    #[command(flatten)]
    shape: Shape,
    /// Centipawns of an output of 1
    #[arg(long, value_name = "CP", default_value_t = 200,
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    scale: u16,
    /// Line about the network in its file
    #[arg(long, value_name = "TEXT", default_value = "imported")]
    note: String,
}

/// Writes the network.
pub fn run(args: &Args) -> Result<()> {
    let name = args.weights.display();
    let model = Model::new(args.shape.architecture()?);
    let bytes = fs::read(&args.weights).with_context(|| format!("cannot read {name}"))?;
    let parameters = parameters(&model, &bytes).with_context(|| name.to_string())?;
    let network = model.quantise(&parameters, args.scale, &args.note)?;
    write_file(&args.net, &network.encode())?;
    write_text(&mut io::stdout(), &format!("{}: {network}\n", args.net.display()))
}

/// The parameters in the bytes of a file.
pub(super) fn parameters(model: &Model, bytes: &[u8]) -> Result<Vec<f32>> {
    let count: usize = Parameters::sizes(&model.architecture).into_iter().sum();
    let expected = 4 * count;
    ensure!(
        (expected..expected + PADDING).contains(&bytes.len()),
        "{} bytes are not the {count} weights of this architecture, {expected} bytes",
        bytes.len()
    );
    let parameters: Vec<f32> =
        bytes.as_chunks().0.iter().take(count).map(|&value| f32::from_le_bytes(value)).collect();
    ensure!(parameters.iter().all(|value| value.is_finite()), "a weight is no number");
    Ok(parameters)
}
