//! Training at a tiny size: packed positions, gradients, and runs that repeat.

use super::dataset::PackedPosition;
use super::*;
use crate::data::tests::random_game;
use board::{Color, Move, MoveFlag, Position, Rank, Square};
use eval::nnue::{FLOATS, Head, Nnue, Perspective, Simd, Threats};
use eval::{Classical, Evaluator, Score};
use games::data::{GameRecord, GameResult, GameWriter};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use testkit::TempFolder;

/// The positions of random games, with what is seen of each.
fn packed_positions(games: u32) -> Vec<(Position, PackedPosition)> {
    let mut positions = Vec::new();
    for number in 0..games {
        for sample in random_game(number, 80).replay().unwrap().map(Result::unwrap) {
            positions.push((sample.position.clone(), PackedPosition::new(&sample)));
        }
    }
    positions
}

/// A king bucket for each rank.
fn bucketed(hidden: usize) -> Architecture {
    let king_buckets = std::array::from_fn(|square| (square / 4) as u8);
    Architecture { king_buckets, output_buckets: 4, ..Architecture::new(hidden) }
}

/// The same where attacks on pieces count.
fn with_threats(hidden: usize) -> Architecture {
    Architecture { threats: true, ..bucketed(hidden) }
}

/// Material in pawns for the side to move: what the networks of these tests learn.
fn material(packed: &PackedPosition) -> i32 {
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let value = |(piece, _): (board::Piece, _)| {
        let value = VALUES[piece.kind().index()];
        if piece.color() == Color::White { value } else { -value }
    };
    packed.pieces().map(value).sum()
}

/// Positions of random games with material as their score.
fn dataset(games: u32) -> Dataset {
    let scored = packed_positions(games).into_iter().map(|(_, mut packed)| {
        packed.score = (100 * material(&packed)) as i16;
        packed
    });
    let mut training: Vec<_> = scored.collect();
    let validation = training.split_off(training.len() * 9 / 10);
    Dataset { training, validation }
}

const TARGET: Target = Target { scale: 400, sigmoid_scale: 400, result_share: 0.0 };

/// All positions of the games with their own scores.
const SELECTION: Selection = Selection { near: 0, lambda: 0.0, early_lambda: None };

fn schedule(epochs: u32) -> Schedule {
    Schedule {
        epochs,
        batch: 512,
        rate: 2e-3,
        final_rate: 1e-4,
        decay: 0.01,
        seed: 3,
        factorise: false,
        sparsity: 0.0,
        average: 0.0,
    }
}

#[test]
fn packed_positions_keep_pieces_and_inputs() {
    for (position, packed) in packed_positions(12) {
        let us = position.side_to_move();
        let seen = if us == Color::White { position.clone() } else { position.flipped() };
        let unpacked = packed.unpack().unwrap();
        assert_eq!(unpacked.to_fen().split(' ').next(), seen.to_fen().split(' ').next());
        for architecture in [Architecture::new(64), bucketed(64), with_threats(64)] {
            // The engine's inputs of the position as it is.
            let threats = Threats::of_position(&position);
            let threats = if architecture.threats { threats } else { Threats::NONE };
            let inputs = [us, !us].map(|color| {
                let perspective = Perspective::new(&architecture, color, position.king(color));
                let pieces = position.occupied().into_iter();
                let input = |square| {
                    let piece = position.piece_on(square).expect("an occupied square");
                    perspective.input(piece, square, threats)
                };
                pieces.map(input).collect::<BTreeSet<u16>>()
            });
            let packed = packed.inputs(&architecture);
            let packed = packed.map(|inputs| inputs.into_iter().collect::<BTreeSet<u16>>());
            assert_eq!(packed, inputs);
        }
    }
    let game = random_game(1, 30);
    for sample in game.replay().unwrap().map(Result::unwrap) {
        let packed = PackedPosition::new(&sample);
        let white = sample.position.side_to_move() == Color::White;
        let (score, points) =
            (sample.score.map_or(0, Score::raw), sample.result.map(GameResult::points));
        let expected =
            if white { (score, points) } else { (-score, points.map(|points| 1.0 - points)) };
        assert_eq!((i32::from(packed.score), packed.result()), expected);
    }
}

