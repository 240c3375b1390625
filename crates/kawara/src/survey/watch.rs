use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kawara_core::{Policy as _, Profile, Result, Settings};
use kawara_policy::{Explained, Mistakes, Place, Policy};

use crate::PolicyTree;

/// Documents that get the same settings for the same reasons: of one policy, the same `[[match]]` entries hold for them.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Group {
    /// The policy's name: its file, or as it was [called](Watch::called) where one was given for all documents or none was found.
    pub name: String,
    /// The entries that hold, in the order in which they are laid.
    pub matches: Vec<Place>,
    /// What they come to.
    pub settings: Arc<Settings>,
    /// Where every setting comes from.
    pub explained: Vec<Explained>,
}

impl Group {
    /// Its `[[match]]` entries as people name them: `:12` in the policy itself, `kawara:docs:35` elsewhere.
    pub fn matches_shown(&self) -> String {
        let one = |place: &Place| match place.file() == self.name {
            true => format!(":{}", place.line()),
            false => format!("{}:{}", place.file(), place.line()),
        };
        self.matches.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

/// How a document was read, and which group it is in.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct ReadAs {
    /// The group, as an index of [`Watch::groups`].
    pub group: usize,
    /// The id of the reader, where it is not plain text.
    pub reader: Option<String>,
    /// The media type.
    pub content_type: Option<String>,
    /// The main language.
    pub language: String,
    /// Fields of the front matter.
    pub fields: BTreeMap<String, Vec<String>>,
}

/// Policies that remember which documents they were asked about, and what they answered.
///
/// ```
/// use kawara::survey::Watch;
/// use kawara::{Document, Engine, PolicyTree, policy::Policy};
///
/// let tree = PolicyTree::fixed(Policy::builtin("docs").unwrap(), Vec::new())?;
/// let watch = Watch::new(tree);
/// let engine = Engine::new(kawara::registry()?, watch.clone());
/// engine.chunk(&Document::new("1", "水泵停了。").with_path("泵.md"))?;
/// let read = watch.read_as("泵.md").unwrap();
/// assert_eq!((read.language.as_str(), read.reader.as_deref()), ("zh", Some("markdown")));
/// assert_eq!(watch.groups()[read.group].settings.budget.max_tokens, 400);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    tree: Arc<PolicyTree>,
    name: Arc<str>,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Debug, Default)]
struct Seen {
    groups: Vec<Group>,
    /// Groups by their policy's directory and the lines of their entries.
    known: BTreeMap<(PathBuf, Vec<Line>), usize>,
    documents: BTreeMap<String, ReadAs>,
    /// Every entry of the policies that were asked, and those that held at any time.
    entries: BTreeMap<Line, Place>,
    met: BTreeSet<Line>,
}

/// A file and a line.
type Line = (String, usize);

impl Watch {
    /// Watches these policies.
    pub fn new(tree: PolicyTree) -> Self {
        Self { tree: Arc::new(tree), name: "the policy".into(), seen: Arc::default() }
    }

    /// The same; the policy that is no file up the tree from a document has this name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// What a document of which only the path is known would get.
    ///
    /// # Errors
    /// All mistakes of the policy file found; or, within, why the policy has no settings for it.
    pub fn by_name(&self, about: &Profile<'_>) -> std::result::Result<Result<Group>, Mistakes> {
        self.tree.ask(about, |policy, about_it| {
            Ok(self.group(policy, about_it, about, policy.settings(about_it)?))
        })
    }

    fn group(
        &self,
        policy: &Policy,
        about_it: &Profile<'_>,
        about: &Profile<'_>,
        settings: Arc<Settings>,
    ) -> Group {
        let file = about.path.and_then(|path| self.tree.file_of(Path::new(path)));
        Group {
            name: file.map_or_else(|| self.name.to_string(), |file| file.display().to_string()),
            matches: policy.matches(about_it).into_iter().cloned().collect(),
            settings,
            explained: policy.explain(about_it),
        }
    }

    /// The policies.
    pub fn tree(&self) -> &PolicyTree {
        &self.tree
    }

    /// The groups of the documents that were read, in the order in which they came up.
    pub fn groups(&self) -> Vec<Group> {
        self.seen().groups.clone()
    }

    /// How the document at a path was read, if it was.
    pub fn read_as(&self, path: &str) -> Option<ReadAs> {
        self.seen().documents.get(path).cloned()
    }

    /// The `[[match]]` entries of all policies that were asked which held for no document; those of built-in policies are left out.
    pub fn unmet(&self) -> Vec<Place> {
        let seen = self.seen();
        let unmet = seen.entries.iter().filter(|(line, _)| !seen.met.contains(line));
        unmet.map(|(_, place)| place.clone()).collect()
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl kawara_core::Policy for Watch {
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>> {
        let settings = self.tree.settings(about)?;
        let path = about.path.unwrap_or_default();
        // What was asked above was found, so nothing is wrong with the policy.
        let _ = self.tree.ask(about, |policy, seen_from_it| {
            let lines: Vec<Line> = policy.matches(seen_from_it).into_iter().map(line).collect();
            let mut seen = self.seen();
            seen.met.extend(lines.iter().cloned());
            let Some(found) = about.found else { return };
            let key = (policy.dir().to_owned(), lines);
            let known = seen.known.get(&key).copied();
            let group = known.unwrap_or_else(|| {
                let own = policy.all_matches().filter(|place| !place.file().starts_with("kawara:"));
                seen.entries.extend(own.map(|place| (line(place), place.clone())));
                seen.groups.push(self.group(policy, seen_from_it, about, Arc::clone(&settings)));
                let group = seen.groups.len() - 1;
                seen.known.insert(key, group);
                group
            });
            let read = ReadAs {
                group,
                reader: about.reader.map(str::to_owned),
                content_type: about.content_type.map(str::to_owned),
                language: found.language.clone(),
                fields: found.fields.clone(),
            };
            seen.documents.insert(path.to_owned(), read);
        });
        Ok(settings)
    }
}

fn line(place: &Place) -> Line {
    (place.file().to_owned(), place.line())
}
