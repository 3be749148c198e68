//! Sessions with the engine in a process of its own, as a GUI holds them.

use board::{Move, Position};
use movegen::legal_moves;
use std::process::Command;
use testkit::uci::UciClient;

fn start() -> UciClient {
    let mut engine = UciClient::spawn(&mut Command::new(env!("CARGO_BIN_EXE_bartizan-cecp")))
        .expect("the engine starts");
    send(&mut engine, "xboard\nprotover 2");
    let line = engine.read_until("feature").pop().unwrap_or_default();
    for feature in ["ping=1", "setboard=1", "usermove=1", "analyze=0", "colors=0", "done=1"] {
        assert!(line.contains(feature), "{line}");
    }
    engine
}

fn send(engine: &mut UciClient, lines: &str) {
    lines.lines().for_each(|line| engine.send(line));
}

/// What comes before the answer to a `ping`.
fn until_pong(engine: &mut UciClient) -> Vec<String> {
    engine.send("ping 77");
    let mut lines = engine.read_until("pong 77");
    lines.pop();
    lines
}

/// Sends lines, then `ping`, and expects these lines before the answer.
fn expect(engine: &mut UciClient, lines: &str, expected: &[&str]) {
    send(engine, lines);
    assert_eq!(until_pong(engine), expected, "{lines}");
}

/// The leaf nodes at depth 1, which differ between all positions compared here.
fn legal_move_count(engine: &mut UciClient) -> String {
    engine.send("perft 1");
    until_pong(engine).pop().expect("an answer")
}

/// The move of a line `move e2e4` at the end.
fn own_move(engine: &mut UciClient) -> String {
    let lines = engine.read_until("move ");
    lines.last().and_then(|line| line.strip_prefix("move ")).expect("a move").to_owned()
}

/// The position after a legal move.
fn after(position: &Position, text: &str) -> Position {
    let legal = legal_moves(position);
    let standard = |mv: &Move| {
        if mv.is_castle() {
            format!("{}{}", mv.from(), mv.castle_king_target())
        } else {
            mv.to_string()
        }
    };
    let mv = legal.iter().find(|mv| standard(mv) == text);
    position.make(*mv.unwrap_or_else(|| panic!("{text} is illegal in {position}")))
}

#[test]
fn ten_moves_of_a_game() {
    let mut engine = start();
    send(&mut engine, "new\nlevel 40 1 0\nsd 4\nnopost");
    let mut position = Position::startpos();
    for _ in 0..5 {
        // Any opponent: the first legal move that is no castling, whose text has another form.
        let legal = legal_moves(&position);
        let mv = legal.iter().find(|mv| !mv.is_castle()).expect("a move").to_string();
        position = after(&position, &mv);
        send(&mut engine, &format!("time 6000\notim 6000\nusermove {mv}"));
        let answer = own_move(&mut engine);
        position = after(&position, answer.trim());
    }
    expect(&mut engine, "force", &[]);
    let count = legal_moves(&position).len();
    assert_eq!(legal_move_count(&mut engine), format!("Nodes searched: {count}"));
    expect(&mut engine, "undo\nremove", &[]);
    engine.send("quit");
    assert!(engine.wait().success());
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut engine = start();
    expect(&mut engine, "force\nusermove e2e4", &[]);
    let before = legal_move_count(&mut engine);
    let cases = [
        ("usermove e2e4", "Illegal move: e2e4"),
        ("usermove e7e4", "Illegal move: e7e4"),
        ("usermove", "Illegal move: "),
        ("frobnicate 3", "Error (unknown command): frobnicate 3"),
        ("level 40 5", "Error (bad argument): level 40 5"),
        ("st soon", "Error (bad argument): st soon"),
        ("perft 99", "Error (bad argument): perft 99"),
        ("remove", "Error (bad argument): remove"),
    ];
    for (line, answer) in cases {
        expect(&mut engine, line, &[answer]);
    }
    engine.send_bytes(b"\xff\xfe\n");
    until_pong(&mut engine);
    assert_eq!(legal_move_count(&mut engine), before);
}

