//! What is in an archive beside the binary: documentation, licences, manual pages, completions.

use super::archive::{File, Files};
use super::trial::output;
use anyhow::{Context, Result, ensure};
use games::revision::git;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use xtask::metadata::{Metadata, Package};
use xtask::workspace;

/// What a binary contains, and with it the licence under which it may be passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Everything: with the reader of Syzygy tables, under the GPL.
    Full,
    /// Under the licences of the source.
    Permissive,
}

impl Variant {
    /// The licence of the binary, in SPDX's terms.
    pub fn licence(self) -> &'static str {
        match self {
            Self::Full => "GPL-3.0-or-later",
            Self::Permissive => "MIT OR Apache-2.0",
        }
    }

    /// What cargo is told.
    pub fn features(self) -> &'static [&'static str] {
        match self {
            Self::Full => &[],
            Self::Permissive => &["--no-default-features", "--features", "explain"],
        }
    }

    /// What names of files have behind that of the target.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Full => "",
            Self::Permissive => "-permissive",
        }
    }
}

/// Commands that have a manual page of their own.
const COMMANDS: [&str; 11] = [
    "analyse",
    "bench",
    "d",
    "epd",
    "eval",
    "explain",
    "export_net",
    "order",
    "perft",
    "play",
    "stats",
];
/// Shells with the names of their completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "bartizan.bash"),
    ("elvish", "bartizan.elv"),
    ("fish", "bartizan.fish"),
    ("powershell", "_bartizan.ps1"),
    ("zsh", "_bartizan"),
];
/// Beginnings of the names of files with licences.
const LICENCE_FILES: [&str; 6] =
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The files of the source tree: texts at its root and the book.
pub fn documents() -> Result<Files> {
    let root = workspace::root();
    let listed = git(&["ls-files", "README.md", "CHANGELOG.md", "LICENSE-*", "docs/src"])?;
    // The page in the browser needs its engine, which is not here.
    let names = listed.lines().filter(|name| !name.starts_with("docs/src/web/"));
    let read = |name: &str| fs::read(root.join(name)).with_context(|| name.to_owned());
    names.map(|name| Ok((name.to_owned(), File::plain(read(name)?)))).collect()
}

/// Manual pages and completions, from an engine that runs here.
pub fn pages(runner: &[OsString], binary: &Path) -> Result<Files> {
    let mut files = Files::new();
    let page = |words: &[&str]| Ok::<_, anyhow::Error>(File::plain(output(runner, binary, words)?));
    files.insert("man/bartizan.1".to_owned(), page(&["man"])?);
    for command in COMMANDS {
        files.insert(format!("man/bartizan-{command}.1"), page(&["man", command])?);
    }
    for (shell, name) in SHELLS {
        files.insert(format!("completions/{name}"), page(&["completions", shell])?);
    }
    Ok(files)
}

/// The licence of a binary: that of Bartizan, those of what is linked, and where the source is.
pub fn licences(variant: Variant, version: &str, commit: &str) -> Result<Files> {
    let metadata = Metadata::load()?;
    let packages = linked(&metadata, variant)?;
    let gpl: Vec<String> =
        packages.iter().filter(|package| is_gpl(package)).map(|package| title(package)).collect();
    let others = ("THIRD-PARTY-LICENSES".to_owned(), File::plain(third_party(&packages)?));
    let own = "is under the MIT licence or the Apache licence 2.0, at your choice:\n\
               LICENSE-MIT and LICENSE-APACHE.";
    let is_permissive = variant == Variant::Permissive;
    ensure!(gpl.is_empty() == is_permissive, "{variant:?} with packages under the GPL: {gpl:?}");
    if is_permissive {
        let notice = format!(
            "Bartizan {own}\n\n\
             It contains the packages that THIRD-PARTY-LICENSES lists with their licences. It comes without\n\
             any warranty.\n\n\
             Its source is Bartizan {version}, commit {commit}.\n"
        );
        return Ok([("LICENSE.txt".to_owned(), File::plain(notice)), others].into());
    }
    let notice = format!(
        "The source of Bartizan {own}\n\n\
         This binary also contains packages under the GNU General Public License, version 3 or later:\n\
         {}. The binary as a whole may therefore only be passed on under that\n\
         licence: COPYING-GPL-3. It comes without any warranty.\n\n\
         Its source is Bartizan {version}, commit {commit}, in bartizan-{version}-source.tar.gz, which is\n\
         published beside this archive, and the packages that THIRD-PARTY-LICENSES lists, in the versions\n\
         named there, which crates.io has. The README in the source says how to build it.\n",
        gpl.join(", ")
    );
    Ok([
        ("LICENSE.txt".to_owned(), File::plain(notice)),
        ("COPYING-GPL-3".to_owned(), File::plain(include_str!("GPL-3.0.txt"))),
        others,
    ]
    .into())
}

