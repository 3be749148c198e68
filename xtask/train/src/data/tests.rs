//! Game files in memory: written, cut short, corrupted, checked and rewritten.

use super::check::check_game;
use super::stat::Duplicates;
use board::{Color, Move, MoveFlag, Position, Square};
use eval::Score;
use game::Game;
use games::data::*;
use serde_json::json;
use testkit::Rng;
use xtask::random::random_chess960_start;

/// A game of random moves and scores, as long as `plies` or its end by the rules.
pub fn random_game(number: u32, plies: usize) -> GameRecord {
    let mut random = Rng::new(u64::from(number));
    let chess960 = number % 3 == 2;
    let start =
        if chess960 { random_chess960_start(&mut random, false) } else { Position::startpos() };
    let mut game = Game::new(start.clone());
    let mut moves = Vec::new();
    while moves.len() < plies && !game.is_over() {
        let legal = movegen::legal_moves(&game.position);
        let mv = legal[random.below(legal.len())];
        let score = (!moves.is_empty()).then(|| Score::new(random.below(64_001) as i32 - 32_000));
        moves.push(ScoredMove { mv, score });
        game.play(mv);
    }
    let ending = game.termination();
    GameRecord {
        seed: u64::MAX - 7,
        number,
        chess960,
        result: GameResult::from_winner(ending.and_then(|ending| ending.winner())),
        termination: ending.map_or(RecordedEnd::MaxPlies, RecordedEnd::from),
        start: start.to_shredder_fen(),
        moves,
    }
}

