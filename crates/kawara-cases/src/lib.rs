//! Acceptance cases: texts that published chunkers got wrong, each with settings and with what has to hold.
//!
//! [`run`] cuts the text of a [`Case`] through the facade, as a program would that embeds the engine, and [`check()`] says
//! which of the case's demands its [`Outcome`] misses. The checker knows nothing of the engine: it has its own blanks, grapheme
//! clusters, patterns and token counts, so that a fault of the engine cannot hide in a helper that both share.
//!
//! ```
//! use kawara_cases::{Case, check, run};
//!
//! let line = r#"{"id": "x-01", "kind": "bracket-close", "severity": "must", "text": "他说：“走。”她没动。",
//!     "content_type": "prose", "settings": {"counter": "chars", "max_tokens": 100, "overlap_units": 0},
//!     "check": {"units": ["他说：“走。”", "她没动。"]}}"#;
//! let case: Case = serde_json::from_str(line)?;
//! let outcome = run(&case);
//! assert_eq!(check(&case, &outcome)?, Vec::<String>::new());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The shown cases lie in `cases/` with the meaning of every key; `tests/shown.rs` holds the engine to them.

mod case;
mod check;
mod counters;
mod generate;
mod mapping;
mod outcome;
mod run;

pub use case::{Case, Neutral, Severity};
pub use check::check;
pub use outcome::{ChunkRow, Outcome, Results};
pub use run::run;
