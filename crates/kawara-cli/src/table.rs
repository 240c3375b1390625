//! A table for people: names to the left, figures to the right, columns in groups.

use std::fmt;

use kawara::policy::printable;

use crate::width::width;

/// Rows of a name and figures. Columns stand in groups, each under a heading of its own where it has one.
pub(crate) struct Table {
    groups: Vec<Group>,
    rows: Vec<Vec<String>>,
}

struct Group {
    heading: String,
    columns: Vec<&'static str>,
}

impl Table {
    /// A table whose first column, the names, is called so.
    pub(crate) fn new(names: &'static str) -> Self {
        Self { groups: vec![Group { heading: String::new(), columns: vec![names] }], rows: Vec::new() }
    }

    /// Adds columns to the right.
    pub(crate) fn group(&mut self, heading: &str, columns: Vec<&'static str>) {
        self.groups.push(Group { heading: printable(heading), columns });
    }

    /// Adds a row: the name, then a figure for each column.
    pub(crate) fn row(&mut self, name: &str, figures: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(printable(name)).chain(figures).collect());
    }

    /// How wide each column is, with what its group's heading needs in its first.
    fn widths(&self) -> Vec<usize> {
        let mut widths = Vec::new();
        for group in &self.groups {
            let first = widths.len();
            for title in &group.columns {
                let nth = widths.len();
                let cells = self.rows.iter().filter_map(|row| row.get(nth)).map(|cell| width(cell));
                widths.push(cells.chain([width(title)]).max().unwrap_or(0));
            }
            let taken: usize =
                widths[first..].iter().sum::<usize>() + GAP * (group.columns.len().saturating_sub(1));
            if let Some(column) = widths.get_mut(first) {
                *column += width(&group.heading).saturating_sub(taken);
            }
        }
        widths
    }
}

/// Spaces between columns.
const GAP: usize = 2;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        if self.groups.iter().any(|group| !group.heading.is_empty()) {
            let mut columns = widths.iter();
            let cells = self.groups.iter().map(|group| {
                let taken: usize = columns.by_ref().take(group.columns.len()).sum();
                (group.heading.as_str(), taken + GAP * (group.columns.len().saturating_sub(1)))
            });
            line(f, cells)?;
        }
        let titles = self.groups.iter().flat_map(|group| group.columns.iter().copied());
        line(f, titles.zip(widths.iter().copied()))?;
        self.rows
            .iter()
            .try_for_each(|row| line(f, row.iter().map(String::as_str).zip(widths.iter().copied())))
    }
}

/// One line of cells and their widths, the first to the left.
fn line<'c>(f: &mut fmt::Formatter<'_>, cells: impl Iterator<Item = (&'c str, usize)>) -> fmt::Result {
    for (nth, (cell, columns)) in cells.enumerate() {
        let space = columns.saturating_sub(width(cell));
        if nth == 0 {
            write!(f, "{cell}{:space$}", "")?;
        } else {
            write!(f, "{:space$}{cell}", "", space = space + GAP)?;
        }
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(figures: &[u64]) -> Vec<String> {
        figures.iter().map(u64::to_string).collect()
    }

    #[test]
    fn columns_align_whatever_the_letters() {
        let mut table = Table::new("file");
        table.group("", vec!["bytes"]);
        table.group("a-counter-with-a-name", vec!["tokens"]);
        table.group("b", vec!["tokens", "x"]);
        table.row("水厂.md", figures(&[9, 8, 7, 6]));
        table.row("a\nb", figures(&[1000, 20, 30_000_000, 4]));
        let shown = table.to_string();
        assert_eq!(
            shown.lines().collect::<Vec<_>>(),
            [
                "                a-counter-with-a-name            b",
                "file     bytes                 tokens    tokens  x",
                "水厂.md      9                      8         7  6",
                "a\\nb      1000                     20  30000000  4",
            ]
        );
        let columns: Vec<usize> = shown.lines().map(width).collect();
        assert!(columns.iter().all(|each| *each == columns[0]), "{columns:?}");
    }

    #[test]
    fn without_headings_there_is_no_line_for_them() {
        let mut table = Table::new("file");
        table.group("", vec!["bytes"]);
        assert_eq!(table.to_string(), "file  bytes\n");
    }
}
