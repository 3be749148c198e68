//! Positions with FEN, attacks, keys and serialisation.

use crate::help::{
    INNER, MATE, PASSANT, PINNED, PUSHED, ROOKS, START, at, chess, cozy, mv, shakmaty,
    shakmaty_move,
};
use crate::{Row, row};
use notation::board::{
    Bitboard, BuildKeyHasher, CastlingNotation, Color, EnPassantMode, FenError, PackedPosition,
    Piece, PieceKind, Position, PositionBuilder, PositionError, Square, attacks, zobrist,
};
use notation::game::KeyTable;
use notation::repair;
use shakmaty::{FromSetup, Position as _};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use {chess as ch, cozy_chess as cz, shakmaty as sh};

/// A rook with a castling right on the wrong square.
const WRONG_RIGHT: &str = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
/// Nine pawns.
const PAWNS: &str = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
/// Two rooks give check from both sides.
const CHECKS: &str = "4k3/8/8/8/r2K3r/8/8/8 w - - 0 1";
/// No kings.
const NO_KINGS: &str = "8/8/8/8/8/8/8/R7 w - - 0 1";

fn setup(fen: &str) -> PositionBuilder {
    fen.parse().expect("a FEN")
}

fn kinds(fen: &str) -> sh::PositionErrorKinds {
    let fen: sh::fen::Fen = fen.parse().expect("a FEN");
    sh::Chess::from_setup(fen.into_setup(), sh::CastlingMode::Chess960)
        .expect_err("a fault")
        .kinds()
}

