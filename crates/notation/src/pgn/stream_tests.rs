//! Tests of reading games from streams, by visitors, and of writing them as they were read.

use super::*;
use crate::San;
use core::ops::ControlFlow;
use testkit::Rng;

/// Games with something of everything, right and wrong.
pub(super) const TEXT: &str = "; collection\n{of games}\n[Event \"5th \"M\" Open\"]\n[White \"A \\\"x\\\"\"] [Round 1]\n\n\
    {before} 1. e4! $13 {[%clk 0:01]\n[Event \"b\"] [%eval 0.2]} e5 (1... c5 (1... e6?? {x}) 2. Nf3 ; line\n)\n\
    2. Nf3 $300 Nc6 prose of many words 3. Bb5?! a6 (3... Nf6 4. Ke5) 1 - 0 {behind} $1\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 1/2-1/2\n1. d4 * 1. c4\n\n\
    [Event \"illegal\"]\n\n1. e4 e5 2. Ke3 (2. d4) * {its comment}\n\n\
    [Variant \"Antichess\"]\n\n1. e3 {\n[Event \"in\"]\n} 1/2\n\n[Event \"head only\"]\n\n[Event \"open\"]\n\n\
    1. e4 {never {ending\n\n[Event \"é\"]\n[Result \"0-1\"]\n% escaped\n\n1... ♘f3 ± 1.e2e4 1... e5 -- Z0 a8(Q)";

fn read_in_pieces(bytes: &[u8], length: usize) -> Vec<Result<PgnGame, PgnError>> {
    let mut reader = Reader::from_bytes(bytes).with_chunk(length);
    let games = reader.games().map(|game| match game {
        Ok(game) => Ok(game),
        Err(ReadError::Game(error)) => Err(error),
        Err(error) => panic!("{error}"),
    });
    games.collect()
}

#[test]
fn pieces_of_any_size_are_the_same_file() {
    let mut rng = Rng::new(5);
    let words: Vec<&str> = TEXT.split_inclusive([' ', '\n']).collect();
    let mut texts = vec![TEXT.to_owned()];
    for _ in 0..testkit::cases(200) {
        let picked = (0..60).map(|_| words[rng.below(words.len())]);
        texts.push(picked.collect());
    }
    let whole = read_in_pieces(TEXT.as_bytes(), 1 << 16);
    assert_eq!(whole.len(), 9, "{whole:#?}");
    assert_eq!(whole.iter().filter(|game| game.is_ok()).count(), 5);
    for text in texts {
        let whole = read_in_pieces(text.as_bytes(), 1 << 16);
        for length in [1, 5, 64] {
            assert_eq!(read_in_pieces(text.as_bytes(), length), whole, "{length}: {text}");
        }
    }
}

#[test]
fn encodings_are_read_in_pieces() {
    let text = "[White \"Šmíd\"]\r\n\r\n1. e4 {é — ♘} *\r\n";
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    let expected = read_games(text);
    for bytes in [text.into(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        for length in [1, 3, 100] {
            assert_eq!(read_in_pieces(&bytes, length), expected);
        }
    }
    let latin = read_in_pieces(b"[White \"O\x92Kelly\"]\n\n1. e4 {\xe9}", 1);
    let latin = latin[0].as_ref().expect("a game");
    assert_eq!(
        (latin.tag("White"), &*latin.moves[0].annotations),
        (Some("O’Kelly"), &[Annotation::Comment("é".to_owned())][..],)
    );
}

#[test]
fn a_game_without_end_is_an_error() {
    const LIMIT: usize = testkit::cases(10_000);
    let endless = format!("[Event \"a\"]\n\n1. e4 {{{}", "x ".repeat(5 * LIMIT));
    let text = format!("[Event \"0\"]\n\n1. d4 *\n\n{endless}\n\n[Event \"b\"]\n\n1. d4 *\n");
    let mut reader = Reader::new(text.as_bytes()).with_limit(LIMIT).with_chunk(LIMIT / 100);
    let mut offsets = Vec::new();
    while !matches!(reader.skip_game(), Ok(false)) {
        offsets.push(reader.offset());
    }
    let places = ["[Event \"0\"]", "[Event \"a\"]", "[Event \"b\"]"].map(|tag| text.find(tag));
    assert!(offsets.iter().map(|&offset| Some(offset as usize)).eq(places), "{offsets:?}");
    let mut reader = Reader::new(text.as_bytes()).with_limit(LIMIT).with_chunk(LIMIT / 100);
    let games: Vec<_> = reader.games().collect();
    assert!(matches!(games[1], Err(ReadError::TooLong { line: 5, limit: LIMIT })), "{games:?}");
    assert!(games[0].is_ok() && games.len() == 3);
    assert!(games[2].as_ref().is_ok_and(|game| game.tag("Event") == Some("b") && game.line == 9));
    let mut reader = Reader::new(endless.as_bytes()).with_limit(LIMIT);
    assert!(reader.read_game(&mut GameBuilder::new()).is_err());
    assert!(reader.read_game(&mut GameBuilder::new()).is_ok_and(|game| game.is_none()));

    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    }
    let mut games = Reader::new(Broken);
    let mut games = games.games();
    assert!(matches!(games.next(), Some(Err(ReadError::Io(_)))) && games.next().is_none());
}

