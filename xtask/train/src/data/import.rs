//! `data import`: a game file from games in PGN that a match runner has written, with the scores of
//! its comments.

use super::check::check_game;
use anyhow::{Context, Result, ensure};
use bartizan::progress::note;
use bartizan::table::thousands;
use eval::{MAX_PLY, Score};
use game::Game;
use games::data::record::MAX_PLIES;
use games::data::{GameRecord, GameResult, GameWriter, RecordedEnd, ScoredMove};
use games::output::{write_file, write_text};
use notation::pgn::{Annotation, PgnGame, PgnMove, decode, read_games};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Values of the tag `Termination` of games that were played to a result. All others, such as
/// `time forfeit` and `abandoned`, say nothing of the final position.
const WITH_RESULT: [&str; 5] = [
    "normal",
    "adjudication",
    // Those of [`view::pgn`](super::view::pgn).
    RecordedEnd::WinAdjudication.name(),
    RecordedEnd::DrawAdjudication.name(),
    RecordedEnd::MaxPlies.name(),
];

/// Command line of the command.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// File to write; it must not exist
    out: PathBuf,
    /// Files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Writes the games of PGN files. Those that are broken are named and left out. Where no game can be read, nothing
/// is written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let path = args.out.display();
    ensure!(!args.out.exists(), "{path} exists already");
    let names: Vec<_> = args
        .files
        .iter()
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy())
        .collect();
    let metadata = json!({ "command": "import", "sources": names });
    let mut writer = GameWriter::create(Vec::new(), &metadata)?;
    let seed = seed(&args.files)?;
    let (mut number, mut skipped) = (0, 0);
    for path in &args.files {
        for game in read_games(&decode(read(path)?)) {
            let record = game.map_err(anyhow::Error::from).and_then(|game| {
                record(&game, seed, number).with_context(|| format!("line {}", game.line))
            });
            match record {
                Ok(record) => {
                    writer.push(&record)?;
                    number = number.checked_add(1).context("too many games")?;
                }
                Err(error) => {
                    note(&format!("left out: {}: {error:#}", path.display()));
                    skipped += 1;
                }
            }
        }
    }
    ensure!(number > 0, "no game could be read");
    writer.flush()?;
    write_file(&args.out, writer.output())?;
    let (games, skipped) = (thousands(number.into()), thousands(skipped));
    write_text(out, &format!("{path}: {games} games, {skipped} broken ones left out\n"))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A seed that the content of the files determines: only the same games have the same seed and number.
fn seed(files: &[PathBuf]) -> Result<u64> {
    let mut hasher = Sha256::new();
    for path in files {
        hasher.update(read(path)?);
    }
    let hash = hasher.finalize();
    Ok(u64::from_le_bytes(std::array::from_fn(|at| hash[at])))
}

/// The record of a game. A game that the rules have not ended was adjudicated, or is unfinished. Fails when it has no
/// moves or too many, goes on after its end, or its result is not that of its end.
fn record(pgn: &PgnGame, seed: u64, number: u32) -> Result<GameRecord> {
    ensure!(!pgn.moves.is_empty(), "it has no moves");
    ensure!(pgn.moves.len() <= MAX_PLIES, "it has more than {MAX_PLIES} plies");
    let mut game = Game::new(pgn.start.clone());
    let mut moves = Vec::with_capacity(pgn.moves.len());
    for played in &pgn.moves {
        let mover = game.position.side_to_move();
        let mv = played.mv.context("it has a null move")?;
        let score = score(played).map(|score| score.relative_to(mover));
        moves.push(ScoredMove { mv, score });
        game.play(mv);
    }
    let played_out = pgn
        .tag("Termination")
        .is_none_or(|text| WITH_RESULT.iter().any(|value| value.eq_ignore_ascii_case(text)));
    let result = GameResult::ALL.into_iter().find(|result| result.pgn() == pgn.result);
    let ending = game.termination();
    let (result, termination) = match (ending, result) {
        (Some(ending), None) => (GameResult::from_winner(ending.winner()), ending.into()),
        (Some(ending), Some(result)) => (result, ending.into()),
        (None, Some(result)) if played_out => match result {
            GameResult::Draw => (result, RecordedEnd::DrawAdjudication),
            _ => (result, RecordedEnd::WinAdjudication),
        },
        (None, _) => (GameResult::Draw, RecordedEnd::Unfinished),
    };
    let chess960 = pgn.is_chess960();
    let start = pgn.start.to_shredder_fen();
    let record = GameRecord { seed, number, chess960, result, termination, start, moves };
    check_game(&record)?;
    Ok(record)
}

