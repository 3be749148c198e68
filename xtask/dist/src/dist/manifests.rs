//! Manifests of package managers, from the templates in `manifests`: with version, addresses and checksums.

use super::VERSION;
use anyhow::{Context, Result, bail, ensure};
use games::output::{make_folder, write_file};
use std::fs;
use std::path::Path;
use xtask::nodes;

const TEMPLATES: [(&str, &str); 7] = [
    ("bartizan.rb", include_str!("../../manifests/bartizan.rb")),
    ("PKGBUILD", include_str!("../../manifests/PKGBUILD")),
    ("flatpak.yml", include_str!("../../manifests/flatpak.yml")),
    ("Dockerfile", include_str!("../../manifests/Dockerfile")),
    (
        "winget/Bartizan.Bartizan.yaml",
        include_str!("../../manifests/winget/Bartizan.Bartizan.yaml"),
    ),
    (
        "winget/Bartizan.Bartizan.installer.yaml",
        include_str!("../../manifests/winget/Bartizan.Bartizan.installer.yaml"),
    ),
    (
        "winget/Bartizan.Bartizan.locale.en-US.yaml",
        include_str!("../../manifests/winget/Bartizan.Bartizan.locale.en-US.yaml"),
    ),
];

/// Writes the manifests into the folder `manifests` of `out`, whose `SHA256SUMS` names the archives. `repository` is the
/// address of the project, below which GitHub has the releases.
pub fn write(out: &Path, repository: &str) -> Result<()> {
    let sums = fs::read_to_string(out.join("SHA256SUMS")).context("SHA256SUMS")?;
    let bench = nodes::snapshot_total()?;
    for (name, template) in TEMPLATES {
        let text = fill(template, repository, &sums, bench).with_context(|| name.to_owned())?;
        let path = out.join("manifests").join(name);
        make_folder(path.parent().context("a file in no folder")?)?;
        write_file(&path, text.as_bytes())?;
    }
    Ok(())
}

/// A template with what stands for its `{{…}}`.
fn fill(template: &str, repository: &str, sums: &str, bench: u64) -> Result<String> {
    let repository = repository.trim_end_matches('/');
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").context("`{{` without `}}`")?;
        text += &match name.split_once(':').unwrap_or((name, "")) {
            ("version", "") => VERSION.to_owned(),
            ("repository", "") => repository.to_owned(),
            ("download", "") => format!("{repository}/releases/download/v{VERSION}"),
            ("bench", "") => bench.to_string(),
            ("owner", "") => {
                repository.rsplit('/').nth(1).context("no owner in the address")?.to_lowercase()
            }
            ("sha256", ending) => {
                let archive = format!("  bartizan-{VERSION}-{ending}");
                let sum = sums.lines().find_map(|line| line.strip_suffix(&archive));
                sum.with_context(|| format!("SHA256SUMS has no{archive}"))?.to_owned()
            }
            _ => bail!("`{name}` stands for nothing"),
        };
        text += rest;
    }
    ensure!(!text.contains("}}"), "`}}}}` without `{{{{`");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::contents::Variant;
    use crate::dist::target::TARGETS;

    #[test]
    fn templates_name_archives_that_are_made() {
        let archives =
            TARGETS.each_ref().map(|target| crate::dist::archive_name(target, Variant::Full));
        let sum = |index: usize| index.to_string().repeat(64);
        let lines = archives.iter().enumerate().map(|(at, name)| format!("{}  {name}\n", sum(at)));
        let sums: String = lines.collect();
        for (name, template) in TEMPLATES {
            let text = fill(template, "https://github.com/Owner/bartizan/", &sums, 5).expect(name);
            let whole = text.replace("$pkgver", VERSION);
            let named = whole.split(['"', '/', ' ', '\n', '\\']).filter(|word| {
                word.starts_with("bartizan-") && (word.ends_with(".gz") || word.ends_with(".zip"))
            });
            for archive in named {
                assert!(archives.iter().any(|made| made == archive), "{name}: {archive}");
            }
            assert!(!text.contains("github.com/Owner/bartizan//"), "{name}");
            assert!(text.contains(VERSION), "{name}");
        }
        let brew = fill(TEMPLATES[0].1, "https://x/y/z", &sums, 5).unwrap();
        for (at, target) in TARGETS.iter().enumerate().filter(|(_, target)| !target.is_windows()) {
            let part = format!("{}.tar.gz\"\n      sha256 \"{}\"", target.name, sum(at));
            assert!(brew.contains(&part), "{part}: {brew}");
        }
        assert!(brew.contains("5 nodes"));
    }

    #[test]
    fn what_stands_for_nothing_is_an_error() {
        for (template, expected) in [
            ("{{licence}}", "`licence` stands for nothing"),
            ("{{sha256:linux.zip}}", "SHA256SUMS has no"),
            ("{{version", "without"),
            ("version}}", "without"),
        ] {
            let error = fill(template, "https://x/y/z", "", 5).expect_err(template).to_string();
            assert!(error.contains(expected), "{template}: {error}");
        }
    }
}
