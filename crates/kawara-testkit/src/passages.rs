//! What holds of the passages that chunks stand in.

use std::collections::BTreeMap;

use kawara_core::{Chunk, Chunks, Counter, Parent, ParentKind, Settings};
use unicode_segmentation::UnicodeSegmentation;

/// What is wrong with the passages of some chunks: each chunk stands in one of each size; what stands below a passage tiles it, with
/// nothing carried over its edges; and none is over its size.
pub(crate) fn passage_fault(
    settings: &Settings,
    counter: &dyn Counter,
    chunks: &Chunks,
) -> Result<Option<String>, String> {
    let sizes = &settings.tiling.parents;
    let all: Vec<Chunk<'_>> = chunks.iter().collect();
    if let Some(fault) = all.iter().find_map(|chunk| chain_fault(chunk, sizes.len())) {
        return Ok(Some(fault));
    }
    let mut laid = 0;
    for (nth, size) in sizes.iter().rev().enumerate() {
        let mut groups: Vec<(Parent<'_>, Vec<Chunk<'_>>)> = Vec::new();
        for chunk in &all {
            let Some(passage) = above(chunk, nth) else { continue };
            match groups.last_mut().filter(|(last, _)| last.id() == passage.id()) {
                Some((_, group)) => group.push(*chunk),
                None => groups.push((passage, vec![*chunk])),
            }
        }
        laid += groups.len();
        let mut seen = BTreeMap::new();
        for (passage, group) in &groups {
            let level = nth + 1;
            let fail = |what: &str| Ok(Some(format!("the passage {passage:?} of level {level}: {what}")));
            if seen.insert(passage.id(), ()).is_some() {
                return fail("other chunks stand between those in it");
            }
            if group[0].carried() > 0 {
                return fail("something is carried over its edge");
            }
            if let Some(what) = edge_fault(passage, group) {
                return fail(&what);
            }
            let last = group.last().map_or(0, |chunk| chunk.text_range().end);
            let text = &chunks.text()[group[0].text_range().start..last];
            let tokens = counter.count(text).map_err(|error| error.to_string())?;
            if passage.tokens() != Some(tokens) {
                return fail(&format!(
                    "an independent count says {tokens} tokens, it {:?}",
                    passage.tokens()
                ));
            }
            if tokens > *size && text.graphemes(true).count() > 1 {
                return fail(&format!("{tokens} tokens are over its size of {size}"));
            }
        }
    }
    let known = chunks.parents().filter(|parent| parent.kind() == ParentKind::Passage).count();
    Ok((known != laid).then(|| format!("there are {known} passages, and chunks stand in {laid}")))
}

/// The nth of what a chunk stands in, its parent first.
fn above<'c>(chunk: &Chunk<'c>, nth: usize) -> Option<Parent<'c>> {
    std::iter::successors(Some(chunk.parent()), Parent::parent).nth(nth)
}

fn chain_fault(chunk: &Chunk<'_>, levels: usize) -> Option<String> {
    let of = |nth: usize| above(chunk, nth).filter(|parent| parent.kind() == ParentKind::Passage);
    let told: Vec<Option<u32>> =
        (0..=levels).map(|nth| of(nth).and_then(|passage| passage.level())).collect();
    let wanted: Vec<Option<u32>> = (1..=levels as u32).map(Some).chain([None]).collect();
    (told != wanted).then(|| format!("chunk {}: it stands in passages of {told:?}", chunk.ordinal()))
}

/// What a passage covers of the source is what the chunks in it do.
fn edge_fault(passage: &Parent<'_>, group: &[Chunk<'_>]) -> Option<String> {
    let hull = |ranges: &mut dyn Iterator<Item = std::ops::Range<usize>>| {
        ranges.reduce(|one, two| one.start.min(two.start)..one.end.max(two.end)).unwrap_or_default()
    };
    let source = hull(&mut group.iter().map(Chunk::source_range));
    let chars = hull(&mut group.iter().map(Chunk::char_range));
    let told = (passage.source_range(), passage.char_range());
    (told != (source.clone(), chars.clone()))
        .then(|| format!("it covers {told:?}, and the chunks in it {:?}", (source, chars)))
}
