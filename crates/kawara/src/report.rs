//! What a run did, for machines: versions, settings in force, policies, totals, compromises, failures.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kawara_core::{Chunks, Flag, InForce, ParentKind, Registry};
use kawara_policy::paths::absolute;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::PolicyTree;
use crate::digest::hexadecimal;
use crate::input::Failure;
use crate::packs::PackFaults;

/// Collects what a run did. The same input and settings give the same report, whatever the number of threads: no clock is in it.
///
/// ```
/// use kawara::report::Report;
/// use kawara::{Document, Engine, PolicyTree, policy::Policy};
///
/// let policies = PolicyTree::fixed(Policy::open("kawara:docs")?, vec!["budget.max-tokens=256".into()])?;
/// let registry = kawara::registry()?;
/// let mut report = Report::new(&registry, policies.clone());
/// let engine = Engine::new(registry, policies);
/// report.add(&engine.chunk(&Document::new("pump", "The pump stopped."))?);
///
/// let json: serde_json::Value = serde_json::from_str(&report.to_json())?;
/// assert_eq!(json["totals"]["chunks"], 1);
/// assert_eq!(json["settings"][0]["settings"]["budget.max-tokens"], 256);
/// assert_eq!(json["policies"][0]["name"], "kawara:docs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report {
    packs: Vec<Pack>,
    policies: PolicyTree,
    settings: BTreeMap<String, (InForce, Count)>,
    totals: Totals,
    asked: BTreeMap<usize, u64>,
    carried: BTreeMap<usize, u64>,
    flags: BTreeMap<&'static str, u64>,
    content_types: BTreeMap<String, Count>,
    languages: BTreeMap<String, Count>,
    pack_faults: PackFaults,
    failures: Vec<Failed>,
    /// Of the document whose parts are coming: what was in force for it.
    open: BTreeSet<String>,
}

/// The most failures that are listed; all are counted.
const LISTED: usize = 10_000;

#[derive(Debug, Serialize)]
struct Pack {
    name: &'static str,
    version: &'static str,
}

#[derive(Debug, Default, Serialize)]
struct Totals {
    documents: u64,
    failed: u64,
    chunks: u64,
    /// Of the documents.
    bytes: u64,
    /// Of all chunks, context and special tokens included.
    tokens: u64,
    document_tokens: u64,
    /// Σ tokens of chunks / Σ tokens of documents − 1.
    redundancy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_tokens: Option<u64>,
    moved_cuts: u64,
    /// Units.
    carries_asked: u64,
    carries_actual: u64,
}

/// How much there is of a kind.
#[derive(Clone, Debug, Default, Serialize)]
struct Count {
    /// `None` where a document may have several of a kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u64>,
    chunks: u64,
    tokens: u64,
}

#[derive(Debug, Serialize)]
struct Failed {
    document: String,
    message: String,
}

impl Report {
    /// A report of a run with these packs and policies. The policies are asked at the end which of them were used, so this is a clone of
    /// what the engine gets.
    pub fn new(registry: &Registry, policies: PolicyTree) -> Self {
        let packs = registry.packs().iter().map(|pack| Pack { name: pack.name(), version: pack.version() });
        Self {
            packs: packs.collect(),
            policies,
            settings: BTreeMap::new(),
            totals: Totals::default(),
            asked: BTreeMap::new(),
            carried: BTreeMap::new(),
            flags: Flag::ALL.into_iter().map(|flag| (flag.as_str(), 0)).collect(),
            content_types: BTreeMap::new(),
            languages: BTreeMap::new(),
            pack_faults: PackFaults::default(),
            failures: Vec::new(),
            open: BTreeSet::new(),
        }
    }

    /// Adds the chunks of a document, or of a part of one.
    pub fn add(&mut self, chunks: &Chunks) {
        for in_force in chunks.in_force() {
            let fingerprint = in_force.fingerprint();
            if self.open.insert(fingerprint.to_owned()) {
                let new = || (in_force.clone(), Count::default());
                let (_, count) = self.settings.entry(fingerprint.to_owned()).or_insert_with(new);
                *count.documents.get_or_insert(0) += 1;
            }
        }
        if chunks.is_last() {
            self.open.clear();
            self.totals.documents += 1;
            *count_of(&mut self.content_types, chunks.content_type()).documents.get_or_insert(0) += 1;
            let whole = chunks.parents().find(|parent| parent.kind() == ParentKind::Document);
            self.totals.bytes += whole.map_or(0, |document| document.source_range().end as u64);
        }
        self.totals.document_tokens += u64::from(chunks.document_tokens());
        self.pack_faults.add(chunks.pack_faults());
        self.totals.moved_cuts += chunks.moved_cuts() as u64;
        if let Some(unknown) = chunks.unknown_tokens() {
            *self.totals.unknown_tokens.get_or_insert(0) += u64::from(unknown);
        }
        for chunk in chunks.iter() {
            let tokens = u64::from(chunk.tokens());
            self.totals.chunks += 1;
            self.totals.tokens += tokens;
            let by_settings = self.settings.get_mut(chunk.settings()).map(|(_, count)| count);
            let by_type = count_of(&mut self.content_types, chunk.content_type());
            let by_language = count_of(&mut self.languages, chunk.language());
            for count in by_settings.into_iter().chain([by_type, by_language]) {
                count.chunks += 1;
                count.tokens += tokens;
            }
            self.totals.carries_asked += chunk.asked() as u64;
            self.totals.carries_actual += chunk.carried() as u64;
            *self.asked.entry(chunk.asked()).or_default() += 1;
            *self.carried.entry(chunk.carried()).or_default() += 1;
            for flag in chunk.flags().iter() {
                *self.flags.entry(flag.as_str()).or_default() += 1;
            }
        }
    }

