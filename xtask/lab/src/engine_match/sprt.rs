//! `cargo xtask sprt REV`: the engine of the working tree against that of a revision.

use super::{EngineMatch, GameOptions};
use anyhow::Result;
use games::arena::{Side, Sprt};
use games::revision::{build_revision, build_working_tree};

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The revision to play against: a commit, branch or tag
    #[arg(value_name = "REV")]
    pub revision: String,
    /// Bounds of the test in normalised Elo [default: 0,10]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub bounds: Option<Sprt>,
    /// Test that the working tree is not weaker: bounds of -10,0
    #[arg(long, conflicts_with = "bounds")]
    pub simplification: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// Runs the task.
///
/// # Errors
/// When an engine cannot be built or fails, or the openings or the file cannot be used.
pub fn run(args: &Args) -> Result<()> {
    let default = if args.simplification {
        Sprt { elo0: -10.0, elo1: 0.0 }
    } else {
        Sprt { elo0: 0.0, elo1: 10.0 }
    };
    let builds = [build_working_tree()?, build_revision(&args.revision)?];
    EngineMatch {
        sides: builds.map(|build| Side::program(build.name, &build.path)),
        sprt: Some(args.bounds.unwrap_or(default)),
        options: args.options.clone(),
        folder: "sprt",
    }
    .run()
}
