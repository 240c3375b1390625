//! Rows of tables as lines, cells between bars.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use super::escape::{Said, said};
use super::page::Page;
use super::tape::{Node, Tape};
use crate::entity::entity;
use crate::lines::trim;

/// Between two cells.
const BAR: &str = " | ";

/// A cell of a table that Docling found.
#[derive(Clone, Copy)]
struct Cell {
    row: u32,
    column: u32,
    is_header: bool,
    text: Node,
}

/// Writes Docling's `data` of a table: its rows, each with the header as context.
pub(super) fn docling_rows(page: &mut Page<'_, '_>, tape: &Tape, data: usize) -> Range<usize> {
    let source = page.source;
    let cells =
        tape.member(source, data, "table_cells").filter(|cells| tape.children(*cells).next().is_some());
    let mut cells: Vec<Cell> = match cells {
        Some(cells) => tape.children(cells).filter_map(|at| cell(source, tape, at, None)).collect(),
        None => {
            let rows = tape
                .member(source, data, "grid")
                .into_iter()
                .flat_map(|grid| tape.children(grid))
                .enumerate();
            let cells = rows.flat_map(|(row, cells)| {
                tape.children(cells).enumerate().map(move |(column, at)| (row, column, at))
            });
            cells
                .filter_map(|(row, column, at)| cell(source, tape, at, Some((row as u32, column as u32))))
                .collect()
        }
    };
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let start = page.len();
    let (mut joint, mut header) = (Joint::Paragraph, None);
    let mut in_header = true;
    for row in cells.chunk_by(|a, b| a.row == b.row) {
        let is_header = in_header && row.iter().any(|cell| cell.is_header);
        if in_header && !is_header {
            in_header = false;
            if let Some(from) = header {
                let end = page.len();
                let text = page.since(from).to_owned();
                page.out.lead(text, end);
            }
        }
        let from = page.begin_block(joint);
        for (nth, cell) in row.iter().enumerate() {
            if nth > 0 {
                page.insert(BAR);
            }
            cell_text(page, cell.text.inner());
        }
        if is_header {
            header = header.or(Some(from));
        }
        page.end_block(from, BlockKind::Row, joint);
        joint = Joint::Line;
    }
    page.out.end_lead();
    start..page.len()
}

fn cell(source: &str, tape: &Tape, at: usize, place: Option<(u32, u32)>) -> Option<Cell> {
    let number = |name| super::place::page_number(source, tape, tape.member(source, at, name));
    let (row, column) = match place {
        Some((row, column)) => {
            // A cell that spans others stands in the grid as often.
            let is_first = number("start_row_offset_idx").is_none_or(|start| start == row)
                && number("start_col_offset_idx").is_none_or(|start| start == column);
            is_first.then_some((row, column))?
        }
        None => (number("start_row_offset_idx")?, number("start_col_offset_idx")?),
    };
    let text = tape.node(tape.member(source, at, "text")?);
    let header =
        tape.member(source, at, "column_header").is_some_and(|at| &source[tape.node(at).range()] == "true");
    (text.kind == super::tape::Kind::String).then_some(Cell { row, column, is_header: header, text })
}

/// A cell is on one line.
fn cell_text(page: &mut Page<'_, '_>, inner: Range<usize>) {
    for stretch in said(page.source, inner) {
        match stretch {
            Said::Copy(range) => page.string(range),
            Said::Escape(range, c) if c.is_whitespace() => page.replace(range, " "),
            Said::Escape(range, _) => page.string(range),
        }
    }
}

/// Whether HTML holds cells of a table.
pub(super) fn has_cells(html: &str) -> bool {
    ["<td", "<th", "<TD", "<TH"].iter().any(|cell| html.contains(cell))
}

