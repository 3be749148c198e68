//! Whole games through the protocol, each move checked for legality by the referee here.

use bartizan_tests::start_ready;
use board::Position;
use game::Game;
use notation::{parse_uci, to_uci};
use testkit::uci::{UciClient, best_move};

/// Plays a game between two engines and returns its length in plies.
fn play(
    engines: &mut [UciClient; 2],
    start: &Position,
    limits: [&str; 2],
    chess960: bool,
    most: usize,
) -> usize {
    let mut game = Game::new(start.clone());
    let mut moves = Vec::new();
    for engine in engines.iter_mut() {
        engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.send("ucinewgame");
        engine.sync();
    }
    while !game.is_over() && moves.len() < most {
        let side = game.position.side_to_move().index();
        let engine = &mut engines[side];
        let played =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let said =
            engine.send_and_sync(&format!("position fen {}{played}", start.to_shredder_fen()));
        assert!(said.is_empty(), "a legal game was not taken: {said:?}");
        let lines = engine.go(limits[side]);
        let (best, _) = best_move(lines.last().expect("an answer"));
        let mv = parse_uci(&game.position, &best)
            .unwrap_or_else(|error| panic!("{best} in {}: {error}", game.position));
        moves.push(to_uci(mv, chess960));
        game.play(mv);
    }
    moves.len()
}

#[test]
fn games_against_itself() {
    let mut engines = [start_ready(), start_ready()];
    let start = Position::startpos();
    assert!(play(&mut engines, &start, ["nodes 1500", "nodes 1500"], false, 400) > 20);
    let fischer = Position::chess960(700, 17).expect("both numbers are below 960");
    assert!(play(&mut engines, &fischer, ["nodes 800", "depth 4"], true, 400) > 8);
}

#[test]
fn games_with_a_clock_and_two_threads() {
    let mut engines = [start_ready(), start_ready()];
    engines[0].send("setoption name Threads value 2");
    let clock = "wtime 300 btime 300 winc 10 binc 10";
    play(&mut engines, &Position::startpos(), [clock, clock], false, 30);
}

/// Each of the four source systems, put together by options, plays against the default.
#[test]
fn the_source_systems_play() {
    let systems = [
        ("alpha-beta", "classical", "killers"),
        ("minimax", "centre", "none"),
        ("alpha-beta", "classical", "victim-first"),
        ("full", "classical", "classic"),
    ];
    for (search, evaluation, ordering) in systems {
        let mut engines = [start_ready(), start_ready()];
        for (name, value) in
            [("Search", search), ("Evaluation", evaluation), ("Ordering", ordering)]
        {
            let said = engines[0].send_and_sync(&format!("setoption name {name} value {value}"));
            assert!(said.is_empty(), "{said:?}");
        }
        let limits = ["depth 2", "nodes 300"];
        assert!(
            play(&mut engines, &Position::startpos(), limits, false, 60) >= 4,
            "{search} {evaluation} {ordering}"
        );
    }
}
