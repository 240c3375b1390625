//! What a document's cut depends on besides the document, known without cutting it.

use super::Engine;
use super::prepared::Prepared;
use crate::chunks::fingerprint;
use crate::{Document, Found, Result};

/// Everything that decides how a document is cut, but for the document itself: of two runs over the same text with equal recipes, the second
/// gives the same chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    fingerprint: String,
    models: Vec<String>,
}

impl Recipe {
    /// Sixteen hexadecimal digits over the settings of both phases, the counter and its vocabulary, the reader, the packs with their versions and
    /// options, and the version of the engine.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The embedding models, as far as they are named. They are not in the fingerprint, since they change no chunk.
    pub fn models(&self) -> &[String] {
        &self.models
    }
}

impl Engine {
    /// The recipe of a document that was chunked before, from what its [`Chunks`](crate::Chunks) said then of its content type and of what
    /// reading [found](crate::Chunks::found). The text is not looked at: as long as it, what is declared of it, and the recipe are the
    /// same, there is no need to cut it again.
    ///
    /// The options of every language count, whichever the document is in, since which of them are asked is only known by cutting.
    /// A counter is known by its id, name, version and vocabulary, and by its special tokens: one that is made at run time has to change its version
    /// when its counts change.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings.clone()));
    /// let document = Document::new("pump", "The pump stopped.");
    /// let chunks = engine.chunk(&document)?;
    /// let recipe = engine.recipe(&document, chunks.content_type(), chunks.found())?;
    ///
    /// settings.budget.max_tokens = 100;
    /// let other = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// assert_ne!(other.recipe(&document, chunks.content_type(), chunks.found())?, recipe);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::chunk`], as far as the settings are wrong.
    pub fn recipe(&self, document: &Document, content_type: &str, found: &Found) -> Result<Recipe> {
        self.recipe_of(document, content_type, found).map_err(|error| error.in_document(document.id()))
    }

    fn recipe_of(&self, document: &Document, content_type: &str, found: &Found) -> Result<Recipe> {
        let way = self.way(document)?;
        let prepared = way.ask_again(document, content_type, found)?;
        let (reader, language) = (way.reader, way.declared.settings.language.as_deref());
        let (pack, version) = reader.pack;
        let read = format!("{} {pack} {version} {:?} {language:?}", reader.id, reader.options);
        let languages = prepared.segmenters.iter().map(|(_, at)| self.slots[*at].identity());
        let languages = languages.collect::<Result<Vec<_>>>()?.join("\n");
        let engine = env!("CARGO_PKG_VERSION");
        let Prepared { identity, namespace, room, prefix, .. } = prepared;
        // The room tells the special tokens, which a counter may change under one name.
        let all = format!("{engine}\n{read}\n{identity}\n{namespace}\n{room} {prefix}\n{languages}");
        Ok(Recipe { fingerprint: fingerprint(&all), models: prepared.settings.budget.models.clone() })
    }
}
