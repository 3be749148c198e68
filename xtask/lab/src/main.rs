//! The commands of `cargo xtask` that measure engines.

fn main() -> std::process::ExitCode {
    lab::main()
}
