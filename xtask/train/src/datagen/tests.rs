//! Self-play at a handful of nodes, and the store without its process.

use super::settings::game_file;
use super::store::Numbers;
use super::*;
use crate::data::check::check_game;
use crate::data::tests::random_game;
use board::Position;
use games::data::GameRecord;
use games::data::file::GameReader;
use games::data::file::{GameWriter, header};
use games::testing::parse;
use movegen::legal_moves;
use std::fs;
use std::path::Path;
use testkit::TempFolder;

fn args(text: &str) -> Args {
    parse(text).expect("a command line")
}

fn settings(text: &str) -> Settings {
    Settings::new(&args(text)).expect("settings")
}

fn generator(text: &str) -> Generator {
    Generator::new(&settings(text)).expect("a generator")
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let mut first = generator("--nodes 60 --hash 1 --chess960 50");
    let games: Vec<_> =
        (0..6).map(|number| first.play(number, &Signals::new()).unwrap().unwrap()).collect();
    let mut second = generator("--nodes 60 --hash 1 --chess960 50");
    for number in [4, 1, 5, 0] {
        let again = second.play(number, &Signals::new()).unwrap().unwrap();
        assert_eq!(again, games[number as usize]);
    }
    assert!(games.iter().any(|game| game.chess960) && games.iter().any(|game| !game.chess960));
    for (index, game) in games.iter().enumerate() {
        assert_eq!((game.seed, game.number), (1, index as u32));
        assert!(games[..index].iter().all(|earlier| earlier.moves != game.moves));
    }
    let other = generator("--nodes 60 --hash 1 --chess960 50 --seed 2");
    assert_ne!({ other }.play(0, &Signals::new()).unwrap().unwrap().start, games[0].start);
}

#[test]
fn games_are_legal_and_their_openings_within_the_bound() {
    let mut generator = generator("--nodes 200 --hash 1 --chess960 30 --opening-bound 100");
    for number in 0..8 {
        let game = generator.play(number, &Signals::new()).unwrap().unwrap();
        let samples: Vec<_> = game.replay().unwrap().map(Result::unwrap).collect();
        assert_eq!(samples[0].position.fullmove_number(), 5, "after 8 or 9 plies");
        assert!(game.moves.iter().all(|scored| scored.score.is_some()));
        let totals = Totals::of(&game).unwrap();
        assert_eq!((totals.games, totals.positions), (1, game.moves.len() as u64));
        let kept = samples.iter().filter(|sample| sample.is_kept()).count();
        assert_eq!(totals.kept, kept as u64);
    }
}

#[test]
fn a_stopped_game_is_no_game() {
    let mut generator = generator("--nodes 40 --hash 1");
    let signals = Signals::new();
    signals.stop();
    assert_eq!(generator.play(0, &signals).unwrap(), None);
}

#[test]
fn settings_out_of_range_are_refused() {
    for text in [
        "--nodes 0",
        "--nodes 100 --hard-nodes 99",
        "--hash 0",
        "--hash 5000",
        "--opening-plies 41",
        "--chess960 101",
        "--opening-bound=-1",
        "--plies 0",
    ] {
        assert!(parse(text).map_or(true, |args| Settings::new(&args).is_err()), "{text}");
    }
    assert_eq!(settings("--nodes 100").limits().nodes, Some(800));
    let absent = args("--evaluation nnue --eval-file absent.nnue");
    let error = Settings::new(&absent).expect_err("no such file").to_string();
    assert!(error.contains("absent.nnue"), "{error}");
}

#[test]
fn networks_have_runs_of_their_own() {
    let classical = settings("--nodes 100 --evaluation classical");
    let network = settings("--nodes 100 --evaluation nnue");
    assert!(network.parts.contains("network 2304x2"), "{}", network.parts);
    assert_ne!(network.run_name(), classical.run_name());
    let bench = |settings: &Settings| settings.metadata().expect("metadata")["bench"].clone();
    assert_ne!(bench(&network), bench(&classical));
}

#[test]
fn names_differ_by_settings_and_stay_in_the_folder() {
    let name = |text: &str| settings(text).run_name();
    assert_eq!(name("--seed 3"), name("--seed 3 --threads 9 --games 4"));
    for text in ["--seed 4", "--nodes 9", "--hash 7", "--opening-bound 50"] {
        assert_ne!(name(text), name(""), "{text}");
    }
    let file = |text: &str| game_file(&args(text), &settings(text));
    assert_eq!(file("--out a --run b").unwrap(), Path::new("a/b.games"));
    assert!(file("--out a --run ../b").is_err());
    assert!(file("--out a --run ..").is_err());
}

