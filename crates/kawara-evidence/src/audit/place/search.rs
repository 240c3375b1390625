//! One chunk after the other is looked for, going forward.

use std::ops::Range;

use kawara::is_blank;

use super::super::given::Given;
use super::extend::{Agreement, Extension};
use super::fold::Folded;
use super::offsets::{self, Unit};
use super::shingles::{Entry, SHINGLE, SURE, Shingles, seeds};
use super::{Near, Place, Placed, Way, stands_at};
use crate::span::hull;
use crate::{Corpus, Source};

pub(super) struct Search<'c> {
    corpus: &'c Corpus,
    /// Where the last chunk of each document stands that was found.
    last: Vec<Option<Range<usize>>>,
    /// The document of the last chunk that was found.
    current: Option<usize>,
    /// What stood before the text of the last chunk that had a header.
    header: String,
    /// Bytes of each document that were searched for texts too short to have shingles.
    scanned: Vec<usize>,
    /// Made when the first chunk is not where it was expected.
    index: Option<Index>,
}

struct Index {
    folded: Vec<Folded>,
    shingles: Shingles,
}

/// How far behind the chunk before the next is expected, in bytes.
const NEAR: usize = 4096;
/// A shingle with more places than this says little: then the next places are taken, and the first.
const COMMON: usize = 8;
/// What one with few places counts for, against one with many.
const TELLS: usize = 1 << 20;
const NEXT: usize = 4;
const FIRST: usize = 2;
/// The most places at which a chunk is compared.
const COMPARED: usize = 6;
/// How often a document is read through for short texts, at most.
const SCANS: usize = 64;

/// Fewer letters than this stand everywhere: without a document they are not looked for.
const TELLING: usize = 4;

/// A place that may be it.
struct Candidate {
    document: usize,
    agreement: Agreement,
    /// Half-open bytes of the source.
    bytes: Range<usize>,
}

impl<'c> Search<'c> {
    pub(super) fn new(corpus: &'c Corpus) -> Self {
        let documents = corpus.sources().len();
        Self {
            corpus,
            last: vec![None; documents],
            current: None,
            header: String::new(),
            scanned: vec![0; documents],
            index: None,
        }
    }

    /// Where a chunk stands, in its document if that is known.
    pub(super) fn place(&mut self, given: &Given, document: Option<usize>, unit: Unit) -> Placed {
        if given.text.chars().all(|c| is_blank(c) || c == char::REPLACEMENT_CHARACTER) {
            return Placed::Blank;
        }
        let placed = self.by_offsets(given, document, unit).or_else(|| self.expected(given, document));
        let placed = match placed {
            Some(place) => Placed::At(place),
            None => self.anywhere(&given.text, document),
        };
        if let Placed::At(place) = &placed {
            self.current = Some(place.document);
            if let Some(last) = self.last.get_mut(place.document) {
                *last = Some(place.bytes.clone());
            }
            if place.way == Way::Headed {
                given.text[..place.header].clone_into(&mut self.header);
            }
        }
        placed
    }

    /// The documents to look in first: the chunk's own, else that of the chunk before, then the next.
    fn likely(&self, document: Option<usize>) -> impl Iterator<Item = usize> + use<> {
        let next = self.current.map_or(0, |current| current + 1);
        let others = document.is_none().then_some(self.current).flatten().into_iter();
        let count = self.corpus.sources().len();
        document.into_iter().chain(others).chain((document.is_none() && next < count).then_some(next))
    }

    fn by_offsets(&self, given: &Given, document: Option<usize>, unit: Unit) -> Option<Place> {
        let offsets = given.offsets.as_ref()?;
        self.likely(document).find_map(|document| {
            let source = self.corpus.get(document)?;
            if !given.map.is_empty() {
                return by_map(source, document, given);
            }
            let at = offsets::at(source, offsets, &given.text, unit)?;
            Some(whole(document, at..at + given.text.len(), Way::Offsets))
        })
    }

    /// Where the text stands behind the chunk before, with or without the header that had.
    fn expected(&self, given: &Given, document: Option<usize>) -> Option<Place> {
        self.likely(document).find_map(|document| {
            let headless = given.text.strip_prefix(self.header.as_str()).filter(|_| !self.header.is_empty());
            self.near(document, &given.text).or_else(|| {
                let place =
                    self.near(document, headless.filter(|text| text.chars().any(|c| !is_blank(c)))?)?;
                Some(Place { way: Way::Headed, header: self.header.len(), ..place })
            })
        })
    }

