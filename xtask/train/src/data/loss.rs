//! `data loss`: how far evaluations, or short searches with them, are from the scores of longer searches.

use anyhow::{Context, Result, ensure};
use bartizan::pool::{self, Threads};
use bartizan::table::{Align, Table, thousands};
use board::{Move, Position};
use eval::nnue::{Network, Nnue};
use eval::{Classical, Evaluator, Score, expected_points, material_count};
use game::Game;
use games::data::{GameRecord, games, identity};
use games::output::write_text;
use games::uci_process::UciProcess;
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use uci::engine::{EngineConfig, build};

/// Enough for the nodes of a position.
const HASH_MIB: usize = 1;
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
    /// A UCI engine to compare, by the line `Final evaluation` of its command `eval`, as Stockfish has it; static
    /// evaluation only
    #[arg(long, value_name = "PROGRAM", conflicts_with = "depth")]
    engine: Vec<PathBuf>,
    /// Depth of the search that evaluates; 0 for the static evaluation, of kept positions only
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    #[command(flatten)]
    threads: Threads,
}

/// A position with the score that evaluators are compared with, for its side to move.
struct Labelled {
    position: Position,
    mv: Move,
    score: Score,
    material: u32,
    phase: usize,
}

/// The score of an evaluator in centipawns for the side to move, and the move of its search.
type Scored = (f64, Option<Move>);

