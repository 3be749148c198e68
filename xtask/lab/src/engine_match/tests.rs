//! Matches of a handful of games.

use super::*;
use games::testing::parse;
use std::fs;
use testkit::TempFolder;

fn args(text: &str) -> Args {
    parse(text).expect("a command line")
}

#[test]
fn a_match_resumes_and_adds_up() {
    let folder = TempFolder::new("match-resume");
    let file = |name: &str| folder.join(name).display().to_string();
    let play = |name: &str, games: usize, more: &str| {
        let out = file(name);
        run(&args(&format!(
            "--a Ordering=see --b Ordering=none --nodes 200 --games {games} --out {out} {more}"
        )))?;
        let record: serde_json::Value = serde_json::from_slice(&fs::read(out)?)?;
        anyhow::Ok(record)
    };
    let pgn = file("games.pgn");
    play("parts.json", 3, &format!("--pgn {pgn}")).unwrap();
    let parts = play("parts.json", 10, &format!("--pgn {pgn} --threads 1")).unwrap();
    assert_eq!(parts, play("whole.json", 10, "").unwrap());
    assert_eq!(parts["result"]["games"], 10);
    let games = fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[White \"A: Ordering=see\"]").count(), 5, "{games}");
    assert_eq!(games.matches("[Round \"5\"]").count(), 2);
    assert_eq!(games.matches("\n[Termination \"").count(), 10, "{games}");
    let error = play("parts.json", 10, "--seed 2").expect_err("another match");
    assert!(error.to_string().contains("differs in: openings"), "{error}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let folder = TempFolder::new("match-sprt");
    let out = folder.join("match.json").display().to_string();
    let line = format!("--a Ordering=none --nodes 300 --games 400 --sprt -20,20 --out {out}");
    run(&args(&line)).unwrap();
    let record: serde_json::Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(record["result"]["sprt"]["outcome"], "failed");
    assert!(record["result"]["games"].as_u64().unwrap() < 400);
}

#[test]
fn a_book_that_is_too_small_ends_the_match() {
    let folder = TempFolder::new("match-book");
    let book = folder.join("book.epd");
    fs::write(&book, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n").unwrap();
    let out = folder.join("match.json");
    let line = format!("--nodes 50 --openings {} --out {}", book.display(), out.display());
    run(&args(&line)).unwrap();
    let record: serde_json::Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(record["result"]["pentanomial"], serde_json::json!([0, 0, 1, 0, 0]));
}
