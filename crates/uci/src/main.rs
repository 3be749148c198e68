//! The `bartizan` binary: asks whether it fits the processor, then does what the command line says.

use std::process::ExitCode;

fn main() -> ExitCode {
    let missing = bartizan_uci::cpu::missing_features();
    if !missing.is_empty() {
        eprintln!(
            "This build of Bartizan needs a processor with {}. Please take a build for an older one.",
            missing.join(", ")
        );
        return ExitCode::from(2);
    }
    bartizan_uci::cli::main()
}
