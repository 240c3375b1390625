//! The gate for readers: what a reader reports is checked before anything is built on it.

use std::ops::Range;

use super::{Block, BlockKind, Blocks, Joint, SectionId, Skipped};
use crate::units::{Clusters, is_blank};
use crate::{Error, ErrorKind, Result};

/// Checks that the blocks ascend on character boundaries, moves edges inside a grapheme cluster to its end, and keeps text
/// that the reader overlooked: nothing is lost.
///
/// # Errors
/// [`ErrorKind::Gate`] naming the byte when blocks overlap, pass the end or cut a character; when the map does not lead from the
/// text to the source; when a text that is the source skips something between two blocks.
pub(crate) fn seal(source: &str, text: &str, blocks: &mut Blocks) -> Result<()> {
    blocks.skipped.sort_by_key(|skip| skip.range.start);
    if let Some(fault) = map_fault(source, text, blocks)
        .or_else(|| skip_fault(source, blocks))
        .or_else(|| lost_fault(source, blocks))
    {
        return Err(Error::new(ErrorKind::Gate, fault));
    }
    blocks.notes.seal(text).map_err(|fault| Error::new(ErrorKind::Gate, fault))?;
    let reported = std::mem::take(&mut blocks.kept);
    blocks.kept.reserve(reported.len());
    let mut clusters = Clusters::new(text, 0);
    let (mut reported_to, mut kept_to) = (0, 0);
    for mut block in reported {
        let range = block.range();
        if let Some(fault) = fault(text, &range, reported_to) {
            return Err(Error::new(ErrorKind::Gate, fault).at_byte(range.start));
        }
        reported_to = range.end;
        let start = clusters.align(range.start.max(kept_to));
        let end = clusters.align(range.end.max(start));
        if start < end {
            keep_gap(text, blocks, kept_to..start);
            (block.start, block.end) = (start as u32, end as u32);
            blocks.kept.push(block);
            kept_to = end;
        }
    }
    keep_gap(text, blocks, kept_to..text.len());
    Ok(())
}

/// Offsets in a text and in its source have 32 bits.
///
/// # Errors
/// [`ErrorKind::Read`] when so many bytes are too many.
pub(crate) fn fits(bytes: usize) -> Result<()> {
    if u32::try_from(bytes).is_ok() {
        return Ok(());
    }
    let message = format!(
        "{bytes} bytes are more than the 4 GiB that a document at hand may have; split it, or let it come as a stream"
    );
    Err(Error::new(ErrorKind::Read, message))
}

/// The map leads from the whole text, stretch by stretch, to ranges of the source, each once: ascending, unless it says that they do not.
fn map_fault(source: &str, text: &str, blocks: &Blocks) -> Option<String> {
    if blocks.map.is_identity() {
        return (source != text)
            .then(|| "the reader's text is not the source, and it gives no map".to_owned());
    }
    let (mut text_to, mut source_to) = (0, 0);
    for span in blocks.map.spans() {
        let to = (span.text + span.text_len, span.source.saturating_add(span.source_len));
        let is_whole = text.is_char_boundary(to.0)
            && source.is_char_boundary(span.source)
            && source.is_char_boundary(to.1)
            // A stretch of one length in both is taken to be a copy, offsets inside of it too.
            && (span.text_len != span.source_len || text.get(span.text..to.0) == source.get(span.source..to.1));
        if span.text != text_to || (span.source < source_to && !blocks.map.is_scattered()) || !is_whole {
            return Some(format!("the reader's map is wrong at byte {} of its text", span.text));
        }
        (text_to, source_to) = to;
    }
    (text_to != text.len()).then(|| format!("the reader's map ends at byte {text_to} of {}", text.len()))
}

/// What is skipped lies in the source, and without a projection not between two blocks: a chunk is one slice.
fn skip_fault(source: &str, blocks: &Blocks) -> Option<String> {
    let first = blocks.kept.first().map_or(0, |block| block.start as usize);
    let last = blocks.kept.last().map_or(0, |block| block.end as usize);
    let mut to = 0;
    for Skipped { range, why } in &blocks.skipped {
        let is_between = blocks.map.is_identity() && range.end > first && range.start < last;
        if range.start < to || source.get(range.clone()).is_none() || is_between {
            return Some(format!("the reader cannot skip {}..{} ({why}) here", range.start, range.end));
        }
        to = range.end;
    }
    None
}