    /// The first place not far behind the chunk before at which the text stands and goes on beyond that chunk.
    fn near(&self, document: usize, text: &str) -> Option<Place> {
        let source = self.corpus.get(document)?.text();
        let last = self.last.get(document)?;
        let from =
            last.as_ref().map_or(0, |last| (last.start + 1).max((last.end + 1).saturating_sub(text.len())));
        let until = last.as_ref().map_or(0, |last| last.end) + text.len() + NEAR;
        let from = source.ceil_char_boundary(from.min(source.len()));
        let window = &source[from..source.floor_char_boundary(until).max(from)];
        let at = from + window.find(text)?;
        let behind = source.ceil_char_boundary(at + 1) - from;
        let is_ambiguous = window.get(behind..).is_some_and(|rest| rest.contains(text));
        Some(Place { is_ambiguous, ..whole(document, at..at + text.len(), Way::Exact) })
    }

    /// Anywhere in the document, or in all of them.
    fn anywhere(&mut self, text: &str, document: Option<usize>) -> Placed {
        let chunk = Folded::of(text);
        if chunk.len() < SURE
            && let Some(place) = self.short(text, chunk.len(), document)
        {
            return Placed::At(place);
        }
        let corpus = self.corpus;
        let index = self.index.get_or_insert_with(|| Index::of(corpus));
        let seeds = seeds(&chunk.chars);
        let from = document.or(self.current).unwrap_or(0);
        let behind = self.last.get(from).and_then(Option::as_ref).map_or(0, |last| last.start);
        let behind = index.folded.get(from).map_or(0, |folded| folded.nth(behind));
        let places = index.places(&seeds, document, (from, behind));
        let mut best: Vec<Candidate> = places
            .into_iter()
            .filter_map(|(document, diagonal)| index.candidate(&chunk, &seeds, document, diagonal))
            .collect();
        let (last, current) = (&self.last, self.current.unwrap_or(0));
        best.sort_by_key(|candidate| (candidate.agreement.rank(), order(candidate, last, current)));
        let Some(first) = best.first() else { return Placed::Nowhere(None) };
        let is_ambiguous = best.iter().skip(1).any(|other| {
            other.agreement.rank() == first.agreement.rank()
                && (other.document != first.document || other.bytes.start != first.bytes.start)
        });
        let Some(source) = self.corpus.get(first.document) else { return Placed::Nowhere(None) };
        let Some(folded) = index.folded.get(first.document) else { return Placed::Nowhere(None) };
        judged(text, &chunk, source, folded, first, is_ambiguous)
    }

    /// A text of a few letters, byte for byte: from the chunk before on, then from the start; where no document is known, in all of them
    /// from the one at hand on.
    fn short(&mut self, text: &str, letters: usize, document: Option<usize>) -> Option<Place> {
        let trimmed = text.trim_matches(|c| is_blank(c) || c == char::REPLACEMENT_CHARACTER);
        if let Some(document) = document {
            return self.short_in(text, trimmed, document);
        }
        if letters < TELLING {
            return None;
        }
        let (count, from) = (self.corpus.sources().len(), self.current.unwrap_or(0));
        let mut all = (0..count).map(|nth| (from + nth) % count.max(1));
        all.find_map(|nth| self.short_in(text, trimmed, nth))
    }

    fn short_in(&mut self, text: &str, trimmed: &str, document: usize) -> Option<Place> {
        let source = self.corpus.get(document)?;
        let scanned = self.scanned.get_mut(document)?;
        if *scanned > SCANS * source.text().len() + NEAR {
            return None;
        }
        *scanned += source.text().len();
        let last = self.last.get(document)?.as_ref().map_or(0, |last| last.start + 1);
        let whole_text = source.text();
        let from = whole_text.ceil_char_boundary(last.min(whole_text.len()));
        let at = whole_text[from..].find(trimmed).map(|at| from + at).or_else(|| whole_text.find(trimmed))?;
        let is_ambiguous = whole_text.match_indices(trimmed).nth(1).is_some();
        let before =
            text.len() - text.trim_start_matches(|c| is_blank(c) || c == char::REPLACEMENT_CHARACTER).len();
        let place = match at.checked_sub(before).filter(|start| stands_at(source, *start, text)) {
            Some(start) => whole(document, start..start + text.len(), Way::Exact),
            None => whole(document, at..at + trimmed.len(), Way::Alike),
        };
        Some(Place { is_ambiguous, ..place })
    }
}

