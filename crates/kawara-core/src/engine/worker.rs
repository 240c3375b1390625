use std::ops::Range;
use std::sync::Arc;

use super::Engine;
use super::prepared::{Prepared, ReaderSlot};
use crate::blocks::{Blocks, seal};
use crate::chunks::{Assembly, assemble, fingerprint};
use crate::tiling::{Contexts, Laid, Tiler};
use crate::units::{Collector, Language, Router, Slot, Unit, Units, Workers, measured_end};
use crate::{Chunks, Document, Error, ErrorKind, Found, Grain, Profile, Result, UnitKind};

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

/// A document that was read.
struct Read<'e> {
    text: Arc<str>,
    blocks: Blocks,
    reader: &'e ReaderSlot,
    router: Router,
    prepared: &'e Prepared,
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

    /// The units of a document before anything is laid: at a grain, or as its settings say.
    ///
    /// # Errors
    /// As [`Worker::chunk`].
    pub fn units(&mut self, document: &Document, grain: Option<Grain>) -> Result<Vec<UnitSpan>> {
        let spans = self.read(document).and_then(|read| self.unit_spans(&read, grain));
        spans.map_err(|error| error.in_document(document.id()))
    }

    fn unit_spans(&mut self, read: &Read<'e>, grain: Option<Grain>) -> Result<Vec<UnitSpan>> {
        let kind = read.prepared.settings.units.kind;
        let units = self.collect(read, |mut collector| match grain {
            Some(grain) => collector.blocks(Some(grain)),
            None => collector.collect(kind),
        })?;
        let span = |unit: &Unit| UnitSpan {
            source: read.blocks.map.source_range(unit.range()),
            language: units.languages[unit.language as usize].tag.clone(),
        };
        Ok(units.list.iter().map(span).collect())
    }

    fn chunk_document(&mut self, document: &Document) -> Result<Chunks> {
        let read = self.read(document)?;
        let prepared = read.prepared;
        let (settings, counter) = (&*prepared.settings, &*prepared.counter);
        let kind = settings.units.kind;
        let Units { list, languages, moved } =
            self.collect(&read, |mut collector| collector.collect(kind))?;
        let text = &*read.text;
        let cuts = cuts(&list);
        let index = counter.index(text, &cuts)?;
        let title = document.title().or(read.blocks.title.as_deref());
        let contexts =
            Contexts::new(counter, &read.blocks, title, &settings.context, prepared.room, prepared.prefix);
        let (laid, contexts, languages) = self.collect(&read, |collector| {
            let tiler = Tiler {
                text,
                index: &*index,
                settings,
                contexts,
                room: prepared.room,
                records_are_units: kind == UnitKind::Record,
                languages,
                collector,
                laid: Laid::default(),
            };
            tiler.lay(list)
        })?;
        let contexts = contexts.into_texts();
        let settings_id = self.fingerprint(&read, &languages)?;
        let (document_tokens, unknown_tokens) = (index.before(text.len()), index.unknown());
        drop(index);
        let Read { text, blocks, reader, .. } = read;
        Ok(assemble(Assembly {
            document,
            text,
            blocks,
            laid,
            contexts,
            languages: languages.into_iter().map(|language| language.tag).collect(),
            moved_cuts: moved,
            content_type: reader.media_type.to_owned(),
            namespace: &prepared.namespace,
            settings: settings_id,
            specials: counter.specials(),
            max_tokens: settings.budget.max_tokens.saturating_sub(settings.budget.reserve_tokens),
            document_tokens,
            unknown_tokens,
        }))
    }

    /// Reads the document by what is declared, then asks the policy again with what reading found.
    fn read(&mut self, document: &Document) -> Result<Read<'e>> {
        let source = document.text();
        if u32::try_from(source.len()).is_err() {
            let message = format!(
                "{} bytes are more than the 4 GiB that one document may have; split it",
                source.len()
            );
            return Err(Error::new(ErrorKind::Read, message));
        }
        let engine = self.engine;
        let mut profile = Profile::of(document);
        if let Some((_, entry)) = engine.registry.reader_of(document) {
            profile.reader = Some(entry.id());
            profile.content_type = profile.content_type.or(entry.media_types().first().copied());
        }
        let declared = engine.prepare(&engine.policy.settings(&profile)?)?;
        let reader = self.reader(document, declared)?;
        profile.content_type = Some(reader.media_type);
        profile.reader = Some(reader.id);

        let (opened, options) = reader.get()?;
        let mut blocks = Blocks::new();
        let text =
            opened.open(options)?.read(source, &mut blocks).map_err(|error| error.in_pack(reader.pack.0))?;
        let text = match text {
            std::borrow::Cow::Borrowed(text) if text.len() == source.len() => Arc::clone(source),
            text => Arc::from(text),
        };
        seal(source, &text, &mut blocks).map_err(|error| error.in_pack(reader.pack.0))?;
        blocks.take_title();

        let router = Router::new(&text, declared.settings.language.as_deref(), document.language());
        let found = Found {
            language: router.main().to_owned(),
            title: document.title().map(str::to_owned).or_else(|| blocks.title.clone()),
            fields: blocks.fields.clone(),
        };
        profile.found = Some(&found);
        let prepared = engine.prepare(&engine.policy.settings(&profile)?)?;
        let router = match prepared.settings.language.as_deref() {
            fixed @ Some(_) => Router::new(&text, fixed, document.language()),
            None => router,
        };
        Ok(Read { text, blocks, reader, router, prepared })
    }

    /// The policy's reader; else that of the declared type or the extension; else plain text.
    fn reader(&self, document: &Document, prepared: &'e Prepared) -> Result<&'e ReaderSlot> {
        let registry = &self.engine.registry;
        let named = prepared.settings.read.content_type.as_deref().and_then(|name| registry.reader(name));
        let id = named.or_else(|| registry.reader_of(document)).map_or("text", |(_, entry)| entry.id());
        prepared
            .reader(id)
            .ok_or_else(|| Error::new(ErrorKind::Registry, format!("the reader `{id}` is not loaded")))
    }

    fn collect<R>(
        &mut self,
        read: &Read<'e>,
        with: impl FnOnce(Collector<'_, 'e>) -> Result<R>,
    ) -> Result<R> {
        let (engine, prepared) = (self.engine, read.prepared);
        let segmenter = |language: &str| prepared.segmenter(language).map(|at| &engine.slots[at]);
        with(Collector {
            text: &read.text,
            blocks: &read.blocks,
            router: &read.router,
            segmenter: &segmenter,
            workers: &mut self.workers,
        })
    }

    /// Settings, counter, and the packs that this document uses.
    ///
    /// # Errors
    /// What a pack returned when it was asked what its options come to.
    fn fingerprint(&self, read: &Read<'e>, languages: &[Language<'e>]) -> Result<Arc<str>> {
        let slots = languages.iter().filter_map(|language| language.slot);
        let mut packs: Vec<String> = slots.map(Slot::identity).collect::<Result<_>>()?;
        packs.push(format!("{} {}", read.reader.pack.0, read.reader.pack.1));
        packs.sort_unstable();
        packs.dedup();
        Ok(fingerprint(&format!("{}\n{}", read.prepared.identity, packs.join("\n"))).into())
    }
}

impl std::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("engine", self.engine).finish_non_exhaustive()
    }
}

/// Where units begin; and where one ends, if that is not told by where the next begins.
fn cuts(units: &[Unit]) -> Vec<usize> {
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
