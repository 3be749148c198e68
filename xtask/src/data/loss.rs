//! `data loss`: how far evaluations, or short searches with them, are from the scores and moves of
//! the searches that played the games.

use super::{GameRecord, Sample, identity, map_games};
use crate::output::write_text;
use crate::pool::Threads;
use crate::table::{Align, Table, thousands};
use anyhow::{Context, Result, ensure};
use board::{Move, Position};
use eval::nnue::{Network, Nnue};
use eval::{Classical, Evaluator, Score};
use search::{Game, Limits, NullReporter, Options, Searcher, Signals};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use uci::engine::{EngineConfig, build};

/// Enough for the nodes of a position.
const HASH_MIB: usize = 1;

/// Command line.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Game files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A network to compare with `classical`; can be repeated
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// Depth of the search that evaluates; 0 for the static evaluation, of kept positions only
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// Centipawns that divide a score before the logistic function
    #[arg(long, value_name = "CP", default_value_t = 400,
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    scale: u16,
    #[command(flatten)]
    threads: Threads,
}

/// Sums over positions: squared errors after the logistic function, absolute errors in
/// centipawns, and how often the search chose the move of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    squared: f64,
    absolute: f64,
    same_move: u64,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, a game is illegal, or there are no scores.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let load = |path: &PathBuf| Network::load(path).with_context(|| path.display().to_string());
    let networks: Vec<Network> = args.net.iter().map(load).collect::<Result<_>>()?;
    let config = |network| EngineConfig {
        evaluation: Nnue::NAME,
        network: Some(Arc::new(network)),
        ..EngineConfig::default()
    };
    let classical = EngineConfig { evaluation: Classical::NAME, ..EngineConfig::default() };
    let engines: Vec<_> =
        std::iter::once(classical).chain(networks.into_iter().map(config)).collect();
    let (mut sums, mut count) = (vec![Sums::default(); engines.len()], 0);
    let add = |measured: Vec<(Vec<Sums>, u64)>| {
        for (part, positions) in measured {
            count += positions;
            for (sum, part) in sums.iter_mut().zip(part) {
                sum.squared += part.squared;
                sum.absolute += part.absolute;
                sum.same_move += part.same_move;
            }
        }
        true
    };
    let work = |games: &[GameRecord]| measure(games, &engines, args);
    map_games(&args.files, args.threads.count(), work, add)?;
    ensure!(count > 0, "no position has a score");
    let names = args.net.iter().map(|path| path.display().to_string());
    let names = std::iter::once(Classical::NAME.to_owned()).chain(names);
    write_text(out, &report(names, &sums, count, args.depth))
}

/// The table of means.
fn report(names: impl Iterator<Item = String>, sums: &[Sums], count: u64, depth: u32) -> String {
    let mut columns =
        vec![("evaluation", Align::Left), ("loss", Align::Right), ("error, cp", Align::Right)];
    if depth > 0 {
        columns.push(("same move", Align::Right));
    }
    let mut table = Table::new(&columns);
    let mean = |sum: f64| sum / count as f64;
    for (name, sum) in names.zip(sums) {
        let mut row =
            vec![name, format!("{:.6}", mean(sum.squared)), format!("{:.1}", mean(sum.absolute))];
        if depth > 0 {
            row.push(format!("{:.2} %", 100.0 * mean(sum.same_move as f64)));
        }
        table.row(row);
    }
    format!("{table}{} positions\n", thousands(count))
}

/// The sums of each engine over the positions of some games, and the number of these positions.
fn measure(
    games: &[GameRecord],
    engines: &[EngineConfig],
    args: &Args,
) -> Result<(Vec<Sums>, u64)> {
    let scorer = |config| Scorer::new(config, args.depth);
    let mut scorers: Vec<_> = engines.iter().map(scorer).collect::<Result<_>>()?;
    let chance = |score: f64| 1.0 / (1.0 + (-score / f64::from(args.scale)).exp());
    let (mut sums, mut count) = (vec![Sums::default(); engines.len()], 0);
    for game in games {
        scorers.iter_mut().for_each(Scorer::new_game);
        for sample in game.replay().with_context(|| identity(game))? {
            let sample = sample.with_context(|| identity(game))?;
            let Some(score) = counted_score(&sample, args.depth) else { continue };
            let score = f64::from(score.raw());
            for (sum, scorer) in sums.iter_mut().zip(&mut scorers) {
                let (found, mv) = scorer.score(&sample.position);
                let found = f64::from(found.clamp_eval().raw());
                sum.squared += (chance(found) - chance(score)).powi(2);
                sum.absolute += (found - score).abs();
                sum.same_move += u64::from(mv == Some(sample.mv));
            }
            count += 1;
        }
    }
    Ok((sums, count))
}

/// The score of a position for its side to move, if it counts: a search can resolve captures, a
/// static evaluation cannot.
fn counted_score(sample: &Sample, depth: u32) -> Option<Score> {
    let counts = if depth == 0 { sample.is_kept() } else { !sample.position.in_check() };
    let score = sample.score.filter(|score| counts && !score.is_decisive())?;
    Some(score.relative_to(sample.position.side_to_move()))
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

    /// Forgets what was searched, so that a game does not depend on those before.
    fn new_game(&mut self) {
        if let Self::Search(searcher, _) = self {
            searcher.new_game();
        }
    }

    /// The score for the side to move, and the move of a search.
    fn score(&mut self, position: &Position) -> (Score, Option<Move>) {
        match self {
            Self::Static(evaluator) => (evaluator.evaluate(position, 0), None),
            Self::Search(searcher, limits) => {
                let game = Game::new(position.clone());
                let result = searcher.search(&game, limits, &Signals::default(), &mut NullReporter);
                (result.score, result.best)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kept;
    use super::super::tests::{file, random_game};
    use super::*;
    use crate::testing::parse;
    use std::fs;
    use testkit::TempFolder;

    /// A game whose scores are the evaluations of `classical` for the side to move and so much more.
    fn evaluated_game(number: u32, error: i32) -> GameRecord {
        let mut game = random_game(number, 60);
        let samples = game.replay().unwrap();
        let positions: Vec<_> = samples.map(|sample| sample.unwrap().position).collect();
        let mut classical = Classical::default();
        for (mv, position) in game.moves.iter_mut().zip(&positions) {
            let score = classical.evaluate(position, 0) + error;
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
        let game = evaluated_game(1, 0);
        let exact = table(std::slice::from_ref(&game), "");
        let count = kept(&game).unwrap().len();
        assert!(exact.ends_with(&format!("\n{count} positions\n")), "{exact}");
        assert_eq!(row(&exact, 0), [0.0, 0.0], "{exact}");
        let network = row(&exact, 1);
        assert!(network[0] > 0.0 && network[1] > 1.0, "{exact}");
        assert_eq!(row(&table(&[evaluated_game(1, -7)], ""), 0)[1], 7.0);
    }

    #[test]
    fn searches_are_compared_whatever_the_number_of_threads() {
        let games: Vec<_> = (0..70).map(|number| evaluated_game(number, 0)).collect();
        let once = table(&games, "--depth 2 --threads 1");
        assert_eq!(table(&games, "--depth 2 --threads 3"), once);
        // Random moves are seldom the best ones, but sometimes.
        let [loss, error, same_move] = row(&once, 0)[..] else { panic!("{once}") };
        assert!(loss > 0.0 && error > 1.0 && (0.5..30.0).contains(&same_move), "{once}");
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