pub const POSITIONS: &[Row] = &[
    row!("FEN read and written; setup piece by piece, with errors";
        { sh::fen::Fen::from_position(&shakmaty(ROOKS), sh::EnPassantMode::Legal).to_string() == ROOKS
            && kinds(NO_KINGS).contains(sh::PositionErrorKinds::MISSING_KING)
            && { let mut board = sh::Board::empty(); board.set_piece_at(sh::Square::A1, sh::Color::White.king()); board.occupied().count() == 1 } };
        { cozy(ROOKS).to_string() == ROOKS
            && matches!(cz::BoardBuilder::empty().build(), Err(cz::BoardBuilderError::InvalidBoard))
            && { let mut builder = cz::BoardBuilder::startpos(); *builder.square_mut(cz::Square::A2) = None; builder.build().is_ok() } };
        { chess(ROOKS).to_string() == ROOKS
            && matches!("4k3/8/8/8/8/8/8/K3R3 w - - 0 1".parse::<ch::Board>(), Err(ch::Error::InvalidBoard))
            && { let mut builder = ch::BoardBuilder::default(); builder.clear_square(ch::Square::A2); ch::Board::try_from(builder).is_ok() } };
        { at(ROOKS).to_string() == ROOKS
            && PositionBuilder::startpos().remove(Square::A2).put(Square::A3, Piece::WhitePawn).build().is_ok()
            && PositionBuilder::empty().build() == Err(PositionError::NoKing(Color::White)) }),
    row!("FEN with its counters";
        { shakmaty("8/8/8/8/8/8/8/K1k5 w - - 7 9").halfmoves() == 7 };
        { cozy("8/8/8/8/8/8/8/K1k5 w - - 7 9").halfmove_clock() == 7 };
        [ chess("8/8/8/8/8/8/8/K1k5 w - - 7 9").to_string().ends_with("7 9") ];
        { at("8/8/8/8/8/8/8/K1k5 w - - 7 9").halfmove_clock() == 7 }),
    row!("FEN without its counters";
        { "8/8/8/8/8/8/8/K1k5 w - -".parse::<sh::fen::Fen>().is_ok() };
        [ "8/8/8/8/8/8/8/K1k5 w - -".parse::<cz::Board>().is_ok() ];
        { "8/8/8/8/8/8/8/K1k5 w - -".parse::<ch::Board>().is_ok() };
        { "8/8/8/8/8/8/8/K1k5 w - -".parse::<Position>().is_ok() }),
    row!("Errors of a FEN that name the field";
        { matches!("8/8 w - - 0 1".parse::<sh::fen::Fen>(), Err(sh::fen::ParseFenError::InvalidBoard)) };
        { matches!("8/8 w - - 0 1".parse::<cz::Board>(), Err(cz::FenParseError::InvalidBoard)) }; -;
        { "8/8 w - - 0 1".parse::<Position>() == Err(FenError::RankCount(2)) }),
    row!("FEN with castling rights that cannot be, without these";
        { let fen: sh::fen::Fen = WRONG_RIGHT.parse().expect("a FEN");
          let read = fen.into_position::<sh::Chess>(sh::CastlingMode::Standard);
          read.or_else(sh::PositionError::ignore_invalid_castling_rights).is_ok() };
        [ WRONG_RIGHT.parse::<cz::Board>().is_ok() ];
        [ WRONG_RIGHT.parse::<ch::Board>().is_ok() ];
        { repair::position(WRONG_RIGHT).is_ok_and(|repaired| repaired.value.to_fen().contains(" K ")) }),
    row!("X-FEN and Shredder-FEN read";
        { shakmaty(INNER).castles().mode().is_chess960() };
        { cz::Board::from_fen(INNER, true).is_ok() }; -;
        { at(INNER) != at(&INNER.replace("GBgb", "KQkq")) }),
    row!("FEN of a setup that is no position, read and written";
        { NO_KINGS.parse::<sh::fen::Fen>().is_ok_and(|fen| fen.to_string() == NO_KINGS) };
        -;
        { NO_KINGS.parse::<ch::BoardBuilder>().is_ok_and(|builder| builder.to_string() == NO_KINGS) };
        { NO_KINGS.parse::<PositionBuilder>().is_ok_and(|builder| builder.to_string() == NO_KINGS) }),
    row!("Whether castling is that of Chess960";
        { let fen: sh::fen::Fen = INNER.parse().expect("a FEN"); sh::CastlingMode::detect(fen.as_setup()).is_chess960() }; -; -;
        { notation::is_chess960(&at(INNER)) && !notation::is_chess960(&at(START)) }),
    row!("Shredder-FEN written"; -;
        { format!("{:#}", cozy(START)).contains(" HAha ") }; -;
        { at(START).to_shredder_fen().contains(" HAha ") }),
    row!("En passant square of a FEN where legal, pseudo-legal, or after every double push";
        { use sh::EnPassantMode::{Always, Legal};
          let position = shakmaty(PUSHED);
          position.ep_square(Legal).is_none() && position.ep_square(Always) == Some(sh::Square::E3) }; -; -;
        { let fen = |mode| at(PUSHED).to_fen_with(CastlingNotation::XFen, mode);
          fen(EnPassantMode::Always) == PUSHED && fen(EnPassantMode::PseudoLegal).ends_with(" - 0 1") }),
    row!("The board field of a FEN alone";
        { sh::Board::from_ascii_board_fen(b"8/8/8/8/8/8/8/K7").is_ok_and(|board| board.to_string() == "8/8/8/8/8/8/8/K7") }; -; -;
        { PositionBuilder::empty().set_board_fen("8/8/8/8/8/8/8/K7").is_ok_and(|builder| builder.board_fen() == "8/8/8/8/8/8/8/K7") }),
    row!("Setup from pairs of square and piece";
        { [(sh::Square::A1, sh::Color::White.king())].into_iter().collect::<sh::Board>().occupied().count() == 1 }; -;
        { let pieces = [(ch::Square::A1, ch::Piece::King, ch::Color::White), (ch::Square::A8, ch::Piece::King, ch::Color::Black)];
          let none = ch::CastleRights::NoRights;
          ch::Board::try_from(ch::BoardBuilder::setup(&pieces, ch::Color::White, none, none, None)).is_ok() };
        { [(Square::A1, Piece::WhiteKing)].into_iter().collect::<PositionBuilder>().occupied().count() == 1 }),
    row!("Setup from sets of squares";
        { let (roles, colors) = sh::Board::new().into_bitboards(); sh::Board::try_from_bitboards(roles, colors).is_ok() }; -; -;
        { let mut builder = PositionBuilder::empty(); builder.put_all(Bitboard::CORNERS, Piece::WhiteRook); builder.occupied() == Bitboard::CORNERS }),
    row!("All faults of a setup at once";
        { use sh::PositionErrorKinds as Kinds; kinds("8/8/8/8/8/8/8/P7 w - e6 0 1").contains(Kinds::MISSING_KING | Kinds::PAWNS_ON_BACKRANK) }; -; -;
        { let faults: Vec<_> = setup("8/8/8/8/8/8/8/P7 w - e6 0 1").faults().collect();
          faults.contains(&PositionError::NoKing(Color::White)) && faults.contains(&PositionError::PawnOnEndRank(Square::A1)) }),
    row!("Material that no game can have is told apart";
        { kinds(PAWNS).contains(sh::PositionErrorKinds::TOO_MUCH_MATERIAL) };
        { PAWNS.parse::<cz::Board>().is_err() };
        [ PAWNS.parse::<ch::Board>().is_err() ];
        { setup(PAWNS).strict_faults().eq([PositionError::TooManyPawns(Color::White)]) }),
    row!("Checks that no move can give are told apart";
        { kinds(CHECKS).contains(sh::PositionErrorKinds::IMPOSSIBLE_CHECK) };
        [ CHECKS.parse::<cz::Board>().is_err() ];
        [ CHECKS.parse::<ch::Board>().is_err() ];
        { setup(CHECKS).strict_faults().eq([PositionError::ImpossibleCheck]) }),
    row!("Boards that are no positions, with sets of pieces and attacks";
        { let mut board = sh::Board::empty(); board.set_piece_at(sh::Square::A1, sh::Color::White.rook());
          board.attacks_to(sh::Square::A8, sh::Color::White, board.occupied()).count() == 1 }; -; -;
        { let board = setup(NO_KINGS); board.pieces(PieceKind::Rook).count() == 1 && board.attackers(Color::White, Square::A8) == Square::A1.bitboard() }),
    row!("Starting positions of Chess960 by number";
        { sh::Board::chess960(518) == sh::Board::new() };
        { cz::Board::chess960_startpos(518) == cz::Board::default() }; -;
        { Position::chess960(518, 518) == Some(Position::startpos()) }),
    row!("Another number for each side (double Chess960)"; -;
        { cz::Board::double_chess960_startpos(0, 518) != cz::Board::default() }; -;
        { Position::chess960(0, 518).is_some() }),
    row!("The number of a starting position"; -;
        -; -;
        { Position::startpos().chess960_numbers() == Some((518, 518)) }),
    row!("The starting position as a constant";
        { const START: sh::Chess = sh::Chess::new(); START.turn().is_white() }; -; -;
        { const START: Position = Position::startpos(); START.side_to_move() == Color::White }),
    row!("Positions mirrored with colors swapped, boards rotated";
        { ({ let setup = shakmaty(PINNED).to_setup(sh::EnPassantMode::Legal).into_mirrored(); setup.turn.is_black() })
            && { let mut board = sh::Board::new(); board.rotate_90(); board.king_of(sh::Color::White) == Some(sh::Square::A4) } }; -; -;
        { at(PINNED).flipped().side_to_move() == Color::Black
            && { let builder = PositionBuilder::startpos().transform(Square::rotate_90).clone(); builder.piece_on(Square::A4) == Some(Piece::WhiteKing) } }),
    row!("Pieces by kind and color, and on a square";
        { let position = shakmaty(START); position.board().by_role(sh::Role::Pawn).count() == 16 && position.board().piece_at(sh::Square::E1).is_some() };
        { cozy(START).pieces(cz::Piece::Pawn).len() == 16 && cozy(START).piece_on(cz::Square::E1) == Some(cz::Piece::King) };
        { chess(START).pieces(ch::Piece::Pawn).popcnt() == 16 && chess(START).piece_on(ch::Square::E1) == Some(ch::Piece::King) };
        { at(START).pieces(PieceKind::Pawn).count() == 16 && at(START).piece_on(Square::E1) == Some(Piece::WhiteKing) }),
    row!("All squares with their pieces";
        { shakmaty(START).board().iter().count() == 32 }; -; -;
        { at(START).iter_pieces().count() == 32 }),
    row!("Plies since the start of the game, by the move number"; -;
        -; -;
        { at(PUSHED).ply() == 1 }),
];

