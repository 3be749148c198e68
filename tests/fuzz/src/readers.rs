//! The readers, with valid input for each and the properties that it has to keep.

use board::Position;
use eval::Score;
use eval::nnue::{Architecture, Network, Parameters};
use games::data::file::{GameReader, GameWriter};
use games::data::record::{GameRecord, GameResult, RecordedEnd, ScoredMove};
use games::data::{kept, view};
use movegen::{is_legal, legal_moves};
use notation::book::{Book, BookBuilder};
use notation::epd::{numbered_lines, parse_line};
use notation::pgn::{decode, read_games};
use notation::repair;
use notation::{parse_move, parse_uci, to_san};
use testkit::positions::PERFT_POSITIONS;
use uci::options::Settings;
use uci::parse::{Command, parse_command};
use uci::setup;

/// Something that reads input from outside.
pub(super) struct Reader {
    pub name: &'static str,
    /// Valid inputs.
    pub samples: fn() -> Vec<Vec<u8>>,
    /// What the format consists of, with `|` between words.
    pub words: &'static str,
    /// Reads an input and tells whether it is valid. Panics where a property does not hold.
    pub read: fn(&[u8]) -> bool,
}

pub(super) const READERS: [Reader; 8] = [
    Reader { name: "uci", samples: uci_samples, words: UCI_WORDS, read: read_uci },
    Reader { name: "move", samples: move_samples, words: MOVE_WORDS, read: read_move },
    Reader { name: "fen", samples: fen_samples, words: FEN_WORDS, read: read_fen },
    Reader { name: "epd", samples: epd_samples, words: EPD_WORDS, read: read_epd },
    Reader { name: "pgn", samples: pgn_samples, words: PGN_WORDS, read: read_pgn },
    Reader { name: "book", samples: book_samples, words: "", read: read_book },
    Reader { name: "network", samples: network_samples, words: "BARTNNUE", read: read_network },
    Reader { name: "games", samples: games_samples, words: "BLCK|-", read: read_games_file },
];

/// Kiwipete: castling to both sides, pins, en passant to come.
const MIDDLEGAME: &str = PERFT_POSITIONS[1];

fn samples(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a constant that is a position")
}

const UCI_WORDS: &str = "position |startpos |fen | moves |0000 |e7e8q |go |ponder |winc |infinite |perft |bench |order|\
    setoption name | value |Threads|MultiPV|Move Overhead|-1 |0 |4294967296 |99999999999999999999999 |\
    1e9 |true|<empty>|\t|é";

fn uci_samples() -> Vec<Vec<u8>> {
    let fen = format!("position fen {MIDDLEGAME} moves e1g1 h8h4");
    samples(&[
        "uci",
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
        &fen,
        "go wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 40",
        "go depth 12 nodes 100000 movetime 500 mate 3 searchmoves e2e4 d2d4",
        "setoption name Hash value 64",
        "setoption name UCI_Elo value 1500",
        "setoption name Evaluation value classical",
        "joho isready",
    ])
}

/// Valid is a position that can be set up, a `go` of which no word is left out, and an option that
/// is set.
fn read_uci(input: &[u8]) -> bool {
    match parse_command(&String::from_utf8_lossy(input)) {
        Command::Position(command) => setup::game(&command).is_ok_and(|game| {
            let position = game.value.position;
            reads_back(&position);
            true
        }),
        Command::Go(go) => {
            let start = Position::startpos();
            let moves = go.search_moves.iter().flat_map(|text| parse_uci(&start, text));
            assert!(moves.into_iter().all(|mv| is_legal(&start, mv)));
            let limits = &go.limits;
            assert!(limits.depth != Some(0) && limits.nodes != Some(0));
            assert_ne!(limits.moves_to_go, Some(0));
            go.ignored.is_empty()
        }
        // Files and folders are opened by their names, which are not to be made up.
        Command::SetOption { name, value } if !is_path(&name) => {
            Settings::default().set(&name, value.as_deref()).is_ok()
        }
        _ => false,
    }
}

fn is_path(option: &str) -> bool {
    ["file", "path"].iter().any(|word| option.to_lowercase().contains(word))
}

const MOVE_WORDS: &str = "e4|Nf3|Nbd7|R1e2|O-O|0-0-0|x|+|#|=Q|q|e8|@|é|-";

fn move_samples() -> Vec<Vec<u8>> {
    samples(&["e1g1", "O-O", "O-O-O", "Nxd7", "Qxf6", "d5d6", "dxe6", "bxc3", "Bxa6", "Nd3", "Rg1"])
}