fn title(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

/// Whether a package is under the GPL. One with a choice between that and another licence is not.
fn is_gpl(package: &Package) -> bool {
    let licence = package.license.as_deref().unwrap_or_default();
    licence.contains("GPL") && !licence.contains(" OR ")
}

/// The packages of the registry that a binary on any system may link, by name.
fn linked(metadata: &Metadata, variant: Variant) -> Result<Vec<&Package>> {
    let output = workspace::cargo()
        .args(["tree", "--package", "bartizan", "--edges", "normal", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(variant.features())
        .current_dir(workspace::root())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8_lossy(&output.stdout).replace(" v", " ");
    let titles: BTreeSet<Vec<&str>> =
        tree.lines().map(|line| line.split(' ').take(2).collect()).collect();
    let members: Vec<&str> = metadata.members().map(|package| package.id.as_str()).collect();
    let is_linked = |package: &&Package| {
        titles.contains(&vec![&*package.name, &*package.version])
            && !members.contains(&&*package.id)
    };
    let mut found: Vec<&Package> = metadata.packages.iter().filter(is_linked).collect();
    found.sort_by_key(|package| title(package));
    Ok(found)
}

/// A list of packages, and each text of a licence once, with the packages that have it.
fn third_party(packages: &[&Package]) -> Result<String> {
    let mut list = String::from("Packages that Bartizan contains, with their licences:\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let licence = package.license.as_deref().unwrap_or("see below");
        list += &format!("{}: {licence}\n", title(package));
        let folder =
            Path::new(&package.manifest_path).parent().context("a manifest in no folder")?;
        for file in fs::read_dir(folder)? {
            let file = file?;
            let name = file.file_name().to_string_lossy().to_uppercase();
            if LICENCE_FILES.iter().any(|start| name.starts_with(start)) && file.path().is_file() {
                let text = String::from_utf8_lossy(&fs::read(file.path())?).replace("\r\n", "\n");
                texts.entry(text.trim().to_owned()).or_default().push(title(package));
            }
        }
    }
    for (text, mut owners) in texts {
        owners.sort();
        owners.dedup();
        list += &format!("\n{}\n{}:\n\n{text}\n", "-".repeat(80), owners.join(", "));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notice_names_every_linked_package_under_the_gpl() {
        let files = licences(Variant::Full, "1.2.3", "abc").unwrap();
        let text = |name: &str| String::from_utf8(files[name].content.clone()).unwrap();
        let notice = text("LICENSE.txt");
        for part in ["shakmaty ", "shakmaty-syzygy ", "1.2.3, commit abc", "COPYING-GPL-3"] {
            assert!(notice.contains(part), "{part}: {notice}");
        }
        let others = text("THIRD-PARTY-LICENSES");
        assert!(others.contains("\narrayvec ") && others.contains("Permission is hereby granted"));
        // A package of tests only.
        assert!(!others.contains("\ncozy-chess "), "{others}");
        assert!(text("COPYING-GPL-3").contains("Version 3, 29 June 2007"));
    }

    #[test]
    fn the_permissive_variant_links_nothing_under_the_gpl() {
        let files = licences(Variant::Permissive, "1.2.3", "abc").unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["LICENSE.txt", "THIRD-PARTY-LICENSES"]);
        for file in files.values() {
            let text = String::from_utf8_lossy(&file.content);
            assert!(!text.contains("shakmaty") && !text.contains(": GPL"), "{text}");
        }
    }

    #[test]
    fn documents_are_those_of_the_source_tree() {
        let files = documents().unwrap();
        for name in
            ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/src/use.md"]
        {
            assert!(files.contains_key(name), "{name}");
        }
        assert!(!files.keys().any(|name| name.starts_with("docs/src/web/")));
    }
}
