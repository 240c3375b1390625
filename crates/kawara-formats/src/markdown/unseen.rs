//! What readers of the page do not see is taken out of the text: comments, ends of containers, definitions of links.

use std::ops::Range;

use kawara_core::BlockKind;
use memchr::memmem;

use super::containers;
use crate::lines::is_blank;
use crate::outline::{Outline, Removal};

/// Takes out the comments found in running text and those in blocks of HTML, and what closes containers.
pub(crate) fn remove(text: &str, inline: &[Range<usize>], outline: &mut Outline) {
    let mut comments = inline.to_vec();
    for piece in outline.pieces.iter().filter(|piece| piece.kind == BlockKind::Opaque) {
        if containers::closes(&text[piece.range.clone()]) {
            outline.removed.push(Removal { range: with_its_lines(text, piece.range.clone()), why: "markup" });
        } else {
            in_html(text, piece.range.clone(), &mut comments);
        }
    }
    comments.sort_by_key(|comment| comment.start);
    outline.removed.extend(
        comments.into_iter().map(|comment| Removal { range: with_its_lines(text, comment), why: "comment" }),
    );
}

/// Takes out the definitions of links.
pub(crate) fn remove_definitions(text: &str, definitions: Vec<Range<usize>>, outline: &mut Outline) {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for range in definitions {
        match runs.last_mut() {
            Some(run) if is_blank(&text[run.end..range.start]) => run.end = range.end,
            _ => runs.push(range),
        }
    }
    outline.removed.extend(
        runs.into_iter().map(|run| Removal { range: with_its_lines(text, run), why: "link definition" }),
    );
}

/// Comments in a block of HTML; one without an end is kept, or it would hide the rest of the page.
fn in_html(text: &str, block: Range<usize>, comments: &mut Vec<Range<usize>>) {
    let html = &text[block.clone()];
    let is_program = ["<script", "<style"]
        .iter()
        .any(|tag| html.trim_start().get(..tag.len()).is_some_and(|t| t.eq_ignore_ascii_case(tag)));
    if is_program || html.starts_with("$$") {
        return;
    }
    let mut at = 0;
    while let Some(open) = memmem::find(&html.as_bytes()[at..], b"<!--").map(|found| at + found) {
        let Some(close) = memmem::find(&html.as_bytes()[open + 4..], b"-->") else { return };
        at = open + 4 + close + 3;
        comments.push(block.start + open..block.start + at);
    }
}

/// What has its lines for itself goes with them, and one of the two blank lines around it goes too.
fn with_its_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].trim_end_matches([' ', '\t']);
    let after = text[range.end..].trim_start_matches([' ', '\t']);
    let line_break = ["\n", "\r\n"].into_iter().find(|end| after.starts_with(end));
    let starts_line = before.is_empty() || before.ends_with(['\n', '\u{feff}']);
    let (true, Some(line_break)) = (starts_line, line_break) else { return range };
    let mut end = text.len() - after.len() + line_break.len();
    let mut lines_before = before.split_inclusive('\n').rev();
    if lines_before.next().is_none_or(|line| line.trim().is_empty()) {
        let rest = text[end..].trim_start();
        let gap = &text[end..text.len() - rest.len()];
        end += gap.rfind('\n').map_or(0, |at| at + 1);
    }
    before.len()..end
}
