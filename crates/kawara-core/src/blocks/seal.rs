//! The gate for readers: what a reader reports is checked before anything is built on it.

use std::ops::Range;

use super::{Block, BlockKind, Blocks, Joint, SectionId};
use crate::units::{Clusters, is_blank};
use crate::{Error, ErrorKind, Result};

/// Checks that the blocks ascend on character boundaries, moves edges inside a grapheme cluster to its end, and keeps text
/// that the reader overlooked: nothing is lost.
///
/// # Errors
/// [`ErrorKind::Gate`] naming the byte when blocks overlap, pass the end or cut a character.
pub(crate) fn seal(text: &str, blocks: &mut Blocks) -> Result<()> {
    let reported = std::mem::take(&mut blocks.kept);
    blocks.skipped.sort_by_key(|skip| skip.range.start);
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
        seal(text, &mut blocks)?;
        Ok(blocks.kept.iter().map(|block| text[block.range()].to_owned()).collect())
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
