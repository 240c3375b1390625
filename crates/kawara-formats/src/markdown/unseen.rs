//! What readers of the page do not see is taken out of the text: comments, programs, styles, tags on lines of their own, ends of
//! containers, definitions and targets of links. So are rows of badges and the mark of a table of contents.

use std::ops::Range;

use super::{badges, containers, html, imports, title};
use crate::lines::{is_blank, lines, with_its_lines};
use crate::outline::{Outline, Removal};
use kawara_core::BlockKind;

/// Takes out the comments found in running text, definitions, and what else is not seen in the pieces.
pub(crate) fn remove(
    text: &str,
    comments: &[Range<usize>],
    definitions: &[Range<usize>],
    outline: &mut Outline,
) {
    let mut unseen: Vec<Removal> = Vec::new();
    unseen.extend(comments.iter().map(|range| Removal { range: range.clone(), why: "comment" }));
    unseen.extend(definitions.iter().map(|range| Removal { range: range.clone(), why: "link definition" }));
    for piece in &outline.pieces {
        let range = piece.range.clone();
        let said = &text[range.clone()];
        if piece.section.is_some() {
            let id = id(text, &range).map(|range| Removal { range, why: "link target" });
            unseen.extend(id);
            continue;
        }
        match piece.kind {
            BlockKind::Opaque | BlockKind::Heading if containers::is_unseen(said) => {
                unseen.push(Removal { range, why: "markup" });
            }
            BlockKind::Opaque | BlockKind::Row if is_html(piece.kind, said) => {
                unseen.extend(html::hidden(said).into_iter().map(|(hidden, why)| Removal {
                    range: hidden.start + range.start..hidden.end + range.start,
                    why,
                }));
            }
            BlockKind::Prose if html::is_empty(said) => unseen.push(Removal { range, why: "markup" }),
            BlockKind::Prose if is_contents(said) => unseen.push(Removal { range, why: "navigation" }),
            BlockKind::Prose if badges::only(said) => unseen.push(Removal { range, why: "badge" }),
            BlockKind::Code if imports::is_program(said) => unseen.push(Removal { range, why: "import" }),
            _ => {}
        }
    }
    unseen.sort_by_key(|removal| (removal.range.start, removal.range.end));
    outline.removed.extend(with_their_lines(text, unseen));
}

/// The attributes behind the words of a heading: `## Install {#install}`.
fn id(text: &str, heading: &Range<usize>) -> Option<Range<usize>> {
    let first = lines(text, heading.clone()).next()?;
    let line = text[first.start..first.end.min(heading.end)].trim_end();
    let start = title::attributes(line).filter(|start| line[..*start].contains(|c| c != '#'))?;
    Some(first.start + start..first.start + line.len())
}

/// Whether a paragraph stands for a table of contents that a tool makes: `[[toc]]`, `[TOC]`, `[[_TOC_]]`.
fn is_contents(said: &str) -> bool {
    let inside = said.strip_prefix('[').and_then(|said| said.strip_suffix(']'));
    inside.is_some_and(|inside| {
        let word = inside.trim_start_matches(['[', '_']).trim_end_matches([']', '_']);
        word.eq_ignore_ascii_case("toc")
    })
}

/// What stands on neighbouring lines goes as a whole.
fn with_their_lines(text: &str, unseen: Vec<Removal>) -> Vec<Removal> {
    let mut left: Vec<Removal> = Vec::with_capacity(unseen.len());
    let mut run = 0..0;
    let mut first = 0;
    for removal in unseen {
        let between = text.get(run.end..removal.range.start).unwrap_or_default();
        if left.len() > first && is_blank(between) && between.matches('\n').take(2).count() < 2 {
            run.end = run.end.max(removal.range.end);
            match left.last_mut() {
                Some(last) if last.why == removal.why => last.range.end = run.end,
                Some(last) => {
                    last.range.end = last.range.end.max(removal.range.start);
                    left.push(removal);
                }
                None => {}
            }
            continue;
        }
        widen(text, &run, &mut left[first..]);
        first = left.len();
        run = removal.range.clone();
        left.push(removal);
    }
    widen(text, &run, &mut left[first..]);
    left
}

fn widen(text: &str, run: &Range<usize>, members: &mut [Removal]) {
    let whole = with_its_lines(text, run.clone());
    if let Some(first) = members.first_mut() {
        first.range.start = whole.start;
    }
    if let Some(last) = members.last_mut() {
        last.range.end = whole.end;
    }
}

/// Whether comments are to be looked for: formulas have none, and in rows of Markdown the parser saw them.
fn is_html(kind: BlockKind, said: &str) -> bool {
    match kind {
        BlockKind::Row => ["<t", "<T"].iter().any(|tag| said.starts_with(tag)),
        _ => !said.starts_with("$$") && !said.starts_with("\\["),
    }
}