/// Writes the rows of a table in HTML that stands in a string. The first row is the header, if its cells say so.
pub(super) fn html_rows(page: &mut Page<'_, '_>, inner: Range<usize>) -> Range<usize> {
    let source = page.source;
    let start = page.len();
    let mut html =
        Html { page, row: None, cells: 0, joint: Joint::Paragraph, header: false, rows: 0, space: false };
    let mut at = inner.start;
    while at < inner.end {
        let rest = &source[at..inner.end];
        let len = match rest.as_bytes()[0] {
            b'<' => {
                let len = memchr::memchr(b'>', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
                html.tag(&rest[..len]);
                len
            }
            b'&' => html.reference(rest, at),
            _ => {
                let len = memchr::memchr2(b'<', b'&', rest.as_bytes()).unwrap_or(rest.len());
                html.text(at..at + len);
                len
            }
        };
        at += len;
    }
    html.end_row();
    page.out.end_lead();
    start..page.len()
}

fn start(stretch: &Said) -> usize {
    let (Said::Copy(range) | Said::Escape(range, _)) = stretch;
    range.start
}

fn end(stretch: &Said) -> usize {
    let (Said::Copy(range) | Said::Escape(range, _)) = stretch;
    range.end
}

struct Html<'p, 't, 'b> {
    page: &'p mut Page<'t, 'b>,
    /// Where the row begins, once it says something.
    row: Option<usize>,
    cells: usize,
    joint: Joint,
    header: bool,
    rows: usize,
    /// Whether white space stands before what comes next.
    space: bool,
}

impl Html<'_, '_, '_> {
    fn tag(&mut self, tag: &str) {
        let inside = tag.trim_start_matches('<');
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let len = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = &inside[..inside.len() - name.len() + len];
        match name.to_ascii_lowercase().as_str() {
            "tr" | "/tr" | "/table" => self.end_row(),
            "td" => self.cells += 1,
            "th" => {
                self.header |= self.rows == 0;
                self.cells += 1;
            }
            "br" | "p" | "/p" | "div" | "/div" => self.space = true,
            _ => {}
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let is_blank = |stretch: &Said| match stretch {
            Said::Copy(range) => self.page.source[range.clone()].trim().is_empty(),
            Said::Escape(_, c) => c.is_whitespace(),
        };
        let stretches: Vec<Said> = said(self.page.source, range.clone()).collect();
        let (Some(first), Some(last)) = (
            stretches.iter().position(|stretch| !is_blank(stretch)),
            stretches.iter().rposition(|stretch| !is_blank(stretch)),
        ) else {
            self.space = true;
            return;
        };
        let range = trim(self.page.source, start(&stretches[first])..end(&stretches[last]));
        self.space |= range.start > start(&stretches[0]);
        self.begin();
        let ends = stretches.last().map_or(range.end, end);
        self.space = range.end < ends;
        cell_text(self.page, range);
    }

    /// A character that HTML writes by name or number, and the bytes that it takes.
    fn reference(&mut self, rest: &str, at: usize) -> usize {
        self.begin();
        match entity(rest) {
            Some((len, c)) => {
                self.page.replace(at..at + len, c.encode_utf8(&mut [0; 4]));
                len
            }
            None => {
                self.page.string(at..at + 1);
                1
            }
        }
    }

    /// Begins the row, and puts the bars before its cell.
    fn begin(&mut self) {
        if self.row.is_none() {
            self.row = Some(self.page.begin_block(self.joint));
            self.cells = self.cells.saturating_sub(1);
        }
        // Bars have spaces of their own.
        if std::mem::take(&mut self.space)
            && self.cells == 0
            && self.row.is_some_and(|row| row < self.page.len())
        {
            self.page.insert(" ");
        }
        // Cells that say nothing have their place all the same.
        for _ in 0..std::mem::take(&mut self.cells) {
            self.page.insert(BAR);
        }
    }

    fn end_row(&mut self) {
        self.cells = 0;
        let Some(from) = self.row.take() else { return };
        self.page.end_block(from, BlockKind::Row, self.joint);
        self.joint = Joint::Line;
        self.rows += 1;
        if self.rows == 1 && self.header {
            let (text, end) = (self.page.since(from).trim().to_owned(), self.page.len());
            self.page.out.lead(text, end);
        }
    }
}
