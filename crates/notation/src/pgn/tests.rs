//! Tests of reading games, in the dialects that occur. Texts changed at random are read in `tests/fuzz`.

use super::*;

const GAMES: &str = "\u{feff}[Event \"first\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n\n\
    {before} 1. e4! $13 {[%clk 0:01]\n[%eval 0.2] text} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n\n\
    [Event \"second\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 1/2-1/2\n\
    1. d4 * 1. c4\n";

/// The games of a text, all of which can be read.
fn games(text: &str) -> Vec<PgnGame> {
    read_games(text)
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{text}: {error}")))
        .collect()
}

/// The moves with annotations as they are written, in one line.
fn moves(game: &PgnGame) -> String {
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").expect("moves");
    moves.trim().replace('\n', " ")
}

/// One game and how it is written.
fn written(text: &str) -> String {
    let games = games(text);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    moves(&games[0])
}

#[test]
fn games_with_annotations_are_read() {
    let games = games(GAMES);
    assert_eq!(games.len(), 4);
    let first = &games[0];
    assert_eq!(
        (first.line, first.tag("White"), first.result.as_str()),
        (1, Some("A \"x\""), "1-0")
    );
    assert_eq!(
        moves(first),
        "{ before } 1. e4 $1 $13 { [%clk 0:01] [%eval 0.2] text } 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0"
    );
    assert_eq!((games[1].line, games[1].moves.len()), (8, 2));
    assert_eq!(games[1].start.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    // Games without tags, and without a result.
    assert_eq!((games[2].line, games[2].result.as_str()), (12, "*"));
    assert_eq!((games[3].moves.len(), games[3].result.as_str()), (1, "*"));
    assert!(read_games("").is_empty() && read_games("\n \n").is_empty());
}

/// The same four moves and a result, as others write them.
#[test]
fn dialects_of_moves_and_signs() {
    let plain = "1. e4 e5 2. Nf3 Nc6 1-0";
    for text in [
        "1. e4 e5 2. Nf3 Nc61-0",
        "1.e4 e5 2.Nf3 Nc6 1-0",
        "1 e4 e5 2 Nf3 Nc6 1-0",
        "1 . e4 1 ... e5 2 . Nf3 2 . . . Nc6 1-0",
        "1. e4 1… e5 2. Nf3 2…Nc6 1–0",
        "e4 e5 Nf3 Nc6 1 - 0",
        "1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 1-0",
        "1.e2e4 e7e5 2.g1f3 b8c6 1-0",
        "1.Pe4 Pe7-e5 2.g1-f3 b8–c6 1-0",
        "1. ♙e4 ♟e5 2. ♘f3 ♞\u{fe0e}c6 1-0",
        "1. e4 e5 2. nf3 nc6 1-0",
        "1. e4 e5 2. Nxf3 N:c6 1:0",
        "1. e4, e5, 2. Nf3,Nc6, 1-0",
        "1. e4 e5 2. Nf3: Nc6:+ 1:0",
        "1. e4 e5 2. Ng1f3+ Nb8c6# 1-0",
        "1. e4 e5 2. Nf3ch Nc6 dbl ch 1-0",
        "1. e4 e5 2. Nf3 dis. ch. Nc6 mate 1-0",
        "1. e4 e5) 2. Nf3] Nc6} 1-0",
        "1. e4 e5 2. Nf3 Nc6 1-0 1-0",
        "1. e4 e5 2. Nf3 Nc6 1-0 *",
        "1. e4 e5 1-0 2. Nf3 Nc6",
        "1. e4 1-0 1... e5 2. Nf3 Nc6",
        "1. e4 1-0 e5 2. Nf3 Nc6 *",
        "1. e4 e5 2. Nf3 Nc6 1—0",
        "1. e4 e5 2. Nf3 Nc6 +:-",
        "1: e4 e5 2: Nf3 Nc6 1:0",
        "1. e4 e5 () 2. Nf3 Nc6 {} 1-0 \u{1a}",
        "1. e4\re5\r2. Nf3\rNc6\r1-0\r",
        "% no\n1. e4 e5\r\n% 1. d4 d5\r\n2. Nf3 Nc6 1-0",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 *",
        "1. e4 e5\n\n2. Nf3 Nc6\n\n1-0",
    ] {
        assert_eq!(written(text), plain, "{text}");
    }
    for (text, expected) in [
        ("1.e4! e5?? 2.Nf3!? Nc6?!*", "1. e4 $1 e5 $4 2. Nf3 $5 Nc6 $6 *"),
        ("1.e4? ± {x} e5 = 2.Nf3+- Nc6 N", "1. e4 $2 $16 { x } 1... e5 $10 2. Nf3 $18 Nc6 $146 *"),
        ("1.e4$1$2 e5 ∓ ∞ 2.Nf3 ⩲ Nc6⩱", "1. e4 $1 $2 e5 $17 $13 2. Nf3 $14 Nc6 $15 *"),
        ("1.e4 D e5 -+ 2.Nf3!□ Nc6⨀", "1. e4 $220 e5 $19 2. Nf3 $1 $7 Nc6 $22 *"),
        ("1.e4+= e5=+ 2.Nf3 +/- Nc6 -/+ ½", "1. e4 $14 e5 $15 2. Nf3 $16 Nc6 $17 1/2-1/2"),
        ("1. e4 $300 e5 $ $255 1/2", "1. e4 { $300 } 1... e5 { $ } $255 1/2-1/2"),
        ("$3 (1. d4) 1. e4", "{ $3 } { (1. d4) } 1. e4 *"),
        (
            "1. e4 <x> e5 [%eval 0.3] 2. Nf3 [A \"b\"]",
            "1. e4 { <x> } 1... e5 { [%eval 0.3] } 2. Nf3 { [A \"b\"] } *",
        ),
        (
            "1. e4 e5 0-1 {mate} Black wins by force",
            "1. e4 e5 { mate } { Black wins by force } 0-1",
        ),
        ("Notes by him\n\n1. e4 e5 (=) *", "{ Notes by him } 1. e4 e5 { = } *"),
        (
            "1. e4 -- 2. d4 Z0 3. c4 0000 4. Nf3 @@@@ 5. g3 null",
            "1. e4 -- 2. d4 -- 3. c4 -- 4. Nf3 -- 5. g3 -- *",
        ),
        ("1. e4 e5 0.5-0.5", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5 > 2. Nf3", "1. e4 e5 { > } 2. Nf3 *"),
        ("1. e4 / e5 \" 2. Nf3", "1. e4 { / } 1... e5 { \" } 2. Nf3 *"),
        ("1. e4 * e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 {a {b} c} e5", "1. e4 { a {b) c } 1... e5 *"),
        ("1. e4 {a {b} e5 {c} *", "1. e4 { a {b } 1... e5 { c } *"),
        ("[Result \"½-½\"]\n\n1. e4 e5", "1. e4 e5 1/2-1/2"),
        ("[Result \" 0-1 \"]\n\n1. e4 e5", "1. e4 e5 0-1"),
        ("[Result \"White won, {adjudicated\"]\n\n1. e4 e5", "1. e4 e5 *"),
    ] {
        assert_eq!(written(text), expected, "{text}");
        assert_eq!(written(&format!("{}\n", games(text)[0])), expected, "{text}");
    }
}

#[test]
fn dialects_of_moves_in_positions() {
    let promotion = "1n5k/P7/8/8/8/8/7K/8 w - - 0 1";
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The letter is a file first, and a bishop where no pawn can be meant.
    let bishops = "4k3/8/8/8/8/2p5/1P2B3/4K3 w - - 0 1";
    let knights = "4k3/8/8/8/8/8/8/N1N1K1N1 w - - 0 1";
    for (fen, texts, expected) in [
        (
            promotion,
            "a8=Q a8Q a8(Q) a8=(Q) a8/Q a8=q a7a8q a7-a8=Q a7a8(Q) Pa8=Q a8=♕ 1.a8Q",
            "a8=Q",
        ),
        (promotion, "axb8N!", "axb8=N $1"),
        (promotion, "ab8(R)+", "axb8=R+"),
        (en_passant, "exd6 exd6ep exd6e.p. ed6 e5:d6 ed6:", "exd6"),
        (en_passant, "exd6ep+-", "exd6 $18"),
        (castling, "O-O 0-0 o-o O–O 0–0 e1g1 e1-g1 e1h1 Ke1-g1 Ke1g1+", "O-O"),
        (castling, "O-O!", "O-O $1"),
        (bishops, "bxc3 bc3", "bxc3"),
        (bishops, "b4", "b4"),
        (bishops, "bb5", "Bb5+"),
        (bishops, "bc4", "Bc4"),
        (bishops, "kf1", "Kf1"),
        (knights, "Nge2", "Nge2"),
        (knights, "Ncb3", "Ncb3"),
        (knights, "Na1xb3", "Nab3"),
        (knights, "N1f3+!?", "Nf3 $5"),
    ] {
        for text in texts.split(' ') {
            let text = format!("[FEN \"{fen}\"]\n\n{text}");
            assert_eq!(written(&text), format!("1. {expected} *"), "{text}");
        }
    }
    let text = |fen: &str, moves: &str| format!("[FEN \"{fen}\"]\n\n{moves}");
    assert_eq!(written(&text(castling, "0-0-0 0-01-0")), "1. O-O-O O-O 1-0");
    assert_eq!(written(&text(en_passant, "e5xd6 ep")), "1. exd6 *");
    for (fen, moves, expected) in [
        (promotion, "a8", "does not say"),
        (promotion, "a8=", "does not say"),
        (promotion, "a8(", "does not say"),
        (knights, "Nb3", "more than one"),
        (knights, "Nf4", "not legal"),
        (knights, "Sf3", "not a move"),
        (knights, "Nf9", "not a move"),
        (knights, "e4", "not legal"),
        // Check cannot be left to the opponent, so a null move is none there.
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "--", "not legal"),
        ("rh6/8/8/8/8/8/8/K6k w - - 0 1", "*", "the tag FEN"),
    ] {
        let games = read_games(&text(fen, moves));
        let error = games[0].as_ref().expect_err(moves).cause.to_string();
        assert!(games.len() == 1 && error.contains(expected), "{moves}: {error}");
    }
}

#[test]
fn dialects_of_tags() {
    for head in [
        "[Event \"5th \"M\" Open\"]\n[White \"A\"]\n[Round 1]\n[Black \"B\"]\n\n",
        "[Event \"5th \\\"M\\\" Open\"] [White \"A\"] [Round \"1\"] [Black \"B\"]\n",
        "[event \"5th \"M\" Open\"]\n\n[WHITE \"A\"]\n[round \"1\"]\n[black \"B\"]\n",
        "[Event \"5th \"M\" Open\"]\n[White \"A]\n[Round \"1\"\n[Black B]\n",
        "\u{feff}[Event \"x\"]\n{a comment}\n[White \"A\"]\n[Event \"5th \"M\" Open\"]\n[Black “B”]\n[Round '1']\n",
        "%x\n[Event \"5th \"M\" Open\"]\r\n[White \"A\"]\r\n[]\r\n[Round \"1\"]\r\n[Black \"B\"]\r\n\r\n",
    ] {
        let all = games(&format!("{head}1. e4 *\n"));
        assert_eq!(all.len(), 1, "{head}");
        let tags =
            ["Event", "White", "Round", "Black"].map(|name| all[0].tag(name).unwrap_or_default());
        assert_eq!(tags, ["5th \"M\" Open", "A", "1", "B"], "{head}");
        let text = all[0].to_string();
        assert!(
            text.contains("[Event \"5th \\\"M\\\" Open\"]") && text.contains("[Round \"1\"]"),
            "{text}"
        );
    }
    let game = games("[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\nO-O").remove(0);
    assert!(game.to_string().contains("\n[FEN \"4k3/"), "{game}");
}

#[test]
fn comments_may_have_lines_like_tags() {
    let text = "[Event \"a\"]\n\n1. e4 {see\n[Event \"b\"]\nthere} e5 (1... c5 {or\n[Event \"c\"]\n}) *\n\n[Event \"d\"]\n\n*\n";
    let all = games(text);
    assert_eq!(all.len(), 2);
    assert_eq!(
        moves(&all[0]),
        "1. e4 { see [Event \"b\"] there } 1... e5 (1... c5 { or [Event \"c\"] }) *"
    );
}

#[test]
fn games_are_told_apart() {
    for (text, expected) in [
        ("1. e4 *\n1. d4 *", 2),
        ("1. e4 * 1. d4 *", 2),
        ("e4 * d4 *", 2),
        ("e4 e5 * e4 *", 2),
        ("1. e4 1-0 [Event \"b\"] 1. d4 *", 2),
        ("1. e4 *\n\n1. d4 d5\n2. c4 1-0\n\n1. c4 c5 1/2-1/2", 3),
        ("[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n\n1. d4", 2),
        ("[Event \"a\"]\n[White \"A\"]\n\n[Event \"b\"]\n\n1. d4", 2),
        ("[Event \"a\"]\n\n{nothing}\n\n[Event \"b\"]\n\n1. d4", 2),
        ("1. e4\n\n[Round 2]\n1. d4", 2),
        ("1. e4 1-0\n[Round 2]\n1. d4", 2),
        ("*", 1),
        ("; nothing\n{else}", 0),
        ("nothing but prose", 0),
    ] {
        assert_eq!(games(text).len(), expected, "{text}");
    }
}

#[test]
fn other_variants_are_named_and_kept() {
    let antichess = "[Event \"x\"]\n[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 {why} *";
    let text = format!(
        "1. e4 *\n\n{antichess} {{over}}\n\n[Variant \"Crazyhouse\"]\n\n1. e4 N@f3 1-0\n\n1. d4 *"
    );
    let read = read_games(&text);
    assert_eq!(read.len(), 4);
    assert!(read[0].is_ok() && read[3].is_ok());
    let error = read[1].as_ref().expect_err("no chess");
    assert_eq!(error.to_string(), "line 3: the variant Antichess is not chess");
    assert_eq!(error.source_text, format!("{antichess}\n{{ over }}"));
    let source_text = read[2].as_ref().expect_err("no chess").source_text.as_str();
    assert_eq!(source_text, "[Variant \"Crazyhouse\"]\n\n1. e4 N@f3 1-0");
    let game = |variant: &str| read_games(&format!("[Variant \"{variant}\"]\n\n1. e4 *")).remove(0);
    for name in ["", "Standard", "From Position", "chess", "Normal", "wild/8a", "Illegal"] {
        assert!(game(name).is_ok_and(|game| !game.is_chess960()), "{name}");
    }
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "fischerrandom"] {
        assert!(game(name).is_ok_and(|game| game.is_chess960()), "{name}");
    }
    for name in ["Atomic", "Horde", "King of the Hill", "3-check"] {
        assert!(game(name).is_err(), "{name}");
    }
}

