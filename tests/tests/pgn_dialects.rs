//! Games in mixed dialects through reader and writer: no game and no move is lost, and what is written is what
//! python-chess reads. Each dialect by itself, and encodings, are tested in `notation`.

use bartizan_tests::{has_python_chess, script, write};
use board::{Color, Move, Position};
use movegen::legal_moves;
use notation::pgn::{PgnGame, read_games};
use notation::{to_san, to_uci};
use testkit::{Rng, TempFolder, data};

/// Games of the file.
const GAMES: usize = 2000;
/// Most plies of a game.
const PLIES: usize = 28;

/// Positions that games start from, with the value of the tag `Variant`: castling, en passant and promotions are
/// near, or the game is one of Chess960.
const STARTS: [(&str, &str); 6] = [
    ("", ""),
    ("", "Standard"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "From Position"),
    ("1r2q1n1/P1PkPpP1/1r3b2/3pP3/3Pp3/B4R1R/pPpKp1p1/4Q1N1 b - - 3 40", ""),
    ("4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1", ""),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "Chess960"),
];
const NAMES: [&str; 8] = [
    "O’Kelly, A",
    "Kovács",
    "Šmíd „x“",
    "The \"Boss\"",
    "a\\b",
    "Müller – Łoś",
    "Ólafsson…",
    "♔ 中",
];
const NULL_MOVES: [&str; 5] = ["--", "Z0", "0000", "@@@@", "null"];
const GLYPHS: [&str; 20] = [
    "!", "??", "!?", " ±", "±", " ∓", " =", "=", " +-", "-+", " ⩲", "⩱", " ∞", " N", " D",
    " $1$14", "$300", " □", " +/=", "! ∆",
];
const COMMENTS: [&str; 8] = [
    "{good}",
    "{it says\n[Event \"b\"]\nin this line}",
    "; to the end\n",
    "{[%clk 0:01:00] [%eval 0.3]}",
    "{}",
    "{ ( ; % $ 1-0 }",
    "<reserved>",
    "{a\n\nb}",
];

/// What has to be read.
struct Expected {
    white: &'static str,
    result: &'static str,
    moves: Vec<Option<Move>>,
}

/// Writes a game as nobody should.
struct Writer<'a> {
    rng: &'a mut Rng,
    text: String,
    /// The same in the whole game: how moves are written, and whether numbers are left out.
    notation: usize,
    unnumbered: bool,
}

impl Writer<'_> {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        *self.rng.pick(items).expect("there are some")
    }

    fn space(&mut self) {
        let space = self.pick(&[" ", " ", " ", "  ", "\n", "\t"]);
        self.text.push_str(space);
    }

    fn tag(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let end = self.pick(&["\n", "\n", " \n", " ", "\n% escaped\n"]);
        self.text.push_str(&match self.rng.below(5) {
            0 => format!("[ {} \"{value}\" ]{end}", name.to_lowercase()),
            1 => format!("[{name}\"{value}\"]{end}"),
            _ => format!("[{name} \"{value}\"]{end}"),
        });
    }

    fn number(&mut self, position: &Position, first: bool) {
        let black = position.side_to_move() == Color::Black;
        if black && !first && !self.rng.one_in(5) || self.unnumbered && !first {
            return;
        }
        let dots = self.pick(if black { &["... ", "...", "… "] } else { &[". ", ".", " .\n"] });
        self.text.push_str(&format!("{}{dots}", position.fullmove_number()));
    }

    /// A move as one of the dialects has it, with its signs.
    fn mv(&mut self, position: &Position, mv: Move) {
        let san = to_san(position, mv);
        let san = san.trim_end_matches(['+', '#']);
        let text = match self.notation {
            0 => to_uci(mv, true),
            1 if mv.is_castle() => san.replace('O', "0"),
            1 => san.replace(['x', '='], ""),
            2 => san.replace('N', "♘").replace('B', "♝").replace('Q', "♛"),
            _ => san.to_owned(),
        };
        self.text.push_str(&text);
        if position.make(mv).in_check() {
            let sign = self.pick(&["", "+", "+", "++", "ch", "†", " ch", " dbl ch"]);
            self.text.push_str(sign);
        }
    }

    /// What may follow a move: glyphs, comments, variations.
    fn annotate(&mut self, before: &Position, depth: usize) {
        if self.rng.one_in(8) {
            let glyph = self.pick(&GLYPHS);
            self.text.push_str(glyph);
        }
        if self.rng.one_in(10) {
            let comment = self.pick(&COMMENTS);
            self.text.push_str(comment);
        }
        let moves = legal_moves(before);
        if depth < 3 && self.rng.one_in(12) {
            self.text.push_str(" (");
            let mut position = before.clone();
            for index in 0..=self.rng.below(3) {
                let moves = if index == 0 { moves.clone() } else { legal_moves(&position) };
                let Some(&mv) = self.rng.pick(&moves) else { break };
                self.number(&position, index == 0);
                self.mv(&position, mv);
                self.annotate(&position, depth + 1);
                self.space();
                position = position.make(mv);
            }
            self.text.push(')');
        }
    }
}

