//! How much memory the machine has to give. Where the system promises more than it has, an
//! allocation succeeds and the process is killed when it uses it: better to ask before.

/// Memory that can be had without pushing others out, in MiB; `None` where the system does not
/// say in the way this file knows (`/proc/meminfo`).
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
