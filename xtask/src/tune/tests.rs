//! Tests of the fit: weights that games follow are found again.

use super::*;
use crate::data::{GameRecord, GameResult, GameWriter, ScoredMove, Termination};
use board::Position;
use eval::{Classical, Evaluator, Score};
use movegen::legal_moves;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use testkit::Rng;

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
                termination: Termination::MaxPlies,
                start: Position::startpos().to_string(),
                moves,
            })
            .unwrap();
    }
    writer.flush().unwrap();
}

/// Weights that the games follow are found again.
#[test]
fn hidden_weights_are_recovered() {
    let folder = std::env::temp_dir().join(format!("xtask-tune-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games");
    let default = WeightVector::default();
    // The knight's value in both halves.
    let mut change = vec![0.0; default.len()];
    (change[2], change[3]) = (60.0, 60.0);
    let hidden = default.moved_by(&change);
    write_games(&path, &hidden, 120);

    let stop = AtomicBool::new(false);
    let read = |threads| {
        Dataset::linearise(
            std::slice::from_ref(&path),
            &default,
            usize::MAX,
            threads,
            &stop,
            |_| (),
        )
        .unwrap()
        .unwrap()
    };
    let data = read(2);
    assert_eq!(data.training, read(1).training);
    let fit =
        Fit { scale: 200.0, result_share: 0.0, rate: 5.0, anchor: 0.0, epochs: 60, threads: 2 };
    let mut state = fit.start(&data);
    let before = state.best_error;
    while state.epochs < fit.epochs {
        fit.epoch(&data, &mut state);
    }
    assert!(state.best_error < before / 10.0, "{before} {}", state.best_error);
    let mut again = fit.start(&data);
    let serial = Fit { threads: 1, ..fit };
    serial.epoch(&data, &mut again);
    let mut parallel = fit.start(&data);
    fit.epoch(&data, &mut parallel);
    assert_eq!(again.best_error.to_bits(), parallel.best_error.to_bits());
    std::fs::remove_dir_all(folder).unwrap();
}