pub const ATTACKS: &[Row] = &[
    row!("Attacks of all kinds of pieces; squares between two squares, lines";
        { sh::attacks::rook_attacks(sh::Square::A1, sh::Square::A3.into()).count() == 9
            && sh::attacks::between(sh::Square::A1, sh::Square::A4).count() == 2 && sh::attacks::ray(sh::Square::A1, sh::Square::A4).count() == 8 };
        { cz::get_rook_moves(cz::Square::A1, cz::Square::A3.bitboard()).len() == 9
            && cz::get_between_rays(cz::Square::A1, cz::Square::A4).len() == 2 && cz::get_line_rays(cz::Square::A1, cz::Square::A4).len() == 8 };
        { ch::get_rook_moves(ch::Square::A1, ch::BitBoard::from_square(ch::Square::A3)).popcnt() == 9
            && ch::between(ch::Square::A1, ch::Square::A4).popcnt() == 2 && ch::line(ch::Square::A1, ch::Square::A4).popcnt() == 8 };
        { attacks::rook(Square::A1, Square::A3.bitboard()).count() == 9
            && attacks::between(Square::A1, Square::A4).count() == 2 && attacks::line(Square::A1, Square::A4).count() == 8 }),
    row!("Pushes of a pawn"; -;
        { cz::get_pawn_quiets(cz::Square::A2, cz::Color::White, cz::BitBoard::EMPTY).len() == 2 };
        { ch::get_pawn_quiets(ch::Square::A2, ch::Color::White, ch::EMPTY).popcnt() == 2 };
        { attacks::pawn_pushes(Color::White, Square::A2, Bitboard::EMPTY).count() == 2 }),
    row!("Attacks of rooks and lines in constants";
        { const SET: sh::Bitboard = sh::attacks::rook_attacks(sh::Square::A1, sh::attacks::between(sh::Square::A1, sh::Square::A3)); SET.count() == 8 };
        { const SET: cz::BitBoard = cz::get_rook_moves_const(cz::Square::A1, cz::get_between_rays(cz::Square::A1, cz::Square::A3)); SET.len() == 8 }; -;
        { const SET: Bitboard = attacks::rook_const(Square::A1, attacks::between(Square::A1, Square::A3)); SET.count() == 8 }),
    row!("Attacks from a square and to it, with any occupancy";
        { shakmaty(PINNED).board().attacks_from(sh::Square::E2).count() == 6
            && shakmaty(PINNED).board().attacks_to(sh::Square::E1, sh::Color::Black, sh::Bitboard::EMPTY).count() == 1 }; -; -;
        { at(PINNED).attacks_from(Square::E2).count() == 6
            && (at(PINNED).attackers_to(Square::E1, Bitboard::EMPTY) & at(PINNED).color(Color::Black)).count() == 1 }),
    row!("Pieces that give check";
        { shakmaty(MATE).checkers().count() == 1 };
        { cozy(MATE).checkers().len() == 1 };
        { chess(MATE).checkers().popcnt() == 1 };
        { at(MATE).checkers().count() == 1 }),
    row!("Pinned pieces"; -;
        { cozy(PINNED).pinned() == cz::Square::E2.bitboard() };
        { chess(PINNED).pinned() == &ch::BitBoard::from_square(ch::Square::E2) };
        { at(PINNED).pinned() == Square::E2.bitboard() }),
    row!("The line of a pin, for both sides"; -;
        -; -;
        { at(PINNED).pin_mask(Color::White, Square::E2).count() >= 7 }),
];