#[test]
fn games_are_read_up_to_their_errors() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n[Result \"0-1\"]\n\n1. e4 {a} e5 (1... e6) 2. Ke3 0-1 {b}\n\n\
        [FEN \"x\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n1. d4 {open";
    let mut reader = Reader::from_text(text);
    let games: Vec<_> = reader.games_with_errors().map(|game| game.expect("memory")).collect();
    let found: Vec<_> = games
        .iter()
        .map(|(game, error)| {
            let variations: usize = game.moves.iter().map(|mv| mv.variations().count()).sum();
            let place = error.as_ref().map(|error| error.line);
            (game.line, game.moves.len(), variations, game.result.as_str(), place)
        })
        .collect();
    let expected = [
        (1, 1, 0, "*", None),
        (5, 2, 1, "0-1", Some(7)),
        (9, 0, 0, "*", Some(9)),
        (13, 0, 0, "*", Some(13)),
        (17, 1, 0, "*", Some(17)),
    ];
    assert_eq!(found, expected);
    assert!(games[1..].iter().all(|(game, _)| game.start == Position::startpos()));
    let tags: Vec<_> = games.iter().map(|(game, _)| game.tags.len()).collect();
    assert_eq!(tags, [1, 1, 1, 1, 0]);
    // Nothing of a game stays, whatever stood before it: moves that are not played need no position.
    let mut builder = GameBuilder::new();
    let first = Reader::from_text(text).read_game(&mut builder);
    assert!(first.is_ok_and(|game| game.is_some_and(|game| game.start != Position::startpos())));
    let raw = Reader::from_text("1. e4 *").raw().read_game(&mut builder);
    assert!(raw.is_ok_and(|game| game == Some(PgnGame::new(Position::startpos()))));
    assert!(games[4].1.as_ref().is_some_and(|error| error.source_text.contains("open")));
    let mut reader = Reader::from_text(text);
    let whole: Vec<_> = reader.games().collect();
    for ((game, error), whole) in games.iter().zip(whole) {
        match (error, whole) {
            (None, Ok(whole)) => assert_eq!(*game, whole),
            (Some(error), Err(ReadError::Game(whole))) => assert_eq!(*error, whole),
            (_, whole) => panic!("{whole:?}"),
        }
    }
}

/// Stops at the tags or at a move, and notes what it is told.
struct Stopping {
    at: Option<usize>,
    moves: usize,
}

impl Visitor for Stopping {
    type Output = usize;

    fn begin_game(&mut self) {
        self.moves = 0;
    }

    fn begin_moves(&mut self, _start: &Position) -> ControlFlow<usize> {
        if self.at == Some(0) { ControlFlow::Break(0) } else { ControlFlow::Continue(()) }
    }

