//! Tests of networks: arithmetic at its bounds, inputs, evaluations against a plain computation, and files. Mutated
//! files are read in `tests/fuzz`.

use super::*;
use crate::Explain;
use board::{Color, Piece, PieceKind, Square};
use testkit::Rng;

/// Architectures that differ in every field.
fn architectures() -> [Architecture; 10] {
    let mut king_buckets = [0; 32];
    for (square, bucket) in king_buckets.iter_mut().enumerate() {
        *bucket = (square / 8) as u8;
    }
    [
        Architecture::new(64),
        Architecture { king_buckets, output_buckets: 4, ..Architecture::new(192) },
        Architecture { mirrored: false, output_buckets: 1, ..Architecture::new(256) },
        Architecture { king_buckets, mirrored: false, output_buckets: 2, ..Architecture::new(512) },
        Architecture { threats: true, ..Architecture::new(320) },
        // The greatest numbers of rows.
        Architecture {
            king_buckets: std::array::from_fn(|square| (square / 2) as u8),
            threats: true,
            ..Architecture::new(128)
        },
        Architecture::new(1024),
        Architecture { head: Head::Layers, king_buckets, threats: true, ..Architecture::new(128) },
        Architecture { head: Head::Layers, output_buckets: 2, ..Architecture::new(1024) },
        Architecture { head: Head::Layers, king_buckets, ..Architecture::new(768) },
    ]
}

/// Parameters between the bounds, or at them with `extreme`.
fn random_parameters(architecture: &Architecture, seed: u64, extreme: bool) -> Parameters {
    let mut rng = Rng::new(seed);
    let mut draw = |count: usize, usual: i16, bound: i16| -> Vec<i16> {
        let range = if extreme { bound } else { usual };
        let mut value = || {
            let value = rng.below(2 * range as usize + 1) as i32 - i32::from(range);
            if extreme { range * value.signum() as i16 } else { value as i16 }
        };
        (0..count).map(|_| value()).collect()
    };
    let [features, biases, weights, output_biases, layer_weights, layer_biases, floats] =
        Parameters::sizes(architecture);
    let layers = architecture.head == Head::Layers;
    Parameters {
        layer_unit: if !layers {
            0
        } else if extreme {
            4096
        } else {
            63 + architecture.hidden as u16 / 64
        },
        feature_weights: draw(features, 30, 127).into_iter().map(|value| value as i8).collect(),
        feature_biases: draw(biases, 60, MAX_FEATURE_BIAS),
        output_weights: draw(weights, MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT),
        output_biases: draw(output_biases, 30_000, 30_000).into_iter().map(i32::from).collect(),
        layer_weights: draw(layer_weights, 30, 127).into_iter().map(|value| value as i8).collect(),
        layer_biases: draw(layer_biases, 4096, 8192)
            .into_iter()
            .map(|value| if extreme { 4096 * i32::from(value) } else { value.into() })
            .collect(),
        layer_floats: draw(floats, 6000, 24_576)
            .into_iter()
            .map(|value| f32::from(value) / 384.0 / if extreme { 1.0 } else { 64.0 })
            .collect(),
    }
}

fn random_network(architecture: Architecture, seed: u64) -> Network {
    let parameters = random_parameters(&architecture, seed, false);
    Network::new(architecture, 400, "random", &parameters).expect("weights within bounds")
}

