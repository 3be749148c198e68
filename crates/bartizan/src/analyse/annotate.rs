//! Writes the evaluations of a game into its PGN.

use super::game::{AnalysedGame, Judgement};
use board::{Move, Position};
use eval::Score;
use notation::pgn::{Annotation, PgnGame, PgnMove, Variation};
use notation::{is_move_text, parse_dialect, to_san};
use regex_lite::{Captures, Regex};
use std::sync::LazyLock;
use uci::format::engine_name;

/// Moves of a variation.
const VARIATION_MOVES: usize = 10;

/// A command of a comment with an evaluation.
static EVALUATION: LazyLock<Regex> = LazyLock::new(|| regex(r"\[%eval [^\]]*\]"));
/// How a remark begins: that of [`remark_text`], which Lichess has too, or those of Lichess on mates. Lichess may
/// put scores before it.
const REMARK: &str = r"(?:\([-+#.\d]+ → [-+#.\d]+\)\s*)?(?:Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Not the best checkmate sequence|Lost forced checkmate sequence)\.";
/// A remark with the move that it calls best. Lichess has had `Best move was Qe2.`
static BEST_MOVE_REMARK: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"(^|\s){REMARK}\s+(?:(?:The best|Best) move was (?<last>\S+)|(?<first>\S+) was best\.)"
    ))
});
/// A remark without a move. It may also be a person's, so it has to be the whole comment, but for commands such as
/// `[%clk 0:01:00]`.
static BARE_REMARK: LazyLock<Regex> = LazyLock::new(|| {
    let commands = r"(?:\s*\[%[^\]]*\])*\s*";
    regex(&format!("^({commands}){REMARK}({commands})$"))
});

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are constants")
}

/// The game with the evaluation after each move as a comment `[%eval …]`, a sign behind bad moves, and the
/// best line in their place as a variation. Those that were there, of this program or of Lichess, are replaced,
/// also where another program has joined them with other comments. Other annotations are kept.
pub(super) fn annotated(analysed: &AnalysedGame<'_>) -> PgnGame {
    let mut game = analysed.game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", engine_name());
    }
    for (index, played) in game.moves.iter_mut().enumerate() {
        let (position, best) = (&analysed.positions[index], &analysed.evaluations[index].line);
        let mistake = analysed.loss(index).judgement.filter(|_| !best.is_empty());
        let former = take_former(position, &mut played.annotations);
        // A move has one judgement; signs of good and interesting moves are always a person's.
        if mistake.is_some() || former.has_remark {
            played.annotations.retain(|one| !matches!(one, Annotation::Nag(2 | 4 | 6)));
        }
        let depth = analysed.evaluations[index + 1].depth;
        let evaluation = evaluation_text(analysed.shown_score(index + 1), depth);
        let mut comment: Vec<String> = evaluation.into_iter().collect();
        let old_line = former.best.and_then(|best| old_line(&played.annotations, best));
        let mut new_line = None;
        if let Some(mistake) = mistake {
            comment.push(remark_text(mistake, &to_san(position, best[0])));
            let line = best.iter().take(VARIATION_MOVES).map(|&mv| PgnMove::from(mv)).collect();
            new_line = Some(Annotation::Variation(Variation { comments: Vec::new(), moves: line }));
        }
        match (old_line, new_line) {
            (Some(at), Some(line)) => played.annotations[at] = line,
            (Some(at), None) => drop(played.annotations.remove(at)),
            (None, Some(line)) if !played.annotations.contains(&line) => {
                played.annotations.push(line)
            }
            (None, _) => {}
        }
        if let Some(mistake) = mistake {
            played.annotations.insert(0, Annotation::Nag(mistake.nag));
        }
        if !comment.is_empty() {
            // Behind the signs of a person.
            let is_nag = |one: &&Annotation| matches!(one, Annotation::Nag(_));
            let signs = played.annotations.iter().take_while(is_nag).count();
            played.annotations.insert(signs, Annotation::Comment(comment.join(" ")));
        }
    }
    game
}

/// What an analysis before this one has said of a move.
#[derive(Default)]
struct Former {
    has_remark: bool,
    /// The move that it called best.
    best: Option<Move>,
}

/// Takes the evaluations and remarks out of the comments. Comments without another word are left out.
fn take_former(position: &Position, annotations: &mut Vec<Annotation>) -> Former {
    let mut former = Former::default();
    annotations.retain_mut(|annotation| {
        let Annotation::Comment(text) = annotation else { return true };
        let whole = EVALUATION.replace_all(text, " ");
        let kept = BEST_MOVE_REMARK.replace_all(&whole, |remark: &Captures<'_>| {
            let best = remark.name("last").or(remark.name("first"));
            let best = best.map_or("", |best| best.as_str().trim_end_matches('.'));
            if !is_move_text(best) {
                return remark[0].to_owned();
            }
            former.has_remark = true;
            former.best = former.best.or_else(|| parse_dialect(position, best).ok());
            " ".to_owned()
        });
        let bare = BARE_REMARK.is_match(&kept);
        former.has_remark |= bare;
        let kept = if bare { BARE_REMARK.replace(&kept, "$1 $2") } else { kept };
        if kept != *text {
            *text = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        !text.is_empty()
    });
    former
}

