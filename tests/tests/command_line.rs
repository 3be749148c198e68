//! The binary's own commands: `analyse`, `bench`, and what it says to a wrong command line.

use bartizan_tests::run;

#[test]
fn bench_is_reproducible() {
    let last = |text: &str| text.lines().last().unwrap_or_default().to_string();
    let runs: Vec<String> = (0..2)
        .map(|_| {
            let (success, output, _) = run(&["bench", "4"]);
            assert!(success);
            let line = last(&output);
            let words: Vec<&str> = line.split(' ').collect();
            let [nodes, "nodes", nps, "nps"] = words[..] else {
                panic!("the last line is {line:?}")
            };
            assert!(nps.parse::<u64>().is_ok(), "{line}");
            nodes.to_string()
        })
        .collect();
    assert_eq!(runs[0], runs[1], "nodes of two runs");
    assert!(runs[0].parse::<u64>().is_ok_and(|nodes| nodes > 1000), "{runs:?}");
}

#[test]
fn analyse_shows_a_move() {
    let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let (success, output, _) = run(&["analyse", mate, "--depth", "8"]);
    assert!(success, "{output}");
    let last = output.lines().last().unwrap_or_default();
    assert!(last.contains("f6a6") && last.contains("Ra6"), "UCI and SAN in {last:?}");
    let (success, output, _) = run(&["analyse", "--movetime", "50"]);
    assert!(success && output.contains("Best move: "), "{output}");
    let (success, output, _) = run(&["analyse", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "--depth", "2"]);
    assert!(success && output.contains("checkmate"), "{output}");
}

#[test]
fn mistakes_are_explained_on_standard_error() {
    for arguments in [
        &["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["analyse", "--depth", "0"],
        &["analyse", "--depth", "many"],
        &["bench", "deep"],
        &["explain"],
        &["explain", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["explain", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke3"],
        &["explain", "startpos", "pawn"],
        &["explain", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"],
        &["explain", "startpos", "--depth", "0"],
        &["castle"],
        &["--no-such-option"],
    ] {
        let (success, output, error) = run(arguments);
        assert!(!success, "{arguments:?} succeeded");
        assert!(output.is_empty() && !error.is_empty(), "{arguments:?}: {output:?} {error:?}");
    }
    let (success, output, _) = run(&["--help"]);
    assert!(success && output.contains("analyse") && output.contains("bench"));
    assert!(run(&["--version"]).0);
}
