//! All that is known while an audit is made, and the figures that come of it.

use std::collections::BTreeMap;
use std::ops::Range;

use kawara::guard::Fit;
use kawara::{Gauge, ParentKind, is_blank};

use super::characters::inside_clusters;
use super::finding::Example;
use super::look::{Options, is_for_models};
use super::lost;
use super::overlap::{Boundary, boundaries};
use super::place::{Aligned, Alignment, Placed, Told, Way};
use super::report::{Audit, Borders, Fix, Lost, OffsetFigures, Overlaps, Sentences, Sizes, Stored};
use super::sentences::{Fate, Sentence, inside};
use super::tiles::{Tile, Tiles};
use crate::{Corpus, Error, ErrorKind, Laid, Result};

/// Chunks, their sources, and what was counted of both. What is of documents stands in the order of the corpus, what is of chunks
/// in that of the file.
pub(super) struct Examination<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) alignment: &'a Alignment,
    pub(super) options: &'a Options<'a>,
    /// The first, which sizes are counted by.
    pub(super) gauge: &'a Gauge,
    pub(super) tiles: Tiles,
    pub(super) sentences: Vec<Vec<Sentence>>,
    pub(super) sentence_tokens: Vec<Vec<u32>>,
    /// Of the texts that a reader makes of the documents.
    pub(super) document_tokens: Vec<u64>,
    pub(super) tokens: Vec<u32>,
    pub(super) fits: Vec<Vec<Fit>>,
    pub(super) sizes: Sizes,
    pub(super) readers: Vec<&'static str>,
    pub(super) boundaries: Vec<Vec<(Boundary, u32)>>,
    /// How the policy that was written lays the same documents.
    pub(super) laid: Laid,
    pub(super) laid_tiles: Tiles,
}

/// What became of the sentences of all documents.
pub(super) struct Fates {
    pub(super) fates: Vec<Fate>,
    pub(super) languages: BTreeMap<String, Sentences>,
    pub(super) borders: Borders,
}

/// What boundaries share that share something.
pub(super) struct Shared {
    /// Mean tokens.
    pub(super) tokens: f64,
    /// Mean whole sentences.
    pub(super) sentences: f64,
    /// Mean tokens of a sentence of that language.
    pub(super) sentence_tokens: f64,
    /// Whether most begin inside a sentence: then tokens were carried, not sentences.
    pub(super) is_ragged: bool,
    pub(super) boundaries: u64,
}

#[derive(Default)]
struct Sums {
    tokens: u64,
    sentences: u64,
    ragged: u64,
    boundaries: u64,
}

