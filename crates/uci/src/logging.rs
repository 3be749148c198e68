//! Diagnostics: to standard error or a file, never to standard output, and off unless asked for.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;
use tracing_subscriber::EnvFilter;

/// The variable that holds the filter, such as `info` or `bartizan_uci=debug`.
const FILTER_VARIABLE: &str = "BARTIZAN_LOG";

/// The variable that names the file, where the command line does not.
const FILE_VARIABLE: &str = "BARTIZAN_LOG_FILE";

/// Starts logging where it is asked for: by a filter in `BARTIZAN_LOG`, or by a file (given here
/// or in `BARTIZAN_LOG_FILE`), which without a filter gets everything down to the protocol lines.
///
/// # Errors
/// When the filter cannot be read or the file not be opened, as a text for people. Nothing is
/// logged then.
pub fn init(file: Option<&Path>) -> Result<(), String> {
    let filter = std::env::var(FILTER_VARIABLE).ok().filter(|text| !text.is_empty());
    let from_environment = std::env::var_os(FILE_VARIABLE).filter(|name| !name.is_empty());
    let file = file.or(from_environment.as_ref().map(Path::new));
    if filter.is_none() && file.is_none() {
        return Ok(());
    }
    let filter = EnvFilter::try_new(filter.as_deref().unwrap_or("debug"))
        .map_err(|error| format!("{FILTER_VARIABLE}: {error}"))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false);
    let started = match file {
        None => builder.with_writer(std::io::stderr).try_init(),
        Some(path) => {
            let log = OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|error| format!("log file {}: {error}", path.display()))?;
            builder.with_writer(Mutex::new(log)).try_init()
        }
    };
    started.map_err(|error| error.to_string())
}
