use std::ops::Range;

use kawara::is_blank;

use super::outcome::{Cut, FAR, Fate, Outcome, Remedy, Verdict};
use super::room::Room;
use crate::retrieve::Ranks;
use crate::{Corpus, Laid, Missing, Piece, Question, Result, Source, Unread, span};

/// Looks at one question after the other.
#[derive(Debug)]
pub(super) struct Examiner<'c> {
    pub(super) corpus: &'c Corpus,
    pub(super) laid: &'c Laid,
    pub(super) room: Option<Room<'c>>,
    pub(super) baseline: Option<&'c Laid>,
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
        outcome.language = self.language(document, hull.start);
        outcome.is_graded = question.evidence.iter().any(|passage| passage.relevance < 1.0);
        outcome.kept = kept(question, self.laid.pieces_of(document));
        outcome.baseline = self.baseline.map(|baseline| holding(baseline, document, &hull).next().is_some());
        self.size(document, &ranges, &hull, &mut outcome)?;
        let held: Vec<usize> = holding(self.laid, document, &hull).collect();
        outcome.chunks = held.iter().map(|piece| id_of(self.corpus, self.laid, *piece)).collect();
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
        outcome.cuts = cuts(self.corpus, self.laid, document, source, &hull);
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
    fn size(
        &self,
        document: usize,
        ranges: &[Range<usize>],
        hull: &Range<usize>,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let Some(room) = self.room else { return Ok(()) };
        outcome.budget = room.budget(document);
        outcome.tokens = room.tokens(document, hull.clone())?;
        outcome.units = self.touched(document, hull).map(|units| units.len());
        if ranges.is_empty() {
            outcome.units = None;
        }
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
        let units = self.touched(document, hull);
        let (verdict, remedy) = if !outcome.why.is_empty() {
            (Verdict::LeftOut, Remedy::Reader)
        } else if is_over(outcome.tokens) {
            (Verdict::Unfittable, Remedy::LargerSize)
        } else if self.is_far(document, ranges) {
            (Verdict::Far, Remedy::SeveralChunks)
        } else if outcome.cuts.iter().any(|cut| cut.is_barrier) {
            (Verdict::Straddling, Remedy::ReadWider)
        } else if is_over(self.whole(document, units.clone())?) {
            (Verdict::Straddling, Remedy::LargerSize)
        } else if units.as_ref().is_none_or(|units| units.len() > 1) {
            (Verdict::Straddling, Remedy::Overlap)
        } else {
            (Verdict::Straddling, Remedy::WholeUnits)
        };
        outcome.verdict = verdict;
        outcome.remedy = Some(remedy);
        if remedy == Remedy::Overlap {
            outcome.overlap = units.map(|units| units.len() - 1);
        }
        Ok(())
    }

    /// The tokens of whole units: a carry is of whole ones.
    fn whole(&self, document: usize, units: Option<Range<usize>>) -> Result<Option<u32>> {
        let Some((room, units)) = self.room.zip(units) else { return Ok(None) };
        let all = room.laid().documents.get(document).and_then(|document| document.units.get(units));
        match (all.and_then(|all| Some(all.first()?.start..all.last()?.end)), self.corpus.get(document)) {
            (Some(chars), Some(source)) => room.tokens(document, trimmed(source, &chars)),
            _ => Ok(None),
        }
    }

    fn language(&self, document: usize, at: usize) -> Option<String> {
        let room = self.room?;
        let chunks = room.chunks(document)?;
        let pieces = room.laid().pieces_of(document);
        let last = pieces.partition_point(|piece| piece.chars.start <= at).saturating_sub(1);
        chunks.get(last).map(|chunk| chunk.language().to_owned())
    }

    /// The units that a range touches, by their places.
    fn touched(&self, document: usize, range: &Range<usize>) -> Option<Range<usize>> {
        let units = &self.room?.laid().documents.get(document)?.units;
        let first = units.partition_point(|unit| unit.end <= range.start);
        let last = units.partition_point(|unit| unit.start < range.end);
        (first < last).then_some(first..last)
    }

    /// Whether two passages are further apart than any overlap reaches.
    fn is_far(&self, document: usize, ranges: &[Range<usize>]) -> bool {
        let mut sorted = ranges.to_vec();
        sorted.sort_unstable_by_key(|range| (range.start, range.end));
        let mut end = None;
        for range in sorted {
            let Some(units) = self.touched(document, &range) else { continue };
            if end.is_some_and(|end| units.start + 1 > end + FAR) {
                return true;
            }
            end = Some(units.end.max(end.unwrap_or(0)));
        }
        false
    }

    fn is_blank_cut(&self, document: usize, source: &Source, hull: &Range<usize>) -> bool {
        let inner = trimmed(source, hull);
        inner != *hull && holding(self.laid, document, &inner).next().is_some()
    }

    /// Why the reader leaves out what some passage consists of.
    fn left_out(&self, document: usize, source: &Source, ranges: &[Range<usize>]) -> Vec<String> {
        let Some(chunks) = self.room.and_then(|room| room.chunks(document)) else { return Vec::new() };
        let mut why: Vec<String> = Vec::new();
        for range in ranges {
            let Some(bytes) = source.chars().bytes(source.text(), trimmed(source, range)) else { continue };
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

/// The chunks that hold a range, by their places.
fn holding<'l>(laid: &'l Laid, document: usize, hull: &'l Range<usize>) -> impl Iterator<Item = usize> + 'l {
    let start = laid.documents.get(document).map_or(0, |document| document.pieces.start);
    let pieces = laid.pieces_of(document).iter().enumerate();
    pieces.filter(|(_, piece)| span::holds(&piece.chars, hull)).map(move |(nth, _)| start + nth)
}

/// The most that one chunk holds whole, each passage by its relevance.
fn kept(question: &Question, pieces: &[Piece]) -> f64 {
    let all: f64 = question.evidence.iter().map(|passage| passage.relevance).sum();
    let of = |piece: &Piece| {
        let whole = question.evidence.iter().filter(|passage| span::holds(&piece.chars, &passage.chars));
        whole.map(|passage| passage.relevance).sum::<f64>()
    };
    let most = pieces.iter().map(of).fold(0.0, f64::max);
    if all > 0.0 { most / all } else { 0.0 }
}

/// The cuts that go through a range.
fn cuts(corpus: &Corpus, laid: &Laid, document: usize, source: &Source, hull: &Range<usize>) -> Vec<Cut> {
    let start = laid.documents.get(document).map_or(0, |document| document.pieces.start);
    let pieces = laid.pieces_of(document);
    let touches = |piece: &Piece| span::overlap(&piece.chars, hull);
    let mut cuts = Vec::new();
    for (nth, pair) in pieces.array_windows().enumerate() {
        let [before, after] = pair;
        if !(touches(before) && touches(after)) {
            continue;
        }
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
        cuts.push(Cut {
            before: id_of(corpus, laid, start + nth),
            after: id_of(corpus, laid, start + nth + 1),
            character,
            byte: source.chars().byte_at(source.text(), character).unwrap_or(source.text().len()),
            is_barrier: is_barrier(laid, document, nth),
        });
    }
    cuts
}

/// Whether what the chunk behind a cut is a part of begins there too.
fn is_barrier(laid: &Laid, document: usize, nth: usize) -> bool {
    let chunks = laid.documents.get(document).and_then(|document| document.chunks.as_ref());
    let pair = chunks.and_then(|chunks| chunks.get(nth).zip(chunks.get(nth + 1)));
    pair.is_some_and(|(before, after)| after.parent().source_range().start >= before.source_range().end)
}

/// What a chunk is called: by its id, or by its document and its place there where somebody else made it.
fn id_of(corpus: &Corpus, laid: &Laid, nth: usize) -> String {
    let Some(piece) = laid.pieces.get(nth) else { return String::new() };
    let Some(document) = laid.documents.get(piece.document) else { return String::new() };
    let place = nth.saturating_sub(document.pieces.start);
    match document.chunks.as_ref().and_then(|chunks| chunks.get(place)) {
        Some(chunk) => chunk.id().to_string(),
        None => format!("{}#{place}", corpus.get(piece.document).map(Source::id).unwrap_or_default()),
    }
}

/// A range without blanks at its ends.
fn trimmed(source: &Source, range: &Range<usize>) -> Range<usize> {
    let text = source.slice(range.clone());
    let before = text.chars().take_while(|c| is_blank(*c)).count();
    let behind = text.chars().rev().take_while(|c| is_blank(*c)).count();
    if before == range.len() { range.clone() } else { range.start + before..range.end - behind }
}
