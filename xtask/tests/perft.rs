//! The perft tasks as far as they can be run in a moment: reading suites, right
//! and wrong counts, the suites of the project against published numbers.

use anyhow::Result;
use testkit::numbered_lines;
use xtask::perft::check::verify;
use xtask::perft::suite::{self, PerftLine, Suite};
use xtask::perft::{diff, generate};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const TINY: &str = "# two positions
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902

8/P1k5/K7/8/8/8/8/8 w - - 0 1 ;D2 27 ;D6 92683
";

#[test]
fn suite_text_round_trips() {
    let suite = suite::parse(TINY).unwrap();
    let lines: Vec<usize> = suite.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [2, 4]);
    assert_eq!(suite[0].counts[2], (3, 8902));
    assert_eq!(suite[1].counts[0], (2, 27));
    let written: String = numbered_lines(TINY).map(|(_, line)| format!("{line}\n")).collect();
    assert_eq!(suite::format(&suite), written);
}

#[test]
fn suite_errors_name_the_line_and_the_fault() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, expected) in [
        (String::new(), "no position"),
        (format!("\n{start}\n"), "line 2: no count"),
        (format!("{start} ;D1 20\nrnbq w - - ;D1 1\n"), "line 2: bad position `rnbq w - -`"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n".to_owned(), "line 1: bad position"),
    ] {
        let message = format!("{:#}", suite::parse(&text).expect_err("the suite is bad"));
        assert!(message.contains(expected), "{message:?} for {text:?}");
    }
}

#[test]
fn missing_suite_file_is_reported() {
    let suite: Suite = "no-such-suite.epd".parse().unwrap();
    let message = format!("{:#}", suite.load().expect_err("there is no such file"));
    assert!(message.contains("no-such-suite.epd"), "{message}");
}

#[test]
fn correct_counts_are_verified() {
    let suite = suite::parse(TINY).unwrap();
    let table = game::PerftTable::new(1).unwrap();
    for (threads, table) in [(1, None), (3, None), (3, Some(&table))] {
        let done = verify(&suite, u64::MAX, threads, table, false).unwrap().unwrap();
        let counted: Vec<(usize, u32)> = done.iter().map(|d| (d.entry, d.depth)).collect();
        assert_eq!(counted, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 6)]);
    }
    let done = verify(&suite, 400, 2, None, false).unwrap().unwrap();
    assert!(done.iter().all(|done| done.found <= 400) && done.len() == 3);
}

#[test]
fn no_count_under_the_limit_is_an_error() {
    let suite = suite::parse(TINY).unwrap();
    let message =
        format!("{:#}", verify(&suite, 19, 2, None, false).expect_err("nothing to count"));
    assert_eq!(message, "no count is at most 19 nodes");
    assert_eq!(verify(&suite, 20, 2, None, false).unwrap().unwrap().len(), 1);
}

#[test]
fn wrong_suite_count_is_reported() {
    let text = TINY.replace("8902", "8903");
    let suite = suite::parse(&text).unwrap();
    let mismatch = verify(&suite, u64::MAX, 2, None, false).unwrap().unwrap_err();
    let (entry, depth) = (mismatch.entry, mismatch.depth);
    assert_eq!((entry, depth, mismatch.expected, mismatch.found), (0, 3, 8903, 8902));
    let fen = &suite[0].fen;
    let shown = diff::explain_with_cozy(fen, &suite::position(fen).unwrap(), 3).unwrap();
    assert!(shown.contains("both generators count 8,902"), "{shown}");
}

#[test]
fn explain_finds_the_differing_position() {
    // A position that is not the one the peer was given stands in for a broken
    // generator: a castling right is missing.
    let ours = board::Position::from_fen(&KIWIPETE.replace("KQkq", "KQk")).unwrap();
    let shown = diff::explain_with_cozy(KIWIPETE, &ours, 2).unwrap();
    assert!(shown.contains("differs"), "{shown}");
    assert!(shown.lines().any(|line| line.contains("missing") && line.contains("e8a8")), "{shown}");
}

#[test]
fn counts_stop_at_the_limit_and_at_the_end_of_the_game() -> Result<()> {
    let depths =
        |entry: PerftLine| entry.counts.iter().map(|(_, nodes)| *nodes).collect::<Vec<_>>();
    assert_eq!(depths(generate::count(KIWIPETE, 6, 100_000)?), [48, 2039, 97_862]);
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(depths(generate::count(mated, 6, 100_000)?), [0]);
    Ok(())
}

/// Published counts of positions that the standard suite holds: the chess
/// programming wiki's perft results, and the positions that engine writers pass
/// around for single rules.
const PUBLISHED: [(&str, u32, u64); 26] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (KIWIPETE, 5, 193_690_690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1_134_888),
    ("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1_440_467),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6, 71_179_139),
    ("8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 6, 1_030_499),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("4k2r/8/8/8/8/8/8/5K2 b k - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", 6, 803_711),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 6, 179_862_938),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 6, 179_862_938),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
];

#[test]
fn the_standard_suite_holds_the_published_counts() {
    let suite = Suite::Standard.load().unwrap();
    assert!(suite.len() >= 120, "only {} positions", suite.len());
    for (fen, depth, nodes) in PUBLISHED {
        let entry = suite.iter().find(|entry| entry.fen == fen).expect(fen);
        assert!(entry.counts.contains(&(depth, nodes)), "{fen} at depth {depth}");
    }
}

#[test]
fn the_chess960_suite_holds_all_starts_and_a_hundred_games() {
    let suite = Suite::Chess960.load().unwrap();
    assert!(suite.len() >= 1060, "only {} positions", suite.len());
    for (number, entry) in (0..960).zip(&suite) {
        let start = board::Position::chess960(number, number).unwrap();
        assert_eq!(entry.fen, start.to_shredder_fen());
        assert_eq!(entry.counts.last().map(|(depth, _)| *depth), Some(5));
    }
    // Orthodox chess is number 518.
    assert!(suite[518].counts.contains(&(5, 4_865_609)));
}
