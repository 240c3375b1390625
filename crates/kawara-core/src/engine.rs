//! The engine: a registry of packs, a policy, and the way of a document through the five folders.

mod contextual;
mod counters;
mod measuring;
mod prepared;
mod reading;
mod recipe;
mod stream;
mod worker;

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::units::Slot;
use crate::{Chunks, Counter, Document, Policy, Registry, Result, Settings};
pub(crate) use contextual::Outside;
use counters::Counters;
pub use measuring::{MeasuredUnit, Measuring};
use prepared::Prepared;
pub use recipe::Recipe;
pub use stream::{FRAME, Frame, Stream};
pub use worker::{UnitSpan, Worker};

/// Cuts documents into chunks.
///
/// An engine is shared between threads; each thread that chunks many documents keeps a [`Worker`].
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.budget.max_tokens = 8;
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
///
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped. Nobody noticed it. The tank ran dry."))?;
/// let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text()).collect();
/// assert_eq!(texts, ["The pump stopped. Nobody noticed it.", "Nobody noticed it. The tank ran dry."]);
/// # Ok::<(), kawara_core::Error>(())
/// ```
pub struct Engine {
    registry: Registry,
    policy: Box<dyn Policy>,
    /// Settings made ready, each once. They only grow, so that workers can hold on to them without a lock.
    prepared: boxcar::Vec<Prepared>,
    /// Segmenters that may be opened, one for each set of options.
    slots: boxcar::Vec<Slot>,
    counters: Counters,
    preparing: Mutex<()>,
}

impl Engine {
    /// An engine for the packs of a registry and a policy, such as an `Arc<Settings>`.
    pub fn new(registry: Registry, policy: impl Policy + 'static) -> Self {
        Self {
            registry,
            policy: Box::new(policy),
            prepared: boxcar::Vec::new(),
            slots: boxcar::Vec::new(),
            counters: Counters::default(),
            preparing: Mutex::new(()),
        }
    }

    /// The packs.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Cuts one document. For many documents, a [`Worker`] saves setting up.
    ///
    /// # Errors
    /// When the policy's settings are wrong or cannot be met, or a pack fails; the error names the document.
    pub fn chunk(&self, document: &Document) -> Result<Chunks> {
        self.worker().chunk(document)
    }

    /// A worker for one thread.
    pub fn worker(&self) -> Worker<'_> {
        Worker::new(self)
    }

    /// Checks settings as far as can be told before any document is read: the counter exists and opens, the budget has room,
    /// packs know their options.
    ///
    /// # Errors
    /// As [`Engine::chunk`].
    pub fn check(&self, settings: &Arc<Settings>) -> Result<()> {
        self.prepare(settings).map(|_| ())
    }

    /// What counts under settings, such as those of [`InForce::settings`](crate::InForce::settings): their counter, or the strictest of
    /// several. It is opened once, whoever asks.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Counter, Document, Engine, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// let chunks = engine.chunk(&Document::new("pump", "The pump stopped."))?;
    /// let counter = engine.counter(chunks.in_force()[0].settings())?;
    /// assert_eq!(counter.specials() + counter.count(chunks.text())?, 3);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::check`].
    pub fn counter(&self, settings: &Arc<Settings>) -> Result<&dyn Counter> {
        Ok(&*self.prepare(settings)?.counter)
    }

    fn prepare(&self, settings: &Arc<Settings>) -> Result<&Prepared> {
        let known = || self.prepared.iter().map(|(_, prepared)| prepared);
        let find = || {
            known()
                .find(|p| Arc::ptr_eq(&p.settings, settings))
                .or_else(|| known().find(|p| p.settings == *settings))
        };
        if let Some(prepared) = find() {
            return Ok(prepared);
        }
        let _one_at_a_time = self.preparing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(prepared) = find() {
            return Ok(prepared);
        }
        let prepared = Prepared::new(&self.registry, settings, &self.slots, &self.counters)?;
        let at = self.prepared.push(prepared);
        Ok(&self.prepared[at])
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("packs", &self.registry).finish_non_exhaustive()
    }
}

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<Engine>();
    shared_between_threads::<Chunks>();
};
