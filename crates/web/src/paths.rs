//! Moves in trees of variations, by paths, and changes there.
//!
//! A move is named by its path: its index in its line, before that the number of the variation, before that the index of
//! the move that the variation replaces, and so on. `5.0.2` is the third move of the first variation to the sixth move.
//! The empty path is the starting position.

use crate::request::Edit;
use board::Move;
use notation::pgn::comment::{Arrow, set_arrows};
use notation::pgn::{Annotation, PgnGame, PgnMove, Variation, promote_variation};

/// Glyphs that judge a move, of which it has one at most.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The numbers of a path.
pub type Path = Vec<usize>;

fn no_such_move() -> String {
    "there is no such move in the game".to_owned()
}

/// The path of a text.
pub fn parse_path(text: &str) -> Result<Path, String> {
    let numbers = text.split('.').filter(|part| !part.is_empty()).map(str::parse);
    let path: Path = numbers.collect::<Result<_, _>>().map_err(|_| no_such_move())?;
    (path.is_empty() || path.len() % 2 == 1).then_some(path).ok_or_else(no_such_move)
}

/// The text of a path.
pub fn path_text(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

/// The moves from the start to a move, with it.
pub fn moves_to(mut line: &[PgnMove], mut path: &[usize]) -> Result<Vec<Option<Move>>, String> {
    let mut moves = Vec::new();
    while let [index, rest @ ..] = path {
        let played = line.get(*index).ok_or_else(no_such_move)?;
        moves.extend(line[..*index].iter().map(|before| before.mv));
        let [variation, rest @ ..] = rest else {
            moves.push(played.mv);
            break;
        };
        line = &played.variations().nth(*variation).ok_or_else(no_such_move)?.moves;
        path = rest;
    }
    Ok(moves)
}

/// The line of a move, and its index there.
fn line_of<'a>(
    game: &'a mut PgnGame,
    path: &[usize],
) -> Result<(&'a mut Vec<PgnMove>, usize), String> {
    let (last, above) = path.split_last().ok_or_else(no_such_move)?;
    let mut line = &mut game.moves;
    for step in above.chunks_exact(2) {
        let played = line.get_mut(step[0]).ok_or_else(no_such_move)?;
        line = &mut played.variations_mut().nth(step[1]).ok_or_else(no_such_move)?.moves;
    }
    (*last < line.len()).then_some((line, *last)).ok_or_else(no_such_move)
}

/// The path of the move before.
fn parent(mut path: Path) -> Path {
    // The first move of a variation follows what the replaced move follows.
    while path.len() > 1 && path.last() == Some(&0) {
        path.truncate(path.len() - 2);
    }
    match path.last_mut() {
        Some(0) => path.clear(),
        Some(last) => *last -= 1,
        None => {}
    }
    path
}

/// Plays a legal move after another one; the path of where it stands.
pub fn play_at(game: &mut PgnGame, mut path: Path, mv: Move) -> Result<Path, String> {
    let (line, next) = match path.last_mut() {
        None => {
            path.push(0);
            (&mut game.moves, 0)
        }
        Some(last) => {
            *last += 1;
            let next = *last;
            let mut before = path.clone();
            *before.last_mut().ok_or_else(no_such_move)? -= 1;
            (line_of(game, &before)?.0, next)
        }
    };
    let Some(present) = line.get_mut(next) else {
        line.push(mv.into());
        return Ok(path);
    };
    if present.mv != Some(mv) {
        let begins = |variation: &Variation| {
            variation.moves.first().is_some_and(|first| first.mv == Some(mv))
        };
        let number = present.variations().position(begins);
        let number = number.unwrap_or_else(|| {
            let number = present.variations().count();
            present.add_variation(Variation { comments: Vec::new(), moves: vec![mv.into()] });
            number
        });
        path.extend([number, 0]);
    }
    Ok(path)
}

/// Changes a game at a move; the path of where that is then.
pub fn change(game: &mut PgnGame, path: Path, edit: Edit) -> Result<Path, String> {
    match edit {
        Edit::Tag { name, value } => {
            game.tags.retain(|(key, _)| !(value.is_empty() && key.eq_ignore_ascii_case(&name)));
            if !value.is_empty() {
                game.set_tag(&name, value);
            }
        }
        Edit::Comment { text } => {
            change_comment(game, &path, |old| *old = with_commands(old, text.trim()))?;
        }
        Edit::Arrows { arrows } => {
            let parsed: Result<Vec<Arrow>, _> = arrows.iter().map(|text| text.parse()).collect();
            let parsed = parsed.map_err(|error| error.to_string())?;
            change_comment(game, &path, |text| set_arrows(text, &parsed))?;
        }
        Edit::Glyph { number } => toggle_glyph(&mut line_move(game, &path)?.annotations, number),
        Edit::Promote => return promote(game, path),
        Edit::Delete => return delete(game, path),
    }
    Ok(path)
}

fn line_move<'a>(game: &'a mut PgnGame, path: &[usize]) -> Result<&'a mut PgnMove, String> {
    let (line, index) = line_of(game, path)?;
    Ok(&mut line[index])
}

/// Changes the comment of a move, or that before the first one.
fn change_comment(
    game: &mut PgnGame,
    path: &[usize],
    change: impl FnOnce(&mut String),
) -> Result<(), String> {
    if !path.is_empty() {
        line_move(game, path)?.change_comment(change);
        return Ok(());
    }
    if game.comments.is_empty() {
        game.comments.push(String::new());
    }
    change(&mut game.comments[0]);
    game.comments.retain(|text| !text.is_empty());
    Ok(())
}

/// The text with the commands, such as those of clocks, that stand in the old one.
fn with_commands(old: &str, text: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = old;
    while let Some(begin) = rest.find("[%") {
        let Some(length) = rest[begin..].find(']') else { break };
        parts.push(&rest[begin..=begin + length]);
        rest = &rest[begin + length + 1..];
    }
    if !text.is_empty() {
        parts.push(text);
    }
    parts.join(" ")
}

fn toggle_glyph(annotations: &mut Vec<Annotation>, number: u8) {
    let had = annotations.contains(&Annotation::Nag(number));
    annotations.retain(|one| match one {
        Annotation::Nag(other) => {
            *other != number && !(JUDGEMENTS.contains(other) && JUDGEMENTS.contains(&number))
        }
        _ => true,
    });
    if !had {
        annotations.insert(0, Annotation::Nag(number));
    }
}

fn promote(game: &mut PgnGame, path: Path) -> Result<Path, String> {
    let [above @ .., index, number, last] = &path[..] else {
        return Err("the move is in the main line".to_owned());
    };
    let mut replaced = above.to_vec();
    replaced.push(*index);
    let (line, _) = line_of(game, &replaced)?;
    if !promote_variation(line, *index, *number) {
        return Err(no_such_move());
    }
    Ok(above.iter().copied().chain([index + last]).collect())
}

/// Takes out a move with what follows it. The first variation takes its place.
fn delete(game: &mut PgnGame, path: Path) -> Result<Path, String> {
    let before = parent(path.clone());
    let (line, index) = line_of(game, &path)?;
    let first = line[index].variations().next();
    if let Some(first) = first.and_then(|variation| variation.moves.first()) {
        let own = first.variations().count();
        promote_variation(line, index, 0);
        line[index].remove_variation(own);
    } else if let ([above @ .., number, _], 0) = (&path[..], index) {
        line_move(game, above)?.remove_variation(*number);
    } else {
        line.truncate(index);
    }
    Ok(before)
}
