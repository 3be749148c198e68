//! Moves, games and positions as text and in files.

use crate::help::{
    ROOKS, START, at, chess, chess_move, cozy, cozy_move, mv, shakmaty, shakmaty_move,
};
use crate::{Row, row};
use notation::board::{Bitboard, Color, Piece, Position, Square, UciMove};
use notation::book::{Book, BookBuilder};
use notation::diagram::{Diagram, Pieces, Svg, piece_svg};
use notation::eco::OpeningTable;
use notation::epd::Epd;
use notation::pgn::{
    GameBuilder, Nag, PgnGame, PgnStyle, PgnWriter, Played, Reader, TagValue, TimeControl,
    Variation, Visitor, Written, comment, promote_variation, read_games,
};
use notation::{MoveParseError, SanPlus, game::Game};
use std::ops::ControlFlow::{self, Break, Continue};
use {chess as ch, cozy_chess as cz, pgn_reader as pr, shakmaty as sh};

/// Two knights can go to d2; a third one is pinned.
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 $1 {good} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n[White \"C\"]\n\n1. d4 *\n";

/// Counts moves, comments and glyphs, variations and those in them included; skips games of C.
#[derive(Default)]
struct Counter(usize, bool);

impl pr::Visitor for Counter {
    type Tags = bool;
    type Movetext = usize;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, bool> {
        Continue(false)
    }

    fn tag(&mut self, _: &mut bool, _: &[u8], value: pr::RawTag<'_>) -> ControlFlow<usize> {
        if value.as_bytes() == b"C" { Break(0) } else { Continue(()) }
    }

    fn begin_movetext(&mut self, _: bool) -> ControlFlow<usize, usize> {
        Continue(0)
    }

    fn san(&mut self, count: &mut usize, _: pr::SanPlus) -> ControlFlow<usize> {
        *count += 1;
        Continue(())
    }

    fn nag(&mut self, count: &mut usize, nag: pr::Nag) -> ControlFlow<usize> {
        *count += usize::from(nag == pr::Nag::GOOD_MOVE);
        Continue(())
    }

    fn comment(&mut self, count: &mut usize, _: pr::RawComment<'_>) -> ControlFlow<usize> {
        *count += 1;
        Continue(())
    }

    fn begin_variation(&mut self, _: &mut usize) -> ControlFlow<usize, pr::Skip> {
        Continue(pr::Skip(self.1))
    }

    fn end_game(&mut self, count: usize) -> usize {
        count
    }
}

impl Visitor for Counter {
    type Output = usize;

    fn begin_game(&mut self) {
        self.0 = 0;
    }

    fn tag(&mut self, _: &str, value: TagValue<'_>) -> ControlFlow<usize> {
        if value.raw() == "C" { Break(0) } else { Continue(()) }
    }

    fn played(&mut self, _: Played<'_>) -> ControlFlow<usize> {
        self.0 += 1;
        Continue(())
    }

    fn written(&mut self, written: Written<'_>) -> ControlFlow<usize> {
        self.0 += usize::from(written.san().is_some());
        Continue(())
    }

    fn nag(&mut self, nag: Nag) -> ControlFlow<usize> {
        self.0 += usize::from(nag == Nag::GOOD_MOVE);
        Continue(())
    }

    fn comment(&mut self, _: &str) -> ControlFlow<usize> {
        self.0 += 1;
        Continue(())
    }

    fn enter_variation(&mut self) -> bool {
        !self.1
    }

    fn end_game(&mut self) -> usize {
        self.0
    }
}

/// What pgn-reader counts in each game.
fn counts(text: &str, skips: bool) -> Vec<usize> {
    let mut reader = pr::Reader::new(text.as_bytes());
    reader.read_games(&mut Counter(0, skips)).map(|count| count.expect("a game")).collect()
}

fn our_counts(text: &str, skips: bool) -> Vec<usize> {
    let mut reader = Reader::from_text(text);
    reader.visit(&mut Counter(0, skips)).map(|count| count.expect("a game")).collect()
}

fn game() -> PgnGame {
    read_games(GAMES).remove(0).expect("a game")
}

pub const NOTATION: &[Row] = &[
    row!("UCI notation without a position; SAN read";
        { "e7e8q".parse::<sh::uci::UciMove>().is_ok_and(|e8| e8.to_string() == "e7e8q")
            && "Nf3".parse::<sh::san::San>().is_ok_and(|san| san.to_move(&shakmaty(START)).is_ok()) };
        { "e7e8q".parse::<cz::Move>().is_ok_and(|e8| e8.to_string() == "e7e8q")
            && cz::util::parse_san_move(&cozy(START), "Nf3").is_ok() };
        { "e7e8q".parse::<ch::ChessMove>().is_ok_and(|e8| e8.to_string() == "e7e8q")
            && ch::ChessMove::from_san(&chess(START), "Nf3").is_ok() };
        { "e7e8q".parse::<UciMove>().is_ok_and(|e8| e8.to_string() == "e7e8q")
            && notation::parse_san(&at(START), "Nf3").is_ok() }),
    row!("The null move in UCI notation";
        { "0000".parse::<sh::uci::UciMove>().is_ok_and(|null| null.to_string() == "0000") };
        [ "0000".parse::<cz::Move>().is_ok() ];
        [ "0000".parse::<ch::ChessMove>().is_ok() ];
        { "0000".parse() == Ok(UciMove::Null) }),
    row!("Castling in UCI notation in both ways, read and written";
        { let castling = shakmaty_move(&shakmaty(ROOKS), "e1g1");
          castling.to_uci(sh::CastlingMode::Standard).to_string() == "e1g1" && castling.to_uci(sh::CastlingMode::Chess960).to_string() == "e1h1" };
        { let board = cozy(ROOKS); let castling = cz::util::parse_uci_move(&board, "e1g1").expect("a move");
          castling.to_string() == "e1h1" && cz::util::display_uci_move(&board, castling).to_string() == "e1g1" };
        [ chess(ROOKS).legal(chess_move("e1h1")) ];
        { let castling = mv(&at(ROOKS), "e1g1"); castling.to_uci(false).to_string() == "e1g1" && castling.to_uci(true).to_string() == "e1h1" }),
    row!("SAN written, as short as the rules allow, with signs of check";
        { let position = shakmaty(KNIGHTS); let d2 = shakmaty_move(&position, "b1d2"); sh::san::SanPlus::from_move(position, d2).to_string() == "Nbd2" };
        { cz::util::display_san_move(&cozy(KNIGHTS), cozy_move("b1d2")).to_string() == "Nbd2" }; -;
        { notation::to_san(&at(KNIGHTS), mv(&at(KNIGHTS), "b1d2")) == "Nbd2" }),
    row!("SAN without a position";
        { "Nbd2+".parse::<sh::san::SanPlus>().is_ok_and(|san| san.suffix == Some(sh::san::Suffix::Check)) }; -; -;
        { "Nbd2+".parse::<SanPlus>().is_ok_and(|san| san.suffix == Some(notation::Suffix::Check)) }),
    row!("SAN at the beginning of a longer text";
        { matches!(sh::san::SanPlus::from_ascii_prefix(b"Nf3+ e5"), Ok((_, 4))) }; -; -;
        { matches!(SanPlus::from_ascii_prefix(b"Nf3+ e5"), Ok((_, 4))) }),
    row!("SAN with more of the origin than it needs";
        { "Ng1f3".parse::<sh::san::San>().is_ok_and(|san| san.to_move(&shakmaty(START)).is_ok()) };
        { cz::util::parse_san_move(&cozy(START), "Ng1f3").is_ok() };
        { ch::ChessMove::from_san(&chess(START), "Ng1f3").is_ok() };
        { notation::parse_san(&at(START), "Ng1f3").is_ok() }),
    row!("Castling in SAN with zeros";
        [ "0-0".parse::<sh::san::San>().is_ok() ];
        [ cz::util::parse_san_move(&cozy(ROOKS), "0-0").is_ok() ];
        [ ch::ChessMove::from_san(&chess(ROOKS), "0-0").is_ok() ];
        { notation::parse_san(&at(ROOKS), "0-0").is_ok() }),
    row!("Only the exact SAN"; -;
        -; -;
        { notation::parse_san_exact(&at(START), "Nf3").is_ok() && notation::parse_san_exact(&at(START), "Ngf3").is_err() }),
    row!("Moves as files have them: figurines, small letters, captures without sign";
        [ "♘f3".parse::<sh::san::San>().is_ok() ]; -; -;
        { notation::parse_dialect(&at(START), "♘f3").is_ok() }),
    row!("Errors of SAN that say whether it is illegal or ambiguous";
        { matches!("Nd2".parse::<sh::san::San>().expect("SAN").to_move(&shakmaty(KNIGHTS)), Err(sh::san::SanError::AmbiguousSan)) }; -; -;
        { notation::parse_san(&at(KNIGHTS), "Nd2") == Err(MoveParseError::Ambiguous) }),
    row!("Long algebraic notation"; -;
        -; -;
        { notation::to_lan(&at(START), mv(&at(START), "g1f3")) == "Ng1-f3" }),
    row!("Lines of moves in SAN with numbers"; -;
        -; -;
        { let moves = notation::parse_moves(&at(START), "e4 e5").expect("moves"); notation::line_to_san(&at(START), &moves, 9) == "1. e4 e5" }),
    row!("Notation of xboard"; -;
        -; -;
        { notation::to_xboard(mv(&at(ROOKS), "e1g1"), true) == "O-O" && notation::parse_xboard(&at(ROOKS), "@@@@") == Ok(None) }),
    row!("The move between two squares, to a queen unless it says something else"; -;
        -; -;
        { let position = at("8/P7/8/8/8/8/8/k1K5 w - - 0 1"); notation::find_move(&position, Square::A7, Square::A8, None) == Ok(mv(&position, "a7a8q")) }),
    row!("Squares, moves and positions from bytes";
        { sh::Square::from_ascii(b"e4").is_ok() && sh::fen::Fen::from_ascii(START.as_bytes()).is_ok() }; -; -;
        { Square::from_ascii(b"e4") == Ok(Square::E4) && UciMove::from_ascii(b"e2e4").is_ok()
            && Position::from_ascii(START.as_bytes()) == Ok(at(START)) }),
];

pub const PGN: &[Row] = &[
    row!("Games read as a stream, by a visitor";
        { counts(GAMES, true)[0] == 5 }; -; -;
        { our_counts(GAMES, true)[0] == 5 }),
    row!("Comments, variations and glyphs with names read, games and variations skipped";
        { counts(GAMES, true) == [5, 0] && pr::Reader::new(GAMES.as_bytes()).skip_game().is_ok_and(|skipped| skipped)
            && counts(GAMES, false)[0] == 7
            && pr::Nag::from_ascii(b"!?") == Ok(pr::Nag::SPECULATIVE_MOVE) }; -; -;
        { our_counts(GAMES, true) == [5, 0] && Reader::from_text(GAMES).skip_game().is_ok_and(|skipped| skipped)
            && our_counts(GAMES, false)[0] == 7
            && Nag::from_glyph("!?") == Some(Nag::SPECULATIVE_MOVE) }),
    row!("Games found again by their place in the file";
        { use std::io::Seek; let mut reader = pr::Reader::new(std::io::Cursor::new(GAMES)); reader.skip_game().is_ok() && reader.stream_position().is_ok_and(|at| at > 0) }; -; -;
        { let mut reader = Reader::new(std::io::Cursor::new(GAMES)); let mut offsets = Vec::new();
          while reader.skip_game().is_ok_and(|skipped| skipped) { offsets.push(reader.offset()); }
          reader.seek(offsets[1]).is_ok() && reader.games().next().is_some_and(|game| game.is_ok_and(|game| game.tag("White") == Some("C"))) }),
    row!("Moves read as SAN, not played, legal or not";
        { counts("1. e4 Ke4 *", false) == [2] }; -; -;
        { Reader::from_text("1. e4 Ke4 *").raw().read_game(&mut Counter::default()).is_ok_and(|count| count == Some(2)) }),
    row!("Games as trees: variations added, promoted and removed"; -; -; -;
        { game().moves.len() == 3 && game().moves[1].variations().count() == 1
            && { let mut game = game();
          let line = Variation::from_moves(&at(START), [mv(&at(START), "d2d4")]).expect("legal");
          game.moves[0].add_variation(line); game.moves[0].remove_variation(0); promote_variation(&mut game.moves, 1, 0) } }),
    row!("A game with an illegal move up to it, with the error"; -;
        -; -;
        { let mut reader = Reader::from_text("1. e4 e5 2. Qh8 *");
          reader.games_with_errors().next().is_some_and(|game| game.is_ok_and(|(game, error)| game.moves.len() == 2 && error.is_some())) }),
    row!("Clocks, times, evaluations and arrows in comments, read and set"; -; -; -;
        { ({ let mut text = "[%eval 0.34,23]".to_owned(); comment::set_clock(&mut text, comment::clock("[%clk 0:01:00]")); comment::eval(&text).is_some() && comment::clock(&text).is_some() })
            && { let mut text = String::new(); comment::set_arrows(&mut text, &["Ge2e4".parse().expect("an arrow")]); text == "[%cal Ge2e4]" } }),
    row!("The tag of the time control"; -;
        -; -;
        { "40/7200:3600+30".parse::<TimeControl>().is_ok_and(|control| matches!(&control, TimeControl::Parts(parts) if parts[0].moves == Some(40))) }),
    row!("Games from moves, written while they are read, in lines of any width, without comments"; -; -; -;
        { PgnGame::from_moves(at(START), [mv(&at(START), "e2e4")]).is_ok_and(|game| game.to_string().ends_with("1. e4 *\n"))
            && { let mut style = PgnStyle::EXACT; (style.tags, style.comments, style.variations) = (false, false, false); game().display(style).to_string() == "1. e4 e5 2. Nf3 1-0\n" }
            && { let mut writer = PgnWriter::new(String::new(), PgnStyle::EXACT); Reader::from_text(GAMES).visit(&mut writer).all(|game| game.is_ok()) && writer.into_inner().contains("d4") } }),
    row!("A game read and written without a change in its tags and comments"; -; -; -;
        { let text = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 { a  b } *";
          let read = Reader::from_text(text).read_game(&mut GameBuilder::exact()).expect("a game").expect("a game");
          read.display(PgnStyle::PYTHON_CHESS).to_string().trim_end() == text }),
    row!("Files in Latin-1 and UTF-16"; -;
        -; -;
        { Reader::from_bytes(b"[White \"J\xf6rg\"]\n\n*").games().next().is_some_and(|game| game.is_ok_and(|game| game.tag("White") == Some("Jörg"))) }),
];

pub const FILES: &[Row] = &[
    row!("EPD with all operations, read and written"; -;
        -; -;
        { "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";".parse::<Epd>().is_ok_and(|epd| epd.moves("bm").len() == 1 && epd.to_string().ends_with("id \"x\";")) }),
    row!("EPD lines without operations";
        { "4k3/8/8/8/8/8/8/4K2R w K -".parse::<sh::fen::Epd>().is_ok() }; -; -;
        { at(ROOKS).to_epd().ends_with("KQkq -") }),
    row!("Polyglot books looked up, with a choice by weight"; -;
        -; -;
        { let mut builder = BookBuilder::new(); builder.add(&at(START), mv(&at(START), "e2e4"), 3);
          let book = Book::from_bytes(builder.to_bytes()).expect("a book");
          book.find_all(&at(START)).is_ok_and(|entries| entries[0].weight == 3) && book.weighted_choice(&at(START), |_| 0).is_ok_and(|found| found.is_some()) }),
    row!("Polyglot books made; names of openings (ECO)"; -; -; -;
        { ({ let mut builder = BookBuilder::new(); builder.add(&at(START), mv(&at(START), "e2e4"), 3); builder.to_bytes().len() == 16 })
            && { let game = Game::from_moves(at(START), notation::parse_moves(&at(START), "e4 c5").expect("moves")).expect("legal");
          OpeningTable::new().classify(game.positions()).is_some_and(|opening| opening.code == "B20") } }),
    row!("Positions as text";
        { format!("{:?}", shakmaty_board()).lines().count() >= 8 }; -; -;
        { Diagram::new(&at(START)).to_string().lines().count() == 8 }),
    row!("Positions as text with chess symbols, from both sides, with frame"; -;
        -; -;
        { Diagram::new(&at(START)).pieces(Pieces::Unicode).orientation(Color::Black).frame(true).to_string().contains('♔') }),
    row!("Chess symbols with colors inverted, for dark screens"; -;
        -; -;
        { Diagram::new(&at(START)).pieces(Pieces::UnicodeInverted).to_string().starts_with('♖') }),
    row!("Positions as SVG with the last move, check, arrows and marks"; -;
        -; -;
        { Svg::new(&at(START)).last_move(mv(&at(START), "e2e4")).arrow(Square::E2, Square::E4).marked(Bitboard(1)).to_string().starts_with("<svg") }),
    row!("SVG in any colors, of the board, of squares and of arrows"; -;
        -; -;
        { let svg = Svg::new(&at(START)).colors("#012345", "grey").fill(Bitboard(1), "red").arrow_in(Square::E2, Square::E4, "blue").to_string();
          ["#012345", "grey", "red", "blue"].iter().all(|color| svg.contains(color)) }),
    row!("SVG of a piece, and of an empty board"; -;
        -; -;
        { piece_svg(Piece::WhiteKing).starts_with("<svg") && !Svg::empty().to_string().contains("piece") }),
];

fn shakmaty_board() -> sh::Board {
    sh::Board::new()
}
