//! What the units of a document come to before anything is laid.

use std::ops::Range;
use std::sync::Arc;

use super::worker::{Worker, cuts};
use crate::blocks::{BlockKind, Blocks, Joint, fits};
use crate::settings::UnitKind;
use crate::tiling::Contexts;
use crate::units::{Collector, Faults, Language, Rank, Unit, Units};
use crate::{Document, Error, ErrorKind, PackFault, RangeCount, Result, Settings};

/// The units of a document before anything is laid, with the means to count them: what [`Worker::measure`] shows. Of a long document that
/// is read in pieces, those of one piece.
pub struct Measuring<'a> {
    settings: &'a Arc<Settings>,
    content_type: &'a str,
    counter: &'a str,
    specials: u32,
    /// Bytes of the source before this piece.
    at: usize,
    text: &'a str,
    blocks: &'a Blocks,
    units: &'a [Unit],
    languages: &'a [Language<'a>],
    index: &'a dyn RangeCount,
    contexts: Contexts<'a>,
    document: &'a str,
    packs: &'a mut dyn Packs,
}

/// Asks packs about units, and knows what they did wrong.
trait Packs {
    fn leans_back(&mut self, unit: &Unit) -> Result<bool>;
    fn faults(&self) -> &[PackFault];
}

/// The packs of a document in these languages.
struct InUse<'a, 'e> {
    languages: &'a [Language<'e>],
    collector: Collector<'a, 'e>,
}

impl Packs for InUse<'_, '_> {
    fn leans_back(&mut self, unit: &Unit) -> Result<bool> {
        let slot = self.languages.get(unit.language as usize).and_then(|language| language.slot);
        self.collector.leans_back(slot, unit)
    }

    fn faults(&self) -> &[PackFault] {
        self.collector.faults.by_pack()
    }
}

/// A unit of [`Measuring`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredUnit<'a> {
    /// Half-open bytes of the source, without outer white space.
    pub source: Range<usize>,
    /// What it says: a slice of what was read, which usually is the source.
    pub text: &'a str,
    /// The language, as a BCP 47 tag.
    pub language: &'a str,
    /// The kind of the block that it stands in, or begins with.
    pub kind: BlockKind,
    /// How strong the cut before it is.
    pub joint: Joint,
    /// Whether it is a heading.
    pub is_heading: bool,
    /// Whether it may be carried into the next chunk: running text, and records where they are the units.
    pub is_carried: bool,
    /// Whether nothing is carried over the cut before it.
    pub is_behind_barrier: bool,
    /// The section that it stands in, of a heading its own; 0 is what stands before any. Numbered anew in each piece.
    pub section: usize,
    /// What it stands under besides headings, such as a table's header: see [`Measuring::lead`]. Numbered anew in each piece.
    pub lead: Option<usize>,
    /// Whether it says the lead itself, being the beginning of what stands under it.
    pub is_lead: bool,
}

