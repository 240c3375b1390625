use std::fmt::Write as _;

use super::escape;

/// A table that readers can sort by any of its columns.
///
/// ```
/// use kawara_evidence::page::{Cell, Table};
///
/// let mut table = Table::new(["policy", "chunks", "covered"]);
/// table.row([Cell::text("docs"), Cell::count(120), Cell::percent(0.958)]);
/// table.marked_row("recommended", [Cell::text("narrative"), Cell::count(140), Cell::empty()]);
/// assert_eq!(table.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table {
    caption: Option<String>,
    columns: Vec<String>,
    rows: Vec<(Option<String>, Vec<Cell>)>,
}

/// What stands in one place of a [`Table`].
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    shown: String,
    /// What the column is sorted by, where that is a number.
    value: Option<f64>,
}

impl Cell {
    /// Words, sorted as such.
    pub fn text(text: impl Into<String>) -> Self {
        Self { shown: text.into(), value: None }
    }

    /// A whole number.
    pub fn count(count: u64) -> Self {
        Self { shown: grouped(count), value: Some(count as f64) }
    }

    /// A number with this many decimals; nothing where it is not finite.
    pub fn number(value: f64, decimals: usize) -> Self {
        if !value.is_finite() {
            return Self::empty();
        }
        Self { shown: format!("{value:.decimals$}"), value: Some(value) }
    }

    /// A share, as per cent with one decimal; empty where it is not finite. What is not all is never shown as all, nor what is something as nothing.
    pub fn percent(share: f64) -> Self {
        if !share.is_finite() {
            return Self::empty();
        }
        let percent = share * 100.0;
        let shown = match percent {
            _ if share < 1.0 && percent >= 99.95 => 99.9,
            _ if share != 0.0 && percent.abs() < 0.05 => 0.1f64.copysign(share),
            _ => percent + 0.0,
        };
        Self { shown: format!("{shown:.1} %"), value: Some(share) }
    }

    /// Nothing: sorted last, whichever way.
    pub fn empty() -> Self {
        Self { shown: String::new(), value: None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::count(count as u64)
    }
}

impl Table {
    /// A table with named columns; the first one names its rows.
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { caption: None, columns, rows: Vec::new() }
    }

    /// What the table is about.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// One more row. Cells that it lacks are empty; those beyond the columns are left out.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) -> &mut Self {
        self.rows.push((None, cells.into_iter().map(Into::into).collect()));
        self
    }

    /// One more row that is set off, with a word that says as what: it is shown beside its name.
    pub fn marked_row<C: Into<Cell>>(
        &mut self,
        mark: impl Into<String>,
        cells: impl IntoIterator<Item = C>,
    ) -> &mut Self {
        self.rows.push((Some(mark.into()), cells.into_iter().map(Into::into).collect()));
        self
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn write(&self, html: &mut String) {
        let empty = Cell::empty();
        let numeric: Vec<bool> = (0..self.columns.len()).map(|column| self.is_numeric(column)).collect();
        html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"group\"><table class=\"sortable\">\n");
        if let Some(caption) = &self.caption {
            let _ = writeln!(html, "<caption>{}</caption>", escape(caption));
        }
        html.push_str("<thead><tr>");
        for (name, numeric) in self.columns.iter().zip(&numeric) {
            let class = if *numeric { " class=\"n\"" } else { "" };
            let _ = write!(
                html,
                "<th scope=\"col\"{class}><button type=\"button\">{}</button></th>",
                escape(name)
            );
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for (mark, cells) in &self.rows {
            html.push_str(if mark.is_some() { "<tr class=\"marked\">" } else { "<tr>" });
            for (column, numeric) in numeric.iter().enumerate() {
                let cell = cells.get(column).unwrap_or(&empty);
                let class = if *numeric { " class=\"n\"" } else { "" };
                let value = cell.value.map(|value| format!(" data-v=\"{value}\"")).unwrap_or_default();
                let mark = mark.as_ref().filter(|_| column == 0);
                let mark = mark.map(|mark| format!(" <span class=\"mark\">{}</span>", escape(mark)));
                let (open, close) = if column == 0 { ("th scope=\"row\"", "th") } else { ("td", "td") };
                let (shown, mark) = (escape(&cell.shown), mark.unwrap_or_default());
                let _ = write!(html, "<{open}{class}{value}>{shown}{mark}</{close}>");
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
    }

    /// Whether a column is of numbers alone: those stand right.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column)).peekable();
        let some = cells.clone().any(|cell| cell.value.is_some());
        some && cells.all(|cell| cell.value.is_some() || cell.shown.is_empty())
    }
}

/// A number with thin spaces between its thousands.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut grouped = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_and_sorted_by_their_numbers() {
        let mut table = Table::new(["<b>", "n"]).caption("a & b");
        table.row([Cell::text("</td>"), Cell::percent(0.5)]);
        table.marked_row("\"best\"", [Cell::text("x"), Cell::number(f64::NAN, 2)]);
        let mut html = String::new();
        table.write(&mut html);
        assert!(html.contains("<button type=\"button\">&lt;b&gt;</button>"), "{html}");
        assert!(
            html.contains("<th scope=\"row\">&lt;/td&gt;</th><td class=\"n\" data-v=\"0.5\">50.0 %</td>"),
            "{html}"
        );
        assert!(html.contains("<tr class=\"marked\"><th scope=\"row\">x <span class=\"mark\">&quot;best&quot;</span></th><td class=\"n\"></td>"), "{html}");
    }

    #[test]
    fn all_and_nothing_are_what_they_say() {
        let shown = [1.0, 0.9999, 0.0, -0.0, 0.0001, -0.02, 1.5].map(|share| Cell::percent(share).shown);
        assert_eq!(shown, ["100.0 %", "99.9 %", "0.0 %", "0.0 %", "0.1 %", "-2.0 %", "150.0 %"]);
    }

    #[test]
    fn a_row_has_as_many_cells_as_there_are_columns() {
        let mut table = Table::new(["a", "b"]);
        table.row(["1", "2", "3"]).row(["1"]);
        let mut html = String::new();
        table.write(&mut html);
        assert_eq!(html.matches("<td").count(), 2);
        assert!(!html.contains("class=\"n\""), "words stand left");
    }

    #[test]
    fn thousands_are_told_apart_from_five_digits_on() {
        assert_eq!(
            [0, 9999, 10_000, 1_234_567].map(grouped),
            ["0", "9999", "10\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }
}
