//! What was, and what is.

use std::collections::HashSet;

use kawara_core::{Chunks, Engine};

use super::draft::Draft;
use super::entry::Entry;
use super::error::{Error, Result};
use super::look::{Looker, Reason, Seen};
use super::making::{Fate, Making};
use super::manifest::Manifest;
use super::operations::Operations;
use super::totals::{Change, ChunkCounts, Globs, Plan};
use super::{Options, Step};
use crate::digest::Digest;
use crate::input::{Failure, Input};
use crate::run::{Event, watched};

/// Where a comparison writes what it finds.
#[derive(Default)]
pub(super) struct Outlet<'o> {
    pub(super) draft: Option<Draft>,
    pub(super) operations: Option<&'o mut Operations>,
}

/// Compares inputs with a manifest. The same code makes a plan and carries it out.
pub(super) fn compare<'o>(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    manifest: &Manifest,
    options: &Options,
    outlet: Outlet<'o>,
    tell: &mut dyn FnMut(Step<'_>),
) -> Result<(Plan, Outlet<'o>)> {
    let mut comparison = Comparison {
        engine,
        manifest,
        options,
        globs: Globs::new(&options.globs)?,
        plan: Plan::default(),
        met: vec![false; manifest.documents() as usize],
        ids: HashSet::new(),
        current: None,
        counts: ChunkCounts::default(),
        outlet,
        tell,
    };
    let contexts = options.contexts.as_deref();
    let watch = Looker { engine, manifest: Some(manifest), contexts, full: options.full };
    let mut broken = None;
    watched(engine, inputs, options.run, &watch, |event, bytes| {
        (comparison.tell)(Step::Read(bytes));
        broken = comparison.take(event).err();
        broken.is_none()
    });
    broken.map_or(Ok(()), Err)?;
    comparison.end()
}

struct Comparison<'c, 'o> {
    engine: &'c Engine,
    manifest: &'c Manifest,
    options: &'c Options,
    globs: Globs,
    plan: Plan,
    /// Which documents of the manifest were met.
    met: Vec<bool>,
    /// All documents that were met.
    ids: HashSet<Digest>,
    current: Option<Making>,
    counts: ChunkCounts,
    outlet: Outlet<'o>,
    tell: &'c mut dyn FnMut(Step<'_>),
}