#[test]
fn numbers_fill_the_gaps_first() {
    let mut numbers = Numbers::default();
    [5, 0, 2].into_iter().try_for_each(|number| numbers.leave_out(number)).unwrap();
    let taken: Vec<_> = std::iter::from_fn(|| numbers.take(8)).collect();
    assert_eq!(taken, [1, 3, 4, 6, 7]);
    assert_eq!((numbers.take(8), numbers.take(9)), (None, Some(8)));
    assert!(numbers.leave_out(5).is_err());
}

#[test]
fn a_store_goes_on_where_it_was_cut() {
    let folder = TempFolder::new("store");
    let path = folder.join("run.games");
    let metadata = json!({ "settings": "these" });
    let mut whole = header(&metadata).unwrap();
    let mut ends = vec![whole.len()];
    let games: Vec<_> = (0..4).map(|number| random_game(number, 6)).collect();
    for game in &games {
        let mut writer = GameWriter::append(&mut whole);
        writer.push(game).unwrap();
        writer.flush().unwrap();
        ends.push(whole.len());
    }
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let stored = ends.iter().rposition(|&end| end <= cut).unwrap_or(0);
        let mut store = Store::open(&path, &metadata).unwrap();
        assert_eq!(store.totals.games, stored as u64, "cut at {cut}");
        while let Some(number) = store.numbers.take(4) {
            let game = &games[number as usize];
            store.add(game, &Totals::of(game).unwrap()).unwrap();
            store.flush(Duration::ZERO).unwrap();
        }
        drop(store);
        assert!(fs::read(&path).unwrap() == whole, "cut at {cut}");
    }
}

#[test]
fn a_store_refuses_what_it_must_not_touch() {
    let folder = TempFolder::new("refused");
    let path = folder.join("run.games");
    let metadata = json!({ "settings": "these" });
    let refused = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        let error = Store::open(&path, &metadata).err().expect("an error");
        assert!(fs::read(&path).unwrap() == content, "a refused file must stay as it is");
        format!("{error:#}")
    };
    assert!(refused(b"PGN").contains("not a game file"));
    let other = header(&json!({ "settings": "others" })).unwrap();
    assert!(refused(&other).contains("other settings"));
    assert!(refused(&other[..other.len() - 1]).contains("incomplete"));
    let mut twice = header(&metadata).unwrap();
    let mut writer = GameWriter::append(&mut twice);
    writer.push(&random_game(3, 4)).unwrap();
    writer.flush().unwrap();
    writer.push(&random_game(3, 4)).unwrap();
    writer.flush().unwrap();
    assert!(refused(&twice).contains("game 3 is there twice"));
    let mut corrupt = twice.clone();
    corrupt[header(&metadata).unwrap().len() + 20] ^= 1;
    assert!(refused(&corrupt).contains("corrupt"));

    fs::write(&path, header(&metadata).unwrap()).unwrap();
    let first = Store::open(&path, &metadata).unwrap();
    let second = Store::open(&path, &metadata).err().expect("an error");
    assert!(format!("{second:#}").contains("in use"));
    drop(first);
    assert!(Store::open(&path, &metadata).is_ok());
}

/// A file with the games of a short run with further arguments.
fn start_file(folder: &TempFolder, arguments: &str) -> String {
    let text = "--nodes 40 --hash 1 --chess960 50 --evaluation classical";
    let mut generator = generator(&format!("{text} {arguments}"));
    write_games(folder, |number| generator.play(number, &Signals::new()).unwrap().unwrap())
}

