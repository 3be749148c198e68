//! The open games: trees of variations that are read, walked, changed and written.
//!
//! [`paths`](crate::paths) says how a move in a tree is named.

use crate::paths::{change, moves_to, parse_path, path_text, play_at};
use crate::request::{Edit, GameText, SetUp, move_text};
use board::Position;
use game::Game;
use notation::pgn::comment::{Arrow, Eval, arrows, clock, emt, eval};
use notation::pgn::{
    Annotation, GameBuilder, PgnError, PgnGame, PgnMove, PgnStyle, ReadError, Reader, Variation,
};
use notation::{parse_move, to_san};
use serde_json::{Value, json};

/// Longest text of a PGN file, in bytes.
const MAX_PGN: usize = 16 << 20;
/// Most variations inside each other.
const MAX_NESTING: usize = 24;

/// A game of the list.
enum Entry {
    /// With whether it was read, so that its tags and its result are left as they are.
    Game(Box<PgnGame>, bool),
    /// It is written as it was.
    Malformed(PgnError),
}

/// The list of games, one of which is walked.
pub struct Games {
    entries: Vec<Entry>,
    current: usize,
}

impl Default for Games {
    fn default() -> Self {
        let game = PgnGame::new(Position::startpos());
        Self { entries: vec![Entry::Game(Box::new(game), false)], current: 0 }
    }
}

impl Games {
    /// Adds the games of a text and goes to the first of them that can be read.
    pub fn open(&mut self, text: &str) -> Result<Value, String> {
        if text.len() > MAX_PGN {
            return Err("PGN: the text is longer than 16 MiB".to_owned());
        }
        let mut read = Vec::new();
        let (mut reader, mut builder) = (Reader::from_text(text), GameBuilder::exact());
        loop {
            match reader.read_game(&mut builder) {
                Ok(None) => break,
                Ok(Some(mut game)) => {
                    if nesting(&game.moves) > MAX_NESTING {
                        return Err(format!("PGN: more than {MAX_NESTING} nested variations"));
                    }
                    trim_comments(&mut game.comments, &mut game.moves);
                    read.push(Entry::Game(Box::new(game), true));
                }
                Err(ReadError::Game(error)) => read.push(Entry::Malformed(error)),
                Err(error) => return Err(format!("PGN: {error}")),
            }
        }
        let first = read.iter().position(|entry| matches!(entry, Entry::Game(..)));
        let first = first.ok_or_else(|| match read.first() {
            Some(Entry::Malformed(error)) => format!("PGN, {error}"),
            _ => "PGN: there is no game".to_owned(),
        })?;
        self.drop_empty();
        self.current = self.entries.len() + first;
        self.entries.extend(read);
        self.to_json()
    }

    /// Adds a game that begins with these moves and goes to it.
    pub fn add(&mut self, text: &GameText) -> Result<Value, String> {
        let SetUp { start, moves, notes, .. } = text.set_up()?;
        let mut game = PgnGame::new(start);
        game.moves = moves.into_iter().map(|mv| PgnMove { mv, annotations: vec![] }).collect();
        self.drop_empty();
        self.current = self.entries.len();
        self.entries.push(Entry::Game(Box::new(game), false));
        let mut answer = self.to_json()?;
        answer["notes"] = json!(notes);
        Ok(answer)
    }

    /// A game without moves that nobody read is not kept.
    fn drop_empty(&mut self) {
        if let Some(Entry::Game(game, false)) = self.entries.get(self.current)
            && game.moves.is_empty()
        {
            self.entries.remove(self.current);
        }
    }

    /// Goes to another game.
    pub fn select(&mut self, index: usize) -> Result<Value, String> {
        match self.entries.get(index) {
            None => Err(format!("there is no game {index}")),
            Some(Entry::Malformed(error)) => Err(format!("PGN, {error}")),
            Some(Entry::Game(..)) => {
                self.current = index;
                self.to_json()
            }
        }
    }

    /// The list.
    pub fn list(&self) -> Value {
        let row = |entry: &Entry| match entry {
            Entry::Malformed(error) => json!({ "error": error.to_string() }),
            Entry::Game(game, _) => json!({
                "title": game.title(),
                "result": game.result,
                "plies": game.moves.len(),
            }),
        };
        json!({ "current": self.current, "rows": self.entries.iter().map(row).collect::<Vec<_>>() })
    }

    fn current(&self) -> Result<(&PgnGame, bool), String> {
        match self.entries.get(self.current) {
            Some(Entry::Game(game, read)) => Ok((game, *read)),
            _ => Err("no game is open".to_owned()),
        }
    }

    fn current_mut(&mut self) -> Result<&mut PgnGame, String> {
        match self.entries.get_mut(self.current) {
            Some(Entry::Game(game, _)) => Ok(game),
            _ => Err("no game is open".to_owned()),
        }
    }

    /// The game that is walked.
    fn to_json(&self) -> Result<Value, String> {
        let (game, read) = self.current()?;
        let start = game.start.to_fen();
        Ok(json!({
            "index": self.current,
            "count": self.entries.len(),
            "read": read,
            "title": game.title(),
            "tags": game.tags,
            "fen": if start == Position::startpos().to_fen() { String::new() } else { start },
            "comments": game.comments,
            "arrows": game.comments.iter().flat_map(|text| arrows(text)).map(arrow_text).collect::<Vec<_>>(),
            "line": line_to_json(&game.start, &game.moves, ""),
            "result": game.result,
        }))
    }