#[test]
fn scores_are_averaged_with_later_ones() {
    let mut game = random_game(1, 40);
    let mate = Score::mate_in(3);
    let scores = [Some(100), None, Some(-60), Some(3_000), Some(0)];
    for (mv, score) in game.moves.iter_mut().zip(scores) {
        mv.score = score.map(Score::new);
    }
    game.moves[5].score = Some(mate);
    game.moves.truncate(6);
    let scores_of = |game: &GameRecord, lambda, early_lambda| -> Vec<Option<i32>> {
        let selection = Selection { lambda, early_lambda, ..SELECTION };
        let averaged = dataset::with_average_scores(game, selection, 400);
        averaged.moves.iter().map(|mv| mv.score.map(Score::raw)).collect()
    };
    let scores = |lambda| scores_of(&game, lambda, None);
    let mate = Some(mate.raw());
    assert_eq!(scores(0.0), [Some(100), None, Some(-60), Some(3_000), Some(0), mate]);
    let chance = |cp: f64| 1.0 / (1.0 + (-cp / 400.0_f64).exp());
    let score = |chance: f64| Some((400.0 * (chance / (1.0 - chance)).ln()).round() as i32);
    let last = 0.25 * chance(2_500.0) + 0.75 * chance(0.0);
    let third = 0.25 * last + 0.75 * chance(2_500.0);
    let second = 0.25 * third + 0.75 * chance(-60.0);
    let first = 0.25 * second + 0.75 * chance(100.0);
    let expected = [score(first), None, score(second), score(third), score(last), mate];
    assert_eq!(scores(0.25), expected);

    // 24 pieces until the third move, which is a capture.
    let start = "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w KQkq - 0 1".into();
    let mut fewer = GameRecord { start, ..game };
    fewer.moves[2].mv = Move::new(Square::E4, Square::D5, MoveFlag::CAPTURE);
    let third = 0.25 * chance(2_500.0) + 0.75 * chance(-60.0);
    let first = 0.25 * third + 0.75 * chance(100.0);
    let expected = [score(first), None, score(third), Some(3_000), Some(0), mate];
    assert_eq!(scores_of(&fewer, 0.0, Some(0.25)), expected);
}

#[test]
fn training_positions_are_selected() {
    let folder = TempFolder::new("selection");
    let path = folder.join("a.games");
    let mut bytes = Vec::new();
    let mut writer = GameWriter::create(&mut bytes, &json!({})).unwrap();
    for number in 0..25 {
        writer.push(&random_game(number, 120)).unwrap();
    }
    writer.flush().unwrap();
    std::fs::write(&path, bytes).unwrap();
    let load_with = |selection| {
        let (files, stop) = (std::slice::from_ref(&path), AtomicBool::new(false));
        Dataset::load(files, selection, 400, 2, &stop, |_| ()).unwrap().unwrap()
    };
    let select = |selection| load_with((selection, None));
    let load = |near| select(Selection { near, ..SELECTION });
    // The difference to `classical`; `None` where castling rights, which count in the evaluation but
    // are not packed, are possible.
    let mut classical = Classical::default();
    let mut difference = |position: &PackedPosition| {
        let unpacked = position.unpack().unwrap();
        assert!(!unpacked.in_check());
        let at_home = |color| unpacked.king(color).relative_to(color).rank() == Rank::First;
        let evaluation = classical.evaluate(&unpacked, 0).raw();
        let known = !Color::ALL.into_iter().any(at_home);
        known.then(|| (evaluation - i32::from(position.score)).abs())
    };

    let (all, with_near) = (load(0), load(2));
    assert_eq!(with_near.validation, all.validation);
    assert!(with_near.training.len() > 2 * all.training.len());
    let near = with_near.training.iter().filter(|position| position.result().is_none());
    let differences: Vec<i32> = near.clone().filter_map(&mut difference).collect();
    assert!(differences.len() > 100 && differences.iter().all(|&difference| difference == 0));
    assert_eq!(near.count(), with_near.training.len() - all.training.len());
    assert_eq!(load(2).training, with_near.training);

    let network = Network::embedded();
    let taught = load_with((Selection { near: 2, ..SELECTION }, Some(&network)));
    assert_eq!(taught.training.len(), with_near.training.len());
    for position in taught.training.iter().filter(|position| position.result().is_none()) {
        let evaluation = network.evaluate(Simd::best(), &position.unpack().unwrap());
        assert_eq!(evaluation.raw(), i32::from(position.score));
    }

    let averaged = select(Selection { lambda: 0.5, ..SELECTION });
    assert_eq!(averaged.validation, all.validation);
    let pairs = averaged.training.iter().zip(&all.training);
    let changed = pairs.filter(|(averaged, single)| averaged.score != single.score).count();
    assert!(averaged.training.len() == all.training.len() && changed > all.training.len() / 2);
    let [single, early] =
        [0.0, 0.5].map(|early| select(Selection { early_lambda: Some(early), ..SELECTION }));
    let pairs = early.training.iter().zip(&single.training);
    let mut changed = pairs.filter(|(early, single)| early.score != single.score).peekable();
    assert!(changed.peek().is_some());
    assert!(changed.all(|(early, _)| early.piece_count() >= dataset::EARLY_PIECES));
    let late = |dataset: &Dataset| {
        let late = |position: &&PackedPosition| position.piece_count() < dataset::EARLY_PIECES;
        dataset.training.iter().filter(late).count()
    };
    assert!(late(&early) > 100);
}

