//! The parameters of a run: chosen among those that are declared, and written back.

use super::tuner::SpsaParam;
use anyhow::{Context, Result, ensure};
use games::output::write_file;
use ordering::TunableParam;
use std::fs;
use std::path::{Path, PathBuf};

/// The files with declarations, from the root of the workspace.
pub const DECLARATIONS: [&str; 2] =
    ["crates/search/src/params.rs", "crates/ordering/src/params.rs"];

/// Parameters by patterns, separated by commas, in which `*` stands for any text.
pub fn choose(text: &str, declared: &[TunableParam], r_end: f64) -> Result<Vec<SpsaParam>> {
    ensure!(!declared.is_empty(), "no parameters: run this as `cargo xtask spsa`");
    let patterns: Vec<&str> = text.split(',').map(str::trim).collect();
    for pattern in &patterns {
        let known = declared.iter().any(|p| matches(pattern, p.name));
        ensure!(known, "there is no parameter `{pattern}`");
    }
    let chosen = declared.iter().filter(|p| patterns.iter().any(|text| matches(text, p.name)));
    let parameter = |p: &TunableParam| SpsaParam {
        name: p.name.to_owned(),
        start: f64::from(p.default),
        min: f64::from(p.min),
        max: f64::from(p.max),
        c_end: f64::from(p.step),
        r_end,
    };
    Ok(chosen.map(parameter).collect())
}

/// Whether a name fits a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name
            .strip_prefix(start)
            .is_some_and(|name| (0..=name.len()).any(|skipped| matches(rest, &name[skipped..]))),
    }
}

/// Writes values into the declarations below `root`; the files that changed. Nothing is written where a
/// parameter is not declared exactly once.
pub fn write_back(root: &Path, values: &[(&str, i32)]) -> Result<Vec<PathBuf>> {
    let mut declared = vec![0; values.len()];
    let mut changed = Vec::new();
    for file in DECLARATIONS {
        let path = root.join(file);
        let before = fs::read_to_string(&path);
        let before = before.with_context(|| format!("cannot read {}", path.display()))?;
        let lines = before.split_inclusive('\n').map(|line| {
            let found = values.iter().zip(&mut declared).find_map(|(&(name, value), declared)| {
                let line = with_default(line, name, value)?;
                *declared += 1;
                Some(line)
            });
            found.unwrap_or_else(|| line.to_owned())
        });
        let text: String = lines.collect();
        if text != before {
            changed.push((path, text));
        }
    }
    for ((name, _), declared) in values.iter().zip(declared) {
        ensure!(declared == 1, "{name} is declared {declared} times");
    }
    for (path, text) in &changed {
        write_file(path, text.as_bytes())?;
    }
    Ok(changed.into_iter().map(|(path, _)| path).collect())
}

/// The line `name = DEFAULT, MIN..=MAX, step STEP;` with another default; `None` for other lines.
fn with_default(line: &str, name: &str, value: i32) -> Option<String> {
    let (head, rest) = line.split_once(" = ").filter(|(head, _)| head.trim_start() == name)?;
    let (_, after) = rest.split_once(',')?;
    let is_declaration = after.contains("..=") && after.contains(" step ");
    is_declaration.then(|| format!("{head} = {},{after}", literal(value)))
}

/// A number as the declarations have it: from five digits on in groups.
fn literal(value: i32) -> String {
    if value.abs() < 10_000 {
        return value.to_string();
    }
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", bartizan::table::thousands(value.unsigned_abs().into()).replace(',', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ordering::params::OrderingParams;
    use search::SearchParams;
    use xtask::workspace;

    const DECLARED: [TunableParam; 3] = [
        TunableParam { name: "lmr_base", default: 5, min: 0, max: 9, step: 1 },
        TunableParam { name: "lmr_depth", default: 7, min: -9, max: 9, step: 2 },
        TunableParam { name: "rfp_base", default: 70, min: 0, max: 90, step: 6 },
    ];

    fn names(text: &str) -> Vec<String> {
        choose(text, &DECLARED, 0.002).unwrap().into_iter().map(|p| p.name).collect()
    }

    #[test]
    fn patterns_choose_parameters() {
        assert_eq!(names("lmr_*"), ["lmr_base", "lmr_depth"]);
        assert_eq!(names("*_base"), ["lmr_base", "rfp_base"]);
        assert_eq!(names("rfp_base, lmr_d*h"), ["lmr_depth", "rfp_base"]);
        assert_eq!(names("*").len(), 3);
        let one = &choose("rfp_*", &DECLARED, 0.01).unwrap()[0];
        assert_eq!((one.start, one.min, one.max), (70.0, 0.0, 90.0));
        assert_eq!((one.c_end, one.r_end), (6.0, 0.01));
        let error = choose("lmr_*,x*", &DECLARED, 0.002).expect_err("no x");
        assert!(error.to_string().contains("`x*`"), "{error}");
    }

    /// Every declared parameter gets another value in a copy of the files, and nothing else changes.
    #[test]
    fn values_are_written_into_the_declarations() {
        let root = testkit::TempFolder::new("parameters");
        for file in DECLARATIONS {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::copy(workspace::root().join(file), root.join(file)).unwrap();
        }
        let text = || DECLARATIONS.map(|file| fs::read_to_string(root.join(file)).unwrap());
        let before = text();
        let all = || SearchParams::ALL.iter().chain(OrderingParams::ALL);
        let defaults: Vec<_> = all().map(|p| (p.name, p.default)).collect();
        assert!(write_back(&root, &defaults).unwrap().is_empty());
        assert_eq!(text(), before);
        let others: Vec<_> = all().map(|p| (p.name, p.max)).collect();
        assert_eq!(write_back(&root, &others).unwrap().len(), 2);
        let changed = text().concat();
        for p in all() {
            let (max, min) = (literal(p.max), literal(p.min));
            let line = format!(" {} = {max}, {min}..={max}, step {};", p.name, literal(p.step));
            assert!(changed.contains(&line), "{line}");
        }
        write_back(&root, &defaults).unwrap();
        assert_eq!(text(), before);
        let error = write_back(&root, &[("rfp_slope", 1), ("no_such", 2)]).expect_err("unknown");
        assert!(error.to_string().contains("no_such is declared 0 times"), "{error}");
        assert_eq!(text(), before);
    }
}
