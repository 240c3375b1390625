use std::ops::Range;
use std::sync::Arc;

use super::Engine;
use super::reading::{Opened, Read};
use super::stream::{FRAME, Frame, State, Stream};
use crate::blocks::fits;
use crate::chunks::{Assembly, assemble, fingerprint, merge};
use crate::tiling::strategies::{self, Windows};
use crate::tiling::{Contexts, Laid, Tiler};
use crate::units::{Collector, Faults, Language, Slot, Unit, Workers, measured_end};
use crate::{Chunks, Document, Grain, InForce, Part, Result, Strategy, UnitKind};

/// One thread's way through the engine: it keeps the scratch space of segmenters between documents.
pub struct Worker<'e> {
    engine: &'e Engine,
    workers: Workers<'e>,
}

/// A unit of a document, before tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSpan {
    /// Half-open bytes of the source, without outer white space.
    pub source: Range<usize>,
    /// The language, as a BCP 47 tag.
    pub language: String,
}

impl<'e> Worker<'e> {
    pub(super) fn new(engine: &'e Engine) -> Self {
        Self { engine, workers: Workers::new() }
    }

    /// Cuts one document into chunks.
    ///
    /// # Errors
    /// When the policy's settings are wrong or cannot be met, or a pack fails; the error names the document.
    pub fn chunk(&mut self, document: &Document) -> Result<Chunks> {
        self.chunk_document(document).map_err(|error| error.in_document(document.id()))
    }

    /// The units of a document before anything is laid: at a grain, or as its settings say; those of the Unicode rules where a pack is at
    /// fault and the settings let the run go on.
    ///
    /// # Errors
    /// As [`Worker::chunk`].
    pub fn units(&mut self, document: &Document, grain: Option<Grain>) -> Result<Vec<UnitSpan>> {
        let mut spans = Vec::new();
        self.frames(document, |worker, at, read| worker.unit_spans(at, &read, grain, &mut spans))
            .map_err(|error| error.in_document(document.id()))?;
        Ok(spans)
    }

    /// Cuts one frame of a [`Stream`](crate::Stream) of the same engine.
    ///
    /// # Errors
    /// As [`Worker::chunk`].
    pub fn chunk_frame(&mut self, frame: Frame<'e>) -> Result<Part> {
        let at = frame.at;
        let id = match &frame.state {
            State::Read(read) => &read.decided.document,
            State::Fresh { decided, .. } => &decided.document,
        };
        let id = id.id().to_owned();
        let part = self.read_frame(frame).and_then(|read| self.lay(read));
        part.map_err(|error| error.moved_by(at).in_document(&id))
    }

