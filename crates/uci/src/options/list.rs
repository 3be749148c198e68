//! The declarations of all UCI options.

use super::{OptionEffect, OptionType, Settings, UciOption};
use crate::strength::Strength;
use eval::nnue::Network;
use notation::book::Book;
use std::sync::Arc;
use std::time::Duration;

/// Largest `Hash`, in MiB: one tebibyte.
const MAX_HASH_MIB: i64 = 1 << 20;
const MIN_ELO: i64 = *Strength::ELO_RANGE.start() as i64;
const MAX_ELO: i64 = *Strength::ELO_RANGE.end() as i64;
/// The default of a string option that stands for no text.
const EMPTY: &str = "<empty>";
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

const fn check(name: &'static str, default: bool, set: fn(&mut Settings, bool)) -> UciOption {
    UciOption { name, kind: OptionType::Check { default, set } }
}

/// `range` is the least and the greatest value; the least is not negative.
const fn spin(
    name: &'static str,
    default: i64,
    range: (i64, i64),
    set: fn(&mut Settings, u64),
) -> UciOption {
    UciOption { name, kind: OptionType::Spin { default, min: range.0, max: range.1, set } }
}

const fn string(
    name: &'static str,
    default: &'static str,
    set: fn(&mut Settings, &str) -> Result<(), String>,
) -> UciOption {
    UciOption { name, kind: OptionType::String { default, effect: OptionEffect::Configure, set } }
}

const fn combo(
    name: &'static str,
    default: &'static str,
    choices: &'static [&'static str],
    set: fn(&mut Settings, &'static str),
) -> UciOption {
    UciOption { name, kind: OptionType::Combo { default, choices, set } }
}

/// All options, in the order in which `uci` lists them.
pub const UCI_OPTIONS: &[UciOption] = &[
    spin("Hash", 16, (1, MAX_HASH_MIB), |s, mib| {
        s.search.hash_mib = mib as usize;
        s.sizes_set[0] += 1;
    }),
    spin("Threads", 1, (1, 1024), |s, threads| {
        s.search.threads = threads as usize;
        s.sizes_set[1] += 1;
    }),
    UciOption { name: "Clear Hash", kind: OptionType::Button(OptionEffect::ClearHash) },
    spin("Move Overhead", 10, (0, 5000), |s, milliseconds| {
        s.search.move_overhead = Duration::from_millis(milliseconds);
    }),
    spin("MultiPV", 1, (1, 256), |s, lines| s.search.multi_pv = lines as usize),
    check("Ponder", false, |s, on| s.ponder = on),
    check("UCI_Chess960", false, |s, on| s.chess960 = on),
    check("UCI_AnalyseMode", false, |s, on| s.analyse_mode = on),
    check("UCI_LimitStrength", false, |s, on| s.limit_strength = on),
    spin("UCI_Elo", MIN_ELO, (MIN_ELO, MAX_ELO), |s, elo| s.elo = elo as u32),
    // The GUI shows it and does not set it.
    string("UCI_EngineAbout", ABOUT, |_, _| Ok(())),
    check("UCI_ShowWDL", false, |s, on| s.show_wdl = on),
    combo("Search", search::DEFAULT, search::NAMES, |s, name| s.config.search = name),
    combo("Evaluation", eval::DEFAULT, eval::NAMES, |s, name| s.config.evaluation = name),
    string("EvalFile", EMPTY, |s, path| {
        let load = || Network::load(path.as_ref()).map_err(|error| error.to_string());
        let network = if path.is_empty() { None } else { Some(load()?) };
        // The network in use is kept where the file has no other.
        if s.config.network.as_deref() != network.as_ref() {
            s.config.network = network.map(Arc::new);
        }
        Ok(())
    }),
    combo("Ordering", ordering::DEFAULT, &ordering::NAMES, |s, name| s.config.ordering = name),
    check("Statistics", false, |s, on| s.config.statistics = on),
    check("OwnBook", false, |s, on| s.own_book = on),
    string("BookFile", EMPTY, |s, path| {
        let open = || Book::open(path.as_ref()).map_err(|error| error.to_string());
        s.book = if path.is_empty() { None } else { Some(open()?) };
        Ok(())
    }),
    UciOption {
        name: "Debug Log File",
        kind: OptionType::String {
            default: EMPTY,
            effect: OptionEffect::OpenLog,
            set: |s, path| {
                path.clone_into(&mut s.log_file);
                Ok(())
            },
        },
    },
    #[cfg(feature = "syzygy")]
    string("SyzygyPath", EMPTY, |s, path| {
        path.clone_into(&mut s.syzygy_path);
        Ok(())
    }),
    #[cfg(feature = "syzygy")]
    spin("SyzygyProbeDepth", 1, (1, 100), |s, depth| {
        s.search.tablebase.probe_depth = depth as i32;
    }),
    #[cfg(feature = "syzygy")]
    spin("SyzygyProbeLimit", 7, (0, 7), |s, limit| {
        s.search.tablebase.probe_limit = limit as u32;
    }),
    #[cfg(feature = "syzygy")]
    check("Syzygy50MoveRule", true, |s, on| s.search.tablebase.fifty_move_rule = on),
];