/// Every byte of the source that is not blank is in the text or skipped, and none is both.
fn lost_fault(source: &str, blocks: &Blocks) -> Option<String> {
    if blocks.map.is_identity() {
        return None;
    }
    let mut skipped = blocks.skipped.iter().peekable();
    let mut to = 0;
    let mut taken: Vec<_> =
        blocks.map.spans().iter().map(|span| (span.source, span.source + span.source_len)).collect();
    // What was put in takes nothing.
    taken.retain(|(start, end)| start < end);
    if blocks.map.is_scattered() {
        taken.sort_unstable();
        if let Some(pair) = taken.windows(2).find(|pair| pair[1].0 < pair[0].1) {
            return Some(format!("the reader takes over byte {} of the source twice", pair[1].0));
        }
    }
    for (start, end) in taken.into_iter().chain([(source.len(), source.len())]) {
        while let Some(skip) = skipped.next_if(|skip| skip.range.start < start.max(to + 1).min(source.len()))
        {
            if skip.range.end > start {
                return Some(format!(
                    "the reader takes over and skips ({}) byte {start} of the source",
                    skip.why
                ));
            }
            if let Some(lost) = not_blank(source, to..skip.range.start) {
                return Some(lost);
            }
            to = to.max(skip.range.end);
        }
        if let Some(lost) = not_blank(source, to..start) {
            return Some(lost);
        }
        to = to.max(end);
    }
    None
}

fn not_blank(source: &str, gap: Range<usize>) -> Option<String> {
    let lost = source.get(gap.clone())?.char_indices().find(|(_, c)| !is_blank(*c));
    lost.map(|(at, _)| {
        format!("the reader neither takes over nor skips byte {} of the source", gap.start + at)
    })
}

fn fault(text: &str, range: &Range<usize>, reported_to: usize) -> Option<String> {
    let what = if range.end > text.len() {
        format!("passes the end of the text at {}", text.len())
    } else if range.start < reported_to {
        format!("overlaps the block before it, which ends at {reported_to}")
    } else if !text.is_char_boundary(range.start) || !text.is_char_boundary(range.end) {
        "cuts a character".to_owned()
    } else {
        return None;
    };
    Some(format!("the reader's block {}..{} {what}", range.start, range.end))
}

/// Keeps what is neither kept nor skipped. A skip without a projection is only possible before the first and after the last block.
fn keep_gap(text: &str, blocks: &mut Blocks, gap: Range<usize>) {
    let mut from = gap.start;
    if blocks.map.is_identity() {
        let first = blocks.skipped.partition_point(|skip| skip.range.start < from);
        for at in first..blocks.skipped.len() {
            let skip = blocks.skipped[at].range.clone();
            if skip.end > gap.end || skip.start < from {
                break;
            }
            keep(text, blocks, from..skip.start);
            from = skip.end;
        }
    }
    keep(text, blocks, from..gap.end);
}

