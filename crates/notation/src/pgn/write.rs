//! Writes games in the export format of PGN: the seven tags of the roster first, lines of at most 79
//! characters.

use super::tags::canonical_variant;
use super::{Annotation, PgnGame, PgnMove, after};
use crate::to_san;
use board::{Color, Position};
use std::fmt;

/// The tags that every game has, with the values of unknown ones.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// Longest line of the moves, in characters.
const LINE_LENGTH: usize = 79;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", &self.result)?;
        let in_roster =
            |name: &str| name == "Result" || ROSTER.iter().any(|(known, _)| *known == name);
        let fen = self.fen();
        for (name, value) in self.tags.iter().filter(|(name, _)| !in_roster(name)) {
            match (name.as_str(), &fen) {
                ("SetUp" | "FEN", None) => {}
                ("FEN", Some(fen)) => write_tag(f, name, fen)?,
                ("Variant", _) => write_tag(f, name, canonical_variant(value))?,
                _ => write_tag(f, name, value)?,
            }
        }
        if let Some(fen) = fen.filter(|_| self.tag("FEN").is_none()) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        writeln!(f)?;
        let mut line = 0;
        for word in self.words() {
            let length = word.chars().count();
            if line > 0 && line + 1 + length > LINE_LENGTH {
                writeln!(f)?;
                line = 0;
            }
            let space = if line > 0 { " " } else { "" };
            write!(f, "{space}{word}")?;
            line += space.len() + length;
        }
        writeln!(f)
    }
}

impl PgnGame {
    /// The value of the tag `FEN`: as it was read where nothing in it was repaired; nothing for the starting position
    /// without such a tag.
    fn fen(&self) -> Option<String> {
        let read = self.tag("FEN").filter(|fen| Position::from_fen(fen).is_ok());
        let (start, standard) = (self.start.to_fen(), Position::startpos().to_fen());
        read.map(str::to_owned).or_else(|| (start != standard).then_some(start))
    }

    /// The words of the moves, with the result at the end.
    fn words(&self) -> Vec<String> {
        let mut words = Words(Vec::new());
        words.line(&self.start, &self.comments, &self.moves);
        words.add(&self.result);
        words.0
    }
}

/// Words between which a line may be broken.
struct Words(Vec<String>);

impl Words {
    /// Adds the words of a text. `[%eval 0.3]` stays in one line. No line begins like a tag, an escaped line or a
    /// comment.
    fn add(&mut self, text: &str) {
        let mut in_command = false;
        for word in text.split_whitespace() {
            let joined = in_command || word.starts_with(['[', '%', ';']);
            match self.0.last_mut().filter(|_| joined) {
                Some(last) => last.extend([" ", word]),
                None => self.0.push(word.to_owned()),
            }
            in_command = (in_command || word.starts_with("[%")) && !word.contains(']');
        }
    }

    /// Adds moves with what belongs to them.
    fn line(&mut self, start: &Position, comments: &[String], moves: &[PgnMove]) {
        for comment in comments {
            self.add(&braced(comment));
        }
        let mut position = start.clone();
        let mut needs_number = true;
        for played in moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => self.add(&format!("{number}.")),
                Color::Black if needs_number => self.add(&format!("{number}...")),
                Color::Black => {}
            }
            match played.mv {
                Some(mv) => self.add(&to_san(&position, mv)),
                None => self.add("--"),
            }
            for annotation in &played.annotations {
                match annotation {
                    Annotation::Nag(number) => self.add(&format!("${number}")),
                    Annotation::Comment(text) => self.add(&braced(text)),
                    Annotation::Variation(variation) => {
                        let begin = self.0.len();
                        self.line(&position, &variation.comments, &variation.moves);
                        if let [first, ..] = &mut self.0[begin..] {
                            first.insert(0, '(');
                        }
                        self.0[begin..].last_mut().into_iter().for_each(|last| last.push(')'));
                    }
                }
            }
            needs_number = !played.annotations.iter().all(|one| matches!(one, Annotation::Nag(_)));
            position = after(&position, played.mv);
        }
    }
}

