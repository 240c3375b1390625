//! Whether a document has to be chunked again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Document, Engine};
use serde::Serialize;

use super::entry::{Entry, source_of};
use super::error::Result;
use super::manifest::Manifest;
use crate::contextual::{Contexts, document_digest};
use crate::digest::Digest;
use crate::run::{Look, Text, Watch};

/// Why a document was chunked again.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It is not remembered.
    New,
    /// Its text changed, or the content type, language or title that was declared with it.
    Source,
    /// Its metadata changed, and nothing else.
    Meta,
    /// The settings, the counter, or a pack changed.
    Settings,
    /// The chunks are for a model that they were not for before.
    Model,
    /// Contexts from outside changed, or there are none any more.
    Contexts,
    /// It failed the last time, after a part of it was written.
    Unfinished,
    /// It is no longer there.
    Gone,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::New,
        Self::Source,
        Self::Meta,
        Self::Settings,
        Self::Model,
        Self::Contexts,
        Self::Unfinished,
        Self::Gone,
    ];

    /// In words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Source => "source changed",
            Self::Meta => "metadata changed",
            Self::Settings => "settings changed",
            Self::Model => "model changed",
            Self::Contexts => "contexts changed",
            Self::Unfinished => "failed half-way before",
            Self::Gone => "gone",
        }
    }
}

/// Looks documents up in a manifest.
pub(super) struct Looker<'a> {
    pub(super) engine: &'a Engine,
    /// Without one, all are chunked.
    pub(super) manifest: Option<&'a Manifest>,
    /// What is put before chunks.
    pub(super) contexts: Option<&'a Contexts>,
    /// Whether to chunk what did not change, too.
    pub(super) full: bool,
}

/// A document that was looked at.
pub(super) struct Seen {
    /// Without its text.
    pub(super) document: Document,
    pub(super) bytes: u64,
    /// Of its text; `None` until that is read.
    pub(super) text: Option<Digest>,
    pub(super) meta: Option<Digest>,
    /// What is remembered of it, and where.
    pub(super) old: Result<Option<(usize, Entry)>>,
}

impl Watch for Looker<'_> {
    type Seen = Seen;
    const TAKES_DIGESTS: bool = true;

    fn look(&self, document: &Document, text: Text) -> Look<Seen> {
        let (text, bytes) = match text {
            Text::AtHand => (Some(Digest::of(document.text().as_bytes())), document.text().len() as u64),
            Text::Known(digest, bytes) => (Some(digest), bytes),
            Text::ToCome => (None, 0),
        };
        let meta = document.meta().map(|meta| Digest::of(meta.as_bytes()));
        let old = self.manifest.and_then(|manifest| Some((manifest, manifest.find(document.id())?)));
        let old = old.map(|(manifest, place)| manifest.entry(place).map(|entry| (place, entry))).transpose();
        let document = document.clone().with_text("");
        let seen = Seen { document, bytes, text, meta, old };
        if !self.full && self.is_as_remembered(&seen) { Look::Skip(seen) } else { Look::Chunk(seen) }
    }

    fn contexts(&self) -> Option<&Contexts> {
        self.contexts
    }

    fn digest(seen: &Seen) -> Option<Digest> {
        seen.text.map(|text| document_digest(text, seen.document.title()))
    }
}

impl Looker<'_> {
    fn is_as_remembered(&self, seen: &Seen) -> bool {
        let (Ok(Some((_, old))), Some(text)) = (&seen.old, seen.text) else { return false };
        if old.unsure || old.source != Some(source_of(&seen.document, text)) || old.meta != seen.meta {
            return false;
        }
        let document = Self::digest(seen);
        let at_hand = |contexts: &Contexts| contexts.digest(seen.document.id(), document, old.ids());
        if self.contexts.and_then(at_hand) != old.contexts {
            return false;
        }
        // A policy in code may panic; chunking will, too, and says so.
        let recipe = catch_unwind(AssertUnwindSafe(|| {
            self.engine.recipe(&seen.document, &old.content_type, &old.found.found())
        }));
        let is_known = matches!(recipe, Ok(Ok(recipe)) if recipe.fingerprint() == old.recipe && recipe.models() == old.models);
        if let Some(contexts) = self.contexts.filter(|_| is_known) {
            contexts.pass(seen.document.id(), document, old.ids());
        }
        is_known
    }
}

/// Why a document was chunked that gave this entry; `None` where nothing has changed.
pub(super) fn reason(old: Option<&Entry>, new: &Entry) -> Option<Reason> {
    let Some(old) = old else { return Some(Reason::New) };
    let reasons = [
        (old.unsure || old.source.is_none(), Reason::Unfinished),
        (old.source != new.source, Reason::Source),
        (old.recipe != new.recipe, Reason::Settings),
        (is_for_more(old, new), Reason::Model),
        (!old.given().eq(new.given()), Reason::Contexts),
        (old.meta != new.meta, Reason::Meta),
        (old.models != new.models, Reason::Settings),
    ];
    reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
}

/// Whether chunks with the ids of before have to be embedded anew, by a model that they were not for.
pub(super) fn is_for_more(old: &Entry, new: &Entry) -> bool {
    new.models.iter().any(|model| !old.models.contains(model))
}
