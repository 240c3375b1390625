//! A document between its old chunks and its new ones.

use std::collections::HashMap;

use kawara_core::{Chunk, Chunks, Engine};
use uuid::Uuid;

use super::entry::{Entry, Payload, Remembered, Row, source_of};
use super::error::{Error, ErrorKind, Result};
use super::fields::Fields;
use super::look::{Reason, Seen, is_for_more, reason};
use crate::contextual::{Contexts, document_digest};
use crate::digest::Digest;
use crate::output::write_record;

/// What is to be done about a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing.
    Kept,
    /// Its record changes, but what was embedded does not.
    Moved,
    /// It has to be embedded.
    Added,
}

/// An old chunk.
struct Known {
    payload: Payload,
    context: Option<Payload>,
    is_there: bool,
}

/// A document whose chunks come in.
pub(super) struct Making {
    seen: Seen,
    /// What will be remembered.
    entry: Entry,
    /// Old chunks by id.
    old: HashMap<Uuid, Known>,
    /// Whether all have to be embedded, known or not.
    anew: bool,
    has_recipe: bool,
    record: Vec<u8>,
}

impl Making {
    pub(super) fn begin(seen: Seen) -> Self {
        let rows = seen.old.iter().flatten().flat_map(|(_, entry)| &entry.chunks);
        let known = |Row(id, payload, _, context): &Row| {
            (*id, Known { payload: *payload, context: *context, is_there: false })
        };
        let old = rows.map(known).collect();
        let entry = Entry {
            id: seen.document.id().to_owned(),
            bytes: seen.bytes,
            meta: seen.meta,
            ..Entry::default()
        };
        Self { seen, entry, old, anew: false, has_recipe: false, record: Vec::new() }
    }

    pub(super) fn id(&self) -> &str {
        &self.entry.id
    }

    /// The path that it was given.
    pub(super) fn path(&self) -> Option<&str> {
        self.seen.document.path()
    }

    /// Where it stood in the old manifest, and what was remembered.
    pub(super) fn old(&self) -> Option<&(usize, Entry)> {
        self.seen.old.as_ref().ok()?.as_ref()
    }

    /// Takes chunks in, in one part or several.
    ///
    /// # Errors
    /// When their recipe is not known.
    pub(super) fn take(&mut self, chunks: &Chunks, engine: &Engine, full: bool) -> Result<()> {
        self.entry.tokens += u64::from(chunks.document_tokens());
        if !self.has_recipe {
            self.has_recipe = true;
            let recipe = engine.recipe(&self.seen.document, chunks.content_type(), chunks.found());
            let recipe = recipe.map_err(|error| Error::new(ErrorKind::Option, error.to_string()))?;
            chunks.content_type().clone_into(&mut self.entry.content_type);
            self.entry.found = Remembered::of(chunks.found());
            recipe.fingerprint().clone_into(&mut self.entry.recipe);
            self.entry.models = recipe.models().to_vec();
            let is_for_more = self.old().is_some_and(|(_, old)| old.unsure || is_for_more(old, &self.entry));
            self.anew = full || is_for_more;
        }
        Ok(())
    }

    /// Takes a chunk in: what is to be done about it, and its record.
    ///
    /// # Errors
    /// When it has no record.
    pub(super) fn chunk(&mut self, chunk: Chunk<'_>) -> Result<(Fate, Fields<'_>)> {
        self.record.clear();
        let no_record = |error: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Corrupt, format!("a chunk has no record: {error}"))
        };
        write_record(chunk, &mut self.record).map_err(|error| no_record(&error))?;
        let fields = Fields::parse(&self.record).map_err(|error| no_record(&error))?;
        let payload = fields.digest();
        let outside = chunk.outside_context();
        let context = (!outside.is_empty()).then(|| Payload(Digest::of(outside).short()));
        self.entry.chunks.push(Row(chunk.id(), payload, chunk.tokens(), context));
        let fate = match self.old.get_mut(&chunk.id()) {
            None => Fate::Added,
            Some(known) => {
                known.is_there = true;
                if self.anew || known.context != context {
                    Fate::Added
                } else if known.payload == payload {
                    Fate::Kept
                } else {
                    Fate::Moved
                }
            }
        };
        Ok((fate, fields))
    }

    /// The old chunks that are there no more, in their order.
    pub(super) fn deleted(&self) -> impl Iterator<Item = Uuid> {
        let rows = self.old().into_iter().flat_map(|(_, entry)| &entry.chunks);
        rows.map(|row| row.0).filter(|id| self.old.get(id).is_some_and(|known| !known.is_there))
    }

    /// What is to be remembered, and why it is not what was. A digest and bytes are told of a text that came in pieces.
    pub(super) fn end(
        mut self,
        told: Option<(Digest, u64)>,
        contexts: Option<&Contexts>,
    ) -> (Entry, Option<Reason>) {
        if let Some((_, bytes)) = told {
            self.entry.bytes = bytes;
        }
        let text = told.map(|(digest, _)| digest).or(self.seen.text);
        self.entry.source = text.map(|text| source_of(&self.seen.document, text));
        self.entry.contexts = contexts.and_then(|contexts| {
            let document = text.map(|text| document_digest(text, self.seen.document.title()));
            contexts.digest(&self.entry.id, document, self.entry.ids())
        });
        let reason = reason(self.old().map(|(_, entry)| entry), &self.entry);
        (self.entry, reason)
    }

    /// What is to be remembered of a document that failed, whose chunks were written until then.
    pub(super) fn broken_off(self) -> Entry {
        self.entry
    }
}
