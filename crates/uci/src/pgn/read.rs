//! Reads games. One that is malformed is an error of its own; those after it are read.

use super::token::{Token, TokenKind, Tokens, is_tag_name};
use super::write::braced;
use super::{Annotation, PgnGame, PgnMove, start_position};
use crate::format::shortened;
use crate::notation::{MoveParseError, parse_move};
use board::FenError;
use std::iter::Peekable;

/// The words that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct PgnError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: PgnErrorCause,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorCause {
    /// A comment, variation or tag has no end.
    #[error("a {0} is not closed")]
    Unclosed(&'static str),
    /// The tag `FEN` is no valid position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A word is no legal move.
    #[error("'{text}': {cause}")]
    Move {
        /// The word, or its beginning.
        text: String,
        /// Why it is none.
        cause: MoveParseError,
    },
    /// A tag among the moves.
    #[error("the tag {0} stands among the moves")]
    Tag(String),
}

/// The games of a PGN file.
pub fn read_games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    // Byte order marks also stand inside files that were put together of several.
    let text = text.replace('\u{feff}', "");
    let mut games = Vec::new();
    for (line, text) in split_at_tags(&text) {
        let mut tokens = Tokens::new(text, line).peekable();
        while tokens.peek().is_some() {
            let line = tokens.peek().map_or(1, |token| token.line);
            let comments = leading_comments(&mut tokens);
            if tokens.peek().is_none() {
                // There is no game behind them.
                if let Some(Ok(last)) = games.last_mut() {
                    add_comments(last, comments);
                }
                break;
            }
            let game = read_game(&mut tokens, line, comments);
            if game.is_err() {
                // What follows a mistake belongs to the game, up to its result.
                tokens.find(|token| {
                    matches!(token.kind, TokenKind::Word(text) if known_result(text).is_some())
                });
            }
            games.push(game);
        }
    }
    games
}

/// The parts of a text that begin with tags, with the number of their first line. An unclosed comment
/// ends with its part.
fn split_at_tags(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut begin, mut begin_line) = (0, 1);
    let (mut at, mut in_tags) = (0, true);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            let is_tag = is_tag_line(trimmed);
            if is_tag && !in_tags {
                parts.push((begin_line, &text[begin..at]));
                (begin, begin_line) = (at, index + 1);
            }
            in_tags = is_tag || in_tags && trimmed.starts_with('%');
        }
        at += line.len();
    }
    parts.push((begin_line, &text[begin..]));
    parts
}

/// Whether a line begins with `[Name "`. `[%eval 0.3]` in a comment does not.
fn is_tag_line(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[').map(str::trim_start) else { return false };
    let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
    is_tag_name(&rest[..end]) && rest[end..].trim_start().starts_with('"')
}

/// The comments before the tags and the moves. Glyphs and variations there belong to no move.
fn leading_comments<'a>(tokens: &mut Peekable<impl Iterator<Item = Token<'a>>>) -> Vec<String> {
    use TokenKind::{Comment, Nag, Variation};
    let mut comments = Vec::new();
    while let Some(token) =
        tokens.next_if(|token| matches!(token.kind, Comment(_) | Nag(_) | Variation(_)))
    {
        if let Comment(text) = token.kind {
            comments.push(one_line(text));
        }
    }
    comments
}

/// Adds comments at the end of a game.
fn add_comments(game: &mut PgnGame, comments: Vec<String>) {
    match game.moves.last_mut() {
        Some(last) => last.annotations.extend(comments.into_iter().map(Annotation::Comment)),
        None => game.comments.extend(comments),
    }
}

fn read_game<'a>(
    tokens: &mut Peekable<impl Iterator<Item = Token<'a>>>,
    line: usize,
    comments: Vec<String>,
) -> Result<PgnGame, PgnError> {
    let mut tags: Vec<(String, String)> = Vec::new();
    while let Some(Token { kind: TokenKind::Tag(name, value), .. }) = tokens.peek() {
        tags.push(((*name).to_owned(), unescape(value)));
        tokens.next();
    }
    let start = start_position(&tags).map_err(|error| PgnError { line, cause: error.into() })?;
    let mut game = PgnGame { line, tags, comments, ..PgnGame::new(start) };
    let mut position = game.start.clone();
    for Token { line, kind } in tokens {
        let error = |cause| PgnError { line, cause };
        let annotation = match kind {
            TokenKind::Word("e.p." | "ep") => continue,
            TokenKind::Word(text) => {
                if let Some(result) = known_result(text) {
                    game.result = result.to_owned();
                    return Ok(game);
                }
                let mv = parse_move(&position, text)
                    .map_err(|cause| error(PgnErrorCause::Move { text: shortened(text), cause }))?;
                position = position.make(mv);
                game.moves.push(PgnMove { mv, annotations: Vec::new() });
                continue;
            }
            TokenKind::Unclosed(what) => return Err(error(PgnErrorCause::Unclosed(what))),
            TokenKind::Tag(name, _) => return Err(error(PgnErrorCause::Tag(shortened(name)))),
            TokenKind::Comment(text) => Annotation::Comment(one_line(text)),
            TokenKind::Variation(text) => Annotation::Variation(one_line(&with_braces(text))),
            TokenKind::Nag(text) => match nag(text) {
                Some(number) => Annotation::Nag(number),
                None => continue,
            },
        };
        match (game.moves.last_mut(), annotation) {
            (Some(last), annotation) => last.annotations.push(annotation),
            (None, Annotation::Comment(text)) => game.comments.push(text),
            (None, _) => {}
        }
    }
    // The tag says what the missing word at the end would have said.
    if let Some(result) = game.tag("Result").and_then(known_result) {
        game.result = result.to_owned();
    }
    Ok(game)
}

