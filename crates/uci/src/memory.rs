//! Free memory of the machine. On a system that overcommits memory, a too large allocation succeeds
//! and the process is killed when it writes to it, so the size is checked before.

use std::fs::read_to_string;

/// The folder of the control group that a container's processes are in (cgroup v2).
const CONTROL_GROUP: &str = "/sys/fs/cgroup";

/// Memory in MiB that can be had: `MemAvailable` of `/proc/meminfo`, but not more than the control
/// group has left. `None` on systems without the former.
#[must_use]
pub fn available_mib() -> Option<usize> {
    let available = parse_meminfo(&read_to_string("/proc/meminfo").ok()?)?;
    let group = |file| read_to_string(format!("{CONTROL_GROUP}/{file}")).unwrap_or_default();
    let [max, current, statistics] = ["memory.max", "memory.current", "memory.stat"].map(group);
    let left = control_group_left(&max, &current, &statistics);
    Some(left.map_or(available, |left| left.min(available)))
}

/// Memory in MiB that this process has for itself, without pages of files; 0 where it is not known.
#[must_use]
pub fn own_mib() -> usize {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    kib(&status, "RssAnon:").unwrap_or(0) / 1024
}

fn parse_meminfo(text: &str) -> Option<usize> {
    Some(kib(text, "MemAvailable:")? / 1024)
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
    fn meminfo_is_parsed() {
        let text = "MemTotal:       24684096 kB\nMemAvailable:   24294008 kB\nBuffers: 1 kB\n";
        assert_eq!(parse_meminfo(text), Some(23724));
        assert_eq!(parse_meminfo("MemFree: 12 kB\n"), None);
        assert_eq!(parse_meminfo("MemAvailable: much\n"), None);
    }

    #[test]
    fn limits_of_control_groups_are_parsed() {
        let left = |max, current| control_group_left(max, current, "");
        assert_eq!(left("1073741824\n", "536870912\n"), Some(512));
        assert_eq!(left("1048576", "9999999"), Some(0));
        assert_eq!(left("max\n", "536870912\n"), None);
        assert_eq!(left("", ""), None);
        let statistics = "anon 1\ninactive_file 104857600\nactive_file 209715200\nslab 9\n";
        assert_eq!(control_group_left("1073741824", "1073741824", statistics), Some(300));
    }
}