impl Index {
    fn of(corpus: &Corpus) -> Self {
        let folded: Vec<Folded> = corpus.sources().iter().map(|source| Folded::of(source.text())).collect();
        Self { shingles: Shingles::of(&folded), folded }
    }

    /// The likeliest places of a chunk's start, those with most seeds in common first: document and folded character, which may lie
    /// before the document's start where the chunk has a header.
    fn places(
        &self,
        seeds: &[(u32, usize)],
        document: Option<usize>,
        next: (usize, usize),
    ) -> Vec<(usize, i64)> {
        let mut places = Vec::new();
        for (hash, seed) in seeds {
            let all = self.shingles.places(*hash);
            let all = document.map_or(all, |document| Shingles::within(all, document));
            let mut add = |entries: &[Entry], weight: usize| {
                let start = |entry: &Entry| (entry.document as usize, i64::from(entry.at) - *seed as i64);
                places.extend(entries.iter().map(|entry| (start(entry), weight)));
            };
            if all.len() <= COMMON {
                add(all, TELLS);
                continue;
            }
            let behind = all.partition_point(|entry| (entry.document as usize, entry.at as usize) < next);
            add(&all[behind..all.len().min(behind + NEXT)], 1);
            add(&all[..FIRST], 1);
        }
        places.sort_unstable();
        let mut counted: Vec<(usize, (usize, i64))> = Vec::new();
        for (place, weight) in places {
            match counted.last_mut() {
                Some((count, same)) if *same == place => *count += weight,
                _ => counted.push((weight, place)),
            }
        }
        // Of equals those that come next, and only then those before them.
        counted.sort_by_key(|(count, (document, at))| {
            let is_before = (*document, *at) < (next.0, next.1 as i64);
            (std::cmp::Reverse(*count), is_before, *document, *at)
        });
        counted.truncate(COMPARED);
        counted.into_iter().map(|(_, place)| place).collect()
    }

    fn candidate(
        &self,
        chunk: &Folded,
        seeds: &[(u32, usize)],
        document: usize,
        diagonal: i64,
    ) -> Option<Candidate> {
        let folded = self.folded.get(document)?;
        let extension =
            Extension { chunk: &chunk.chars, source: &folded.chars, document, seeds, index: &self.shingles };
        let agreement = extension.along(diagonal);
        let hull = agreement.hull()?;
        let bytes = folded.byte(hull.source.start)..folded.byte(hull.source.end);
        Some(Candidate { document, agreement, bytes })
    }
}

/// What is preferred of places that agree equally: what goes on behind the chunk before, then what lies inside it, then the rest; of
/// these the document at hand, then the next ones.
fn order(candidate: &Candidate, last: &[Option<Range<usize>>], current: usize) -> (u8, usize, usize) {
    let last_here = last.get(candidate.document).and_then(Option::as_ref);
    let class = match last_here {
        Some(last) if candidate.bytes.start <= last.start => 2,
        Some(last) if candidate.bytes.end <= last.end => 1,
        _ => 0,
    };
    let count = last.len().max(1);
    (class, (candidate.document + count - current) % count, candidate.bytes.start)
}

/// A place of one stretch.
fn whole(document: usize, bytes: Range<usize>, way: Way) -> Place {
    Place { document, stretches: vec![bytes.clone()], bytes, way, header: 0, is_ambiguous: false }
}

/// The place that a record's own map gives, if the text stands where it says. What the reader put in, such as the names of fields, stands
/// nowhere.
fn by_map(source: &Source, document: usize, given: &Given) -> Option<Place> {
    let (mut stretches, mut known, mut read, mut verbatim) = (Vec::new(), 0, 0, 0);
    for [text_start, text_end, start, end] in given.map.iter().copied() {
        let (text, there) = (given.text.get(text_start..text_end)?, source.text().get(start..end)?);
        if text_start != known {
            return None;
        }
        known = text_end;
        if there.is_empty() {
            continue;
        }
        if text.len() == there.len() {
            if text != there {
                return None;
            }
            verbatim += text.len();
        }
        read += text.len();
        stretches.push(start..end);
    }
    // A reader may put the text in an order of its own.
    let bytes = hull(&stretches)?;
    (known == given.text.len() && verbatim * 2 >= read).then_some(Place {
        document,
        bytes,
        stretches,
        way: Way::Offsets,
        header: 0,
        is_ambiguous: false,
    })
}