/// A file with six games, some for training and some for validation.
fn write_games(folder: &TempFolder, mut game: impl FnMut(u32) -> GameRecord) -> String {
    let path = folder.join("start.games");
    let mut bytes = header(&json!({})).unwrap();
    let mut writer = GameWriter::append(&mut bytes);
    for number in 0..6 {
        writer.push(&game(number)).unwrap();
    }
    writer.flush().unwrap();
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn games_begin_in_or_near_positions_of_others() {
    let folder = TempFolder::new("starts");
    let file = start_file(&folder, "");
    let mut positions = Vec::new();
    for game in GameReader::open(Path::new(&file)).unwrap().map(Result::unwrap) {
        let part = (game.is_for_validation(), game.chess960);
        let mut replay = game.replay().unwrap();
        positions.push((part, replay.game().position.clone()));
        while replay.next().is_some() {
            positions.push((part, replay.game().position.clone()));
        }
    }
    let after = |position: &Position| {
        let moves = legal_moves(position).into_iter();
        moves.map(|mv| position.make(mv)).collect::<Vec<_>>()
    };
    for (place, near) in [("near", true), ("games", false)] {
        let text = format!("--nodes 40 --hash 1 --plies 4 --start-games {file} --start-in {place}");
        let mut generator = generator(&text);
        let mut unfinished = 0;
        for number in 0..20 {
            let game = generator.play(number, &Signals::new()).unwrap().unwrap();
            check_game(&game).unwrap();
            assert!(game.moves.len() == 4 || game.known_result().is_some());
            unfinished += usize::from(game.known_result().is_none());
            let start = game.replay().unwrap().game().position.clone();
            let is_source = |(part, from): &(_, Position)| {
                let moves = start.fullmove_number().abs_diff(from.fullmove_number());
                let is_near = || {
                    after(from).iter().any(|next| *next == start || after(next).contains(&start))
                };
                *part == (game.is_for_validation(), game.chess960)
                    && if near { moves <= 1 && is_near() } else { *from == start }
            };
            assert!(positions.iter().any(is_source), "{start}");
        }
        assert!(unfinished > 10);
    }
}

#[test]
fn games_begin_in_search_trees_and_in_endings() {
    let folder = TempFolder::new("starts-in");
    let file = start_file(&folder, "");
    let starts = |options: &str| -> Vec<Position> {
        let text = format!("--nodes 40 --hash 1 --plies 1 --start-games {file} {options}");
        let mut generator = generator(&text);
        let games = (0..20).map(|number| generator.play(number, &Signals::new()).unwrap().unwrap());
        games.map(|game| Position::from_fen(&game.start).unwrap()).collect()
    };
    // The first draws are the same, so that most games begin below the position of the other run.
    let [games, tree] = ["games", "tree"].map(|place| starts(&format!("--start-in {place}")));
    assert!(tree.iter().zip(&games).filter(|(tree, game)| tree != game).count() > 15);
    let text = format!("--nodes 40 --hash 1 --plies 1 --start-games {file} --start-in tree");
    let mut generator = generator(&text);
    for (number, start) in (0..20).zip(&tree).rev() {
        let game = generator.play(number, &Signals::new()).unwrap().unwrap();
        assert_eq!(Position::from_fen(&game.start).unwrap(), *start);
    }
    let stopped = Signals::new();
    stopped.stop();
    assert!(generator.play(0, &stopped).unwrap().is_none());
    let text = format!("--start-games {file} --start-in tree --ordering none");
    assert!(Settings::new(&args(&text)).unwrap_err().to_string().contains("default search"));
    let few = |start: &Position| start.occupied().count() <= 12;
    assert!(starts("--start-pieces 12").iter().all(few) && !games.iter().all(few));
}

#[test]
fn starts_near_other_games_can_be_bounded() {
    let folder = TempFolder::new("bounded-starts");
    let file = start_file(&folder, "");
    let first_scores = |bound: &str| -> Vec<i32> {
        let text = "--nodes 40 --hash 1 --plies 1 --evaluation classical --start-games";
        let mut generator = generator(&format!("{text} {file} {bound}"));
        let games = (0..60).map(|number| generator.play(number, &Signals::new()).unwrap().unwrap());
        games.filter_map(|game| Some(game.moves[0].score?.raw().abs())).collect()
    };
    let free = first_scores("");
    assert!(free.iter().filter(|&&score| score > 200).count() > 15, "{free:?}");
    // The search of the first move knows what that of the opening left in the table.
    let bounded = first_scores("--opening-bound 100");
    let beyond = bounded.iter().filter(|&&score| score > 200).count();
    assert!(bounded.len() > 40 && beyond < 3, "{bounded:?}");
}

#[test]
fn games_do_not_begin_where_they_are_over() {
    let folder = TempFolder::new("over");
    let file = write_games(&folder, |number| GameRecord {
        start: "8/8/3k4/8/8/2KN4/8/8 w - - 0 80".to_owned(),
        moves: Vec::new(),
        ..random_game(number, 1)
    });
    let text = format!("--nodes 40 --hash 1 --plies 1 --start-games {file}");
    let error = generator(&text).play(0, &Signals::new()).unwrap_err().to_string();
    assert!(error.contains("openings in a row was over"), "{error}");
}

#[test]
fn start_games_are_part_of_the_settings() {
    let folder = TempFolder::new("start-settings");
    let file = start_file(&folder, "");
    let name = |text: &str| settings(text).run_name();
    assert_ne!(name(&format!("--start-games {file}")), name(""));
    assert_ne!(name("--plies 9"), name(""));
    let bounded = name(&format!("--opening-bound 300 --start-games {file}"));
    assert_ne!(bounded, name(&format!("--start-games {file}")));
    let empty = folder.join("empty.games");
    fs::write(&empty, header(&json!({})).unwrap()).unwrap();
    assert!(parse::<Args>(&format!("--chess960 5 --start-games {file}")).is_err());
    let error = Settings::new(&args(&format!("--start-games {}", empty.display()))).unwrap_err();
    assert!(error.to_string().contains("too few games"), "{error}");
}
