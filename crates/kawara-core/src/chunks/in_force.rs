use std::fmt;
use std::sync::Arc;

use crate::Settings;

/// What chunks were cut with: the settings, what counted, and the packs that the document used. The fingerprint stands for all of it.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped."))?;
/// let in_force = chunks.get(0).unwrap().in_force();
/// assert_eq!(in_force.settings().budget.counter, "words");
/// assert_eq!(in_force.fingerprint(), chunks.get(0).unwrap().settings());
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone)]
pub struct InForce {
    pub(crate) fingerprint: Arc<str>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) counter: Arc<str>,
    pub(crate) packs: Arc<[String]>,
}

impl InForce {
    /// What [`Chunk::settings`](crate::Chunk::settings) says: two documents with one fingerprint were cut alike.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The settings.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// What counted: its name, version and vocabulary, as [`CounterId`](crate::CounterId) shows it.
    pub fn counter(&self) -> &str {
        &self.counter
    }

    /// The packs of languages and content types that were used, in order: name, version, and what their options come to.
    pub fn packs(&self) -> &[String] {
        &self.packs
    }
}

impl fmt::Debug for InForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InForce")
            .field("fingerprint", &self.fingerprint)
            .field("counter", &self.counter)
            .field("packs", &self.packs)
            .finish_non_exhaustive()
    }
}
