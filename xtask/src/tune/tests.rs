//! Tests of the fit: weights that games follow are found again.

use super::*;
use crate::data::{GameRecord, GameResult, GameWriter, RecordedEnd, ScoredMove};
use board::Position;
use eval::{Classical, Evaluator, Score};
use movegen::legal_moves;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use testkit::{Rng, TempFolder};

/// Games of random moves with the scores of the evaluation by the weights `hidden`.
fn write_games(path: &Path, hidden: &WeightVector, games: u32) {
    let mut evaluator = Classical::with_weights(hidden.with(&[]));
    let mut random = Rng::new(5);
    let output = std::fs::File::create(path).unwrap();
    let mut writer = GameWriter::create(output, &serde_json::json!({})).unwrap();
    for number in 0..games {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        let mut score = 0;
        while moves.len() < 60 {
            let legal = legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            let eval = evaluator.evaluate(&position, 0).raw();
            score = if moves.len() % 2 == 0 { eval } else { -eval };
            moves.push(ScoredMove { mv, score: Some(Score::new(score)) });
            position = position.make(mv);
        }
        let result = GameResult::ALL[if score > 60 { 2 } else { usize::from(score > -60) }];
        writer
            .push(&GameRecord {
                seed: 1,
                number,
                chess960: false,
                result,
                termination: RecordedEnd::MaxPlies,
                start: Position::startpos().to_string(),
                moves,
            })
            .unwrap();
    }
    writer.flush().unwrap();
}

/// A folder with games by hidden weights.
struct Games(TempFolder);

impl Games {
    fn new(name: &str, hidden: &WeightVector, games: u32) -> Self {
        let folder = TempFolder::new(name);
        write_games(&folder.join("games"), hidden, games);
        Self(folder)
    }

    fn linearise(&self, around: &WeightVector, limit: Option<usize>, threads: usize) -> Dataset {
        let (files, stop) = ([self.0.join("games")], AtomicBool::new(false));
        Dataset::linearise(&files, around, limit, threads, &stop, |_, _| ()).unwrap().unwrap()
    }
}

/// Weights that the games follow are found again. Of the knight's value only the error tells: other
/// weights of knights can stand for it.
#[test]
fn hidden_weights_are_recovered() {
    let default = WeightVector::default();
    let mut change = vec![0.0; default.len()];
    let mut middlegame_halves = Vec::new();
    let hidden = [("material", 1, 60.0), ("tempo", 0, 20.0), ("restricted", 0, 6.0)];
    for (name, index, value) in hidden {
        let weight = default.names().iter().position(|&found| found == (name, index)).unwrap();
        (change[2 * weight], change[2 * weight + 1]) = (value, value);
        middlegame_halves.push(2 * weight);
    }
    let games = Games::new("tune-recover", &default.moved_by(&change), 120);
    let data = games.linearise(&default, None, 2);
    assert_eq!(data.training, games.linearise(&default, None, 1).training);
    let [all, some] = [&data, &games.linearise(&default, Some(1000), 2)]
        .map(|data| data.training.len() + data.validation.len());
    assert!(some == 1000 && all > 2000, "{some} of {all}");

    let fit =
        Fit { scale: 200.0, result_share: 0.0, rate: 5.0, anchor: 0.0, epochs: 100, threads: 2 };
    let mut state = fit.start(&data);
    let before = state.best_error;
    while state.epochs < fit.epochs {
        fit.epoch(&data, &mut state);
    }
    assert!(state.best_error < before / 5.0, "{before} {}", state.best_error);
    for &half in &middlegame_halves[1..] {
        let [found, sought] = [state.best[half], change[half]];
        assert!((found - sought).abs() < 1.0, "half {half}: {found} for {sought}");
    }
    let mut again = fit.start(&data);
    let serial = Fit { threads: 1, ..fit };
    serial.epoch(&data, &mut again);
    let mut parallel = fit.start(&data);
    fit.epoch(&data, &mut parallel);
    assert_eq!(again.best_error.to_bits(), parallel.best_error.to_bits());
}

/// Where weights act linearly, the linearised evaluation is the evaluation.
#[test]
fn linearised_evaluation_is_exact_where_it_is_linear() {
    let default = WeightVector::default();
    let mut change = vec![0.0; default.len()];
    for (weight, (name, index)) in default.names().into_iter().enumerate() {
        if requirement::is_linear(name) {
            change[2 * weight] = f64::from(index as u32 % 7) - 4.0;
        }
    }
    let games = Games::new("tune-exact", &default, 20);
    let (data, moved) = (
        games.linearise(&default, None, 1).training,
        games.linearise(&default.moved_by(&change), None, 1).training,
    );
    assert!(data.len() > 100);
    for row in 0..data.len() {
        let derivatives = data.derivatives(row);
        let by_mg = derivatives.map(|(weight, [mg, _])| f64::from(mg) * change[2 * weight]);
        let [found, expected] =
            [f64::from(data.evals[row]) + by_mg.sum::<f64>(), f64::from(moved.evals[row])];
        assert!((found - expected).abs() < 0.01, "position {row}: {found} for {expected}");
    }
}