    /// The game at a move.
    pub fn set_up(&self, path: &str) -> Result<SetUp, String> {
        let (pgn, _) = self.current()?;
        let moves = moves_to(&pgn.moves, &parse_path(path)?)?;
        let mut game = Game::new(pgn.start.clone());
        for &mv in &moves {
            match mv {
                Some(mv) => game.play(mv),
                // What was played before counts for no repetition.
                None => game = Game::new(game.position.make_null()),
            }
        }
        Ok(SetUp { game, start: pgn.start.clone(), moves, notes: Vec::new() })
    }

    /// Plays a move after another one. One that is there is gone to; else it goes on with the line or begins a variation.
    pub fn play(&mut self, path: &str, text: &str) -> Result<Value, String> {
        let before = self.set_up(path)?.game.position;
        let mv = parse_move(&before, text).map_err(|cause| format!("'{text}': {cause}"))?;
        let path = play_at(self.current_mut()?, parse_path(path)?, mv)?;
        Ok(json!({ "path": path_text(&path), "game": self.to_json()? }))
    }

    /// Changes what stands at a move, and answers with the path of where it is then.
    pub fn edit(&mut self, path: &str, edit: Edit) -> Result<Value, String> {
        let path = change(self.current_mut()?, parse_path(path)?, edit)?;
        Ok(json!({ "path": path_text(&path), "game": self.to_json()? }))
    }

    /// The game that is walked, or all of them, as PGN. A game that was not read gets the players' names and its result.
    pub fn write(&self, all: bool, names: &[(String, String)]) -> Result<Value, String> {
        let entries =
            if all { &self.entries[..] } else { std::slice::from_ref(&self.entries[self.current]) };
        let texts = entries.iter().map(|entry| match entry {
            Entry::Malformed(error) => error.source_text.trim_end().to_owned() + "\n",
            Entry::Game(game, read) => written(game, *read, names),
        });
        let texts: Vec<String> = texts.collect();
        Ok(json!({ "text": texts.join("\n"), "games": texts.len() }))
    }
}

fn written(game: &PgnGame, read: bool, names: &[(String, String)]) -> String {
    let mut style = PgnStyle::EXACT;
    style.break_comments = false;
    if read {
        return game.display(style).to_string();
    }
    let mut game = PgnGame::clone(game);
    for (name, value) in names {
        if game.tag(name).is_none() {
            game.set_tag(name, value.clone());
        }
    }
    let played = game.moves.iter().map_while(|played| played.mv);
    let end = Game::from_moves(game.start.clone(), played).ok().and_then(|game| game.outcome());
    if let (Some(end), "*") = (end, game.result.as_str()) {
        game.result = end.to_string();
    }
    style.roster = true;
    game.display(style).to_string()
}

fn nesting(line: &[PgnMove]) -> usize {
    // Not by recursion, which a deep text would overflow.
    let (mut level, mut lines, mut deepest) = (0, vec![line], 0);
    while !lines.is_empty() {
        let inside = lines.iter().flat_map(|line| line.iter()).flat_map(PgnMove::variations);
        lines = inside.map(|variation| &variation.moves[..]).collect();
        deepest = level;
        level += 1;
    }
    deepest
}

/// The writer has a space at each end of a comment.
fn trim_comments(comments: &mut Vec<String>, line: &mut [PgnMove]) {
    let trimmed = |text: &mut String| *text = text.trim().to_owned();
    comments.iter_mut().for_each(trimmed);
    comments.retain(|text| !text.is_empty());
    for played in line {
        played.annotations.iter_mut().for_each(|one| match one {
            Annotation::Comment(text) => trimmed(text),
            Annotation::Variation(Variation { comments, moves }) => trim_comments(comments, moves),
            Annotation::Nag(_) => {}
        });
        played
            .annotations
            .retain(|one| !matches!(one, Annotation::Comment(text) if text.is_empty()));
    }
}

fn line_to_json(start: &Position, line: &[PgnMove], prefix: &str) -> Value {
    let mut position = start.clone();
    let moves = line.iter().enumerate().map(|(index, played)| {
        let path = format!("{prefix}{index}");
        let variations = played.variations().enumerate().map(|(number, variation)| {
            json!({
                "comments": variation.comments,
                "line": line_to_json(&position, &variation.moves, &format!("{path}.{number}.")),
            })
        });
        let nags = played
            .nags()
            .map(|nag| json!([nag.0, nag.glyph().map_or_else(|| nag.to_string(), str::to_owned)]));
        let made = json!({
            "path": path,
            "uci": played.mv.map(move_text),
            "san": played.mv.map_or_else(|| "--".to_owned(), |mv| to_san(&position, mv)),
            "number": position.fullmove_number(),
            "white": position.side_to_move() == board::Color::White,
            "nags": nags.collect::<Vec<_>>(),
            "comments": played.comments().collect::<Vec<_>>(),
            "clock": played.comments().find_map(clock).map(|time| time.as_secs_f64()),
            "took": played.comments().find_map(emt).map(|time| time.as_secs_f64()),
            "eval": played.comments().find_map(eval).map(|(eval, _)| eval_text(eval)),
            "arrows": played.arrows().into_iter().map(arrow_text).collect::<Vec<_>>(),
            "variations": variations.collect::<Vec<_>>(),
        });
        position = played.mv.map_or_else(|| position.make_null(), |mv| position.make(mv));
        made
    });
    moves.collect()
}

fn arrow_text(arrow: Arrow) -> String {
    arrow.to_string()
}

fn eval_text(eval: Eval) -> String {
    match eval {
        Eval::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Eval::Mate(moves) => format!("#{moves}"),
    }
}
