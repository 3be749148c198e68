//! The declarations of all UCI options.

#![cfg_attr(target_family = "wasm", allow(unused_imports, reason = "of options that need files"))]

use super::OptionType::{Button, Check, Combo, Spin, Text};
use super::{EMPTY, UciOption};
use crate::strength::Strength;
use eval::nnue::Network;
use notation::book::Book;
use std::sync::Arc;
use std::time::Duration;

/// Largest `Hash`, in MiB: one tebibyte, in a browser one gibibyte.
const MAX_HASH_MIB: i64 = if cfg!(target_family = "wasm") { 1 << 10 } else { 1 << 20 };
const DEFAULT_ELO: i64 = Strength::DEFAULT_ELO as i64;
const MIN_ELO: i64 = *Strength::ELO_RANGE.start() as i64;
const MAX_ELO: i64 = *Strength::ELO_RANGE.end() as i64;
/// The greatest number that every GUI can set.
const MAX_SEED: i64 = i32::MAX as i64;
/// `UCI_EngineAbout`.
const ABOUT: &str = if cfg!(feature = "syzygy") {
    concat!(
        "Bartizan ",
        env!("CARGO_PKG_VERSION"),
        ", by the Bartizan authors; with the reader of Syzygy tables under the GPL 3 or later"
    )
} else {
    concat!("Bartizan ", env!("CARGO_PKG_VERSION"), ", by the Bartizan authors; MIT or Apache-2.0")
};

/// All options, in the order in which `uci` lists them. In a browser there are no threads and no files.
pub const UCI_OPTIONS: &[UciOption] = &[
    UciOption(
        "Hash",
        Spin(16, 1, MAX_HASH_MIB, |s, mib| {
            s.search.hash_mib = mib as usize;
            s.sizes_set[0] += 1;
        }),
    ),
    #[cfg(not(target_family = "wasm"))]
    UciOption(
        "Threads",
        Spin(1, 1, 1024, |s, threads| {
            s.search.threads = threads as usize;
            s.sizes_set[1] += 1;
        }),
    ),
    UciOption("Clear Hash", Button),
    UciOption(
        "Move Overhead",
        Spin(10, 0, 5000, |s, milliseconds| {
            s.search.move_overhead = Duration::from_millis(milliseconds);
        }),
    ),
    UciOption("MultiPV", Spin(1, 1, 256, |s, lines| s.search.multi_pv = lines as usize)),
    // The engine ponders when it is told to, however this is set.
    UciOption("Ponder", Check(false, |_, _| ())),
    UciOption("UCI_Chess960", Check(false, |s, on| s.chess960 = on)),
    UciOption("UCI_AnalyseMode", Check(false, |s, on| s.analyse_mode = on)),
    UciOption("UCI_LimitStrength", Check(false, |s, on| s.limit_strength = on)),
    UciOption("UCI_Elo", Spin(DEFAULT_ELO, MIN_ELO, MAX_ELO, |s, elo| s.elo = Some(elo as u32))),
    UciOption("Seed", Spin(0, 0, MAX_SEED, |s, seed| s.seed = seed)),
    // The GUI shows it and does not set it.
    UciOption("UCI_EngineAbout", Text(ABOUT, |_, _| Ok(()))),
    UciOption("UCI_ShowWDL", Check(false, |s, on| s.show_wdl = on)),
    UciOption("Search", Combo(search::DEFAULT, search::NAMES, |s, name| s.config.search = name)),
    UciOption(
        "Evaluation",
        Combo(eval::DEFAULT, eval::NAMES, |s, name| s.config.evaluation = name),
    ),
    #[cfg(not(target_family = "wasm"))]
    UciOption(
        "EvalFile",
        Text(EMPTY, |s, path| {
            let load = || Network::load(path.as_ref()).map_err(|error| error.to_string());
            let network = if path.is_empty() { None } else { Some(load()?) };
            // The network in use is kept where the file has no other.
            if s.config.network.as_deref() != network.as_ref() {
                s.config.network = network.map(Arc::new);
            }
            Ok(())
        }),
    ),
    UciOption(
        "Ordering",
        Combo(ordering::DEFAULT, &ordering::NAMES, |s, name| s.config.ordering = name),
    ),
    UciOption("Statistics", Check(false, |s, on| s.config.statistics = on)),
    #[cfg(not(target_family = "wasm"))]
    UciOption("OwnBook", Check(false, |s, on| s.own_book = on)),
    #[cfg(not(target_family = "wasm"))]
    UciOption(
        "BookFile",
        Text(EMPTY, |s, path| {
            let open = || Book::open(path).map_err(|error| error.to_string());
            s.book = if path.is_empty() { None } else { Some(open()?) };
            Ok(())
        }),
    ),
    #[cfg(not(target_family = "wasm"))]
    UciOption(
        "Debug Log File",
        Text(EMPTY, |s, path| {
            path.clone_into(&mut s.log_file);
            Ok(())
        }),
    ),
    #[cfg(feature = "syzygy")]
    UciOption(
        "SyzygyPath",
        Text(EMPTY, |s, path| {
            path.clone_into(&mut s.syzygy_path);
            Ok(())
        }),
    ),
    #[cfg(feature = "syzygy")]
    UciOption(
        "SyzygyProbeDepth",
        Spin(1, 1, 100, |s, depth| {
            s.search.tablebase.probe_depth = depth as i32;
        }),
    ),
    #[cfg(feature = "syzygy")]
    UciOption(
        "SyzygyProbeLimit",
        Spin(7, 0, 7, |s, limit| {
            s.search.tablebase.probe_limit = limit as u32;
        }),
    ),
    #[cfg(feature = "syzygy")]
    UciOption("Syzygy50MoveRule", Check(true, |s, on| s.search.tablebase.fifty_move_rule = on)),
];