/// Every kind of parameter: the analytic derivative of the loss is the central difference.
#[test]
fn gradients_equal_finite_differences() {
    const STEP: f32 = 1e-2;
    const REPEATS: usize = 30;
    let layers = Architecture { head: Head::Layers, ..bucketed(128) };
    for architecture in [Architecture::new(64), bucketed(128), with_threats(64), layers] {
        let model = Model::new(architecture);
        let mut parameters = model.random_parameters(5);
        if architecture.head == Head::Layers {
            // Neurons that are well within 0 and 1 or well beyond: a clipped one is not smooth.
            let [_, biases, .., weights, first, floats] = model.ranges.clone();
            parameters[weights.start..floats.end].iter_mut().for_each(|weight| *weight *= 0.25);
            let seconds = floats.step_by(FLOATS).map(|start| start + 1024..start + 1056);
            for range in seconds.chain([biases, first]) {
                for (bias, value) in
                    parameters[range].iter_mut().zip([0.5, -0.5, 0.4, 2.0].into_iter().cycle())
                {
                    *bias = value;
                }
            }
        }
        let positions: Vec<_> = dataset(200).training.into_iter().step_by(97).take(24).collect();
        let target = Target { result_share: 0.4, sigmoid_scale: 150, ..TARGET };
        let mut scratch = model.scratch();
        let mut gradient = vec![0.0; parameters.len()];
        // So often that derivatives are added to rows before the end.
        for position in positions.iter().cycle().take(REPEATS * positions.len()) {
            let output = model.forward(&parameters, position, &mut scratch);
            let (_, derivative) = target.loss(output, position);
            model.backward(&parameters, position, derivative, &mut scratch, &mut gradient);
        }
        model.add_pending(&mut scratch, &mut gradient);
        gradient.iter_mut().for_each(|sum| *sum /= REPEATS as f32);
        let mut loss = |parameters: &[f32]| -> f64 {
            let outputs = positions.iter().map(|position| {
                let output = model.forward(parameters, position, &mut scratch);
                f64::from(target.loss(output, position).0)
            });
            outputs.sum()
        };
        for range in model.ranges.clone() {
            // Those with the greatest derivatives, where a difference is more than rounding.
            let mut indices: Vec<usize> = range.collect();
            indices.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
            for &index in indices.iter().take(12) {
                let kept = parameters[index];
                parameters[index] = kept + STEP;
                let above = loss(&parameters);
                parameters[index] = kept - STEP;
                let below = loss(&parameters);
                parameters[index] = kept;
                let difference = (above - below) / f64::from(2.0 * STEP);
                let exact = f64::from(gradient[index]);
                let error = (difference - exact).abs();
                assert!(error < 0.02 * exact.abs() + 1e-5, "{index}: {difference} {exact}");
            }
        }
    }
}