impl Worker<'_> {
    /// Shows the units of a document before anything is laid, and counts what is asked for. Linear in the document, but for what `each`
    /// asks; a long document that can be read in pieces is shown in pieces.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// engine.worker().measure(&Document::new("pump", "The pump stopped. Nobody noticed."), |units| {
    ///     assert_eq!((units.len(), units.tokens(0..1)?, units.tokens(0..2)?), (2, 3, 5));
    ///     assert_eq!(units.get(1).unwrap().text, "Nobody noticed.");
    ///     Ok(())
    /// })?;
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Worker::chunk`], and what `each` returns.
    pub fn measure(
        &mut self,
        document: &Document,
        mut each: impl FnMut(&mut Measuring<'_>) -> Result<()>,
    ) -> Result<()> {
        let sized = fits(document.text().len());
        let shown = sized.and_then(|()| {
            self.frames(document, |worker, at, read| {
                let prepared = read.decided.prepared;
                let (settings, counter) = (&prepared.settings, &*prepared.counter);
                let mut faults = Faults::new(settings.units.on_fault);
                let Units { list, languages, .. } = worker
                    .collect(&read, &mut faults, |mut collector| collector.collect(settings.units.kind))?;
                let index = counter.index(&read.text, &cuts(&list))?;
                let title = read.decided.found.title.as_deref();
                let (room, prefix) = (prepared.room, prepared.prefix);
                let contexts = Contexts::new(counter, &read.blocks, title, &settings.context, room, prefix);
                worker.collect(&read, &mut faults, |collector| {
                    each(&mut Measuring {
                        settings,
                        document: document.id(),
                        content_type: read.decided.content_type,
                        counter: &prepared.counter_id,
                        specials: counter.specials(),
                        at,
                        text: &read.text,
                        blocks: &read.blocks,
                        units: &list,
                        languages: &languages,
                        index: &*index,
                        contexts,
                        packs: &mut InUse { languages: &languages, collector },
                    })
                })
            })
        });
        shown.map_err(|error| error.in_document(document.id()))
    }
}

impl Measuring<'_> {
    /// How many units there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// A unit; `None` past the last.
    pub fn get(&self, nth: usize) -> Option<MeasuredUnit<'_>> {
        let unit = self.units.get(nth)?;
        let source = self.blocks.map.source_range(unit.range());
        let records_are_units = self.settings.units.kind == UnitKind::Record;
        let leads = |lead: &crate::blocks::LeadId| self.blocks.leads.get(lead.0 as usize);
        let is_heading = unit.rank == Rank::Heading;
        Some(MeasuredUnit {
            source: self.at + source.start..self.at + source.end,
            text: self.text.get(unit.range())?,
            language: self.languages.get(unit.language as usize).map_or("", |language| &language.tag),
            kind: unit.kind,
            joint: unit.joint,
            is_heading,
            is_carried: (records_are_units || unit.kind == BlockKind::Prose) && !is_heading,
            is_behind_barrier: !records_are_units && matches!(unit.joint, Joint::Section | Joint::Record),
            section: unit.section.0 as usize,
            lead: unit.lead.map(|lead| lead.0 as usize),
            is_lead: unit.lead.as_ref().and_then(leads).is_some_and(|lead| unit.start < lead.body),
        })
    }

    /// What units with this [lead](MeasuredUnit::lead) stand under, such as a table's header.
    pub fn lead(&self, lead: usize) -> Option<&str> {
        self.blocks.leads.get(lead).map(|lead| lead.text.as_str())
    }

    /// The settings in force.
    pub fn settings(&self) -> &Arc<Settings> {
        self.settings
    }

    /// The media type.
    pub fn content_type(&self) -> &str {
        self.content_type
    }

    /// What counts: its name, version and vocabulary.
    pub fn counter(&self) -> &str {
        self.counter
    }

    /// The tokens of all that was read.
    pub fn all_tokens(&self) -> u32 {
        self.index.before(self.text.len())
    }

    /// About how many tokens lie before a unit and, of the text, before its end: exact where the counter knows borders that counts add up at.
    pub fn position(&self, nth: usize) -> Option<Range<u32>> {
        let unit = self.units.get(nth)?.range();
        let start = self.index.before(unit.start);
        Some(start..self.index.before(unit.end).max(start))
    }

    /// Exactly the tokens of the text of consecutive units, from the start of the first to the end of the last; 0 of none.
    ///
    /// # Errors
    /// What the counter returns; [`ErrorKind::Count`] where there are no such units.
    pub fn tokens(&self, units: Range<usize>) -> Result<u32> {
        match self.slice(&units)? {
            Some(slice) => self.index.exact("", slice),
            None => Ok(0),
        }
    }

    /// Exactly the tokens that consecutive units would have as a chunk: with special tokens, and with the context of the first of them;
    /// 0 of none.
    ///
    /// # Errors
    /// As [`Measuring::tokens`].
    pub fn chunk_tokens(&mut self, units: Range<usize>) -> Result<u32> {
        let (Some(slice), Some(first)) = (self.slice(&units)?, self.units.get(units.start)) else {
            return Ok(0);
        };
        let context = self.contexts.of(first)?;
        Ok(self.specials + self.index.exact(&self.contexts.get(context).text, slice)?)
    }

    /// Whether a unit cannot be understood without what stands before it, as far as the pack of its language knows; `false` past the
    /// last.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn leans_back(&mut self, nth: usize) -> Result<bool> {
        match self.units.get(nth) {
            Some(unit) => self.packs.leans_back(unit),
            None => Ok(false),
        }
    }

    /// Whether there is a pack for the language of a unit, without which nobody knows whether it [leans back](Self::leans_back).
    pub fn has_pack(&self, nth: usize) -> bool {
        let language = self.units.get(nth).and_then(|unit| self.languages.get(unit.language as usize));
        language.is_some_and(|language| language.slot.is_some())
    }

    /// What packs did wrong so far while the settings let the run go on, as [`Chunks::pack_faults`](crate::Chunks::pack_faults) of this piece.
    pub fn pack_faults(&self) -> Vec<PackFault> {
        let faults = self.packs.faults().iter().cloned();
        faults.map(|fault| fault.moved(self.at).in_document(self.document)).collect()
    }

    /// The bytes of units; `None` of no units.
    fn slice(&self, units: &Range<usize>) -> Result<Option<Range<usize>>> {
        let wanted = self.units.get(units.clone()).ok_or_else(|| {
            let message = format!("{units:?} are no units of {}", self.units.len());
            Error::new(ErrorKind::Count, message)
        })?;
        Ok(wanted.first().zip(wanted.last()).map(|(first, last)| first.range().start..last.range().end))
    }
}

impl std::fmt::Debug for Measuring<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Measuring")
            .field("units", &self.units.len())
            .field("content_type", &self.content_type)
            .finish_non_exhaustive()
    }
}
