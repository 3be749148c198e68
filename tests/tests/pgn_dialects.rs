//! Games in mixed dialects and encodings through reader and writer: no game and no move is lost, and what is
//! written is what python-chess reads.

use std::fs;
use std::path::Path;
use std::process::Command;

use board::{Color, Move, Position};
use movegen::legal_moves;
use notation::pgn::{PgnGame, decode, read_games};
use notation::{to_san, to_uci};
use testkit::{Rng, TempFolder, data};

/// Games of a file.
const GAMES: usize = 500;
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
    /// The same in the whole game: how moves and numbers are written.
    notation: usize,
    numbers: usize,
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
        let lower = name.to_lowercase();
        let name = if self.rng.one_in(6) { &lower } else { name };
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value = if self.rng.one_in(2) && !value.contains('\\') { value } else { &escaped };
        let end = self.pick(&["\n", "\n", "\n", " \n", " "]);
        self.text.push_str(&match self.rng.below(9) {
            0 => format!("[ {name} \"{value}\" ]{end}"),
            1 => format!("[{name}\"{value}\"]{end}"),
            2 if name == "Round" => format!("[Round 1]{end}"),
            3 => format!("[{name} \"{value}\"]\n% escaped\n"),
            _ => format!("[{name} \"{value}\"]{end}"),
        });
    }

    fn number(&mut self, position: &Position, first: bool) {
        let number = position.fullmove_number();
        let black = position.side_to_move() == Color::Black;
        self.text.push_str(&match (self.numbers, black) {
            (_, true) if !first && !self.rng.one_in(5) => return,
            (0, false) => format!("{number}. "),
            (0, true) => format!("{number}... "),
            (1, false) => format!("{number}."),
            (1, true) => format!("{number}..."),
            (2, false) => format!("{number} "),
            (2, true) => format!("{number} ... "),
            (3, false) => format!("{number} .\n"),
            (3, true) => format!("{number}… "),
            _ => return,
        });
    }

    /// A move as one of the dialects has it, with its signs.
    fn mv(&mut self, position: &Position, mv: Move) {
        let san = to_san(position, mv);
        let san = san.trim_end_matches(['+', '#']);
        let kind = position.moved_piece(mv).kind();
        let letter = kind.to_char();
        let is_piece = san.starts_with(|c: char| "NBRQK".contains(c));
        let between = if mv.is_capture() { 'x' } else { '-' };
        let promotion = mv.promotion().map(|kind| kind.to_char());
        let promoted = promotion.map_or_else(String::new, |c| {
            let upper = c.to_ascii_uppercase();
            match self.rng.below(5) {
                0 => format!("({upper})"),
                1 => format!("/{upper}"),
                2 => upper.to_string(),
                3 => format!("={c}"),
                _ => format!("={upper}"),
            }
        });
        let squares = |between: &str| format!("{}{between}{}", mv.from(), mv.to());
        let prefix = if is_piece { letter.to_ascii_uppercase().to_string() } else { String::new() };
        let text = match self.notation {
            _ if mv.is_castle() => {
                let zeros = san.replace('O', "0");
                self.pick(&[san, &zeros]).to_owned()
            }
            0 => format!("{}{promoted}", san.split('=').next().unwrap_or(san)),
            1 => format!("{prefix}{}{promoted}", squares(&between.to_string())),
            2 => to_uci(mv, true),
            3 => format!("{}{promoted}", squares("-")),
            4 if is_piece => format!("{}{}", figurine(letter), &san[1..]),
            5 if is_piece && letter != 'b' => format!("{letter}{}", &san[1..]),
            6 => san.replace('x', ""),
            7 => format!("{prefix}{}{promoted}", squares("")),
            _ => san.to_owned(),
        };
        self.text.push_str(&text);
        let is_en_passant = mv.is_capture() && position.piece_on(mv.to()).is_none();
        if is_en_passant {
            let sign = self.pick(&["", "ep", "e.p.", " e.p."]);
            self.text.push_str(sign);
        }
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

fn figurine(letter: char) -> char {
    match letter {
        'n' => '♘',
        'b' => '♝',
        'r' => '♖',
        'q' => '♛',
        _ => '♔',
    }
}

/// The text of a game, and what it says.
fn game(rng: &mut Rng) -> (String, Expected) {
    let (fen, variant) = STARTS[rng.below(STARTS.len())];
    let white = NAMES[rng.below(NAMES.len())];
    let (notation, numbers) = (rng.below(9), rng.below(5));
    let mut writer = Writer { rng, text: String::new(), notation, numbers };
    if writer.rng.one_in(20) {
        writer.text.push('\u{feff}');
    }
    writer.tag("Event", "5th \"M\" Open");
    writer.tag("White", white);
    if writer.rng.one_in(2) {
        writer.tag("Round", "1");
    }
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
        // Glued to the move, where it is not in need of its space.
        if writer.rng.one_in(3)
            && !moves.is_empty()
            && !writer.text.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == ')')
        {
            writer.text.truncate(writer.text.trim_end().len());
        }
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

/// A text in Windows-1252, if it has no other characters.
fn windows_1252(text: &str) -> Option<Vec<u8>> {
    let byte = |c: char| match c {
        '…' => Some(0x85),
        '†' => Some(0x86),
        'Š' => Some(0x8a),
        '’' => Some(0x92),
        '„' => Some(0x84),
        '“' => Some(0x93),
        '–' => Some(0x96),
        '\0'..='\x7f' | '\u{a0}'..='\u{ff}' => Some(c as u8),
        _ => None,
    };
    text.chars().map(byte).collect()
}

/// The bytes of a file: games in UTF-8 and Windows-1252 mixed, or all in UTF-16; lines end in each way there is.
fn encoded(file: usize, games: &[String], rng: &mut Rng) -> Vec<u8> {
    let line_end = ["\n", "\r\n", "\r", "\n"][file];
    if file == 3 {
        let text = format!("\u{feff}{}", games.concat());
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    let mut bytes = Vec::new();
    for game in games {
        let game = game.replace('\n', line_end);
        let old = windows_1252(&game).filter(|_| rng.one_in(2));
        bytes.extend(old.unwrap_or_else(|| game.into_bytes()));
    }
    bytes.push(0x1a);
    bytes
}

/// The moves as python-chess has them, castling as king takes rook.
fn uci(moves: &[Option<Move>]) -> String {
    let text = |mv: &Option<Move>| mv.map_or_else(|| "0000".to_owned(), |mv| to_uci(mv, true));
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn mixed_dialects_are_read_and_written() {
    let folder = TempFolder::new("pgn-dialects");
    let (mut written, mut expected) = (String::new(), String::new());
    for file in 0..4 {
        let mut rng = Rng::new(100 + file as u64);
        let (texts, wanted): (Vec<_>, Vec<_>) = (0..GAMES).map(|_| game(&mut rng)).unzip();
        let read = read_games(&decode(encoded(file, &texts, &mut rng)));
        for ((text, wanted), read) in texts.iter().zip(&wanted).zip(&read) {
            let read: &PgnGame = read.as_ref().unwrap_or_else(|error| panic!("{text}\n{error}"));
            let moves: Vec<_> = read.moves.iter().map(|played| played.mv).collect();
            assert_eq!(uci(&moves), uci(&wanted.moves), "{text}");
            assert_eq!(
                (read.tag("White"), read.result.as_str()),
                (Some(wanted.white), wanted.result),
                "{text}"
            );
            assert_eq!(read.tag("Event"), Some("5th \"M\" Open"), "{text}");
            let again = read.to_string();
            assert_eq!(
                read_games(&again)[0].as_ref().map(ToString::to_string).as_ref(),
                Ok(&again),
                "{text}"
            );
            written += &format!("{again}\n");
            expected += &format!("{}\t{}\t{}\n", wanted.result, wanted.white, uci(&wanted.moves));
        }
        assert_eq!(read.len(), GAMES);
    }
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let import = Command::new(&python).args(["-c", "import chess.pgn"]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        return data::report_skipped("mixed_dialects_are_read_and_written", "python-chess");
    }
    let (games, moves) = (folder.join("games.pgn"), folder.join("moves"));
    fs::write(&games, written)
        .and(fs::write(&moves, expected))
        .expect("the folder can be written to");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/games.py");
    let output = Command::new(python).arg(script).args([&games, &moves]).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