#[test]
fn malformed_games_do_not_hide_the_others() {
    let game = |moves: &str| format!("[Event \"x\"]\n\n{moves}\n\n");
    let long_word = format!("1. e4 {}9 *", "é".repeat(90));
    let shortened = format!("line 3: '{} …': ", "é".repeat(80));
    let cases = [
        ("1. e4 e5 2. Ke3 *", "line 3: 'Ke3': this move is not legal here"),
        ("1. e4\nhello9 *", "line 4: 'hello9': this is not a move"),
        ("1. e4 {never\nending", "line 3: a comment is not closed"),
        ("1. e4 {never\n\n\nending (1. d4", "line 3: a comment is not closed"),
        ("1. e4 (1. d4", "line 3: a variation is not closed"),
        ("1. e4 (1. d4 {x", "line 3: a comment is not closed"),
        (&long_word, &shortened),
        ("1. e4 Sf6*", "line 3: 'Sf6*': "),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nbd2 *", "line 3: 'Nbd2': this move is not legal"),
    ];
    for (moves, expected) in cases {
        for last in ["1. d4 d5 *", "1. d4 {x} d5 *"] {
            let text = game(moves) + &game(last);
            let games = read_games(&text);
            let error = games[0].as_ref().expect_err(moves);
            assert!(error.to_string().starts_with(expected), "{error}");
            assert_eq!(error.source_text.trim_end(), game(moves).trim_end());
            assert!(games.len() == 2 && games[1].as_ref().is_ok_and(|game| game.moves.len() == 2));
        }
    }
    for tags in ["[White A]\n[Black B]\n", "[Round 1]\n", "[White \"A\"]\n[Round 1]\n"] {
        let games = read_games(&format!("[Event \"a\"]\n\n1. e9 e5\n\n{tags}\n1. d4 *"));
        assert!(games.len() == 2 && games[0].is_err() && games[1].is_ok(), "{games:?}");
    }
    // Without tags a game ends with its result.
    let games = read_games("1. e4 e5 2. Ke3 Ke7 *\n\n1. d4 d5 1-0\n");
    assert!(games.len() == 2 && games[0].is_err() && games[1].is_ok(), "{games:?}");
    let bad_fen = read_games("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*");
    assert!(matches!(bad_fen[..], [Err(PgnError { line: 1, cause: PgnErrorCause::Fen(_), .. })]));
}

