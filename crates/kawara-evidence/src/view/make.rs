use std::collections::BTreeMap;

use kawara::Chunks;

use super::model::{
    ChunkModel, Cut, DocumentModel, EvidenceModel, Figures, Model, PolicyModel, QuestionModel, SkippedModel,
};
use super::utf16::Utf16;
use super::{View, Way};
use crate::back::Back;
use crate::{Question, Source, span};

/// Of what is left out of a projected text, so many characters are shown.
const EXCERPT: usize = 240;
/// Left out too often, and too little of it, to be shown between the words.
const MARKUP: &str = "markup";

impl View<'_> {
    pub(super) fn model(&self) -> Model<'_> {
        let documents = self.corpus.sources().iter().enumerate();
        let documents: Vec<DocumentModel<'_>> =
            documents.map(|(document, source)| self.document(document, source)).collect();
        let total = |nth: usize| {
            let cuts = documents.iter().filter_map(|document| document.cuts.get(nth));
            cuts.fold(Figures::default(), |sum, cut| sum.and(&cut.figures))
        };
        let policies = self.ways.iter().enumerate();
        Model {
            policies: policies
                .map(|(nth, way)| PolicyModel { name: &way.name, figures: total(nth) })
                .collect(),
            asked: !self.questions.is_empty(),
            documents,
        }
    }

    fn document<'m>(&'m self, document: usize, source: &'m Source) -> DocumentModel<'m> {
        let questions: Vec<&Question> =
            self.questions.iter().filter(|question| question.document == document).collect();
        let mut texts: Vec<&'m str> = Vec::new();
        let cuts = self.ways.iter().map(|way| {
            let chunks = way.laid.documents.get(document).and_then(|laid| laid.chunks.as_ref());
            let text = chunks.map_or(source.text(), |chunks| chunks.text());
            let known = texts.iter().position(|other| *other == text);
            let nth = known.unwrap_or_else(|| {
                texts.push(text);
                texts.len() - 1
            });
            cut(way, document, source, chunks, nth, &questions)
        });
        let cuts = cuts.collect();
        DocumentModel {
            id: source.id(),
            questions: questions
                .iter()
                .map(|question| QuestionModel {
                    id: &question.id,
                    question: question.question.as_deref(),
                    class: question.class.as_deref(),
                })
                .collect(),
            texts,
            cuts,
        }
    }
}

impl Figures {
    fn and(self, other: &Self) -> Self {
        let (tokens, source) = (self.tokens + other.tokens, self.source + other.source);
        Self {
            chunks: self.chunks + other.chunks,
            tokens,
            source,
            redundancy: (source > 0).then(|| tokens as f64 / source as f64 - 1.0),
            covered: self.covered + other.covered,
            torn: self.torn + other.torn,
        }
    }
}

fn cut<'m>(
    way: &'m Way<'_>,
    document: usize,
    source: &'m Source,
    chunks: Option<&'m Chunks>,
    text: usize,
    questions: &[&Question],
) -> Cut<'m> {
    let Some(chunks) = chunks else {
        let utf16 = Utf16::of(source.text());
        let back = Back::of(&kawara::SourceMap::default());
        let evidence = evidence(way, document, source, questions, &utf16, &back);
        let figures = Figures { torn: questions.len(), ..Figures::default() };
        return Cut {
            text,
            projected: false,
            failed: true,
            media: source.document().content_type().unwrap_or_default(),
            figures,
            chunks: Vec::new(),
            skipped: Vec::new(),
            left_out: Vec::new(),
            evidence,
        };
    };
    let utf16 = Utf16::of(chunks.text());
    let back = Back::of(chunks.map());
    let evidence = evidence(way, document, source, questions, &utf16, &back);
    let covered = evidence.iter().filter(|evidence| !evidence.whole.is_empty()).count();
    let pieces = way.laid.pieces_of(document);
    let tokens = pieces.iter().map(|piece| u64::from(piece.tokens)).sum();
    let this = Figures {
        chunks: chunks.len(),
        tokens,
        source: u64::from(chunks.document_tokens()),
        redundancy: None,
        covered,
        torn: questions.len() - covered,
    };
    Cut {
        text,
        projected: !chunks.map().is_identity(),
        failed: false,
        media: chunks.content_type(),
        figures: Figures::default().and(&this),
        chunks: self::chunks(chunks, &utf16),
        skipped: skipped(source, chunks, &utf16, &back),
        left_out: left_out(source, chunks),
        evidence,
    }
}