impl Examination<'_> {
    pub(super) fn chunks(&self) -> &[Aligned] {
        &self.alignment.chunks
    }

    pub(super) fn text(&self, document: usize) -> &str {
        self.corpus.get(document).map_or("", |source| source.text())
    }

    pub(super) fn documents(&self) -> Range<usize> {
        0..self.corpus.sources().len()
    }

    /// Documents that have chunks.
    pub(super) fn touched(&self) -> impl Iterator<Item = usize> + '_ {
        self.documents().filter(|document| !self.tiles.of(*document).is_empty())
    }

    /// Whether a reader keeps anything of a document.
    pub(super) fn has_text(&self, document: usize) -> bool {
        match self.laid.documents.get(document).and_then(|laid| laid.chunks.as_ref()) {
            Some(chunks) => !chunks.is_empty(),
            None => !self.text(document).chars().all(is_blank),
        }
    }

    pub(super) fn sentences(&self, document: usize) -> &[Sentence] {
        self.sentences.get(document).map_or(&[], Vec::as_slice)
    }

    fn tokens_of(&self, document: usize, sentence: usize) -> u32 {
        self.sentence_tokens.get(document).and_then(|tokens| tokens.get(sentence)).copied().unwrap_or(0)
    }

    /// Whether a sentence is larger than chunks are.
    pub(super) fn is_too_long(&self, document: usize, sentence: usize) -> bool {
        self.tokens_of(document, sentence) > self.sizes.size
    }

    /// The boundaries of every document, and the tokens that are shared at each.
    pub(super) fn find_boundaries(&self) -> Result<Vec<Vec<(Boundary, u32)>>> {
        let find = |document: usize| {
            let text = self.text(document);
            let found = boundaries(text, self.sentences(document), &self.tiles.onward(document).0);
            let shared: Vec<&str> =
                found.iter().map(|boundary| text.get(boundary.shared.clone()).unwrap_or_default()).collect();
            let tokens = self.gauge.counter().count_all(&shared)?;
            Ok::<_, kawara::Error>(
                found.into_iter().zip(tokens.into_iter().map(|counted| counted.tokens)).collect(),
            )
        };
        let found = super::parallel::each(self.options.threads, self.corpus.sources().len(), find);
        let panicked =
            || Error::new(ErrorKind::Documents, "a counter panicked; please report it with the text");
        found.into_iter().map(|found| Ok(found.ok_or_else(panicked)??)).collect()
    }

    pub(super) fn overlap(&self) -> Overlaps {
        let all = || self.boundaries.iter().flatten();
        let carrying = all().filter(|(boundary, _)| boundary.carries()).count() as u64;
        let mean = |sum: u64| if carrying == 0 { 0.0 } else { sum as f64 / carrying as f64 };
        Overlaps {
            boundaries: all().count() as u64,
            carrying,
            carrying_a_sentence: all().filter(|(boundary, _)| boundary.sentences > 0).count() as u64,
            tokens: mean(all().map(|(_, tokens)| u64::from(*tokens)).sum()),
            sentences: mean(all().map(|(boundary, _)| boundary.sentences as u64).sum()),
        }
    }

    /// What boundaries carry, where they carry something, by its language.
    pub(super) fn shared_by_language(&self) -> Vec<(String, Shared)> {
        let mut shared: BTreeMap<&str, Sums> = BTreeMap::new();
        let mut whole: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for document in self.touched() {
            let sentences = self.sentences(document);
            for (nth, sentence) in sentences.iter().enumerate() {
                let (sum, count) = whole.entry(&sentence.language).or_default();
                *sum += u64::from(self.tokens_of(document, nth));
                *count += 1;
            }
            for (boundary, tokens) in self.boundaries.get(document).into_iter().flatten() {
                let at = sentences.partition_point(|sentence| sentence.bytes.end <= boundary.shared.start);
                if let Some(sentence) = sentences.get(at).or(sentences.last()).filter(|_| boundary.carries())
                {
                    let sums = shared.entry(&sentence.language).or_default();
                    sums.tokens += u64::from(*tokens);
                    sums.sentences += boundary.sentences as u64;
                    sums.ragged += u64::from(boundary.begins_inside);
                    sums.boundaries += 1;
                }
            }
        }
        let mean = |(sum, count): (u64, u64)| sum as f64 / count.max(1) as f64;
        let both = shared.into_iter().filter_map(|(language, shared)| {
            let boundaries = shared.boundaries;
            let figures = Shared {
                tokens: mean((shared.tokens, boundaries)),
                sentences: mean((shared.sentences, boundaries)),
                sentence_tokens: mean(*whole.get(language)?).max(1.0),
                is_ragged: shared.ragged * 2 > boundaries,
                boundaries,
            };
            Some((language.to_owned(), figures))
        });
        both.collect()
    }

    /// Whether most chunks have something before their text.
    pub(super) fn has_headers(&self) -> bool {
        let has = |chunk: &&Aligned| {
            !chunk.given.context.is_empty() || chunk.place().is_some_and(|place| place.way == Way::Headed)
        };
        self.chunks().iter().filter(has).count() * 2 > self.chunks().len()
    }

    /// What became of the sentences.
    pub(super) fn fates(&self) -> Fates {
        let mut languages: BTreeMap<String, Sentences> = BTreeMap::new();
        let mut borders = Borders::default();
        let mut fates = Vec::with_capacity(self.corpus.sources().len());
        for document in self.documents() {
            let sentences = self.sentences(document);
            let fate = Fate::of(sentences, self.tiles.of(document));
            for nth in &fate.touched {
                let Some(sentence) = sentences.get(*nth) else { continue };
                let figures = languages.entry(sentence.language.clone()).or_default();
                let is_nowhere = fate.is_nowhere(*nth);
                figures.sentences += 1;
                figures.whole_nowhere += u64::from(is_nowhere);
                figures.too_long += u64::from(is_nowhere && self.is_too_long(document, *nth));
                figures.tokens += u64::from(self.tokens_of(document, *nth));
            }
            borders.begin_inside += fate.begin.len() as u64;
            borders.end_inside += fate.end.len() as u64;
            let inside = fate.begin.iter().chain(&fate.end);
            borders.mended += inside.filter(|(_, sentence)| !fate.is_nowhere(*sentence)).count() as u64;
            fates.push(fate);
        }
        Fates { fates, languages, borders }
    }

    /// Sentences that the policy's own chunks have nowhere whole: those that fit, and those that do not.
    pub(super) fn laid_torn(&self, max_tokens: u32) -> (u64, u64) {
        let room = max_tokens.saturating_sub(self.gauge.counter().specials());
        let (mut torn, mut too_long) = (0, 0);
        for document in self.documents() {
            let fate = Fate::of(self.sentences(document), self.laid_tiles.of(document));
            for sentence in fate.nowhere {
                let is_too_long = self.tokens_of(document, sentence) > room;
                torn += u64::from(!is_too_long);
                too_long += u64::from(is_too_long);
            }
        }
        (torn, too_long)
    }

    pub(super) fn laid_torn_characters(&self) -> u64 {
        let torn =
            |document| inside_clusters(self.text(document), &edges(self.laid_tiles.of(document))).len();
        self.documents().map(torn).sum::<usize>() as u64
    }

    /// Where the policy carries nothing on purpose: the starts of sections and of records that were cut, in ascending bytes; `None`
    /// where it carries nothing in the whole document.
    pub(super) fn barriers(&self, document: usize) -> Option<Vec<usize>> {
        let Some(chunks) = self.laid.documents.get(document).and_then(|laid| laid.chunks.as_ref()) else {
            return Some(Vec::new());
        };
        if chunks.len() > 1 && chunks.iter().all(|chunk| chunk.asked() == 0) && self.policy_carries() {
            return None;
        }
        let parents = chunks.parents().filter(|parent| parent.kind() != ParentKind::Document);
        let mut starts: Vec<usize> = parents.map(|parent| parent.source_range().start).collect();
        starts.sort_unstable();
        Some(starts)
    }

    fn policy_carries(&self) -> bool {
        self.laid.pieces.iter().any(|piece| piece.carried > 0)
    }

    /// What no chunk has, by document: what a reader would keep of it; and what it would leave out too, in bytes.
    pub(super) fn holes(&self) -> (Vec<(usize, lost::Hole)>, u64) {
        let (mut holes, mut left_out) = (Vec::new(), 0);
        for document in self.touched() {
            let text = self.text(document);
            let all = lost::holes(text, self.tiles.of(document));
            let is_laid = self.laid.documents.get(document).is_some_and(|laid| laid.chunks.is_some());
            let kept =
                if is_laid { lost::kept(text, &all, self.laid_tiles.of(document)) } else { all.clone() };
            left_out += (lost::bytes(text, &all) - lost::bytes(text, &kept)) as u64;
            holes.extend(kept.into_iter().map(|hole| (document, hole)));
        }
        (holes, left_out)
    }

    fn stored(&self) -> Stored {
        let counting = if is_for_models(self.options.gauges) { self.options.gauges.len() } else { 1 };
        let of_chunk = |fits: &Vec<Fit>| fits.iter().take(counting).map(|fit| u64::from(fit.tokens)).max();
        let tokens: u64 = self.fits.iter().filter_map(of_chunk).sum();
        let of = |document: usize| self.document_tokens.get(document).copied().unwrap_or(0);
        let source_tokens: u64 = self.touched().map(of).sum();
        let redundancy = if source_tokens == 0 { 0.0 } else { tokens as f64 / source_tokens as f64 - 1.0 };
        Stored { tokens, source_tokens, redundancy }
    }

    fn placed(&self) -> BTreeMap<&'static str, u64> {
        let mut placed = BTreeMap::new();
        for chunk in self.chunks() {
            let way = match &chunk.placed {
                Placed::At(place) => place.way.as_str(),
                Placed::Nowhere(_) => "nowhere",
                Placed::Blank => "blank",
            };
            *placed.entry(way).or_default() += 1;
        }
        placed
    }

    pub(super) fn offsets(&self) -> Option<OffsetFigures> {
        let told: Vec<Told> = self.chunks().iter().filter_map(|chunk| chunk.told).collect();
        let right = told.iter().filter(|told| **told == Told::Right).count() as u64;
        let unit = self.alignment.unit.as_str();
        (!told.is_empty()).then_some(OffsetFigures { unit, given: told.len() as u64, right })
    }

    /// All of it.
    pub(super) fn audit(&self, overlap: Overlaps, policy: Fix) -> Audit {
        let fates = self.fates();
        let (holes, left_out) = self.holes();
        let letters = |(document, hole): &&(usize, lost::Hole)| lost::has_letters(self.text(*document), hole);
        let bytes: usize = holes
            .iter()
            .map(|(document, hole)| lost::bytes(self.text(*document), std::slice::from_ref(hole)))
            .sum();
        let lost = Lost {
            bytes: bytes as u64,
            stretches: holes.len() as u64,
            stretches_with_letters: holes.iter().filter(letters).count() as u64,
            left_out,
        };
        let ambiguous = self.chunks().iter().filter_map(Aligned::place).filter(|place| place.is_ambiguous);
        Audit {
            findings: self.findings(&fates, &holes, &lost),
            chunks: self.chunks().len() as u64,
            documents: self.corpus.sources().len() as u64,
            documents_without_chunks: (self.corpus.sources().len() - self.touched().count()) as u64,
            placed: self.placed(),
            ambiguous: ambiguous.count() as u64,
            offsets: self.offsets(),
            sizes: self.sizes.clone(),
            languages: fates.languages,
            borders: fates.borders,
            overlap,
            lost,
            stored: self.stored(),
            policy,
        }
    }

    /// A chunk as an example, with its beginning.
    pub(super) fn of_chunk(&self, nth: usize, note: String) -> Example {
        let Some(chunk) = self.chunks().get(nth) else { return Example::default() };
        let at = chunk.place().map(|place| (place.document, place.bytes.start));
        let text = shortened(&chunk.given.text, 0..0);
        Example { text, note, ..self.example(Some(nth), at) }
    }

    /// A place of a source as an example, with what stands around it.
    pub(super) fn of_place(
        &self,
        nth: Option<usize>,
        document: usize,
        bytes: &Range<usize>,
        note: String,
    ) -> Example {
        let text = shortened(self.text(document), bytes.clone());
        Example { text, note, ..self.example(nth, Some((document, bytes.start))) }
    }

    fn example(&self, nth: Option<usize>, at: Option<(usize, usize)>) -> Example {
        let given = nth.and_then(|nth| self.chunks().get(nth)).map(|chunk| &chunk.given);
        let source = at.and_then(|(document, byte)| Some((self.corpus.get(document)?, byte)));
        Example {
            line: given.map(|given| given.line),
            element: given.and_then(|given| given.element),
            id: given.and_then(|given| given.id.clone()),
            document: source.map(|(source, _)| source.id().to_owned()),
            at: source.map(|(source, byte)| source.chars().char_at(source.text(), byte)),
            ..Example::default()
        }
    }

    /// Where a sentence is cut by a chunk's border, to show.
    pub(super) fn cut_in(&self, document: usize, sentence: usize) -> Option<(usize, usize)> {
        let sentences = self.sentences(document);
        self.tiles.of(document).iter().find_map(|tile| {
            let ends = [tile.bytes.end, tile.bytes.start];
            ends.into_iter().find(|end| inside(sentences, *end) == Some(sentence)).map(|end| (tile.nth, end))
        })
    }
}

/// The edges of tiles, ascending, each once.
pub(super) fn edges(tiles: &[Tile]) -> Vec<usize> {
    let exact = tiles.iter().filter(|tile| tile.is_exact);
    let mut edges: Vec<usize> = exact.flat_map(|tile| [tile.bytes.start, tile.bytes.end]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Characters of an example's text, at most.
const SHOWN: usize = 120;

/// The beginning of a range, or of all from there on where the range is empty.
fn shortened(text: &str, range: Range<usize>) -> String {
    let start = text.floor_char_boundary(range.start);
    let slice = if range.is_empty() {
        text.get(start..)
    } else {
        text.get(start..text.floor_char_boundary(range.end))
    };
    let slice = slice.unwrap_or_default();
    match slice.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &slice[..end]),
        None => slice.to_owned(),
    }
}
