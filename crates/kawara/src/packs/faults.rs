//! What packs did wrong in a run that went on: see [`OnFault`](crate::OnFault).

use std::collections::BTreeMap;

use kawara_core::PackFault;
use serde::Serialize;

/// Watches the packs of a run, and says in the end which of them were at fault.
///
/// ```
/// use kawara::packs::PackFaults;
/// use kawara::{Document, Settings};
///
/// let chunks = kawara::engine(std::sync::Arc::new(Settings::default()))?.chunk(&Document::new("pump", "The pump stopped."))?;
/// let mut faults = PackFaults::default();
/// faults.add(chunks.pack_faults());
/// assert_eq!(faults.warnings().count(), 0);
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PackFaults(BTreeMap<&'static str, Told>);

/// How often a pack was at fault, and how it began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Told {
    count: u64,
    first: String,
}

impl PackFaults {
    /// Adds what packs did wrong in a document, or in a part of one.
    pub fn add(&mut self, faults: &[PackFault]) {
        for fault in faults {
            let first = || Told { count: 0, first: fault.first().to_string() };
            self.0.entry(fault.pack()).or_insert_with(first).count += fault.count() as u64;
        }
    }

    /// Adds what packs did wrong elsewhere, later.
    pub fn join(&mut self, later: &Self) {
        for (pack, told) in &later.0 {
            let first = || Told { count: 0, first: told.first.clone() };
            self.0.entry(pack).or_insert_with(first).count += told.count;
        }
    }

    /// Whether no pack was at fault.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A sentence for each pack at fault: how often, what became of it, and the first fault.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(pack, Told { count, first })| {
            let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
            format!(
                "the pack `{pack}` was at fault {times}, and the Unicode rules cut there in its place (`pack_fault`); first: {first}"
            )
        })
    }
}