/// A variation that cannot be read is a comment, and so is one too deep.
#[test]
fn variations_are_read() {
    for (text, expected) in [
        (
            "1. e4 (1. ♘f3 ± (1. Nc3! d5) Nf6 {x} 2.g3) e5",
            "1. e4 (1. Nf3 $16 (1. Nc3 $1 d5) 1... Nf6 { x } 2. g3) 1... e5 *",
        ),
        ("1. e4 (1. Ke5 {x} b) e5", "1. e4 { (1. Ke5 {x) b) } 1... e5 *"),
        ("1. e4 ({or} 1. d4 1-0) e5", "1. e4 ({ or } 1. d4) 1... e5 *"),
        ("1. e4 (why) ({not}) e5", "1. e4 { why } { not } 1... e5 *"),
        ("1. e4 (1. -- d5) e5", "1. e4 (1. -- d5) 1... e5 *"),
        (
            "1. e4 (1. d4 ; good :-) {or} not\n 1... d5 {a; b} (1... f5 ; last\n)) 1... e5 *",
            "1. e4 (1. d4 { good :-) {or) not } 1... d5 { a; b } (1... f5 { last })) 1... e5 *",
        ),
    ] {
        assert_eq!(written(text), expected);
    }
    const DEPTH: usize = testkit::cases(5_000);
    let deep = format!("1. e4 {}1. d4{} *", "(1. d4 ".repeat(DEPTH), ")".repeat(DEPTH));
    let game = games(&deep).remove(0);
    let again = games(&game.to_string()).remove(0);
    assert!(game.moves.len() == 1 && again.to_string() == game.to_string());
}

