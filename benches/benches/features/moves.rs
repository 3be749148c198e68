//! Legal moves, playing them, and how games end.

use crate::help::{
    MATE, PASSANT, PINNED, ROOKS, START, at, chess, chess_move, cozy, cozy_move, mv, shakmaty,
    shakmaty_move,
};
use crate::{Row, row};
use notation::board::{Bitboard, Color, Move, PieceKind, Position, PositionBuilder, Square};
use notation::game::{self, DrawRules, Game, Outcome, Perft, PerftTable, Termination};
use notation::movegen::{self, Noisy, Quiet};
use shakmaty::Position as _;
use std::ops::ControlFlow;
use {chess as ch, cozy_chess as cz, shakmaty as sh};

/// A lone knight against a bare king.
const KNIGHT: &str = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1";
/// Only Black can mate.
const ROOK: &str = "4k2r/8/8/8/8/8/8/4K3 w - - 0 1";
/// 49 moves and a half without capture or pawn move.
const QUIET: &str = "4k2r/8/8/8/8/8/8/4K2R w - - 99 90";

/// The game after so many plies of knights that go out and come back.
fn knights(plies: usize) -> Game {
    let mut game = Game::default();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies) {
        let mv = mv(&game.position, text);
        game.play(mv);
    }
    game
}

fn chess_knights(plies: usize) -> ch::Game {
    let mut game = ch::Game::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies) {
        game.make_move(chess_move(text));
    }
    game
}

