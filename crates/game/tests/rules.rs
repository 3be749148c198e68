//! The rules that end a game, moves taken back, and material.

use bartizan_game::board::{Color, Move, Position};
use bartizan_game::{
    Action, DrawRules, Game, Outcome, Termination, has_insufficient_material, is_checkmate,
    is_insufficient_material, is_stalemate,
};
use testkit::Rng;

fn find(game: &Game, text: &str) -> Move {
    let found = game.legal_moves().into_iter().find(|mv| mv.to_string() == text);
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", game.position))
}

fn played(fen: &str, moves: &str) -> Game {
    let mut game =
        if fen.is_empty() { Game::default() } else { Game::from_fen(fen).expect("a FEN") };
    for text in moves.split_whitespace() {
        game.try_play(find(&game, text)).expect("legal");
    }
    game
}

/// The knights go out and back this many times.
fn shuffled(rounds: usize) -> Game {
    played("", &"g1f3 g8f6 f3g1 f6g8 ".repeat(rounds))
}

#[test]
fn repetitions_are_claimed_and_ended() {
    use Termination::{FivefoldRepetition, Repetition};
    for (rounds, count, automatic, claimed, engine) in [
        (0, 1, None, None, None),
        (1, 2, None, None, None),
        (2, 3, None, Some(Repetition), Some(Repetition)),
        (3, 4, None, Some(Repetition), Some(Repetition)),
        (4, 5, Some(FivefoldRepetition), Some(FivefoldRepetition), Some(Repetition)),
    ] {
        let game = shuffled(rounds);
        assert_eq!(game.repetitions(), count);
        assert_eq!(game.is_repetition(3), count >= 3);
        assert_eq!(game.is_fivefold_repetition(), count >= 5);
        assert_eq!(game.termination_under(DrawRules::Automatic), automatic, "{rounds}");
        assert_eq!(game.termination_under(DrawRules::Claimed), claimed, "{rounds}");
        assert_eq!(game.termination(), engine, "{rounds}");
        assert_eq!(game.outcome(), automatic.map(|_| Outcome::Draw));
        assert_eq!(game.can_claim_threefold_repetition(), rounds >= 2);
    }
    // With the next move: Black goes back for the third time.
    let mut game = shuffled(1);
    for text in ["g1f3", "g8f6", "f3g1"] {
        assert!(!game.can_claim_draw(), "{text}");
        game.play(find(&game, text));
    }
    assert!(game.can_claim_threefold_repetition() && game.termination().is_none());
    assert!(game.claim_draw());
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    game.undo();
    assert!(game.outcome().is_none() && !game.claim_draw());
}

/// Castling rights and a legal en passant capture make other positions of the same pieces; an illegal one does not.
#[test]
fn positions_with_other_rights_are_no_repetitions() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(played(rooks, "a1b1 a8b8 b1a1 b8a8").repetitions(), 1);
    assert_eq!(played(rooks, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8").repetitions(), 2);
    for (pawn, count) in [("1p6", 1), ("7p", 2)] {
        let fen = format!("6k1/8/8/8/{pawn}/8/2P5/6K1 w - - 0 1");
        assert_eq!(played(&fen, "c2c4 g8f8 g1f1 f8g8 f1g1").repetitions(), count, "{pawn}");
    }
}

#[test]
fn counters_are_claimed_and_end() {
    use Termination::{Checkmate, FiftyMoves, SeventyFiveMoves};
    for (fen, claim, fifty, automatic, engine) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 98 90", false, false, None, None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", true, false, None, None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", true, true, None, Some(FiftyMoves)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 149 90", true, true, None, Some(FiftyMoves)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 90", true, true, Some(SeventyFiveMoves), Some(FiftyMoves)),
        // All moves are captures or moves of pawns.
        ("7k/8/8/8/8/6q1/7P/7K w - - 99 90", false, false, None, None),
        // Mate comes first, and then nothing can be claimed.
        (
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90",
            false,
            false,
            Some(Checkmate(Color::White)),
            Some(Checkmate(Color::White)),
        ),
    ] {
        let game = Game::from_fen(fen).expect("a FEN");
        assert_eq!(game.can_claim_fifty_moves(), claim, "{fen}");
        assert_eq!(game.can_claim_draw(), claim, "{fen}");
        assert_eq!(game.is_fifty_moves(), fifty, "{fen}");
        assert_eq!(game.termination_under(DrawRules::Automatic), automatic, "{fen}");
        assert_eq!(game.is_seventyfive_moves(), automatic == Some(SeventyFiveMoves), "{fen}");
        assert_eq!(game.termination(), engine, "{fen}");
    }
}

