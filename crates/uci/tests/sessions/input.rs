//! Input that is written in an unusual way: numbers, encodings, long lines, damaged tokens.

use crate::common::{close, count_bestmoves, start};
use testkit::Rng;

#[test]
fn no_search_goes_on_for_ever_because_a_number_cannot_be_read() {
    let mut session = start();
    for go in [
        "movetime 10.0",
        "movetime 10.7",
        "movetime +10",
        "movetime 1e1",
        "movetime 0x10",
        "movetime 10ms",
        "wtime 100.5 btime 100.5 winc 0.0 binc 0.0 movestogo 40.0",
        "wtime 1,000 btime 1,000",
        "depth 3.0",
        "depth 2,5",
        "nodes 1e3",
        "nodes 1_000",
        "mate 1.0 depth 2.0",
        "depth 2 movetime x",
        "wtime x btime 100",
        "depth -99999999999999999999",
    ] {
        assert_eq!(count_bestmoves(&session.go(go)), 1, "{go}");
    }
    // Nothing that is left can be read as a limit.
    for go in ["movetime", "dept 3", "wtime ? btime ?", "mate x"] {
        let lines = session.go(go);
        let said = "info string go: no limit was read; searching for 1s".to_owned();
        assert!(lines.contains(&said), "{go}: {lines:?}");
    }
    // What says that it is endless stays so.
    for go in ["go infinite depth x", "go ponder depth x"] {
        session.send(go);
        assert_eq!(count_bestmoves(&session.sync()), 0, "{go}");
        session.send("stop");
        session.read_until("bestmove");
    }
    session.send("go ponder depth x\nponderhit");
    session.read_until("bestmove");
    assert_eq!(session.send_and_sync("setoption name MultiPV value 2.0"), Vec::<String>::new());
    for refused in ["2.5", "2x", "two"] {
        let said = session.send_and_sync(&format!("setoption name MultiPV value {refused}"));
        assert!(said.len() == 1 && said[0].contains("expected a number from 1"), "{said:?}");
    }
}

/// However much of a line is wrong, it is said once and shortly.
#[test]
fn one_message_is_enough_for_a_line() {
    let mut session = start();
    let many = |word: &str| word.repeat(1_000_000 / word.len());
    for (line, messages) in [
        (format!("go depth 1 searchmoves {}", many("e2e5 ")), 1),
        (format!("go depth 1 searchmoves {}", many("x")), 1),
        (format!("go depth 1 searchmoves {}", many("e2e4 d2d4 ")), 0),
        (format!("go depth 1 {}", many("fast ")), 1),
        (format!("go depth 1 {}", many("nodes ")), 1),
        (format!("go depth 1 {}", many("nodes 9.5 ")), 1),
        (format!("position startpos moves {}", many("e2e5 ")), 1),
        (format!("position startpos {}", many("e2e4 ")), 1),
        (format!("position {} startpos", many("the ")), 1),
        (format!("position fen 4k3/8/8/8/8/8/8/4K2R w {} - 0 1", many("K")), 1),
        (format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 {}", many("1 ")), 1),
        (format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - {} 1", many("9")), 1),
        (format!("position fen {}", many("8/")), 1),
        (format!("setoption name {} value 1", many("a ")), 1),
        (format!("setoption name Hash value {}", many("1 ")), 1),
        (format!("setoption name BookFile value {}", many("b")), 1),
        (format!("bench {}", many("5 ")), 1),
        (format!("export_net {}", many("n")), 1),
        (many("unknown "), 1),
    ] {
        session.send("debug on\nposition startpos");
        // A search that is still running when `isready` is answered has said all before.
        let said = session.send_and_sync(&line);
        if line.starts_with("go") && count_bestmoves(&said) == 0 {
            session.read_until("bestmove");
        }
        let said = said.iter().filter(|text| text.starts_with("info string "));
        let said: Vec<&String> = said.filter(|text| !text.contains("network")).collect();
        let start = &line[..40];
        assert_eq!(said.len(), messages, "{start}: {said:?}");
        assert!(said.iter().all(|text| text.len() < 400), "{start}: {said:?}");
    }
}

/// A word of a command with a character changed, doubled, left out or put in.
fn damage(word: &str, rng: &mut Rng) -> String {
    const LETTERS: [char; 12] = ['0', '9', '-', '.', 'e', 'x', 'Q', '/', ',', 'é', '\0', '\u{a0}'];
    let mut letters: Vec<char> = word.chars().collect();
    let at = rng.below(letters.len().max(1));
    let letter = LETTERS[rng.below(LETTERS.len())];
    match rng.below(4) {
        0 if at < letters.len() => drop(letters.remove(at)),
        1 if at < letters.len() => letters[at] = letter,
        2 if at < letters.len() => letters.insert(at, letters[at]),
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}

/// Commands of UCI whose words are damaged, left out or doubled: every `go` is answered once, and `isready` at
/// once.
#[test]
fn damaged_commands_are_answered() {
    const LINES: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6\n\
        position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4\n\
        position fen 4k3/8/8/3pP3/8/8/4P3/4K2R w K d6 14 41\n\
        position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n\
        position\ngo depth 1\ngo nodes 50\ngo movetime 1\ngo infinite\ngo ponder wtime 10 btime 10\n\
        go wtime 10 btime 10 winc 0 binc 0 movestogo 40\ngo depth 2 searchmoves e2e4 d2d4 g1f3\n\
        go mate 1 nodes 20\nsetoption name MultiPV value 2\nsetoption name UCI_Chess960 value true\n\
        setoption name Clear Hash\nsetoption name Hash value 1\nsetoption name Threads value 3\n\
        setoption name Search value minimax\nsetoption name Search value full\nucinewgame\nregister later\n\
        debug on\nstop\nponderhit\nd\neval\norder\nstats\nhelp";
    let commands: Vec<&str> = LINES.lines().collect();
    let mut session = start();
    let mut rng = Rng::new(417);
    for _ in 0..1500 {
        let line = commands[rng.below(commands.len())];
        let mut words: Vec<String> = Vec::new();
        // The command itself stays, so that it is known what is asked.
        for (index, word) in line.split(' ').enumerate() {
            match rng.below(16) {
                _ if index == 0 => words.push(word.to_owned()),
                0 => {}
                1 => words.extend([word.to_owned(), word.to_owned()]),
                2 | 3 => words.push(damage(word, &mut rng)),
                _ => words.push(word.to_owned()),
            }
        }
        // A count of leaves has no move as its answer.
        let line = words.join(" ");
        session.send(&line);
        let mut lines = session.sync();
        if line.starts_with("go") && count_bestmoves(&lines) == 0 {
            session.send("stop");
            lines = session.read_until("bestmove");
        }
        let asked = usize::from(line.starts_with("go"));
        assert_eq!(count_bestmoves(&lines), asked, "{line:?}: {lines:?}");
        assert!(lines.iter().all(|text| !text.contains("panic")), "{line:?}: {lines:?}");
    }
    assert_eq!(count_bestmoves(&close(session)), 0);
}
