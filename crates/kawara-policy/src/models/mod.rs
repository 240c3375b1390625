//! The embedding models that a policy may name, and where their tokenizers are.
//!
//! - [`models`] is the table; [`model`] finds one by name. `kawara models` prints it.
//! - [`Tokenizers`] knows where tokenizer files may lie, and gives the counter of a model.
//!
//! ```
//! use kawara_policy::models::{Tokenizers, model};
//!
//! let small = model("openai/text-embedding-3-small").unwrap();
//! assert_eq!((small.name(), small.limit()), ("text-embedding-3-small", Some(8191)));
//! assert_eq!(Tokenizers::none().counter(small).unwrap(), "tiktoken:cl100k_base");
//!
//! let e5 = model("multilingual-e5-small").unwrap();
//! assert_eq!((e5.limit(), e5.passage_prefix()), (Some(512), Some("passage: ")));
//! let missing = Tokenizers::none().counter(e5).unwrap_err();
//! assert!(missing.to_string().contains("huggingface.co/intfloat/multilingual-e5-small"));
//! ```

mod settle;
mod table;
mod tokenizers;

use std::sync::OnceLock;

pub(crate) use settle::settle;
pub(crate) use tokenizers::counter_of;
pub use tokenizers::{Missing, Tokenizers};

use crate::suggest::nearest;

/// An embedding model, as the table has it. What no source says is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    name: String,
    aliases: Vec<String>,
    counted_by: CountedBy,
    repo: Option<String>,
    limit: Option<u32>,
    over: Option<OverLimit>,
    passage_prefix: Option<String>,
    query_prefix: Option<String>,
    prefix_by: PrefixBy,
    dimensions: Option<u32>,
    sources: Vec<String>,
    verified: Option<String>,
    note: Option<String>,
}

/// What counts a model's tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountedBy {
    /// A counter that needs no file, such as `tiktoken:cl100k_base`.
    Counter(String),
    /// The tokenizer file of the model's repository.
    File,
    /// Nothing: its tokenizer cannot be had as a file. [`Model::note`] says why.
    Nothing,
}

/// What is done with an input over the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OverLimit {
    /// It is refused.
    Error,
    /// It is cut, without a word.
    Truncates,
}

impl OverLimit {
    /// The word that the table uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Truncates => "truncates",
        }
    }
}

/// Who puts the prefix before a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrefixBy {
    /// Whoever calls the model: the prefix is part of what is sent, and of the budget.
    Caller,
    /// The service or its library, which counts it too.
    Service,
}

impl PrefixBy {
    /// The word that the table uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::Service => "service",
        }
    }
}

impl Model {
    /// The name, as people write it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Other names that are understood, besides the repository.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.aliases.iter().map(String::as_str)
    }

    /// What counts its tokens.
    pub fn counted_by(&self) -> &CountedBy {
        &self.counted_by
    }

    /// The repository on the Hugging Face hub that the tokenizer file comes from.
    pub fn repo(&self) -> Option<&str> {
        self.repo.as_deref()
    }

    /// The most tokens of one input, special tokens and prefix included.
    pub fn limit(&self) -> Option<u32> {
        self.limit
    }

    /// What is done with an input over the limit.
    pub fn over(&self) -> Option<OverLimit> {
        self.over
    }

    /// What stands before every passage, whoever puts it there.
    pub fn passage_prefix(&self) -> Option<&str> {
        self.passage_prefix.as_deref()
    }

    /// What stands before every query, whoever puts it there.
    pub fn query_prefix(&self) -> Option<&str> {
        self.query_prefix.as_deref()
    }

    /// Who puts the prefixes there.
    pub fn prefix_by(&self) -> PrefixBy {
        self.prefix_by
    }

    /// What the caller has to put before a passage; empty when that is nothing, or somebody else does it.
    pub fn caller_prefix(&self) -> &str {
        match self.prefix_by {
            PrefixBy::Caller => self.passage_prefix().unwrap_or_default(),
            PrefixBy::Service => "",
        }
    }

    /// The most tokens of what the caller sends: the limit without what a service puts before it. A token has one byte at least, so
    /// the bytes of that prefix are the most that it takes.
    ///
    /// ```
    /// let voyage = kawara_policy::models::model("voyage-3").unwrap();
    /// assert!(voyage.caller_limit().unwrap() < voyage.limit().unwrap());
    /// let e5 = kawara_policy::models::model("multilingual-e5-small").unwrap();
    /// assert_eq!(e5.caller_limit(), e5.limit());
    /// ```
    pub fn caller_limit(&self) -> Option<u32> {
        let taken = match self.prefix_by {
            PrefixBy::Caller => 0,
            PrefixBy::Service => self.passage_prefix().unwrap_or_default().len() as u32,
        };
        Some(self.limit?.saturating_sub(taken))
    }

    /// The dimensions of its vectors, where they are not shortened.
    pub fn dimensions(&self) -> Option<u32> {
        self.dimensions
    }

    /// The public pages that the figures are from.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(String::as_str)
    }

    /// What was checked on a tokenizer file: `tokenizer: …` on the model's own, `vocabulary: …` on one with the same vocabulary.
    /// `None` when there was none to check, and the figures are only what the sources say.
    pub fn verified(&self) -> Option<&str> {
        self.verified.as_deref()
    }

    /// What else there is to know.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Every name: its own, the repository, the aliases.
    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name()).chain(self.repo()).chain(self.aliases())
    }

    /// The folders that its tokenizer is looked for in, below a folder of tokenizers: its name, and the last part of its repository.
    fn folder_names(&self) -> impl Iterator<Item = &str> {
        let last = self.repo().and_then(|repo| repo.rsplit('/').next());
        std::iter::once(self.name()).chain(last.filter(|last| *last != self.name()))
    }
}

/// Every model of the table, in its order.
pub fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    // A table that cannot be read is a failed test of this crate, never a run without models.
    MODELS.get_or_init(|| table::parse(kawara_policies::MODELS).unwrap_or_default())
}

/// The model called `name`: by its name, its repository on the hub or an alias, in upper or lower case.
pub fn model(name: &str) -> Option<&'static Model> {
    let name = name.trim();
    models().iter().find(|model| model.names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The known name that `name` is most likely a misspelling of.
///
/// ```
/// assert_eq!(kawara_policy::models::suggest("text-embeding-3-small"), Some("text-embedding-3-small"));
/// ```
pub fn suggest(name: &str) -> Option<&'static str> {
    // Names before repositories: of two that are equally near, the shorter form is what a policy should say.
    let own = nearest(name, models().iter().map(Model::name));
    own.or_else(|| {
        nearest(name, models().iter().flat_map(|model| model.repo().into_iter().chain(model.aliases())))
    })
}