fn keep(text: &str, blocks: &mut Blocks, range: Range<usize>) {
    if text[range.clone()].chars().all(is_blank) {
        return;
    }
    let (section, lead) =
        blocks.kept.last().map_or((SectionId(0), None), |block| (block.section, block.lead));
    let (start, end) = (range.start as u32, range.end as u32);
    blocks.kept.push(Block { start, end, kind: BlockKind::Prose, joint: Joint::Paragraph, section, lead });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(text: &str, ranges: &[(usize, usize)]) -> Result<Vec<String>> {
        let mut blocks = Blocks::new();
        for (start, end) in ranges {
            blocks.keep(*start..*end, BlockKind::Prose, Joint::Paragraph);
        }
        seal(text, text, &mut blocks)?;
        Ok(blocks.kept.iter().map(|block| text[block.range()].to_owned()).collect())
    }

    #[test]
    fn what_offsets_cannot_tell_is_refused() {
        assert!(fits(u32::MAX as usize).is_ok());
        assert!(fits(u32::MAX as usize + 1).unwrap_err().to_string().contains("4294967296 bytes"));
    }

    #[test]
    fn overlooked_text_is_kept() {
        assert_eq!(sealed("one two three", &[(4, 7)]).unwrap(), ["one ", "two", " three"]);
        assert_eq!(sealed("one \n", &[(0, 3)]).unwrap(), ["one"]);
    }

    #[test]
    fn edges_inside_a_cluster_move_to_its_end() {
        assert_eq!(sealed("ae\u{301}b", &[(0, 2), (2, 5)]).unwrap(), ["ae\u{301}", "b"]);
    }

    #[test]
    fn a_map_that_leads_astray_is_refused() {
        let refused = |text: &str, copies: &[(usize, usize)], skips: &[(usize, usize)]| {
            let mut blocks = Blocks::new();
            copies.iter().for_each(|(from, to)| blocks.map.copy(*from..*to));
            skips.iter().for_each(|(from, to)| blocks.skip(*from..*to, "a test"));
            blocks.keep(0..1, BlockKind::Prose, Joint::Paragraph);
            blocks.keep(text.len() - 1..text.len(), BlockKind::Prose, Joint::Paragraph);
            seal("one é two", text, &mut blocks).unwrap_err().to_string()
        };
        assert!(refused("one two", &[], &[]).contains("no map"));
        assert!(refused("one two", &[(0, 4)], &[(4, 7)]).contains("map ends at byte 4 of 7"));
        assert!(refused("one two", &[(0, 5), (8, 10)], &[]).contains("map is wrong at byte 0"));
        assert!(refused("one é two", &[], &[(3, 5)]).contains("cannot skip 3..5"));
        assert!(refused("one ee two", &[(0, 10)], &[]).contains("map is wrong at byte 0"));
        assert!(refused("one two", &[(0, 4), (7, 10)], &[]).contains("neither takes over nor skips byte 4"));
        assert!(refused("one two", &[(0, 4), (7, 10)], &[(4, 8)]).contains("takes over and skips"));
    }

    #[test]
    fn skips_are_checked_where_nothing_is_kept() {
        for range in [1..2, 0..9] {
            let mut blocks = Blocks::new();
            blocks.skip(range, "a test");
            assert!(seal("éa", "éa", &mut blocks).unwrap_err().to_string().contains("cannot skip"));
        }
    }

    #[test]
    fn what_is_put_in_may_stand_where_something_is_skipped() {
        let mut blocks = Blocks::new();
        blocks.map.copy(0..1);
        blocks.map.replace(1..1, 1);
        blocks.map.copy(4..5);
        blocks.skip(1..4, "markup");
        blocks.keep(0..3, BlockKind::Prose, Joint::Paragraph);
        seal("a<b>c", "a\nc", &mut blocks).unwrap();
    }

    #[test]
    fn a_scattered_map_takes_each_byte_once() {
        let scattered = |copies: &[(usize, usize)], skips: &[(usize, usize)], text: &str| {
            let mut blocks = Blocks::new();
            copies.iter().for_each(|(from, to)| blocks.map.copy(*from..*to));
            skips.iter().for_each(|(from, to)| blocks.skip(*from..*to, "a test"));
            blocks.keep(0..text.len(), BlockKind::Prose, Joint::Paragraph);
            seal("one, two", text, &mut blocks).map_err(|error| error.to_string())
        };
        assert_eq!(scattered(&[(5, 8), (0, 3)], &[(3, 4)], "twoone"), Ok(()));
        let refused = |copies, skips, text| scattered(copies, skips, text).unwrap_err();
        let mut put_in = Blocks::new();
        put_in.skip(0..3, "one");
        put_in.map.replace(3..3, 1);
        put_in.skip(3..5, "a test");
        put_in.map.copy(5..8);
        put_in.keep(0..4, BlockKind::Prose, Joint::Paragraph);
        assert!(
            seal("one, two", "-two", &mut put_in).is_ok(),
            "what is put in between two skips takes nothing"
        );
        assert!(refused(&[(5, 8), (0, 3)], &[], "twoone").contains("nor skips byte 3"));
        assert!(refused(&[(5, 8), (0, 3)], &[(3, 6)], "twoone").contains("takes over and skips"));
        assert!(refused(&[(5, 8), (0, 4), (2, 5)], &[], "twoone,e, ").contains("byte 2 of the source twice"));
    }

    #[test]
    fn faults_are_named() {
        for (ranges, says) in [
            (&[(0, 9)][..], "passes the end"),
            (&[(0, 2), (1, 3)], "overlaps"),
            (&[(0, 1)], "cuts a character"),
        ] {
            let error = sealed("éab", ranges).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
