//! The `bartizan` binary: checks the CPU and runs the build for it, then runs the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    let missing = bartizan::cpu::missing_features();
    if !missing.is_empty() {
        bartizan::progress::note(&format!(
            "This build of Bartizan needs a processor with {}. Use a build for an older processor.",
            missing.join(", ")
        ));
        return ExitCode::from(2);
    }
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    bartizan::universal::run_fastest();
    bartizan::cli::main()
}