/// The bytes of a file with a block for every inner list.
pub fn file(blocks: &[Vec<GameRecord>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = GameWriter::create(&mut bytes, &json!({ "settings": 1 })).unwrap();
    for block in blocks {
        for game in block {
            writer.push(game).unwrap();
        }
        assert!(writer.flush().unwrap());
    }
    assert!(!writer.flush().unwrap());
    bytes
}

fn small_file() -> (Vec<Vec<GameRecord>>, Vec<u8>) {
    let blocks = vec![
        vec![random_game(0, 5), random_game(1, 0), random_game(2, 7)],
        vec![random_game(3, 3)],
        vec![random_game(4, 4), random_game(5, 6)],
    ];
    let bytes = file(&blocks);
    (blocks, bytes)
}

/// All games up to the first error, and that error.
fn read(bytes: &[u8]) -> (Vec<GameRecord>, Option<ReadError>) {
    let reader = match GameReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut games = Vec::new();
    for game in reader {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

#[test]
fn files_round_trip() {
    let (blocks, bytes) = small_file();
    let (games, error) = read(&bytes);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(games, blocks.concat());
    let reader = GameReader::new(&bytes[..]).unwrap();
    assert_eq!(*reader.metadata(), json!({ "settings": 1 }));
    // Long games, and blocks that are written because they are full.
    let many: Vec<_> = (0..300).map(|number| random_game(number, 400)).collect();
    let bytes = file(std::slice::from_ref(&many));
    assert_eq!(read(&bytes).0, many);
}

#[test]
fn a_move_takes_four_bytes() {
    let length = |plies| {
        let mut bytes = Vec::new();
        random_game(0, plies).encode(&mut bytes);
        bytes.len()
    };
    assert_eq!(length(60), length(0) + 4 * 60);
}

#[test]
fn a_file_cut_at_any_byte_keeps_its_whole_blocks() {
    let (blocks, bytes) = small_file();
    let header = file(&[]).len();
    let mut ends = vec![(header, 0)];
    for count in 1..=blocks.len() {
        ends.push((file(&blocks[..count]).len(), blocks[..count].concat().len()));
    }
    for cut in 0..=bytes.len() {
        let (games, error) = read(&bytes[..cut]);
        let whole = ends.iter().rev().find(|(end, _)| *end <= cut);
        assert_eq!(games, blocks.concat()[..whole.map_or(0, |&(_, games)| games)], "cut at {cut}");
        match error {
            None => assert!(ends.iter().any(|&(end, _)| end == cut), "cut at {cut}"),
            Some(ReadError::Torn { offset }) => {
                assert_eq!(offset, whole.map_or(0, |&(end, _)| end as u64), "cut at {cut}");
            }
            Some(error) => panic!("cut at {cut}: {error}"),
        }
    }
    // What a crash of the system may leave: the length without the content.
    let mut zeroed = bytes[..ends[2].0].to_vec();
    zeroed.resize(bytes.len(), 0);
    let (games, error) = read(&zeroed);
    assert_eq!(games.len(), ends[2].1);
    assert!(matches!(error, Some(ReadError::Torn { .. })));
}

#[test]
fn every_changed_byte_is_an_error() {
    let (blocks, bytes) = small_file();
    let all = blocks.concat();
    let header = file(&[]).len();
    let last = file(&blocks[..2]).len();
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let (games, error) = read(&changed);
            assert!(all.starts_with(&games), "byte {at}");
            match error {
                None => panic!("byte {at} changed without an error"),
                // Only the last block may pass for one that was not written to its end.
                Some(ReadError::Torn { .. }) => assert!(at >= last || at < header, "byte {at}"),
                Some(_) => {}
            }
        }
    }
}

#[test]
fn foreign_files_and_versions_are_named() {
    let error = |bytes: &[u8]| read(bytes).1.expect("an error").to_string();
    assert_eq!(error(b"[Event \"a PGN file\"]\n"), "not a game file");
    assert!(error(b"").contains("incomplete"));
    let mut newer = file(&[]);
    newer[8] = 2;
    assert!(error(&newer).contains("version 2"));
}

#[test]
fn random_games_pass_the_check() {
    for number in 0..60 {
        check_game(&random_game(number, 500)).unwrap();
    }
}

#[test]
fn faulty_games_fail_the_check() {
    let fault = |change: fn(&mut GameRecord)| {
        let mut game = random_game(0, 20);
        change(&mut game);
        check_game(&game).expect_err("a fault").to_string()
    };
    let illegal = Move::new(Square::E1, Square::E8, MoveFlag::QUIET);
    let mut game = random_game(0, 20);
    game.moves[7].mv = illegal;
    let error = game.replay().unwrap().find_map(Result::err);
    assert_eq!(error.unwrap().to_string(), format!("illegal move {illegal} at ply 7"));
    assert!(check_game(&game).is_err());
    assert!(fault(|game| game.result = GameResult::WhiteWin).contains("does not fit"));
    assert!(fault(|game| game.termination = RecordedEnd::Checkmate).contains("does not end"));
    assert!(fault(|game| game.start = "8/8/8 w - -".to_owned()).contains("start position"));
    assert!(fault(|game| game.termination = RecordedEnd::WinAdjudication).contains("does not fit"));
    // Back to the start position twice, and a move too many.
    let mut game = random_game(0, 0);
    let start = Position::startpos();
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(9);
    let mut position = start;
    for text in shuffle {
        let mv = notation::parse_san(&position, text).unwrap();
        game.moves.push(ScoredMove { mv, score: None });
        position = position.make(mv);
    }
    assert!(check_game(&game).unwrap_err().to_string().contains("goes on at ply 8"));
    game.moves.pop();
    assert!(check_game(&game).unwrap_err().to_string().contains("ends by repetition"));
    game.termination = RecordedEnd::Repetition;
    check_game(&game).unwrap();
}

#[test]
fn unfinished_games_have_no_result() {
    let mut game = random_game(0, 20);
    let kept = |game: &GameRecord| game.replay().unwrap().next().unwrap().unwrap().result;
    assert_eq!((game.known_result(), kept(&game)), (Some(game.result), Some(game.result)));
    game.termination = RecordedEnd::Unfinished;
    check_game(&game).unwrap();
    assert_eq!((game.known_result(), kept(&game)), (None, None));
    assert_eq!(Totals::of(&game).unwrap().results, [0, 0, 0]);
    let pgn = view::pgn(&game, "", ["", ""]).unwrap();
    assert!(
        pgn.contains("[Result \"*\"]") && pgn.contains("\n[Termination \"no end\"]\n"),
        "{pgn}"
    );
    game.result = GameResult::WhiteWin;
    assert!(check_game(&game).is_err());
}

#[test]
fn the_quiet_filter_keeps_what_it_says() {
    let fen = "4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 9";
    let even = Some(Score::new(-20));
    for (fen, mv, score, kept) in [
        (fen, "e5", even, true),
        (fen, "exd5", even, false),
        (fen, "e5", None, false),
        (fen, "e5", Some(Score::mated_in(5)), false),
        ("4k3/8/8/3p4/4P3/8/P3r3/4K3 w - - 0 9", "Kd1", even, false),
        ("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 9", "a8=Q", even, false),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let mv = notation::parse_san(&position, mv).unwrap();
        let sample = Sample { position, mv, score, result: None };
        assert_eq!(sample.is_kept(), kept, "{fen} {mv}");
    }
}

#[test]
fn duplicates_are_games_with_equal_moves_or_equal_numbers() {
    let mut duplicates = Duplicates::default();
    let game = random_game(0, 20);
    assert!(!duplicates.is_repeated(&game));
    assert!(duplicates.is_repeated(&game));
    assert!(duplicates.is_repeated(&GameRecord { number: 7, ..game.clone() }));
    assert!(duplicates.is_repeated(&random_game(7, 20)), "number 7 of this seed was there");
    assert!(!duplicates.is_repeated(&random_game(1, 20)));
    let other = GameRecord { seed: 5, ..random_game(1, 21) };
    assert!(!duplicates.is_repeated(&other));
}

#[test]
fn results_are_seen_from_white() {
    assert_eq!(GameResult::from_winner(Some(Color::White)).points(), 1.0);
    assert_eq!(GameResult::from_winner(None).points(), 0.5);
    assert_eq!(GameResult::from_winner(Some(Color::Black)).pgn(), "0-1");
    for (code, result) in GameResult::ALL.into_iter().enumerate() {
        assert_eq!(result as usize, code);
    }
    for (code, termination) in RecordedEnd::ALL.into_iter().enumerate() {
        assert_eq!(termination as usize, code);
    }
}