/// The place of the line that belongs to a remark: the last one that begins with the best move and has no
/// annotations of its own.
fn old_line(annotations: &[Annotation], best: Move) -> Option<usize> {
    annotations.iter().rposition(|annotation| match annotation {
        Annotation::Variation(Variation { comments, moves }) => {
            moves.first().is_some_and(|first| first.mv == Some(best))
                && comments.is_empty()
                && moves.iter().all(|played| played.annotations.is_empty())
        }
        _ => false,
    })
}

/// `Blunder. Qe2 was best.`
fn remark_text(mistake: &Judgement, best: &str) -> String {
    let (first, rest) = mistake.name.split_at(1);
    format!("{}{rest}. {best} was best.", first.to_uppercase())
}

/// `[%eval 0.34,18]`, in pawns after a search of this depth, or `[%eval #-3,18]` for a mate in moves, from White's view.
/// A position that is mate has none.
fn evaluation_text(score: Score, depth: u32) -> Option<String> {
    match score.mate_moves() {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves},{depth}]")),
        None => Some(format!("[%eval {:.2},{depth}]", f64::from(score.raw()) / 100.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Evaluation;
    use super::*;
    use notation::pgn::read_games;

    /// A game with these scores after its moves, and these lines before them, as words of the moves.
    fn annotate(text: &str, evaluations: &[(i32, &str)]) -> PgnGame {
        let game = read_games(text).remove(0).expect("a game");
        let positions = game.positions();
        let evaluation = |(index, &(score, line)): (usize, &(i32, &str))| {
            let mut position = positions[index].clone();
            let play = |text: &str| {
                let mv = parse_dialect(&position, text).expect("a legal move");
                position = position.make(mv);
                mv
            };
            let line = line.split(' ').map(play).collect();
            Evaluation { score: Score::new(score), line, depth: 9, nodes: 100 }
        };
        let evaluations = evaluations.iter().enumerate().map(evaluation).collect();
        annotated(&AnalysedGame { game: &game, positions: positions.clone(), evaluations })
    }

    /// The moves in one line, without the evaluations.
    fn moves(game: &PgnGame) -> String {
        let text = game.to_string();
        let moves = text.split("\n\n").nth(1).expect("moves").replace('\n', " ");
        let moves = EVALUATION.replace_all(&moves, " ");
        let moves = moves.split_whitespace().collect::<Vec<_>>().join(" ");
        moves.replace("{ }", "").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// After 1. e4 e5 2. Ba6 White has thrown the bishop away.
    const EVALUATIONS: [(i32, &str); 4] =
        [(30, "e4 c5"), (25, "c5"), (34, "Nf3 Nc6"), (-400, "bxa6")];

    #[test]
    fn signs_evaluations_and_best_lines_are_added() {
        let text = "1. e4 {[%eval 0.1] [%clk 0:01]} e5 $1 $14 {mine} (1... c5) 2. Ba6 $6 {[%eval 2] Mistake. d4 was best.} \
             (2. d4 exd4) (2. d4 {why}) {Blunder. d4 was good.} *";
        let annotated = annotate(text, &EVALUATIONS);
        let comments = annotated.moves.iter().flat_map(|played| &played.annotations);
        let evaluated = comments
            .filter(|one| matches!(one, Annotation::Comment(text) if text.starts_with("[%eval ")));
        assert_eq!(evaluated.count(), 3);
        assert_eq!(
            moves(&annotated),
            "1. e4 { [%clk 0:01] } 1... e5 $1 $14 { mine } (1... c5) 2. Ba6 $4 \
             { Blunder. Nf3 was best. } (2. Nf3 Nc6) (2. d4 { why }) { Blunder. d4 was good. } *"
        );
        assert_eq!(annotated.tag("Annotator"), Some(engine_name().as_str()));
    }

    /// What a program may have made of an annotated move, and what is left of it beside the new annotation.
    #[test]
    fn former_annotations_are_replaced() {
        let new = "2. Ba6 $4 { Blunder. Nf3 was best. }";
        for (former, kept) in [
            ("", "(2. Nf3 Nc6)"),
            // Lichess, then and now.
            (
                "$6 { (0.34 → -0.81) Inaccuracy. d4 was best. } { [%eval -0.81] [%clk 0:09:00] } (2. d4 exd4)",
                "{ [%clk 0:09:00] } (2. Nf3 Nc6)",
            ),
            (
                "?? { [%eval #-3] [%clk 0:09:00] } { Lost forced checkmate sequence. d4 was best. } (2. d4)",
                "{ [%clk 0:09:00] } (2. Nf3 Nc6)",
            ),
            ("?! { Checkmate is now unavoidable. Best move was d4. }", "(2. Nf3 Nc6)"),
            ("? { (0.3 → #-2) Mistake. The best move was d4. hm }", "{ hm } (2. Nf3 Nc6)"),
            ("$2 { [%eval -0.81,22] Mistake. [%clk 0:09:00] }", "{ [%clk 0:09:00] } (2. Nf3 Nc6)"),
            // Joined by other programs, in any order.
            (
                "$2 { [%eval -0.81] Mistake. Nf3 was best. [%clk 0:09:00] hmm }",
                "{ [%clk 0:09:00] hmm } (2. Nf3 Nc6)",
            ),
            (
                "$2 { hmm [%clk 0:09:00] [%eval -0.81] Mistake. Nf3 was best. } (2. Nf3 d6)",
                "{ hmm [%clk 0:09:00] } (2. Nf3 Nc6)",
            ),
            (
                "{ hmm Mistake. Nf3 was best. [%eval 1] Blunder. Nf3 was best. } (2. Nf3 Nc6) (2. Nf3 Nf6)",
                "{ hmm } (2. Nf3 Nc6) (2. Nf3 Nc6)",
            ),
            // A person's words and lines.
            ("{ Mistake. I saw it at once. }", "{ Mistake. I saw it at once. } (2. Nf3 Nc6)"),
            ("{ (0.3 → 0.2) }", "{ (0.3 → 0.2) } (2. Nf3 Nc6)"),
            ("{ d4 was best. }", "{ d4 was best. } (2. Nf3 Nc6)"),
            ("{ NoMistake. d4 was best. }", "{ NoMistake. d4 was best. } (2. Nf3 Nc6)"),
            ("{ Mistake. It was best. }", "{ Mistake. It was best. } (2. Nf3 Nc6)"),
            (
                "{ Mistake. d4 was best. } (2. d4 { the centre } exd4)",
                "(2. d4 { the centre } 2... exd4) (2. Nf3 Nc6)",
            ),
            ("(2. Nf3) (2. d4)", "(2. Nf3) (2. d4) (2. Nf3 Nc6)"),
            ("(2. Nf3 Nc6) (2. d4)", "(2. Nf3 Nc6) (2. d4)"),
        ] {
            let first = annotate(&format!("1. e4 e5 2. Ba6 {former} *"), &EVALUATIONS);
            assert_eq!(moves(&first), format!("1. e4 1... e5 {new} {kept} *"), "{former}");
            // Once more changes nothing, nor does it when all comments of a move are joined.
            let text = first.to_string();
            assert_eq!(annotate(&text, &EVALUATIONS).to_string(), text, "{former}");
            let joined = annotate(&text.replace("} {", " ").replace("}\n{", " "), &EVALUATIONS);
            assert_eq!(
                joined.to_string().split_whitespace().collect::<String>(),
                text.split_whitespace().collect::<String>(),
                "{former}"
            );
        }
    }

    #[test]
    fn signs_of_a_person_stay_at_the_move() {
        let text = "1. e4 $1 $14 { mine } e5 2. Ba6 $1 $14 { mine } *";
        let first = annotate(text, &EVALUATIONS);
        assert_eq!(
            moves(&first),
            "1. e4 $1 $14 { mine } 1... e5 2. Ba6 $4 $1 $14 { Blunder. Nf3 was best. } { mine } (2. Nf3 Nc6) *"
        );
        assert!(first.to_string().contains("1. e4 $1 $14 { [%eval "), "{first}");
        assert_eq!(annotate(&first.to_string(), &EVALUATIONS).to_string(), first.to_string());
    }

    #[test]
    fn remarks_go_when_the_move_is_good() {
        let text = "1. e4 $6 { Inaccuracy. d4 was best. } (1. d4 d5) e5 $2 { hm } (1... c5) *";
        let annotated = annotate(text, &EVALUATIONS[..3]);
        assert_eq!(moves(&annotated), "1. e4 1... e5 $2 { hm } (1... c5) *");
    }

    #[test]
    fn mates_are_written_in_moves_of_white() {
        assert_eq!(evaluation_text(Score::mate_in(5), 9).as_deref(), Some("[%eval #3,9]"));
        assert_eq!(evaluation_text(Score::mated_in(4), 12).as_deref(), Some("[%eval #-2,12]"));
        assert_eq!(evaluation_text(Score::mated_in(0), 1), None);
        for (text, kept) in [("a [%eval #-2,20][%evp 0]", "a  [%evp 0]"), ("[%eval 3", "[%eval 3")]
        {
            assert_eq!(EVALUATION.replace_all(text, " "), kept);
        }
    }
}
