//! Embedding models: who makes the vectors that [semantic boundaries](kawara_core::SemanticSettings) are found by.
//!
//! A policy names one, `semantic.embedder = "minilm"`; which program or service that is, whoever runs kawara says: a [`Model`] on the command
//! line, in the user's [configuration file](crate::command::user_file), or in a program's own code. Never a policy, or chunking a cloned
//! repository would run its code, or send its texts to whom it likes.
//!
//! ```no_run
//! use kawara::Additions;
//! use kawara::embed::{Cache, Model};
//!
//! let registry = Additions::new()
//!     .with_models([
//!         Model::parse("minilm=python3 embedder.py")?,
//!         Model::parse("ada=https://api.openai.com/v1#text-embedding-3-small&api-key-env=OPENAI_API_KEY&dimensions=256")?,
//!     ])
//!     .with_embedding_cache(Cache::in_folder("vectors"))
//!     .registry()?;
//! assert!(registry.embedder_names().eq(["minilm", "ada"]));
//! # Ok::<(), kawara::Error>(())
//! ```
//!
//! # Services
//!
//! A service speaks OpenAI's protocol, as those of most providers and of programs that serve models on one's own machine do: it is posted
//! `{"model":"…","input":["…"],"encoding_format":"float"}`, with `"dimensions"` where some are asked for, at its URL and `/embeddings`, and answers
//! `{"data":[{"index":0,"embedding":[0.1,…]},…]}`. How it is asked, and when it is given up, [`http`](crate::http) says.
//!
//! # Programs
//!
//! JSON lines in UTF-8, as for [counters](crate::command#the-protocol): a request a line on standard input, an answer a line on standard output,
//! flushed at once, and nothing else there. Standard error is free, and its last lines are quoted when something fails.
//!
//! | request | answer |
//! |---|---|
//! | `{"about":true}`, always the first | `{}`, or what is known of `{"name":"all-MiniLM-L6-v2","version":"1","pools":true}` |
//! | `{"texts":["a roof","瓦"]}`, at most 64 texts, and no more than 256 KiB unless there is one text alone | `{"vectors":[[0.1,…],[0.3,…]]}` |
//! | `{"pool":{"text":"a roof leaks","tokens":5,"chunks":[[[1,3,1.0]],[[3,4,1.0]]]}}`, only of a program that says `"pools"` | `{"vectors":[[0.2,…],[0.4,…]]}` |
//!
//! - `pool`: the model reads the whole text at once, and each chunk's vector is the weighted mean of those of its tokens, as in [late
//!   chunking](crate::late). Of a chunk each part is `[first row, row behind the last, weight]`; rows count from the first special token, and
//!   there are `tokens` of them: a program that sees another number has another tokenizer, and is to fail.
//! - `vectors`: one for each text, in order, all of one width. Their lengths do not matter. The same text is to bring the same vector.
//! - `name` and `version` say who makes them: vectors are kept under both, and fingerprints depend on them, not on the program's path. Without a
//!   name it is `cmd:NAME`. Change `version` when vectors change.
//! - One process serves all threads, since a model has all cores for itself. When standard input ends, so should the program.
//!
//! # What is kept
//!
//! With a [`Cache`], each text is asked for once and its vector kept on disk: what is cut a second time is cut the same, and no model is
//! asked. Without one a text is asked for once in each document.

mod ask;
mod cache;
mod cached;
mod config;
mod model;
mod number;
mod program;
mod service;

pub use cache::Cache;
pub(crate) use config::Entry;
pub use model::Model;

use std::sync::Arc;

use kawara_core::{Embedder, Registry, Result};

use ask::Ask;
use cached::{Cached, Hosted};

/// What a host makes itself, and the models that it names.
type Own = (Vec<(String, Arc<dyn Embedder>)>, Vec<Model>);

/// The registry with embedders: of the configured ones those whose name nobody else has.
pub(crate) fn added(
    registry: Registry,
    own: Own,
    configured: Vec<Model>,
    cache: Option<Cache>,
) -> Result<Registry> {
    let (hosted, models) = own;
    let hosted =
        hosted.into_iter().map(|(name, embedder)| (name, Arc::new(Hosted(embedder)) as Arc<dyn Ask>));
    let named = |model: Model| (model.name().to_owned(), model.asker());
    let mut all: Vec<(String, Arc<dyn Ask>)> = hosted.chain(models.into_iter().map(named)).collect();
    for model in configured {
        if !all.iter().any(|(name, _)| name == model.name()) {
            all.push(named(model));
        }
    }
    all.into_iter().try_fold(registry, |registry, (name, asked)| {
        let cached = Cached::new(&name, asked, cache.clone());
        registry.with_embedder(name, Arc::new(cached))
    })
}
