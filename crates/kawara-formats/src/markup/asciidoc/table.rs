//! Tables between lines of `|===`.

use std::ops::Range;

use kawara_core::BlockKind::Row;

use super::scan::Scan;
use crate::lines::{Line, is_blank, lines};

impl Scan<'_> {
    /// Rows with the header as what they bring along. A row ends where as many cells have begun as there are columns.
    pub(super) fn table(&mut self, top: Line, key: (u8, usize)) {
        let about = self.head.clone().map_or("", |head| &self.text[head]);
        let named =
            about.contains("%header") || about.contains("options=\"header") || about.contains(",header");
        let named_none = about.contains("noheader");
        let columns = columns(about);
        let (end, inner) = self.through_close(top, key);
        self.flush_head();
        self.out.unseen_head(top.start..top.end, "markup");
        let mark = key.0;
        let rows =
            if mark == b'|' { self.cells(inner.clone(), columns) } else { self.by_line(inner.clone()) };
        let mut rows = rows.into_iter();
        if let Some(first) = rows.next() {
            let is_header = !named_none && (named || self.is_followed_by_blank(&inner, &first));
            self.out.push(first.clone(), Row);
            if is_header {
                let said: Vec<&str> = lines(self.text, first.clone())
                    .map(|line| self.said(line).trim())
                    .filter(|said| !said.is_empty())
                    .collect();
                self.out.header(said.join("\n"), first.end);
            }
        }
        for row in rows {
            self.out.push_line(row, Row);
        }
        self.out.end_lead();
        self.out.unseen(inner.end..end, "markup");
    }

    fn by_line(&self, inner: Range<usize>) -> Vec<Range<usize>> {
        lines(self.text, inner)
            .filter(|line| !is_blank(line.of(self.text)))
            .map(|line| line.start..line.end)
            .collect()
    }

    fn cells(&self, inner: Range<usize>, columns: Option<usize>) -> Vec<Range<usize>> {
        let mut rows: Vec<Range<usize>> = Vec::new();
        let mut columns = columns;
        let mut begun = 0;
        for line in lines(self.text, inner).filter(|line| !is_blank(line.of(self.text))) {
            let (cells, starts) = count(line.of(self.text));
            let columns = *columns.get_or_insert(cells.max(1));
            match rows.last_mut() {
                Some(row) if begun < columns || !starts => {
                    row.end = line.end;
                    begun = if begun >= columns { begun } else { begun + cells };
                }
                _ => {
                    rows.push(line.start..line.end);
                    begun = cells;
                }
            }
        }
        rows
    }

    /// Whether the first row is a line at the very top with a blank line behind it.
    fn is_followed_by_blank(&self, inner: &Range<usize>, first: &Range<usize>) -> bool {
        let mut behind = lines(self.text, inner.clone());
        let is_top = behind.next().is_some_and(|line| line.start == first.start && line.end == first.end);
        is_top && behind.next().is_some_and(|line| is_blank(line.of(self.text)))
    }
}

/// The cells that begin on a line, and whether the line begins with one.
fn count(line: &str) -> (usize, bool) {
    let mut cells = 0;
    let mut before = b' ';
    for byte in line.bytes() {
        if byte == b'|' && before != b'\\' {
            cells += 1;
        }
        before = byte;
    }
    let first = line.trim_start().split('|').next().unwrap_or_default();
    let is_style = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '*' | '<' | '>' | '^' | 'a'..='z');
    (cells, cells > 0 && first.len() < 12 && first.chars().all(is_style))
}

/// How many columns the attributes of a table name: `[cols="1,2"]`, `[cols="3*"]`.
fn columns(about: &str) -> Option<usize> {
    let value = about.split("cols=").nth(1)?;
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => value.split([',', ']']).next()?,
    };
    let count = value
        .split([',', ';'])
        .map(|column| match column.split_once('*') {
            Some((times, _)) => times.trim().parse().unwrap_or(1),
            None => 1,
        })
        .fold(0, usize::saturating_add);
    (count > 0).then_some(count)
}