/// The text of a game, and what it says.
fn game(rng: &mut Rng) -> (String, Expected) {
    let (fen, variant) = STARTS[rng.below(STARTS.len())];
    let white = NAMES[rng.below(NAMES.len())];
    let (notation, unnumbered) = (rng.below(5), rng.one_in(4));
    let mut writer = Writer { rng, text: String::new(), notation, unnumbered };
    writer.tag("Event", "5th \"M\" Open");
    writer.tag("White", white);
    for (name, value) in [("Variant", variant), ("FEN", fen)] {
        if !value.is_empty() {
            writer.tag(name, value);
        }
    }
    let results: [(&str, &[&str]); 4] = [
        ("1-0", &["1-0", "1–0", "1 - 0"]),
        ("0-1", &["0-1", "0:1"]),
        ("1/2-1/2", &["1/2-1/2", "1/2", "½-½"]),
        ("*", &["*"]),
    ];
    let (result, texts) = writer.pick(&results);
    let in_tag = writer.rng.one_in(3);
    if in_tag {
        writer.tag("Result", result);
    }
    let blank = writer.pick(&["\n", "\n", ""]);
    writer.text.push_str(blank);
    let start = if fen.is_empty() {
        Position::startpos()
    } else {
        Position::from_fen(fen).expect("a position")
    };
    let (mut position, mut moves) = (start, Vec::new());
    for ply in 0..writer.rng.below(PLIES) {
        let legal = legal_moves(&position);
        let Some(&mv) = writer.rng.pick(&legal) else { break };
        writer.number(&position, ply == 0);
        if !position.in_check() && writer.rng.one_in(60) {
            let null = writer.pick(&NULL_MOVES);
            writer.text.push_str(null);
            position = position.make_null();
            moves.push(None);
        } else {
            writer.mv(&position, mv);
            writer.annotate(&position, 0);
            position = position.make(mv);
            moves.push(Some(mv));
        }
        writer.space();
    }
    if !in_tag || writer.rng.one_in(2) {
        let last = writer.text.rfind('\n').map_or(0, |at| at + 1);
        if writer.text[last..].contains(';') {
            writer.text.push('\n');
        }
        let text = writer.pick(texts);
        if text.contains(' ') {
            writer.text.push(' ');
        }
        writer.text.push_str(text);
    }
    let end = writer.pick(&["\n\n", "\n", "\n\n\n", "\n\n% end\n\n"]);
    writer.text.push_str(end);
    (writer.text, Expected { white, result, moves })
}

/// The moves as python-chess has them, castling as king takes rook.
fn uci(moves: &[Option<Move>]) -> String {
    let text = |mv: &Option<Move>| mv.map_or_else(|| "0000".to_owned(), |mv| to_uci(mv, true));
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn mixed_dialects_are_read_and_written() {
    let (mut written, mut expected) = (String::new(), String::new());
    let mut rng = Rng::new(100);
    let (texts, wanted): (Vec<_>, Vec<_>) = (0..GAMES).map(|_| game(&mut rng)).unzip();
    let read = read_games(&texts.concat());
    assert_eq!(read.len(), GAMES);
    for ((text, wanted), read) in texts.iter().zip(&wanted).zip(&read) {
        let read: &PgnGame = read.as_ref().unwrap_or_else(|error| panic!("{text}\n{error}"));
        let moves: Vec<_> = read.moves.iter().map(|played| played.mv).collect();
        assert_eq!(uci(&moves), uci(&wanted.moves), "{text}");
        let found = (read.tag("White"), read.tag("Event"), read.result.as_str());
        let tags = (Some(wanted.white), Some("5th \"M\" Open"), wanted.result);
        assert_eq!(found, tags, "{text}");
        let again = read.to_string();
        let same = read_games(&again);
        assert_eq!(same[0].as_ref().map(ToString::to_string).as_ref(), Ok(&again), "{text}");
        written += &format!("{again}\n");
        expected += &format!("{}\t{}\t{}\n", wanted.result, wanted.white, uci(&wanted.moves));
    }
    if !has_python_chess() {
        return data::report_skipped("mixed_dialects_are_read_and_written", "python-chess");
    }
    let folder = TempFolder::new("pgn-dialects");
    let files = [write(&folder, "games.pgn", written), write(&folder, "moves", expected)];
    let output = script("games.py").args(files).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
