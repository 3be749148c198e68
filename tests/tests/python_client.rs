//! A real client drives the binary: python-chess. Skipped, by name, where it is not installed.

use std::path::Path;
use std::process::{Command, Stdio};

use testkit::data;

/// The interpreter: `$PYTHON`, else `python3`.
fn python() -> std::ffi::OsString {
    std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into())
}

#[test]
fn python_chess() {
    let import =
        Command::new(python()).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    if !import.is_ok_and(|status| status.success()) {
        return data::report_skipped("python_chess", "python-chess");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/client.py");
    let output = Command::new(python())
        .arg(script)
        .arg(bartizan_tests::binary())
        .output()
        .expect("python runs");
    let (said, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "python-chess objects after:\n{said}\n{error}");
}