    fn read_frame(&mut self, frame: Frame<'e>) -> Result<Read<'e>> {
        match frame.state {
            State::Read(read) => Ok(*read),
            State::Fresh { decided, mut reading, source, torn } => {
                let (text, blocks) = decided.reader.read(&mut *reading, &source)?;
                Ok(Read { decided, source, text, blocks, goes_on: frame.at > 0, torn })
            }
        }
    }

    /// The frames of a document that is at hand; one, if it is short or has to be read whole.
    pub(super) fn frames(
        &mut self,
        document: &Document,
        mut each: impl FnMut(&mut Self, usize, Read<'e>) -> Result<()>,
    ) -> Result<()> {
        let (opened, text) = (self.engine.open(document)?, document.text());
        let stream =
            if text.len() < FRAME { Err(opened) } else { Stream::new(opened, document.without_text()) };
        let mut stream = match stream {
            Ok(stream) => stream,
            Err(Opened { way, mut reading }) => {
                let read = way.first(document.without_text(), &mut *reading, Arc::clone(text))?;
                return each(self, 0, read);
            }
        };
        let mut at = 0;
        while let Some(frame) = stream.frame(&text[at..], true)? {
            let len = frame.len();
            let read = self.read_frame(frame).map_err(|error| error.moved_by(at))?;
            each(self, at, read).map_err(|error| error.moved_by(at))?;
            at += len;
        }
        Ok(())
    }

    fn unit_spans(
        &mut self,
        at: usize,
        read: &Read<'e>,
        grain: Option<Grain>,
        spans: &mut Vec<UnitSpan>,
    ) -> Result<()> {
        let settings = &read.decided.prepared.settings.units;
        let (kind, mut faults) = (settings.kind, Faults::new(settings.on_fault));
        let units = self.collect(read, &mut faults, |mut collector| match grain {
            Some(grain) => collector.blocks(Some(grain)),
            None => collector.collect(kind),
        })?;
        spans.extend(units.list.iter().map(|unit| {
            let source = read.blocks.map.source_range(unit.range());
            UnitSpan {
                source: at + source.start..at + source.end,
                language: units.languages[unit.language as usize].tag.clone(),
            }
        }));
        Ok(())
    }

    fn chunk_document(&mut self, document: &Document) -> Result<Chunks> {
        fits(document.text().len())?;
        let mut parts = Vec::new();
        self.frames(document, |worker, _, read| {
            parts.push(worker.lay(read)?);
            Ok(())
        })?;
        merge(parts, document.text())
    }

    /// Lays the units of what was read.
    fn lay(&mut self, read: Read<'e>) -> Result<Part> {
        let decided = Arc::clone(&read.decided);
        let prepared = decided.prepared;
        let (settings, counter) = (&*prepared.settings, &*prepared.counter);
        let kind = settings.units.kind;
        let has_windows = settings.tiling.strategy != Strategy::Units;
        let mut faults = Faults::new(settings.units.on_fault);
        let (units, texts) = self.collect(&read, &mut faults, |mut collector| match has_windows {
            true => strategies::collect(&mut collector, settings),
            false => collector.collect(kind).map(|units| (units, Vec::new())),
        })?;
        let (text, moved) = (&*read.text, units.moved);
        let cuts = cuts(&units.list);
        let index = counter.index(text, &cuts)?;
        let title = decided.found.title.as_deref();
        let contexts =
            Contexts::new(counter, &read.blocks, title, &settings.context, prepared.room, prepared.prefix);
        let (mut laid, contexts, languages) = self.collect(&read, &mut faults, |mut collector| {
            if has_windows {
                let windows = Windows { text, index: &*index, settings, contexts, room: prepared.room };
                let (laid, contexts) = windows.lay(&units, &texts, &mut collector)?;
                return Ok((laid, contexts, units.languages));
            }
            let tiler = Tiler {
                text,
                index: &*index,
                settings,
                contexts,
                room: prepared.room,
                records_are_units: kind == UnitKind::Record,
                languages: units.languages,
                collector,
                embedder: prepared.embedder.as_deref(),
                laid: Laid::default(),
            };
            tiler.lay(units.list)
        })?;
        let contexts = contexts.into_texts();
        let in_force = self.in_force(&read, &languages)?;
        let (document_tokens, unknown_tokens) = (index.before(text.len()), index.unknown());
        drop(index);
        if read.goes_on {
            laid.begin_without_carry(settings, &languages);
        }
        Ok(assemble(Assembly {
            document: &decided.document,
            found: &decided.found,
            source: &read.source,
            text: read.text,
            blocks: read.blocks,
            laid,
            contexts,
            languages: languages.into_iter().map(|language| language.tag).collect(),
            moved_cuts: moved,
            faults,
            content_type: decided.content_type.to_owned(),
            namespace: &prepared.namespace,
            in_force,
            specials: counter.specials(),
            max_tokens: settings.budget.max_tokens.saturating_sub(settings.budget.reserve_tokens),
            document_tokens,
            unknown_tokens,
            torn: read.torn,
        }))
    }

    pub(super) fn collect<R>(
        &mut self,
        read: &Read<'e>,
        faults: &mut Faults,
        with: impl FnOnce(Collector<'_, 'e>) -> Result<R>,
    ) -> Result<R> {
        let (engine, prepared) = (self.engine, read.decided.prepared);
        let segmenter = |language: &str| prepared.segmenter(language).map(|at| &engine.slots[at]);
        with(Collector {
            text: &read.text,
            blocks: &read.blocks,
            router: &read.decided.router,
            segmenter: &segmenter,
            workers: &mut self.workers,
            faults,
        })
    }

    /// Settings, counter, and the packs that this document uses.
    ///
    /// # Errors
    /// What a pack returned when it was asked what its options come to.
    fn in_force(&self, read: &Read<'e>, languages: &[Language<'e>]) -> Result<InForce> {
        let slots = languages.iter().filter_map(|language| language.slot);
        let mut packs: Vec<String> = slots.map(Slot::identity).collect::<Result<_>>()?;
        let reader = read.decided.reader;
        packs.push(format!("{} {}", reader.pack.0, reader.pack.1));
        packs.sort_unstable();
        packs.dedup();
        let prepared = read.decided.prepared;
        Ok(InForce {
            fingerprint: fingerprint(&format!("{}\n{}", prepared.identity, packs.join("\n"))).into(),
            settings: Arc::clone(&prepared.settings),
            counter: Arc::clone(&prepared.counter_id),
            packs: packs.into(),
        })
    }
}

impl std::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("engine", self.engine).finish_non_exhaustive()
    }
}

/// Where units begin; and where one ends, if that is not told by where the next begins.
pub(super) fn cuts(units: &[Unit]) -> Vec<usize> {
    let mut cuts = Vec::with_capacity(units.len() + 1);
    for (nth, unit) in units.iter().enumerate() {
        cuts.push(unit.start as usize);
        if measured_end(units, nth) == unit.end {
            cuts.push(unit.end as usize);
        }
    }
    // Units that touch give a cut twice.
    cuts.dedup();
    cuts
}
