//! Services that are asked over HTTP, in JSON: with patience where they are busy, and without telling anybody the key.
//!
//! A [`Client`] posts to one [`Endpoint`]. What may pass is tried again, with longer and longer waits: a connection that breaks, an answer that
//! breaks off, 408, 425, 429 and 5xx; `Retry-After` is heeded, by all threads that ask. What will not pass is said at once, and so is a service
//! that was given up: from then on nobody is kept waiting for it.
//!
//! ```no_run
//! use kawara::ErrorKind;
//! use kawara::http::{Client, Endpoint};
//! use serde_json::{Value, json};
//!
//! let endpoint = Endpoint::new("https://api.openai.com/v1")?.with_key_from("OPENAI_API_KEY");
//! let client = Client::new(endpoint, "the model `mini`", ErrorKind::Open);
//! let request = json!({ "model": "gpt-4o-mini", "messages": [{ "role": "user", "content": "Hello" }] });
//! let answer: Value = client.post("chat/completions", &request, "{\"choices\":[…]}", Ok)?;
//! # Ok::<(), kawara::Error>(())
//! ```

mod answer;
mod client;
mod date;
mod endpoint;
mod pace;

pub use answer::Wrong;
pub use client::Client;
pub use endpoint::Endpoint;
#[cfg(feature = "embed")]
pub(crate) use endpoint::is_variable;
