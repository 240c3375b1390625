use std::cell::OnceCell;
use std::ops::Range;

use kawara::SourceMap;

use super::Difference;
use super::fold::Folded;
use crate::Source;

/// A document in which quotes are looked up: as it stands, as it is read, and without differences that do not matter.
#[derive(Debug)]
pub(super) struct Finder<'a> {
    source: &'a Source,
    /// What the reader makes of it, where that is another text.
    readable: Option<(&'a str, &'a SourceMap)>,
    folded: [[OnceCell<Folded>; Difference::OF_TEXT.len()]; 2],
}

/// A place at which a quote stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// Half-open bytes of the source.
    pub(super) bytes: Range<usize>,
    pub(super) differences: Vec<Difference>,
}

/// So many places are looked at: who quotes what stands oftener has to say where it is anyway.
pub(super) const MOST: usize = 1000;

impl<'a> Finder<'a> {
    pub(super) fn new(source: &'a Source, readable: Option<(&'a str, &'a SourceMap)>) -> Self {
        Self { source, readable, folded: Default::default() }
    }

    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// Where a quote stands, by the fewest differences by which it stands anywhere; at most [`MOST`] places.
    pub(super) fn places(&self, quote: &str) -> Vec<Hit> {
        let exact = starts(self.source.text(), quote);
        if !exact.is_empty() {
            let hit = |at: usize| Hit { bytes: at..at + quote.len(), differences: Vec::new() };
            return exact.into_iter().map(hit).collect();
        }
        if let Some((text, map)) = self.readable {
            let hit = |at: usize| Hit {
                bytes: map.source_range(at..at + quote.len()),
                differences: vec![Difference::Markup],
            };
            let hits: Vec<Hit> = starts(text, quote).into_iter().map(hit).collect();
            if !hits.is_empty() {
                return hits;
            }
        }
        for (level, difference) in Difference::OF_TEXT.into_iter().enumerate() {
            let quote = Folded::of(quote, difference);
            if quote.text().is_empty() {
                continue;
            }
            let within = |folded: &Folded| -> Vec<Range<usize>> {
                let range = |at: usize| folded.original(at..at + quote.text().len());
                starts(folded.text(), quote.text()).into_iter().map(range).collect()
            };
            let found = within(self.folded(0, level, self.source.text()));
            if !found.is_empty() {
                let hit = |bytes| Hit { bytes, differences: vec![difference] };
                return found.into_iter().map(hit).collect();
            }
            if let Some((text, map)) = self.readable {
                let found = within(self.folded(1, level, text));
                let hit = |range: Range<usize>| Hit {
                    bytes: map.source_range(range),
                    differences: vec![Difference::Markup, difference],
                };
                if !found.is_empty() {
                    return found.into_iter().map(hit).collect();
                }
            }
        }
        Vec::new()
    }

    /// Of a quote that stands nowhere, how many of its characters do, from the first, and where; `None` where that is not worth telling.
    pub(super) fn beginning(&self, quote: &str) -> Option<(usize, Range<usize>)> {
        let level = Difference::OF_TEXT.len() - 1;
        let quote = Folded::of(quote, Difference::OF_TEXT[level]);
        let (which, text, map) = match self.readable {
            Some((text, map)) => (1, text, Some(map)),
            None => (0, self.source.text(), None),
        };
        let folded = self.folded(which, level, text);
        let ends: Vec<usize> = quote.text().char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        // What stands there with its first n characters stands there with fewer.
        let stands = |end: &usize| folded.text().contains(&quote.text()[..*end]);
        let many = ends.partition_point(stands);
        let end = *ends.get(many.checked_sub(1)?)?;
        let at = folded.text().find(&quote.text()[..end])?;
        let range = folded.original(at..at + end);
        let bytes = map.map_or(range.clone(), |map| map.source_range(range));
        (many >= WORTH_TELLING).then(|| (quote.original(0..end).end, bytes))
    }

    fn folded(&self, which: usize, level: usize, text: &str) -> &Folded {
        self.folded[which][level].get_or_init(|| Folded::of(text, Difference::OF_TEXT[level]))
    }
}

/// Fewer characters begin somewhere by chance.
const WORTH_TELLING: usize = 8;

/// Where `quote` begins in `text`, places that overlap too.
fn starts(text: &str, quote: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let step = quote.chars().next().map_or(1, char::len_utf8);
    let mut from = 0;
    while starts.len() < MOST {
        let Some(at) = text.get(from..).and_then(|rest| rest.find(quote)) else { break };
        starts.push(from + at);
        from += at + step;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_places_are_two() {
        assert_eq!(starts("ananas", "ana"), [0, 2]);
        assert_eq!(starts("水水水", "水水"), [0, 3]);
        assert_eq!(starts(&"a".repeat(100_000), &"a".repeat(50_000)).len(), MOST);
    }
}
