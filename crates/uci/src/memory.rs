//! Free memory of the machine. On a system that overcommits memory, a too large allocation succeeds
//! and the process is killed when it writes to it, so the size is checked before.

/// `MemAvailable` of `/proc/meminfo` in MiB; `None` on systems without it.
#[must_use]
pub fn available_mib() -> Option<usize> {
    parse_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn parse_meminfo(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
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
}
