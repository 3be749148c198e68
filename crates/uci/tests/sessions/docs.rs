//! The option tables of the documentation list the options that the engine has.

use bartizan_uci::options::UCI_OPTIONS;
use std::path::Path;

/// Name and default of every option, as `uci` lists them. A button has no default.
fn engine_options() -> Vec<(String, String)> {
    let lines = UCI_OPTIONS.iter().map(|option| option.to_string().replacen("option name ", "", 1));
    let option = |line: String| {
        let (name, rest) = line.split_once(" type ").expect("a type");
        let default = rest.split(' ').skip_while(|&word| word != "default").nth(1);
        (name.to_owned(), default.unwrap_or_default().to_owned())
    };
    lines.map(option).collect()
}

/// Name and default of every row of the table in `text` whose first column is `option`.
fn table_options(text: &str) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| option |"));
    let header = cells(lines.next().expect("a table of options"));
    let default = header.iter().position(|cell| cell == "default").expect("a column of defaults");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|row| (row[0].clone(), row[default].clone())).collect()
}

#[test]
fn option_table_agrees_with_the_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/src/uci.md")).expect("the page");
    let mut documented = table_options(&text);
    documented.retain(|(name, _)| cfg!(feature = "syzygy") || !name.starts_with("Syzygy"));
    assert_eq!(documented, engine_options());
}
