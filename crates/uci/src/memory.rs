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
    let left = control_group_left(&group("memory.max"), &group("memory.current"));
    Some(left.map_or(available, |left| left.min(available)))
}

fn parse_meminfo(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

/// What is left of a control group's memory, in MiB; `None` without a limit.
fn control_group_left(max: &str, current: &str) -> Option<usize> {
    let max: usize = max.trim().parse().ok()?;
    let current: usize = current.trim().parse().ok()?;
    Some(max.saturating_sub(current) >> 20)
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
        assert_eq!(control_group_left("1073741824\n", "536870912\n"), Some(512));
        assert_eq!(control_group_left("1048576", "9999999"), Some(0));
        assert_eq!(control_group_left("max\n", "536870912\n"), None);
        assert_eq!(control_group_left("", ""), None);
    }
}
