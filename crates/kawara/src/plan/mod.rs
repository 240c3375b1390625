//! Plan before you pay: what a change of documents, policies, models or packs does to an index, and the operations that carry it out.
//!
//! A [`Manifest`] remembers what was chunked. [`plan`] compares it with what there is now: which chunks are kept, which only
//! move (their record changes, and what was embedded does not), which have to be embedded and which go. [`apply`] does the same and
//! writes the [operations](Operations) for the index.
//!
//! A document whose text, metadata and [recipe](kawara_core::Engine::recipe) are as remembered is not chunked again. What is
//! remembered and not among the inputs is gone, unless [`Options::only`] says otherwise. A document that fails keeps its old chunks; and where
//! something could not be read of which the id is not known, nothing is taken to be gone.
//!
//! # Operations
//!
//! JSON lines, in an order in which an index may carry them out:
//!
//! | operation | members | what an index does |
//! |---|---|---|
//! | `add` | those of a [record](crate::output::Record) | embeds `context` and `text`, and puts all under `id`, over what is there |
//! | `move` | those of a record but for `context` and `text` | puts them under `id`, and leaves the embedding alone |
//! | `delete` | `id`, `doc_id` | takes `id` out, if it is there |
//!
//! An id stands in a file once, so carrying one out again is harmless. The file of operations and the manifest take their places
//! [together](Applied::publish): a program that is killed leaves both or neither.
//!
//! ```
//! use kawara::{Document, input::Input, plan::{self, Manifest, Operations, Options}, policy::Policy};
//!
//! let home = std::env::temp_dir().join(format!("kawara-plan-{}", std::process::id()));
//! std::fs::create_dir_all(&home)?;
//! let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
//! let documents = |text: &str| vec![Input::Document(Box::new(Document::new("gate", text)))].into_iter();
//!
//! let manifest = Manifest::open_to_write(home.join("manifest"))?;
//! let mut operations = Operations::create(home.join("operations.jsonl"))?;
//! let applied = plan::apply(&engine, documents("The gate opens at six."), &manifest, &Options::default(), &mut operations, &mut |_| {})?;
//! assert_eq!(applied.plan().total.added, 1);
//! applied.publish(operations)?;
//! drop(manifest);
//!
//! let manifest = Manifest::open(home.join("manifest"))?;
//! let plan = plan::plan(&engine, documents("The gate opens at seven."), &manifest, &Options::default(), &mut |_| {})?;
//! assert_eq!((plan.total.added, plan.total.deleted, plan.total.tokens), (1, 1, 6));
//! # std::fs::remove_dir_all(&home)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compare;
mod draft;
mod entry;
mod error;
mod fields;
mod folder;
mod lock;
mod look;
mod making;
mod manifest;
mod operations;
mod pending;
mod recording;
mod replay;
mod totals;

use std::borrow::Borrow;
use std::sync::Arc;

use kawara_core::Engine;

use crate::contextual::Contexts;
use crate::input::{Failure, Input};
use crate::run::RunOptions;
use compare::{Outlet, compare};
use draft::{Draft, Written};
pub use error::{Error, ErrorKind, Result};
pub use look::Reason;
pub use manifest::Manifest;
pub use operations::Operations;
pub use pending::Witness;
pub use recording::Recording;
pub use replay::replay;
pub use totals::{Change, ChunkCounts, DocumentCounts, GlobCounts, Plan};

/// How inputs are compared with a manifest.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the run is spread over threads, and how files are decoded.
    pub run: RunOptions,
    /// Documents that are not among the inputs stay as they are; else they are gone.
    pub only: bool,
    /// Every chunk is to be added, unchanged or not: to fill a new index.
    pub full: bool,
    /// What the plan counts by; by top folder if there are none.
    pub globs: Vec<String>,
    /// Globs are matched with the path that a document was given, where it has one; else with its id.
    pub by_path: bool,
    /// What is put before the chunks that it is for. A chunk whose context changed is to be added, though its id is the same.
    pub contexts: Option<Arc<Contexts>>,
}

/// What happens while inputs are compared.
#[non_exhaustive]
#[derive(Debug)]
pub enum Step<'s> {
    /// So many bytes more were read.
    Read(u64),
    /// A document failed, or something that may have been one could not be read. The others go on.
    Failed(&'s Failure),
}

/// Compares inputs with a manifest, and writes nothing.
///
/// # Errors
/// When the manifest cannot be read on, or a glob is none.
pub fn plan(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    manifest: &Manifest,
    options: &Options,
    tell: &mut dyn FnMut(Step<'_>),
) -> Result<Plan> {
    compare(engine, inputs, manifest, options, Outlet::default(), tell).map(|(plan, _)| plan)
}

/// Compares inputs with a manifest that is [open to be written](Manifest::open_to_write), and writes the operations. Then publish what is
/// returned with them. The manifest is lent, or given away by those who keep what is returned.
///
/// # Errors
/// As [`plan`], and when something cannot be written.
pub fn apply<M: Borrow<Manifest>>(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    manifest: M,
    options: &Options,
    operations: &mut Operations,
    tell: &mut dyn FnMut(Step<'_>),
) -> Result<Applied<M>> {
    let known = manifest.borrow();
    if known.lock.is_none() {
        let message = "the manifest is open to be read; open it with Manifest::open_to_write";
        return Err(Error::new(ErrorKind::Option, message));
    }
    let outlet = Outlet { draft: Some(Draft::begin(known)?), operations: Some(operations) };
    let (plan, outlet) = compare(engine, inputs, known, options, outlet, tell)?;
    Ok(Applied { plan, draft: outlet.draft, manifest })
}

/// A plan whose operations are written, before the manifest knows of it.
#[derive(Debug)]
#[must_use = "the manifest stays as it was until this is committed"]
pub struct Applied<M> {
    plan: Plan,
    draft: Option<Draft>,
    manifest: M,
}

impl<M: Borrow<Manifest>> Applied<M> {
    /// What it comes to.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Puts the operations in their place and makes the new state the manifest. A program that is killed meanwhile leaves both or neither.
    ///
    /// # Errors
    /// When something cannot be written; the old manifest stays unless the operations are there.
    pub fn publish(self, mut operations: Operations) -> Result<Plan> {
        let written = self.draft.map(|draft| draft.write(self.manifest.borrow())).transpose()?;
        if let Some(written) = &written {
            written.announce(operations.witness()?)?;
        }
        operations.publish()?;
        written.map_or(Ok(()), Written::commit)?;
        Ok(self.plan)
    }

    /// Makes the new state the manifest, for operations that went [elsewhere](Operations::copy_to) or were [carried out](Operations::reader). Call
    /// it once they are safe.
    ///
    /// # Errors
    /// When it cannot be written; the old one stays.
    pub fn commit(self) -> Result<Plan> {
        self.draft.map_or(Ok(()), |draft| draft.write(self.manifest.borrow())?.commit())?;
        Ok(self.plan)
    }
}
