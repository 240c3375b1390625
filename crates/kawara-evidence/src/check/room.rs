use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kawara::input::{Encoding, Input};
use kawara::run::{RunOptions, each};
use kawara::{Chunks, Counter, Engine, Strategy};

use crate::back::Back;
use crate::{Corpus, Laid, Question, Result, span};

/// How much of each document a chunk may hold, and what the document is made of, by its own policy.
#[derive(Clone, Debug)]
pub struct Room<'r> {
    engine: &'r Engine,
    corpus: &'r Corpus,
    laid: &'r Laid,
    /// By document; of those that were asked about.
    units: BTreeMap<usize, Vec<RoomUnit>>,
    /// By document; of those that were asked about.
    backs: BTreeMap<usize, Back>,
}

/// A unit of a document, as it was before anything was laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomUnit {
    /// Half-open characters of the source, without outer white space.
    pub chars: Range<usize>,
    /// The language, as a BCP 47 tag.
    pub language: String,
    /// Whether it may be carried.
    pub is_carried: bool,
    /// Whether nothing is carried over the cut before it.
    pub is_behind_barrier: bool,
}

impl<'r> Room<'r> {
    /// The room that an engine gives, which laid the corpus so, to the documents that questions are about. Those are looked at in parallel.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::{Corpus, Laid, check::Room, read_questions};
    ///
    /// let text = "The gate opens at six. The bus leaves at seven.";
    /// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
    /// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\n", "kawara.toml", ".")?;
    /// let engine = kawara::engine(policy)?;
    /// let laid = Laid::by(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    /// let lines = r#"{"doc_id": "a", "evidence": ["opens at six"]}"#;
    /// let questions = read_questions(&corpus, lines.as_bytes(), "questions.jsonl", Default::default())?;
    /// let room = Room::new(&engine, &corpus, &laid, &questions.list, RunOptions::default());
    /// assert_eq!((room.tokens(0, 0..22)?, room.budget(0)), (Some(5), Some(6)));
    /// assert_eq!(room.units(0)[1].chars, 23..47);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        engine: &'r Engine,
        corpus: &'r Corpus,
        laid: &'r Laid,
        questions: &[Question],
        options: RunOptions,
    ) -> Self {
        let mut room = Self { engine, corpus, laid, units: BTreeMap::new(), backs: BTreeMap::new() };
        let asked: BTreeSet<usize> = questions.iter().map(|question| question.document).collect();
        let asked: Vec<usize> = asked.into_iter().filter(|nth| room.chunks(*nth).is_some()).collect();
        if asked.is_empty() {
            return room;
        }
        let backs = asked.iter().filter_map(|nth| Some((*nth, Back::of(room.chunks(*nth)?.map()))));
        room.backs = backs.collect();
        let sources = asked.iter().filter_map(|nth| corpus.get(*nth));
        let inputs: Vec<Input> =
            sources.map(|source| Input::Document(Box::new(source.document().clone()))).collect();
        let mut next = asked.iter();
        let options = RunOptions { encoding: Encoding::UTF_8, ..options };
        let measure = |worker: &mut kawara::Worker<'_>, document: &kawara::Document| {
            let mut units = Vec::new();
            worker.measure(document, |measuring| {
                for nth in 0..measuring.len() {
                    let Some(unit) = measuring.get(nth) else { continue };
                    units.push((
                        unit.source,
                        unit.language.to_owned(),
                        unit.is_carried,
                        unit.is_behind_barrier,
                    ));
                }
                Ok(())
            })?;
            Ok(units)
        };
        each(engine, inputs.into_iter(), options, measure, |units, _| {
            if let (Some(document), Ok(units)) = (next.next(), units)
                && let Some(source) = corpus.get(*document)
            {
                let unit = |(bytes, language, is_carried, is_behind_barrier)| RoomUnit {
                    chars: source.chars().chars(source.text(), bytes),
                    language,
                    is_carried,
                    is_behind_barrier,
                };
                room.units.insert(*document, units.into_iter().map(unit).collect());
            }
            true
        });
        room
    }

    /// How the engine laid the corpus.
    pub fn laid(&self) -> &'r Laid {
        self.laid
    }

    /// The units of a document, in order; none of one that no question is about.
    pub fn units(&self, document: usize) -> &[RoomUnit] {
        self.units.get(&document).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a document is cut between units, so that whole ones can be carried.
    pub fn is_by_units(&self, document: usize) -> bool {
        let settings = self.chunks(document).and_then(|chunks| chunks.in_force().first());
        settings.is_some_and(|in_force| {
            matches!(in_force.settings().tiling.strategy, Strategy::Units | Strategy::SentenceWindow)
        })
    }

    /// The most tokens of a chunk of a document; `None` where it was not cut.
    pub fn budget(&self, document: usize) -> Option<u32> {
        let budget = &self.chunks(document)?.in_force().first()?.settings().budget;
        Some(budget.max_tokens.saturating_sub(budget.reserve_tokens))
    }

    /// The tokens that a stretch of a document would have as a chunk: special tokens, the prefix of every chunk, and what the reader makes
    /// of these characters of the source. `None` where the document was not cut.
    ///
    /// # Errors
    /// When the counter fails.
    pub fn tokens(&self, document: usize, chars: Range<usize>) -> Result<Option<u32>> {
        let (Some(chunks), Some(source)) = (self.chunks(document), self.corpus.get(document)) else {
            return Ok(None);
        };
        let Some(in_force) = chunks.in_force().first() else { return Ok(None) };
        let counter = self.engine.counter(in_force.settings())?;
        let prefix = &in_force.settings().context.prefix;
        let bytes = source.chars().bytes(source.text(), chars).unwrap_or_default();
        let text = self.readable(document, chunks, &bytes);
        let count = if prefix.is_empty() {
            counter.count(text)?
        } else {
            counter.count(&format!("{prefix}{text}"))?
        };
        Ok(Some(counter.specials() + count))
    }

    /// What counts all documents, if it is one and the same.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn counter(&self) -> Result<Option<&'r dyn Counter>> {
        let of = |document: &'r crate::LaidDocument| document.chunks.as_ref()?.in_force().first();
        let mut all = self.laid.documents.iter().filter_map(of);
        let Some(first) = all.next() else { return Ok(None) };
        if all.any(|other| other.counter() != first.counter()) {
            return Ok(None);
        }
        Ok(Some(self.engine.counter(first.settings())?))
    }

    pub(super) fn chunks(&self, document: usize) -> Option<&'r Chunks> {
        self.laid.documents.get(document)?.chunks.as_ref()
    }

    /// What the reader makes of a stretch of the source, in bytes.
    fn readable(&self, document: usize, chunks: &'r Chunks, bytes: &Range<usize>) -> &'r str {
        let ranges = match self.backs.get(&document) {
            Some(back) => back.ranges(bytes),
            None => Back::of(chunks.map()).ranges(bytes),
        };
        let there = span::hull(&ranges);
        there.and_then(|there| chunks.text().get(there)).unwrap_or_default()
    }
}
