//! Diagnostics to standard error or a file. Off by default.

use std::path::Path;
use std::sync::Mutex;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::prelude::*;
use uci::output::open_log;

/// The environment variable with the filter, such as `info` or `bartizan_uci=debug`.
const FILTER_VARIABLE: &str = "BARTIZAN_LOG";

/// The environment variable with the file name. The command line takes precedence.
const FILE_VARIABLE: &str = "BARTIZAN_LOG_FILE";

/// Starts logging if there is a filter in `BARTIZAN_LOG` or a file name in `file` or
/// `BARTIZAN_LOG_FILE`. The default filter is `debug`, which includes all UCI lines.
///
/// # Errors
/// A message when the filter is invalid or the file cannot be opened. Nothing is logged then.
pub fn init(file: Option<&Path>) -> Result<(), String> {
    let filter = std::env::var(FILTER_VARIABLE).ok().filter(|text| !text.is_empty());
    let from_environment = std::env::var_os(FILE_VARIABLE).filter(|name| !name.is_empty());
    let file = file.or(from_environment.as_ref().map(Path::new));
    if filter.is_none() && file.is_none() {
        return Ok(());
    }
    let filter: Targets = filter
        .as_deref()
        .unwrap_or("debug")
        .parse()
        .map_err(|error| format!("{FILTER_VARIABLE}: {error}"))?;
    let writer = match file {
        None => BoxMakeWriter::new(std::io::stderr),
        Some(path) => {
            let log = open_log(path);
            let log = log.map_err(|error| format!("log file {}: {error}", path.display()))?;
            BoxMakeWriter::new(Mutex::new(log))
        }
    };
    let layer = fmt::layer().with_ansi(false).with_writer(writer);
    // A log that cannot be written would be reported by `eprintln!`, which can panic.
    let layer = layer.log_internal_errors(false).with_filter(filter);
    tracing_subscriber::registry().with(layer).try_init().map_err(|error| error.to_string())
}
