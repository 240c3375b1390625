use std::ops::Range;

use super::outcome::{Cut, FAR, Fate, Outcome, Remedy, Verdict};
use super::room::{Room, RoomUnit};
use crate::metrics::Holding;
use crate::retrieve::Ranks;
use crate::{Corpus, Laid, Missing, Piece, Question, Result, Source, Unread, span};

/// Looks at one question after the other.
#[derive(Debug)]
pub(super) struct Examiner<'c> {
    pub(super) corpus: &'c Corpus,
    pub(super) laid: &'c Laid,
    pub(super) holding: Holding,
    /// What chunks are called, where somebody else made them.
    pub(super) names: Option<&'c [String]>,
    pub(super) room: Option<&'c Room<'c>>,
    pub(super) baseline: Option<Holding>,
    pub(super) ranks: Option<&'c Ranks>,
    /// How many retrieved chunks are looked at.
    pub(super) most: usize,
}

impl Examiner<'_> {
    pub(super) fn examine(&self, nth: usize, question: &Question, line: usize) -> Result<Outcome> {
        let document = question.document;
        let mut outcome = self.blank(&question.id, line, document);
        outcome.question.clone_from(&question.question);
        outcome.class.clone_from(&question.class);
        let ranges = question.ranges();
        let (Some(source), Some(hull)) = (self.corpus.get(document), span::hull(&ranges)) else {
            return Ok(outcome);
        };
        outcome.characters = Some(hull.clone());
        outcome.bytes = source.chars().bytes(source.text(), hull.clone());
        outcome.language = self.language(document, &hull);
        outcome.is_graded = question.evidence.iter().any(|passage| passage.relevance < 1.0);
        let near = self.holding.touching(document, &hull);
        outcome.kept = kept(question, near.iter().filter_map(|piece| self.laid.pieces.get(*piece)));
        outcome.baseline = self.baseline.as_ref().map(|baseline| baseline.whole(document, &hull).is_some());
        self.size(document, &hull, &mut outcome)?;
        let held = self.holding.all_whole(document, &hull);
        outcome.chunks = held.iter().map(|piece| self.id_of(*piece)).collect();
        if let Some(ranking) = self.ranks.and_then(|ranks| ranks.of(nth)) {
            let looked_at = ranking.iter().take(self.most);
            outcome.rank = looked_at.clone().position(|piece| held.contains(piece)).map(|at| at + 1);
            outcome.fate = Some(match (held.is_empty(), outcome.rank) {
                (true, _) => Fate::CutInHalf,
                (false, None) => Fate::NotRetrieved,
                (false, Some(_)) => Fate::Retrieved,
            });
        }
        if !held.is_empty() {
            outcome.verdict = Verdict::Covered;
            return Ok(outcome);
        }
        if self.laid.pieces_of(document).is_empty() && self.is_unread(document) {
            return Ok(outcome);
        }
        outcome.cuts = self.cuts(document, source, &hull, near);
        outcome.is_blank_cut = self.is_blank_cut(document, source, &hull);
        outcome.why = self.left_out(document, source, &ranges);
        self.judge(document, &ranges, &hull, &mut outcome)?;
        Ok(outcome)
    }

    pub(super) fn missing(&self, missing: &Missing) -> Outcome {
        let mut outcome = self.blank(&missing.id, missing.line, missing.document);
        outcome.question.clone_from(&missing.question);
        outcome.class.clone_from(&missing.class);
        outcome.verdict = Verdict::Missing;
        outcome.remedy = Some(Remedy::Source);
        outcome.why = missing.quotes.iter().map(ToString::to_string).collect();
        outcome
    }

    pub(super) fn unread(&self, unread: &Unread) -> Outcome {
        let mut outcome = self.blank(&unread.id, unread.line, usize::MAX);
        outcome.doc_id.clone_from(&unread.doc_id);
        outcome.question.clone_from(&unread.question);
        outcome.class.clone_from(&unread.class);
        outcome
    }

    /// What is said of a question of which nothing is known.
    fn blank(&self, id: &str, line: usize, document: usize) -> Outcome {
        Outcome {
            id: id.to_owned(),
            line,
            doc_id: self.corpus.get(document).map(|source| source.id().to_owned()).unwrap_or_default(),
            question: None,
            class: None,
            language: None,
            verdict: Verdict::Unread,
            chunks: Vec::new(),
            kept: 0.0,
            is_graded: false,
            baseline: None,
            characters: None,
            bytes: None,
            tokens: None,
            budget: None,
            units: None,
            overlap: None,
            remedy: None,
            cuts: Vec::new(),
            is_blank_cut: false,
            why: Vec::new(),
            fate: None,
            rank: None,
        }
    }

    /// Whether nobody cut a document: it failed, or no chunk of a file is of it.
    fn is_unread(&self, document: usize) -> bool {
        match self.room {
            Some(room) if std::ptr::eq(room.laid(), self.laid) => room.chunks(document).is_none(),
            _ => true,
        }
    }

    /// How large the evidence is: in tokens, in units.
    fn size(&self, document: usize, hull: &Range<usize>, outcome: &mut Outcome) -> Result<()> {
        let Some(room) = self.room else { return Ok(()) };
        outcome.budget = room.budget(document);
        outcome.tokens = room.tokens(document, hull.clone())?;
        outcome.units = self.touched(document, hull).map(<[_]>::len);
        Ok(())
    }

    /// Why a question is not covered, and what would help.
    fn judge(
        &self,
        document: usize,
        ranges: &[Range<usize>],
        hull: &Range<usize>,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let is_over =
            |tokens: Option<u32>| tokens.zip(outcome.budget).is_some_and(|(tokens, most)| tokens > most);
        let units = self.touched(document, hull).unwrap_or_default();
        let (verdict, remedy) = if !outcome.why.is_empty() {
            (Verdict::LeftOut, Remedy::Reader)
        } else if is_over(outcome.tokens) {
            (Verdict::Unfittable, Remedy::LargerSize)
        } else if self.is_far(document, ranges) {
            (Verdict::Far, Remedy::SeveralChunks)
        } else if !is_carried(units) {
            (Verdict::Straddling, Remedy::ReadWider)
        } else if is_over(self.whole(document, units)?)
            || outcome.cuts.iter().any(Cut::is_reduced)
            || self.is_split(document, units, outcome)
        {
            (Verdict::Straddling, Remedy::LargerSize)
        } else if units.len() == 1 || self.room.is_some_and(|room| !self.is_cut_by(room, document)) {
            (Verdict::Straddling, Remedy::Units)
        } else {
            (Verdict::Straddling, Remedy::Overlap)
        };
        outcome.verdict = verdict;
        outcome.remedy = Some(remedy);
        if matches!(remedy, Remedy::Overlap | Remedy::Units) {
            outcome.overlap = units.len().checked_sub(1);
        }
        Ok(())
    }

    /// Whether the chunks are cut between the units that are known.
    fn is_cut_by(&self, room: &Room<'_>, document: usize) -> bool {
        std::ptr::eq(room.laid(), self.laid) && room.is_by_units(document)
    }

    /// Whether a unit had to be cut inside: with the context before it, it did not fit.
    fn is_split(&self, document: usize, units: &[RoomUnit], outcome: &Outcome) -> bool {
        let is_cut_by = self.room.is_some_and(|room| self.is_cut_by(room, document));
        units.len() == 1 && is_cut_by && !outcome.is_blank_cut
    }

    /// The tokens of whole units: a carry is of whole ones.
    fn whole(&self, document: usize, units: &[RoomUnit]) -> Result<Option<u32>> {
        match (self.room, units.first().zip(units.last())) {
            (Some(room), Some((first, last))) => room.tokens(document, first.chars.start..last.chars.end),
            _ => Ok(None),
        }
    }

    fn language(&self, document: usize, hull: &Range<usize>) -> Option<String> {
        let units = self.touched(document, hull)?;
        units.first().map(|unit| unit.language.clone())
    }

    /// The units that a range touches, with those between; `None` where they are not known.
    fn touched(&self, document: usize, range: &Range<usize>) -> Option<&[RoomUnit]> {
        let units = self.room?.units(document);
        units.get(places(units, range)).filter(|touched| !touched.is_empty())
    }

    /// Whether two passages are further apart than any overlap reaches.
    fn is_far(&self, document: usize, ranges: &[Range<usize>]) -> bool {
        let mut sorted = ranges.to_vec();
        sorted.sort_unstable_by_key(|range| (range.start, range.end));
        let mut end = None;
        let all = self.room.map(|room| room.units(document)).unwrap_or_default();
        for range in sorted {
            let units = places(all, &range);
            if units.is_empty() {
                continue;
            }
            if end.is_some_and(|end| units.start + 1 > end + FAR) {
                return true;
            }
            end = Some(units.end.max(end.unwrap_or(0)));
        }
        false
    }

    /// The cuts that go through a range, between chunks of which each has some of it.
    fn cuts(
        &self,
        document: usize,
        source: &Source,
        hull: &Range<usize>,
        mut touching: Vec<usize>,
    ) -> Vec<Cut> {
        let laid = self.laid;
        let start = laid.documents.get(document).map_or(0, |document| document.pieces.start);
        let mut cuts = Vec::new();
        touching.sort_unstable();
        for [one, other] in touching.array_windows().filter(|[one, other]| one + 1 == *other) {
            let (Some(before), Some(after)) = (laid.pieces.get(*one), laid.pieces.get(*other)) else {
                continue;
            };
            let nth = one - start;
            let own = laid.documents.get(document).and_then(|document| {
                Some(
                    document
                        .units
                        .get(after.units.start + after.carried)
                        .filter(|_| !after.units.is_empty())?
                        .start,
                )
            });
            let character = own.unwrap_or(before.chars.end);
            if character >= hull.end || character <= hull.start {
                continue;
            }
            let chunks = laid.documents.get(document).and_then(|document| document.chunks.as_ref());
            let behind = chunks.and_then(|chunks| chunks.get(nth + 1));
            cuts.push(Cut {
                before: self.id_of(*one),
                after: self.id_of(*other),
                character,
                byte: source.chars().byte_at(source.text(), character).unwrap_or(source.text().len()),
                is_barrier: is_barrier(laid, document, nth),
                carried: behind.map(|chunk| chunk.carried()),
                asked: behind.map(|chunk| chunk.asked()),
            });
        }
        cuts
    }

    /// What a chunk is called: by its id, or as somebody else calls it.
    fn id_of(&self, nth: usize) -> String {
        if let Some(name) = self.names.and_then(|names| names.get(nth)) {
            return name.clone();
        }
        let Some(piece) = self.laid.pieces.get(nth) else { return String::new() };
        let Some(document) = self.laid.documents.get(piece.document) else { return String::new() };
        let place = nth.saturating_sub(document.pieces.start);
        match document.chunks.as_ref().and_then(|chunks| chunks.get(place)) {
            Some(chunk) => chunk.id().to_string(),
            None => {
                format!("{}#{place}", self.corpus.get(piece.document).map(Source::id).unwrap_or_default())
            }
        }
    }

    fn is_blank_cut(&self, document: usize, source: &Source, hull: &Range<usize>) -> bool {
        let inner = source.trimmed(hull);
        inner != *hull && self.holding.whole(document, &inner).is_some()
    }

    /// Why the reader leaves out what some passage consists of.
    fn left_out(&self, document: usize, source: &Source, ranges: &[Range<usize>]) -> Vec<String> {
        let Some(chunks) = self.room.and_then(|room| room.chunks(document)) else { return Vec::new() };
        let mut why: Vec<String> = Vec::new();
        for range in ranges {
            let Some(bytes) = source.chars().bytes(source.text(), source.trimmed(range)) else { continue };
            for skipped in chunks.skipped() {
                // Markup in the middle of a passage is left out as it should be.
                let is_at_an_end =
                    [bytes.start, bytes.end.saturating_sub(1)].iter().any(|at| skipped.range.contains(at));
                if is_at_an_end && !why.iter().any(|known| known == skipped.why) {
                    why.push(skipped.why.to_owned());
                }
            }
        }
        why
    }
}

