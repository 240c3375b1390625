use std::fmt;
use std::sync::Arc;

use kawara_core::{Counted, Counter, Error, ErrorKind, Options, Registry, Result};
use kawara_policy::models::{OverLimit, Tokenizers, model, suggest};

/// A counter under the name that somebody gave it, with what is known of the model that it counts for: the most tokens that the
/// model takes, and what is put before each text that it embeds.
///
/// ```
/// use kawara::Gauge;
///
/// let gauge = Gauge::open(&kawara::registry()?, "words")?.with_limit(4).with_prefix("passage: ");
/// assert_eq!(gauge.counter().count("The pump stopped.")?, 3);
/// assert_eq!(gauge.limit()?, Some(4));
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Clone)]
pub struct Gauge {
    name: String,
    counter: Arc<dyn Counter>,
    limit: Option<u32>,
    over: Option<OverLimit>,
    prefix: String,
}

impl Gauge {
    /// A counter at hand.
    pub fn new(name: impl Into<String>, counter: Arc<dyn Counter>) -> Self {
        Self { name: name.into(), counter, limit: None, over: None, prefix: String::new() }
    }

    /// The counter that a registry knows by this name, such as `tiktoken:cl100k_base`.
    ///
    /// # Errors
    /// When there is no such counter, or it does not open.
    pub fn open(registry: &Registry, name: &str) -> Result<Self> {
        Ok(Self::new(name, registry.counter(name)?.open(&Options::new())?))
    }

    /// A model of the table, with its counter, its limit and the prefix of its passages, whoever puts that there.
    ///
    /// ```
    /// use kawara::{Gauge, policy::Tokenizers};
    ///
    /// let gauge = Gauge::of_model(&kawara::registry()?, "text-embedding-3-small", &Tokenizers::none())?;
    /// assert_eq!(gauge.limit()?, Some(8191));
    /// assert_eq!(gauge.counter().count("The pump stopped.")?, 4);
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When no model is called so, or its tokenizer is in none of the folders, or does not open.
    pub fn of_model(registry: &Registry, name: &str, tokenizers: &Tokenizers) -> Result<Self> {
        let model = model(name).ok_or_else(|| {
            let hint = suggest(name).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let message = format!(
                "no model of the table is called `{name}`{hint}; name its counter instead if you know it"
            );
            Error::new(ErrorKind::Registry, message)
        })?;
        let counter = tokenizers
            .counter(model)
            .map_err(|missing| Error::caused_by(ErrorKind::Open, missing.to_string(), missing))?;
        Ok(Self {
            name: model.name().to_owned(),
            counter: registry.counter(&counter)?.open(&Options::new())?,
            limit: model.limit(),
            over: model.over(),
            prefix: model.passage_prefix().unwrap_or_default().to_owned(),
        })
    }

    /// The same, for a model that takes so many tokens, special tokens included. What the counter says itself no longer counts.
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The same, for a model whose texts are embedded behind a prefix, such as `passage: `.
    pub fn with_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The counter.
    pub fn counter(&self) -> &dyn Counter {
        &*self.counter
    }

    /// The tokens of a text and how many of them are unknown, at the price of one count where the counter tells both at once.
    ///
    /// # Errors
    /// When the counter fails.
    pub fn counted(&self, text: &str) -> Result<Counted> {
        let counted = self.counter.count_all(&[text])?.pop();
        match counted.unwrap_or(Counted::of(0)) {
            Counted { tokens, unknown: None } => Ok(Counted { tokens, unknown: self.counter.unknown(text)? }),
            both => Ok(both),
        }
    }

    /// What is put before each text; empty where nothing is.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// What is done with an input over the limit; `None` where that is not known.
    pub fn over(&self) -> Option<OverLimit> {
        self.over
    }

    /// The most tokens that the model takes, special tokens included; `None` where nobody said.
    ///
    /// # Errors
    /// As [`Counter::limit`].
    pub fn limit(&self) -> Result<Option<u32>> {
        match self.limit {
            None => self.counter.limit(),
            known => Ok(known),
        }
    }
}

impl fmt::Debug for Gauge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gauge")
            .field("name", &self.name)
            .field("counter", self.counter.id())
            .field("limit", &self.limit)
            .field("prefix", &self.prefix)
            .finish()
    }
}