pub const MOVES: &[Row] = &[
    row!("Legal moves, and whether a move is one";
        { shakmaty(START).legal_moves().len() == 20
            && { let position = shakmaty(START); position.is_legal(shakmaty_move(&position, "e2e4")) } };
        { cozy(START).is_legal(cozy_move("e2e4")) && !cozy(START).is_legal(cozy_move("e2e5"))
            && { let mut count = 0; cozy(START).generate_moves(|moves| { count += moves.len(); false }); count == 20 } };
        { ch::MoveGen::new_legal(&chess(START)).count() == 20
            && chess(START).legal(chess_move("e2e4")) && !chess(START).legal(chess_move("e2e5")) };
        { movegen::legal_moves(&at(START)).len() == 20
            && movegen::is_legal(&at(START), mv(&at(START), "e2e4")) && !movegen::is_legal(&at(PINNED), mv(&at(START), "e2e4")) }),
    row!("Moves one by one, until one is found"; -;
        { let mut seen = 0; cozy(START).generate_moves(|_| { seen += 1; true }) && seen == 1 };
        { ch::MoveGen::new_legal(&chess(START)).next().is_some() };
        { let mut seen = 0;
          let found = movegen::for_each_piece_moves(&at(START), Bitboard::FULL, |moves| { seen += 1; ControlFlow::Break(moves) });
          found.is_break() && seen == 1 }),
    row!("Targets of a piece as a set"; -;
        { let mut count = 0; cozy(PINNED).generate_moves_for(cz::Square::E1.bitboard(), |moves| { count += moves.to.len(); false }); count == 4 }; -;
        { movegen::targets_from(&at(PINNED), Square::E1).count() == 4 }),
    row!("Moves from some squares"; -;
        { let mut count = 0; cozy(START).generate_moves_for(cz::Rank::First.bitboard(), |moves| { count += moves.len(); false }); count == 4 }; -;
        { movegen::moves_from(&at(START), notation::board::Rank::First.bitboard()).len() == 4 }),
    row!("Moves to some squares"; -; -;
        { let mut moves = ch::MoveGen::new_legal(&chess(START)); moves.set_iterator_mask(ch::BitBoard::from_square(ch::Square::F3)); moves.count() == 2 };
        { movegen::moves_to(&at(START), Square::F3.bitboard()).len() == 2 }),
    row!("Captures";
        { shakmaty(PASSANT).capture_moves().len() == 1 };
        { let (board, mut count) = (cozy(MATE), 0);
          board.generate_moves(|mut moves| { moves.to &= board.colors(cz::Color::Black); count += moves.len(); false }); count == 0 };
        { let mut moves = ch::MoveGen::new_legal(&chess(START)); moves.set_iterator_mask(*chess(START).color_combined(ch::Color::Black)); moves.next().is_none() };
        { movegen::captures(&at(PASSANT)).len() == 1 }),
    row!("Captures first, the other moves later"; -; -;
        { let mut moves = ch::MoveGen::new_legal(&chess(START));
          moves.set_iterator_mask(ch::EMPTY); let first = (&mut moves).count(); moves.set_iterator_mask(!ch::EMPTY); first == 0 && moves.count() == 20 };
        { let (mut noisy, mut quiet) = (movegen::MoveList::new(), movegen::MoveList::new());
          movegen::generate::<Noisy>(&at(PASSANT), &mut noisy); movegen::generate::<Quiet>(&at(PASSANT), &mut quiet);
          noisy.len() == 1 && quiet.len() == 6 }),
    row!("Castling, en passant and promotions alone; the kind of a move";
        { shakmaty(ROOKS).castling_moves(sh::CastlingSide::KingSide).len() == 1 && shakmaty(PASSANT).en_passant_moves().len() == 1
            && { ({ let (rooks, passant) = (shakmaty(ROOKS), shakmaty(PASSANT));
          shakmaty_move(&rooks, "e1h1").is_castle() && shakmaty_move(&passant, "e5d6").is_en_passant() && shakmaty_move(&passant, "e5e6").is_zeroing() })
            && { let position = shakmaty(ROOKS); position.is_irreversible(shakmaty_move(&position, "a1b1")) } } }; -; -;
        { ({ let mut moves = movegen::legal_moves(&at(ROOKS)); moves.retain(Move::is_castle); moves.len() == 2 })
            && { at(ROOKS).is_irreversible(mv(&at(ROOKS), "a1b1"))
            && { let (rooks, passant) = (at(ROOKS), at(PASSANT));
          mv(&rooks, "e1h1").is_castle() && mv(&passant, "e5d6").is_en_passant() && passant.is_zeroing(mv(&passant, "e5e6")) } } }),
    row!("Moves of a kind of piece to a square";
        { shakmaty(START).san_candidates(sh::Role::Knight, sh::Square::F3).len() == 1 }; -; -;
        { movegen::moves_of_kind_to(&at(START), PieceKind::Knight, Square::F3).len() == 1 }),
    row!("Pseudo-legal moves, and whether a move is one"; -;
        -; -;
        { let position = at(PINNED); let moves = movegen::pseudo_legal_moves(&position); moves.len() == 10 && moves.iter().any(|&mv| !movegen::is_legal(&position, mv)) }),
    row!("Moves on a board without kings";
        [ "8/8/8/8/8/8/8/N7 w - - 0 1".parse::<sh::fen::Fen>().expect("a FEN").into_position::<sh::Chess>(sh::CastlingMode::Standard).is_ok() ]; -; -;
        { "8/8/8/8/8/8/8/N7 w - - 0 1".parse::<PositionBuilder>().is_ok_and(|board| board.pseudo_legal_moves().count() == 2) }),
    row!("Whether a move gives check"; -;
        -; -;
        { movegen::gives_check(&at(ROOKS), mv(&at(ROOKS), "a1a8")) }),
    row!("A move mirrored";
        { let position = shakmaty(START); shakmaty_move(&position, "e2e4").to_mirrored().to() == sh::Square::E5 }; -; -;
        { mv(&at(START), "e2e4").to_mirrored().to() == Square::E5 }),
];

pub const PLAYING: &[Row] = &[
    row!("Moves played with and without a check of legality; null moves";
        { shakmaty(START).swap_turn().is_ok() && shakmaty(MATE).swap_turn().is_err()
            && { let start = shakmaty(START); let e4 = shakmaty_move(&start, "e2e4"); start.play(e4).is_ok_and(|next| next.play(e4).is_err()) }
            && { let mut position = shakmaty(START); let e4 = shakmaty_move(&position, "e2e4"); position.play_unchecked(e4); position.turn().is_black() } };
        { cozy(START).null_move().is_some() && cozy(MATE).null_move().is_none()
            && { let mut board = cozy(START); board.try_play(cozy_move("e2e4")).is_ok() && board.try_play(cozy_move("e2e4")).is_err() }
            && { let mut board = cozy(START); board.play_unchecked(cozy_move("e2e4")); board.side_to_move() == cz::Color::Black } };
        { chess(START).make_move_new(chess_move("e2e4")).side_to_move() == ch::Color::Black
            && chess(START).null_move().is_some() && chess(MATE).null_move().is_none()
            && { let mut game = ch::Game::new(); game.make_move(chess_move("e2e4")) && !game.make_move(chess_move("e2e4")) } };
        { at(START).make(mv(&at(START), "e2e4")).side_to_move() == Color::Black
            && at(START).null_move().is_some() && at(MATE).null_move().is_none()
            && { let start = at(START); let e4 = mv(&start, "e2e4"); movegen::play(&start, e4).is_ok_and(|next| movegen::play(&next, e4).is_err()) } }),
    row!("Moves taken back"; -;
        -; -;
        { let mut game = knights(1); game.undo().is_some() && game.position == Position::startpos() }),
    row!("The moves of a game and its start"; -; -;
        { chess_knights(3).actions().len() == 3 };
        { knights(3).moves().len() == 3 && knights(3).start() == &Position::startpos() }),
    row!("Perft";
        { sh::perft(&shakmaty(START), 3) == 8_902 }; -;
        { ch::MoveGen::movegen_perft_test(&chess(START), 3) == 8_902 };
        { movegen::perft(&at(START), 3) == 8_902 }),
    row!("Perft by move; with a table, until it is stopped"; -;
        -; -;
        { let table = PerftTable::new(1).expect("memory");
          movegen::divide(&at(START), 2).count() == 20 && Perft::new(&at(START), Some(&table), &|| true).count(&at(START), 4).is_none() }),
];

