//! Free memory of the machine. On a system that overcommits memory, a too large allocation succeeds
//! and the process is killed when it writes to it, so the size is checked before.

use searcher::{Options, STACK_SIZE};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// Memory that the tables of a search thread take with the default ordering, in MiB, rounded up.
const THREAD_MIB: usize = 4;
/// Address space that is left to everything else, in MiB.
const RESERVE_MIB: usize = 32;

/// The folder of the control groups (cgroup v2); in a container that of its own group.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";

/// Memory in MiB that can be had: `MemAvailable` of `/proc/meminfo`, but not more than the control
/// group and those that it belongs to have left. `None` on systems without the former.
#[must_use]
pub fn available_mib() -> Option<usize> {
    let available = kib(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? / 1024;
    let own_group = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let left = control_group_folders(&own_group)
        .iter()
        .filter_map(|folder| {
            let read = |file| read_to_string(folder.join(file)).unwrap_or_default();
            control_group_left(&read("memory.max"), &read("memory.current"), &read("memory.stat"))
        })
        .min();
    Some(left.map_or(available, |left| left.min(available)))
}

/// Whether table and threads can have the sizes of `wanted` instead of those of `before`: whether there is
/// memory for them, and address space where that is limited (`ulimit -v`, `ulimit -d`).
#[must_use]
pub fn has_room(before: &Options, wanted: &Options) -> bool {
    let resident = |options: &Options| options.hash_mib + THREAD_MIB * options.threads;
    if resident(wanted) > resident(before) {
        // The memory of the old table is freed before the new one is filled. Options that wait for the
        // end of a search have no table yet.
        let own = own_mib().min(resident(before));
        if available_mib().is_some_and(|available| resident(wanted) > available + own) {
            return false;
        }
    }
    let mapped = mapped_mib(wanted).saturating_sub(mapped_mib(before));
    mapped == 0 || mappable_mib().is_none_or(|left| mapped <= left)
}

/// Address space of table and threads, in MiB.
fn mapped_mib(options: &Options) -> usize {
    options.hash_mib + options.threads * (THREAD_MIB + (STACK_SIZE >> 20))
}

/// What the limits of the process leave of its address space, in MiB; `None` without a limit.
fn mappable_mib() -> Option<usize> {
    let read = |file| read_to_string(Path::new("/proc/self").join(file)).unwrap_or_default();
    limits_left(&read("limits"), &read("status"))
}

fn limits_left(limits: &str, status: &str) -> Option<usize> {
    let left = |(limit, used): (&str, &str)| {
        let row = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let bytes: usize = row.split_whitespace().next()?.parse().ok()?;
        Some((bytes >> 20).saturating_sub(kib(status, used)? / 1024 + RESERVE_MIB))
    };
    let limits = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];
    limits.into_iter().filter_map(left).min()
}

/// The folders of a control group and of those that it belongs to, by the text of `/proc/self/cgroup`.
fn control_group_folders(text: &str) -> Vec<PathBuf> {
    let own = text.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let folder = Path::new(CONTROL_GROUPS).join(own);
    let groups = folder.ancestors().take_while(|group| group.starts_with(CONTROL_GROUPS));
    groups.map(Path::to_owned).collect()
}

/// Memory in MiB that this process has for itself, without pages of files; 0 where it is not known.
fn own_mib() -> usize {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    kib(&status, "RssAnon:").unwrap_or(0) / 1024
}

/// The number after `name` in a line like `MemFree: 12 kB`.
fn kib(text: &str, name: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// What is left of a control group's memory, in MiB; `None` without a limit. Pages of files count as
/// used, but the system gives them up when they are needed.
fn control_group_left(max: &str, current: &str, statistics: &str) -> Option<usize> {
    let max: usize = max.trim().parse().ok()?;
    let current: usize = current.trim().parse().ok()?;
    let file_pages: usize = ["inactive_file ", "active_file "]
        .iter()
        .filter_map(|name| statistics.lines().find_map(|line| line.strip_prefix(name)))
        .filter_map(|bytes| bytes.trim().parse::<usize>().ok())
        .sum();
    Some(max.saturating_sub(current.saturating_sub(file_pages)) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_process_are_parsed() {
        let status = "VmSize:\t  262144 kB\nVmData:\t  131072 kB\n";
        let data = "Max data size             unlimited            unlimited            bytes\n";
        let space = "Max address space         1073741824           unlimited            bytes\n";
        for (limits, expected) in [
            (format!("{data}{space}"), Some(1024 - 256 - RESERVE_MIB)),
            (data.replacen("unlimited", "268435456", 1), Some(256 - 128 - RESERVE_MIB)),
            (data.replacen("unlimited", "1048576", 1), Some(0)),
            (data.to_owned(), None),
            (data.replacen("unlimited", "much", 1), None),
        ] {
            assert_eq!(limits_left(&limits, status), expected, "{limits}");
        }
    }

    #[test]
    fn control_groups_are_found() {
        let root = "/sys/fs/cgroup";
        let nested = ["/sys/fs/cgroup/bots/chess", "/sys/fs/cgroup/bots", root];
        for (text, expected) in [
            ("", &[root][..]),
            ("0::/\n", &[root]),
            ("1:name=systemd:/x\n0::/bots/chess\n", &nested),
        ] {
            let expected: Vec<&Path> = expected.iter().map(Path::new).collect();
            assert_eq!(control_group_folders(text), expected);
        }
    }

    #[test]
    fn limits_of_control_groups_are_parsed() {
        let statistics = "anon 1\ninactive_file 104857600\nactive_file 209715200\nslab 9\n";
        for (max, current, statistics, expected) in [
            ("1073741824\n", "536870912\n", "", Some(512)),
            ("1048576", "9999999", "", Some(0)),
            ("max\n", "536870912\n", "", None),
            ("", "", "", None),
            ("1073741824", "1073741824", statistics, Some(300)),
        ] {
            assert_eq!(control_group_left(max, current, statistics), expected, "{max} {current}");
        }
    }
}