/// The result that a word stands for.
fn known_result(word: &str) -> Option<&'static str> {
    let word = if word == "½-½" { "1/2-1/2" } else { word };
    RESULTS.into_iter().find(|result| *result == word)
}

/// A text with single spaces for all its white space.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A variation whose comments `; text`, which go to the end of the line, are in braces.
fn with_braces(variation: &str) -> String {
    let (mut text, mut rest) = (String::new(), variation);
    while let Some(begin) = rest.find([';', '{']) {
        text.push_str(&rest[..begin]);
        let comment = &rest[begin..];
        let to_line_end = comment.starts_with(';');
        let end = comment.find(if to_line_end { '\n' } else { '}' });
        let end = end.map_or(comment.len(), |end| end + 1);
        if to_line_end {
            text.push_str(&format!(" {} ", braced(&comment[1..end])));
        } else {
            text.push_str(&comment[..end]);
        }
        rest = &comment[end..];
    }
    text + rest
}

/// The value of a tag without its escapes.
fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    text
}

/// The number of `$N`, or of a sign of one or two characters.
fn nag(text: &str) -> Option<u8> {
    Some(match text {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return text.strip_prefix('$')?.parse().ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "\u{feff}[Event \"first\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n\n\
        {before} 1. e4! $13 {[%clk 0:01]\n[%eval 0.2] text} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n\n\
        [Event \"second\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 1/2-1/2\n\
        1. d4 * 1. c4\n";

    #[test]
    fn games_with_annotations_are_read() {
        let games: Vec<PgnGame> = read_games(GAMES).into_iter().map(|game| game.unwrap()).collect();
        assert_eq!(games.len(), 4);
        let first = &games[0];
        assert_eq!(
            (first.line, first.tag("White"), first.result.as_str()),
            (1, Some("A \"x\""), "1-0")
        );
        assert_eq!((first.moves.len(), first.comments.join("")), (4, "before".to_owned()));
        let comment = "[%clk 0:01] [%eval 0.2] text".to_owned();
        assert_eq!(
            first.moves[0].annotations,
            [Annotation::Nag(1), Annotation::Nag(13), Annotation::Comment(comment)]
        );
        assert_eq!(first.moves[1].annotations, [Annotation::Variation("1... c5 2. Nf3".into())]);
        assert_eq!((games[1].line, games[1].moves.len()), (8, 2));
        assert_eq!(games[1].start.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        // Games without tags, and without a result.
        assert_eq!((games[2].line, games[2].result.as_str()), (12, "*"));
        assert_eq!((games[3].moves.len(), games[3].result.as_str()), (1, "*"));
        assert!(read_games("").is_empty() && read_games("\n \n").is_empty());
    }

    #[test]
    fn byte_order_marks_between_games_are_skipped() {
        let game = "\u{feff}% program\n[Event \"a\"]\n\n1. e4 *\n";
        let games = read_games(&game.repeat(2));
        assert_eq!(games.len(), 2);
        assert!(games.iter().flatten().all(|game| game.tag("Event") == Some("a")), "{games:?}");
    }

    #[test]
    fn unknown_results_in_tags_are_not_taken() {
        let result = |tag: &str| {
            let text = format!("[Result \"{tag}\"]\n\n1. e4 e5");
            read_games(&text).remove(0).expect("a game").result
        };
        assert_eq!(result("White won, {adjudicated"), "*");
        assert_eq!((result("0-1"), result("1/2-1/2")), ("0-1".into(), "1/2-1/2".into()));
        assert_eq!(result("½-½"), "1/2-1/2");
        let games = read_games("1. e4 ½-½ 1. d4 *");
        assert!(games.iter().all(Result::is_ok) && games.len() == 2, "{games:?}");
        assert_eq!(games[0].as_ref().map(|game| game.result.as_str()), Ok("1/2-1/2"));
    }

    #[test]
    fn tags_with_odd_names_do_not_split_a_game() {
        let game = |name: &str| format!("[{name} \"x\"]\n[White \"A\"]\n\n1. e4 *\n");
        for name in ["Eé", "Event-Type", "a]"] {
            let games = read_games(&game(name));
            assert!(games.len() == 1, "{games:?}");
            let read = games[0].as_ref().expect("a game");
            assert_eq!((read.tag(name), read.tag("White")), (Some("x"), Some("A")));
            assert_eq!(read_games(&read.to_string()).len(), 1);
        }
        for name in ["", "%eval"] {
            assert!(read_games(&game(name))[0].is_err(), "{name}");
        }
    }

    #[test]
    fn titles_have_no_control_characters() {
        let game = read_games("[White \"A\x1b[2J\"]\n\n*").remove(0).expect("a game");
        assert_eq!(game.title(), "A\u{fffd}[2J - ?");
    }

    #[test]
    fn comments_outside_of_games_are_no_games() {
        let read = |text: &str| -> Vec<PgnGame> {
            read_games(text).into_iter().map(|game| game.expect("a game")).collect()
        };
        let games = read(
            "; collection\n[Event \"a\"]\n\n1. e4 e5 1-0 {Black resigns} $1\n\n\
            [Event \"b\"]\n\n* ; end\n",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves[1].annotations, [Annotation::Comment("Black resigns".into())]);
        assert_eq!((games[0].line, games[1].comments.join("|")), (2, "end".into()));
        assert!(read("; nothing\n{else}").is_empty());
        // A comment before the moves belongs to the game after it.
        let games = read("1. e4 * {next} 1. d4 *");
        assert_eq!((games.len(), games[1].comments.join("|")), (2, "next".into()));
    }

    #[test]
    fn comments_to_the_end_of_the_line_in_variations() {
        let text =
            "1. e4 (1. d4 ; good :-) {or} not\n 1... d5 {a; b} (1... f5 ; last\n)) 1... e5 *";
        let game = read_games(text).remove(0).expect("a game");
        let variation = "1. d4 { good :-) {or) not } 1... d5 {a; b} (1... f5 { last } )";
        assert_eq!(game.moves[0].annotations, [Annotation::Variation(variation.into())]);
        let again = read_games(&game.to_string()).remove(0).expect("a game");
        assert_eq!((&again.moves, again.moves.len()), (&game.moves, 2));
    }

    #[test]
    fn malformed_games_do_not_hide_the_others() {
        let game = |moves: &str| format!("[Event \"x\"]\n\n{moves}\n\n");
        let long_word = format!("1. e4 {} *", "é".repeat(90));
        let shortened = format!("line 3: '{} …': ", "é".repeat(80));
        let cases = [
            ("1. e4 e5 2. Ke3 *", "line 3: 'Ke3': this move is not legal here"),
            ("1. e4\nhello *", "line 4: 'hello': this is not a move"),
            ("1. e4 {never\nending", "line 3: a comment is not closed"),
            ("1. e4 (1. d4", "line 3: a variation is not closed"),
            ("1. e4\n[Event x]\n*", "line 4: a tag is not closed"),
            ("1. e4 [A \"b\"] *", "line 3: the tag A stands among the moves"),
            (&long_word, &shortened),
            ("1. e4 -- 2. d4 *", "line 3: '--': "),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nbd2 *", "line 3: 'Nbd2': this move is not legal"),
        ];
        for (moves, expected) in cases {
            let text = game(moves) + &game("1. d4 d5 *");
            let games = read_games(&text);
            let error = games[0].as_ref().map(|_| ()).map_err(ToString::to_string);
            assert!(error.as_ref().is_err_and(|text| text.starts_with(expected)), "{error:?}");
            assert!(games.len() == 2 && games[1].as_ref().is_ok_and(|game| game.moves.len() == 2));
        }
        // Without tags a game ends with its result.
        let games = read_games("1. e4 e5 2. Ke3 Ke7 *\n\n1. d4 d5 1-0\n");
        assert!(games.len() == 2 && games[0].is_err() && games[1].is_ok(), "{games:?}");
        let bad_fen = read_games("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*");
        assert!(matches!(bad_fen[..], [Err(PgnError { line: 1, cause: PgnErrorCause::Fen(_) })]));
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        let mut random = crate::random::SplitMix64::new(5);
        let parts: Vec<&str> =
            "[ ] \" \\ { } ( ) ; % $ ! ? 1. 1... e4 Nf3 O-O * 1-0 é \n [Event \"a\"]\n [FEN \"x\"]"
                .split(' ')
                .collect();
        for _ in 0..3_000 {
            let count = random.below(40);
            let text: String =
                (0..count).map(|_| parts[random.below(parts.len() as u64) as usize]).collect();
            let _ = read_games(&text);
        }
    }
}