pub const ENDS: &[Row] = &[
    row!("Mate and stalemate";
        { shakmaty(MATE).is_checkmate() };
        { cozy(MATE).status() == cz::GameStatus::Won };
        { chess(MATE).status() == ch::BoardStatus::Checkmate };
        { game::is_checkmate(&at(MATE)) && !game::is_stalemate(&at(MATE)) }),
    row!("Insufficient material, of both sides and of one";
        { shakmaty(KNIGHT).is_insufficient_material()
            && shakmaty(ROOK).has_insufficient_material(sh::Color::White) };
        [ cozy(KNIGHT).status() == cz::GameStatus::Drawn ];
        [ ch::Game::new_with_board(chess(KNIGHT)).result().is_some() ];
        { game::is_insufficient_material(&at(KNIGHT))
            && game::has_insufficient_material(&at(ROOK), Color::White) }),
    row!("The result when time runs out"; -;
        -; -;
        { Game::new(at(ROOK)).outcome_on_timeout(Color::Black) == Outcome::Draw }),
    row!("Draws by fifty moves"; -;
        { cozy(&QUIET.replace("99", "100")).status() == cz::GameStatus::Drawn };
        [ ch::Game::new_with_board(chess(&QUIET.replace("99", "100"))).can_declare_draw() ];
        { Game::new(at(&QUIET.replace("99", "100"))).is_fifty_moves() }),
    row!("Repetition"; -; -;
        { !chess_knights(4).can_declare_draw() && chess_knights(9).can_declare_draw() };
        { knights(8).is_repetition(3) && !knights(7).is_repetition(3) }),
    row!("Claims of draws, also by the next move; fivefold repetition, 75 moves"; -; -;
        [ chess_knights(7).can_declare_draw() ];
        { knights(7).can_claim_threefold_repetition() && Game::new(at(QUIET)).can_claim_fifty_moves()
            && knights(16).is_fivefold_repetition() && Game::new(at(&QUIET.replace("99", "150"))).is_seventyfive_moves() }),
    row!("The reason for which a game has ended"; -; -;
        { ch::Game::new_with_board(chess(MATE)).result() == Some(ch::GameResult::BlackCheckmates) };
        { Game::new(at(MATE)).termination_under(DrawRules::Claimed) == Some(Termination::Checkmate(Color::Black)) }),
    row!("The winner, and the result as text";
        { { let outcome = shakmaty(MATE).outcome(); outcome.winner() == Some(sh::Color::Black) && outcome.to_string() == "0-1" } }; -; -;
        { Game::new(at(MATE)).outcome().is_some_and(|outcome| outcome.to_string() == "0-1") }),
    row!("Offers of a draw, agreement, resignation"; -; -;
        { let mut game = ch::Game::new(); game.offer_draw(ch::Color::White) && game.accept_draw() };
        { let mut game = Game::default(); game.offer_draw(Color::White); game.accept_draw() }),
    row!("A list of all moves, offers and declarations"; -; -;
        { let mut game = chess_knights(1); game.offer_draw(ch::Color::White); game.actions().len() == 2 };
        { let mut game = knights(1); game.offer_draw(Color::White); game.actions().last() == Some(game::Action::OfferDraw(Color::White)) }),
];