fn run_to_end(trainer: &mut Trainer<'_>, state: &mut TrainState) {
    while !trainer.is_finished(state) {
        trainer.step(state);
    }
}

#[test]
fn training_repeats_and_can_be_continued() {
    let (data, architecture) = (dataset(40), with_threats(64));
    let model = Model::new(architecture);
    let schedule = Schedule { factorise: true, average: 0.99, ..schedule(3) };
    let trainer = |threads| Trainer::new(&data, architecture, schedule, TARGET, threads);
    let first = || TrainState::new(&model, &schedule, model.random_parameters(1));
    let trained = |threads| {
        let mut state = first();
        run_to_end(&mut trainer(threads), &mut state);
        state
    };
    let whole = trained(2);
    assert_eq!(trained(2), whole);
    assert_eq!(whole.progress.curve.last().map(|point| point.epoch), Some(3.0));
    assert_eq!(whole.progress.curve.iter().filter(|point| point.validation.is_some()).count(), 3);
    // Other parts of a batch have other rounding errors.
    let loss = |state: &TrainState| trainer(1).validation_loss(state.result());
    assert!((loss(&trained(3)) / loss(&whole) - 1.0).abs() < 0.05);

    // Stopped within an epoch, written, read by another process and continued.
    let (mut state, mut second) = (first(), trainer(2));
    for _ in 0..second.batches() + 2 {
        second.step(&mut state);
    }
    let folder = std::env::temp_dir().join(format!("xtask-train-state-{}", std::process::id()));
    let run = RunOptions { out: Some(folder.join("state.json")), ..options() };
    let (mut file, none) = StateFile::open::<TrainState>(&run, "train", json!({})).unwrap();
    assert_eq!(none, None);
    file.save(&state).unwrap();
    drop(file);
    let (_file, stored) = StateFile::open::<TrainState>(&run, "train", json!({})).unwrap();
    let mut continued = stored.expect("a state");
    assert_eq!(continued, state);
    run_to_end(&mut trainer(2), &mut continued);
    assert_eq!(continued, whole);
    std::fs::remove_dir_all(folder).unwrap();
}

fn options() -> RunOptions {
    RunOptions { threads: bartizan::pool::Threads::default(), out: None }
}

/// A network learns to count material, and keeps that when it is quantised.
#[test]
fn networks_learn_material() {
    let data = dataset(200);
    let architecture = Architecture { output_buckets: 1, ..Architecture::new(64) };
    let model = Model::new(architecture);
    let schedule = Schedule { rate: 1e-2, decay: 0.1, batch: 256, ..schedule(8) };
    let mut trainer = Trainer::new(&data, architecture, schedule, TARGET, 2);
    let mut state = TrainState::new(&model, &schedule, model.random_parameters(1));
    let before = trainer.validation_loss(&state.parameters);
    run_to_end(&mut trainer, &mut state);
    let after = state.progress.curve.last().and_then(|point| point.validation).unwrap();
    assert!(after < before / 10.0, "{before} {after}");
    for (range, bound, _) in model.kinds() {
        assert!(state.parameters[range].iter().all(|parameter| parameter.abs() <= bound));
    }
    let network = model.quantise(&state.parameters, TARGET.scale, "material").unwrap();
    let parameters = model.parameters_of(&network, 1).unwrap();
    assert_eq!(model.quantise(&parameters, TARGET.scale, "material").unwrap(), network);
    let results = NetworkResults::new(&data, &model, TARGET, &state, after, &network).unwrap();
    let [exact, quantised] = results.quantisation_losses;
    assert!((exact - quantised).abs() < 0.05 * exact, "{results}");
    assert!(results.quantisation_errors[0] < 15.0, "{results}");
    let mut evaluator = Nnue::new(Arc::new(network));
    let fen = "r1b1kb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5";
    let queen_up = Position::from_fen(fen).unwrap();
    let score = evaluator.evaluate(&queen_up, 0).raw();
    assert!(score > 400, "{score}");
}

