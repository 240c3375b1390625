//! Recursive splitting: at the first separator that occurs; what is too long, at those behind it.

use std::ops::Range;

use super::borders::Borders;
use super::walk::{Measure, Walk};
use crate::Result;
use crate::units::Clusters;

/// A stretch of the text that is still to be laid.
enum Stretch<'s> {
    /// To be split at the first of these that occurs.
    Long(Range<usize>, &'s [String]),
    /// Pieces that are short enough, by their ends, to be joined as far as they fit.
    Short(Range<usize>, Vec<u32>),
}

/// Lays a text: pieces that are short enough are joined while they fit, between those that are not, which are split in turn. Nothing is
/// joined across such a one, and nothing repeated.
///
/// # Errors
/// What a counter returns.
pub(super) fn lay(walk: &mut Walk<'_, '_>, text: Range<usize>, separators: &[String]) -> Result<()> {
    // The next one last.
    let mut open = vec![Stretch::Long(text, separators)];
    while let Some(stretch) = open.pop() {
        match stretch {
            Stretch::Short(range, ends) => walk.lay(range, Borders::at(ends), Measure::Trimmed)?,
            Stretch::Long(range, separators) => {
                let document = walk.document();
                let found = separators.iter().position(|it| document[range.clone()].contains(it.as_str()));
                match found.and_then(|nth| separators[nth..].split_first()) {
                    None => {
                        let whole = Borders::at(vec![range.end as u32]);
                        walk.lay(range, whole, Measure::Trimmed)?;
                    }
                    Some((separator, _)) if separator.is_empty() => {
                        let clusters = Borders::clusters(document, range.clone());
                        walk.lay(range, clusters, Measure::Trimmed)?;
                    }
                    Some((separator, finer)) => {
                        let ends = ends(document, range.clone(), separator);
                        let parts = parts(walk, range, ends, finer)?;
                        open.extend(parts.into_iter().rev());
                    }
                }
            }
        }
    }
    Ok(())
}

/// What was split, as stretches of pieces that are short enough, and those pieces that are not.
fn parts<'s>(
    walk: &mut Walk<'_, '_>,
    range: Range<usize>,
    ends: Vec<u32>,
    finer: &'s [String],
) -> Result<Vec<Stretch<'s>>> {
    let (mut parts, mut short) = (Vec::new(), Vec::new());
    let (mut start, mut laid_to) = (range.start, range.start);
    for end in ends {
        let piece = start..end as usize;
        start = piece.end;
        if walk.is_short(piece.clone())? {
            short.push(end);
            continue;
        }
        if !short.is_empty() {
            parts.push(Stretch::Short(laid_to..piece.start, std::mem::take(&mut short)));
        }
        laid_to = piece.end;
        parts.push(Stretch::Long(piece, finer));
    }
    if !short.is_empty() {
        parts.push(Stretch::Short(laid_to..range.end, short));
    }
    Ok(parts)
}

/// Where the pieces of a range end, each with the separator behind it, on cluster borders; the end of the range last.
fn ends(document: &str, range: Range<usize>, separator: &str) -> Vec<u32> {
    let mut clusters = Clusters::new(document, range.start);
    let found = document[range.clone()].match_indices(separator);
    let mut ends: Vec<u32> = found
        .map(|(at, found)| clusters.align(range.start + at + found.len()).min(range.end) as u32)
        .chain([range.end as u32])
        .collect();
    ends.dedup();
    ends
}