/// A comment in braces. It cannot have a closing one inside.
pub(super) fn braced(comment: &str) -> String {
    format!("{{ {} }}", comment.replace('}', ")"))
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

#[cfg(test)]
mod tests {
    use super::super::read_games;
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same_game() {
        let text = "[White \"A \\\"x\\\" \\\\\"]\n[Annotator \"me\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n\
            {start} 7... Kd7 $2 8. O-O {a (comment) in a line that breaks in its middle [%eval 0.34]} Kd6 (8... Ke7 9. Kg2 {x} Ke6) \
            9. Rd1+ $4 Ke5 10. Re1+ Kd4 11. Rd1+ Ke3 12. Kg2 Ke2 1/2-1/2";
        let game = read_games(text).remove(0).expect("a game");
        let written = game.to_string();
        let again = read_games(&written).remove(0).expect("a game");
        assert_eq!((&again.moves, &again.comments), (&game.moves, &game.comments));
        assert_eq!((&again.result, again.start.to_fen()), (&game.result, game.start.to_fen()));
        for (name, value) in &game.tags {
            assert_eq!(again.tag(name), Some(value.as_str()));
        }
        assert_eq!(again.to_string(), written);
        assert!(written.lines().all(|line| line.chars().count() <= LINE_LENGTH), "{written}");
        assert!(written.contains("[%eval 0.34]"), "{written}");
        assert!(written.contains("7... Kd7 $2 8. O-O {") && written.contains("} 8... Kd6 ("));
    }

    #[test]
    fn no_line_of_a_comment_begins_like_something_else() {
        for word in ["[A \"b\"]", "%x", ";x"] {
            for length in 50..80 {
                let text = format!("1. e4 {{{} {word} end}} e5 *", "x".repeat(length));
                let game = read_games(&text).remove(0).expect("a game");
                let again = read_games(&game.to_string());
                assert!(
                    again.len() == 1
                        && again[0].as_ref().is_ok_and(|again| again.moves == game.moves)
                );
            }
        }
    }

    /// Other programs read a game only if its position and its variant are written as they know them.
    #[test]
    fn repaired_tags_are_written_as_they_were_read() {
        let board = "4k3/8/8/8/8/8/8/4K2R";
        for (read, expected) in [
            ("w K - - -", Some("w K - 0 1")),
            ("white K - 0 1", Some("w K - 0 1")),
            ("w KQ - 3 9", Some("w K - 3 9")),
            ("w", Some("w - - 0 1")),
            ("w K -", Some("w K -")),
            ("w H - 3 9", Some("w H - 3 9")),
        ] {
            let text = format!("[SetUp \"1\"]\n[FEN \"{board} {read}\"]\n\n*");
            let written = read_games(&text).remove(0).expect(read).to_string();
            let fen = written.lines().find_map(|line| line.strip_prefix("[FEN \"")).map(|fen| {
                fen.trim_start_matches(board).trim_end_matches("\"]").trim_start().to_owned()
            });
            assert_eq!(fen.as_deref(), expected, "{read}");
            assert!(written.contains("[SetUp \"1\"]"), "{written}");
        }
        let standard = Position::startpos().to_fen().replace("0 1", "- -");
        for fen in ["", " ", "startpos", &standard] {
            let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *");
            let written = read_games(&text).remove(0).expect(fen).to_string();
            assert!(!written.contains("[FEN") && !written.contains("[SetUp"), "{written}");
        }
        for (read, expected) in [
            ("?", "Standard"),
            ("regular", "Standard"),
            ("Freestyle", "Chess960"),
            ("chess-960", "Chess960"),
            ("From Position", "From Position"),
            ("classical", "classical"),
            ("wild/8a", "wild/8a"),
        ] {
            let text = format!("[Variant \"{read}\"]\n\n1. e4 *");
            let written = read_games(&text).remove(0).expect(read).to_string();
            assert!(written.contains(&format!("[Variant \"{expected}\"]")), "{written}");
        }
    }

    #[test]
    fn game_without_tags_gets_the_roster() {
        let game = PgnGame::new(Position::startpos());
        let written = game.to_string();
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n";
        assert_eq!(written, expected);
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 7").expect("a position");
        let written = PgnGame::new(position).to_string();
        assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n"));
    }
}