/// The evaluation as the book describes it, in 64 bits and with nothing kept.
fn plain_evaluation(network: &Network, parameters: &Parameters, position: &Position) -> Score {
    if Color::ALL.into_iter().any(|color| position.color(color).count() == 1) {
        return Classical::default().evaluate(position, 0);
    }
    let architecture = network.architecture();
    let hidden = architecture.hidden;
    let accumulator = |side: Color| -> Vec<i64> {
        let mut sums: Vec<i64> =
            parameters.feature_biases.iter().map(|&bias| i64::from(bias)).collect();
        let king = position.king(side).relative_to(side);
        let (file, rank) = (king.file().index(), king.rank().index());
        let bucket = architecture.king_buckets[4 * rank + file.min(7 - file)];
        for square in Square::ALL {
            let Some(piece) = position.piece_on(square) else { continue };
            let mut seen = square.relative_to(side);
            if architecture.mirrored && file > 3 {
                seen = seen.flip_horizontal();
            }
            let enemy = if piece.color() == side { 0 } else { 1 };
            let state = if architecture.threats {
                let attackers = position.attackers_to(square, position.occupied());
                let [own, enemy] = [piece.color(), !piece.color()].map(|color| {
                    let kinds = attackers & position.color(color);
                    kinds.into_iter().filter_map(|from| position.piece_on(from)).map(Piece::kind)
                });
                let value = |kind: PieceKind| [1, 3, 3, 5, 9, 0][kind.index()];
                let (mut own, mut enemy) = (own, enemy.peekable());
                let attacked = enemy.peek().is_some();
                let by_less =
                    enemy.any(|kind| value(kind) < value(piece.kind()) && kind != PieceKind::King);
                let defended = own.next().is_some() && !by_less;
                usize::from(attacked) + usize::from(attacked && defended)
            } else {
                0
            };
            let states = if architecture.threats { 3 } else { 1 };
            let kind = enemy * 6 + piece.kind().index();
            let row = ((usize::from(bucket) * states + state) * 12 + kind) * 64;
            let weights = &parameters.feature_weights[(row + seen.index()) * hidden..][..hidden];
            sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += i64::from(weight));
        }
        sums
    };
    let us = position.side_to_move();
    let neurons = [accumulator(us), accumulator(!us)].concat();
    let width = 32 / architecture.output_buckets;
    let bucket = (position.occupied().count() as usize - 2) / width;
    if architecture.head == Head::Layers {
        let score = plain_layers(&neurons, parameters, bucket) * f32::from(network.scale());
        return Score::new(score.clamp(-30_000.0, 30_000.0) as i32);
    }
    let weights = &parameters.output_weights[bucket * 2 * hidden..][..2 * hidden];
    let products = neurons.iter().zip(weights).map(|(&neuron, &weight)| {
        let clipped = neuron.clamp(0, 128);
        clipped * clipped * i64::from(weight)
    });
    let sum = i64::from(parameters.output_biases[bucket]) + products.sum::<i64>();
    let score = sum * i64::from(network.scale()) / (128 * 128 * 4096);
    Score::new(score.clamp(-30_000, 30_000) as i32)
}

/// The output of hidden layers, in the order of the book.
fn plain_layers(neurons: &[i64], parameters: &Parameters, bucket: usize) -> f32 {
    let hidden = neurons.len() / 2;
    let clipped = |at: usize| neurons[at].clamp(0, 128);
    let sides = (0..hidden).map(|at| at / (hidden / 2) * hidden + at % (hidden / 2));
    let products: Vec<i64> =
        sides.map(|at| (clipped(at) * clipped(at + hidden / 2) + 64) / 128).collect();
    let first = (16 * bucket..16 * (bucket + 1)).map(|neuron| {
        let weights = &parameters.layer_weights[neuron * hidden..][..hidden];
        let sum =
            products.iter().zip(weights).map(|(product, &weight)| product * i64::from(weight));
        (i64::from(parameters.layer_biases[neuron]) + sum.sum::<i64>()) as f32
            * (1.0 / (128.0 * f32::from(parameters.layer_unit)))
    });
    let first: Vec<f32> = first.collect();
    let floats = &parameters.layer_floats[1089 * bucket..][..1089];
    let second = (0..32).map(|neuron| {
        let sum = |start: f32, half: usize, activation: fn(f32) -> f32| {
            let weights = first
                .iter()
                .enumerate()
                .map(|(at, &value)| activation(value) * floats[(16 * half + at) * 32 + neuron]);
            weights.fold(start, |sum, product| sum + product)
        };
        let clipped = sum(floats[1024 + neuron], 0, |value| value.clamp(0.0, 1.0));
        let squared = sum(0.0, 1, |value| (value * value).min(1.0));
        (clipped + squared).clamp(0.0, 1.0) * floats[1056 + neuron]
    });
    let mut sums: Vec<f32> = second.collect();
    while sums.len() > 1 {
        let half = sums.split_off(sums.len() / 2);
        sums.iter_mut().zip(half).for_each(|(sum, other)| *sum += other);
    }
    sums[0] + floats[1088]
}

