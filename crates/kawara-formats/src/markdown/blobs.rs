//! Data written into the page as base64: kilobytes that nobody reads and that mean nothing to a model.

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
    let mut at = 0;
    while let Some(mark) = memmem::find(&text.as_bytes()[at..], b";base64,") {
        let start = at + mark + b";base64,".len();
        let len = text.as_bytes()[start..].iter().take_while(|b| is_base64(**b)).count();
        at = start + len;
        let nth = pieces.partition_point(|piece| piece.range.end <= start);
        let is_text = pieces
            .get(nth)
            .is_some_and(|p| p.range.start <= start && p.range.end >= at && p.kind != BlockKind::Code);
        if len >= MIN_PAYLOAD && is_text {
            found.push((nth, start..at));
        }
    }
    found
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'%')
}