/// The score in the first comment of a move that has one, from the view of the side that moved.
fn score(played: &PgnMove) -> Option<Score> {
    played.annotations.iter().find_map(|annotation| match annotation {
        Annotation::Comment(text) => comment_score(text),
        _ => None,
    })
}

/// The score that a comment of fastchess, cutechess or OpenBench begins with: `+0.31/12 0.5s` in pawns,
/// `-M4/20` a mate in plies. `None` for other comments, depth 0, and what is beyond the range of scores.
fn comment_score(comment: &str) -> Option<Score> {
    let (score, depth) =
        comment.split_whitespace().next()?.trim_end_matches(',').split_once('/')?;
    if depth.parse::<u32>().ok()? == 0 {
        return None;
    }
    let (negative, size) = match score.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, score.strip_prefix('+').unwrap_or(score)),
    };
    let score = match size.strip_prefix('M') {
        Some(plies) => Score::mate_in(plies.parse().ok().filter(|&plies| plies <= MAX_PLY)?),
        None => {
            let is_number = size.starts_with(|c: char| c.is_ascii_digit());
            let centipawns = 100.0 * size.parse::<f64>().ok().filter(|_| is_number)?;
            let in_range = centipawns <= f64::from(Score::TB_WIN.raw());
            Score::new(in_range.then_some(centipawns.round() as i32)?)
        }
    };
    Some(if negative { -score } else { score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::data::GameReader;
    use testkit::TempFolder;

    /// The games that are imported from a text, and what is said.
    fn import(text: &str) -> (Vec<GameRecord>, String) {
        let folder = TempFolder::new(&format!("import-{:x}", Sha256::digest(text)[0]));
        let (pgn, out) = (folder.join("games.pgn"), folder.join("out.games"));
        fs::write(&pgn, text).unwrap();
        let mut said = Vec::new();
        run(&Args { out: out.clone(), files: vec![pgn] }, &mut said).unwrap();
        let games = GameReader::open(&out).unwrap().map(Result::unwrap).collect();
        (games, String::from_utf8(said).unwrap())
    }

    fn record_of(text: &str) -> Result<GameRecord> {
        record(&read_games(text).remove(0)?, 0, 0)
    }

    #[test]
    fn scores_of_comments() {
        let scores = [
            ("+0.31/12 0.5s", Score::new(31)),
            ("-1.05/9 0.001s, n=1234, sd=15", Score::new(-105)),
            ("0.00/7", Score::ZERO),
            ("+M5/20 0.1s, White mates", Score::mate_in(5)),
            ("-M4/20, line=x", Score::mated_in(4)),
            ("+309.88/30 1.2s", Score::tb_win_in(12)),
        ];
        for (comment, score) in scores {
            assert_eq!(comment_score(comment), Some(score), "{comment}");
        }
        let none = "book;unknown;;0.00/0 0.000s;+0.31;[%eval 0.3];+M900/1;+400.00/3;nan/3;+inf/3;\
            +-1/3;+0.3/x;M/3";
        for comment in none.split(';') {
            assert_eq!(comment_score(comment), None, "{comment}");
        }
    }

    #[test]
    fn scores_are_from_the_view_of_white() {
        let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n\n\
            40... Kd7 {-5.20/14 0.1s} 41. O-O-O+ {+5.40/13 0.1s, Draw by adjudication} 1/2-1/2";
        let game = record_of(text).unwrap();
        let scores: Vec<_> = game.moves.iter().map(|scored| scored.score.unwrap().raw()).collect();
        assert_eq!(scores, [520, 540]);
        assert_eq!(game.start, "4k3/8/8/8/8/8/8/R3K3 b A - 3 40");
        assert_eq!(
            (game.result, game.termination),
            (GameResult::Draw, RecordedEnd::DrawAdjudication)
        );
        assert!(!game.chess960);
    }

    #[test]
    fn ends_are_those_of_the_rules_or_adjudicated() {
        use GameResult::{BlackWin, Draw, WhiteWin};
        let end = |text: &str| record_of(text).map(|game| (game.termination, game.known_result()));
        let won = (RecordedEnd::WinAdjudication, Some(WhiteWin));
        let unfinished = (RecordedEnd::Unfinished, None);
        for (text, expected) in [
            ("1. f3 e5 2. g4 Qh4# 0-1", (RecordedEnd::Checkmate, Some(BlackWin))),
            ("1. f3 e5 2. g4 Qh4#", (RecordedEnd::Checkmate, Some(BlackWin))),
            ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1/2-1/2", (RecordedEnd::Repetition, Some(Draw))),
            ("[Result \"1/2-1/2\"]\n\n1. e4", (RecordedEnd::DrawAdjudication, Some(Draw))),
            ("1. e4 1-0", won),
            ("[Termination \"adjudication\"]\n\n1. e4 1-0", won),
            ("[Termination \"win adjudication\"]\n\n1. e4 1-0", won),
            ("1. e4 *", unfinished),
            ("[Termination \"time forfeit\"]\n\n1. e4 0-1", unfinished),
            ("[Termination \"abandoned\"]\n\n1. e4 0-1", unfinished),
            ("[Termination \"no end\"]\n\n1. e4 0-1", unfinished),
        ] {
            assert_eq!(end(text).unwrap(), expected, "{text}");
        }
        let error = end("1. f3 e5 2. g4 Qh4# 1-0").unwrap_err().to_string();
        assert!(error.contains("does not fit checkmate"), "{error}");
        assert!(end("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 1/2-1/2").is_err());
    }

    #[test]
    fn broken_games_are_left_out() {
        // As OpenBench uploads games: without move numbers, comments reduced to score and depth.
        let text = "[White \"dev\"]\n[Result \"1-0\"]\n\n\
            e4 {+0.31/9} e5 {unknown} Nf3 {+0.40/8} 1-0\n\n\
            [White \"dev\"]\n\ne4 {+0.1/3} Ke4 {0.00/1} 1-0\n\n\
            [White \"dev\"]\n[FEN \"no position\"]\n\ne4 1-0\n\n\
            [White \"dev\"]\n\n{White loses: illegal move e2e5} 0-1\n\n\
            [Variant \"Antichess\"]\n\n1. e3 0-1\n\n[White \"dev\"]\n\n1. e4 -- 2. d4 1-0\n\n\
            [FEN \"4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1\"]\n[Variant \"Chess960\"]\n\n\
            O-O {+5.20/7} Kd7 {-5.20/7} Rfd1+ {+5.30/7} 1-0\n";
        let (games, said) = import(text);
        assert!(said.ends_with("out.games: 2 games, 5 broken ones left out\n"), "{said}");
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1]);
        assert_eq!((games[0].chess960, games[1].chess960), (false, true));
        assert_eq!(games[0].moves[1].score, None);
        assert_eq!(games[0].moves[2].score, Some(Score::new(40)));
        assert_eq!(games[1].start, "4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1");
        assert_eq!(games[0].seed, games[1].seed);
        assert_eq!(import(text).0, games);
        let other = import(&text.replace("0.31", "0.32")).0;
        assert_ne!(other[0].seed, games[0].seed);
    }

    #[test]
    fn files_without_a_game_are_refused() {
        let folder = TempFolder::new("import-nothing");
        let (pgn, out) = (folder.join("games.pgn"), folder.join("out.games"));
        let args = Args { out: out.clone(), files: vec![pgn.clone()] };
        let error = || format!("{:#}", run(&args, &mut Vec::new()).unwrap_err());
        assert!(error().contains("cannot read"));
        fs::write(&pgn, "[White \"A\"]\n\n1. Ke4 *\n").unwrap();
        assert!(error().contains("no game"));
        fs::write(&pgn, "").unwrap();
        assert!(error().contains("no game"));
        assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    }
}
