//! Formulas between `$$`, and between `\[` and `\]`: the parser takes their lines for paragraphs, lists and headings; here each becomes one piece again.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};
use memchr::memmem;

use crate::lines::{line_end, line_start, trim};
use crate::outline::Piece;

/// Makes each formula from byte `body` on that has its lines for itself one opaque piece.
pub(crate) fn fuse(text: &str, body: usize, pieces: &mut Vec<Piece>) {
    fuse_all(text, formulas(text, body, pieces), pieces);
    fuse_all(text, bracketed(text, body, pieces), pieces);
}

fn fuse_all(text: &str, formulas: Vec<Range<usize>>, pieces: &mut Vec<Piece>) {
    if formulas.is_empty() {
        return;
    }
    let mut fused: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut formulas = formulas.into_iter().peekable();
    let mut rest = std::mem::take(pieces).into_iter();
    let mut next = rest.next();
    while let Some(piece) = next.take() {
        let Some(formula) = formulas.peek().cloned() else {
            fused.push(piece);
            fused.extend(rest);
            break;
        };
        if piece.range.end <= formula.start {
            fused.push(piece);
            next = rest.next();
        } else if piece.range.start < formula.start {
            next = split(text, piece, formula.start, &mut fused).or_else(|| rest.next());
        } else {
            formulas.next();
            let joint = if piece.range.start == formula.start { piece.joint } else { Joint::Line };
            fused.push(Piece::new(formula.clone(), BlockKind::Opaque, joint));
            next = Some(piece);
            while let Some(inner) = next.take() {
                if inner.range.end > formula.end {
                    next = if inner.range.start < formula.end {
                        tail(text, inner, formula.end)
                    } else {
                        Some(inner)
                    };
                    if next.is_some() {
                        break;
                    }
                }
                next = rest.next();
            }
        }
    }
    *pieces = fused;
}

/// Keeps what lies before `at`, and returns what lies behind it.
fn split(text: &str, piece: Piece, at: usize, fused: &mut Vec<Piece>) -> Option<Piece> {
    let before = trim(text, piece.range.start..at);
    let behind = Piece { range: at..piece.range.end, section: None, ..piece.clone() };
    if before.is_empty() {
        return Some(behind);
    }
    fused.push(Piece { range: before, ..piece });
    Some(Piece { joint: Joint::Line, ..behind })
}

/// What a piece holds behind a formula.
fn tail(text: &str, piece: Piece, from: usize) -> Option<Piece> {
    let range = trim(text, from..piece.range.end);
    (!range.is_empty()).then_some(Piece { range, joint: Joint::Line, section: None, ..piece })
}

/// Where the formulas are, from the first `$$` to the end of the line of the second.
fn formulas(text: &str, body: usize, pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let finder = memmem::Finder::new("$$");
    let mut from = body;
    // Each search starts behind the last line looked at.
    while let Some(open) = finder.find(&text.as_bytes()[from..]).map(|at| at + from) {
        let start = line_start(text, from..open);
        let first_end = line_end(text, open..text.len());
        from = first_end;
        if is_prefix(&text[start..open])
            && !is_verbatim(pieces, open)
            && let Some(end) = formula_end(text, pieces, open, first_end, &finder)
        {
            from = end;
            found.push(open..end);
        }
        if text[from..].starts_with('\n') {
            from += 1;
        }
    }
    found
}

fn formula_end(
    text: &str,
    pieces: &[Piece],
    open: usize,
    first_end: usize,
    finder: &memmem::Finder<'_>,
) -> Option<usize> {
    let opening = text[open + 2..first_end].trim();
    if let Some(close) = opening.find("$$") {
        let is_whole = close > 0 && is_tail(opening[close + 2..].trim());
        return is_whole.then(|| trim(text, open..first_end).end);
    }
    let close = first_end + finder.find(&text.as_bytes()[first_end..])?;
    let end = line_end(text, close..text.len());
    let inside = &text[first_end..close];
    // A formula that begins on the line of its mark ends before the next blank line.
    let torn = !opening.is_empty() && inside.lines().skip(1).any(|line| line.trim().is_empty());
    let last_line = inside.rfind('\n').map_or("", |at| &inside[at + 1..]);
    let is_whole = !torn && is_tail(text[close + 2..end].trim()) && !last_line.trim_start().starts_with('#');
    (is_whole && !has_structure(text, pieces, open..close)).then(|| trim(text, open..end).end)
}

/// Where the formulas are between a line that begins with `\[` and the first `\]`.
fn bracketed(text: &str, body: usize, pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = body;
    while let Some(open) = memmem::find(&text.as_bytes()[at..], b"\\[").map(|open| at + open) {
        let start = line_start(text, at..open);
        at = open + 2;
        let starts_line = start == body || text[..start].ends_with('\n');
        if !starts_line || !is_prefix(&text[start..open]) || is_verbatim(pieces, open) {
            continue;
        }
        let Some(close) = closing_bracket(text, at) else { continue };
        let end = line_end(text, close..text.len());
        let tail = text[close + 2..end].trim();
        let is_whole = is_tail(tail) && (tail.is_empty() || !tail.starts_with('('));
        let is_torn = text[open..close].lines().any(|line| line.trim().is_empty());
        if is_whole && !is_torn && !has_structure(text, pieces, open..close) {
            found.push(trim(text, open..end));
            at = end;
        }
    }
    found
}

