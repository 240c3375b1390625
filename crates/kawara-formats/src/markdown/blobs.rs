//! Data written into the page as base64 or behind a link to a playground: kilobytes that nobody reads and that mean nothing to a
//! model.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};
use memchr::memmem;

use crate::outline::{Outline, Piece, Removal};

/// The shortest run of base64 that counts as data, in bytes.
const MIN_PAYLOAD: usize = 200;

/// Takes the data out of the text; what names it (`![pump](data:image/png;base64,)`) stays.
pub(crate) fn remove(text: &str, outline: &mut Outline) {
    let found = payloads(text, &outline.pieces);
    outline.removed.extend(found.into_iter().map(|(_, range)| Removal { range, why: "embedded data" }));
}

/// Where the data has to stay, it shares no chunk with what stands before or after it.
pub(crate) fn isolate(text: &str, pieces: &mut [Piece]) {
    for (nth, payload) in payloads(text, pieces) {
        let Some(piece) = pieces.get_mut(nth) else { continue };
        if payload.len() * 4 < piece.range.len() * 3 {
            continue;
        }
        piece.kind = BlockKind::Opaque;
        piece.joint = piece.joint.min(Joint::Section);
        if let Some(next) = pieces.get_mut(nth + 1) {
            next.joint = next.joint.min(Joint::Section);
        }
    }
}

/// The data outside of code, each with the index of its piece.
fn payloads(text: &str, pieces: &[Piece]) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    for range in runs(text) {
        let nth = pieces.partition_point(|piece| piece.range.end <= range.start);
        let is_text = pieces.get(nth).is_some_and(|p| {
            p.range.start <= range.start && p.range.end >= range.end && p.kind != BlockKind::Code
        });
        if is_text {
            found.push((nth, range));
        }
    }
    found
}

/// Long runs of base64 behind `;base64,`, and in the targets of links: `](https://play.example/#eNp9…)`.
fn runs(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(sign) = memchr::memchr3(b'#', b',', b'=', &bytes[at..]).map(|sign| at + sign) {
        let start = sign + 1;
        let len = bytes[start..].iter().take_while(|b| is_base64(**b)).count();
        at = start + len;
        if len >= MIN_PAYLOAD && (text[..start].ends_with(";base64,") || is_target(&bytes[..sign])) {
            found.push(start..at);
        }
    }
    found
}

/// Whether this ends inside the target of a link, as far as one looks.
fn is_target(before: &[u8]) -> bool {
    const NEAR: usize = 2048;
    let near = &before[before.len().saturating_sub(NEAR)..];
    let word = near.iter().rev().take_while(|b| !b.is_ascii_whitespace()).count();
    memmem::rfind(&near[near.len() - word..], b"](").is_some_and(|open| {
        let target = &near[near.len() - word + open + 2..];
        target.starts_with(b"http") && !target.contains(&b')')
    })
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'%')
}
