//! The binary of the tool: `datagen` killed again and again, and the commands of `data` on what it
//! leaves.

use games::data::{GameReader, games, kept};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use testkit::{Rng, TempFolder};

/// Time between two looks at the files of a process.
const POLL: Duration = Duration::from_millis(1);

fn tool(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bartizan-train"));
    command.args(words.split_whitespace()).current_dir(folder).env_remove("BARTIZAN_GAMES");
    command
}

/// Standard output of a run that succeeds.
fn output(folder: &Path, words: &str) -> String {
    let Output { status, stdout, stderr } = tool(folder, words).output().expect("a process");
    assert!(status.success(), "{words}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

fn numbers(file: &Path) -> Vec<u32> {
    let games = GameReader::open(file).expect("a game file");
    games.map(|game| game.expect("a whole file").number).collect()
}

#[test]
fn a_killed_run_loses_little_and_repeats_nothing() {
    const GAMES: u32 = 400;
    let folder = TempFolder::new("killed");
    let file = folder.join("run.games");
    let words = format!(
        "datagen --out . --run run --nodes 5 --hash 1 --threads 2 --flush 0.01 --games {GAMES}"
    );
    let length = || fs::metadata(&file).map_or(0, |metadata| metadata.len());
    let mut random = Rng::new(20);
    let mut stored = 0;
    for number in 0..20 {
        // From the start of the process to well after some blocks.
        let wanted = if number % 4 == 0 { 0 } else { length() + random.below(16_000) as u64 };
        let mut child =
            tool(&folder, &words).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        while length() < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(POLL);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What a kill in the middle of a write leaves.
        if random.below(2) == 0 && file.exists() {
            let mut bytes = fs::read(&file).unwrap();
            let noise = bytes.len().min(200);
            let tail: Vec<u8> = bytes.iter().copied().skip(8).take(noise).collect();
            bytes.extend(&tail[..random.below(tail.len() + 1)]);
            fs::write(&file, bytes).unwrap();
        }
        let whole = GameReader::open(&file).map_or(0, |games| games.flatten().count());
        assert!(whole >= stored, "{whole} games after {stored}");
        stored = whole;
    }
    assert!((50..GAMES as usize).contains(&stored), "{stored} games before the last run");
    output(&folder, &words);
    let mut found = numbers(&file);
    found.sort_unstable();
    assert_eq!(found, (0..GAMES).collect::<Vec<_>>());
    assert!(output(&folder, "data check run.games").contains("400 games, 0 faults"));
    // Nothing is left to do; the file stays as it is.
    let before = fs::read(&file).unwrap();
    output(&folder, &words);
    assert!(fs::read(&file).unwrap() == before);
    assert!(folder.join("run.json").is_file());
}

#[test]
fn interrupted_and_resumed_games_are_those_of_an_undisturbed_run() {
    let folder = TempFolder::new("resumed");
    let words = "datagen --out . --nodes 20 --hash 1 --flush 0.01";
    output(&folder, &format!("{words} --run parts --games 3 --threads 2"));
    output(&folder, &format!("{words} --run parts --games 9 --threads 1"));
    output(&folder, &format!("{words} --run whole --games 9 --threads 3"));
    let games = |name: &str| {
        let reader = GameReader::open(&folder.join(name)).unwrap();
        let mut games: Vec<_> = reader.map(Result::unwrap).collect();
        games.sort_by_key(|game| game.number);
        games
    };
    assert_eq!(games("parts.games").len(), 9);
    assert_eq!(games("parts.games"), games("whole.games"));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_cleanly() {
    for signal in ["INT", "TERM"] {
        let folder = TempFolder::new(signal);
        let file = folder.join("run.games");
        let words = "datagen --out . --run run --nodes 5 --hash 1 --threads 1 --flush 0.01";
        let mut child =
            tool(&folder, words).stderr(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        while GameReader::open(&file).map_or(0, |games| games.flatten().count()) < 5 {
            assert!(child.try_wait().unwrap().is_none(), "it must go on without a target");
            std::thread::sleep(POLL);
        }
        let pid = child.id().to_string();
        // Twice, as `timeout` does.
        for _ in 0..2 {
            assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        }
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success());
        assert!(String::from_utf8_lossy(&ended.stdout).contains("games"));
        output(&folder, "data check run.games");
        let summary = fs::read_to_string(folder.join("run.json")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["totals"]["games"], numbers(&file).len());
    }
}

#[test]
fn games_and_their_positions_are_shown() {
    let folder = TempFolder::new("shown");
    output(&folder, "datagen --out . --nodes 5 --hash 1 --run a --games 5");
    fs::copy(folder.join("a.games"), folder.join("b.games")).unwrap();
    let stat = output(&folder, "data stat a.games b.games");
    assert!(stat.lines().any(|line| line.contains("duplicates") && line.contains(" 5 ")), "{stat}");
    assert!(output(&folder, "data view a.games --game 4").contains("[Result"));
    let positions = output(&folder, "data view a.games --positions");
    let files = [folder.join("a.games")];
    let kept = games(&files).flat_map(|game| kept(&game.unwrap()).unwrap()).count();
    assert_eq!(positions.lines().filter(|line| line.ends_with("| kept")).count(), kept);
    assert!(kept > 0);
}

#[test]
fn faults_are_named_and_fail() {
    let folder = TempFolder::new("faults");
    output(&folder, "datagen --out . --run run --nodes 5 --hash 1 --games 6 --flush 0");
    let bytes = fs::read(folder.join("run.games")).unwrap();
    let mut corrupt = bytes.clone();
    corrupt[bytes.len() / 2] ^= 1;
    fs::write(folder.join("corrupt.games"), corrupt).unwrap();
    fs::write(folder.join("torn.games"), &bytes[..bytes.len() - 1]).unwrap();
    fs::write(folder.join("foreign.games"), "1. e4 e5").unwrap();
    for (words, wanted) in [
        ("data check corrupt.games", "at byte"),
        ("data check torn.games", "incomplete block at byte"),
        ("data check foreign.games", "not a game file"),
        ("data stat foreign.games", "foreign.games: not a game file"),
        ("data view run.games --game 6", "fewer games"),
        ("data view nothing.games", "nothing.games"),
        ("data import run.games foreign.games", "exists already"),
        ("datagen", "BARTIZAN_GAMES"),
        ("datagen --out . --run run --nodes 6 --games 6", "other settings"),
    ] {
        let ended = tool(&folder, words).output().unwrap();
        let said = [ended.stdout, ended.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(!ended.status.success() && said.contains(wanted), "{words}: {said}");
        assert!(!said.contains("panicked"), "{words}: {said}");
    }
    // Reading commands leave an incomplete end out.
    assert!(output(&folder, "data stat torn.games").contains("games"));
}