/// A game of random moves can be taken back to its start, and every position on the way is the one before.
#[test]
fn moves_are_taken_back() {
    let mut random = Rng::new(3);
    let mut game = Game::default();
    let mut states = vec![(game.position.clone(), 0)];
    for _ in 0..testkit::cases(120) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]);
        states.push((game.position.clone(), game.history.len()));
    }
    assert!(game.positions().eq(states.iter().map(|(position, _)| position.clone())));
    let again = Game::from_moves(game.start().clone(), game.moves().iter().copied());
    assert_eq!(again.expect("legal moves").position, game.position);
    let mut moves = game.moves().to_vec();
    while let Some(mv) = game.undo() {
        states.pop();
        assert_eq!(Some(mv), moves.pop());
        assert_eq!(game.last_move(), moves.last().copied());
        assert_eq!(Some(&(game.position.clone(), game.history.len())), states.last());
    }
    assert_eq!((moves.len(), game.position), (0, Position::startpos()));
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = played("", "e2e4 e7e5");
    let (before, mv) = (game.position.clone(), game.moves()[0]);
    let error = game.try_play(mv).expect_err("the pawn has moved");
    assert_eq!(error.to_string(), "the move e2e4 is not legal after 2 plies");
    assert_eq!((&game.position, game.moves().len()), (&before, 2));
}

#[test]
fn players_end_games() {
    let mut game = Game::default();
    game.offer_draw(Color::White);
    game.play(find(&game, "e2e4"));
    assert_eq!(game.draw_offer(), Some(Color::White), "Black has not answered");
    game.play(find(&game, "e7e5"));
    assert!(game.draw_offer().is_none() && !game.accept_draw());
    game.offer_draw(Color::Black);
    assert!(game.accept_draw() && !game.accept_draw());
    assert_eq!(game.termination(), Some(Termination::Agreement));
    game.resign(Color::White);
    assert_eq!(game.termination(), Some(Termination::Agreement), "the game has ended");
    game.undo();
    game.resign(Color::White);
    assert_eq!(game.termination(), Some(Termination::Resignation(Color::Black)));
    assert_eq!(game.outcome().map(Outcome::as_str), Some("0-1"));
    let mut mated = Game::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").expect("a FEN");
    mated.resign(Color::White);
    assert_eq!(mated.termination(), Some(Termination::Checkmate(Color::White)));
}

#[test]
fn actions_in_their_order() {
    let mut game = Game::default();
    assert_eq!(game.actions().count(), 0);
    assert!(!game.accept_draw() && !game.claim_draw());
    game.offer_draw(Color::White);
    let e4 = find(&game, "e2e4");
    game.play(e4);
    let e5 = find(&game, "e7e5");
    game.play(e5);
    game.offer_draw(Color::Black);
    assert!(game.accept_draw());
    // The game has ended.
    game.resign(Color::White);
    game.offer_draw(Color::White);
    assert_eq!(game.draw_offer(), None);
    let (offer, moved) = (Action::OfferDraw, Action::Move);
    let all: Vec<Action> = game.actions().collect();
    let (white, black) = (offer(Color::White), offer(Color::Black));
    assert_eq!(all, [white, moved(e4), moved(e5), black, Action::AcceptDraw]);
    game.undo();
    assert_eq!(game.actions().collect::<Vec<_>>(), [white, moved(e4)]);
    game.resign(Color::White);
    assert_eq!(game.actions().last(), Some(Action::Resign(Color::White)));
    game.undo();
    assert_eq!(game.actions().count(), 0);
    let mut repeated = shuffled(2);
    assert!(repeated.claim_draw());
    assert_eq!(
        (repeated.actions().count(), repeated.actions().last()),
        (9, Some(Action::ClaimDraw))
    );
}

/// What python-chess says of the same positions: White, Black.
#[test]
fn material_of_each_side() {
    for (squares, white, black) in [
        ("8", true, true),
        ("6N1", true, true),
        ("6B1", true, true),
        ("5NN1", false, true),
        ("5BN1", false, true),
        ("6R1", false, true),
        ("6P1", false, true),
        ("1n4N1", false, false),
        ("1b4N1", false, false),
        ("1r4N1", false, false),
        ("1q4N1", true, false),
        ("1qq3N1", true, false),
        ("1p4N1", false, false),
        ("1r4B1", true, false),
        ("1q4B1", true, false),
        ("1p4B1", false, false),
        ("1n4B1", false, false),
        // One colour of squares, two colours.
        ("1b4B1", false, false),
        ("1b3B2", true, true),
    ] {
        let fen = format!("k7/8/8/{squares}/8/8/8/7K w - - 0 1");
        let position = Position::from_fen(&fen).expect("a position");
        let found = Color::ALL.map(|color| has_insufficient_material(&position, color));
        assert_eq!(found, [white, black], "{squares}");
        assert_eq!(is_insufficient_material(&position), white && black, "{squares}");
    }
}

#[test]
fn mate_and_stalemate() {
    for (fen, mate, stalemate) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true, false),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true),
        ("7k/6Q1/8/8/8/8/8/6K1 b - - 0 1", false, false),
    ] {
        let game = Game::from_fen(fen).expect("a FEN");
        assert_eq!((is_checkmate(&game.position), is_stalemate(&game.position)), (mate, stalemate));
        assert_eq!(game.is_over(), mate || stalemate);
    }
}