/// Lines of random games, with null moves, at plies that go up and down.
fn visits(seed: u64, games: usize) -> Vec<(Position, usize)> {
    let mut rng = Rng::new(seed);
    let mut visits = Vec::new();
    for start in testkit::positions::random(seed, games) {
        let game = testkit::positions::RandomGame::play(&start, &mut rng, 40);
        let mut ply = rng.below(20);
        for fen in game.fens {
            let position = Position::from_fen(&fen).expect("a position of a game");
            if rng.one_in(6) && !position.in_check() {
                visits.push((position.make_null(), ply + 1));
            }
            // Siblings, skipped plies and returns to earlier ones.
            if !rng.one_in(4) {
                visits.push((position, ply));
            }
            ply = if rng.one_in(8) { rng.below(30) } else { ply + 1 };
        }
    }
    visits
}

#[test]
fn evaluations_equal_the_plain_computation() {
    let visits = visits(7, 30);
    assert!(visits.len() > 1000);
    for (seed, architecture) in architectures().into_iter().enumerate() {
        let network = Arc::new(random_network(architecture, seed as u64));
        let parameters = network.parameters();
        let mut evaluators: Vec<Nnue> =
            Simd::available().map(|simd| Nnue::with_simd(Arc::clone(&network), simd)).collect();
        for (position, ply) in &visits {
            let expected = plain_evaluation(&network, &parameters, position);
            for evaluator in &mut evaluators {
                let score = evaluator.evaluate(position, *ply);
                assert_eq!(score, expected, "{position} with {}", evaluator.simd);
            }
        }
    }
}

/// A bare king of either side is left to the classical evaluation, and the evaluations around it in a
/// line of play stay those of the network.
#[test]
fn bare_kings_are_evaluated_by_classical() {
    let network = Arc::new(random_network(Architecture::new(64), 3));
    let mut evaluator = Nnue::new(Arc::clone(&network));
    let simd = evaluator.simd;
    for fen in ["8/k7/8/8/3r4/3K4/8/7Q w - - 0 1", "7q/8/3k4/3R4/8/8/K7/8 b - - 0 1"] {
        let before = Position::from_fen(fen).expect("a position");
        let moves = movegen::legal_moves(&before);
        let (captures, others): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|mv| mv.is_capture());
        let bare = before.make(captures[0]);
        let classical = Classical::default().evaluate(&bare, 1);
        for _ in 0..2 {
            assert_eq!(evaluator.evaluate(&before, 0), network.evaluate(simd, &before));
            assert_eq!(evaluator.evaluate(&bare, 1), classical);
            for &mv in &others {
                let sibling = before.make(mv);
                assert_eq!(evaluator.evaluate(&sibling, 1), network.evaluate(simd, &sibling));
            }
        }
        let explanation = Classical::default().explain(&bare).to_string();
        assert!(trace(&network, &bare).ends_with(&explanation), "{}", trace(&network, &bare));
    }
}

