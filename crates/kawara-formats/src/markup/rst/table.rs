//! Tables: drawn, marked by spaces, of comma-separated values, of lists.

use std::ops::Range;

use kawara_core::BlockKind::{Heading, Row};

use super::marks;
use super::scan::Scan;
use crate::lines::{Line, is_blank, line_at, lines};
use crate::markup::builder::indent;

impl Scan<'_> {
    /// A table that is drawn: a border ends each row.
    pub(super) fn grid(&mut self, top: Line) {
        let table = self.run(top, |_, said| said.trim_start().starts_with(['+', '|']));
        let mut start = table.start;
        let mut rows = Vec::new();
        let mut head = None;
        for line in lines(self.text, table.clone()).skip(1) {
            let said = self.said(line);
            if marks::is_grid_border(said) {
                if said.contains('=') && head.is_none() {
                    head = Some(rows.len());
                }
                rows.push(start..line.end);
                start = line.next;
            }
        }
        rows.push(start..table.end);
        self.rows(rows, head);
    }

    /// A table whose columns are marked by spaces: a line whose first column is blank goes on with the row above.
    pub(super) fn simple(&mut self, top: Line) {
        let columns = indent(top.of(self.text));
        // A line that says nothing in the first column goes on with the row above.
        let second = columns + self.said(top).bytes().take_while(|b| *b == b'=').count();
        let mut rows: Vec<Range<usize>> = Vec::new();
        let mut borders = 1;
        let mut head = None;
        let mut row = top.start..top.end;
        let mut has_words = false;
        self.take(top.next);
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            let said = self.said(line);
            // The last border has a blank line behind it; a table without one ends at the second blank line.
            if is_blank(said) && self.is_over(line) || !is_blank(said) && indent(line.of(self.text)) < columns
            {
                break;
            }
            self.take(line.next);
            if is_blank(said) {
                continue;
            }
            let is_border = marks::is_simple_border(said);
            let is_rule = is_border || !said.is_empty() && said.bytes().all(|b| matches!(b, b'-' | b' '));
            if !is_rule && has_words && indent(line.of(self.text)) < second {
                rows.push(row);
                (row, has_words) = (line.start..line.end, true);
            } else {
                row.end = line.end;
                has_words |= !is_rule;
            }
            if is_border {
                borders += 1;
                let is_last = line.next >= self.text.len() || self.is_blank(line_at(self.text, line.next));
                if borders > 2 || is_last {
                    break;
                }
                head = Some(rows.len());
                rows.push(row);
                (row, has_words) = (line.next..line.next, false);
            }
        }
        rows.push(row);
        self.rows(rows, head);
    }

    /// Whether no border follows a blank line before the next one.
    fn is_over(&self, blank: Line) -> bool {
        blank.next >= self.text.len() || self.is_blank(line_at(self.text, blank.next))
    }

    /// Adds rows; those up to `head` are the header, which the others bring along.
    fn rows(&mut self, rows: Vec<Range<usize>>, head: Option<usize>) {
        let first = rows.first().map_or(0, |row| row.start);
        for (nth, row) in rows.into_iter().enumerate() {
            let row = row.start..row.end.max(row.start);
            self.out.push(row.clone(), Row);
            if head == Some(nth) {
                let said: Vec<&str> = lines(self.text, first..row.end)
                    .map(|line| self.text[line.start..line.end].trim())
                    .filter(|said| !is_rule(said))
                    .collect();
                self.out.header(said.join("\n"), row.end);
            }
        }
        self.out.end_lead();
    }

    /// Comma-separated values: a row each line, unless a quote is open.
    pub(super) fn csv(&mut self, head: Range<usize>, columns: usize) {
        let header = self.option(&head, "header").map(str::to_owned);
        let first_is_header = self.option(&head, "header-rows").is_some_and(|rows| rows != "0");
        let body = head.end;
        self.out.push(head, Heading);
        if let Some(header) = header {
            self.out.lead(header, body);
        }
        let mut quoted = false;
        let mut row: Option<Range<usize>> = None;
        let mut rows = 0;
        while self.next_columns().is_some_and(|next| next > columns) {
            let line = line_at(self.text, self.at);
            self.take(line.next);
            let start = row.take().map_or(line.start, |row| row.start);
            quoted ^= line.of(self.text).bytes().filter(|b| *b == b'"').count() % 2 == 1;
            if quoted {
                row = Some(start..line.end);
                continue;
            }
            self.out.push(start..line.end, Row);
            rows += 1;
            if rows == 1 && first_is_header {
                self.out.header(self.text[start..line.end].trim(), line.end);
            }
        }
        if let Some(row) = row {
            self.out.push(row, Row);
        }
        self.out.end_lead();
    }

    /// Rows made of lists: each begins with two markers.
    pub(super) fn list_table(&mut self, head: Range<usize>, columns: usize) {
        let has_header = self.option(&head, "header-rows").is_some_and(|rows| rows != "0");
        self.out.push(head, Heading);
        let mut row: Option<Range<usize>> = None;
        let mut rows = 0;
        while self.next_columns().is_some_and(|next| next > columns) {
            let line = line_at(self.text, self.at);
            self.take(line.next);
            let said = self.said(line);
            let is_first = marks::bullet(said).is_some_and(|width| {
                said.starts_with('*') && said.get(width..).is_some_and(|cell| cell.starts_with('-'))
            });
            match &mut row {
                Some(row) if !is_first => row.end = line.end,
                _ => {
                    if let Some(done) = row.replace(line.start..line.end) {
                        rows += 1;
                        self.list_row(done, rows == 1 && has_header);
                    }
                }
            }
        }
        if let Some(row) = row {
            self.list_row(row, false);
        }
        self.out.end_lead();
    }

    fn list_row(&mut self, row: Range<usize>, is_header: bool) {
        self.out.push(row.clone(), Row);
        if is_header {
            let cells: Vec<&str> = lines(self.text, row.clone())
                .map(|line| self.said(line).trim_start_matches(['*', '-', ' ']))
                .filter(|cell| !cell.is_empty())
                .collect();
            self.out.header(cells.join(" | "), row.end);
        }
    }

    fn option(&self, head: &Range<usize>, name: &str) -> Option<&str> {
        lines(self.text, head.clone())
            .filter_map(|line| marks::field(self.said(line)))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }
}

fn is_rule(said: &str) -> bool {
    said.bytes().all(|b| matches!(b, b'+' | b'-' | b'=' | b' '))
}
