//! Writes the evaluations of a game into its PGN.

use super::game::{AnalysedGame, Judgement};
use crate::format::engine_name;
use crate::notation::{line_to_san, to_san};
use crate::pgn::{Annotation, PgnGame};
use eval::Score;

/// Moves of a variation.
const VARIATION_MOVES: usize = 10;

/// The game with the evaluation after each move as a comment `[%eval …]`, a sign behind bad moves, and the
/// best line in their place as a variation. Evaluations, signs, remarks on the best move and the variations
/// to them that were there are replaced; other annotations are kept.
pub(super) fn annotated(analysed: &AnalysedGame<'_>) -> PgnGame {
    let mut game = analysed.game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", engine_name());
    }
    for (index, played) in game.moves.iter_mut().enumerate() {
        let (position, best) = (&analysed.positions[index], &analysed.evaluations[index].line);
        let mistake = analysed.loss(index).judgement;
        let evaluation = evaluation_text(analysed.shown_score(index + 1));
        let mut comment: Vec<String> = evaluation.into_iter().collect();
        let (mut annotations, mut variation) = (Vec::new(), None);
        if let (Some(mistake), Some(&mv)) = (mistake, best.first()) {
            annotations.push(Annotation::Nag(mistake.nag()));
            comment.push(remark_text(mistake, &to_san(position, mv)));
            let line = &best[..best.len().min(VARIATION_MOVES)];
            let text = line_to_san(position, line, VARIATION_MOVES);
            variation = Some(Annotation::Variation(text));
        }
        if !comment.is_empty() {
            annotations.push(Annotation::Comment(comment.join(" ")));
        }
        // The move that an analysis before this one called best; its line follows.
        let mut former_best = None;
        let kept = played.annotations.drain(..).filter_map(|annotation| match annotation {
            Annotation::Nag(1..=6) => None,
            Annotation::Comment(text) => {
                let text = without_evaluation(&text);
                if let Some(best) = best_of_remark(&text) {
                    former_best = Some(best.to_owned());
                    return None;
                }
                (!text.is_empty()).then_some(Annotation::Comment(text))
            }
            // The first word is the number of the move.
            Annotation::Variation(text)
                if former_best.is_some() && text.split(' ').nth(1) == former_best.as_deref() =>
            {
                former_best = None;
                None
            }
            other => Some(other),
        });
        annotations.extend(kept);
        annotations.extend(variation);
        played.annotations = annotations;
    }
    game
}

/// `Blunder. Qe2 was best.`
fn remark_text(mistake: Judgement, best: &str) -> String {
    let (first, rest) = mistake.name().split_at(1);
    format!("{}{rest}. {best} was best.", first.to_uppercase())
}

/// The move in a text of [`remark_text`].
fn best_of_remark(text: &str) -> Option<&str> {
    let best = text.strip_suffix(" was best.")?.rsplit(' ').next()?;
    let is_remark = |&(mistake, _): &(Judgement, f64)| text == remark_text(mistake, best);
    Judgement::ALL.iter().any(is_remark).then_some(best)
}

/// `[%eval 0.34]` in pawns or `[%eval #-3]` for a mate in moves, from White's view. A position that is mate
/// has none.
fn evaluation_text(score: Score) -> Option<String> {
    match score.mate_moves() {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => Some(format!("[%eval {:.2}]", f64::from(score.raw()) / 100.0)),
    }
}

/// A comment without its `[%eval …]`.
fn without_evaluation(comment: &str) -> String {
    let found = comment.find("[%eval ").and_then(|begin| {
        let end = comment[begin..].find(']')?;
        Some(format!("{}{}", comment[..begin].trim_end(), &comment[begin + end + 1..]))
    });
    found.map_or_else(|| comment.to_owned(), |text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::game::Evaluation;
    use super::*;
    use crate::notation::parse_move;
    use crate::pgn::read_games;

    #[test]
    fn signs_evaluations_and_best_lines_are_added() {
        let text = "1. e4 {[%eval 0.1] [%clk 0:01]} e5 $1 $14 {mine} (1... c5) 2. Ba6 $6 {[%eval 2] Mistake. d4 was best.} \
             (2. d4 exd4) (2. d4) {Blunder. d4 was good.} *";
        let game = read_games(text).remove(0).expect("a game");
        let positions = game.positions();
        let evaluation = |score, line: &[&str], index: usize| {
            let mut position = positions[index].clone();
            let play = |text: &&str| {
                let mv = parse_move(&position, text).expect("a legal move");
                position = position.make(mv);
                mv
            };
            Evaluation { score: Score::new(score), line: line.iter().map(play).collect() }
        };
        let evaluations = vec![
            evaluation(30, &["e4", "c5"], 0),
            evaluation(25, &["c5"], 1),
            evaluation(34, &["Nf3", "Nc6"], 2),
            evaluation(-400, &["bxa6"], 3),
        ];
        let analysed = AnalysedGame { game: &game, positions: positions.clone(), evaluations };
        let annotated = annotated(&analysed);
        let moves = annotated.to_string();
        let moves = moves.split("\n\n").nth(1).expect("moves").replace('\n', " ");
        let [first, second, third] =
            [1, 2, 3].map(|index| evaluation_text(analysed.shown_score(index)).expect("no mate"));
        assert_eq!(
            moves.trim(),
            format!(
                "1. e4 {{ {first} }} {{ [%clk 0:01] }} 1... e5 {{ {second} }} $14 {{ mine }} (1... c5) \
                 2. Ba6 $4 {{ {third} Blunder. Nf3 was best. }} (2. d4) {{ Blunder. d4 was good. }} \
                 (2. Nf3 Nc6) *"
            )
        );
        assert_eq!(annotated.tag("Annotator"), Some(engine_name().as_str()));
    }

    #[test]
    fn remarks_are_known() {
        assert_eq!(best_of_remark(&remark_text(Judgement::Blunder, "Qe2")), Some("Qe2"));
        for text in
            ["", " was best.", "Qe2 was best.", "Oh. Qe2 was best.", "Mistake. Qe2 was bad."]
        {
            assert_eq!(best_of_remark(text), None, "{text}");
        }
    }

    #[test]
    fn mates_are_written_in_moves_of_white() {
        assert_eq!(evaluation_text(Score::mate_in(5)).as_deref(), Some("[%eval #3]"));
        assert_eq!(evaluation_text(Score::mated_in(4)).as_deref(), Some("[%eval #-2]"));
        assert_eq!(evaluation_text(Score::mated_in(0)), None);
        assert_eq!(without_evaluation("a [%eval 3] b"), "a b");
        assert_eq!(without_evaluation("[%eval 3"), "[%eval 3");
    }
}
