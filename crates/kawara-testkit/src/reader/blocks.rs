//! Where the blocks lie.

use kawara_core::is_blank;

use super::{Piece, ReaderSubject};
use crate::Fault;
use crate::fault::quote;

/// Blocks ascend without overlapping, within the text and on character boundaries.
pub(super) fn keeps_blocks_in_order(subject: &ReaderSubject) -> Result<(), Fault> {
    subject.each_reading(&["plain", "source"], |pieces| pieces.iter().try_for_each(in_order))
}

fn in_order(piece: &Piece<'_>) -> Result<(), Fault> {
    let mut last = 0;
    for block in piece.blocks.kept() {
        let range = block.range();
        if range.start < last {
            let what = format!("the block {range:?} begins before the end of the one before it, {last}");
            return Err(piece.fault(
                range.start,
                what,
                "keep blocks in the order of the text, each byte once",
            ));
        }
        if range.end > piece.text.len() {
            let what =
                format!("the block {range:?} goes past the end of a text of {} bytes", piece.text.len());
            return Err(piece.fault(
                range.end,
                what,
                "give bytes of the text that `read` returns, half-open",
            ));
        }
        if let Some(inside) =
            [range.start, range.end].into_iter().find(|at| !piece.text.is_char_boundary(*at))
        {
            let what = format!("byte {inside} of the block {range:?} is inside a character");
            return Err(piece.fault(inside, what, "give bytes, not characters, and whole characters"));
        }
        last = range.end;
    }
    Ok(())
}

/// With `text = "source"` the text is the source, nothing is skipped, and every byte that is not blank is in a block.
pub(super) fn keeps_every_byte_of_the_source(subject: &ReaderSubject) -> Result<(), Fault> {
    subject.each_reading(&["source"], |pieces| pieces.iter().try_for_each(is_source))
}

fn is_source(piece: &Piece<'_>) -> Result<(), Fault> {
    const REMEDY: &str = "with `text = \"source\"`, return the piece itself, leave `map` alone, skip nothing and keep front matter, \
                          comments and mark-up in blocks of their own";
    if piece.text != piece.source || !piece.blocks.map.is_identity() {
        let differs = piece.text.bytes().zip(piece.source.bytes()).take_while(|(a, b)| a == b).count();
        return Err(piece.fault(
            piece.source.floor_char_boundary(differs),
            "the text is not the source",
            REMEDY,
        ));
    }
    if let Some(skipped) = piece.blocks.skipped().first() {
        let what = format!("{:?} is skipped ({})", skipped.range, skipped.why);
        return Err(piece.fault(skipped.range.start, what, REMEDY));
    }
    match first_uncovered(&piece.text, piece.blocks.kept().iter().map(|block| block.range())) {
        Some(at) => {
            let what = format!("{} is in no block", quote(line_from(&piece.text, at)));
            Err(piece.fault(at, what, "keep all that is not white space, in blocks of any kind"))
        }
        None => Ok(()),
    }
}

/// The first byte that is not blank and in none of the ascending `ranges`.
pub(super) fn first_uncovered(
    text: &str,
    ranges: impl Iterator<Item = std::ops::Range<usize>>,
) -> Option<usize> {
    let mut ranges = ranges.peekable();
    text.char_indices().find_map(|(at, c)| {
        while ranges.next_if(|range| range.end <= at).is_some() {}
        let covered = ranges.peek().is_some_and(|range| range.start <= at);
        (!covered && !is_blank(c)).then_some(at)
    })
}

/// The rest of the line, for a message.
pub(super) fn line_from(text: &str, at: usize) -> &str {
    text[at..].lines().next().unwrap_or("")
}