fn read_move(input: &[u8]) -> bool {
    let position = position(MIDDLEGAME);
    let Ok(mv) = parse_move(&position, &String::from_utf8_lossy(input)) else { return false };
    assert!(is_legal(&position, mv));
    assert_eq!(parse_move(&position, &to_san(&position, mv)), Ok(mv));
    true
}

const FEN_WORDS: &str =
    "8/|/|k|K|p|P|Q|r|pppppppp| w | b |KQkq|HAha|-|e3|e6| 0 1| 99 |65536|4294967296|9|é";

fn fen_samples() -> Vec<Vec<u8>> {
    let mut fens = samples(&PERFT_POSITIONS);
    fens.extend(samples(&["8/8/1k6/8/6pP/8/5K2/8 b - h3 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 99 80"]));
    fens.push(position(MIDDLEGAME).to_shredder_fen().into_bytes());
    fens
}

fn read_fen(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let strict = Position::from_fen(&text);
    let repaired = repair::position(&text);
    if let Ok(position) = &strict {
        let same = repaired.as_ref().is_ok_and(|repaired| repaired.value.key() == position.key());
        assert!(same, "a position without faults is repaired: {text}");
    }
    let Ok(repaired) = repaired else { return false };
    reads_back(&repaired.value);
    strict.is_ok()
}

/// A position and those after its moves are what is read from their FEN.
fn reads_back(position: &Position) {
    let after = legal_moves(position).into_iter().map(|mv| position.make(mv));
    for position in std::iter::once(position.clone()).chain(after) {
        for fen in [position.to_fen(), position.to_shredder_fen()] {
            let again = Position::from_fen(&fen);
            assert_eq!(again.map(|again| again.key()), Ok(position.key()), "{fen}");
        }
    }
}

const EPD_WORDS: &str = "bm |am |dm |id |;|\"|Ra6|f6a6|3|0|-|#|\n|,|hmvc 99;|fmvn |mate in |c0 \"a; b\";|\
    99999999999|é|\u{feff}";

fn epd_samples() -> Vec<Vec<u8>> {
    samples(&[
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - bm Ra6; dm 3; id \"mate; in three\";",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm O-O h1h8; am Rh2;\n# no line\n\n4k3/8/8/8/8/8/8/4K2R w - - dm 9;",
        "8/8/8/4k3/8/8/8/3QK3 w - - hmvc 99; fmvn 80; bm Qd4, Qd2!; bm #3 id \"a \\\" b",
    ])
}

/// Valid when each of its lines is.
fn read_epd(input: &[u8]) -> bool {
    let text = decode(input.to_vec());
    let mut valid = true;
    for (line, text) in numbered_lines(&text) {
        match parse_line(line, text) {
            Ok(problem) => {
                let mut moves = problem.best.iter().chain(&problem.avoid);
                assert!(moves.all(|&mv| is_legal(&problem.position, mv)), "{text}");
                assert!(!problem.id.contains(char::is_control), "{text}");
            }
            Err(_) => valid = false,
        }
    }
    valid
}

const PGN_WORDS: &str = "[|]|\"|\\|{|}|(|)|;|%|$1|$256|!?|1.|12...|e4 |Nf3 |O-O |e7e8q |*|1-0|½-½|--|e.p.|±|N |♘f3 |\
    a8(Q)|<|\n|\r|\n[Round 1]\n|[Variant \"Atomic\"]\n|\n[Event \"a\"]\n|\
    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n|[Result \"1/2-1/2\"]|[%eval 0.3]|é|\u{feff}";

fn pgn_samples() -> Vec<Vec<u8>> {
    samples(&[
        "[Event \"first\"]\n[White \"A \\\"x\\\" \\\\\"]\n[Result \"1-0\"]\n\n{before} 1. e4! $13 \
         {[%clk 0:01] text} e5 (1... c5 (1... e6) 2. Nf3 ; line\n) 2. Nf3 Nc6 1-0\n\n\
         [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 1/2-1/2\n1. d4 * 1. c4\n",
        "% escaped\n1.f3 e5 2.g4 Qh4# 0-1 {end}",
        "[Event \"5th \"M\" Open\"] [Round 1]\r\n1… ♘f3 ± Nf6 = -- d6* prose <x>\n\n\
         [Variant \"Antichess\"]\n\n1. e3 {\n[Event \"b\"]\n} 1/2",
    ])
}

