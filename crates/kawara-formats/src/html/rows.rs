//! Tables of data: rows, cells, and the header that rows bring along.

use kawara_core::Joint;

use crate::draft::Draft;

/// Columns in which cells that reach down into later rows are heeded: more would make the text longer than the page.
const COLUMNS: usize = 32;

/// A table that is open.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) in_head: bool,
    pub(super) has_caption: bool,
    /// Index of the header among the leads.
    pub(super) lead: Option<usize>,
    header: String,
    has_rows: bool,
    /// Whether the last row was a header.
    is_headed: bool,
    /// How many rows have begun, and for each column the row that its last cell does not reach.
    rows: usize,
    taken_to: [usize; COLUMNS],
}

impl Table {
    pub(super) fn begin_row(&mut self) -> Row {
        self.rows += 1;
        Row { in_head: self.in_head, is_all_headers: true, begun: 0, has_text: false, column: 0 }
    }

    /// A cell begins, behind those of earlier rows that reach down into this one.
    pub(super) fn open_cell(&mut self, row: &mut Row, is_header: bool, columns: usize, rows: usize) {
        while self.taken_to.get(row.column).is_some_and(|to| *to > self.rows) {
            row.column += 1;
            row.begun += 1;
        }
        row.begun += 1;
        row.is_all_headers &= is_header;
        let first = row.column.min(COLUMNS);
        row.column = row.column.saturating_add(columns.max(1));
        for to in &mut self.taken_to[first..row.column.min(COLUMNS)] {
            *to = self.rows.saturating_add(rows);
        }
    }

    /// How strong the cut before the next row is: no chunk ends with the header.
    pub(super) fn joint(&self) -> Joint {
        if self.is_headed {
            Joint::Word
        } else if self.has_rows || self.has_caption {
            Joint::Line
        } else {
            Joint::Paragraph
        }
    }

    /// Rows of the head, or a first row of header cells, are what the rows below bring along.
    pub(super) fn end_row(&mut self, row: &Row, block: usize, text: &str, leads: &mut Vec<(String, usize)>) {
        let is_header = row.in_head || !self.has_rows && row.is_all_headers;
        self.has_rows = true;
        self.is_headed = is_header;
        if !is_header {
            return;
        }
        if !self.header.is_empty() {
            self.header.push('\n');
        }
        self.header.push_str(text);
        leads.push((self.header.clone(), block));
        self.lead = Some(leads.len() - 1);
    }
}

/// A row that is open.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) in_head: bool,
    is_all_headers: bool,
    /// Cells that have begun since text was written last.
    begun: usize,
    has_text: bool,
    column: usize,
}

impl Row {
    pub(super) fn is_at_edge(&self) -> bool {
        self.begun > 0
    }

    /// Writes what separates the word that follows from the cell before.
    pub(super) fn before_word(&mut self, draft: &mut Draft<'_>) {
        let cells = std::mem::take(&mut self.begun);
        let separator = match (self.has_text, cells) {
            (_, 0) | (false, 1) => String::new(),
            (false, cells) => "| ".repeat(cells - 1),
            (true, cells) => [" |", &" |".repeat(cells - 1), " "].concat(),
        };
        self.has_text = true;
        if !separator.is_empty() {
            draft.insert(&separator);
        }
    }
}