    fn played(&mut self, _played: Played<'_>) -> ControlFlow<usize> {
        self.moves += 1;
        if self.at == Some(self.moves) {
            ControlFlow::Break(self.moves)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn end_game(&mut self) -> usize {
        self.moves
    }
}

#[test]
fn visitors_stop_where_they_want() {
    let text = "[A \"a\"]\n[B \"b\"]\n\n1. e4 {1-0 [A \"c\"]} e5 (1... c5 2. Ke3 1-0) 2. Nf3 1-0 {end}\n\n\
        [A \"d\"]\n\n1. d4 d5 1-0 2. c4 1/2-1/2 *\n\n[A \"e\"]\n*\n1. e4 e5 2. d4 exd4 3. c3 0-1\n[A \"f\"] x9";
    for (at, expected) in [
        (None, vec![Some(3), Some(3), Some(0), Some(5), None]),
        (Some(0), vec![Some(0); 5]),
        (Some(2), vec![Some(2), Some(2), Some(0), Some(2), None]),
    ] {
        let mut reader = Reader::from_text(text);
        let mut visitor = Stopping { at, moves: 0 };
        let found: Vec<_> = reader.visit(&mut visitor).map(Result::ok).collect();
        assert_eq!(found, expected, "{at:?}");
    }
    let mut reader = Reader::from_text(text);
    assert!((0..5).all(|_| reader.skip_game().is_ok_and(|game| game)));
    assert!(reader.skip_game().is_ok_and(|game| !game));
}

/// Many bytes looked at together are found to be the games that few are.
#[test]
fn games_are_skipped_in_steps_of_any_size() {
    const WORDS: [&str; 24] = [
        "1.",
        "e4",
        "Nf3",
        "O-O",
        "2... Qxd5+",
        "12. exd8=Q#",
        "$1",
        "{a b}",
        "{[%clk 0:01]}",
        "(1. d4)",
        "\n",
        "\n",
        "\n",
        "1-0\n\n",
        "0-1\n\n[Event \"a\"]\n\n",
        "1/2-1/2\n[White \"b\"]\n[Black \"c\"]\n",
        "*\n\n[Event \"d\"]\n\n",
        "{\n[Event \"e\"]\n}",
        "; 1-0",
        "\n% 0-1\n",
        "{",
        "}",
        "é",
        "<*>",
    ];
    let lines = |text: &str, length| -> Vec<usize> {
        let mut reader = Reader::from_text(text).with_chunk(length);
        let next = || reader.skip_game().expect("it is read").then(|| reader.line());
        core::iter::from_fn(next).collect()
    };
    let mut rng = Rng::new(11);
    for round in 0..testkit::cases(600) {
        // The last ones are rare.
        let known = if round % 4 == 0 { WORDS.len() } else { 17 + round % 4 };
        let words = (0..rng.below(400)).flat_map(|_| [WORDS[rng.below(known)], " "]);
        let text: String = ["[Event \"0\"]\n\n"].into_iter().chain(words).collect();
        let whole = lines(&text, 1 << 16);
        for length in [1, 7, 100, 1000] {
            assert_eq!(lines(&text, length), whole, "{length}: {text}");
        }
    }
}

/// What is written in the styles of others is written the same after it was read, byte for byte.
#[test]
fn files_of_others_are_written_as_they_were_read() {
    let python = include_str!("../../tests/python_chess.pgn");
    let lichess = include_str!("../../tests/lichess.pgn");
    let exact = "[Round \"1\"]\n[event \"a \\\"b\\\" \\\\ c\"]\n[Result \"\"]\n\n1. e4 (1. d4 $5 { why } 1... d5) 1... e5 $1 { [%clk 0:01] } 2. -- *\n\n*\n\n";
    for (text, style) in
        [(python, PgnStyle::PYTHON_CHESS), (lichess, PgnStyle::LICHESS), (exact, PgnStyle::EXACT)]
    {
        let mut writer = PgnWriter::new(String::new(), style);
        let mut reader = Reader::from_text(text);
        let count =
            reader.visit(&mut writer).map(|game| game.expect("a game").expect("memory")).count();
        assert_eq!(writer.into_inner(), text);
        let mut reader = Reader::from_text(text);
        let mut builder = GameBuilder::exact();
        let trees: String = reader
            .visit(&mut builder)
            .map(|game| format!("{}\n", game.expect("a game").display(style)))
            .collect();
        assert_eq!(trees, text);
        assert!(count > 1);
    }
}

#[test]
fn every_style_is_read_as_the_same_tree() {
    for game in read_games(TEXT).into_iter().flatten() {
        for style in [PgnStyle::EXACT, PgnStyle::PYTHON_CHESS, PgnStyle::LICHESS] {
            let text = game.display(style).to_string();
            let again = read_games(&text).remove(0).expect(&text);
            assert_eq!(PgnGame { line: game.line, ..again }, game, "{text}");
        }
        assert_eq!(PgnGame { line: game.line, ..game.accept(&mut GameBuilder::new()) }, game);
    }
}

/// The quick way to read a move finds what the other one does.
#[test]
fn standard_moves_are_read_in_both_ways() {
    let mut rng = Rng::new(9);
    let mut position = Position::startpos();
    for ply in 0..testkit::cases(4000) {
        let moves = movegen::legal_moves(&position);
        for &mv in &moves {
            let san = crate::to_san(&position, mv);
            let bare = san.trim_end_matches(['+', '#']);
            let (standard, length) = San::split_standard(san.as_bytes()).expect("it is standard");
            assert_eq!((length, standard.find(&position)), (bare.len(), Ok(mv)), "{san}");
            assert_eq!(crate::dialect::parse_lax(bare), Some(standard), "{san}");
            assert_eq!(crate::parse_dialect(&position, &san), Ok(mv), "{san}");
            assert_eq!(crate::parse_san_exact(&position, &san), Ok(mv), "{san}");
            let (written, rest) = crate::WrittenMove::split(&san).expect("a move");
            assert_eq!((written.find(&position), rest), (Ok(Some(mv)), &san[length..]), "{san}");
        }
        position = match rng.pick(&moves) {
            Some(&mv) if ply % 200 != 0 => position.make(mv),
            _ => Position::startpos(),
        };
    }
    for text in ["e4", "Ngf3", "0-0", "e2e4", "Nf3!", "Nf3+", "Nf3 ", "Pe4", "e5"] {
        let parsed = crate::parse_san_exact(&Position::startpos(), text);
        assert_eq!(parsed.is_ok(), text == "e4", "{text}");
    }
}

#[test]
fn variations_are_promoted_and_removed() {
    let text = "1. e4 $1 {a} (1. d4 {b} (1. c4) d5) (1. Nf3) 1... e5 *";
    let mut game = read_games(text).remove(0).expect("a game");
    let moves = |game: &PgnGame| {
        let mut style = PgnStyle::EXACT;
        style.tags = false;
        game.display(style).to_string().trim().to_owned()
    };
    assert!(game.moves[0].swap_variations(0, 1) && !game.moves[0].swap_variations(0, 2));
    assert_eq!(moves(&game), "1. e4 $1 { a } (1. Nf3) (1. d4 { b } (1. c4) 1... d5) 1... e5 *");
    assert!(promote_variation(&mut game.moves, 0, 1) && !promote_variation(&mut game.moves, 0, 9));
    assert_eq!(moves(&game), "1. d4 { b } (1. c4) (1. e4 $1 { a } 1... e5) (1. Nf3) 1... d5 *");
    assert!(game.moves[0].remove_variation(2).is_some());
    game.moves[0].add_nag(Nag::NOVELTY);
    game.moves[0].add_comment("c");
    assert_eq!(moves(&game), "1. d4 $146 { b } { c } (1. c4) (1. e4 $1 { a } 1... e5) 1... d5 *");
    assert_eq!(game.end(), game.positions()[2]);
}

#[test]
fn commands_of_comments_are_read_and_set() {
    for eval in [Eval::Centipawns(i32::MIN), Eval::Centipawns(i32::MAX), Eval::Mate(i32::MIN)] {
        let mut text = String::new();
        comment::set_eval(&mut text, Some((eval, None)));
        assert_eq!(comment::eval(&text), Some((eval, None)), "{text}");
    }
    use comment::*;
    use core::time::Duration;
    let seconds = Duration::from_secs_f64;
    for (text, time) in [
        ("[%clk 0:00:05]", Some(5.0)),
        ("a [%clk 12:34:56.125] b", Some(45_296.125)),
        ("[%clk x] [%clk 1:02:03.]", Some(3723.0)),
        ("[%clk 0:05]", None),
        ("[%emt 0:00:01]", None),
        ("[%clk 0:00:01", None),
    ] {
        assert_eq!(clock(text), time.map(seconds), "{text}");
    }
    for (text, expected) in [
        ("[%eval 0.34,23]", Some((Eval::Centipawns(34), Some(23)))),
        ("[%eval -.5]", Some((Eval::Centipawns(-50), None))),
        ("[%eval 12]", Some((Eval::Centipawns(1200), None))),
        ("[%eval +1.239]", Some((Eval::Centipawns(123), None))),
        ("[%eval #-3]", Some((Eval::Mate(-3), None))),
        ("[%eval #0,9]", Some((Eval::Mate(0), Some(9)))),
        ("[%eval 99999999999]", None),
        ("[%eval -]", None),
    ] {
        assert_eq!(eval(text), expected, "{text}");
    }
    // As python-chess does it.
    for (text, without, with) in [
        ("", "", "[%emt 0:01:05.25]"),
        ("good", "good", "good [%emt 0:01:05.25]"),
        ("[%emt 0:00:01]", "", "[%emt 0:01:05.25]"),
        ("a  [%emt 0:00:01]\nb", "a  b", "a  [%emt 0:01:05.25]\nb"),
        ("[%emt 0:00:01] b", "b", "[%emt 0:01:05.25] b"),
        ("a [%emt 0:00:01]", "a", "a [%emt 0:01:05.25]"),
        ("a[%emt 0:00:01]b", "ab", "a[%emt 0:01:05.25]b"),
    ] {
        let (mut removed, mut set) = (text.to_owned(), text.to_owned());
        set_emt(&mut removed, None);
        set_emt(&mut set, Some(seconds(65.25)));
        assert_eq!((removed.as_str(), set.as_str()), (without, with), "{text}");
        assert_eq!(emt(&set), Some(seconds(65.25)));
    }
    let text = "[%csl Gd4,Rd5][%cal Ba1h8] x";
    assert_eq!(
        arrows(text).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["Gd4", "Rd5", "Ba1h8"]
    );
    let mut text = text.to_owned();
    set_arrows(&mut text, &[]);
    assert_eq!(text, "x");
    for wrong in ["", "G", "Gd9", "Xd4", "Gd4d", "Gd4d5d6", "é"] {
        assert!(wrong.parse::<Arrow>().is_err(), "{wrong}");
    }
}