/// The bounds of the weights leave no room for an overflow: the sums in 16 and 32 bits are right where
/// all weights are as great as they may be.
#[test]
fn greatest_weights_do_not_overflow() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = Position::from_fen(board).expect("a position");
    for (seed, architecture) in architectures().into_iter().enumerate() {
        let parameters = random_parameters(&architecture, seed as u64, true);
        let unit = i32::from(MAX_LAYER_VALUE) * QA * 4096;
        let same_sign = |feature, bias, output: i16, output_bias: i32| Parameters {
            feature_weights: vec![feature; parameters.feature_weights.len()],
            feature_biases: vec![bias; parameters.feature_biases.len()],
            output_weights: vec![output; parameters.output_weights.len()],
            output_biases: vec![output_bias; parameters.output_biases.len()],
            layer_weights: vec![output.clamp(-128, 127) as i8; parameters.layer_weights.len()],
            layer_biases: vec![unit * output_bias.signum(); parameters.layer_biases.len()],
            layer_unit: parameters.layer_unit,
            layer_floats: vec![64.0 * f32::from(output.signum()); parameters.layer_floats.len()],
        };
        // The least accumulators, and the greatest ones with the greatest outputs of both signs.
        for parameters in [
            parameters.clone(),
            same_sign(i8::MIN, -MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, i32::MAX),
            same_sign(i8::MAX, MAX_FEATURE_BIAS, MAX_OUTPUT_WEIGHT, i32::MAX),
            same_sign(i8::MAX, MAX_FEATURE_BIAS, -MAX_OUTPUT_WEIGHT, i32::MIN),
        ] {
            let network = Network::new(architecture, 1, "extreme", &parameters).expect("in bounds");
            let network = Arc::new(network);
            for simd in Simd::available() {
                let mut evaluator = Nnue::with_simd(Arc::clone(&network), simd);
                let expected = plain_evaluation(&network, &parameters, &start);
                assert_eq!(evaluator.evaluate(&start, 0), expected);
            }
        }
        let mut beyond: [Parameters; 4] = std::array::from_fn(|_| parameters.clone());
        beyond[0].feature_biases[3] = -MAX_FEATURE_BIAS - 1;
        if architecture.head == Head::Layers {
            beyond[1].layer_biases[3] = -unit - 4;
            beyond[2].layer_floats[3] = -64.1;
            beyond[3].layer_floats[3] = f32::NAN;
        } else {
            beyond[1].output_weights[3] = -MAX_OUTPUT_WEIGHT - 1;
        }
        for beyond in beyond.into_iter().filter(|beyond| *beyond != parameters) {
            let refused = Network::new(architecture, 1, "", &beyond);
            let error = refused.expect_err("a weight out of bounds").to_string();
            assert!(error.contains("is beyond"), "{error}");
        }
    }
}

/// Perspectives with one index, which have one entry of the refresh table, are one perspective.
#[test]
fn perspectives_are_told_apart() {
    for architecture in architectures() {
        for color in Color::ALL {
            let mut by_index = std::collections::HashMap::new();
            for king in Square::ALL {
                let perspective = Perspective::new(&architecture, color, king);
                assert!(usize::from(perspective.index()) < 2 * architecture.king_bucket_count());
                let same = by_index.entry(perspective.index()).or_insert(perspective);
                assert_eq!(*same, perspective);
                // The own king stands on the left half of a mirrored board.
                let piece = Piece::new(color, PieceKind::King);
                let own = perspective.input(piece, king, Threats::NONE);
                assert!(!architecture.mirrored || own % 8 < 4);
            }
        }
    }
    let buckets = |pieces| Architecture::new(64).output_bucket(pieces);
    assert_eq!([2, 5, 6, 17, 29, 30, 32].map(buckets), [0, 0, 1, 3, 6, 7, 7]);
}