fn chunks<'m>(chunks: &'m Chunks, utf16: &Utf16<'_>) -> Vec<ChunkModel<'m>> {
    let model = |chunk: kawara::Chunk<'m>| {
        let (bytes, chars) = (chunk.source_range(), chunk.char_range());
        let units = chunk.text_units().zip(chunk.units());
        ChunkModel {
            id: chunk.id().to_string(),
            at: utf16.range(&chunk.text_range()),
            bytes: (bytes.start, bytes.end),
            chars: (chars.start, chars.end),
            context: chunk.context(),
            tokens: chunk.tokens(),
            max: chunk.max_tokens(),
            language: chunk.language(),
            flags: chunk.flags().iter().map(kawara::Flag::as_str).collect(),
            carried: chunk.carried(),
            asked: chunk.asked(),
            units: units.map(|(text, source)| (utf16.at(text.start), source.start, source.end)).collect(),
            settings: chunk.settings(),
        }
    };
    chunks.iter().map(model).collect()
}

/// What was left out: as a part of the text where that is the source, else as an excerpt at its place. Neighbours with one reason are one.
fn skipped<'m>(source: &Source, chunks: &'m Chunks, utf16: &Utf16<'_>, back: &Back) -> Vec<SkippedModel<'m>> {
    let projected = !chunks.map().is_identity();
    let mut models: Vec<SkippedModel<'m>> = Vec::new();
    for skipped in chunks.skipped() {
        if projected && skipped.why == MARKUP {
            continue;
        }
        let range = skipped.range.clone();
        let at = if projected {
            let place = utf16.at(back.place(range.start));
            (place, place)
        } else {
            utf16.range(&range)
        };
        if let Some(last) = models.last_mut()
            && last.why == skipped.why
            && last.at.1 == at.0
        {
            last.at.1 = at.1;
            last.bytes.1 = range.end;
            continue;
        }
        models.push(SkippedModel {
            at,
            why: skipped.why,
            bytes: (range.start, range.end),
            excerpt: String::new(),
        });
    }
    if projected {
        for model in &mut models {
            let text = source.text().get(model.bytes.0..model.bytes.1).unwrap_or_default();
            model.excerpt = excerpt(text.trim());
        }
        models.retain(|model| !model.excerpt.is_empty());
    }
    // Where the text has an order of its own, so has what was left out.
    models.sort_by_key(|model| (model.at, model.bytes));
    models
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn left_out<'m>(source: &Source, chunks: &'m Chunks) -> Vec<(&'m str, usize, usize)> {
    let mut reasons: BTreeMap<&'m str, (usize, usize)> = BTreeMap::new();
    for skipped in chunks.skipped() {
        let (times, chars) = reasons.entry(skipped.why).or_default();
        *times += 1;
        *chars += source.chars().chars(source.text(), skipped.range.clone()).len();
    }
    reasons.into_iter().map(|(why, (times, chars))| (why, times, chars)).collect()
}

/// Where the evidence of each question stands in the text, and which chunks hold all of it.
fn evidence(
    way: &Way<'_>,
    document: usize,
    source: &Source,
    questions: &[&Question],
    utf16: &Utf16<'_>,
    back: &Back,
) -> Vec<EvidenceModel> {
    let model = |question: &&Question| {
        let ranges = question.ranges();
        let whole = span::hull(&ranges).map_or_else(Vec::new, |hull| way.holding(document, &hull));
        let bytes = ranges.iter().filter_map(|range| source.chars().bytes(source.text(), range.clone()));
        let spans = span::union(bytes.flat_map(|bytes| back.ranges(&bytes)));
        EvidenceModel { spans: spans.iter().map(|span| utf16.range(span)).collect(), whole }
    };
    questions.iter().map(model).collect()
}