/// What gives positions their scores.
enum Source {
    Internal(EngineConfig),
    Program(PathBuf),
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, a game is illegal, there are no scores, or an engine does not answer.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut sources = vec![(
        Classical::NAME.to_owned(),
        Source::Internal(EngineConfig { evaluation: Classical::NAME, ..EngineConfig::default() }),
    )];
    for path in &args.net {
        let name = path.display().to_string();
        let network = Some(Arc::new(Network::load(path).with_context(|| name.clone())?));
        let config = EngineConfig { evaluation: Nnue::NAME, network, ..EngineConfig::default() };
        sources.push((name, Source::Internal(config)));
    }
    let program = |path: &PathBuf| (path.display().to_string(), Source::Program(path.clone()));
    sources.extend(args.engine.iter().map(program));
    let mut positions = Vec::new();
    for game in games(&args.files) {
        add_labelled(&game?, args.depth, &mut positions)?;
    }
    ensure!(!positions.is_empty(), "no position has a score");
    let mut columns: Vec<_> =
        ["evaluation", "factor", "error", "±"].map(|name| (name, Align::Right)).to_vec();
    columns[0].1 = Align::Left;
    columns.extend(PHASES.map(|(name, _)| (name, Align::Right)));
    if args.depth > 0 {
        columns.push(("same move", Align::Right));
    }
    let mut table = Table::new(&columns);
    for (name, source) in &sources {
        let scored = score(source, &positions, args)?;
        let mut row = vec![name.clone()];
        row.extend(errors(&positions, &scored));
        if args.depth > 0 {
            let same = positions.iter().zip(&scored).filter(|(of, scored)| Some(of.mv) == scored.1);
            let share = same.count() as f64 / positions.len() as f64;
            row.push(format!("{:.2} %", 100.0 * share));
        }
        table.row(row);
    }
    let counts = PHASES.map(|(name, _)| name).into_iter().enumerate().map(|(phase, name)| {
        let count = positions.iter().filter(|of| of.phase == phase).count();
        format!("{} with {name} pieces", thousands(count as u64))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    let all = thousands(positions.len() as u64);
    write_text(out, &format!("{table}{all} positions: {counts}\n"))
}

/// The positions of a game that count: a search can resolve captures, a static evaluation cannot.
fn add_labelled(game: &GameRecord, depth: u32, positions: &mut Vec<Labelled>) -> Result<()> {
    for sample in game.replay().with_context(|| identity(game))? {
        let sample = sample.with_context(|| identity(game))?;
        let position = &sample.position;
        let counts = if depth == 0 { sample.is_kept() } else { !position.in_check() };
        let Some(score) = sample.score.filter(|score| counts && !score.is_decisive()) else {
            continue;
        };
        let pieces = position.occupied().count();
        positions.push(Labelled {
            mv: sample.mv,
            score: score.relative_to(position.side_to_move()),
            material: material_count(position),
            phase: PHASES.iter().position(|&(_, least)| pieces >= least).unwrap_or_default(),
            position: sample.position,
        });
    }
    Ok(())
}

/// The cells of the factor and the errors: root mean square differences of expected points, over all positions with
/// the standard error, and by phase. The scores of the evaluator times the factor have the least error.
fn errors(positions: &[Labelled], scored: &[Scored]) -> Vec<String> {
    let pairs: Vec<(&Labelled, f64, f64)> = positions
        .iter()
        .zip(scored)
        .map(|(of, scored)| (of, expected_points(f64::from(of.score.raw()), of.material), scored.0))
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

/// The scores of all positions.
fn score(source: &Source, positions: &[Labelled], args: &Args) -> Result<Vec<Scored>> {
    let chunks: Vec<_> = positions.chunks(CHUNK).collect();
    let scored = pool::run(&chunks, args.threads.count(), |chunk| match source {
        Source::Internal(config) => {
            let mut scorer = Scorer::new(config, args.depth)?;
            Ok(chunk.iter().map(|of| scorer.score(&of.position)).collect())
        }
        Source::Program(path) => {
            let mut engine = UciProcess::start(path)?;
            let score = |of: &Labelled| {
                let score = engine.static_evaluation(&of.position)?;
                Ok((score, None))
            };
            chunk.iter().map(score).collect::<Result<Vec<Scored>>>()
        }
    })?;
    Ok(scored.concat())
}

/// What gives a position its score.
enum Scorer {
    Static(Box<dyn Evaluator>),
    Search(Box<dyn Searcher>, Limits),
}

impl Scorer {
    fn new(config: &EngineConfig, depth: u32) -> Result<Self> {
        if depth == 0 {
            return Ok(Self::Static(match &config.network {
                Some(network) => Box::new(Nnue::new(Arc::clone(network))),
                None => Box::new(Classical::default()),
            }));
        }
        let mut searcher = build(config.clone());
        let options = Options { hash_mib: HASH_MIB, threads: 0, ..Options::default() };
        searcher.set_options(&options)?;
        Ok(Self::Search(searcher, Limits::depth(depth)))
    }

    /// The score for the side to move, and the move of a search.
    fn score(&mut self, position: &Position) -> Scored {
        match self {
            Self::Static(evaluator) => {
                (f64::from(evaluator.evaluate(position, 0).clamp_eval().raw()), None)
            }
            Self::Search(searcher, limits) => {
                // A position does not depend on those before.
                searcher.new_game();
                let game = Game::new(position.clone());
                let result = searcher.search(&game, limits, &Signals::default(), &mut NullReporter);
                (f64::from(result.score.clamp_eval().raw()), result.best)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, random_game};
    use super::*;
    use games::data::kept;
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

    fn table(games: &[GameRecord], options: &str) -> String {
        let folder = TempFolder::new(&format!("loss{}", options.len()));
        let [path, net] = ["some.games", "own.nnue"].map(|name| folder.join(name));
        fs::write(&net, Network::embedded().encode()).unwrap();
        fs::write(&path, file(&[games.to_vec()])).unwrap();
        let line = format!("{} --net {} {options}", path.display(), net.display());
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
        let exact = table(std::slice::from_ref(&game), "");
        let count = kept(&game).unwrap().len();
        assert!(exact.contains(&format!("\n{count} positions: ")), "{exact}");
        // The factor is found, and nothing is left.
        let classical = row(&exact, 0);
        assert!((classical[0] - 2.0).abs() < 0.02 && classical[1] < 0.001, "{exact}");
        let network = row(&exact, 1);
        assert!(network[1] > 0.01 && network[2] > 0.0 && network[2] < network[1], "{exact}");
    }

    #[test]
    fn searches_are_compared_whatever_the_number_of_threads() {
        let games: Vec<_> = (0..70).map(|number| evaluated_game(number, 1)).collect();
        let once = table(&games, "--depth 2 --threads 1");
        assert_eq!(table(&games, "--depth 2 --threads 3"), once);
        // Random moves are seldom the best ones, but sometimes.
        let numbers = row(&once, 0);
        let same_move = *numbers.last().unwrap();
        assert!(numbers[1] > 0.01 && (0.5..30.0).contains(&same_move), "{once}");
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