pub const KEYS: &[Row] = &[
    row!("Zobrist key of 64 bits";
        { use sh::zobrist::Zobrist64; shakmaty(START).zobrist_hash::<Zobrist64>(sh::EnPassantMode::Legal) != Zobrist64(0) };
        { cozy(START).hash() != cozy(ROOKS).hash() };
        { chess(START).get_hash() != chess(ROOKS).get_hash() };
        { at(START).key() != at(ROOKS).key() }),
    row!("Keys of 8 to 128 bits";
        { use sh::zobrist::Zobrist128; u128::from(shakmaty(START).zobrist_hash::<Zobrist128>(sh::EnPassantMode::Legal)) >> 64 != 0 }; -; -;
        { let key = at(START).key128(); key >> 64 != 0 && key as u64 == at(START).key() && key != at(ROOKS).key128() }),
    row!("The key that a move leads to, without the position";
        { use sh::zobrist::Zobrist64;
          let (position, mode) = (shakmaty(START), sh::EnPassantMode::Legal);
          let key: Zobrist64 = position.zobrist_hash(mode);
          let nf3 = shakmaty_move(&position, "g1f3");
          let next = position.clone().play(nf3).expect("legal");
          position.update_zobrist_hash(key, nf3, mode) == Some(next.zobrist_hash(mode)) }; -; -;
        { let start = at(START); let e4 = mv(&start, "e2e4"); start.key_after(e4) == start.make(e4).key() }),
    row!("Key without en passant"; -;
        { let board = cozy(PASSANT); board.hash_without_ep() != board.hash() }; -;
        { at(PASSANT).key_without_en_passant() != at(PASSANT).key() }),
    row!("Key of the pawns"; -; -;
        [ chess(START).get_pawn_hash() != 0 ];
        { at(START).pawn_key() != 0 }),
    row!("Key of the pieces alone";
        -; -; -;
        { let key = |fen| { let position = at(fen); position.pawn_key() ^ position.non_pawn_key(Color::White) ^ position.non_pawn_key(Color::Black) };
          key(START) == key(&START.replace('w', "b")) }),
    row!("The numbers of which keys are made";
        { use sh::zobrist::{Zobrist64, ZobristValue}; Zobrist64::zobrist_for_white_turn() != Zobrist64(0) }; -; -;
        { zobrist::piece(Piece::WhiteKing, Square::E1) ^ zobrist::side() != 0 }),
    row!("Key of Polyglot books";
        { use sh::zobrist::Zobrist64; shakmaty(START).zobrist_hash::<Zobrist64>(sh::EnPassantMode::PseudoLegal) == Zobrist64(0x463b_9618_1691_fc9c) }; -; -;
        { notation::book::polyglot_key(&at(START)) == 0x463b_9618_1691_fc9c }),
    row!("The same position, counters aside, as repetition sees it";
        { shakmaty(START) == shakmaty(&START.replace("0 1", "4 3")) };
        { cozy(START).same_position(&cozy(&START.replace("0 1", "4 3"))) }; -;
        { at(START).same_position(&at(&START.replace("0 1", "4 3"))) }),
    row!("Positions as keys of maps";
        { HashSet::from([shakmaty(START)]).contains(&shakmaty(START)) };
        { HashSet::from([cozy(START)]).contains(&cozy(START)) };
        { HashSet::from([chess(START)]).contains(&chess(START)) };
        { HashSet::from([at(START)]).contains(&at(START)) }),
    row!("Positions and moves with serde";
        { let fen: sh::fen::Fen = START.parse().expect("a FEN"); serde_json::to_string(&fen).is_ok_and(|text| text.contains(START)) }; -; -;
        { serde_json::to_string(&at(START)).is_ok_and(|text| serde_json::from_str::<Position>(&text).is_ok_and(|read| read == at(START))) }),
    row!("SAN with serde";
        { serde_json::from_str::<sh::san::San>("\"Nf3\"").is_ok() }; -; -;
        { serde_json::from_str::<notation::San>("\"Nf3\"").is_ok_and(|san| serde_json::to_string(&san).is_ok_and(|text| text == "\"Nf3\"")) }),
    row!("Values with bincode";
        { bincode::encode_to_vec(sh::Square::E4, bincode::config::standard()).is_ok_and(|bytes| bytes.len() == 1) }; -; -;
        { bincode::serde::encode_to_vec(at(START), bincode::config::standard()).is_ok() }),
    row!("A position in 24 bytes";
        { let setup = shakmaty(START).to_setup(sh::EnPassantMode::Always);
          sh::packed::PackedSetup::pack_standard(&setup).is_ok_and(|packed| packed.as_bytes().len() <= 24) }; -; -;
        { let bytes: [u8; 24] = at(ROOKS).to_packed().to_bytes(); PackedPosition::from_bytes(bytes).unpack() == Ok(at(ROOKS)) }),
    row!("A move in two bytes";
        { let e4: sh::uci::UciMove = "e2e4".parse().expect("a move"); sh::packed::PackedUciMove::pack(e4).unpack() == e4 }; -; -;
        { let e4 = mv(&at(START), "e2e4"); notation::board::Move::from_bits(e4.bits()) == Some(e4) }),
    row!("Random values for fuzzing (`arbitrary`)";
        { arbitrary::Unstructured::new(&[7; 99]).arbitrary::<sh::Chess>().is_ok() }; -; -;
        { arbitrary::Unstructured::new(&[7; 99]).arbitrary::<Position>().is_ok() }),
    row!("Maps without hashing (`nohash-hasher`)";
        { nohash_hasher::IntMap::<sh::Square, u8>::default().is_empty() }; -; -;
        { HashMap::<Square, u8, BuildKeyHasher>::default().is_empty() && BuildKeyHasher::default().hash_one(Square::H8) == 63 }),
    row!("A table of values by key, of fixed size"; -; -;
        { let mut table = ch::CacheTable::new(256, 0); table.add(7, 1); table.get(7) == Some(1) };
        { let table = KeyTable::new(1).expect("memory"); table.store(7, 1); table.get(7) == Some(1) && table.get(8).is_none() }),
];
