//! Words by the languages of the text.

use std::ops::Range;

use crate::Result;
use crate::tiling::oversize::slice_end;
use crate::units::{Clusters, Collector, Grain, Units, is_blank};

/// Where each word of a text ends, with the white space behind it.
///
/// # Errors
/// What a segmenter or the gate returns.
pub(super) fn ends<'e>(
    document: &str,
    text: Range<usize>,
    units: &Units<'e>,
    collector: &mut Collector<'_, 'e>,
) -> Result<Vec<u32>> {
    let first = units.list.partition_point(|unit| unit.range().end <= text.start);
    let inside = units.list[first..].iter().take_while(|unit| unit.range().start < text.end);
    let mut ends: Vec<u32> = Vec::new();
    for (nth, unit) in inside.enumerate() {
        let slot = units.languages[unit.language as usize].slot;
        // What stands before a unit is blank, and belongs to the word before it.
        if nth > 0
            && let Some(last) = ends.last_mut()
        {
            *last = unit.start;
        }
        let (mut from, end) = (unit.start as usize, unit.end as usize);
        while from < end {
            let to = slice_end(document, from, end);
            let cuts = collector.ends(slot, from..to, Grain::Word)?;
            let mut clusters = Clusters::new(document, from);
            let mut start = from;
            for cut in &cuts {
                let cut = clusters.align(from + cut).min(end);
                let is_word = !document[start..cut].chars().all(is_blank);
                match ends.last_mut() {
                    Some(last) if !is_word => *last = cut as u32,
                    _ if cut > start => ends.push(cut as u32),
                    _ => {}
                }
                start = cut;
            }
            collector.workers.recycle(cuts);
            from = to.max(start);
        }
    }
    match ends.last_mut() {
        Some(last) => *last = text.end as u32,
        None => ends.push(text.end as u32),
    }
    Ok(ends)
}