/// The places of the units that a range touches, and of those between.
fn places(units: &[RoomUnit], range: &Range<usize>) -> Range<usize> {
    let first = units.partition_point(|unit| unit.chars.end <= range.start);
    first..units.partition_point(|unit| unit.chars.start < range.end).max(first)
}

/// Whether any cut between consecutive units can be carried over.
fn is_carried(units: &[RoomUnit]) -> bool {
    let before = units.split_last().map(|(_, before)| before).unwrap_or_default();
    let behind = units.get(1..).unwrap_or_default();
    before.iter().all(|unit| unit.is_carried) && !behind.iter().any(|unit| unit.is_behind_barrier)
}

/// The most that one chunk holds whole, each passage by its relevance.
fn kept<'l>(question: &Question, pieces: impl Iterator<Item = &'l Piece>) -> f64 {
    let all: f64 = question.evidence.iter().map(|passage| passage.relevance).sum();
    let of = |piece: &Piece| {
        let whole = question.evidence.iter().filter(|passage| span::holds(&piece.chars, &passage.chars));
        whole.map(|passage| passage.relevance).sum::<f64>()
    };
    let most = pieces.map(of).fold(0.0, f64::max);
    if all > 0.0 { most / all } else { 0.0 }
}

/// Whether what the chunk behind a cut is a part of begins there too.
fn is_barrier(laid: &Laid, document: usize, nth: usize) -> bool {
    let chunks = laid.documents.get(document).and_then(|document| document.chunks.as_ref());
    let pair = chunks.and_then(|chunks| chunks.get(nth).zip(chunks.get(nth + 1)));
    pair.is_some_and(|(before, after)| after.parent().source_range().start >= before.source_range().end)
}