/// Rounded one after another, the weights keep more of a network than rounded at once.
#[test]
fn rounding_is_made_up_for() {
    let mut data = dataset(200);
    let architecture = Architecture::new(64);
    let model = Model::new(architecture);
    // Greater weights than those to begin with, so that there is something to keep.
    let parameters: Vec<f32> =
        model.random_parameters(3).into_iter().map(|value| 8.0 * value).collect();
    // So few positions say little about others.
    data.validation.clone_from(&data.training);
    data.relabel(&model, &parameters, TARGET.scale, 2);
    let schedule = Schedule { rate: 5e-4, final_rate: 1e-5, decay: 0.0, batch: 128, ..schedule(8) };
    let mut trainer = Trainer::new(&data, architecture, schedule, TARGET, 2).rounding();
    assert!(trainer.validation_loss(&parameters) < 1e-6, "scores are those of the network");
    let biases = model.ranges[1].clone();
    let rounded = |parameters: &[f32]| -> Vec<f32> {
        let first_layer =
            parameters[..biases.end].iter().map(|value| (value * 128.0).round() / 128.0);
        first_layer.chain(parameters[biases.end..].iter().copied()).collect()
    };
    let at_once = trainer.validation_loss(&rounded(&parameters));
    let mut state = TrainState::new(&model, &schedule, parameters);
    run_to_end(&mut trainer, &mut state);
    assert_eq!(rounded(&state.parameters), state.parameters);
    let one_by_one = trainer.validation_loss(&state.parameters);
    assert!(one_by_one < at_once / 2.0, "{one_by_one} {at_once}");
}

/// The network with more neurons, king buckets and inputs evaluates as the one that it begins with.
#[test]
fn a_larger_network_begins_as_the_smaller_one() {
    let model = |architecture| Model::new(architecture);
    let small = model(Architecture::new(64));
    let network = small.quantise(&small.random_parameters(1), TARGET.scale, "").unwrap();
    let mut king_buckets = [0; 32];
    king_buckets[16..].fill(1);
    let large = model(Architecture { king_buckets, threats: true, ..Architecture::new(128) });
    let parameters = large.parameters_of(&network, 2).unwrap();
    let larger = large.quantise(&parameters, TARGET.scale, "").unwrap();
    let other = model(Architecture { mirrored: false, ..Architecture::new(128) });
    let without_threats = model(Architecture { king_buckets, ..Architecture::new(128) });
    for model in [small, other, without_threats] {
        assert!(model.parameters_of(&larger, 1).is_err(), "{model:?}");
    }
    let [mut network, mut larger] = [network, larger].map(|network| Nnue::new(Arc::new(network)));
    for fen in [
        "r1b1kb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5",
        "8/8/2k5/5p2/3K1P2/6P1/8/8 b - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(network.evaluate(&position, 0), larger.evaluate(&position, 0), "{fen}");
    }
}

#[test]
fn weights_of_other_trainers_are_imported() {
    let model = Model::new(with_threats(64));
    let parameters = model.random_parameters(7);
    let mut bytes: Vec<u8> = parameters.iter().flat_map(|value| value.to_le_bytes()).collect();
    // bullet fills up with letters.
    bytes.extend(b"bullet");
    assert_eq!(super::import::parameters(&model, &bytes).unwrap(), parameters);
    bytes.resize(bytes.len() + 58, 0);
    let error = super::import::parameters(&model, &bytes).unwrap_err().to_string();
    assert!(error.contains("weights of this architecture"), "{error}");
    bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    bytes.truncate(4 * parameters.len());
    assert_eq!(
        super::import::parameters(&model, &bytes).unwrap_err().to_string(),
        "a weight is no number"
    );
}
