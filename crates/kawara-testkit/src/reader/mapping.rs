//! From the text back to the source.

use std::ops::Range;

use super::blocks::{first_uncovered, line_from};
use super::{Piece, ReaderSubject};
use crate::Fault;
use crate::fault::quote;

/// The map of a projected text covers it in order, and goes back to ascending stretches of the source.
pub(super) fn maps_back_to_the_source(subject: &ReaderSubject) -> Result<(), Fault> {
    subject.each_reading(&["plain", "source"], |pieces| pieces.iter().try_for_each(maps_back))
}

fn maps_back(piece: &Piece<'_>) -> Result<(), Fault> {
    let (text, source, map) = (&*piece.text, piece.source, &piece.blocks.map);
    if map.is_identity() {
        if text == source || text.is_empty() {
            return Ok(());
        }
        let remedy = "tell `Blocks::map` where each stretch of a projected text comes from";
        return Err(piece.fault(0, "the text differs from the source, and there is no map back", remedy));
    }
    let (mut in_text, mut in_source) = (0, 0);
    for span in map.spans() {
        let (to_text, to_source) = (span.text + span.text_len, span.source + span.source_len);
        if span.text != in_text || (span.source < in_source && !map.is_scattered()) {
            let what = format!(
                "the map leads from {}..{to_text} to {}..{to_source} after {in_text} and {in_source}",
                span.text, span.source
            );
            return Err(piece.fault(
                span.source,
                what,
                "map every byte of the text, in the order of the source",
            ));
        }
        let (Some(copy), Some(original)) = (text.get(span.text..to_text), source.get(span.source..to_source))
        else {
            let what = format!(
                "the map leads from {}..{to_text} to {}..{to_source}: past an end, or inside a character",
                span.text, span.source
            );
            return Err(piece.fault(
                span.source,
                what,
                "map whole characters, within the text and the source",
            ));
        };
        if span.text_len == span.source_len && copy != original {
            let what = format!(
                "{} of the text is mapped as a copy of {} in the source",
                quote(copy),
                quote(original)
            );
            return Err(piece.fault(
                span.source,
                what,
                "use `copy` for what stands in the source, and `replace` for each escape alone",
            ));
        }
        (in_text, in_source) = (to_text, to_source);
    }
    if in_text == text.len() {
        return Ok(());
    }
    let what = format!("the map ends at {in_text}, the text at {}", text.len());
    Err(piece.fault(
        in_source,
        what,
        "map every byte of the text; line breaks that the reader puts in stand for what they replace",
    ))
}

/// Every byte that is not blank is in a block, or skipped with a reason.
pub(super) fn accounts_for_every_byte(subject: &ReaderSubject) -> Result<(), Fault> {
    subject.each_reading(&["plain", "source"], |pieces| pieces.iter().try_for_each(accounts))
}

fn accounts(piece: &Piece<'_>) -> Result<(), Fault> {
    let blocks = &piece.blocks;
    let mut accounted: Vec<Range<usize>> = Vec::new();
    for skipped in blocks.skipped() {
        let Range { start, end } = skipped.range;
        if end > piece.source.len()
            || !piece.source.is_char_boundary(start)
            || !piece.source.is_char_boundary(end)
        {
            let what =
                format!("{start}..{end} is skipped ({}): past the end, or inside a character", skipped.why);
            return Err(piece.fault(
                start,
                what,
                "skip bytes of the source, half-open, and whole characters",
            ));
        }
        if skipped.why.trim().is_empty() {
            return Err(piece.fault(
                start,
                format!("{start}..{end} is skipped without a reason"),
                "say what it is",
            ));
        }
        accounted.push(skipped.range.clone());
    }
    if blocks.map.is_identity() && !piece.text.is_empty() {
        nothing_skipped_between_blocks(piece)?;
    }
    accounted.extend(
        blocks
            .kept()
            .iter()
            .flat_map(|block| blocks.map.clip(block.range()))
            .map(|span| span.source..span.source + span.source_len),
    );
    // An escape that stands for white space needs no block either.
    let blank = |span: &&kawara_core::Span| {
        piece
            .text
            .get(span.text..span.text + span.text_len)
            .is_some_and(|text| text.chars().all(kawara_core::is_blank))
    };
    accounted.extend(
        blocks.map.spans().iter().filter(blank).map(|span| span.source..span.source + span.source_len),
    );
    if blocks.map.is_identity() {
        accounted.extend(blocks.kept().iter().map(|block| block.range()));
    }
    accounted.sort_unstable_by_key(|range| (range.start, range.end));
    match first_uncovered(piece.source, furthest(accounted).into_iter()) {
        Some(at) => {
            let what = format!("{} is neither in a block nor skipped", quote(line_from(piece.source, at)));
            Err(piece.fault(
                at,
                what,
                "keep it in a block, or skip it with a reason: nothing may be lost unseen",
            ))
        }
        None => Ok(()),
    }
}

/// A chunk is one slice of the text, so what a verbatim text holds between two blocks would come along unasked.
fn nothing_skipped_between_blocks(piece: &Piece<'_>) -> Result<(), Fault> {
    let kept = piece.blocks.kept();
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return Ok(()) };
    let inner = first.range().start..last.range().end;
    match piece
        .blocks
        .skipped()
        .iter()
        .find(|skipped| skipped.range.start < inner.end && inner.start < skipped.range.end)
    {
        Some(skipped) => {
            let what =
                format!("{:?} is skipped ({}) between blocks of a verbatim text", skipped.range, skipped.why);
            Err(piece.fault(
                skipped.range.start,
                what,
                "return a projection with a map back, or keep it in a block",
            ))
        }
        None => Ok(()),
    }
}

/// Ascending ranges joined where they touch or overlap.
fn furthest(ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