impl<'o> Comparison<'_, 'o> {
    fn take(&mut self, event: Event<Seen>) -> Result<()> {
        match event {
            Event::Skipped(seen) => {
                if self.is_first(seen.document.id())
                    && let Some((place, entry)) = seen.old?
                {
                    self.plan.documents.skipped += 1;
                    self.keep(place, &entry);
                }
                Ok(())
            }
            Event::Begins(seen) => {
                self.counts = ChunkCounts::default();
                self.current = None;
                if self.is_first(seen.document.id()) {
                    seen.old.as_ref().map_err(Error::clone)?;
                    self.current = Some(Making::begin(seen));
                }
                Ok(())
            }
            Event::Chunks(chunks) => self.chunks(&chunks),
            Event::Ends(told) => self.document_ends(told),
            Event::Failed(failure) => self.failed(&failure),
            Event::Broken(failure) => {
                self.plan.unreadable += 1;
                (self.tell)(Step::Failed(&failure));
                Ok(())
            }
        }
    }

    /// A manifest has one line for an id: of two documents with one, the second fails.
    fn is_first(&mut self, id: &str) -> bool {
        let is_first = self.ids.insert(Digest::of(id));
        if !is_first {
            self.plan.documents.failed += 1;
            (self.tell)(Step::Failed(&Failure::new(id, "a document before has this id, too")));
        }
        is_first
    }

    fn chunks(&mut self, chunks: &Chunks) -> Result<()> {
        let Some(making) = &mut self.current else { return Ok(()) };
        making.take(chunks, self.engine, self.options.full)?;
        self.plan.pack_faults.add(chunks.pack_faults());
        for chunk in chunks.iter() {
            let (fate, record) = making.chunk(chunk)?;
            let operations = self.outlet.operations.as_deref_mut();
            match fate {
                Fate::Kept => self.counts.kept += 1,
                Fate::Moved => {
                    self.counts.moved += 1;
                    operations.map_or(Ok(()), |operations| operations.moved(&record))?;
                }
                Fate::Added => {
                    self.counts.added += 1;
                    self.counts.tokens += u64::from(chunk.tokens());
                    operations.map_or(Ok(()), |operations| operations.add(&record))?;
                }
            }
        }
        Ok(())
    }

    fn document_ends(&mut self, told: Option<(Digest, u64)>) -> Result<()> {
        let Some(making) = self.current.take() else { return Ok(()) };
        for id in making.deleted() {
            self.counts.deleted += 1;
            let operations = self.outlet.operations.as_deref_mut();
            operations.map_or(Ok(()), |operations| operations.delete(id, making.id()))?;
        }
        if let Some((place, _)) = making.old() {
            self.met[*place] = true;
        }
        let path = self.path_of(&making);
        let (entry, reason) = making.end(told, self.options.contexts.as_deref());
        let entry = Entry { path, ..entry };
        self.plan.documents.chunked += 1;
        if let Some(draft) = &mut self.outlet.draft {
            draft.add(&entry)?;
        }
        if let Some(operations) = &mut self.outlet.operations {
            operations.document_ends();
        }
        self.count(&entry, reason, self.counts);
        Ok(())
    }

    /// A path that says more of a document than its id.
    fn path_of(&self, making: &Making) -> Option<String> {
        let path = making.path().filter(|_| self.options.by_path);
        path.filter(|path| *path != making.id()).map(str::to_owned)
    }

    fn failed(&mut self, failure: &Failure) -> Result<()> {
        (self.tell)(Step::Failed(failure));
        self.plan.documents.failed += 1;
        if let Some(operations) = &mut self.outlet.operations {
            operations.take_back()?;
        }
        let current = self.current.take();
        self.ids.insert(Digest::of(&failure.document));
        let known = current.and_then(|making| making.old().map(|(place, _)| *place));
        let Some(place) = known.or_else(|| self.manifest.find(&failure.document)) else { return Ok(()) };
        if self.met[place] {
            return Ok(());
        }
        let mut entry = self.manifest.entry(place)?;
        if self.options.full {
            // A new index will not have its chunks.
            entry.unsure = true;
            self.met[place] = true;
            return self.outlet.draft.as_mut().map_or(Ok(()), |draft| draft.add(&entry));
        }
        self.keep(place, &entry);
        Ok(())
    }

    fn keep(&mut self, place: usize, entry: &Entry) {
        self.met[place] = true;
        if let Some(draft) = &mut self.outlet.draft {
            draft.keep(self.manifest, place, entry);
        }
        let counts = ChunkCounts { kept: entry.chunks.len() as u64, ..ChunkCounts::default() };
        self.count(entry, None, counts);
    }

    fn count(&mut self, entry: &Entry, reason: Option<Reason>, chunks: ChunkCounts) {
        let path = entry.path.as_ref().unwrap_or(&entry.id);
        self.plan.count(&mut self.globs, path, Change { doc_id: entry.id.clone(), reason, chunks });
    }

    /// What was not met is gone.
    fn end(mut self) -> Result<(Plan, Outlet<'o>)> {
        let is_left = self.options.only || self.plan.unreadable > 0;
        for place in self.manifest.in_order() {
            if self.met[place] {
                continue;
            }
            let entry = self.manifest.entry(place)?;
            if is_left {
                self.plan.documents.left += 1;
                if let Some(draft) = &mut self.outlet.draft {
                    draft.keep(self.manifest, place, &entry);
                }
                continue;
            }
            self.plan.documents.gone += 1;
            if let Some(operations) = &mut self.outlet.operations {
                entry.chunks.iter().try_for_each(|row| operations.delete(row.0, &entry.id))?;
                operations.document_ends();
            }
            let deleted = entry.chunks.len() as u64;
            self.count(&entry, Some(Reason::Gone), ChunkCounts { deleted, ..ChunkCounts::default() });
        }
        self.plan.by_glob(self.globs);
        Ok((self.plan, self.outlet))
    }
}
