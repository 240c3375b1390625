//! Vectors of texts, from a model that somebody else runs.

mod pool;
mod vectors;

use crate::{Error, ErrorKind, Result};

pub use pool::{Pooling, Weighted, pooled_of};
pub use vectors::{similarity, vectors_of};

/// Makes vectors of texts: the border to an embedding model. kawara runs none itself.
///
/// An engine uses one where its settings ask for [semantic boundaries](crate::SemanticSettings). It is found by its name in the
/// [registry](crate::Registry::with_embedder), so that a policy names what runs and never says how.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Embedder, Engine, Registry, Result, Settings, SemanticSettings, Threshold};
///
/// /// Texts are alike that name the same things.
/// struct Things;
/// impl Embedder for Things {
///     fn id(&self) -> &str {
///         "things 1"
///     }
///     fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
///         let vector = |text: &str| ["pump", "tax"].map(|thing| 0.1 + text.matches(thing).count() as f32).to_vec();
///         Ok(texts.iter().map(|text| vector(text)).collect())
///     }
/// }
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.units.overlap = kawara_core::Overlap::all(kawara_core::Carry::Units(0));
/// let mut semantic = SemanticSettings::new("things");
/// semantic.window = 0;
/// semantic.threshold = Threshold::Percentile(50.0);
/// settings.semantic = Some(semantic);
/// let registry = Registry::collect(&[])?.with_embedder("things", Arc::new(Things))?;
/// let engine = Engine::new(registry, Arc::new(settings));
///
/// let text = "The pump stopped. The pump was old. A tax is due. The tax is high.";
/// let chunks = engine.chunk(&Document::new("notes", text))?;
/// let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text()).collect();
/// assert_eq!(texts, ["The pump stopped. The pump was old.", "A tax is due. The tax is high."]);
/// # Ok::<(), kawara_core::Error>(())
/// ```
pub trait Embedder: Send + Sync {
    /// What makes the vectors: the model, its version, and whatever else they depend on. It is in the fingerprint of the settings, since
    /// cuts depend on it.
    fn id(&self) -> &str;

    /// Sees to what is needed before anything is embedded: starts a program, finds a key. Asked once for all settings that name it, so that
    /// what is missing is said before there is a document to blame; the [`id`](Self::id) is only asked for afterwards.
    ///
    /// # Errors
    /// When it cannot be used.
    fn open(&self) -> Result<()> {
        Ok(())
    }

    /// One vector for each text, in their order, all of one width. Their lengths do not matter. The same text is to give the same vector,
    /// or the same document is cut another way.
    ///
    /// A document's texts come in one call: whoever asks a service divides them as that likes it.
    ///
    /// # Errors
    /// When the model cannot be asked. What is no vector, such as one with a NaN, the engine refuses itself.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>>;

    /// Whether it can [`pool`](Self::pool): whether the vectors of a text's tokens are at hand. Asked after [`open`](Self::open).
    fn can_pool(&self) -> bool {
        false
    }

    /// Vectors of stretches of one text that the model reads at once, as late chunking wants them: for each stretch the weighted mean of the
    /// vectors of its tokens. Their lengths do not matter.
    ///
    /// # Errors
    /// When the model cannot be asked, or sees another number of tokens; and, unless it is written otherwise, always: most embedders have
    /// one vector a text to give.
    fn pool(&self, pooling: &Pooling<'_>) -> Result<Vec<Vec<f32>>> {
        let _ = pooling;
        let message = format!(
            "{}: has a vector of a text to give, and none of its tokens, which late chunking pools",
            self.id()
        );
        Err(Error::new(ErrorKind::Unsupported, message))
    }
}
