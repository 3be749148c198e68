//! Tests of reading moves without playing them, and of skipping them: both find the same games.

use super::stream_tests::TEXT;
use super::*;
use core::ops::ControlFlow::{self, Continue};
use testkit::Rng;

/// Notes what it is told; moves as the words of the file. Positions are those of the moves that are legal.
#[derive(Default)]
struct Log {
    events: Vec<String>,
    moves: Vec<Option<Move>>,
    position: Option<Position>,
}

impl Log {
    fn push(&mut self, kind: char, text: &str) -> ControlFlow<Self> {
        self.events.push(format!("{kind}{text}"));
        Continue(())
    }
}

impl Visitor for Log {
    type Output = Self;

    fn begin_game(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<Self> {
        if name == "FEN" {
            self.position = value.decode().parse().ok();
        }
        self.push('t', name)
    }

    fn played(&mut self, played: Played<'_>) -> ControlFlow<Self> {
        self.moves.push(played.mv);
        self.push('m', played.text)
    }

    fn written(&mut self, written: Written<'_>) -> ControlFlow<Self> {
        let position = self.position.get_or_insert_with(Position::startpos);
        let mv = written.find(position).expect("legal");
        *position = mv.map_or_else(|| position.make_null(), |mv| position.make(mv));
        self.moves.push(mv);
        self.push('m', written.text)
    }

    fn comment(&mut self, text: &str) -> ControlFlow<Self> {
        self.push('c', text)
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<Self> {
        self.push('n', &nag.to_string())
    }

    fn result(&mut self, result: &str) -> ControlFlow<Self> {
        self.push('r', result)
    }

    fn end_game(&mut self) -> Self {
        core::mem::take(self)
    }
}

#[test]
fn raw_moves_are_those_that_are_played() {
    let python = include_str!("../../tests/python_chess.pgn");
    let lichess = include_str!("../../tests/lichess.pgn");
    let dialects = "1. e4! {a} 1... e7-e5 2. ♘f3 $14 Nc6?! some prose here 3 bb5 a6 $1 4. -- Z0 \
        [%x \"y\"] 5. 0-0 ;x\n1/2-1/2 {behind}\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Ke1-g1+ $300 *";
    for text in [python, lichess, dialects] {
        let mut reader = Reader::from_text(text);
        let played: Vec<Log> =
            reader.visit(&mut Log::default()).map(|log| log.expect(text)).collect();
        let mut reader = Reader::from_text(text).raw();
        let raw: Vec<Log> = reader.visit(&mut Log::default()).map(|log| log.expect(text)).collect();
        assert_eq!(played.len(), raw.len());
        for (played, raw) in played.iter().zip(&raw) {
            assert_eq!((&played.events, &played.moves), (&raw.events, &raw.moves));
        }
    }
}

/// Notes words, whether they are moves, and variations.
#[derive(Default)]
struct Words(String);

impl Visitor for Words {
    type Output = String;

    fn written(&mut self, written: Written<'_>) -> ControlFlow<String> {
        let san = written.san().map_or_else(|| "?".to_owned(), |san| san.to_string());
        self.0.push_str(&format!("{san} "));
        Continue(())
    }

    fn comment(&mut self, text: &str) -> ControlFlow<String> {
        self.0.push_str(&format!("{{{text}}} "));
        Continue(())
    }

    fn enter_variation(&mut self) -> bool {
        true
    }

    fn begin_variation(&mut self) -> ControlFlow<String> {
        self.0.push_str("( ");
        Continue(())
    }

    fn end_variation(&mut self) -> ControlFlow<String> {
        self.0.push_str(") ");
        Continue(())
    }

    fn result(&mut self, result: &str) -> ControlFlow<String> {
        self.0.push_str(result);
        Continue(())
    }

    fn end_game(&mut self) -> String {
        core::mem::take(&mut self.0)
    }
}

#[test]
fn illegal_moves_are_read() {
    for (text, expected) in [
        ("1. e4 Ke4 2. e2e4 -- 3. Nf9! N@f3 Qh4#!? *", "e4 Ke4 ? ? ? ? Qh4# *"),
        ("[FEN \"x\"]\n[Variant \"Atomic\"]\n\n1. Kxe8+ 0-1", "Kxe8+ 0-1"),
        (
            "1. e4 (1. d4 (1. c4) prose words d5+- {a}) (none) (1. x9) 1-0",
            "e4 ( d4 ( c4 ) {prose words} d5 {a} ) {(none)} {(1. x9)} 1-0",
        ),
        // Glyphs are no checks, and checks stand before them, words and results.
        ("1. e4=+ Nf6-+ 2. Nf3+- O-O=/+ 3. Qd4+/- *", "e4 Nf6 Nf3 O-O Qd4 *"),
        ("1. Bb5++- Nc6++= 2. Nf3!+ Na6+ch 3. Qd4+± c5+. *", "Bb5+ Nc6+ Nf3+ Na6+ Qd4+ c5+ *"),
        ("1. e8=Q#! a1=Q+1-0", "e8=Q# a1=Q+ 1-0"),
        ("1. e4 {open", "e4 {{open} *"),
        ("1. e4 (open", "e4 {(open} *"),
        ("words at the end", ""),
    ] {
        let mut reader = Reader::from_text(text).raw();
        let game = reader.read_game(&mut Words::default()).expect(text);
        assert_eq!(game.unwrap_or_default(), expected, "{text}");
    }
    const DEPTH: usize = testkit::cases(10_000);
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(DEPTH), ")".repeat(DEPTH));
    assert!(Reader::from_text(&deep).raw().read_game(&mut Words::default()).is_ok());
}

/// Where the games begin.
fn places(
    mut reader: Reader<Bytes<'_>>,
    next: fn(&mut Reader<Bytes<'_>>) -> bool,
) -> Vec<(u64, usize)> {
    core::iter::from_fn(|| next(&mut reader).then(|| (reader.offset(), reader.line()))).collect()
}

#[test]
fn games_that_are_skipped_are_those_that_are_read() {
    let mut rng = Rng::new(11);
    let parts = [
        "e4 ",
        "e5 ",
        "1. ",
        "2. ",
        "2... ",
        "Nf3 ",
        "O-O ",
        "0-0 ",
        "--",
        "a8(Q) ",
        "$1 ",
        "; x\n",
        "% x\n",
        "<x> ",
        "\n",
        "\n\n",
        " ",
        "{",
        "}",
        "{a} ",
        "{a {b} c} ",
        "(",
        ")",
        "[",
        "]",
        "(1. d4) ",
        "prose ",
        "é ",
        "♘f3 ",
        ",",
        "1-0 ",
        "0-1\n",
        "* ",
        "1/2-1/2 ",
        "1 - 0 ",
        "1:0 ",
        "0:1\n",
        "+:- ",
        "=:= ",
        "0.5-0.5 ",
        "0,5-0,5 ",
        "½ ",
        "+- ",
        "0.5:0.5 ",
        "1.0:1 ",
        "-:+\n",
        "1—0 ",
        "x1-0 ",
        "1 - 0:01]",
        "[Event ",
        "{[%clk 0:10:00]} ",
        "2020-10 ",
        "\n[A \"b\"]\n",
        "\n[B 1]\n",
        "\n\n[C \"d\"]\n\n",
        "[D \"e\"] ",
        "e4=1/2 ",
        "Nf31-0 ",
        "e5=:= ",
        "e4+:- ",
    ];
    let words: Vec<&str> = TEXT.split_inclusive([' ', '\n']).collect();
    let (rounds, mut games) = (if cfg!(miri) { 20 } else { 20_000 }, 0);
    for round in 0..rounds {
        let source = if round % 4 == 0 { &words[..] } else { &parts[..] };
        let text: String = (0..20).map(|_| source[rng.below(source.len())]).collect();
        let text = format!("[White \"x\"]\n\n1. e4 {text}\n[White \"y\"]\n\n1. d4 *");
        let skipped =
            places(Reader::from_text(&text), |reader| reader.skip_game().expect("memory"));
        let raw = places(Reader::from_text(&text).raw(), |reader| {
            reader.read_game(&mut Words::default()).expect("memory").is_some()
        });
        assert_eq!(skipped, raw, "{text}");
        games += raw.len();
    }
    assert!(2 * games > 5 * rounds, "{games}");
}

/// What stands behind a result without tags: the position tells whether moves go on, and a raw reader has none.
#[test]
fn games_without_tags_may_end_elsewhere() {
    for (text, played, raw) in [
        ("1. e4 * 2. d4 *", 2, 1),
        ("1. e4 e5 * 2. d4 *", 1, 1),
        ("1. e4 * 5. d4 *", 2, 1),
        ("1. e4 * e5 *", 1, 2),
        ("1. e4 * 1... e5 *", 1, 1),
        ("1. e4 * 1. d4 *", 2, 2),
        ("1. e4 * d4 *", 2, 2),
        ("1. e4 e5 2. Ke5 * 3. Nf3 *", 2, 1),
        ("[White \"x\"]\n\n1. e4 *\n\n[White \"y\"]\n\n5. d4 *", 2, 2),
    ] {
        let mut reader = Reader::from_text(text);
        assert_eq!(reader.games().count(), played, "{text}");
        let mut reader = Reader::from_text(text).raw();
        assert_eq!(reader.visit(&mut Words::default()).count(), raw, "{text}");
    }
}