/// Whether what agrees is enough.
fn judged(
    text: &str,
    chunk: &Folded,
    source: &Source,
    folded: &Folded,
    candidate: &Candidate,
    is_ambiguous: bool,
) -> Placed {
    let agreement = &candidate.agreement;
    let Some(hull) = agreement.hull() else { return Placed::Nowhere(None) };
    let (all, agreed, head) = (chunk.len(), agreement.agreed(), hull.chunk.start);
    let edges = edges(
        text,
        chunk.byte(head),
        chunk,
        hull.chunk.end,
        source.text(),
        &candidate.bytes,
        folded,
        hull.source.end,
    );
    let document = candidate.document;
    let is_whole = agreed == all && agreement.stretches.len() == 1;
    if is_whole
        && let Some(start) = edges.start.checked_sub(edges.before)
        && stands_at(source, start, text)
    {
        let place = whole(document, start..start + text.len(), Way::Exact);
        return Placed::At(Place { is_ambiguous, ..place });
    }
    let is_torn = text.contains(char::REPLACEMENT_CHARACTER);
    let hole = agreement.stretches.windows(2).map(|pair| pair[1].source.start - pair[0].source.end).max();
    let way = if is_whole || (agreed == all && is_torn && hole.is_some_and(|hole| hole <= TORN)) {
        Some(Way::Alike)
    } else if head > 0 && agreed >= 2 * SHINGLE && agreed * 2 >= all && agreed * 10 >= (all - head) * 9 {
        Some(Way::Headed)
    } else if agreed * 10 >= all * 8 {
        Some(Way::Parts)
    } else {
        None
    };
    let bytes = edges.start..edges.end;
    let Some(way) = way else {
        let share = agreed as f64 / all as f64;
        return Placed::Nowhere(Some(Near { document, bytes, share }));
    };
    let header = if way == Way::Headed { edges.before } else { 0 };
    let stretches = stretches(agreement, folded, source.text(), &bytes);
    Placed::At(Place { document, bytes, stretches, way, header, is_ambiguous })
}

/// A torn character is no more than so many folded ones.
const TORN: usize = 4;

struct Edges {
    start: usize,
    end: usize,
    /// Bytes of the text before the start.
    before: usize,
}

/// Where the agreement begins and ends in bytes, with the marks at either end that are in both.
#[allow(clippy::too_many_arguments, reason = "both sides of a comparison, each with its own places")]
fn edges(
    text: &str,
    text_start: usize,
    chunk: &Folded,
    chunk_end: usize,
    source: &str,
    bytes: &Range<usize>,
    folded: &Folded,
    source_end: usize,
) -> Edges {
    let is_mark = |c: char| !is_blank(c) && Folded::of(c.encode_utf8(&mut [0; 4])).len() == 0;
    let same = |(a, b): &(char, char)| a == b && is_mark(*a);
    let ahead = text[..text_start].chars().rev().zip(source[..bytes.start].chars().rev());
    let ahead: usize = ahead.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (mine, theirs) = (end_of(text, chunk, chunk_end), end_of(source, folded, source_end));
    let behind = text[mine..].chars().zip(source[theirs..].chars());
    let behind: usize = behind.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    Edges { start: bytes.start - ahead, end: theirs + behind, before: text_start - ahead }
}

/// The end of the character that the last folded one before `end` comes from.
fn end_of(text: &str, folded: &Folded, end: usize) -> usize {
    let last = folded.byte(end.saturating_sub(1));
    last + text[last..].chars().next().map_or(0, char::len_utf8)
}

fn stretches(agreement: &Agreement, folded: &Folded, source: &str, hull: &Range<usize>) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for stretch in &agreement.stretches {
        let bytes = folded.byte(stretch.source.start)..end_of(source, folded, stretch.source.end);
        match stretches.last_mut() {
            // Nothing lies between them that would count.
            Some(last) if folded.nth(last.end) >= stretch.source.start => last.end = bytes.end,
            _ => stretches.push(bytes),
        }
    }
    if let Some(first) = stretches.first_mut() {
        first.start = hull.start;
    }
    if let Some(last) = stretches.last_mut() {
        last.end = hull.end;
    }
    stretches
}