    /// Adds a document that failed.
    pub fn failed(&mut self, failure: Failure) {
        self.open.clear();
        self.totals.failed += 1;
        if self.failures.len() < LISTED {
            let Failure { document, message, .. } = failure;
            self.failures.push(Failed { document, message });
        }
    }

    /// The report as a JSON object, with a line feed at the end.
    pub fn to_json(&self) -> String {
        let policies = self.policies.used();
        let mut sources = BTreeMap::new();
        let mut changes = BTreeMap::new();
        let aliases: Vec<(&Path, &str)> = policies.iter().filter_map(|policy| policy.alias()).collect();
        for policy in &policies {
            sources.extend(policy.sources().map(|(name, text)| (nearby(name), sha256(text))));
            changes.extend(policy.changes().map(|(key, value)| (key, of_toml(&value))));
        }
        let totals = &self.totals;
        let redundancy =
            (totals.document_tokens > 0).then(|| totals.tokens as f64 / totals.document_tokens as f64 - 1.0);
        let whole = Whole {
            kawara: env!("CARGO_PKG_VERSION"),
            packs: &self.packs,
            policies: sources.into_iter().map(|(name, sha256)| Source { name, sha256 }).collect(),
            set: changes,
            settings: self
                .settings
                .values()
                .map(|(in_force, count)| Settings::of(in_force, count, &aliases))
                .collect(),
            totals: Totals { redundancy, ..*totals },
            asked: &self.asked,
            carried: &self.carried,
            flags: &self.flags,
            content_types: &self.content_types,
            languages: &self.languages,
            pack_faults: &self.pack_faults,
            failures: &self.failures,
        };
        // Nothing in it can fail: keys are texts and numbers, numbers are finite.
        serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
    }
}

#[derive(Serialize)]
struct Whole<'r> {
    kawara: &'static str,
    packs: &'r [Pack],
    policies: Vec<Source>,
    /// What was set over the policies.
    set: BTreeMap<String, Value>,
    settings: Vec<Settings<'r>>,
    totals: Totals,
    /// Chunks by how many units are wanted at their head.
    asked: &'r BTreeMap<usize, u64>,
    /// Chunks by how many units are repeated at their head.
    carried: &'r BTreeMap<usize, u64>,
    flags: &'r BTreeMap<&'static str, u64>,
    content_types: &'r BTreeMap<String, Count>,
    languages: &'r BTreeMap<String, Count>,
    /// By pack, how often it was at fault while the run went on, and the first fault.
    pack_faults: &'r PackFaults,
    failures: &'r [Failed],
}

#[derive(Serialize)]
struct Source {
    name: String,
    sha256: String,
}

#[derive(Serialize)]
struct Settings<'r> {
    fingerprint: &'r str,
    counter: &'r str,
    packs: &'r [String],
    #[serde(flatten)]
    count: &'r Count,
    settings: BTreeMap<String, Value>,
}

impl<'r> Settings<'r> {
    /// `aliases` are folders that are called otherwise: where a bundle was unpacked differs from run to run.
    fn of(in_force: &'r InForce, count: &'r Count, aliases: &[(&Path, &str)]) -> Self {
        let told = kawara_policy::told(in_force.settings());
        let called = |value: String| {
            aliases
                .iter()
                .fold(value, |value, (folder, name)| value.replace(&*folder.to_string_lossy(), name))
        };
        Self {
            fingerprint: in_force.fingerprint(),
            counter: in_force.counter(),
            packs: in_force.packs(),
            count,
            settings: told.into_iter().map(|(key, value)| (key, of_toml(&called(value)))).collect(),
        }
    }
}

fn count_of<'c>(counts: &'c mut BTreeMap<String, Count>, name: &str) -> &'c mut Count {
    counts.entry(name.to_owned()).or_default()
}

/// A value as a policy writes it, as JSON.
fn of_toml(value: &str) -> Value {
    let parsed = toml::from_str::<toml::Table>(&format!("v = {value}")).ok();
    let parsed = parsed.and_then(|mut table| serde_json::to_value(table.remove("v")?).ok());
    parsed.unwrap_or_else(|| value.into())
}

/// A file's name as seen from here, so that the report does not depend on where the corpus lies.
fn nearby(name: &str) -> String {
    let path = Path::new(name);
    let below = path.is_absolute().then(|| path.strip_prefix(absolute(Path::new("."))).ok()).flatten();
    let shown = below.unwrap_or(path).to_string_lossy().into_owned();
    if below.is_some() { shown.replace('\\', "/") } else { shown }
}

fn sha256(text: &str) -> String {
    hexadecimal(Sha256::new_with_prefix(text))
}
