//! Text tables with aligned columns. Not a general layout engine: one line a row.

use std::fmt;

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows under a heading; column widths follow the longest cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows, from headings and alignments.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|&(name, align)| (name.to_owned(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// A table of numbers whose first column has words; each row has a cell for each heading.
    #[must_use]
    pub fn of_numbers(
        headings: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let align = |column| if column == 0 { Align::Left } else { Align::Right };
        let headings = headings.into_iter().enumerate();
        let columns = headings.map(|(column, heading)| (heading.into(), align(column))).collect();
        Self { columns, rows: rows.into_iter().collect() }
    }

    /// Adds a row; missing cells stay empty, surplus cells are dropped.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Replaces the last cell of each row, by the index of the row.
    pub fn set_last_column(&mut self, text: impl Fn(usize) -> String) {
        for (index, row) in self.rows.iter_mut().enumerate() {
            row.pop();
            row.push(text(index));
        }
    }

    /// The cells of each row.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The headings.
    #[must_use]
    pub fn headings(&self) -> Vec<String> {
        self.columns.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Characters before the last column.
    #[must_use]
    pub fn last_column(&self) -> usize {
        self.widths().iter().rev().skip(1).map(|width| width + 2).sum()
    }

    /// The characters of each column.
    fn widths(&self) -> Vec<usize> {
        let of = |column: usize, name: &String| {
            let cells = self.rows.iter().map(|row| &row[column]).chain([name]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        self.columns.iter().enumerate().map(|(column, (name, _))| of(column, name)).collect()
    }

    /// The table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let headings = self.headings();
        let rule = self.columns.iter().map(|&(_, align)| match align {
            Align::Left => "---|",
            Align::Right => "---:|",
        });
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|{}\n{rows}", line(&headings), rule.collect::<String>())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = self.headings();
        let lines = || std::iter::once(&heading).chain(&self.rows);
        let widths = self.widths();
        for row in lines() {
            let mut line = String::new();
            for ((cell, width), (_, align)) in row.iter().zip(&widths).zip(&self.columns) {
                // The widths of `format!` end at 65,535.
                let space = " ".repeat(width - cell.chars().count());
                line.push_str(&match align {
                    Align::Left => format!("{cell}{space}  "),
                    Align::Right => format!("{space}{cell}  "),
                });
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number with its thousands set apart: `4865609` is `4,865,609`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_from_the_right() {
        let shown: Vec<String> = [0, 999, 1000, 4_865_609].map(thousands).into();
        assert_eq!(shown, ["0", "999", "1,000", "4,865,609"]);
    }

    #[test]
    fn columns_line_up_and_become_markdown() {
        let mut table = Table::new(&[("move", Align::Left), ("nodes", Align::Right)]);
        table.row(["e2e4", "20"]);
        table.row(["a7a8q", "1000000"]);
        assert_eq!(table.to_string(), "move     nodes\ne2e4        20\na7a8q  1000000\n");
        let expected = "| move | nodes |\n|---|---:|\n| e2e4 | 20 |\n| a7a8q | 1000000 |\n";
        assert_eq!(table.markdown(), expected);
        assert_eq!(table.last_column(), 7);
        table.set_last_column(|row| (row + 7).to_string());
        assert_eq!(table.rows()[1], ["a7a8q", "8"]);
        table.row(["a".repeat(70_000), "1".to_owned()]);
        assert_eq!(table.to_string().lines().last().map(str::len), Some(70_007));
    }
}