/// Valid when all its games are, and one at least. What is written of a game is read as the same.
fn read_pgn(input: &[u8]) -> bool {
    let games = read_games(&decode(input.to_vec()));
    for game in games.iter().flatten() {
        let text = game.to_string();
        let again = read_games(&text);
        let [Ok(again)] = &again[..] else { panic!("not one game: {text}") };
        let moves = |game: &notation::pgn::PgnGame| {
            game.moves.iter().map(|played| played.mv).collect::<Vec<_>>()
        };
        assert_eq!((moves(again), &again.result), (moves(game), &game.result), "{text}");
        assert_eq!(again.start.key(), game.start.key(), "{text}");
        assert_eq!(again.to_string(), text, "written twice");
        assert!(!game.title().contains(char::is_control));
        assert_eq!(game.positions().len(), game.moves.len() + 1);
    }
    !games.is_empty() && games.iter().all(Result::is_ok)
}

fn book_samples() -> Vec<Vec<u8>> {
    let start = Position::startpos();
    let mut builder = BookBuilder::new();
    for mv in legal_moves(&start) {
        builder.add(&start, mv, 3);
        let next = start.make(mv);
        builder.add(&next, legal_moves(&next)[0], 3);
    }
    let bytes = builder.to_bytes();
    let short = bytes[..48].to_vec();
    vec![bytes, short]
}

/// Valid when it is a book with a move of the starting position.
fn read_book(input: &[u8]) -> bool {
    let Ok(book) = Book::from_bytes(input) else { return false };
    let mut found = false;
    for position in [Position::startpos(), position(MIDDLEGAME)] {
        let moves = book.moves(&position).expect("it is in memory");
        assert!(moves.iter().all(|&(mv, _)| is_legal(&position, mv)));
        found |= !moves.is_empty();
    }
    found
}

fn network_samples() -> Vec<Vec<u8>> {
    let architecture = Architecture { output_buckets: 1, ..Architecture::new(64) };
    let mut value = 0;
    let parameters = Parameters::from_fn(&architecture, || {
        value = (value + 7) % 60;
        value - 30
    });
    let network = Network::new(architecture, 400, "a note", &parameters);
    vec![network.expect("a network").encode()]
}

/// With its own checksum, and with a right one, so that more than the checksum is read.
fn read_network(input: &[u8]) -> bool {
    let decoded = |bytes: &[u8]| {
        let Ok(network) = Network::decode(bytes) else { return false };
        let again = Network::decode(&network.encode());
        assert!(again.is_ok_and(|again| again == network), "not what was written");
        true
    };
    decoded(input);
    let content = &input[..input.len().saturating_sub(4)];
    decoded(&[content, &crc32fast::hash(content).to_le_bytes()].concat())
}

fn games_samples() -> Vec<Vec<u8>> {
    let record = |start: Position, number| {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for ply in 0..12 {
            let legal = legal_moves(&position);
            let Some(&mv) = legal.get(ply % legal.len().max(1)) else { break };
            let score = (ply != 3).then_some(Score::new(10 * ply as i32));
            moves.push(ScoredMove { mv, score });
            position = position.make(mv);
        }
        GameRecord {
            seed: 5,
            number,
            chess960: number == 2,
            result: GameResult::from_winner(None),
            termination: RecordedEnd::MaxPlies,
            start: start.to_shredder_fen(),
            moves,
        }
    };
    let starts = [Position::startpos(), position(MIDDLEGAME)];
    let mut writer = GameWriter::create(Vec::new(), &serde_json::json!({"a": 1})).expect("memory");
    let mut samples = Vec::new();
    for (number, start) in (1..).zip(starts) {
        let (record, mut bytes) = (record(start, number), Vec::new());
        record.encode(&mut bytes);
        samples.push(bytes);
        writer.push(&record).expect("memory");
    }
    writer.flush().expect("memory");
    samples.push(std::mem::take(writer.output()));
    samples
}

/// As a file, and as a record. Valid when one of both is.
fn read_games_file(input: &[u8]) -> bool {
    let check = |record: &GameRecord| {
        // Illegal moves and positions are errors here.
        let _ = kept(record);
        let _ = view::pgn(record, "an event", ["A", "B"]);
        let mut bytes = Vec::new();
        record.encode(&mut bytes);
        let again = GameRecord::decode(&bytes).expect("what was written");
        assert_eq!((&again.0, again.1), (record, bytes.len()));
    };
    if let Ok((record, length)) = GameRecord::decode(input) {
        assert!(length <= input.len());
        check(&record);
        return true;
    }
    let Ok(games) = GameReader::new(input) else { return false };
    games.map(|game| game.map(|game| check(&game))).all(|game| game.is_ok())
}