#[test]
fn tags_with_odd_names_do_not_split_a_game() {
    let game = |name: &str| format!("[{name} \"x\"]\n[White \"A\"]\n\n1. e4 *\n");
    for name in ["Eé", "Event-Type", "a]"] {
        let games = games(&game(name));
        assert_eq!(
            (games.len(), games[0].tag(name), games[0].tag("White")),
            (1, Some("x"), Some("A"))
        );
        assert_eq!(read_games(&games[0].to_string()).len(), 1);
    }
    for name in ["", "%eval"] {
        assert_eq!(games(&game(name))[0].comments.len(), 1, "{name}");
    }
}

#[test]
fn comments_outside_of_games_are_no_games() {
    let all = games(
        "; collection\n[Event \"a\"]\n\n1. e4 e5 1-0 {Black resigns} $1\n\n\
        [Event \"b\"]\n\n* ; end\n",
    );
    assert_eq!(all.len(), 2);
    assert_eq!(moves(&all[0]), "{ collection } 1. e4 e5 { Black resigns } { $1 } 1-0");
    assert_eq!((all[0].line, all[1].comments.join("|")), (2, "end".into()));
    // A comment before the moves belongs to the game after it.
    let all = games("1. e4 * {next} 1. d4 *");
    assert_eq!((all.len(), all[1].comments.join("|")), (2, "next".into()));
}
