//! The parameters of a run: chosen among those that are declared, and written back.

use super::tuner::SpsaParam;
use anyhow::{Context, Result, bail, ensure};
use games::output::write_file;
use ordering::TunableParam;
use std::fs;
use std::path::{Path, PathBuf};

/// The files with declarations, from the root of the workspace.
pub const DECLARATIONS: [&str; 2] =
    ["crates/search/src/params.rs", "crates/ordering/src/params.rs"];

/// Parameters by patterns, separated by commas, in which `*` stands for any text; or by a file with
/// lines as OpenBench reads them.
///
/// # Errors
/// When the file cannot be read or has a bad line, or a pattern fits no parameter.
pub fn choose(text: &str, declared: &[TunableParam], r_end: f64) -> Result<Vec<SpsaParam>> {
    ensure!(!declared.is_empty(), "no parameters: run this as `cargo xtask spsa`");
    if Path::new(text).is_file() {
        let lines = fs::read_to_string(text).with_context(|| format!("cannot read {text}"))?;
        let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
        let parameters = lines.map(|line| {
            parse_line(line, declared).with_context(|| format!("{text}: bad line `{line}`"))
        });
        let parameters: Vec<SpsaParam> = parameters.collect::<Result<_>>()?;
        ensure!(!parameters.is_empty(), "{text} has no parameters");
        for (index, parameter) in parameters.iter().enumerate() {
            let again = parameters[..index].iter().any(|other| other.name == parameter.name);
            ensure!(!again, "{text} has {} twice", parameter.name);
        }
        return Ok(parameters);
    }
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

/// Reads `name, int, value, min, max, c_end, r_end`.
fn parse_line(line: &str, declared: &[TunableParam]) -> Result<SpsaParam> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, "int", numbers @ ..] = &fields[..] else { bail!("no name and type `int`") };
    let numbers = numbers.iter().map(|number| number.parse()).collect::<Result<Vec<f64>, _>>()?;
    let [start, min, max, c_end, r_end] = numbers[..] else { bail!("five numbers are wanted") };
    let known = declared.iter().find(|p| p.name == *name);
    let known = known.with_context(|| format!("there is no parameter `{name}`"))?;
    ensure!(numbers.iter().all(|number| number.is_finite()), "impossible numbers");
    let inside = f64::from(known.min) <= min && max <= f64::from(known.max);
    ensure!(inside, "the range must be within {} and {}", known.min, known.max);
    ensure!(min <= start && start <= max && c_end > 0.0 && r_end > 0.0, "impossible numbers");
    Ok(SpsaParam { name: (*name).to_owned(), start, min, max, c_end, r_end })
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

/// Writes values into the declarations below `root`; the files that changed.
///
/// # Errors
/// When a file cannot be read or written, or a parameter is not declared exactly once. Nothing is
/// written then.
pub fn write_back(root: &Path, values: &[(&str, i32)]) -> Result<Vec<PathBuf>> {
    let paths = DECLARATIONS.map(|file| root.join(file));
    let mut texts = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path);
        texts.push(text.with_context(|| format!("cannot read {}", path.display()))?);
    }
    let before = texts.clone();
    for &(name, value) in values {
        let changed: Vec<Option<String>> =
            texts.iter().map(|text| with_default(text, name, value)).collect();
        let declared = changed.iter().flatten().count();
        ensure!(declared == 1, "{name} is declared {declared} times");
        for (text, changed) in texts.iter_mut().zip(changed) {
            *text = changed.unwrap_or(std::mem::take(text));
        }
    }
    let mut written = Vec::new();
    for ((path, text), before) in paths.into_iter().zip(texts).zip(before) {
        if text != before {
            write_file(&path, text.as_bytes())?;
            written.push(path);
        }
    }
    Ok(written)
}

/// A text with another default in the line `name = DEFAULT, MIN..=MAX, step STEP;`; `None` where
/// there is no such line.
fn with_default(text: &str, name: &str, value: i32) -> Option<String> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start().strip_prefix(name).and_then(|rest| rest.strip_prefix(" = "));
        if let Some((old, after)) = rest.and_then(|rest| rest.split_once(','))
            && after.contains("..=")
            && after.contains(" step ")
        {
            let start = offset + line.find(" = ")? + 3;
            let (head, tail) = (&text[..start], &text[start + old.len()..]);
            return Some(format!("{head}{}{tail}", literal(value)));
        }
        offset += line.len();
    }
    None
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

    #[test]
    fn openbench_lines_are_read() {
        let parse = |line| parse_line(line, &DECLARED);
        let read = parse("lmr_depth, int, 3, -4, 9, 1.5, 0.002").unwrap();
        assert_eq!((read.start, read.min, read.c_end), (3.0, -4.0, 1.5));
        for line in [
            "lmr_depth, float, 3, -4, 9, 1.5, 0.002",
            "lmr_depth, int, 3, -4, 9, 1.5",
            "lmr_width, int, 3, -4, 9, 1.5, 0.002",
            "lmr_depth, int, 3, -40, 9, 1.5, 0.002",
            "lmr_depth, int, -5, -4, 9, 1.5, 0.002",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
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
