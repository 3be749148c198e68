//! A table that can be formatted as aligned text or as Markdown.

use crate::table::{Align, Table};

/// Headings, and rows of as many cells. The first column holds words, the others numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The headings.
    pub headings: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A grid from its headings and rows.
    #[must_use]
    pub fn new(headings: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { headings: headings.iter().map(|&heading| heading.to_owned()).collect(), rows }
    }

    /// For the terminal.
    #[must_use]
    pub fn aligned(&self) -> Table {
        let align = |column: usize| if column == 0 { Align::Left } else { Align::Right };
        let headings = self.headings.iter().enumerate();
        let columns: Vec<(&str, Align)> =
            headings.map(|(column, heading)| (heading.as_str(), align(column))).collect();
        let mut table = Table::new(&columns);
        for row in &self.rows {
            table.row(row.iter().map(String::as_str));
        }
        table
    }

    /// For the book.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|---|{}\n", "---:|".repeat(self.headings.len().saturating_sub(1)));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.headings) + &rule + &rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_formats_as_aligned_text_and_markdown() {
        let rows = vec![vec!["see".to_owned(), "12".to_owned()]];
        let grid = Grid::new(&["scheme", "nodes"], rows);
        assert_eq!(grid.aligned().to_string(), "scheme  nodes\nsee        12\n");
        assert_eq!(grid.markdown(), "| scheme | nodes |\n|---|---:|\n| see | 12 |\n");
    }
}