#[test]
fn trace_shows_the_worth_of_each_piece() {
    let network = Network::embedded();
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let position = Position::from_fen(fen).expect("a position");
    let text = trace(&network, &position);
    let total = -Nnue::default().evaluate(&position, 0);
    assert!(total > Score::new(400), "{total}");
    assert!(text.ends_with(&format!("Evaluation {total} (White's side)")), "{text}");
    let buckets = text.lines().filter(|line| line.starts_with("Output bucket"));
    assert_eq!(buckets.count(), network.architecture().output_buckets);
    // White's queen is worth what its absence makes of the position.
    let without = Position::from_fen(&fen.replace("RNBQ", "RNB1")).expect("a position");
    let architecture = network.architecture();
    if architecture.output_bucket(30) == architecture.output_bucket(31) {
        let worth = total + Nnue::default().evaluate(&without, 0);
        let cell = format!("|{:^7}|", worth.to_string());
        assert!(text.contains(&cell), "{worth} in {text}");
    }
}

#[test]
fn files_round_trip() {
    for (seed, architecture) in architectures().into_iter().enumerate() {
        let network = random_network(architecture, seed as u64);
        let bytes = network.encode();
        assert_eq!(Network::decode(&bytes).expect("a network"), network);
        assert_eq!(network.encode(), bytes);
    }
    // The one in the binary, if there is one, is a network.
    assert_eq!(Network::decode(&Network::embedded().encode()).expect("ok"), *Network::embedded());
}

#[test]
fn faults_of_files_are_named() {
    type Change<'a> = &'a dyn Fn(&mut Vec<u8>);
    let network = random_network(Architecture::new(64), 1);
    let bytes = network.encode();
    let error = |change: Change<'_>| {
        let mut changed = bytes.clone();
        change(&mut changed);
        Network::decode(&changed).expect_err("a fault").to_string()
    };
    let cases: [(&str, Change<'_>); 16] = [
        ("not a network file", &|b| b.clear()),
        ("not a network file", &|b| b[0] = b'X'),
        ("version 1; this program reads versions 2 and 3", &|b| b[8] = 1),
        ("quantisation 128x63", &|b| (b[8], b[12], b[18], b[19]) = (3, 128, 63, 0)),
        ("hidden size 64", &|b| b[8] = 3),
        ("hidden size 96", &|b| b[12] = 96),
        ("hidden size 32", &|b| b[12] = 32),
        ("output buckets 3", &|b| b[14] = 3),
        ("quantisation 129x4096", &|b| b[16] = 129),
        ("scale 0", &|b| (b[20], b[21]) = (0, 0)),
        ("king bucket 32", &|b| b[40] = 32),
        ("king bucket 16", &|b| (b[15], b[40]) = (3, 16)),
        ("flags 4", &|b| b[15] = 4),
        ("bytes where its header says", &|b| b.truncate(b.len() - 1)),
        ("bytes where its header says", &|b| b.push(0)),
        ("checksum", &|b| b[1000] ^= 1),
    ];
    for (expected, change) in cases {
        let error = error(change);
        assert!(error.contains(expected), "{error} is not {expected}");
    }
    let folder = std::env::temp_dir();
    assert!(matches!(Network::load(&folder), Err(NetworkError::Foreign)));
    assert!(matches!(Network::load(&folder.join("no such file")), Err(NetworkError::Io(_))));
    let parameters = network.parameters();
    let new = |hidden, note: &str| Network::new(Architecture::new(hidden), 400, note, &parameters);
    for (hidden, note, expected) in [
        (64, &*"x".repeat(1001), "unsupported note of length 1001"),
        (64, "two\nlines", r#"unsupported note "two\nlines""#),
        (128, "", "the parameters are not those of the architecture"),
        (usize::MAX, "", "unsupported hidden size"),
    ] {
        let error = new(hidden, note).expect_err("no network").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    // The note is looked at only where the checksum is right.
    let mut foreign = new(64, "x").expect("a network").encode();
    foreign[64] = 0xFF;
    let (content, checksum) = foreign.split_last_chunk_mut::<4>().expect("a checksum");
    *checksum = crc32fast::hash(content).to_le_bytes();
    let error = Network::decode(&foreign).expect_err("a note that is not UTF-8").to_string();
    assert!(error.starts_with("unsupported note invalid utf-8"), "{error}");
}
