//! Pages and places on them.

use std::ops::Range;

use kawara_core::{BoundingBox, Note, PageOrigin};

use super::tape::{Kind, Tape};

/// The number that a value is.
pub(super) fn number(source: &str, tape: &Tape, at: Option<usize>) -> Option<f64> {
    let node = tape.node(at?);
    let number = source.get(node.range()).filter(|_| node.kind == Kind::Plain)?.parse::<f64>().ok()?;
    number.is_finite().then_some(number)
}

/// A whole number, such as that of a page as the source counts.
pub(super) fn page_number(source: &str, tape: &Tape, at: Option<usize>) -> Option<u32> {
    source.get(tape.node(at?).range())?.parse().ok()
}

/// Docling's `prov`: the page and the box of an element, or of some of its characters.
pub(super) fn of_prov(source: &str, tape: &Tape, prov: usize) -> Option<(Note, Range<usize>)> {
    let member = |of: usize, name: &str| tape.member(source, of, name);
    let page = page_number(source, tape, member(prov, "page_no"))?;
    let place = member(prov, "bbox").and_then(|bbox| {
        let side = |name| number(source, tape, member(bbox, name));
        let origin = match member(bbox, "coord_origin").and_then(|at| source.get(tape.node(at).inner())) {
            Some("BOTTOMLEFT") => PageOrigin::BottomLeft,
            _ => PageOrigin::TopLeft,
        };
        Some(BoundingBox { left: side("l")?, top: side("t")?, right: side("r")?, bottom: side("b")?, origin })
    });
    let span = member(prov, "charspan").and_then(|span| {
        let mut ends = tape.children(span).map(|end| page_number(source, tape, Some(end)));
        Some(ends.next()?? as usize..ends.next()?? as usize)
    });
    let chars = span.filter(|span| !span.is_empty()).unwrap_or(0..usize::MAX);
    Some((Note::Page { number: page, place }, chars))
}

/// Unstructured's `metadata`: the page, and the box around the corners.
pub(super) fn of_metadata(source: &str, tape: &Tape, metadata: usize) -> Option<Note> {
    let member = |of: usize, name: &str| tape.member(source, of, name);
    let page = page_number(source, tape, member(metadata, "page_number"))?;
    let points = member(metadata, "coordinates").and_then(|coordinates| member(coordinates, "points"));
    let place = points.and_then(|points| {
        let mut rect: Option<BoundingBox> = None;
        for point in tape.children(points) {
            let mut axes = tape.children(point).map(|axis| number(source, tape, Some(axis)));
            let (x, y) = (axes.next()??, axes.next()??);
            let all = rect.get_or_insert(BoundingBox {
                left: x,
                top: y,
                right: x,
                bottom: y,
                origin: PageOrigin::TopLeft,
            });
            (all.left, all.right) = (all.left.min(x), all.right.max(x));
            (all.top, all.bottom) = (all.top.min(y), all.bottom.max(y));
        }
        rect
    });
    Some(Note::Page { number: page, place })
}
