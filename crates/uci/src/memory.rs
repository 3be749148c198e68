//! Free memory of the machine. On a system that overcommits memory, a too large allocation succeeds
//! and the process is killed when it writes to it, so the size is checked before.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The folder of the control groups (cgroup v2); in a container that of its own group.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";

/// Memory in MiB that can be had: `MemAvailable` of `/proc/meminfo`, but not more than the control
/// group and those that it belongs to have left. `None` on systems without the former.
#[must_use]
pub fn available_mib() -> Option<usize> {
    let available = parse_meminfo(&read_to_string("/proc/meminfo").ok()?)?;
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

/// The folders of a control group and of those that it belongs to, by the text of `/proc/self/cgroup`.
fn control_group_folders(text: &str) -> Vec<PathBuf> {
    let own = text.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let folder = Path::new(CONTROL_GROUPS).join(own);
    let groups = folder.ancestors().take_while(|group| group.starts_with(CONTROL_GROUPS));
    groups.map(Path::to_owned).collect()
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
        let left = |max, current| control_group_left(max, current, "");
        assert_eq!(left("1073741824\n", "536870912\n"), Some(512));
        assert_eq!(left("1048576", "9999999"), Some(0));
        assert_eq!(left("max\n", "536870912\n"), None);
        assert_eq!(left("", ""), None);
        let statistics = "anon 1\ninactive_file 104857600\nactive_file 209715200\nslab 9\n";
        assert_eq!(control_group_left("1073741824", "1073741824", statistics), Some(300));
    }
}
