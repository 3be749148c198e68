//! `data loss`: how far static evaluations are from the scores of searches.

use anyhow::{Context, Result, ensure};
use bartizan::pool::{self, Threads};
use bartizan::table::{Align, Table, thousands};
use board::Position;
use eval::nnue::{Network, Nnue};
use eval::{Classical, Evaluator, Score, expected_points, material_count};
use games::data::{GameRecord, games, kept};
use games::output::write_text;
use games::uci_process::UciProcess;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Positions that one evaluator scores at a time.
const CHUNK: usize = 4096;
/// Phases of the game by their names and least numbers of pieces.
const PHASES: [(&str, u32); 3] = [("24 to 32", 24), ("13 to 23", 13), ("to 12", 0)];
/// Bounds of the factor that fits the scores of an evaluator to the model of chances.
const FACTORS: [f64; 2] = [0.1, 10.0];

/// Command line.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Game files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A network to compare with `classical`; can be repeated
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// A UCI engine to compare, by the line `Final evaluation` of its command `eval`, as Stockfish has it
    #[arg(long, value_name = "PROGRAM")]
    engine: Vec<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// A position with the score that evaluators are compared with, for its side to move.
struct Labelled {
    position: Position,
    score: Score,
    material: u32,
    phase: usize,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut sources = vec![(Classical::NAME.to_owned(), Source::Classical)];
    for path in &args.net {
        let name = path.display().to_string();
        let network = Network::load(path).with_context(|| name.clone())?;
        sources.push((name, Source::Network(Arc::new(network))));
    }
    let engine = |path: &PathBuf| (path.display().to_string(), Source::Engine(path.clone()));
    sources.extend(args.engine.iter().map(engine));
    let mut positions = Vec::new();
    for game in games(&args.files) {
        add_labelled(&game?, &mut positions)?;
    }
    ensure!(!positions.is_empty(), "no position has a score");
    let mut columns: Vec<_> =
        ["evaluation", "factor", "error", "±"].map(|name| (name, Align::Right)).to_vec();
    columns[0].1 = Align::Left;
    columns.extend(PHASES.map(|(name, _)| (name, Align::Right)));
    let mut table = Table::new(&columns);
    for (name, source) in sources {
        let scored = score(&source, &positions, args.threads.count())?;
        table.row([name].into_iter().chain(errors(&positions, &scored)));
    }
    let counts = PHASES.map(|(name, _)| name).into_iter().enumerate().map(|(phase, name)| {
        let count = positions.iter().filter(|of| of.phase == phase).count();
        format!("{} with {name} pieces", thousands(count as u64))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    let all = thousands(positions.len() as u64);
    write_text(out, &format!("{table}{all} positions: {counts}\n"))
}

/// The kept positions of a game that have a score.
fn add_labelled(game: &GameRecord, positions: &mut Vec<Labelled>) -> Result<()> {
    for sample in kept(game)? {
        let position = sample.position;
        let Some(score) = sample.score else { continue };
        let pieces = position.occupied().count();
        positions.push(Labelled {
            score: score.relative_to(position.side_to_move()),
            material: material_count(&position),
            phase: PHASES.iter().position(|&(_, least)| pieces >= least).unwrap_or_default(),
            position,
        });
    }
    Ok(())
}

/// What evaluates.
enum Source {
    Classical,
    Network(Arc<Network>),
    Engine(PathBuf),
}

/// The scores of all positions in centipawns, each for its side to move.
fn score(source: &Source, positions: &[Labelled], threads: usize) -> Result<Vec<f64>> {
    let chunks: Vec<_> = positions.chunks(CHUNK).collect();
    let scores = pool::run(&chunks, threads, |chunk| {
        let mut evaluator: Box<dyn Evaluator> = match source {
            Source::Classical => Box::new(Classical::default()),
            Source::Network(network) => Box::new(Nnue::new(Arc::clone(network))),
            Source::Engine(path) => {
                let mut engine = UciProcess::start(path)?;
                return chunk.iter().map(|of| engine.static_evaluation(&of.position)).collect();
            }
        };
        let score = |of: &Labelled| evaluator.evaluate(&of.position, 0).clamp_eval().raw();
        Ok(chunk.iter().map(score).map(f64::from).collect::<Vec<_>>())
    })?;
    Ok(scores.concat())
}

/// The cells of the factor and the errors: root mean square differences of expected points, over all positions with
/// the standard error, and by phase. The scores of the evaluator times the factor have the least error.
fn errors(positions: &[Labelled], scored: &[f64]) -> Vec<String> {
    let pairs: Vec<(&Labelled, f64, f64)> = positions
        .iter()
        .zip(scored)
        .map(|(of, &score)| (of, expected_points(f64::from(of.score.raw()), of.material), score))
        .collect();
    let squares = |factor: f64| {
        let square = move |&(of, expected, score): &(&Labelled, f64, f64)| {
            (expected_points(factor * score, of.material) - expected).powi(2)
        };
        pairs.iter().map(square)
    };
    let mean = |factor: f64| squares(factor).sum::<f64>() / pairs.len() as f64;
    let factor = least(FACTORS.map(f64::ln), |ln| mean(ln.exp())).exp();
    let error = mean(factor).sqrt();
    let variance = squares(factor).map(|square| (square - error * error).powi(2)).sum::<f64>()
        / pairs.len() as f64;
    // Of the root, by the derivative of the root.
    let deviation = (variance / pairs.len() as f64).sqrt() / (2.0 * error).max(f64::MIN_POSITIVE);
    let mut cells = vec![format!("{factor:.2}"), format!("{error:.4}"), format!("{deviation:.4}")];
    cells.extend((0..PHASES.len()).map(|phase| {
        let of_phase =
            || pairs.iter().zip(squares(factor)).filter(|((of, ..), _)| of.phase == phase);
        match of_phase().count() {
            0 => "-".to_owned(),
            count => {
                let sum: f64 = of_phase().map(|(_, square)| square).sum();
                format!("{:.4}", (sum / count as f64).sqrt())
            }
        }
    }));
    cells
}

/// Where a function with one minimum within the bounds is least, by golden-section search.
fn least([mut low, mut high]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    while high - low > 1e-3 {
        let third = ratio * (high - low);
        if function(high - third) < function(low + third) {
            high = low + third;
        } else {
            low = high - third;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, random_game};
    use super::*;
    use games::testing::parse;
    use std::fs;
    use testkit::TempFolder;

    /// A game whose scores are the evaluations of `classical` for the side to move, times `factor`.
    fn evaluated_game(number: u32, factor: i32) -> GameRecord {
        let mut game = random_game(number, 60);
        let samples = game.replay().unwrap();
        let positions: Vec<_> = samples.map(|sample| sample.unwrap().position).collect();
        let mut classical = Classical::default();
        for (mv, position) in game.moves.iter_mut().zip(&positions) {
            let score = Score::new(classical.evaluate(position, 0).raw() * factor).clamp_eval();
            mv.score = Some(score.relative_to(position.side_to_move()));
        }
        game
    }

    fn table(game: &GameRecord) -> String {
        let folder = TempFolder::new("loss");
        let [path, net] = ["some.games", "own.nnue"].map(|name| folder.join(name));
        fs::write(&net, Network::embedded().encode()).unwrap();
        fs::write(&path, file(&[vec![game.clone()]])).unwrap();
        let line = format!("{} --net {} --threads 2", path.display(), net.display());
        let mut out = Vec::new();
        run(&parse(&line).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The numbers of row `index` below the header.
    fn row(table: &str, index: usize) -> Vec<f64> {
        let words = table.lines().nth(1 + index).unwrap().split_whitespace().skip(1);
        words.filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn static_evaluations_are_compared_with_the_scores_of_kept_positions() {
        let game = evaluated_game(1, 2);
        let exact = table(&game);
        let count = kept(&game).unwrap().len();
        assert!(exact.contains(&format!("\n{count} positions: ")), "{exact}");
        // The factor is found, and nothing is left.
        let classical = row(&exact, 0);
        assert!((classical[0] - 2.0).abs() < 0.02 && classical[1] < 0.001, "{exact}");
        let network = row(&exact, 1);
        assert!(network[1] > 0.01 && network[2] > 0.0 && network[2] < network[1], "{exact}");
    }

    #[test]
    fn faulty_input_is_named() {
        let folder = TempFolder::new("loss-faults");
        let games = folder.join("some.games");
        let unscored = GameRecord { moves: Vec::new(), ..random_game(1, 0) };
        fs::write(&games, file(&[vec![unscored]])).unwrap();
        let error = |line: String| run(&parse(&line).unwrap(), &mut Vec::new()).unwrap_err();
        let text = format!("{:#}", error(games.display().to_string()));
        assert!(text.contains("no position has a score"), "{text}");
        let text = format!("{:#}", error(format!("{0} --net {0}", games.display())));
        assert!(text.contains("some.games"), "{text}");
    }
}
