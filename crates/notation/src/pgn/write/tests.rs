//! Tests of what is written.

use super::super::read_games;
use super::*;

#[test]
fn what_is_written_is_read_as_the_same_game() {
    let text = "[White \"A \\\"x\\\" \\\\\"]\n[Annotator \"me\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n\
        {start} 7... Kd7 $2 8. O-O {a (comment) in a line that breaks in its middle [%eval 0.34]} Kd6 (8... Ke7 9. Kg2 {x} Ke6) \
        9. Rd1+ $4 Ke5 10. Re1+ Kd4 11. Rd1+ Ke3 12. Kg2 Ke2 1/2-1/2";
    let game = read_games(text).remove(0).expect("a game");
    let written = game.to_string();
    let again = read_games(&written).remove(0).expect("a game");
    assert_eq!((&again.moves, &again.comments), (&game.moves, &game.comments));
    assert_eq!((&again.result, again.start.to_fen()), (&game.result, game.start.to_fen()));
    for (name, value) in &game.tags {
        assert_eq!(again.tag(name), Some(value.as_str()));
    }
    assert_eq!(again.to_string(), written);
    assert!(written.lines().all(|line| line.chars().count() <= 79), "{written}");
    assert!(written.contains("[%eval 0.34]"), "{written}");
    assert!(written.contains("7... Kd7 $2 8. O-O {") && written.contains("} 8... Kd6 ("));
}

#[test]
fn no_line_of_a_comment_begins_like_something_else() {
    for word in ["[A \"b\"]", "%x", ";x"] {
        for length in 50..80 {
            let text = format!("1. e4 {{{} {word} end}} e5 *", "x".repeat(length));
            let game = read_games(&text).remove(0).expect("a game");
            let again = read_games(&game.to_string());
            assert!(
                again.len() == 1 && again[0].as_ref().is_ok_and(|again| again.moves == game.moves)
            );
        }
    }
}

/// Other programs read a game only if its position and its variant are written as they know them.
#[test]
fn repaired_tags_are_written_as_they_were_read() {
    let board = "4k3/8/8/8/8/8/8/4K2R";
    for (read, expected) in [
        ("w K - - -", Some("w K - 0 1")),
        ("white K - 0 1", Some("w K - 0 1")),
        ("w KQ - 3 9", Some("w K - 3 9")),
        ("w", Some("w - - 0 1")),
        ("w K -", Some("w K -")),
        ("w H - 3 9", Some("w H - 3 9")),
    ] {
        let text = format!("[SetUp \"1\"]\n[FEN \"{board} {read}\"]\n\n*");
        let written = read_games(&text).remove(0).expect(read).to_string();
        let fen = written.lines().find_map(|line| line.strip_prefix("[FEN \"")).map(|fen| {
            fen.trim_start_matches(board).trim_end_matches("\"]").trim_start().to_owned()
        });
        assert_eq!(fen.as_deref(), expected, "{read}");
        assert!(written.contains("[SetUp \"1\"]"), "{written}");
    }
    let standard = Position::startpos().to_fen().replace("0 1", "- -");
    for fen in ["", " ", "startpos", &standard] {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *");
        let written = read_games(&text).remove(0).expect(fen).to_string();
        assert!(!written.contains("[FEN") && !written.contains("[SetUp"), "{written}");
    }
    for (read, expected) in [
        ("?", "Standard"),
        ("regular", "Standard"),
        ("Freestyle", "Chess960"),
        ("chess-960", "Chess960"),
        ("From Position", "From Position"),
        ("classical", "classical"),
        ("wild/8a", "wild/8a"),
    ] {
        let text = format!("[Variant \"{read}\"]\n\n1. e4 *");
        let written = read_games(&text).remove(0).expect(read).to_string();
        assert!(written.contains(&format!("[Variant \"{expected}\"]")), "{written}");
    }
}

#[test]
fn game_without_tags_gets_the_roster() {
    let game = PgnGame::new(Position::startpos());
    let written = game.to_string();
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n";
    assert_eq!(written, expected);
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 7").expect("a position");
    let written = PgnGame::new(position).to_string();
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n"));
}
