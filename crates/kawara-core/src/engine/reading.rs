//! How a document is read: the policy is asked by what is declared, then, with what reading found, for everything else.

use std::borrow::Cow;
use std::sync::Arc;

use super::Engine;
use super::prepared::{Prepared, ReaderSlot};
use crate::blocks::{Blocks, Reading, fits, seal};
use crate::units::Router;
use crate::{Document, Error, ErrorKind, Found, Profile, Result};

/// A document whose reader is open.
pub(super) struct Opened<'e> {
    pub(super) way: Way<'e>,
    pub(super) reading: Box<dyn Reading + Send + 'e>,
}

/// What was decided by what is declared.
#[derive(Clone, Copy)]
pub(super) struct Way<'e> {
    engine: &'e Engine,
    pub(super) declared: &'e Prepared,
    pub(super) reader: &'e ReaderSlot,
}

/// What all pieces of a document go by; decided when the first is read.
pub(super) struct Decided<'e> {
    /// Without its text, if that comes in pieces.
    pub(super) document: Document,
    pub(super) reader: &'e ReaderSlot,
    /// The reader's media type, or what the content turned out to be.
    pub(super) content_type: &'static str,
    pub(super) prepared: &'e Prepared,
    pub(super) router: Router,
    pub(super) found: Arc<Found>,
}

/// A piece that was read: all of a document, usually.
pub(super) struct Read<'e> {
    pub(super) decided: Arc<Decided<'e>>,
    pub(super) source: Arc<str>,
    pub(super) text: Arc<str>,
    pub(super) blocks: Blocks,
    /// Whether the document has pieces before this one.
    pub(super) goes_on: bool,
    /// Whether the piece ends inside of something that should be whole.
    pub(super) torn: bool,
}

impl Engine {
    /// Decides how a document is read, by what is declared of it.
    pub(super) fn open(&self, document: &Document) -> Result<Opened<'_>> {
        let way = self.way(document)?;
        let (opened, options) = way.reader.get()?;
        Ok(Opened { way, reading: opened.open(options)? })
    }

    /// Asks the policy by what is declared; opens nothing.
    pub(super) fn way(&self, document: &Document) -> Result<Way<'_>> {
        let mut profile = Profile::of(document);
        if let Some((_, entry)) = self.registry.reader_of(document) {
            profile.reader = Some(entry.id());
            profile.content_type = profile.content_type.or(entry.media_types().first().copied());
        }
        let declared = self.prepare(&self.policy.settings(&profile)?)?;
        let reader = self.reader(document, declared)?;
        Ok(Way { engine: self, declared, reader })
    }

    /// The policy's reader; else that of the declared type or the extension; else plain text.
    fn reader<'e>(&self, document: &Document, prepared: &'e Prepared) -> Result<&'e ReaderSlot> {
        let registry = &self.registry;
        let named = prepared.settings.read.content_type.as_deref().and_then(|name| registry.reader(name));
        let id = named.or_else(|| registry.reader_of(document)).map_or("text", |(_, entry)| entry.id());
        prepared
            .reader(id)
            .ok_or_else(|| Error::new(ErrorKind::Registry, format!("the reader `{id}` is not loaded")))
    }
}

impl<'e> Way<'e> {
    /// Reads the first piece, or all there is, and asks the policy again with what it found.
    pub(super) fn first(
        self,
        document: Document,
        reading: &mut dyn Reading,
        source: Arc<str>,
    ) -> Result<Read<'e>> {
        let (text, mut blocks) = self.reader.read(reading, &source)?;
        blocks.take_title();
        let declared = self.declared.settings.language.as_deref();
        let router = Router::new(&text, declared, document.language());
        let found = Found {
            language: router.main().to_owned(),
            title: document.title().map(str::to_owned).or_else(|| blocks.title.clone()),
            fields: blocks.fields.clone(),
        };
        let content_type = blocks.content_type.unwrap_or(self.reader.media_type);
        let prepared = self.ask_again(&document, content_type, &found)?;
        let router = match prepared.settings.language.as_deref() {
            fixed @ Some(_) => Router::new(&text, fixed, document.language()),
            None => router,
        };
        let found = Arc::new(found);
        let decided = Decided { document, reader: self.reader, content_type, prepared, router, found };
        Ok(Read { decided: Arc::new(decided), source, text, blocks, goes_on: false, torn: false })
    }

    /// Asks the policy by what reading found as well. The content type is the reader's, or what the content turned out to be.
    pub(super) fn ask_again(
        &self,
        document: &Document,
        content_type: &str,
        found: &Found,
    ) -> Result<&'e Prepared> {
        let narrower = self.engine.registry.reader(content_type);
        let mut profile = Profile::of(document);
        profile.content_type = Some(content_type);
        profile.reader = Some(narrower.map_or(self.reader.id, |(_, entry)| entry.id()));
        profile.found = Some(found);
        self.engine.prepare(&self.engine.policy.settings(&profile)?)
    }
}

impl ReaderSlot {
    /// The text and blocks of a piece, checked.
    pub(super) fn read(&self, reading: &mut dyn Reading, source: &Arc<str>) -> Result<(Arc<str>, Blocks)> {
        fits(source.len())?;
        let in_pack = |error: Error| error.in_pack(self.pack.0);
        let mut blocks = Blocks::new();
        let text = match reading.read(source, &mut blocks).map_err(in_pack)? {
            Cow::Borrowed(text) if text.len() == source.len() => Arc::clone(source),
            text => Arc::from(text),
        };
        fits(text.len())?;
        seal(source, &text, &mut blocks).map_err(in_pack)?;
        Ok((text, blocks))
    }
}
