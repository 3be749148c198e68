//! Tests of what is written.

use super::super::{GameBuilder, Reader, read_games};
use super::*;
use testkit::Rng;

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

/// The game of a text with its comments as they are.
fn exact(text: &str) -> PgnGame {
    let game = Reader::from_text(text).read_game(&mut GameBuilder::exact());
    game.expect(text).expect(text)
}

/// What is read is written the same, whatever its comments have in them.
#[test]
fn comments_are_written_as_they_were_read() {
    let long = "word ".repeat(40);
    for comment in [
        "a  b",
        "a\nb",
        "a \n\n  b\tc",
        "",
        "a {b} c",
        "a {{b}\n c} d",
        "a {b",
        "[%eval 0.3]\n[%clk 0:00:01]  [%x\ny]",
        "x\n[A \"b\"]\ny",
        "x\n% y\n; z",
        "\u{a0}x\u{a0}\u{2028}y\u{b}z",
        long.trim(),
    ] {
        let read = exact(&format!("1. e4 {{{comment}}} e5 ({{{comment}}} 1... c5) *"));
        let expected = comment.trim();
        let found = read.moves[0].comments().next().expect(comment);
        assert_eq!(found, expected);
        let written = read.display(PgnStyle::EXACT).to_string();
        let again = exact(&written);
        assert_eq!(again.display(PgnStyle::EXACT).to_string(), written);
        assert_eq!(again.moves, read.moves, "{written}");
        let is_long = |line: &str| line.chars().count() > 79;
        assert!(written.lines().filter(|line| is_long(line)).all(|line| line == long.trim()));
    }
    let file = "[Event \"a\"]\n[event2 \"\\\\ \\\"\"]\n\n{ one\n  two } 1. e4 $1 { a  b {c} } { } 1... e5 (1... c5\n\
        {\ta } 2. Nf3)";
    // The shape is not the one in which games are written: it is from the second time on.
    let written = exact(file).display(PgnStyle::EXACT).to_string();
    assert!(
        written
            .contains("{ one\n  two } 1. e4 $1 { a  b {c} } { } 1... e5 (1... c5 { a } 2. Nf3) *"),
        "{written}"
    );
    assert_eq!(exact(&written).display(PgnStyle::EXACT).to_string(), written);
}

#[test]
fn comments_of_any_text_are_written_as_they_were_read() {
    let parts = [
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "a",
        "word ",
        "[%eval 0.3] ",
        "[%x ",
        "]",
        "\n[A \"b\"]\n",
        "% ",
        ";",
        "{",
        "}",
        "{b} ",
        "(",
        ")",
        "1-0 ",
        "é",
        "\u{2028}",
        "a rather long word-with-hyphens-that-has-no-end ",
        "[",
        "\r\n",
        "\u{85}",
    ];
    let mut rng = Rng::new(3);
    let mut comments = 0;
    for _ in 0..testkit::cases(20_000) {
        let mut pick = || -> String { (0..12).map(|_| parts[rng.below(parts.len())]).collect() };
        let text = format!("1. e4 {{{}}} e5 {{{}}} *", pick(), pick());
        let Ok(Some(read)) = Reader::from_text(&text).read_game(&mut GameBuilder::exact()) else {
            continue;
        };
        let written = read.display(PgnStyle::EXACT).to_string();
        let again = exact(&written);
        assert_eq!(again.display(PgnStyle::EXACT).to_string(), written, "{text}");
        assert_eq!(again.moves.len(), read.moves.len());
        for (again, read) in again.moves.iter().zip(&read.moves) {
            // Some braces cannot stay, and a line that begins like a tag is joined where one opens behind it.
            let plain = |text: &str| text.replace('}', ")").replace('\n', " ");
            assert!(again.comments().map(plain).eq(read.comments().map(plain)), "{written}");
            let is_same = |one: &&str| read.comments().any(|other| other == *one);
            comments += again.comments().filter(is_same).count();
        }
    }
    assert!(comments > testkit::cases(10_000), "{comments}");
}

#[test]
fn no_line_of_a_comment_hides_a_brace() {
    for comment in ["a\n[A \"b\"] {", "\r [A \"b\"]{x", "\n[A \"b\"\n{"] {
        for style in
            [PgnStyle::STANDARD, PgnStyle::EXACT, PgnStyle::LICHESS, PgnStyle::PYTHON_CHESS]
        {
            let mut game = PgnGame::new(Position::startpos());
            game.comments.push(comment.to_owned());
            let text = game.display(style).to_string();
            let again = read_games(&text).remove(0).expect(&text);
            let words = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(words(&again.comments[0]), words(comment), "{text}");
        }
    }
}
