//! Tables: a row ends with two backslashes.

use std::ops::Range;

use kawara_core::BlockKind::{Heading, Row};

use super::scan::{Scan, without_its_line};
use crate::lines::{is_blank, line_end, lines};

/// Lines and commands that rule a table; they belong to the row above.
const RULES: [&str; 12] = [
    "\\hline",
    "\\toprule",
    "\\midrule",
    "\\bottomrule",
    "\\cline",
    "\\cmidrule",
    "\\endhead",
    "\\endfirsthead",
    "\\endfoot",
    "\\endlastfoot",
    "\\addlinespace",
    "\\specialrule",
];

impl Scan<'_> {
    /// The rows of a table; a first row with a rule behind it is the header, which the others bring along.
    pub(super) fn rows(&mut self, start: usize, body: Range<usize>, end: usize) {
        self.out.push(start..body.start, Heading);
        let rows = self.split(body.clone());
        let mut is_first = true;
        for (nth, row) in rows.iter().enumerate() {
            if nth == 0 {
                self.out.push(row.clone(), Row);
            } else {
                self.out.push_line(row.clone(), Row);
            }
            let said = &self.text[row.clone()];
            let is_words = !is_blank(without_rules(said, false));
            let is_last = nth + 1 == rows.len();
            if is_first && is_words && !is_last && ends_in_rule(said) {
                let words: Vec<&str> = lines(self.text, row.clone())
                    .map(|line| {
                        without_rules(line.of(self.text).split(" %").next().unwrap_or_default(), true).trim()
                    })
                    .filter(|words| !words.is_empty())
                    .collect();
                let header = words.join(" ");
                let cells = header.rsplit_once("\\\\").map_or(header.as_str(), |(cells, _)| cells);
                self.out.header(cells.trim_end(), row.end);
            }
            is_first &= !is_words;
        }
        self.out.end_lead();
        self.out.unseen(body.end..end, "markup");
    }

    /// Where rows start and end: rules behind a row go with it. Comments are taken out.
    fn split(&mut self, body: Range<usize>) -> Vec<Range<usize>> {
        let bytes = self.text.as_bytes();
        let mut rows = Vec::new();
        let (mut at, mut from, mut depth) = (body.start, body.start, 0_usize);
        while at < body.end {
            match bytes[at] {
                b'%' => {
                    let end = line_end(self.text, at..body.end);
                    let end = if self.text[..end].ends_with('\r') { end - 1 } else { end };
                    self.out.take_out(without_its_line(self.text, at..end), "comment");
                    at = end.max(at + 1);
                }
                b'\\' if depth == 0 && bytes.get(at + 1) == Some(&b'\\') && at + 1 < body.end => {
                    at = self.past_rules(at + 2, body.end);
                    rows.push(from..at);
                    from = at;
                }
                b'\\' => at += 2,
                b'{' => {
                    depth += 1;
                    at += 1;
                }
                b'}' => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                _ => at += 1,
            }
        }
        rows.push(from..body.end);
        rows
    }

    /// Where the distance and the rules behind a row end.
    fn past_rules(&self, row: usize, end: usize) -> usize {
        let mut at = row;
        let rest = &self.text[at..end];
        let starred = rest.strip_prefix('*').unwrap_or(rest);
        if let Some(distance) = starred.strip_prefix('[')
            && let Some(close) = distance.bytes().take(32).position(|b| b == b']')
        {
            at += rest.len() - starred.len() + close + 2;
        }
        loop {
            let rest = self.text[at..end].trim_start();
            let Some(rule) = RULES.iter().find(|rule| rest.starts_with(**rule)) else { return at };
            let behind = &rest[rule.len()..];
            let name = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
            if name > 0 {
                return at;
            }
            at = end - behind.len();
            at += arguments(behind);
        }
    }
}

/// The bytes of arguments that name columns and widths.
fn arguments(behind: &str) -> usize {
    let mut len = 0;
    while let Some(close) = match behind.as_bytes().get(len) {
        Some(b'(') => Some(b')'),
        Some(b'[') => Some(b']'),
        Some(b'{') => Some(b'}'),
        _ => None,
    } {
        match behind.bytes().skip(len).take(64).position(|b| b == close) {
            Some(at) => len += at + 1,
            None => break,
        }
    }
    len
}

/// A row without the rules before it, and behind it if `both`.
fn without_rules(said: &str, both: bool) -> &str {
    let mut rest = said.trim_start();
    while let Some(rule) = RULES.iter().find(|rule| rest.starts_with(**rule)) {
        let behind = &rest[rule.len()..];
        rest = behind[arguments(behind)..].trim_start();
    }
    match RULES.iter().filter_map(|rule| rest.find(rule)).min() {
        Some(at) if both => &rest[..at],
        _ => rest,
    }
}

fn ends_in_rule(said: &str) -> bool {
    let last = said.rfind("\\\\").map_or("", |at| &said[at + 2..]);
    RULES.iter().any(|rule| last.contains(rule))
}
