//! The binary over the protocol: the contract of UCI engines, what a GUI sees first, whole games.

use bartizan_tests::{start, start_ready};
use board::Position;
use game::Game;
use notation::{parse_uci, to_uci};
use testkit::uci::best_move;

#[test]
fn the_binary_holds_the_contract() {
    contracts::uci(start);
}

/// What the GUI sees first. The version is left out: it is no promise.
#[test]
fn handshake() {
    let mut engine = start();
    // Nothing is said before it is asked for: the first line is the answer.
    engine.send("xboard\n\nnonsense\n\x0c\nucinewgame\nposition startpos\nuci");
    let lines = engine.read_until("uciok").join("\n");
    assert!(lines.starts_with("id name Bartizan "), "{lines}");
    let options: Vec<&str> = lines.lines().filter(|line| line.starts_with("option ")).collect();
    // The snapshot leaves out the names of parts, which are compared with their registries.
    let without_choices =
        options.iter().map(|line| line.split(" var ").next().unwrap_or(line)).collect::<Vec<_>>();
    insta::assert_snapshot!("options", without_choices.join("\n"));
    for (option, names) in
        [("Search", search::NAMES), ("Evaluation", eval::NAMES), ("Ordering", &ordering::NAMES)]
    {
        let start = format!("option name {option} type combo ");
        let line = options.iter().find(|line| line.starts_with(&start)).expect("an option");
        assert_eq!(line.split(" var ").skip(1).collect::<Vec<_>>(), names);
    }
    assert_eq!(lines.lines().count(), options.len() + 3, "only id, option and uciok: {lines}");
}

#[test]
fn every_combination_of_parts_plays() {
    let mut engine = start_ready();
    for search in search::NAMES {
        for evaluation in eval::NAMES {
            for ordering in ordering::NAMES {
                engine.send(&format!("setoption name Search value {search}"));
                engine.send(&format!("setoption name Evaluation value {evaluation}"));
                engine.send(&format!("setoption name Ordering value {ordering}"));
                engine.send("position startpos moves e2e4 e7e5");
                let lines = engine.go("depth 1");
                let best = best_move(lines.last().expect("an answer")).0;
                assert_eq!(best.len(), 4, "{search} {evaluation} {ordering}: {best}");
            }
        }
    }
}

/// Plays a game of the engine against itself, each move checked here; its length in plies.
fn play(start: &Position, threads: usize, limits: &str, chess960: bool, most: usize) -> usize {
    let mut engine = start_ready();
    engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
    engine.send(&format!("setoption name Threads value {threads}"));
    let (mut game, mut moves) = (Game::new(start.clone()), String::new());
    for ply in 0..most {
        if game.is_over() {
            return ply;
        }
        let line = format!("position fen {} moves{moves}", start.to_shredder_fen());
        let said = engine.send_and_sync(&line);
        assert!(said.is_empty(), "a legal game was not taken: {said:?}");
        let best = best_move(engine.go(limits).last().expect("an answer")).0;
        let mv = parse_uci(&game.position, &best);
        let mv = mv.unwrap_or_else(|error| panic!("{best} in {}: {error}", game.position));
        moves += &format!(" {}", to_uci(mv, chess960));
        game.play(mv);
    }
    most
}

#[test]
fn games_against_itself() {
    let fischer = Position::chess960(700, 17).expect("both numbers are below 960");
    assert!(play(&Position::startpos(), 1, "nodes 1500", false, 400) > 20);
    assert!(play(&fischer, 1, "nodes 800", true, 400) > 8);
    let clock = "wtime 300 btime 300 winc 10 binc 10";
    assert_eq!(play(&Position::startpos(), 2, clock, false, 30), 30);
}
