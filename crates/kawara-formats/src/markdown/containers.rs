//! Lines that open and close containers: `::: tip` and `:::`, `<Note>` and `</Note>`; and paragraphs whose every line counts.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};
use memchr::memmem;

use super::gaps::is_quote_mark;
use super::html;
use crate::lines::{is_blank, lines, trim};
use crate::mode::{Mode, Newline};
use crate::outline::Piece;

/// The most bytes of a line that labels what follows.
const MAX_LABEL: usize = 120;

/// Makes pieces of such lines. One that opens a container stays with what follows, as a heading does, but is no section; an
/// anchor goes with the heading below it. With hard line breaks, paragraphs are split at every line.
/// Headings in HTML open sections unless they stand in one of the `nested` quotes and lists.
pub(crate) fn split(text: &str, mode: Mode, nested: &[Range<usize>], pieces: &mut Vec<Piece>) {
    let is_hard = mode.newline == Newline::Hard;
    let mut split: Vec<Piece> = Vec::with_capacity(pieces.len());
    for mut piece in pieces.drain(..) {
        // What announces a container announces what is in it.
        if let Some(above) =
            split.last().filter(|above| above.kind == BlockKind::Heading && above.section.is_none())
            && above.joint == Joint::Sentence
            && piece.section.is_none()
        {
            piece.joint = piece.joint.max(above.joint);
        }
        match piece.kind {
            BlockKind::Prose if is_hard || has_colons(&text[piece.range.clone()]) => {
                split_lines(text, is_hard, &piece, &mut split);
                continue;
            }
            BlockKind::Opaque if only_tags(text, piece.range.clone()) => {
                split_lines(text, true, &piece, &mut split);
                continue;
            }
            BlockKind::Opaque if text[piece.range.clone()].starts_with('<') => {
                let around = nested.partition_point(|container| container.end <= piece.range.start);
                let is_nested = nested.get(around).is_some_and(|around| around.start <= piece.range.start);
                html::split(text, piece, is_nested, &mut split);
                continue;
            }
            BlockKind::Heading => {
                // In the plain text it is not seen.
                let above = split.pop_if(|above| !mode.plain && is_anchor(&text[above.range.clone()]));
                if let Some(above) = above {
                    piece.range.start = above.range.start;
                }
            }
            _ => {}
        }
        split.push(piece);
    }
    *pieces = split;
    label(text, pieces);
}

/// Labels stay with what they label, without a section of their own: a paragraph that is all emphasis, the mark of an alert, the
/// name of the code below.
fn label(text: &str, pieces: &mut [Piece]) {
    let mut is_followed = false;
    for at in (0..pieces.len()).rev() {
        let is_code = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == BlockKind::Code);
        let names_code = is_code(at + 1) && !at.checked_sub(1).is_some_and(is_code);
        let piece = &mut pieces[at];
        let said = &text[piece.range.clone()];
        let is_paragraph = piece.joint <= Joint::Paragraph && (is_emphasis(said) || is_alert(said));
        let is_label = piece.kind == BlockKind::Prose && (is_paragraph || names_code && is_span(said));
        if is_label && is_followed {
            piece.kind = BlockKind::Heading;
        }
        is_followed = !is_label && piece.joint > Joint::Section && mark(said) != Some(Mark::Closes);
    }
}

/// Whether a line is one span: `<span class="filename">src/main.rs</span>`, the name of the code below it.
fn is_span(said: &str) -> bool {
    let inside = said.strip_prefix("<span").and_then(|rest| rest.strip_suffix("</span>"));
    inside.is_some_and(|inside| inside.len() <= MAX_LABEL && !inside.contains(['<', '\n']))
}

/// Whether a line is one strong phrase: `**Note**`, with a colon perhaps.
fn is_emphasis(said: &str) -> bool {
    let said = said.trim_end_matches([':', '：']);
    ["**", "__"].iter().any(|mark| {
        let inside = said.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        inside.is_some_and(|inside| {
            (1..=MAX_LABEL).contains(&inside.len())
                && !inside.ends_with(['.', '。'])
                && !inside.contains(mark)
                && !inside.contains('\n')
        })
    })
}

