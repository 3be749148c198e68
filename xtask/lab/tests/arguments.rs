//! The command line of the laboratory.

use std::process::Command;

/// Counts of zero would be empty or endless runs.
#[test]
fn zero_arguments_are_rejected() {
    for words in ["perft-compare --random 0", "perft-compare --depth 0", "peers --rounds 0"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bartizan-lab"));
        let output = command.args(words.split(' ')).output().expect("a process");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && printed.contains("'0'"), "{words}: {printed}");
    }
}
