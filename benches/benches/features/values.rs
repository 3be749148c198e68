//! Squares, sets of squares, pieces, castling rights; and what the packages are like.

use crate::help::{
    INNER, ROOKS, at, chess, cozy, is_no_std, is_permissive, is_without_alloc, shakmaty,
};
use crate::{Row, row};
use notation::board::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceKind, Rank, Square,
};
use {chess as ch, cozy_chess as cz, shakmaty as sh};

pub const VALUES: &[Row] = &[
    row!("Squares, files and ranks from text and as text";
        { "e4".parse::<sh::Square>().is_ok_and(|e4| e4.to_string() == "e4") && sh::File::from_char('e') == Some(sh::File::E) };
        { "e4".parse::<cz::Square>().is_ok_and(|e4| e4.to_string() == "e4") && "e".parse::<cz::File>().is_ok() };
        { "e4".parse::<ch::Square>().is_ok_and(|e4| e4.to_string() == "e4") && "e".parse::<ch::File>().is_ok() };
        { "e4".parse() == Ok(Square::E4) && Square::E4.to_string() == "e4" && "e".parse() == Ok(File::E) }),
    row!("The square some steps away, if there is one; ranks as a side sees them";
        { sh::Square::E4.offset(8) == Some(sh::Square::E5) && sh::Square::E8.offset(8).is_none()
            && sh::Color::Black.relative_rank(sh::Rank::First) == sh::Rank::Eighth };
        { cz::Square::E4.try_offset(1, 2) == Some(cz::Square::F6) && cz::Square::H4.try_offset(1, 0).is_none()
            && cz::Rank::First.relative_to(cz::Color::Black) == cz::Rank::Eighth };
        { ch::Square::E4.up() == Some(ch::Square::E5) && ch::Square::E8.up().is_none()
            && ch::Color::Black.to_my_backrank() == ch::Rank::Eighth };
        { Square::E4.offset(1, 2) == Some(Square::F6) && Square::H4.offset(1, 0).is_none()
            && Rank::First.relative_to(Color::Black) == Rank::Eighth }),
    row!("Squares mirrored";
        { sh::Square::A1.flip_vertical() == sh::Square::A8 };
        { cz::Square::A1.flip_rank() == cz::Square::A8 }; -;
        { Square::A1.flip_vertical() == Square::A8 }),
    row!("Squares rotated, and mirrored at a diagonal";
        { sh::Square::A1.rotate_90() == sh::Square::A8 && sh::Square::H1.flip_diagonal() == sh::Square::A8 }; -; -;
        { Square::A1.rotate_90() == Square::A8 && Square::H1.flip_diagonal() == Square::A8 }),
    row!("Distance of squares in king moves";
        { sh::Square::A1.distance(sh::Square::C8) == 7 }; -; -;
        { Square::A1.distance(Square::C8) == 7 }),
    row!("Distance of squares in knight moves and in steps of a rook"; -;
        -; -;
        { Square::A1.knight_distance(Square::B2) == 4 && Square::A1.manhattan_distance(Square::B2) == 2 }),
    row!("Sets of squares with operators, mirrored";
        { (sh::Bitboard::from(sh::Square::A1) | sh::Square::B1).count() == 2
            && sh::Bitboard(1).flip_vertical() == sh::Square::A8.into() };
        { (cz::Square::A1.bitboard() | cz::Square::B1.bitboard()).len() == 2
            && cz::BitBoard(1).flip_ranks() == cz::Square::A8.bitboard() };
        { (ch::BitBoard::from_square(ch::Square::A1) | ch::BitBoard::from_square(ch::Square::B1)).popcnt() == 2
            && ch::BitBoard(1).reverse_colors() == ch::BitBoard::from_square(ch::Square::A8) };
        { (Square::A1.bitboard() | Square::B1).count() == 2
            && Bitboard(1).flip_vertical() == Square::A8.bitboard() }),
    row!("Whether a set is part of another one, or disjoint; all its parts (carry-rippler)";
        { sh::Bitboard::EMPTY.is_subset(sh::Bitboard::FULL) && sh::Bitboard::EMPTY.is_disjoint(sh::Bitboard::FULL)
            && sh::Bitboard(7).carry_rippler().count() == 8 };
        { cz::BitBoard::EMPTY.is_subset(cz::BitBoard::FULL) && cz::BitBoard::EMPTY.is_disjoint(cz::BitBoard::FULL)
            && cz::BitBoard(7).iter_subsets().count() == 8 }; -;
        { Bitboard::EMPTY.is_subset(Bitboard::FULL) && Bitboard::EMPTY.is_disjoint(Bitboard::FULL)
            && Bitboard(7).subsets().count() == 8 }),
    row!("Squares from both ends of a set; sets shifted, mirrored at a diagonal";
        { sh::Bitboard(6).into_iter().next_back() == Some(sh::Square::C1)
            && sh::Bitboard(2).shift(8) == sh::Square::B2.into() && sh::Bitboard(2).flip_diagonal() == sh::Square::A2.into() }; -; -;
        { Bitboard(6).into_iter().next_back() == Some(Square::C1)
            && Bitboard(2).shift(0, 1) == Square::B2.bitboard() && Bitboard(2).flip_diagonal() == Square::A2.bitboard() }),
    row!("Named sets: all edges";
        { sh::Bitboard::EDGES.count() == 28 };
        { cz::BitBoard::EDGES.len() == 28 };
        { ch::EDGES.popcnt() == 28 };
        { Bitboard::EDGES.count() == 28 }),
    row!("Named sets: light squares, corners, centre";
        { (sh::Bitboard::LIGHT_SQUARES & sh::Bitboard::CENTER).count() == 2 && sh::Bitboard::CORNERS.count() == 4 };
        [ (cz::BitBoard::LIGHT_SQUARES & cz::BitBoard::CORNERS).len() == 4 ]; -;
        { (Bitboard::LIGHT & Bitboard::CENTER).count() == 2 && Bitboard::CORNERS.count() == 4 }),
    row!("Named sets: both back ranks";
        { sh::Bitboard::BACKRANKS.count() == 16 }; -; -;
        { Bitboard::BACK_RANKS.count() == 16 }),
    row!("Named sets: sides and halves of the board";
        { sh::Bitboard::SIDES.count() == 16 && (sh::Bitboard::NORTH & sh::Bitboard::EAST).count() == 16 }; -; -;
        { Bitboard::SIDES.count() == 16 && (Bitboard::NORTH & Bitboard::EAST).count() == 16 }),
    row!("A set written as a picture in the source"; -;
        { let set = cz::bitboard! {
            . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . . . . . . . X . . . . . .
        }; set == cz::Square::B1.bitboard() }; -;
        { let set = "
            . . . . . . . .  . . . . . . . .  . . . . . . . .  . . . . . . . .
            . . . . . . . .  . . . . . . . .  . . . . . . . .  . X . . . . . .
        "; set.parse() == Ok(Square::B1.bitboard()) }),
    row!("A set shown as a picture";
        { format!("{:?}", sh::Bitboard(1)).lines().count() >= 8 };
        { format!("{:#?}", cz::BitBoard(1)).lines().count() >= 8 };
        { ch::BitBoard(1).to_string().lines().count() == 8 };
        { Bitboard(1).to_string().lines().count() == 8 }),
    row!("A value chosen by color in one call";
        { sh::Color::Black.fold_wb(1, 2) == 2 }; -; -;
        { Color::Black.fold_wb(1, 2) == 2 }),
    row!("Maps from colors, kinds of pieces and sides of castling";
        { let by = sh::ByColor { white: 1, black: 2 }; by[sh::Color::Black] == 2 && sh::ByRole::<u8>::default()[sh::Role::King] == 0 }; -; -;
        { [1, 2][Color::Black] == 2 && [0_u8; 6][PieceKind::King] == 0 && [1, 2][CastlingSide::QueenSide] == 2 }),
    row!("Pieces from letters, as letters and as chess symbols";
        { sh::Piece::from_char('n').is_some_and(|piece| piece.char() == 'n' && piece.color.is_black())
            && sh::Color::White.king().unicode_char() == '♔' };
        [ "n".parse::<cz::Piece>().is_ok() && "N".parse::<cz::Piece>().is_ok() ]; -;
        { "n".parse() == Ok(Piece::BlackKnight) && Piece::WhiteKnight.to_char() == 'N'
            && Piece::WhiteKing.to_unicode() == '♔' }),
    row!("Castling rights by color and side";
        { use sh::Position; shakmaty(ROOKS).castles().has(sh::Color::White, sh::CastlingSide::KingSide) };
        { cozy(ROOKS).castle_rights(cz::Color::White).short.is_some() };
        { chess(ROOKS).castle_rights(ch::Color::White).has_kingside() };
        { at(ROOKS).castling_rights().contains(CastlingRights::WHITE_KING_SIDE) }),
    row!("The rook of a castling right";
        { use sh::Position; shakmaty(INNER).castles().rook(sh::Color::White, sh::CastlingSide::QueenSide) == Some(sh::Square::B1) };
        { cozy(INNER).castle_rights(cz::Color::White).long == Some(cz::File::B) }; -;
        { at(INNER).castling_rook(Color::White, CastlingSide::QueenSide) == Some(Square::B1) }),
    row!("The squares that must be empty for castling";
        { use sh::Position; shakmaty(ROOKS).castles().path(sh::Color::White, sh::CastlingSide::QueenSide).count() == 3 }; -;
        { ch::CastleRights::Both.queenside_squares(ch::Color::White).popcnt() == 3 };
        { at(ROOKS).castling_path(Color::White, CastlingSide::QueenSide).is_some_and(|path| path.count() == 3) }),
    row!("Squares and sets in constants";
        { const SET: sh::Bitboard = sh::Bitboard::from_square(sh::Square::A1.flip_vertical()); SET.count() == 1 };
        { const SET: cz::BitBoard = cz::Square::A1.flip_rank().bitboard(); SET.len() == 1 }; -;
        { const SET: Bitboard = Square::A1.flip_vertical().bitboard(); SET.count() == 1 }),
];

pub const LIBRARY: &[Row] = &[
    row!("Without the standard library (`no_std`)";
        { is_no_std("shakmaty") };
        { is_no_std("cozy-chess") && is_no_std("cozy-chess-types") };
        [ is_no_std("chess") ];
        { is_no_std("bartizan-board") && is_no_std("bartizan-movegen") && is_no_std("bartizan-notation") }),
    row!("Positions and moves without an allocator";
        { is_without_alloc("shakmaty") };
        { is_without_alloc("cozy-chess") && is_without_alloc("cozy-chess-types") };
        [ is_without_alloc("chess") ];
        { ["types", "board", "movegen"].iter().all(|name| is_without_alloc(&format!("bartizan-{name}"))) }),
    row!("A licence under which any program may use it";
        [ is_permissive("shakmaty") || is_permissive("pgn-reader") ];
        { is_permissive("cozy-chess") };
        { is_permissive("chess") };
        { is_permissive("bartizan-notation") }),
];
