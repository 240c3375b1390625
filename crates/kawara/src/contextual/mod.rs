//! Contextual retrieval: before each chunk stands what a language model says of it in its document, and is embedded with it.
//!
//! [`Requests`] are prompts, one for each chunk; whoever runs a model answers them. [`Contexts`] are the answers, put before the chunks
//! that they are for. Ids and spans stay as they are, and no chunk goes over its budget: see [`Engine::add_contexts`](kawara_core::Engine::add_contexts).
//!
//! An answer is remembered by the [`Key`] of its request, so that nothing is asked twice.
//!
//! ```
//! use kawara::contextual::{Contexts, Requests};
//! use kawara::{Document, policy::Policy};
//!
//! let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
//! let document = Document::new("pump", "The pump stopped at noon. Nobody noticed it until the tank ran dry.");
//! let chunks = engine.chunk(&document)?;
//!
//! let requests = Requests::default();
//! let mut answers = String::new();
//! for request in requests.of(&engine, &document, chunks.clone())?.iter() {
//!     let answer = serde_json::json!({ "key": request.key, "id": request.id, "context": "It is about a pump." });
//!     answers += &format!("{answer}\n");
//! }
//!
//! let contexts = Contexts::read(answers.as_bytes(), "contexts.jsonl").unwrap();
//! let id = chunks.get(0).unwrap().id();
//! let chunks = contexts.add(&engine, &document, chunks)?;
//! let chunk = chunks.get(0).unwrap();
//! assert_eq!((chunk.id(), chunk.outside_context()), (id, "It is about a pump.\n"));
//! # Ok::<(), kawara::Error>(())
//! ```

mod answers;
#[cfg(feature = "http")]
mod ask;
mod contexts;
mod key;
mod line;
mod request;
mod shown;
mod template;
mod told;

pub use answers::Answers;
#[cfg(feature = "http")]
pub use ask::{AskStep, Asked, Model, ask};
pub use contexts::Contexts;
pub(crate) use key::document_digest;
pub use key::{Key, NoKey};
pub use request::{OfDocument, Request, Requests, read_requests};
pub use template::Template;
pub use told::Told;
