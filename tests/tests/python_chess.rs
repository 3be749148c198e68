//! The library beside python-chess: positions of random games as FEN, EPD and PGN, their moves as SAN, and how games
//! end; games with variations through the page. `BARTIZAN_PROOF=N` compares N times as many random positions and games as
//! by default, with other seeds for `BARTIZAN_SEED`.

#![allow(clippy::print_stdout)]

use std::fmt::Write;

use bartizan_tests::{has_python_chess, script, write};
use bartizan_web::Lab;
use board::{CastlingNotation, Color, EnPassantMode, Move, Position};
use game::{DrawRules, Game, Termination, has_insufficient_material, is_checkmate, is_stalemate};
use movegen::legal_moves;
use notation::book::polyglot_key;
use notation::epd::{Epd, Operand};
use notation::pgn::{PgnGame, PgnMove};
use notation::{to_san, to_uci};
use serde_json::{Value, json};
use testkit::{Rng, TempFolder, data, positions};

/// Positions and games that are compared by default.
const POSITIONS: usize = 2_000;
const GAMES: usize = 200;
/// Most plies of a game.
const PLIES: usize = 160;

/// A variable of the environment, or 1.
fn number(name: &str) -> usize {
    let text = std::env::var(name);
    text.map_or(1, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Has python-chess compare lines.
fn compare(test: &str, kind: &str, lines: &str) {
    if !has_python_chess() {
        return data::report_skipped(test, "python-chess");
    }
    let folder = TempFolder::new(test);
    let file = write(&folder, "lines.txt", lines);
    let output = script("library.py").args([kind, &file]).output().expect("Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let end: String = text.chars().take(4_000).collect();
    assert!(output.status.success(), "{end}\n{}", String::from_utf8_lossy(&output.stderr));
    println!("{kind}: {}", text.trim_end());
}

/// The start of a random game, and whether it is one of Chess960, also with two different arrays.
fn start(rng: &mut Rng) -> (Position, bool) {
    match rng.below(3) {
        0 => (Position::startpos(), false),
        1 => {
            let white = rng.below(960) as u16;
            let black = if rng.one_in(4) { rng.below(960) as u16 } else { white };
            (Position::chess960(white, black).expect("two numbers below 960"), true)
        }
        _ => {
            let chosen: Vec<&str> = positions::chosen().collect();
            let position = Position::from_fen(chosen[rng.below(chosen.len())]).expect("a position");
            let chess960 = notation::is_chess960(&position);
            (position, chess960)
        }
    }
}

/// What python-chess compares of a position and a move in it.
fn position_line(rng: &mut Rng, position: &Position, mv: Move, chess960: bool) -> String {
    let moves = legal_moves(position);
    let modes = [EnPassantMode::Always, EnPassantMode::PseudoLegal, EnPassantMode::Legal];
    let fens = modes.map(|mode| position.to_fen_with(CastlingNotation::XFen, mode));
    let (uci, san) = (to_uci(mv, chess960), to_san(position, mv));
    let mut epd = Epd::new(position.clone());
    let count = moves.len() as i64;
    let operands = [
        ("bm", mv.into()),
        ("ce", count.into()),
        ("id", Operand::Text(uci.clone())),
        ("pv", mv.into()),
    ];
    for (opcode, operand) in operands {
        epd.set(opcode, [operand]).expect("an operation of the standard");
    }
    let mut sans: Vec<String> = Vec::new();
    if rng.one_in(20) {
        sans.extend(moves.iter().map(|&mv| to_san(position, mv)));
        sans.sort_unstable();
    }
    let facts = [
        position.in_check(),
        is_checkmate(position),
        is_stalemate(position),
        has_insufficient_material(position, Color::White),
        has_insufficient_material(position, Color::Black),
    ];
    let flags: String = facts.map(|fact| if fact { '1' } else { '0' }).iter().collect();
    format!(
        "{}\t{}|{}\t{uci}\t{san}\t{epd}\t{count}\t{}\t{:x}\t{flags}",
        u8::from(chess960),
        fens.join("|"),
        position.to_shredder_fen(),
        sans.join(" "),
        polyglot_key(position),
    )
}

/// A game in PGN, with its line breaks escaped.
fn pgn(game: &Game, chess960: bool) -> String {
    let mut pgn = PgnGame::new(game.start().clone());
    if chess960 {
        pgn.set_tag("Variant", "Chess960");
    }
    pgn.moves = game.moves().iter().copied().map(PgnMove::from).collect();
    pgn.to_string().replace('\n', "\\n")
}

#[test]
fn positions_are_those_of_python_chess() {
    let wanted = POSITIONS * number("BARTIZAN_PROOF");
    let mut rng = Rng::new(number("BARTIZAN_SEED") as u64);
    let (mut lines, mut count) = (String::new(), 0);
    while count < wanted {
        let (position, chess960) = start(&mut rng);
        let mut game = Game::new(position);
        let plies = 1 + rng.below(PLIES);
        while let Some(&mv) = rng.pick(&game.legal_moves()) {
            if game.moves().len() == plies {
                break;
            }
            let line = position_line(&mut rng, &game.position, mv, chess960);
            let pgn = if rng.one_in(PLIES) { pgn(&game, chess960) } else { String::new() };
            writeln!(lines, "{line}\t{pgn}").expect("a string");
            count += 1;
            game.play(mv);
        }
    }
    compare("positions_are_those_of_python_chess", "positions", &lines);
}

/// The name of an end with its result.
fn end(termination: Option<Termination>) -> String {
    let Some(termination) = termination else { return "-".to_owned() };
    let name = match termination {
        Termination::Checkmate(_) => "mate",
        Termination::Stalemate => "stalemate",
        Termination::FiftyMoves => "50",
        Termination::Repetition => "threefold",
        Termination::InsufficientMaterial => "material",
        Termination::SeventyFiveMoves => "75",
        Termination::FivefoldRepetition => "fivefold",
        _ => unreachable!("nobody resigns or agrees"),
    };
    format!("{name} {}", termination.outcome())
}

/// A random game in which pieces often go back to where they came from, and that ends by the rules. Its ends and claims
/// are those after every fourth ply and at the end.
fn game_line(rng: &mut Rng, ends: &mut std::collections::BTreeMap<String, u64>) -> String {
    const FEW_PIECES: [&str; 6] = [
        "8/8/4k3/8/3R4/8/3K4/8 w - - 0 1",
        "8/8/4k3/2b5/3N4/8/3K4/8 b - - 0 1",
        "8/5k2/8/2b2b2/8/4B3/3K4/8 w - - 0 1",
        "8/pp3k2/8/2n5/8/4Q3/3K2P1/8 w - - 0 1",
        "8/8/8/5k2/3q4/8/6PK/8 w - - 0 1",
        "7k/7P/5K2/8/8/8/8/8 w - - 0 1",
    ];
    let (position, chess960) = if rng.one_in(3) {
        start(rng)
    } else {
        let fen = FEW_PIECES[rng.below(FEW_PIECES.len())];
        // The fifty-move and the seventy-five-move rule come into reach.
        let clock = [0, 0, 60, 96, 120, 147][rng.below(6)] + rng.below(3);
        let fen = fen.replace("0 1", &format!("{clock} 90"));
        (Position::from_fen(&fen).expect("a position"), false)
    };
    let mut line = format!("{}\t{}", u8::from(chess960), position.to_fen());
    let mut game = Game::new(position);
    let mut moves = String::new();
    loop {
        let outcome = game.termination_under(DrawRules::Automatic);
        let over = outcome.is_some() || game.moves().len() == PLIES;
        if over || game.moves().len().is_multiple_of(4) {
            let claims = [
                game.can_claim_threefold_repetition(),
                game.can_claim_fifty_moves(),
                game.is_repetition(3),
                game.is_fivefold_repetition(),
                game.is_fifty_moves(),
                game.is_seventyfive_moves(),
                has_insufficient_material(&game.position, Color::White),
                has_insufficient_material(&game.position, Color::Black),
            ];
            let claims: String = claims.map(|claim| if claim { '1' } else { '0' }).iter().collect();
            let claimed = end(game.termination_under(DrawRules::Claimed));
            write!(line, "\t{moves}|{}|{claimed}|{claims}", end(outcome)).expect("a string");
            moves.clear();
            if over {
                *ends.entry(end(outcome)).or_default() += 1;
                return line;
            }
        }
        let legal = game.legal_moves();
        let back = game.moves().iter().rev().nth(1).map(|last| (last.to(), last.from()));
        let back = legal.iter().find(|mv| Some((mv.from(), mv.to())) == back);
        let mates = |mv: &&Move| is_checkmate(&game.position.make(**mv));
        let mate = legal.iter().find(mates).filter(|_| rng.one_in(4));
        let mv =
            *mate.or(back.filter(|_| !rng.one_in(3))).or_else(|| rng.pick(&legal)).expect("a move");
        write!(moves, " {}", to_uci(mv, chess960)).expect("a string");
        game.play(mv);
    }
}

#[test]
fn games_end_as_those_of_python_chess() {
    let mut rng = Rng::new(number("BARTIZAN_SEED") as u64);
    let mut ends = std::collections::BTreeMap::new();
    let count = GAMES * number("BARTIZAN_PROOF");
    let lines: String = (0..count).map(|_| game_line(&mut rng, &mut ends) + "\n").collect();
    // Both colours mate, and each draw is met.
    assert!(ends.len() >= 7, "{ends:?}");
    println!("{ends:?}");
    compare("games_end_as_those_of_python_chess", "games", &lines);
}

/// What the page answers to a request.
fn answer(lab: &mut Lab, request: &Value) -> Value {
    serde_json::from_str(&lab.call(&request.to_string(), |_| ())).expect("JSON")
}

#[test]
fn mixed_games_keep_their_trees_on_the_page() {
    let test = "mixed_games_keep_their_trees_on_the_page";
    if !has_python_chess() {
        return data::report_skipped(test, "python-chess");
    }
    let trees = |arguments: &[&str]| {
        let status = script("trees.py").args(arguments).status();
        assert!(status.expect("Python runs").success(), "{arguments:?}");
    };
    let folder = TempFolder::new(test);
    let made = write(&folder, "made.pgn", "");
    trees(&["write", "1", "100", &made]);
    let text = std::fs::read_to_string(&made).expect("the games");
    let mut lab = Lab::default();
    answer(&mut lab, &json!({ "command": "open-pgn", "text": text }));
    let request = json!({ "command": "write-pgn", "all": true, "names": [] });
    let written = answer(&mut lab, &request)["ok"]["text"].as_str().expect("a text").to_owned();
    trees(&["compare", &made, &write(&folder, "written.pgn", written)]);
}