/// The byte of the `\]` that closes what was opened before `from`; none if another formula opens first.
fn closing_bracket(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(slash) = memchr::memchr(b'\\', &bytes[at..]).map(|slash| at + slash) {
        match bytes.get(slash + 1) {
            Some(b']') => return Some(slash),
            Some(b'[') | None => return None,
            Some(next) => at = slash + if next.is_ascii() { 2 } else { 1 },
        }
    }
    None
}

/// Whether a line may start a formula behind this: nothing, or markers of quotes and lists.
fn is_prefix(before: &str) -> bool {
    before.chars().all(|c| matches!(c, ' ' | '\t' | '>' | '-' | '*' | '+' | '.' | ')' | '0'..='9'))
        && before.len() < 64
}

/// What may follow a formula on its line: punctuation, a label in brackets.
fn is_tail(rest: &str) -> bool {
    rest.len() <= 64
        && (rest.chars().all(|c| matches!(c, '.' | ',' | ';' | ':' | '。' | '，' | '；' | '：'))
            || rest.starts_with('{') && rest.ends_with('}')
            || rest.starts_with('(') && rest.ends_with(')'))
}

fn is_verbatim(pieces: &[Piece], at: usize) -> bool {
    let before = pieces.partition_point(|piece| piece.range.end <= at);
    pieces.get(before).is_some_and(|piece| {
        piece.range.start <= at && matches!(piece.kind, BlockKind::Code | BlockKind::Opaque)
    })
}

/// Whether a fence or a heading with number signs lies inside: then the second `$$` is not the end of the first.
fn has_structure(text: &str, pieces: &[Piece], range: Range<usize>) -> bool {
    let first = pieces.partition_point(|piece| piece.range.end <= range.start);
    pieces[first..].iter().take_while(|piece| piece.range.start < range.end).any(|piece| {
        let said = text[piece.range.clone()].trim_start();
        match piece.kind {
            BlockKind::Code => said.starts_with(['`', '~']),
            BlockKind::Heading => said.starts_with('#'),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::outline;
    use crate::mode::Mode;

    fn blocks(text: &str) -> Vec<(BlockKind, &str)> {
        outline(text, Mode::default()).pieces.iter().map(|p| (p.kind, &text[p.range.clone()])).collect()
    }

    #[test]
    fn what_looks_like_a_list_or_heading_stays_in_the_formula() {
        use BlockKind::{Opaque, Prose};
        let text = "It is:\n\n$$\na\n- b\n=\n\n> c\n$$\n\nwhere $a$ is.\n";
        assert_eq!(
            blocks(text),
            [(Prose, "It is:"), (Opaque, "$$\na\n- b\n=\n\n> c\n$$"), (Prose, "where $a$ is.")]
        );
    }

    #[test]
    fn a_formula_inside_a_paragraph_is_taken_out_of_it() {
        use BlockKind::{Opaque, Prose};
        let text = "Then\n$$x = y.$$ {#eq:1}\nholds, and\n$$\nz\n$$\n:eqlabel:`z`\n";
        assert_eq!(
            blocks(text),
            [
                (Prose, "Then"),
                (Opaque, "$$x = y.$$ {#eq:1}"),
                (Prose, "holds, and"),
                (Opaque, "$$\nz\n$$"),
                (Prose, ":eqlabel:`z`"),
            ]
        );
    }

    #[test]
    fn brackets_with_backslashes_hold_formulas() {
        use BlockKind::{Opaque, Prose};
        let text = "So\n\\[\na \\\\[2pt] b\n- c\n= d\n\\]\nholds.\n\n\\[ x = y. \\]\n\n\\[not\\](a link)\n\n\\[no\n\n# end\n";
        assert_eq!(
            blocks(text)[..5],
            [
                (Prose, "So"),
                (Opaque, "\\[\na \\\\[2pt] b\n- c\n= d\n\\]"),
                (Prose, "holds."),
                (Opaque, "\\[ x = y. \\]"),
                (Prose, "\\[not\\](a link)"),
            ]
        );
        assert_eq!(blocks(text)[5..].len(), 2);
        assert_eq!(blocks("```\n\\[\nx\n\\]\n```\n").len(), 1);
    }

    #[test]
    fn dollars_in_prose_and_code_are_no_formulas() {
        for text in
            ["It costs $$5 or $$6.\n", "`$$` is the pid\n\n$$ too\n\nno end\n", "$$\n\n# Heading\n\n$$\n"]
        {
            assert!(blocks(text).iter().all(|(kind, _)| *kind != BlockKind::Opaque), "{text:?}");
        }
        assert_eq!(blocks("```\n$$\n```\n\n$$\n").len(), 2);
    }
}
