//! Tables of data: rows, cells, and the header that rows bring along.

use kawara_core::Joint;

use crate::draft::Draft;

/// Columns in which cells that reach down into later rows are heeded: more would make the text longer than the page.
const COLUMNS: usize = 32;

/// The longest text of a cell that is repeated in the later rows which it reaches, in bytes.
const LONGEST_REPEATED: usize = 120;

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
    /// What the last cell of each column says, if that reaches down.
    down: Vec<String>,
}

impl Table {
    pub(super) fn begin_row(&mut self) -> Row {
        self.rows += 1;
        Row {
            in_head: self.in_head,
            is_all_headers: true,
            begun: 0,
            repeated: Vec::new(),
            has_text: false,
            column: 0,
            cell: 0,
            reaches_from: None,
        }
    }

    /// A cell begins, behind those of earlier rows that reach down into this one. What these say is repeated as long as there is
    /// `room`, in bytes.
    pub(super) fn open_cell(
        &mut self,
        row: &mut Row,
        is_header: bool,
        (columns, rows): (usize, usize),
        draft: &Draft<'_>,
        room: &mut usize,
    ) {
        self.close_cell(row, draft);
        self.repeat(row, room);
        row.begun += 1;
        row.cell = draft.text().len();
        row.reaches_from = (rows > 1).then_some(row.column);
        row.is_all_headers &= is_header;
        let first = row.column.min(COLUMNS);
        row.column = row.column.saturating_add(columns.max(1));
        for column in first..row.column.min(COLUMNS) {
            self.taken_to[column] = self.rows.saturating_add(rows);
            if let Some(down) = self.down.get_mut(column) {
                down.clear();
            }
        }
    }

    /// Passes the columns that cells of earlier rows take.
    fn repeat(&self, row: &mut Row, room: &mut usize) {
        while self.taken_to.get(row.column).is_some_and(|to| *to > self.rows) {
            if let Some(said) =
                self.down.get(row.column).filter(|said| !said.is_empty() && said.len() <= *room)
            {
                *room -= said.len();
                row.repeated.push((row.begun, said.clone()));
            }
            row.column += 1;
            row.begun += 1;
        }
    }

    /// Takes note of what a cell that reaches down says.
    fn close_cell(&mut self, row: &mut Row, draft: &Draft<'_>) {
        let Some(column) = row.reaches_from.take().filter(|column| *column < COLUMNS) else { return };
        let said = draft.text().get(row.cell..).unwrap_or("").trim();
        let said =
            if row.begun == 0 && said.len() <= LONGEST_REPEATED { said.to_owned() } else { String::new() };
        self.down.resize(COLUMNS, String::new());
        if let Some(down) = self.down.get_mut(column) {
            *down = said;
        }
    }

    /// The last cell of a row ends: behind it may be cells of earlier rows.
    pub(super) fn close_row(&mut self, row: &mut Row, draft: &mut Draft<'_>, room: &mut usize) {
        self.close_cell(row, draft);
        self.repeat(row, room);
        if row.has_text && !row.repeated.is_empty() {
            let separator = row.separator();
            draft.insert(separator.trim_end_matches([' ', '|']));
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
    /// Which of these repeat what cells of earlier rows say.
    repeated: Vec<(usize, String)>,
    has_text: bool,
    column: usize,
    /// Where the text of the last cell begins, and its column if it reaches down.
    cell: usize,
    reaches_from: Option<usize>,
}

impl Row {
    pub(super) fn is_at_edge(&self) -> bool {
        self.begun > 0
    }

    /// Writes what separates the word that follows from the cell before.
    pub(super) fn before_word(&mut self, draft: &mut Draft<'_>) {
        if self.begun > 0 {
            let separator = self.separator();
            if !separator.is_empty() {
                draft.insert(&separator);
            }
            self.cell = draft.text().len();
        }
        self.has_text = true;
    }

    /// What stands between the text so far and the cell that has begun last.
    fn separator(&mut self) -> String {
        let mut separator = String::new();
        let mut repeated = std::mem::take(&mut self.repeated).into_iter().peekable();
        for cell in 0..std::mem::take(&mut self.begun) {
            if cell > 0 || self.has_text {
                separator.push_str(if self.has_text || !separator.is_empty() { " |" } else { "|" });
            }
            if let Some((_, said)) = repeated.next_if(|(at, _)| *at == cell) {
                separator.push_str(if self.has_text || !separator.is_empty() { " " } else { "" });
                separator.push_str(&said);
            }
        }
        if !separator.is_empty() {
            separator.push(' ');
        }
        separator
    }
}
