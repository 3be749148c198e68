//! Network files: whole ones, faulty ones and mutated ones.

use super::{architectures, plain_evaluation, random_network};
use crate::nnue::{Architecture, Network, NetworkError, Nnue};
use crate::{Evaluator, Score};
use board::Position;
use std::sync::Arc;
use testkit::Rng;

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
    let cases: [(&str, Change<'_>); 14] = [
        ("not a network file", &|b| b.clear()),
        ("not a network file", &|b| b[0] = b'X'),
        ("version 1; this program reads version 2", &|b| b[8] = 1),
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
    let long = Network::new(*network.architecture(), 400, &"x".repeat(1001), &network.parameters());
    assert!(matches!(long, Err(NetworkError::Unsupported { .. })));
    let other = Network::new(Architecture::new(128), 400, "", &network.parameters());
    assert!(matches!(other, Err(NetworkError::Parameters)));
    let lines = Network::new(*network.architecture(), 400, "two\nlines", &network.parameters());
    assert_eq!(
        lines.expect_err("a note of two lines").to_string(),
        r#"unsupported note "two\nlines""#
    );
    let huge = Network::new(Architecture::new(usize::MAX), 400, "", &network.parameters());
    assert!(matches!(huge, Err(NetworkError::Unsupported { field: "hidden size", .. })));
    // The note is looked at only where the checksum is right.
    let noted = Network::new(*network.architecture(), 400, "x", &network.parameters());
    let mut foreign = noted.expect("a network").encode();
    foreign[64] = 0xFF;
    write_checksum(&mut foreign);
    let error = Network::decode(&foreign).expect_err("a note that is not UTF-8").to_string();
    assert!(error.starts_with("unsupported note invalid utf-8"), "{error}");
}

fn write_checksum(file: &mut [u8]) {
    let (content, checksum) = file.split_last_chunk_mut::<4>().expect("a checksum");
    *checksum = crc32fast::hash(content).to_le_bytes();
}

/// 1,000 mutations, half of them with a checksum that fits: each is an error, or a network that
/// evaluates every position.
#[test]
fn mutated_files_do_no_harm() {
    let bytes = random_network(Architecture::new(64), 2).encode();
    let positions: Vec<Position> = testkit::positions::chosen()
        .map(|fen| Position::from_fen(fen).expect("a position"))
        .collect();
    let mut rng = Rng::new(9);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..1000 {
        let mut mutated = bytes.clone();
        let header = rng.one_in(2);
        for _ in 0..1 + rng.below(8) {
            let at = rng.below(if header { 80 } else { mutated.len() });
            mutated[at] = rng.next_u64() as u8;
        }
        match rng.below(8) {
            0 => mutated.truncate(rng.below(bytes.len())),
            1 => mutated.extend(std::iter::repeat_n(7, rng.below(2000))),
            _ => {}
        }
        if rng.one_in(2) && mutated.len() > 4 {
            write_checksum(&mut mutated);
        }
        match Network::decode(&mutated) {
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
            Ok(network) => {
                accepted += 1;
                let network = Arc::new(network);
                let mut evaluator = Nnue::new(Arc::clone(&network));
                for position in &positions {
                    let score = evaluator.evaluate(position, 0);
                    assert!(score.raw().abs() <= Score::MAX_EVAL.raw());
                    assert_eq!(score, plain_evaluation(&network, position), "{position}");
                }
            }
        }
    }
    assert!(refused > 300 && accepted > 20, "{refused} refused, {accepted} accepted");
}
