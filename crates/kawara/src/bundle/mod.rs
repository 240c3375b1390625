//! A policy with all that it needs, in one file: the policies that it extends, the tokenizers of its models, the dictionaries of its packs,
//! each with its hash.
//!
//! [`write()`] makes it, [`Bundle::open`] makes the same policy of it on another machine:
//!
//! ```
//! use kawara::bundle::{self, Bundle};
//! use kawara::policy::Loader;
//!
//! let registry = kawara::registry()?;
//! let loader = Loader::new().with_known(kawara::known(&registry));
//! let policy = loader.open("kawara:docs")?.set(["budget.max-tokens=256"])?;
//! let home = tempfile::tempdir()?;
//! bundle::write(&policy, &registry, home.path().join("docs.bundle"))?;
//!
//! let bundle = Bundle::open(home.path().join("docs.bundle"), home.path().join("unpacked"))?;
//! let again = bundle.policy(loader)?;
//! assert!(again.changes().eq(policy.changes()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Equal policies make equal files, byte for byte. One that another version of kawara has made is refused, since chunks of one corpus are
//! made by one. What runs is in no bundle: libraries of packs and counters that are programs have to be there where it is opened: see [`left_out`]. A
//! bundle is a zip, so anybody can look into it.

mod error;
mod files;
mod manifest;
mod open;
mod pack;

pub use error::{Error, ErrorKind, Result};
pub use files::{LeftOut, files, left_out};
pub use open::{Bundle, is_bundle};
pub use pack::{pack, write};

/// The member that says what the others are.
const MANIFEST: &str = "bundle.json";
/// Where files lie as they lie around the policy.
const TREE: &str = "files";
/// Where tokenizers lie that were found in a folder of them, by model.
const TOKENIZERS: &str = "tokenizers";