/// Whether this is nothing but the mark of an alert in a quote, `> [!NOTE]`, or of an admonition, `!!! note`.
fn is_alert(said: &str) -> bool {
    let line = said.trim_start_matches(['>', ' ']);
    let word = line.strip_prefix("[!").and_then(|rest| rest.strip_suffix(']'));
    let is_admonition = ["!!! ", "??? ", "???+ "].iter().any(|mark| line.starts_with(mark));
    word.is_some_and(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic()))
        || is_admonition && line.len() <= MAX_LABEL && !line.contains('\n')
}

fn split_lines(text: &str, each: bool, piece: &Piece, split: &mut Vec<Piece>) {
    let mut joint = piece.joint;
    let mut goes_on = false;
    for line in lines(text, piece.range.clone()) {
        if is_blank(line.of(text)) {
            continue;
        }
        let mark = mark(line.of(text));
        match split.last_mut() {
            Some(last) if goes_on && mark.is_none() && !each => last.range.end = line.end,
            _ => {
                let kind = match mark {
                    Some(Mark::Opens) => BlockKind::Heading,
                    Some(Mark::Closes) => BlockKind::Opaque,
                    None => piece.kind,
                };
                // What closes a container belongs to what is in it.
                let joint = if mark == Some(Mark::Closes) { joint.max(Joint::Word) } else { joint };
                split.push(Piece::new(trim(text, line.start..line.end), kind, joint).with_lead(piece.lead));
            }
        }
        joint = Joint::Line;
        goes_on = mark.is_none();
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mark {
    Opens,
    Closes,
}

/// Whether this is nothing that is seen on the page: an end of a container or quote, a tag of HTML, a line between paragraphs.
pub(crate) fn is_unseen(said: &str) -> bool {
    let line = said.trim_start_matches([' ', '\t', '>']);
    is_quote_mark(said)
        || is_rule(said)
        || html::is_break(line)
        || html::is_empty(line)
        || match mark(said) {
            Some(Mark::Closes) => true,
            Some(Mark::Opens) => line.starts_with('<') && !html::is_component(line),
            None => false,
        }
}

/// Whether this is a line across the page: `---`, `* * *`.
fn is_rule(said: &str) -> bool {
    let mut marks = said.chars().filter(|c| !c.is_whitespace());
    let first = marks.next();
    matches!(first, Some('-' | '*' | '_')) && marks.all(|c| Some(c) == first)
}

/// What a line does, if it is nothing but the mark of a container.
fn mark(line: &str) -> Option<Mark> {
    let said = line.trim_start_matches([' ', '\t', '>']);
    match said.strip_prefix(":::") {
        Some(rest) if is_blank(rest.trim_start_matches(':')) => Some(Mark::Closes),
        Some(_) => Some(Mark::Opens),
        None => tag(said),
    }
}

/// What a line does that is a single tag of HTML and has a partner elsewhere.
pub(super) fn tag(line: &str) -> Option<Mark> {
    const ALONE: [&str; 7] = ["area", "br", "hr", "img", "input", "link", "meta"];
    let inside = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    if inside.contains(['<', '>']) || inside.ends_with(['/', '-', '?']) {
        return None;
    }
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let name = name.split(|c: char| c.is_whitespace()).next()?;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || ALONE.iter().any(|alone| name.eq_ignore_ascii_case(alone))
    {
        return None;
    }
    Some(if inside.starts_with('/') { Mark::Closes } else { Mark::Opens })
}

fn only_tags(text: &str, block: Range<usize>) -> bool {
    text[block.clone()].starts_with('<') && lines(text, block).all(|line| tag(line.of(text)).is_some())
}

fn has_colons(text: &str) -> bool {
    memmem::find(text.as_bytes(), b":::").is_some()
}

/// Whether this is nothing but a target for links: `<a name="8.23.9"></a>`.
fn is_anchor(said: &str) -> bool {
    let inside = said.strip_prefix("<a ").and_then(|rest| rest.strip_suffix("></a>"));
    inside.is_some_and(|attributes| !attributes.contains(['<', '>']))
}