#[test]
fn no_position_is_left_after_one_that_is_refused() {
    let mut engine = start();
    send(&mut engine, "st 600\ngo\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1");
    let answers = until_pong(&mut engine);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    assert!(answer.starts_with("tellusererror Illegal position"), "{answer}");
    for (line, answer) in [
        ("usermove e2e4", "Illegal move: e2e4"),
        ("go", "Error (no legal position): go"),
        ("perft 1", "Error (no legal position): perft 1"),
        ("undo", "Error (bad argument): undo"),
    ] {
        expect(&mut engine, line, &[answer]);
    }
    for line in ["setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "new"] {
        expect(&mut engine, line, &[]);
        send(&mut engine, "sd 3\ngo");
        assert!(!own_move(&mut engine).is_empty());
    }
}

#[test]
fn mate_is_played_and_the_result_claimed() {
    let mut engine = start();
    send(&mut engine, "force\nsetboard 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\nst 1\npost\ngo");
    let lines = engine.read_until("1-0");
    let [.., thinking, mv, result] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((mv.as_str(), result.as_str()), ("move e1e8", "1-0 {White wins by checkmate}"));
    // Depth, score, time, nodes, principal variation.
    let fields: Vec<&str> = thinking.split(' ').collect();
    assert_eq!((fields[1], &fields[4..]), ("100001", &["e1e8"][..]), "{thinking}");
    expect(&mut engine, "go", &["1-0 {White wins by checkmate}"]);
    send(&mut engine, "force\nsetboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\nusermove g5g6");
    assert_eq!(until_pong(&mut engine), ["1/2-1/2 {draw by stalemate}"]);
}

#[test]
fn castling_and_promotion_are_played_both_ways() {
    let mut engine = start();
    send(&mut engine, "force\nsetboard 4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    expect(&mut engine, "usermove e1g1\nusermove e8d7\nusermove a7a8q", &[]);
    assert_eq!(legal_move_count(&mut engine), "Nodes searched: 4");
}

#[test]
fn input_is_read_while_the_engine_thinks() {
    let mut engine = start();
    send(&mut engine, "st 600\ngo");
    // Nobody else may move meanwhile. A ping waits for the move: the line after it is answered first.
    send(&mut engine, "usermove e7e5\nping 5\nusermove d7d5\n?");
    let refused = ["e7e5", "d7d5"].map(|mv| format!("Error (it is not your move): usermove {mv}"));
    assert_eq!(engine.read_until(&refused[1]), refused);
    assert!(!own_move(&mut engine).is_empty());
    engine.read_until("pong 5");
    // A search that `force` ends gives no move.
    expect(&mut engine, "undo\ngo\nforce", &[]);
    assert_eq!(legal_move_count(&mut engine), "Nodes searched: 20");
}

#[test]
fn bench_is_that_of_the_search() {
    let mut engine = start();
    engine.send("bench 2");
    let lines = engine.read_until("");
    let [nodes, "nodes", _, "nps"] = lines[0].split(' ').collect::<Vec<_>>()[..] else {
        panic!("{lines:?}")
    };
    let search = search::build::<_, ordering::Modern>(search::DEFAULT, eval::Nnue::default);
    let (limits, signals) = (searcher::Limits::depth(2), searcher::Signals::new());
    let total =
        search::bench::run_bench(&mut *search.expect("a search"), &limits, &signals, |_, _| {});
    assert_eq!(nodes, total.expect("not stopped").nodes.to_string());
}

#[test]
fn end_of_input_lets_a_move_be_found() {
    let mut engine = start();
    send(&mut engine, "sd 5\ngo");
    engine.close_input();
    own_move(&mut engine);
    assert!(engine.wait().success());
}
